"""Small boards: the value of every position at once, in plain Python or as a table, and a slow reference."""
