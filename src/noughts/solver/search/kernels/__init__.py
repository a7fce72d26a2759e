"""The compiled loops of the search, imported only when a board is searched."""
