"""What people share, games and classes: kept, decided, told to whoever watches."""
