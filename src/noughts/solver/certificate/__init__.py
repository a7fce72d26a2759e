"""Proofs as files. Writers and checkers share only the board and the format."""
