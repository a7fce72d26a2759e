"""The blocks that lessons are made of, each by the word of its directive, with what it asks for computed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from noughts.contests.blunders import survey
from noughts.contests.exploit import Exploit, exploit
from noughts.errors import NoughtsError, quote
from noughts.explain.blocks import (
    Block,
    BlockBase,
    Frames,
    Heading,
    Paragraph,
    Row,
    Table,
    Text,
    Wordings,
    either,
)
from noughts.explain.say import percent, plural
from noughts.explain.wording import player_words
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import completions
from noughts.lessons.frames import SERIES, joined
from noughts.lessons.lesson_file import LessonFile, Passage, Words, at_line, in_file
from noughts.lessons.lesson_values import decision, fill, make, meanings, pairs, place
from noughts.lessons.line_pairs import partners
from noughts.lessons.puzzles import exercises, questions
from noughts.lessons.table_rows import ROWS
from noughts.players.registry import LEVELS, player, player_names
from noughts.solver.analysis import analyse

_CODE = re.compile(r"`(([a-z][a-z-]*)(?:\([^`]*\))?)`")
_PLIES = re.compile(r"\b([0-9]+) (?:ply|plies)\b")


@dataclass(frozen=True, slots=True)
class Question(BlockBase):
    """A board with a question: which cells are right, by the exact table."""

    question: Text
    position: Position
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PracticeGame(BlockBase):
    """A board to play on as ``side``, from a position, against a player.

    ``line`` has the moves of both sides along which the reader is led, none for free play. ``partners`` are pairs of
    cells by which the opponent plays instead of a player.
    """

    title: Text
    position: Position
    side: str
    player: str | None = None
    line: tuple[str, ...] = ()
    partners: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawnTree(BlockBase):
    """The game tree below a position, to be opened and stepped through; ``cuts`` shows those of alpha-beta."""

    title: Text
    position: Position
    merge: bool = False
    cuts: bool = False


LessonBlock = Block | Question | PracticeGame | DrawnTree
Blocks = Iterable[LessonBlock]


def blocks(file: LessonFile) -> Iterator[LessonBlock]:
    """All blocks of a lesson, in order. Raises NoughtsError, with the file and the line, for what cannot be made."""
    names = {"position": file.head["position"]} if "position" in file.head else {}
    for passage in file.passages:
        with in_file(file.path), at_line(passage.line):
            filled = _fill_passage(passage, names)
            yield from make(DIRECTIVES, "directive", (filled.kind, *filled.asked), filled)


def _fill_passage(passage: Passage, names: Mapping[str, str]) -> Passage:
    """A passage with every value in it, and its names replaced by what they mean."""
    with at_line(passage.line):
        return replace(
            passage,
            asked=meanings(passage.asked, names),
            words=Words(fill(passage.words.precise, names), fill(passage.words.simple, names)),
            items=tuple(_fill_passage(each, names) for each in passage.items),
            rows=tuple(fill(row, names) for row in passage.rows),
            simple_rows=tuple(fill(row, names) for row in passage.simple_rows),
        )


def text(words: Words) -> Text:
    """Return words as a text.

    Where no simple words are written, ``3 plies`` become ``2 moves``, and players in backticks are called by what
    people call them.
    """
    simple = _PLIES.sub(lambda plies: plural((int(plies[1]) + 1) // 2, "move"), words.simple or words.precise)
    return either(words.precise, _CODE.sub(_player_in_words, simple))


def _player_in_words(code: re.Match[str]) -> str:
    """Return what people call a player whose name is in backticks; other code as it is."""
    known = code[2] in player_names() or code[2] in LEVELS
    return player_words(code[1]) if known else code[0]


def _text(passage: Passage) -> Blocks:
    return [Paragraph(text(passage.words))]


def _heading(passage: Passage) -> Blocks:
    return [Heading(text(passage.words))]


def _frames(passage: Passage) -> Blocks:
    """Pictures to step through."""
    shown = []
    for item in passage.items:
        with at_line(item.line):
            shown += make(SERIES, "series of pictures", item.asked, text(item.words))
    if not shown:
        raise NoughtsError("no picture is asked for, by a line that begins with '- '")
    return [Frames(text(passage.words), *joined(shown))]


def _table(passage: Passage) -> Blocks:
    """A table. If it has rows or words of its own in the simple wording, another one takes its place there."""
    precise, simple = (_cells(rows) for rows in (passage.rows, passage.simple_rows))
    if not precise:
        raise NoughtsError("a table begins with its columns, like '| Board | Value |'")
    simple = simple or precise[:1]
    for item in passage.items:
        with at_line(item.line):
            both = make(ROWS, "rows", item.asked)
        precise += [[*row] for row, _ in both]
        simple += [[*row][: len(simple[0])] for _, row in both]
    table = _rows(passage.words.precise, precise)
    return [Wordings((table,), (_rows(passage.words.simple, simple),)) if passage.simple_rows else table]


def _rows(caption: str, rows: Sequence[Sequence[str]]) -> Table:
    head, *rest = (tuple(row) for row in rows)
    return Table(caption, head, tuple(Row(row) for row in rest))


def _cells(rows: Sequence[str]) -> list[list[str]]:
    """The cells of rows; those of dashes, which Markdown wants below the columns, are left out."""
    return [[cell.strip() for cell in row.strip("| ").split("|")] for row in rows if row.strip("|-: ")]


def question(position: Position, words: Words, right: Iterable[Cell]) -> Question:
    """A board with a question, and its right cells. Raises NoughtsError where none is right, or every one."""
    answers = position.board.cell_names(right)
    if not 0 < len(answers) < len(position.moves):
        raise NoughtsError(f"nothing is asked: {len(answers)} of {len(position.moves)} cells are right")
    return Question(text(words), position, tuple(answers))


def _best(passage: Passage, *at: str) -> Blocks:
    """Which moves keep the best result?"""
    analysis = analyse(place(*at))
    best = analysis.value.result
    right = (cell for cell, value in analysis.moves.items() if value.result is best)
    return [question(analysis.position, passage.words, right)]


def _two_threats(passage: Passage, *at: str) -> Blocks:
    """Which moves make two threats at once?"""
    position = place(*at)
    after = {cell: position.play(cell) for cell in position.moves}
    twice = (c for c, p in after.items() if len(completions(p.board, p.other, p.own)) > 1)
    return [question(position, passage.words, twice)]


def _stop(passage: Passage, *at: str) -> Blocks:
    """Where would the other side complete a line?"""
    position = place(*at)
    return [question(position, passage.words, completions(position.board, position.other, position.own))]


def _plays(passage: Passage, name: str, *at: str) -> Blocks:
    """Where does this player move?"""
    return [question(place(*at), passage.words, decision(name, *at).moves)]


def _alike(passage: Passage, cell: str, *at: str) -> Blocks:
    """Which moves are the same as this one but for a mirror or a turn?"""
    position = place(*at)
    one = position.play(cell).canonical()
    same = (each for each in position.moves if position.play(each).canonical() == one)
    return [question(position, passage.words, same)]


def _partner(passage: Passage, board: str, cell: str) -> Blocks:
    """Which cell is the other one of its pair?"""
    pairs(board)
    after = Position.start(board).play(cell)
    other = partners(after.board).get(after.board.cell_of(cell))
    return [question(after, passage.words, [] if other is None else [other])]


def _exercises(_: Passage, kind: str, number: str) -> Blocks:
    """So many exercises of a kind, from the easiest to the hardest."""
    among, wanted = exercises(kind), int(number)
    if not 0 < wanted <= len(among):
        raise NoughtsError(f"there are {len(among)} exercises {quote(kind)}, not {quote(number)}")
    for each in (among[i * (len(among) - 1) // max(1, wanted - 1)] for i in range(wanted)):
        yield question(each.position, Words(*questions(each)), each.answers)


def _play(passage: Passage, name: str, side: str) -> Blocks:
    """A board to play on freely, as a side, against a player."""
    return [game(passage.words, name, Mark(side))]


def game(words: Words, name: str, side: Mark, line: Sequence[Cell] = ()) -> PracticeGame:
    """Return a board to play on against a player, led along a line where one is given."""
    position = Position.start()
    moves = tuple(position.board.cell_names(line))
    return PracticeGame(text(words), position, side.value, str(player(name)), moves)


def _beat(passage: Passage, name: str) -> Blocks:
    """A game that a player loses, O first: there it is easier; the reader plays the other side."""
    found = exploit(name)
    side = _loser(found)
    if side is None:
        raise NoughtsError(f"{quote(name)} cannot be beaten")
    return [game(passage.words, name, side.other, found.side(side).line or ())]


def _play_pairs(passage: Passage, name: str) -> Blocks:
    """A board on which the other side answers by pairs alone."""
    pairs(name)
    board = Board.parse(name)
    answers = {board.cell_name(a): board.cell_name(b) for a, b in partners(board).items()}
    return [PracticeGame(text(passage.words), Position.start(board), Mark.X.value, partners=answers)]


def _tree(passage: Passage, at: str, *drawn: str) -> Blocks:
    """The game tree below a position: ``merged`` draws symmetric siblings once, ``cuts`` shows what alpha-beta cuts."""
    if extra := {*drawn} - {"merged", "cuts"}:
        raise NoughtsError(f"a tree is drawn with merged or cuts, not with {quote(' '.join(extra))}")
    return [DrawnTree(text(passage.words), place(at), merge="merged" in drawn, cuts="cuts" in drawn)]


def _verdict(_: Passage, name: str) -> Blocks:
    """What exhaustion finds of a player, and a game to play against it: one that it loses, where there is one."""
    found = exploit(name)
    side = _loser(found)
    yield Heading(text(Words("What exhaustion finds", "What a look at every game finds")))
    yield from _paragraphs(_findings(found), _last_words(found))
    if side is None:
        yield game(Words(f"Against `{name}`"), name, Mark.X)
    else:
        yield game(Words(f"Beat `{name}`"), name, side.other, found.side(side).line or ())


def _paragraphs(*paragraphs: Words) -> Blocks:
    for words in paragraphs:
        yield from _text(Passage(0, "text", words=words))


def _findings(found: Exploit) -> Words:
    """On which sides a player can lose, and how many of its decisions give something away."""
    looked = survey(player(found.player))
    sides, simply = [], []
    for side in Mark:
        weakness = found.side(side)
        if weakness.can_lose:
            sides.append(
                f"As {side} it can lose: whoever knows it holds it to a score of {weakness.score} a game."
            )
            simply.append(f"As {side} it can be beaten by whoever knows it.")
        else:
            sides.append(f"As {side} it cannot lose.")
            simply.append(f"As {side} nobody can beat it.")
    wrong = len(looked.blunders)
    told = (
        f"{wrong:,} of the moves that it may choose give something away"
        if wrong
        else "none gives anything away"
    )
    seen = (
        f"`{found.player}` can come into {looked.positions:,} positions in which it must move, whatever the other side "
        f"does, and every one of them was looked at: {told}."
    )
    precise = " ".join((seen, *sides, "A win counts 1, a draw 0, a loss `-1`."))
    return Words(precise, " ".join((seen, *simply)))


def _last_words(found: Exploit) -> Words:
    """What leads to the game below: one that the player loses, or a free one."""
    side = _loser(found)
    if side is None:
        return Words("So there is no game to show in which it is beaten. Try, if you like.")
    chance = found.side(side).chance
    first = f"Here is a game that it loses as {side}: among those the likeliest by its own choices, then the shortest."
    last = "You play the other side: the next cell is marked."
    precise, simple = (
        "It always plays its part in it."
        if chance == 1
        else f"It plays its part in it with the chance {share}; here it does."
        for share in (f"{chance}, {percent(chance)}", percent(chance))
    )
    return Words(f"{first} {precise} {last}", f"{first} {simple} {last}")


def _loser(found: Exploit) -> Mark | None:
    """A side on which it can lose, O first: there it is easier."""
    return next((side for side in (Mark.O, Mark.X) if found.side(side).can_lose), None)


DIRECTIVES: dict[str, Callable[..., Blocks]] = {
    "text": _text,
    "heading": _heading,
    "frames": _frames,
    "table": _table,
    "question": _best,
    "two-threats": _two_threats,
    "stop": _stop,
    "plays": _plays,
    "alike": _alike,
    "partner": _partner,
    "exercises": _exercises,
    "play": _play,
    "play-pairs": _play_pairs,
    "beat": _beat,
    "tree": _tree,
    "findings": lambda _, name: _paragraphs(_findings(exploit(name))),
    "verdict": _verdict,
}
"""Every directive; paragraphs and headings are two that need no word."""
