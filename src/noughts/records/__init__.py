"""Games, studies and classes as they are recorded."""
