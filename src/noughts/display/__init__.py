"""The presentation of results: as text, in a notebook, as JSON, as rows of a table."""
