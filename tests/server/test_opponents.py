"""Who may be played against by name."""

import pytest

from noughts import OptionError
from noughts.server.opponents import pure_player


def test_no_request_names_a_file():
    """A server refuses the player of a proof in one sentence, and does not look whether the file is there."""
    for name in ("proof(/etc/passwd)", "proof(file=/etc/passwd)"):
        with pytest.raises(OptionError, match="this server plays by none"):
            pure_player(name)
