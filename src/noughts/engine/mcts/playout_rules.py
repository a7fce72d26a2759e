"""The numbers that the compiled tree and the plain one have in common, and what each means.

A tree grows by playouts (UCT: L. Kocsis, C. Szepesvári, Bandit based Monte-Carlo planning, ECML 2006). One playout:

  1  down from the root, at every node to the child of the highest mean + EXPLORE * sqrt(log(visits) / child's visits),
     a child that was never visited before any other; of the children only the best by a look (`static_eval`) are tried,
     WIDTH at first and more as the node is visited (progressive widening: R. Coulom 2007; G. Chaslot et al. 2008)
  2  a node that is visited the second time gets its children: one that wins or must be played, if there is one,
     else the CHILDREN best
  3  random moves to the end, but a line that can be completed is completed, else one that the other side could
     complete is stopped (O. and F. Teytaud, On the huge benefit of decisive moves, 2010)
  4  up again: 2 points for a win, 1 for a draw; and proofs: a node is lost for who moved there if a reply is proved to
     win, and proved where all replies are (M. Winands, Y. Björnsson, J.-T. Saito, Monte-Carlo tree search solver, 2008)

Who moved into a node is whom its points and its proof belong to.
"""

from __future__ import annotations

from math import log

EXPLORE = 0.7
"""How much a child that was seldom visited is preferred."""

WIDTH = 4
"""How many children are tried at first; one more for every visit up to the square root of the visits."""

CHILDREN = 40
"""How many moves a node remembers at most. Where there are more it is never called lost."""

UNKNOWN, LOSS, DRAW, WIN = 0, 1, 2, 3
"""What is proved of a node."""

MOST_PLAYOUTS = 1_000_000
MOST_NODES = 1 << 22
"""Rows of the largest tree, 256 MiB; when it is full it grows no more."""


def logarithms(number: int) -> list[float]:
    """The natural logarithms of 0 (taken as 1) to a number: the same to the last bit for both trees."""
    return [log(max(n, 1)) for n in range(number + 1)]
