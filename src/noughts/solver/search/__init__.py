"""Proofs of large boards by search, within limits, stored and resumed; kernels/ is the compiled part."""
