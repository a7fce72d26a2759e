"""Kernels of the search for wins with zones."""
