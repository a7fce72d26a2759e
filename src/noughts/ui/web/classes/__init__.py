"""CLASSES: one link, many pairs, and a view of all boards."""
