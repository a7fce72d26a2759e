"""The command ``noughts``: one group, its commands loaded only when they are called.

Answers go to stdout, words about the work to stderr. Exit status 0: settled; 1: a rejected certificate, an unknown
verdict, a bad line among others; 2: bad usage or input, told in one line on stderr that quotes it, or output that
cannot be written, as on a full disk or a closed stdout. Ctrl-C is 130; a reader that goes away (``| head``) ends the
program quietly with 1, which is click's way.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

import click

from noughts.errors import NoughtsError, meant

_GROUPS = {
    "Play": {"play": "play", "serve": "server"},
    "Look inside": {
        "decide": "decide",
        "analyse": "positions",
        "tree": "positions",
        "draw": "draw",
        "map": "draw",
        "players": "positions",
    },
    "Compare": dict.fromkeys(("match", "exploit", "tournament"), "contests"),
    "Learn": {"lessons": "learn", "puzzle": "learn", "learn": "learn"},
    "Solve": {"solve": "proofs", "verify": "verify", "count": "positions"},
    "Keep": dict.fromkeys(("backup", "tidy"), "server"),
    "With other programs": dict.fromkeys(("gomocup", "ugi", "schema", "completion"), "engines"),
}
"""What people ask for: every command with the module beside this one that holds it."""

_COMMANDS = {name: module for group in _GROUPS.values() for name, module in group.items()}

_BAD_INPUT = 2

_NOT_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EBADF)
"""Nothing more can be written where stdout goes, or it is closed."""


class _LazyGroup(click.Group):
    """Imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = formatter.width - max(map(len, _COMMANDS)) - 6
        for title, names in _GROUPS.items():
            commands = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(title):
                formatter.write_dl([(name, one.get_short_help_str(width)) for name, one in commands if one])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"No such command {args[0]!r}{meant(args[0], _COMMANDS)}.".replace("?.", "?"))
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"noughts.cli.{_COMMANDS[cmd_name]}")
        name = cmd_name.replace("-", "_")
        command = getattr(module, name, None) or getattr(module, f"{name}_")  # map_: the language has a map
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=_LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="noughts", message="noughts %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """A tic-tac-toe laboratory.

    Play the game, look inside the computer's brain, and see, computed exactly, who can be beaten.

    Cells are a1 (top left) to c3; positions are rows from the top, like XX./.../O.. ;
    boards are COLUMNSxROWSxK, like 3x3x3 or 15x15x5.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(command: click.Command = cli, name: str = "noughts") -> NoReturn:
    """Runs a command line and exits with its status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # not where a test has put its own stream
            stream.reconfigure(errors="backslashreplace")
    try:
        status = command.main(standalone_mode=False, prog_name=name)
        sys.stdout.flush()
    except click.ClickException as error:
        _fail(name, error.format_message(), error.exit_code)
    except NoughtsError as error:
        _fail(name, str(error), _BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        with suppress(OSError):
            click.echo("\nstopped", err=True)
        sys.exit(128 + signal.SIGINT)
    except OSError as error:
        if error.errno not in _NOT_WRITTEN:
            raise
        discard_stdout()
        _fail(name, f"cannot write the answer: {error.strerror}", _BAD_INPUT)
    sys.exit(status if isinstance(status, int) else 0)


def discard_stdout() -> None:
    """Send what is printed from now on, and what is still to be written, to the null device."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(name: str, message: str, status: int) -> NoReturn:
    with suppress(OSError):  # the exit status still says it where stderr is closed or full
        click.echo(f"{name}: {' '.join(message.split())}", err=True)
    sys.exit(status)
