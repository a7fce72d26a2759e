"""What Python reads in the browser, in one file: opened in memory, modules taken from there when they are imported.

Four bytes, the length of a JSON object of each file's name, place and length; then the files; all under Zstandard. A
file system with a thousand files would take longer to fill than these take to be imported.
"""

from __future__ import annotations

import gc
import json
import struct
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec, SourcelessFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path, PurePosixPath
from types import ModuleType
from warnings import filterwarnings

_HEAD = struct.Struct("<I")
_ROOT = "/house"
_COMPILED = ".pyc"


def packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    """The file's content before it is compressed."""
    places: dict[str, tuple[int, int]] = {}
    bodies, at = [], 0
    for name, body in files:
        places[name] = (at, len(body))
        bodies.append(body)
        at += len(body)
    told = json.dumps(places, separators=(",", ":")).encode()
    return b"".join([_HEAD.pack(len(told)), told, *bodies])


class Bundle:
    """The files by their names, and a finder of the modules among them."""

    def __init__(self, content: bytes) -> None:
        (length,) = _HEAD.unpack_from(content)
        self._begin = _HEAD.size + length
        self._content = memoryview(content)
        self._places: dict[str, list[int]] = json.loads(content[_HEAD.size : self._begin])
        self._folders = {parent.as_posix() for name in self._places for parent in PurePosixPath(name).parents}

    def read(self, name: str) -> bytes:
        """A file's content; KeyError where there is none."""
        at, length = self._places[name]
        return bytes(self._content[self._begin + at : self._begin + at + length])

    def unpack_data(self, root: Path) -> None:
        """Writes what is no module where it would lie beside the modules."""
        for name in self._places:
            if not name.endswith(_COMPILED):
                place = root / name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(self.read(name))

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """As ``importlib.abc.MetaPathFinder`` says."""
        place = name.replace(".", "/")
        for file, package in ((f"{place}/__init__{_COMPILED}", True), (f"{place}{_COMPILED}", False)):
            if file in self._places:
                path = f"{_ROOT}/{file}"
                within = [f"{_ROOT}/{place}"] if package else None
                return spec_from_file_location(
                    name, path, loader=_Loader(name, path, self), submodule_search_locations=within
                )
        if (
            place in self._folders and f"{place}/__init__.py" not in self._places
        ):  # a package without a file of its own
            spec = ModuleSpec(name, None, is_package=True)
            spec.submodule_search_locations = [f"{_ROOT}/{place}"]
            return spec
        return None


class _Loader(SourcelessFileLoader):
    """Takes a module's code from the bundle."""

    def __init__(self, name: str, path: str, bundle: Bundle) -> None:
        super().__init__(name, path)
        self._bundle = bundle

    def get_data(self, path: str) -> bytes:
        return self._bundle.read(path.removeprefix(f"{_ROOT}/"))


def open_bundle(compressed: bytes) -> None:
    """Everything in a bundle can be imported and read from now on.

    What is imported stays, so nobody looks for garbage until whoever imports it is done with that.
    """
    gc.disable()
    from compression.zstd import DecompressionParameter, decompress

    filterwarnings("ignore", "Can't validate argument")  # SQLAlchemy, of databases that are left out
    bundle = Bundle(decompress(compressed, options={DecompressionParameter.window_log_max: 27}))
    bundle.unpack_data(Path(_ROOT))
    sys.path.append(_ROOT)
    sys.meta_path.insert(0, bundle)  # type: ignore[arg-type] # a finder by what it does
