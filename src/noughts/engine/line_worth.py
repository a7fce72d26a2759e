"""What open lines are worth, by the stones that they lack: index 1 is a line that lacks one stone.

The evaluation's weights, in thousandths of a logit, are learnt of games (docs/engine.md): whoever is to move has no use
for a line that lacks two unless it wins, and must answer the other's.
"""

MOVER = (0, 0, 390, 220, 15, 1, 0, 0)
WAITER = (0, 0, 780, 180, 10, 1, 0, 0)
TEMPO = 300

WORTHS = (0, 20_000, 1_600, 320, 64, 14, 4, 1)
"""For the order of moves: what a line adds to each of its empty cells, by what it lacks; the last for all above."""
