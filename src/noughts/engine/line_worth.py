"""What open lines are worth, by the stones that they lack: index 1 is a line that lacks one stone.

The evaluation's weights, in thousandths of a logit, are learnt: a logistic regression of the results of 585 games of
the engine against itself (15x15x5, 8,000 positions a move, random openings of two to seven stones) on how many lines
of the side to move, and of the other, lack two, three, ... stones, in the 7,390 positions of these games in which no
line lacked one. It gave 70, 23, 4, 0 for the side to move and 62, 21, 3, 0 for the other, in hundredths; here are the
means of the two, rounded. Against the weights that it began with (240, 130, 30) they won 126 games of 200.
"""

MOVER = (0, 0, 660, 220, 35, 1, 0, 0)
WAITER = (0, 0, 660, 220, 35, 1, 0, 0)
TEMPO = 0

WORTHS = (0, 20_000, 1_600, 320, 64, 14, 4, 1)
"""For the order of moves: what a line adds to each of its empty cells, by what it lacks; the last for all above."""
