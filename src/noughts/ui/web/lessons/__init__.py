"""Lessons, exercises, maps and the graph of positions over HTTP."""
