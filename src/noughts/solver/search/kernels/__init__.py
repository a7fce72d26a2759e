"""KERNELS: the loops of the search that Numba compiles; imported only when a board is searched."""
