"""The engine's weights, learnt of recorded games by gradient descent."""
