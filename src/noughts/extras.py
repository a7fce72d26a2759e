"""The packages that the house uses, and the one line that says how to get one that is not there.

The library half (rules, players, contests, analysis, pictures, files, certificates) needs none of them. Whatever else
is called without its package raises MissingError: ``a PNG needs resvg: pip install 'noughts[png]'``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from noughts.errors import MissingError

PACKAGES: Mapping[str, tuple[str, str]] = {
    "anyio": ("AnyIO", "web"),
    "anywidget": ("anywidget", "notebook"),
    "cachetools": ("cachetools", "web"),
    "click": ("click", ""),
    "gymnasium": ("Gymnasium", "rl"),
    "httptools": ("httptools", "web"),
    "networkx": ("networkx", "web"),
    "numpy": ("NumPy", "arrays"),
    "open_spiel": ("OpenSpiel", "open-spiel"),
    "pettingzoo": ("PettingZoo", "rl"),
    "platformdirs": ("platformdirs", ""),
    "prometheus_client": ("prometheus_client", "web"),
    "psycopg": ("psycopg", "postgres"),
    "pydantic": ("pydantic", "web"),
    "pydantic_core": ("pydantic", "web"),
    "pyspiel": ("OpenSpiel", "open-spiel"),
    "distributed": ("Dask", "cluster"),
    "resvg_py": ("resvg", "png"),
    "rich": ("rich", ""),
    "segno": ("segno", "web"),
    "sqlalchemy": ("SQLAlchemy", "web"),
    "starlette": ("Starlette", "web"),
    "traitlets": ("traitlets", "notebook"),
    "typing_extensions": ("typing_extensions", ""),
    "uvicorn": ("uvicorn", "web"),
}
"""What each imported package is called, and the extra that brings it; "" where the base package does."""


def install(module: str, extra: str | None = None) -> str:
    """The command that brings a package, by the name that is imported: by its own extra, unless another is given."""
    extra = PACKAGES[module][1] if extra is None else extra
    return f"pip install 'noughts[{extra}]'" if extra else "pip install noughts"


def missing(what: str, module: str, extra: str | None = None) -> MissingError:
    """The error that says what needs this package, and how to get it."""
    return MissingError(f"{what} needs {PACKAGES[module][0]}: {install(module, extra)}", name=module)


@contextmanager
def needed_by(what: str, extra: str | None = None) -> Iterator[None]:
    """Where a package that is imported inside is not there, MissingError says that ``what`` needs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if isinstance(error, MissingError) or package not in PACKAGES:
            raise
        raise missing(what, package, extra) from None
