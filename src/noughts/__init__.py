"""A tic-tac-toe laboratory: play it, see inside the computer's brain, compare brains exactly.

>>> from noughts import Position, player
>>> position = Position.parse("XX./.../O..")
>>> decision = player("weights").decide(position)
>>> {position.board.cell_name(cell): str(share) for cell, share in decision.moves.items()}
{'c1': '1'}

The public names are listed once, in the stub ``__init__.pyi``, as type checkers read it. A name's module is imported
when the name is first used. No module of noughts imports this one. The reference describes the names.
"""

from importlib import import_module
from os.path import join


def _read_stub() -> dict[str, tuple[str, str]]:
    """Return the module and the name in it of each public name."""
    origins = {}
    for line in __loader__.get_data(join(__path__[0], "__init__.pyi")).decode().splitlines():
        match line.split():
            case ["from", module, "import", name, "as", _]:
                origins[name] = (module, name)
            case [alias, "=", name]:
                origins[alias] = origins[name]
    return origins


_ORIGINS = _read_stub()

__all__ = ["__version__", *_ORIGINS]  # noqa: PLE0604 - all are strings


def __getattr__(name: str) -> object:
    if name == "__version__":
        value: object = _version()
    elif name in _ORIGINS:
        module, original = _ORIGINS[name]
        value = getattr(import_module(module), original)
    else:
        raise AttributeError(f"module 'noughts' has no attribute {name!r}")
    globals()[name] = value  # so that this function is not called for it again
    return value


def __dir__() -> list[str]:
    return __all__


def _version() -> str:
    """Return the installed version, or ``0+source`` if the source is used without an installation."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    try:
        return version("noughts")
    except PackageNotFoundError:
        return "0+source"
