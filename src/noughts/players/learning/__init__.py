"""Players of 3x3x3 that know only the rules at first and learn from games; once trained, they are exact."""
