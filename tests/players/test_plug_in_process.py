"""Commands that list players list the others, too, whatever one installed player does while it is loaded."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import noughts
from noughts.players import plug_in_process
from noughts.players.plug_in_process import check_plug_ins
from noughts.players.registry import _plug_in, _plug_ins
from tests.players.plug import install
from tests.players.test_plugins import LAST
from tests.processes import HEARS_CTRL_C, runs, wait_until

HOUSE_PATH = str(Path(noughts.__file__).parents[1])

HANGING = {
    "sleeps": "import time; time.sleep(3600)",
    "waits for a socket": "import socket; pair = socket.socketpair(); pair[0].recv(1)",
    "holds the GIL in C": "import ctypes; ctypes.PyDLL(None).sleep(3600)",
    "blocks signals": "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals()); signal.pause()",
    "waits for a child": "import os\nif os.fork(): os.wait()\nelse:\n    import time; time.sleep(3600)",
    "computes": "while True: pass",
    "hangs where it is made": LAST.replace(
        "    def plays", "    def __post_init__(self):\n        while True: pass\n\n    def plays"
    ),
    "hangs where its boards are asked for": LAST.replace("return board.size > 1", "while True: pass"),
}
BROKEN = {
    "raises SystemExit": ("raise SystemExit(0)", "SystemExit: 0"),
    "raises BaseException": ("class Odd(BaseException): pass\nraise Odd('odd')", "Odd: odd"),
    "ends the process": ("import os; os._exit(0)", "it ends the process"),
    "is killed": ("import os; os.kill(os.getpid(), 9)", "it ends the process"),
    "allocates": ("held = bytearray(5_000_000_000); held[::4096] = b'1' * len(held[::4096])", "MB of memory"),
    "fails where it is made": (
        LAST.replace(
            "    def plays", "    def __post_init__(self):\n        raise KeyError('odd')\n\n    def plays"
        ),
        "KeyError: 'odd'",
    ),
}


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Install a module as the player ``last``, so that this process and those that it starts find it."""

    def install_module(module, entries="last = noughts_plug:Last"):
        install(tmp_path, module, entries)
        monkeypatch.syspath_prepend(tmp_path)
        _plug_ins.cache_clear()
        return tmp_path

    yield install_module
    _plug_ins.cache_clear()
    _plug_in.cache_clear()


def command(folder, *args, **options):
    """Run the command line with the module installed."""
    path = os.pathsep.join([str(folder), HOUSE_PATH])
    return subprocess.run(
        [sys.executable, "-m", "noughts", *args],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONPATH": path},
        **options,
    )


@pytest.mark.parametrize("module", HANGING.values(), ids=HANGING)
def test_a_player_that_hangs_is_named(installed, monkeypatch, module):
    """One that is not loaded within its deadline is stopped, and one sentence names it."""
    monkeypatch.setattr(plug_in_process, "LOAD_SECONDS", 1.0)
    installed(module)
    problems = check_plug_ins(["last"])
    assert problems == {"last": "the plug-in player 'last' was stopped: it takes more than 1 seconds"}


@pytest.mark.parametrize(("module", "words"), BROKEN.values(), ids=BROKEN)
def test_a_player_that_breaks_its_process_is_named(installed, module, words):
    """One that ends the process, or takes all memory, is named with the reason, and this process goes on."""
    installed(module)
    problem = check_plug_ins(["last"], 300_000_000)["last"]
    assert problem.startswith("the plug-in player 'last' ")
    assert words in problem


def test_players_that_can_be_loaded_have_no_problem(installed):
    """A sound player is not reported, whatever it prints, and although another one is broken."""
    installed(
        f"import os\nprint('loaded', flush=True)\nos.write(1, b'loaded')\n{LAST}",
        "last = noughts_plug:Last\nnone = noughts_plug:None",
    )
    assert list(check_plug_ins(["last", "none"])) == ["none"]


@pytest.mark.long
def test_players_are_listed_beside_one_that_hangs(installed):
    """`noughts players` lists all others, names the one that hangs on stderr, and ends with status 0."""
    folder = installed(LAST, "hang = noughts_hang:Hang\nlast = noughts_plug:Last")
    (folder / "noughts_hang.py").write_text(HANGING["sleeps"])
    done = command(folder, "players", "--json")
    names = [player["name"] for player in json.loads(done.stdout)]
    assert (done.returncode, names[0], names[-1]) == (0, "tic", "last")
    assert "'hang' was stopped: it takes more than 15 seconds" in done.stderr


@pytest.mark.long
def test_what_a_player_prints_is_not_in_the_answer(installed):
    """Text that a player prints when it is loaded, by Python or by another way, goes to stderr."""
    folder = installed(f"import os\nprint('by Python', flush=True)\nos.write(1, b'by another way')\n{LAST}")
    done = command(folder, "players", "--json")
    assert json.loads(done.stdout)[-1]["name"] == "last"
    assert "by Python" in done.stderr
    named = command(folder, "decide", "last", "XX./.../O..", "--json")
    assert "by Python" in named.stderr


@pytest.mark.long
def test_ctrl_c_ends_a_list_of_players_at_once(installed):
    """Ctrl-C while a player hangs ends the command with status 130, and the player's process."""
    folder = installed(
        f"import os\nopen(__file__ + '.pid', 'w').write(str(os.getpid()))\n{HANGING['sleeps']}"
    )
    started = folder / "noughts_plug.py.pid"
    with subprocess.Popen(
        [*HEARS_CTRL_C, sys.executable, "-m", "noughts", "players"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), HOUSE_PATH])},
    ) as listing:
        wait_until(lambda: started.exists() and started.read_text())
        listing.send_signal(signal.SIGINT)
        assert listing.wait(60) == 130
    wait_until(lambda: not runs(int(started.read_text())))


def test_damaged_metadata_of_a_package_is_reported(installed):
    """A package whose entry points are no text does not hide the players of others."""
    folder = installed(LAST)
    info = folder / "damaged-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: damaged\nVersion: 1.0\n")
    (info / "entry_points.txt").write_bytes(b"[noughts.players]\n\xff = nothing:None\n")
    done = command(folder, "decide", "last", "XX./.../O..")
    assert done.returncode == 0, done.stderr
    assert "entry points of an installed package cannot be read" in done.stderr


@pytest.mark.long
def test_no_process_is_started_where_no_player_is_installed():
    """Without installed players of others a list of players loads nothing for them."""
    script = """
import sys
from click.testing import CliRunner
from noughts.cli.main import cli
assert CliRunner().invoke(cli, ["players", "--json"]).exit_code == 0
print("noughts.players.plug_in_process" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
