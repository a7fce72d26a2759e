"""A board to click on in Jupyter, against any player."""
