"""CAMPAIGNS: a board's win proved opening by opening, each a certificate of its own, at last joined into one."""
