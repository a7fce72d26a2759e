"""Kernels: their declaration and memory, and the compiled library."""
