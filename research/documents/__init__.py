"""The computed documents in docs/, and data of the package."""
