"""GAMES: made, played, watched and kept."""
