"""ANSWERS: the shape of every JSON object that the commands and the server answer, and their published schema."""
