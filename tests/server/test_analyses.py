"""The list of players, where one of them fails."""

from noughts import as_player
from noughts.players import registry
from noughts.players.function_player import FunctionPlayer
from noughts.server import analyses
from noughts.server.opponents import Opponents


def test_a_failing_player_spoils_no_list(monkeypatch):
    """A player that fails when it is asked what it plays, or to choose, is listed as such, and the others as ever."""
    monkeypatch.setattr(registry, "_registered", {})
    before = analyses.players(Opponents(), "3x3x3")["players"]
    failing = registry.register(as_player("failing")(lambda position: [].pop()))
    assert isinstance(failing, FunctionPlayer)
    assert analyses.prove("failing") == {"x": None, "o": None}
    monkeypatch.setattr(type(failing), "plays", lambda self, board: [].pop())
    *others, last = analyses.players(Opponents(), "3x3x3")["players"]
    assert others == before
    assert (last["house"], {each["house"] for each in others}) == (False, {True})
    assert (last["name"], last["plays"], last["why_not"]) == (
        "failing",
        False,
        "pop from empty list",
    )
