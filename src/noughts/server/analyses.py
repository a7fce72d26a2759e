"""Answers about positions and players as plain JSON, computed in threads and worker processes.

These are what players, the solver and the rules say of a position; the opponents that can be played, and what is
exactly known of each; recorded results; and a record as a study, move by move. Nothing here needs the server.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from noughts.adapters.programs.program import Program
from noughts.contract.numbers import SCHEMA
from noughts.display.studies import study_json
from noughts.engine.analysis import analyse, assess, judge
from noughts.engine.analysis import analysis as stream
from noughts.engine.analysis import review as review_game
from noughts.errors import NotationError, NoughtsError, PlayerError, TooLargeError, WhichBoardError, quote
from noughts.explain import json_views, say
from noughts.explain.blocks import block_json, text_json
from noughts.explain.explain import explain as explain_decision
from noughts.explain.explain import explanation_json, summary_json
from noughts.explain.json_proofs import published_json, run_json
from noughts.explain.json_views import facts_json
from noughts.explain.loss_reason import loss_reason
from noughts.explain.sentences import hint_sentence, mistake_sentence, outcome_sentence
from noughts.explain.tree import TREE_CELLS, tree_block
from noughts.explain.turning_point import TurningPoint, WinByThreats, moment, refutation, turning_point
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import completions, forks, open_rows
from noughts.players.player import Player
from noughts.players.registry import LEVELS, is_house, player_names, player_type
from noughts.records.formats.file import players_named, read, read_study, text_of
from noughts.records.log import ending_of, person_name
from noughts.server.boards import find_board, find_position
from noughts.server.games import ending_json
from noughts.server.jobs import EVERY, Tell
from noughts.server.opponents import TIMES, Opponents, pure_player
from noughts.solver.analysis import Analysis, Mistake, can_analyse, pitfalls
from noughts.solver.analysis import analyse as analyse_exactly
from noughts.solver.game_tree import GameTree
from noughts.solver.published import SOURCES
from noughts.solver.recorded import known_campaigns, known_certificates, known_runs
from noughts.solver.search.limits import Pace
from noughts.solver.search.verdict import check
from noughts.solver.value import EstimatedValue, ExactValue, ProvedValue, Result, Value

if TYPE_CHECKING:
    from noughts.contract.choices import (
        BrokenPlayerJson,
        LevelJson,
        OpponentJson,
        OpponentsJson,
        PlaysJson,
    )
    from noughts.contract.matches import ProofJson
    from noughts.contract.terms import Side
    from noughts.contract.values import (
        AnalysisJson,
        BestLineJson,
        HintJson,
        OpenLinesJson,
        PositionJson,
        ReviewedPlyJson,
        TreeJson,
        TurningPointJson,
    )
    from noughts.contract.verdicts import BoardJson, BoardsJson, RunJson
    from noughts.explain.shapes import (
        BlocksJson,
        BrainsJson,
        DecisionJson,
        ExplanationJson,
        ReviewedMistakeJson,
        ReviewJson,
        SummaryJson,
        UnsupportedPlayerJson,
    )
    from noughts.solver.recorded import Run

_FEW_NODES = 2_000
"""How many positions are looked at where there is no time for more."""

_MANY_NODES = 1_000_000
"""How many are enough for somebody who watches: some seconds."""

_PNG_PIXELS = 800
"""The longer side of a PNG."""

_NODES_A_PLY = 5_000
"""Positions that the engine looks at for each ply of a reviewed game."""

_SEEN = {
    ExactValue: "Best play",
    ProvedValue: "Its proof begins",
    EstimatedValue: "The engine sees",
}
"""How the best line of a position is introduced."""


def decide(position: Position, player: str) -> DecisionJson:
    """Return a player's decision with its evidence."""
    return json_views.decision_json(pure_player(player).decide(position))


def explain(position: Position, player: str, blocks: bool) -> ExplanationJson:
    """Return the explanation of a player's decision, with its blocks if they are asked for."""
    return explanation_json(pure_player(player).decide(position), blocks=blocks)


def brains(position: Position, problem: str = "") -> BrainsJson:
    """The decisions of every player that plays the board, and why the others do not.

    With a ``problem`` only built-in players decide, and the problem is why the others do not.
    """
    decisions: list[SummaryJson] = []
    absent: list[UnsupportedPlayerJson] = []
    for name in player_names():
        if problem and not is_house(name):
            absent.append({"player": name, "why_not": problem})
            continue
        try:
            decisions.append(summary_json(pure_player(name).decide(position)))
        except PlayerError as error:
            absent.append({"player": name, "why_not": str(error)})
    return {
        **json_views.place_json(position),
        "brains": decisions,
        "absent": absent,
    }


def analysis(position: Position, nodes: int | None = None) -> AnalysisJson:
    """The value of the position and of every move: exact where it can be, else proved, else estimated."""
    return json_views.analysis_json(analyse(position, nodes=nodes))


def live_analysis(tell: Tell, board: str | None, position: str | None) -> AnalysisJson:
    """The same, told as it becomes known, and deeper: until nothing more can be known, or so much was looked at."""
    pace = Pace(EVERY, at_once=True)
    with stream(find_position(board, position)) as seen:
        for known in seen:
            if known.nodes >= _MANY_NODES or _is_settled(known):
                seen.stop()
            elif pace.due():
                tell(json_views.analysis_json(known))
        return json_views.analysis_json(seen.wait())


def _is_settled(known: Analysis) -> bool:
    """Whether the position's value is known, and something of every move: looking longer tells little more."""
    return known.value.result is not None and all(value.score is not None for value in known.moves.values())


def estimate(position: Position) -> AnalysisJson:
    """The same by the engine alone, within few positions: where exact values would take too long."""
    return json_views.analysis_json(assess(position, _FEW_NODES))


def position_facts(position: Position) -> PositionJson:
    """What the rules say: legal moves, the outcome, and where each side would complete a line or threaten two."""
    board, outcome = position.board, position.outcome
    sides: dict[Side, tuple[int, int]] = {"X": (position.x, position.o), "O": (position.o, position.x)}

    def cells(look: Callable[[Board, int, int], Iterable[Cell]]) -> dict[Side, list[str]]:
        """What each side has; nothing once the game is over."""
        return {side: [] if outcome else board.cell_names(look(board, *held)) for side, held in sides.items()}

    return {
        **json_views.place_json(position),
        "ply": position.ply,
        "to_move": position.to_move.value,
        "legal": [] if outcome else board.cell_names(position.empty),
        "outcome": ending_json(ending_of(outcome), position),
        "threats": cells(completions),
        "forks": cells(forks),
        "open_rows": {
            side: [] if outcome else [board.cell_names(row) for row in open_rows(board, *held)]
            for side, held in sides.items()
        },
    }


def line(position: Position, move: str | None) -> BestLineJson:
    """The best play of both sides, after a move where one is given, and what it is worth to the side to move."""
    board, mover = position.board, position.to_move
    if move is None:
        worth, cells = judge(position)
        words = f"{mover}, to move, {say.value(worth)}." if cells else _outcome_words(position)
    else:
        cell = board.cell(move)
        following, best = judge(position.play(cell))
        worth, cells = following.before(cell), (cell, *best)
        words = f"{say.cell(board, cell)} {say.value(worth)}."
    if cells:
        words = f"{words} {_SEEN[type(worth)]}: {say.moves(board, cells)}."
    return {
        **json_views.place_json(position),
        **json_views.judgement_json(worth, board),
        "winner": _winner(worth.result, mover),
        "line": board.cell_names(cells),
        "words": text_json(words),
    }


def hint(position: Position) -> HintJson:
    """A recommended move and why; the errors are those of ``Player.decide`` of the engine."""
    board, ranked = position.board, []
    if position.is_over:
        raise NoughtsError(f"the game {quote(position)} is over")
    if can_analyse(position) and pure_player("perfect").plays(board):
        exact = analyse_exactly(position)
        ranked = [*pitfalls(exact)]
        cell, words = ranked[0].cell, hint_sentence(exact, ranked)
    else:
        decision = pure_player("engine").decide(position)
        cell = next(iter(decision.moves))
        words = explain_decision(decision).why(cell)
    return {
        **json_views.place_json(position),
        "cell": board.cell_name(cell),
        "words": text_json(words),
        "ranked": [
            {"cell": board.cell_name(each.cell), "wrong": each.wrong, "replies": each.replies}
            for each in ranked
        ],
    }


def open_lines(position: Position, cell: str) -> OpenLinesJson:
    """The lines through a cell that nobody has spoilt; the errors are those of ``Board.cell``."""
    board = position.board
    at = board.cell(cell)
    through = (
        line
        for line, mask in zip(board.lines, board.masks, strict=True)
        if mask >> at & 1 and not (mask & position.x and mask & position.o)
    )
    return {
        **json_views.place_json(position),
        "cell": board.cell_name(at),
        "lines": [board.cell_names(line) for line in through],
    }


def picture(position: Position, last: str | None, coordinates: bool, paper: bool = False) -> str:
    """The position as an SVG picture; on paper it brings its own size, ground and colours."""
    from noughts.explain.svg import board_svg

    cell = None if last is None else position.board.cell(last)
    return board_svg(position, last=cell, coordinates=coordinates, paper=paper)


def photograph(position: Position, last: str | None, coordinates: bool) -> bytes:
    """The same on paper as PNG; NoughtsError where nothing is installed that draws it."""
    from noughts.explain.svg import png

    return png(picture(position, last, coordinates, paper=True), _PNG_PIXELS)


def tree(position: Position, path: tuple[str, ...], merge: bool, depth: int) -> TreeJson:
    """Return the node that a path of moves leads to, with its window, and the nodes below it."""
    return json_views.tree_json(_nodes(position, path, merge)[-1], depth)


def explained_tree(position: Position, path: tuple[str, ...], merge: bool) -> BlocksJson:
    """Return the same node as a block."""
    return {"schema": SCHEMA, "blocks": [block_json(tree_block(_nodes(position, path, merge)))]}


def _nodes(position: Position, path: tuple[str, ...], merge: bool) -> list[GameTree]:
    """Return the nodes of the game tree from the root along a path of moves."""
    root, on = GameTree(position, merge=merge), position.board
    if on.size > TREE_CELLS:
        limit = f"{on.size} cells; the server opens trees of at most {TREE_CELLS}"
        raise TooLargeError(f"the tree of {on} is too large: {limit}")
    nodes = [root]
    for name in path:
        cell = on.cell(name)
        below = [child for child in nodes[-1].children() if child.move == cell]
        if not below:
            raise NoughtsError(f"no branch {quote(name)} below {quote(nodes[-1].position)}")
        nodes += below
    return nodes


def review(start: Position, moves: tuple[str, ...]) -> ReviewJson:
    """The value after every ply of a game, as far as it can be computed or proved, and its mistakes."""
    cells = [start.board.cell(name) for name in moves]
    values, mistakes = review_game(start, cells, _NODES_A_PLY)
    played = list(accumulate(cells, Position.play_unchecked, initial=start))
    plies = zip((None, *moves), played, values, strict=True)
    over = played[-1].outcome
    refutations = {
        mistake.ply: _refutation(mistake, cells[mistake.ply - start.ply + 1 :]) for mistake in mistakes
    }
    loss = loss_reason(start, cells, mistakes)
    turning = turning_point(mistakes, over.winner, lambda each: refutations[each.ply]) if over else None
    return {
        **json_views.place_json(start),
        "moves": list(moves),
        "values": [_ply_json(move, each, value) for move, each, value in plies],
        "mistakes": [_mistake_json(each, refutations[each.ply]) for each in mistakes],
        "turning_point": None if turning is None else _turning_point_json(turning),
        "loss": None if loss is None else json_views.fields_json(loss, start.board),
    }


def _refutation(mistake: Mistake, following: Sequence[Cell]) -> WinByThreats | None:
    """Return how the other side could win after a mistake, or how the mover could have won if that is not known.

    ``following`` are the moves of the game after the mistake.
    """
    lost = mistake.after.result is Result.LOSS
    if not lost and mistake.before.result is not Result.WIN:
        return None
    position = mistake.position.play(mistake.cell) if lost else mistake.position
    return refutation(position, judge(position, _NODES_A_PLY)[1], following if lost else ())


def _mistake_json(mistake: Mistake, refuted: WinByThreats | None) -> ReviewedMistakeJson:
    described = moment(mistake, refuted)
    return {
        **json_views.mistake_json(mistake),
        "sentence": text_json(mistake_sentence(mistake)),
        "what": described.what,
        "instead": described.instead,
        "refutation": json_views.fields_json(refuted, refuted.board) if refuted else None,
    }


def _turning_point_json(turning: TurningPoint) -> TurningPointJson:
    position = turning.position
    return {
        "ply": position.ply,
        "position": position.rows_text,
        "side": turning.side.value,
        "move": position.board.cell_name(turning.cell),
        "needed": position.board.cell_names(turning.needed),
        "what": turning.what,
        "instead": turning.instead,
        "sentence": turning.sentence,
    }


def _ply_json(move: str | None, position: Position, value: Value) -> ReviewedPlyJson:
    """A position's value for the side to move, and who wins with best play; null where it is not known."""
    mover, result = position.to_move, value.result
    told: ReviewedPlyJson = {
        "ply": position.ply,
        "move": move,
        "position": position.rows_text,
        "to_move": mover.value,
        "value": None if result is None else json_views.result_json(result),
        "plies": value.plies,
        "winner": _winner(result, mover),
    }
    if isinstance(value, EstimatedValue) and value.estimate is not None:
        told["estimate"] = value.estimate
    return told


def _winner(result: Result | None, mover: Mark) -> Side | None:
    """Who wins with best play, by what a position is worth to the side to move, as far as that is known."""
    if not result:
        return None
    return (mover if result is Result.WIN else mover.other).value


def _outcome_words(position: Position) -> str:
    assert position.outcome
    return outcome_sentence(position.outcome, position.board)


def players(opponents: Opponents, board: str | None) -> OpponentsJson:
    """Every player and every level, and whether it plays the board; no ``proof`` yet, for that is computed."""
    on = find_board("3x3x3" if board is None else board)
    levels: list[LevelJson] = [
        {"name": level, "title": player_type(level).facts.title, **_plays(pure_player(level), on)}
        for level in LEVELS
    ]
    everybody = [_opponent(name, on) for name in player_names()]
    everybody += [_program(program, on) for program in opponents.programs.values()]
    return {"schema": SCHEMA, "board": str(on), "players": everybody, "levels": levels}


NO_PROOF: ProofJson = {"x": None, "o": None}
"""Nothing could be found out."""


def prove(name: str) -> ProofJson:
    """What exhaustion says of a player on 3x3x3: its score against the best reply, and a game that it loses."""
    from noughts.contests.exploit import exploit
    from noughts.contests.json_views import weakness_json

    board = Board.mnk(3, 3, 3)
    try:
        proof = exploit(pure_player(name))
    except Exception:  # noqa: BLE001 - whatever somebody else's player does, the others' proofs are given
        return NO_PROOF
    return {"x": weakness_json(proof.x, board), "o": weakness_json(proof.o, board)}


def _opponent(name: str, board: Board) -> OpponentJson | BrokenPlayerJson:
    try:
        return {**facts_json(player_type(name)), **_plays(pure_player(name), board), "house": is_house(name)}
    except Exception as error:  # noqa: BLE001 - whatever somebody else's player does, the others are listed
        return {"name": name, "house": is_house(name), **_absent(error)}


def _program(program: Program, board: Board) -> OpponentJson:
    """A program under its name; how it is started is the owner's business."""
    return {
        **facts_json(type(program)),
        "name": program.called,
        "called": "",
        "house": False,
        "options": {},
        **_plays(program, board),
    }


def _plays(player: Player, board: Board) -> PlaysJson:
    try:
        player.check(board)
    except Exception as error:  # noqa: BLE001 - as above
        return _absent(error)
    seconds = list(TIMES) if player.takes_time(board) else []
    return {"plays": True, "why_not": None, "seconds": seconds, "proof": None}


def _absent(error: Exception) -> PlaysJson:
    return {"plays": False, "why_not": str(error), "seconds": [], "proof": None}


def boards() -> BoardsJson:
    """Every recorded run, beside what is published, and where."""
    return {
        "schema": SCHEMA,
        "runs": [_run(run) for run in known_runs()],
        "sources": [{"name": name, "source": source} for name, source in SOURCES.items()],
    }


def board(name: str) -> BoardJson:
    """What is known of one board; the errors are those of ``Board.playable``."""
    on = Board.playable(name)
    why_not = _why_not(on)
    published = published_json(on)
    return {
        "schema": SCHEMA,
        "board": str(on),
        "cells": on.size,
        "lines": len(on.lines),
        "symmetries": len(on.symmetries),
        "published": published,
        "source": SOURCES[published["source"]] if published else None,
        "runs": [_run(run) for run in known_runs() if run.board == _longer_side_first(on)],
        "campaign": known_campaigns().get(str(on)),
        "provable": why_not is None,
        "why_not": why_not,
    }


def _run(run: Run) -> RunJson:
    return {**run_json(run), "at_hand": run.sha256 in known_certificates()}


def _longer_side_first(on: Board) -> Board:
    """An m,n,k board as the records name it, the longer side first; any other as it is."""
    columns, rows, k = on.columns, on.rows, on.k
    if k is None or on != Board.mnk(columns, rows, k):
        return on
    return Board.mnk(max(columns, rows), min(columns, rows), k)


def _why_not(on: Board) -> str | None:
    """Why the prover refuses a board, in its own words."""
    try:
        check(Position.start(on))
    except NoughtsError as error:
        return str(error)
    return None


LONGEST = 200_000
"""Letters of a record that are read. A game that fills 20x20, with notes and variations, has about half of them."""

MAX_FILE = 480_000
"""Bytes of a file that are read; in base64 they fit into the body of a request."""

MOST_MOVES = 5_000
"""Moves of a record, variations included, that are told: a page has to show them all."""


def study_bytes(
    record: str,
    file: str,
    board: str | None,
    likely: str | None,
    position: str | None,
    names: tuple[str, str],
) -> bytes:
    """Return the JSON of the study that a record, or a file in base64, has.

    If a WhichBoardError proposes boards, ``likely`` comes first if the record fits on it. ``names`` are those of X
    and O, unless the record has its own. Raises what ``read_study`` raises, and NotationError if there is nothing to
    read, or for a record with too many characters or moves.
    """
    if record and file:
        raise NotationError("give either record or record_base64, not both")
    text = _text_of_file(file) if file else record
    if not text.strip() and board is None and position is None:
        raise NotationError("nothing to read: give record, record_base64, position or board")
    if len(text) > LONGEST:
        raise NotationError(
            f"this is too long: {len(text):,} letters. At most {LONGEST:,} are read, which is more than a game that "
            "fills 20x20 has with a note at every move. Leave out variations or notes"
        )
    on = None if board is None else find_board(board)
    try:
        read = read_study(text, on, position, require_k=True)
    except WhichBoardError as error:
        if likely is not None and _fits(text, likely, position):
            error.boards = (likely, *(each for each in error.boards if each != likely))
        raise
    find_board(str(read.start.board))  # a record, too, may name only a board to play on
    if len(read.moves) > MOST_MOVES:
        raise NotationError(
            f"this record has {len(read.moves):,} moves, variations included: at most {MOST_MOVES:,} are read here"
        )
    x, o = (name and person_name(name) for name in names)
    told = study_json(replace(read, x=read.x or x, o=read.o or o))
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def read_game(record: str, board: str) -> tuple[str, str | None, list[str], dict[Mark, str]]:
    """Return the board, the rows of the start, the moves and the players' names of a game record.

    ``board`` is that of moves alone. Raises what ``read`` raises, and NotationError for a board not to play on.
    """
    game = read(record, find_board(board))
    on = find_board(str(game.start.board))
    return str(on), game.start.rows_text, list(on.cell_names(game.moves)), dict(players_named(record))


def _text_of_file(encoded: str) -> str:
    """Return the text of a file in base64; NotationError for what is none, or no text."""
    try:
        data = base64.b64decode(encoded, validate=True)
    except ValueError:
        raise NotationError(f"not a file in base64: {quote(encoded)}") from None
    return text_of(data)


def _fits(text: str, board: str, position: str | None) -> bool:
    """Return whether a record that does not name its board may be on this one, whatever else is wrong with it."""
    on = find_board(board)
    try:
        read_study(text, on, position, require_k=True)
    except WhichBoardError:
        return False
    except NoughtsError:
        return True
    return True
