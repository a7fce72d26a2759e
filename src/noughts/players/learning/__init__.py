"""LEARNING: players of 3x3x3 that begin with the rules alone, and learn from games. Trained, they are exact again."""
