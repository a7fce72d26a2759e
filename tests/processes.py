"""How tests start programs that they will interrupt."""

HEARS_CTRL_C = ["env", "--default-signal=INT"]
"""Before a command: where the suite runs in the background Ctrl-C is off, and children inherit that."""
