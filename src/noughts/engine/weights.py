"""What open lines are worth, by the stones that they lack."""

WORTHS = (0, 20_000, 1_600, 320, 64, 14, 4, 1)
"""For the order of moves: what a line adds to each of its empty cells, by what it lacks; the last for all above."""

MOVER = (0, 0, 660, 220, 35, 1, 0, 0)
WAITER = (0, 0, 660, 220, 35, 1, 0, 0)
TEMPO = 0
