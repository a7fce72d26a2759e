"""The compiled loops of the engine, imported when a search first needs them."""
