"""The weights of the engine's network, trained on recorded games by gradient descent."""
