"""A search for wins by threats with zones."""
