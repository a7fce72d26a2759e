"""Marks in a terminal: coloured as on the page and in pictures, as near as every terminal has its colours."""

import colorsys
import io
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.color import Color

import noughts
from noughts import board_svg
from noughts.cli.console import say
from noughts.cli.main import cli

BASIC = ("red", "green", "yellow", "blue", "magenta", "cyan")


class Terminal(io.StringIO):
    """A stdout that somebody looks at."""

    def isatty(self) -> bool:
        return True


def hue(colour: str) -> float:
    """Where a colour lies on the circle, from 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return colorsys.rgb_to_hls(red, green, blue)[0]


def nearest(colour: str) -> str:
    """Which of the six colours of every terminal is nearest to it on the circle."""
    apart = {name: abs(hue(colour) - hue(Color.parse(name).get_truecolor().hex)) for name in BASIC}
    return min(apart, key=lambda name: min(apart[name], 1 - apart[name]))


def test_x_and_o_have_one_colour_each_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page by day and night, saved pictures and the terminal: X is red, O is blue, nothing else is coloured."""
    style = (Path(noughts.__file__).parent / "page" / "style.css").read_text()
    picture = board_svg("XO./.../...", paper=True)
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    say("X plays O, and 'XOX' is quoted")
    for mark, colour, code in (("X", "red", "1;31"), ("O", "blue", "1;94")):
        day, night = re.findall(rf"--{mark.lower()}: light-dark\((#\w+), (#\w+)\)", style)[0]
        assert {nearest(day), nearest(night)} == {colour}
        assert day in picture
        assert f"\x1b[{code}m{mark}\x1b[0m" in terminal.getvalue()
    assert terminal.getvalue().count("\x1b[0m") == 2


@pytest.mark.long
def test_the_players_fit_a_terminal() -> None:
    """No line of `noughts players` is wider than a terminal of 80."""
    text = CliRunner().invoke(cli, ["players"]).stdout
    assert "newell-simon" in text
    assert max(map(len, text.splitlines())) <= 80
