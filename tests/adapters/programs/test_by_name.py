"""Programs by name: what a command line is read as, and that the registry starts none."""

import sys
from fractions import Fraction

import pytest

from noughts import NotationError, OptionError, player
from noughts.adapters.programs.by_name import player_or_program, program
from noughts.adapters.programs.gomocup_program import GomocupProgram
from noughts.adapters.programs.ugi_program import UgiProgram


def test_a_program_is_its_protocol_its_command_and_its_options():
    """What stands after the colon is split as a shell would, and options may stand at the end in brackets."""
    brain = program(f"gomocup:{sys.executable} -c 'a (b)'(seconds=1/2, memory=7)")
    assert brain == GomocupProgram(command=f"{sys.executable} -c 'a (b)'", seconds=Fraction(1, 2), memory=7)
    assert brain.argv == (sys.executable, "-c", "a (b)")
    assert program(str(brain)) == brain
    assert type(program("ugi:sh")) is UgiProgram
    assert str(program(" ugi:sh ")) == "ugi:sh"


def test_players_keep_their_names():
    """What names no protocol is a player of the registry, where programs are unknown."""
    assert player_or_program("rules(advanced=False)") == player("rules(advanced=False)")
    with pytest.raises(NotationError, match="not a player: 'gomocup:sh'"):
        player("gomocup:sh")


WRONG = {
    "gomocup:": "gomocup: cannot read the command ''",
    "gomocup:no-such-program -x": "there is no program 'no-such-program'",
    "gomocup:/etc/passwd": "there is no program '/etc/passwd'",
    "ugi:sh 'open": "cannot read the command",
    "ugi:sh(seconds=0)": "seconds='0' is not between 0 and 1,000,000",
    "ugi:sh(seconds=-1)": "seconds='-1' is not between",
    "ugi:sh(wait=9999999)": "wait='9999999' is not between",
    "ugi:sh(seconds=soon)": "'soon' is not a number",
    "ugi:sh(memory=1)": "ugi has no option 'memory'",
    "ugi:sh(command=ls)": "the command stands after the colon",
}


@pytest.mark.parametrize("spec", WRONG)
def test_what_is_wrong_is_quoted(spec):
    """A command that cannot be started and an option that makes no sense are refused before anything runs."""
    with pytest.raises(OptionError) as told:
        program(spec)
    assert WRONG[spec] in str(told.value)


def test_other_words_name_no_program():
    """Without a protocol there is no program."""
    with pytest.raises(NotationError, match="not a program: 'tic'"):
        program("tic")
