"""MONTE CARLO: a tree grown by playouts, with proofs where there are any; compiled, and the same in plain Python."""
