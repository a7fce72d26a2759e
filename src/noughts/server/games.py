"""Requests of a game as decisions on its log, and the JSON that everybody may see of it.

A decision takes the game and the client's token, and returns what follows from the request, or None if it is done
already; it raises RefusedError if the game does not allow it. ``Journal.decide`` does the rest. The JSON contains
neither tokens nor hashes, nothing that lets a client act.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from noughts.contract.games import ClockJson, GameJson, OfferJson, RequestName, SeatJson
from noughts.contract.numbers import SCHEMA
from noughts.errors import ForfeitError, OptionError, quote
from noughts.explain.sentences import outcome_sentence
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.registry import LEVELS
from noughts.records.log import ASKED, FRIEND, PERSON, Ending, Event, Kind, Log, RefusedError, State
from noughts.server.game_time import GAME_TIME
from noughts.server.opponents import Opponents, Think, full_name, thinking_seconds
from noughts.server.stored_records import Change, GameHeader, GameRecord, Record

if TYPE_CHECKING:
    from noughts.contract.values import OutcomeJson


@dataclass(frozen=True)
class GameWithTokens:
    """A game that was just made, and the only copy of its tokens."""

    record: GameRecord
    tokens: Mapping[Mark, str]
    invitation: str | None


def milliseconds() -> int:
    """Return the time by which the clocks of games run."""
    return GAME_TIME.now()


def new_game(
    opponents: Opponents,
    start: Position,
    moves: Sequence[str],
    seats: Mapping[Mark, str],
    clock: str | None = None,
) -> GameWithTokens:
    """A new game, which nobody keeps yet; a ``clock`` like ``300+5`` is for two people only.

    Raises NoughtsError for moves that cannot be played and seats that cannot be taken.
    """
    who = set(seats.values())
    people = PERSON in who
    if FRIEND in who and not people:
        raise OptionError("a friend needs a person to play with: the other seat must be 'person'")
    for name in seats.values():
        if name not in (PERSON, FRIEND):
            opponents.player(name).check(start.board)
    if clock and not who <= {PERSON, FRIEND}:
        raise OptionError("a clock is for two people: a computer takes no part in it")
    log = Log.begin(start, seats, [Event(Kind.CLOCK, Mark.X, clock)] if clock else ())
    for name in moves:
        log = log.add(log.move(log.state.position.to_move, start.board.cell(name)))
    own = {
        seat: new_token() for seat, name in seats.items() if name == PERSON or (name != FRIEND and not people)
    }
    invitation = new_token() if FRIEND in who else None
    header = GameHeader(
        id=new_id(),
        start=start,
        seats=seats,
        tokens={seat: token_digest(token) for seat, token in own.items()},
        invitation=invitation and token_digest(invitation),
        secret=invitation and new_token(),
    )
    return GameWithTokens(Record(header, log), own, invitation)


def holder(game: GameRecord, token: str) -> Mark:
    """The seat that a token acts for; RefusedError where it is none's."""
    hashed = token_digest(token)
    for seat, hash_ in _hashes(game).items():
        if is_equal(hashed, hash_):
            return seat
    raise RefusedError("wrong-token", "this token belongs to no seat of this game")


def sign(game: GameRecord, seat: Mark) -> str:
    """Return the parameter ``as`` of the game's stream for the holder of a seat. It gives no other right.

    It is derived from the stored hash of the token, so every server of the database can verify it.
    """
    return friend_token(_hashes(game)[seat], f"sign {game.header.id}")


def seat_of_sign(game: GameRecord, text: str) -> Mark:
    """Return the seat that a sign belongs to. Raises RefusedError if the sign is wrong."""
    for seat in _hashes(game):
        if is_equal(text, sign(game, seat)):
            return seat
    raise RefusedError("wrong-token", "this sign belongs to no seat of this game")


def move(game: GameRecord, token: str, version: int, ply: int, cell: str, *, think: Think) -> Change | None:
    """A person plays, and the computer opposite, if there is one, answers as ``think`` says.

    Whoever thinks by the clock answers when asked to, by ``step``.
    """
    log, seat = game.log, holder(game, token)
    log.check_person(seat)
    board = log.state.position.board
    wanted = board.cell(cell)
    if log.repeats(version, "move", seat, board.cell_name(wanted)):
        return None
    _check_ply(log, ply)
    now = milliseconds() if log.state.clock else 0
    if not (log.state.ending or log.has_time(now)):
        return _change(game, log.add(log.flag(now)))
    after = log.timed(log.move(seat, wanted), now)
    mover = after.state.position.to_move
    if (
        not after.state.ending
        and after.is_computer(mover)
        and not thinking_seconds(after.seats[mover], board)
    ):
        after = _with_computer_move(after, think)
    return _change(game, after)


def step(game: GameRecord, token: str, version: int, ply: int, *, think: Think) -> Change | None:
    """The computer whose turn it is plays, as ``think`` says."""
    log = game.log
    holder(game, token)
    if log.repeats(version, "move", None):
        return None
    log.check_open()
    _check_ply(log, ply)
    log.check_step()
    return _change(game, _with_computer_move(log, think))


def ask(game: GameRecord, token: str, version: int, verb: RequestName) -> Change | None:
    """A request that needs nothing but the seat: one of ``ASKED``."""
    log, seat = game.log, holder(game, token)
    if log.repeats(version, verb, seat):
        return None
    return _offer_once(game, ASKED[verb](log, seat))


def flag(game: GameRecord, token: str) -> Change | None:
    """Whoever holds a seat says that the side to move has spent its time; a game that is over stays so."""
    holder(game, token)
    return None if game.log.state.ending else _change(game, game.log.add(game.log.flag(milliseconds())))


def name(game: GameRecord, token: str, called: str) -> Change | None:
    """Whoever holds a seat says what they are called; the same again does nothing."""
    seat = holder(game, token)
    event = game.log.name(seat, called)
    return None if game.log.state.names.get(seat) == called else _change(game, game.log.add(event))


def again(game: GameRecord, token: str, version: int, swap: bool) -> Change | None:
    """Goes on in a new game of the same seats."""
    log, seat = game.log, holder(game, token)
    if log.repeats(version, "again", seat):
        return None
    following = _successor(game, log.swaps(swap))
    event = log.again(seat, following.header.id, swap)
    if event.kind is Kind.OFFER:
        return _offer_once(game, event)
    return replace(_change(game, log.add(event)), begun=(following,))


def friend(game: GameRecord, invitation: str, nonce: str) -> tuple[Mark, str]:
    """The seat and the token of the friend who has an invitation: the same nonce gets the same again."""
    header = game.header
    if not header.invitation or not header.secret or not is_token(invitation, header.invitation):
        raise RefusedError("wrong-token", "this invitation does not belong to this game")
    seat = next(seat for seat, who in header.seats.items() if who == FRIEND)
    return seat, friend_token(header.secret, nonce)


def join(game: GameRecord, invitation: str, nonce: str) -> Change | None:
    """Takes the friend's seat."""
    seat, token = friend(game, invitation, nonce)
    if is_token(token, _hashes(game).get(seat, "")):
        return None
    return _change(game, game.log.add(replace(game.log.join(seat), detail=token_digest(token))))


def check_deletable(game: GameRecord, token: str) -> None:
    """Raises RefusedError unless the holder of a token may remove a game: where two play it, once it is over."""
    holder(game, token)
    if game.log.state.taken and not (game.log.state.ending or game.log.state.next):
        raise RefusedError("still-played", "two play this game: it can be deleted once it is over")


def score(game: GameRecord) -> tuple[int, int, int]:
    """The finished games of the row so far, this one included: won by X's seat, by O's, drawn."""
    x, o, draw = game.header.score
    ending = game.log.state.ending
    if ending is None or ending.reason == "abandoned":
        return x, o, draw
    return x + (ending.winner is Mark.X), o + (ending.winner is Mark.O), draw + (ending.winner is None)


def _hashes(game: GameRecord) -> Mapping[Mark, str]:
    """Of the seats' tokens; the friend's comes with the friend, unless it was there before."""
    if not game.log.state.taken:
        return game.header.tokens
    joined = next(event for event in game.log.events if event.kind is Kind.JOIN)
    return {joined.seat: joined.detail, **game.header.tokens}


def _change(game: GameRecord, after: Log) -> Change:
    return Change(game, after.events[game.log.version :], log=after)


def _with_computer_move(log: Log, think: Think) -> Log:
    position = log.state.position
    try:
        cell = think(log.seats[position.to_move], position)
    except ForfeitError as error:
        return log.add(Event(Kind.FORFEIT, position.to_move, str(error)))
    return log.add(log.move(position.to_move, cell))


def _check_ply(log: Log, ply: int) -> None:
    stands = log.state.position.ply
    if ply != stands:
        raise RefusedError("stale", f"ply {quote(ply)} is not where the game stands: that is {stands}")


def _offer_once(game: GameRecord, event: Event) -> Change | None:
    """Offering again what this side offers already does nothing."""
    offered = game.log.state.offers.get(event.detail)
    return None if event.kind is Kind.OFFER and offered is event.seat else _change(game, game.log.add(event))


def _successor(game: GameRecord, swap: bool) -> GameRecord:
    """The next game of the row: the same seats and tokens, on the same board from the same start."""
    header, state = game.header, game.log.state
    x, o, draw = score(game)
    places = {seat: seat.other if swap else seat for seat in Mark}
    following = replace(
        header,
        id=new_id(),
        seats={places[seat]: who for seat, who in header.seats.items()},
        tokens={places[seat]: kept for seat, kept in header.tokens.items()},
        previous=header.id,
        swapped=swap,
        score=(o, x, draw) if swap else (x, o, draw),
    )
    joined = [replace(each, seat=places[each.seat]) for each in game.log.events if each.kind is Kind.JOIN]
    clocked = [Event(Kind.CLOCK, Mark.X, str(state.clock))] if state.clock else []
    named = [Event(Kind.NAME, places[seat], called) for seat, called in state.names.items()]
    return Record(following, Log.begin(header.start, following.seats, (*clocked, *joined, *named)))


def ending_json(ending: Ending | None, position: Position) -> OutcomeJson | None:
    """The winner, the reason, the completed lines, and all that as a sentence; None while the game goes on."""
    if ending is None:
        return None
    name = position.board.cell_name
    return {
        "winner": ending.winner.value if ending.winner else None,
        "reason": ending.reason,
        "lines": [[name(cell) for cell in line] for line in ending.lines],
        "words": _words(ending, position),
    }


def _words(ending: Ending, position: Position) -> str:
    winner, loser = ending.winner, ending.winner and ending.winner.other
    said = {
        "resignation": f"{loser} resigned: {winner} wins.",
        "time": f"{loser} has spent all time: {winner} wins.",
        "forfeit": f"{ending.why}. {winner} wins.",
        "agreement": "A draw by agreement.",
        "abandoned": "Nobody came back to this game: it was closed, and nobody won.",
    }
    if ending.reason in said:
        return said[ending.reason]
    assert position.outcome
    return outcome_sentence(position.outcome, position.board)


def game_bytes(record: GameRecord) -> bytes:
    """Return the game's JSON as it is sent, in responses and in events alike.

    The record remembers it, unless a clock runs: then the time left changes.
    """
    from pydantic_core import to_json  # worker processes import this module, and encode no games

    if record.encoded is not None:
        return record.encoded
    text = to_json(game_json(record))
    if not _clock_runs(record.log):
        object.__setattr__(record, "encoded", text)  # the dataclass is frozen
    return text


def game_json(record: GameRecord) -> GameJson:
    """Return the game as docs/server.md describes it."""
    header, log = record.header, record.log
    state, position, ending = log.state, log.state.position, log.state.ending
    name = position.board.cell_name
    x, o, draw = score(record)
    return {
        "schema": SCHEMA,
        "id": header.id,
        "version": log.version,
        "board": str(position.board),
        "start": header.start.rows_text,
        "position": position.rows_text,
        "ply": position.ply,
        "to_move": position.to_move.value,
        "moves": [name(cell) for cell in state.game.moves],
        "redo": sum(state.groups),
        "seats": {mark.value: _seat_json(header.seats[mark], state, mark) for mark in Mark},
        "legal": [] if ending else [name(cell) for cell in position.empty],
        "may": {mark.value: log.may(mark) for mark in Mark},
        "outcome": ending_json(ending, position) if ending else None,
        "offers": [_offer_json(what, seat) for what, seat in state.offers.items()],
        "clock": _clock_json(log),
        "score": {"X": x, "O": o, "draw": draw},
        "next": state.next,
        "previous": header.previous,
        "swapped": header.swapped,
        "classroom": header.classroom,
    }


def _seat_json(seat: str, state: State, mark: Mark) -> SeatJson:
    person = seat in (PERSON, FRIEND)
    player = None if person else full_name(seat)
    level = (player or "").partition("(")[0]
    return {
        "kind": "friend" if seat == FRIEND else "person" if person else "computer",
        "player": player,
        "level": level if level in LEVELS else None,
        "seconds": thinking_seconds(seat, state.position.board) or None if player else None,
        "taken": state.taken or seat != FRIEND,
        "name": state.names.get(mark),
    }


def _clock_json(log: Log) -> ClockJson | None:
    clock, mover = log.state.clock, log.state.position.to_move
    if clock is None:
        return None
    runs = _clock_runs(log)
    now = milliseconds() if runs else clock.since or 0
    return {
        "seconds": clock.seconds,
        "increment": clock.increment,
        "left": {mark.value: max(0, clock.left_of(mark, mover, now)) for mark in Mark},
        "running": mover.value if runs else None,
    }


def _clock_runs(log: Log) -> bool:
    clock = log.state.clock
    return clock is not None and clock.since is not None and not log.state.ending


def _offer_json(what: str, seat: Mark) -> OfferJson:
    return {
        "seat": seat.value,
        "what": "draw" if what == "draw" else "undo" if what == "undo" else "again",
        "swap": what == "swap",
    }


def new_id() -> str:
    """Return an id for a game: 96 random bits, so that no address can be guessed."""
    return secrets.token_urlsafe(12)


_SPOKEN = "bcdfghjkmnpqrstvwxz23456789"
"""Letters and digits without vowels, so that they spell no word, and without those that look alike."""


def class_id() -> str:
    """Return an id for a class, short enough to be read off a wall and typed: ``bkmt-3wzq``, 38 random bits.

    Guesses are rate limited: with two a second an address would find one of a hundred open classes in 45 years.
    """
    letters = [secrets.choice(_SPOKEN) for _ in range(8)]
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"


def new_token() -> str:
    """Return a token: 256 random bits."""
    return secrets.token_urlsafe(32)


def token_digest(token: str) -> str:
    """Return the hash of a token that is stored. A token is random and long, so a plain hash cannot be searched."""
    return hashlib.sha256(token.encode()).hexdigest()


def friend_token(secret: str, nonce: str) -> str:
    """Return the friend's token for a nonce.

    It follows from the game's secret and the friend's own nonce, so that asking again after a lost response gives the
    same token, and nobody else can find it, neither with the invitation alone nor with the database alone.
    """
    digest = hmac.digest(secret.encode(), nonce.encode(), "sha256")
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def is_equal(one: str, other: str) -> bool:
    """Return whether two texts are equal, compared in constant time."""
    return secrets.compare_digest(one.encode(), other.encode())


def is_token(token: str, hash_: str) -> bool:
    """Return whether a token has this hash, compared in constant time."""
    return secrets.compare_digest(token_digest(token), hash_)
