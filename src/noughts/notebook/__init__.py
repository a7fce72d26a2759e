"""NOTEBOOK: a board to click on in Jupyter, against any player."""
