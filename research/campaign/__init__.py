"""A large board's win, proved opening by opening, each a certificate of its own, and joined into one."""
