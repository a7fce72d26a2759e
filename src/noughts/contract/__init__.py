"""The shape of every JSON object that the commands and the server return, and their published schema."""
