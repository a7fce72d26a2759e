"""How many positions of a table have which value: what counts and signatures are compared with."""

from noughts import Value
from noughts.solver.small.table import Table


def census(table: Table) -> list[dict[Value, int]]:
    """How many reachable positions have which value, by ply; the best value first.

    ``ExactValue(Result.LOSS, 0)`` counts the positions in which the last move completed a line.
    """
    return [_section(table, ply) for ply in range(table.board.size + 1)]


def _section(table: Table, ply: int) -> dict[Value, int]:
    section = bytes(table._body[table._layout.offsets[ply] : table._layout.offsets[ply + 1]])
    counts = ((byte, section.count(byte)) for byte in range(2 * table.limit, 0, -1))
    return {table.decode(byte - table.limit - 1, table.board.size - ply): n for byte, n in counts if n}
