"""Studies over HTTP: games with variations and notes, read and written; none is kept."""
