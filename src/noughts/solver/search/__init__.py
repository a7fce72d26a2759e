"""LARGE BOARDS: proofs by search, within limits, saved and taken up again; kernels/ is what Numba compiles."""
