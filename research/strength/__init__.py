"""How strong players are, from recorded games."""
