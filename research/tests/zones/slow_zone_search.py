"""The slow reference of the zone search: moves and replies step by step in Python, a node for every reply."""

from typing import Any

import numpy as np

from noughts.engine.kernels import lines, network
from noughts.solver.certificate.write_file import PASS
from research.zones.kernels import zones
from research.zones.kernels.threat_sequences import win
from research.zones.zone_node import Attack, Defence
from research.zones.zone_search import (
    _FUEL,
    _LESS,
    _POOL,
    _REPLAY,
    _VARIATION,
    _WHOLE,
    ZoneSearch,
)
from research.zones.zone_tree import MARK_PASS, ZoneProof, ZoneTree


class SlowZoneSearch(ZoneSearch):
    """The same search: what is compiled of the upper part is plain here."""

    def _follow(self, attack: Attack, defence: Defence) -> None:
        y = min(defence.left.items(), key=lambda item: item[1].dn)[0]
        assert y == defence.easiest
        super()._follow(attack, defence)

    def _candidates(self, width: int) -> list[int]:
        a = self.state.turn
        must: int = zones.must(self.geo, self.state, 0)
        if must >= 0:
            return [must]
        hist: Any = np.asarray(self.state.hist)[: self.count] >> lines.WORTH
        worth = hist[:, a] + hist[:, 1 - a] * 3 // 4
        worth = worth * self.count + np.asarray(self.writer.degree)[: self.count]
        if self.dice:
            worth = worth * (1 + _VARIATION * self.dice.random(self.count))
        worth[~self._free] = -1
        pool = [int(c) for c in np.argsort(-worth, kind="stable")[:_POOL] if worth[c] > 0]
        best = self._by_network(pool)[:width]
        known = [m for m in self.favourites if self.held[m] < 0][:3]
        return [*known, *(m for m in best if m not in known)]

    def _defence(self, m: int, attack: Attack, hint: ZoneTree | None) -> Defence | None:
        self._step(m)
        defence = self._after(m, attack, hint)
        self._back(m)
        return defence

    def _after(self, m: int, attack: Attack, hint: ZoneTree | None) -> Defence | None:
        must = zones.must(self.geo, self.state, _FUEL)
        if must == -2:
            return None
        known = {y: tree for _, y, tree in hint.children()} if hint is not None else {}
        if must >= 0:
            return Defence(m, True, left={must: Attack(attack.depth)})
        proof = self._passing(attack, known.pop(PASS, None))
        if proof is None and attack.depth >= _WHOLE:
            return None
        cells = np.flatnonzero(proof.zone & self._free if proof else self._free)
        replies = cells.tolist()
        left = {y: Attack(attack.depth + 1, hint=known.get(y)) for y in replies}
        defence = Defence(m, False, [MARK_PASS, proof.tree.data] if proof else [], left)
        for y in [y for y in replies if y in known]:
            self._tell(defence, [y], known[y])
        return defence

    @property
    def _free(self) -> Any:
        return np.asarray(self.state.held)[: self.count] < 0

    def _sorted(self) -> list[int]:
        return self._by_network(self._moves)

    def _by_network(self, cells: list[int]) -> list[int]:
        if not self.geo.weighed:
            return cells
        worth = {}
        for place, cell in enumerate(cells):
            self._step(cell)
            worth[cell] = network.evaluate(self.geo, self.state) + place * _LESS
            self._back(cell)
        return sorted(cells, key=worth.__getitem__)

    def _passing(self, attack: Attack, hint: ZoneTree | None) -> ZoneProof | None:
        lines.pass_turn(self.state)
        proof, budget = self.replayed(hint, 1) if hint is not None else None, self._budget(attack) // 2
        if proof is None and win(self.geo, self.state, self.writer, self.tree, budget, 1):
            tree = self._written(True)
            assert tree
            proof = ZoneProof(tree, self.zone[self.state.ply].astype(bool))
        lines.pass_turn(self.state)
        return proof

    def replayed(self, tree: ZoneTree, r: int, fuel: int = _REPLAY, after: int = PASS) -> ZoneProof | None:
        if after < 0:
            return super().replayed(tree, r, fuel)
        self._step(after)
        proof = super().replayed(tree, r, fuel)
        self._back(after)
        return proof
