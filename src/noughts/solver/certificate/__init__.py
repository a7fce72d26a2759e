"""CERTIFICATES: proofs as files. What writes them and what verifies them share nothing but the board and the format."""
