"""VALUES: what a position is worth, exactly."""
