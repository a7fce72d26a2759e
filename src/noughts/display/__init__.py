"""DISPLAY: what results look like: printed, in a notebook, as JSON, as rows of a table."""
