"""Lessons with boards, exercises, a ladder, maps and the graph of positions, all computed."""
