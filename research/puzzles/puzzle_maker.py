"""Puzzles made of positions, by the exact table of 3x3x3 or by `bounded_win`: the same games give the same file.

On 3x3x3 a position makes one where some move is better than another, each up to symmetry. The first kind that fits:

    win     a line can be completed
    block   the other side would complete a line, at one cell; stopping it does not lose
    fork    a move threatens two lines, so that the next one wins
    plan    a move wins by force, later than that
    only    a single move does not lose
    safe    several moves do not lose, and others do

Right is every move of the best result. In ``win`` and ``fork`` it must also be the quickest, since that is what is
asked for: where somebody wins in three plies, the first of them makes two threats. On other boards:

    win     a line can be completed
    block   the other side would complete a line, at one cell; stopping it holds
    fork    a move threatens two lines: it wins in 3 plies
    first   it wins later, by a threat to complete a line where a quieter one looks as good, or the other way about
    plan    it wins later
    only    the other side would win, if it were to move; after a single move it does not
    safe    the same, after two or three moves

Right is every quickest win; or, in defence, every move after which the other side does not win with ``STONES`` stones.
The difficulty is measure, not judged: the exact chances that `random` and the levels below the highest err.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from random import Random

from noughts.contract.lessons import PuzzleKind
from noughts.errors import TooLargeError
from noughts.game.board import Board, Cell
from noughts.game.count import walk
from noughts.game.playout import playout
from noughts.game.position import Position
from noughts.game.threats import completions
from noughts.lessons.puzzles import EXERCISES, KINDS, MEASURED_BY, STONES, Puzzle
from noughts.players.registry import player
from noughts.solver.analysis import Analysis, analyse, best_play
from noughts.solver.value import Result
from research.puzzles.bounded_win import Race
from research.strength.recorded_games import RecordedGame

MOST: dict[PuzzleKind, int] = {
    "win": 60,
    "block": 60,
    "fork": 150,
    "first": 150,
    "plan": 200,
    "only": 200,
    "safe": 120,
}
"""So many puzzles of a kind on a board at most."""

LOOKED = {
    "4x4x4": 20_000,
    "6x6x4": 3_500,
    "7x7x5": 9_000,
    "10x10x5": 3_000,
    "15x15x5": 1_800,
    "cube4": 1_000,
}
"""Positions of a board that are looked at, at most: fewer where each takes long, more where few make a puzzle."""

BOARDS = tuple(LOOKED)
"""The boards besides 3x3x3, the smallest first."""

_RANDOM, _SMALL = 1_500, 64
"""Random games of a board of so many cells at most, beside those recorded: on larger ones they are no games."""

_RACES = 4_000
"""A position that needs more is left out: it would be long in the making, and nobody could solve it."""

_FROM_A_GAME = 2
"""Puzzles of one game at most: more would be alike."""

_SAFE = 3
_FORK, _THREE = 2, 2
"""Stones that a fork takes, and those that a quiet threat would win with."""


def pack(some: Iterable[Puzzle]) -> bytes:
    """The file that the package ships."""
    text = "".join(f"{puzzle}\n" for puzzle in some)
    return gzip.compress(text.encode(), 9, mtime=0)


def make_puzzles(games: Iterable[RecordedGame], tell: Callable[[str], None]) -> list[Puzzle]:
    """All puzzles: the exercises, and those of every board's games; in the order of the file."""
    games = list(games)
    found = exercises()
    for name in BOARDS:
        own = make_of(Board.parse(name), [game for game in games if str(game.board) == name])
        tell(f"{name}: {len(own)} puzzles")
        found += own
    return found


def exercises() -> list[Puzzle]:
    """The puzzles of 3x3x3, kind by kind, the easiest first, of equal ones the earlier in the game.

    Each is turned or mirrored in its own way.
    """
    board, order = Board.mnk(3, 3, 3), list(EXERCISES)
    classes = dict.fromkeys(Position.unchecked(board, x, o).canonical() for x, o in walk(board))
    unfinished = enumerate(position for position in classes if not position.is_over)
    turned = (each.transform(board.symmetries[n % len(board.symmetries)]) for n, each in unfinished)
    found = [puzzle for puzzle in map(_exercise, map(analyse, turned)) if puzzle]
    found.sort(key=lambda each: (order.index(each.kind), sum(_chances(each)), each.position.ply))
    return list(map(measure, found))


def _exercise(analysis: Analysis) -> Puzzle | None:
    """The puzzle that a position of 3x3x3 makes, if it makes one: its plies and its line are those of best play."""
    position, value = analysis.position, analysis.value
    right = tuple(cell for cell, each in analysis.moves.items() if each.result is value.result)
    kind = _exercise_kind(analysis, right)
    if kind in ("win", "fork"):
        right = analysis.best
    wrong = len(analysis.moves) - len(right)
    if kind is None or not wrong:
        return None
    plies, line = (value.plies or 0, best_play(position)) if value.result is Result.WIN else (0, ())
    return Puzzle(kind, position, right, plies, wrong, (), line)


def _exercise_kind(analysis: Analysis, right: tuple[Cell, ...]) -> PuzzleKind | None:
    position, value = analysis.position, analysis.value
    at_once = _at_once(position)
    if at_once == "block":
        stopped = right == completions(position.board, position.other, position.own)
        return "block" if stopped and value.result is not Result.LOSS else None
    if at_once or value.result is Result.LOSS:
        return at_once
    if value.result is Result.WIN:
        return "fork" if value.plies == 2 * _FORK - 1 else "plan"
    return "only" if len(right) == 1 else "safe"


def make_of(board: Board, games: Iterable[RecordedGame], most: int | None = None) -> list[Puzzle]:
    """The puzzles of one board, by its recorded games and some random ones, so many positions looked at."""
    found: dict[Position, Puzzle] = {}
    counts, of_game = Counter[str](), Counter[int]()
    looked = 0
    for number, position in _positions(board, games):
        at_once = _at_once(position)
        if of_game[number] >= _FROM_A_GAME or (at_once and counts[at_once] >= MOST[at_once]):
            continue
        looked += 1
        if looked > (most or LOOKED[str(board)]):
            break
        puzzle = puzzle_of(position)
        if puzzle and counts[puzzle.kind] < MOST[puzzle.kind] and position.canonical() not in found:
            found[position.canonical()] = measure(puzzle)
            counts[puzzle.kind] += 1
            of_game[number] += 1
    order = {kind: place for place, kind in enumerate(KINDS)}
    return sorted(found.values(), key=lambda each: (order[each.kind], each.rank, str(each)))


def puzzle_of(position: Position) -> Puzzle | None:
    """The puzzle that an unfinished position makes, if it makes one; not measured yet."""
    try:
        return _puzzle(Race(_RACES), position)
    except TooLargeError:
        return None


def _puzzle(race: Race, position: Position) -> Puzzle | None:
    dangers = completions(position.board, position.other, position.own)
    stones = race.fewest(position, 1 if dangers else STONES)
    if stones:
        return _win(race, position, stones)
    if dangers:
        return _block(race, position, dangers)
    return _defence(race, position)


def _at_once(position: Position) -> PuzzleKind | None:
    """The kind of puzzle where a line can be completed, by whomever."""
    board, own, other = position.board, position.own, position.other
    return "win" if completions(board, own, other) else "block" if completions(board, other, own) else None


def measure(puzzle: Puzzle) -> Puzzle:
    """The puzzle with how likely every player is to fail."""
    return replace(puzzle, fails=tuple(round(100 * chance) for chance in _chances(puzzle)))


def _chances(puzzle: Puzzle) -> list[Fraction]:
    """How likely each of ``MEASURED_BY`` is to play a wrong move."""
    decisions = (player(name).decide(puzzle.position).moves for name in MEASURED_BY)
    return [
        sum((moves[cell] for cell in moves if cell not in puzzle.answers), Fraction(0)) for moves in decisions
    ]


def _positions(board: Board, games: Iterable[RecordedGame]) -> list[tuple[int, Position]]:
    """The positions of all games with the number of each, mixed."""
    dice = Random(f"puzzles/{board}")
    played = [game.moves for game in games]
    if board.size <= _SMALL:
        played += [tuple(playout(Position.start(board), dice)[1]) for _ in range(_RANDOM)]
    all_positions = [
        (number, position)
        for number, moves in enumerate(played)
        for position in accumulate(moves[:-1], Position.play_unchecked, initial=Position.start(board))
    ]
    dice.shuffle(all_positions)
    return all_positions


def _win(race: Race, position: Position, stones: int) -> Puzzle | None:
    answers = race.winning(position, stones)
    if len(answers) > _SAFE or len(answers) == len(position.moves):
        return None
    wrong = [cell for cell in position.moves if cell not in answers]
    fours, threes = _threats(race, position)
    width = len([cell for cell in wrong if cell in fours | threes]) if stones > 1 else 0
    kind: PuzzleKind = "win" if stones == 1 else "fork" if stones == _FORK else "plan"
    if kind == "plan" and _is_choice(set(answers), fours, threes):
        kind = "first"
    line = race.line(position, stones)
    return Puzzle(kind, position, answers, 2 * stones - 1, width, (), line)


def _is_choice(answers: set[Cell], fours: set[Cell], threes: set[Cell]) -> bool:
    """Whether all answers are threats of one sort, and some of the other sort are wrong."""
    return (answers <= fours and bool(threes)) or (answers <= threes and bool(fours))


def _threats(race: Race, position: Position) -> tuple[set[Cell], set[Cell]]:
    """The moves that threaten to complete a line, and those that threaten more quietly, and did not before."""
    after = {cell: position.play_unchecked(cell) for cell in position.moves}
    fours = {cell for cell, each in after.items() if not each.is_over and race.threatens(each, 1)}
    if race.wins(position, _THREE):
        return fours, set()
    others = (each for each in after.items() if each[0] not in fours and not each[1].is_over)
    return fours, {cell for cell, each in others if race.threatens(each, _THREE)}


def _block(race: Race, position: Position, dangers: tuple[Cell, ...]) -> Puzzle | None:
    """Nothing is asked where stopping it comes too late, or where nothing else is left."""
    if len(dangers) > 1 or len(position.moves) == 1 or race.wins(position.play_unchecked(dangers[0]), STONES):
        return None
    return Puzzle("block", position, dangers, 1, 0, ())


def _defence(race: Race, position: Position) -> Puzzle | None:
    threat = next((n for n in range(2, STONES) if race.threatens(position, n)), None)
    if threat is None:
        return None
    put_off = race.holding(position, threat)
    hold = [cell for cell in put_off if cell in race.holding(position, STONES)] if put_off else []
    if not 0 < len(hold) <= _SAFE or len(hold) == len(position.moves):
        return None
    kind: PuzzleKind = "only" if len(hold) == 1 else "safe"
    return Puzzle(kind, position, tuple(hold), 2 * threat - 1, len(put_off) - len(hold), ())
