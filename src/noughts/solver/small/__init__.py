"""SMALL BOARDS: the value of every position at once, in plain Python or as a table; and the slow twin."""
