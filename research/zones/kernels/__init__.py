"""Kernels of the search for wins with zones.

The builder imports this module before kernels can be compiled, so it must not import any of them.
"""

from noughts.kernels.library import GROUPS, Group
from research.paths import ROOT

GROUP = Group(
    "zones", ("research.zones.kernels",), ("noughts.engine.kernels", "noughts.engine.score"), root=ROOT
)
"""The library of these kernels."""

GROUPS[GROUP.name] = GROUP
