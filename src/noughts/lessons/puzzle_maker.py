"""Puzzles made of the positions of games, each proved by `solver.race`: the same games give the same file.

What a position makes, the first that fits; other boards than 3x3x3, whose puzzles are its exercises:

    win     a line can be completed
    block   the other side would complete a line, at one cell; stopping it holds
    fork    a move threatens two lines: it wins in 3 plies
    first   it wins later, by a threat to complete a line where a quieter one looks as good, or the other way about
    plan    it wins later
    only    the other side would win, if it were to move; after a single move it does not
    safe    the same, after two or three moves

Right is every quickest win; or, in defence, every move after which the other side does not win with ``STONES`` stones.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from noughts.arena.recorded_games import RecordedGame
from noughts.contract.lessons import PuzzleKind
from noughts.errors import TooLargeError
from noughts.game.board import Board, Cell
from noughts.game.playout import playout
from noughts.game.position import Position
from noughts.game.threats import completions
from noughts.lessons.exercises import KINDS as EXERCISES
from noughts.lessons.exercises import MEASURED_BY, Exercise, exercises
from noughts.lessons.puzzles import KINDS, STONES, Puzzle
from noughts.players.registry import player
from noughts.solver.analysis import analyse, best_play
from noughts.solver.race import Race
from noughts.solver.value import Result

BOARDS = ("4x4x4", "6x6x4", "7x7x5", "10x10x5", "15x15x5", "cube4")
"""The boards besides 3x3x3, the smallest first."""

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

_RANDOM, _SMALL = 1_500, 64
"""Random games of a board of so many cells at most, beside those recorded: on larger ones they are no games."""

_RACES = 4_000
"""A position that needs more is left out: it would be long in the making, and nobody could solve it."""

_FROM_A_GAME = 2
"""Puzzles of one game at most: more would be alike."""

_SAFE = 3
_FORK, _THREE = 2, 2
"""Stones that a fork takes, and those that a quiet threat would win with."""


def packed(some: Iterable[Puzzle]) -> bytes:
    """The file that the package ships."""
    text = "".join(f"{puzzle}\n" for puzzle in some)
    return gzip.compress(text.encode(), 9, mtime=0)


def made(games: Iterable[RecordedGame], tell: Callable[[str], None]) -> list[Puzzle]:
    """All puzzles: the exercises, and those of every board's games; in the order of the file."""
    games = list(games)
    found = [_of_exercise(each) for kind in EXERCISES for each in exercises(kind)]
    for name in BOARDS:
        own = made_of(Board.parse(name), [game for game in games if str(game.board) == name])
        tell(f"{name}: {len(own)} puzzles")
        found += own
    return found


def made_of(board: Board, games: Iterable[RecordedGame], most: int | None = None) -> list[Puzzle]:
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
            found[position.canonical()] = measured(puzzle)
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


def measured(puzzle: Puzzle) -> Puzzle:
    """The puzzle with how likely every player is to fail."""
    return replace(puzzle, fails=tuple(_percent(name, puzzle) for name in MEASURED_BY))


def _percent(name: str, puzzle: Puzzle) -> int:
    moves = player(name).decide(puzzle.position).moves
    return round(100 * (1 - sum((share for c, share in moves.items() if c in puzzle.answers), Fraction(0))))


def _positions(board: Board, games: Iterable[RecordedGame]) -> list[tuple[int, Position]]:
    """The positions of all games with the number of each, mixed."""
    dice = Random(f"puzzles/{board}")
    played = [game.moves for game in games]
    if board.size <= _SMALL:
        played += [tuple(playout(Position.start(board), dice)[1]) for _ in range(_RANDOM)]
    all_positions = [(number, each) for number, moves in enumerate(played) for each in _walked(board, moves)]
    dice.shuffle(all_positions)
    return all_positions


def _walked(board: Board, moves: Iterable[Cell]) -> Iterator[Position]:
    """Every unfinished position of a game."""
    position = Position.start(board)
    for cell in moves:
        yield position
        position = position.play_unchecked(cell)


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


def _of_exercise(exercise: Exercise) -> Puzzle:
    """Its plies and its win are those of best play."""
    position = exercise.position
    value = analyse(position).value
    wins = value.result is Result.WIN
    fails = tuple(round(100 * exercise.fails[name]) for name in MEASURED_BY)
    line = best_play(position) if wins else ()
    plies = (value.plies or 0) if wins else 0
    wrong = len(position.moves) - len(exercise.answers)
    return Puzzle(exercise.kind, position, exercise.answers, plies, wrong, fails, line)
