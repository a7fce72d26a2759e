"""How recorded results of noughts were produced. The package `noughts` imports nothing of it."""
