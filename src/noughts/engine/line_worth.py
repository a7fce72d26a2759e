"""What open lines are worth, by the stones that they lack: index 1 is a line that lacks one stone.

The evaluation's weights, in thousandths of a logit, are learnt: a logistic regression of the results of 151 games of
the engine against itself (15x15x5, 8,000 to 20,000 positions a move, both colours of random openings of three to seven
stones) on how many lines of the side to move, and of the other, lack two, three, ... stones, in the 2,723 positions of
these games in which no line lacked one and the side to move had no win by fours at hand. It gave 30, 17, 1, 0 for the
side to move, 60, 14, 0, 0 for the other, and 24 for being to move, in hundredths: whoever is to move has no use for a
line that lacks two unless it wins, and must answer the other's. Here they are, all made 1.3 times as large. Against
the weights before (66, 22, 4 for either side) they won 79 games of 120 (10,000 positions a move, 60 openings).
"""

MOVER = (0, 0, 390, 220, 15, 1, 0, 0)
WAITER = (0, 0, 780, 180, 10, 1, 0, 0)
TEMPO = 300

WORTHS = (0, 20_000, 1_600, 320, 64, 14, 4, 1)
"""For the order of moves: what a line adds to each of its empty cells, by what it lacks; the last for all above."""
