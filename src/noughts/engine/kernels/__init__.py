"""The loops of the engine that Numba compiles; imported when a search first needs them."""
