"""TERMINAL: a game as a conversation in lines."""
