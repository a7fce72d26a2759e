"""Which modules import which: of the house, and of its tests."""

import ast
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path


class Modules:
    """The modules below these packages' folders, by their dotted names: ``noughts.game.board``, ``tests.conftest``.

    A package's own file bears the package's name, but that of an outermost package is ``noughts.__init__``.
    """

    def __init__(self, *folders: Path) -> None:
        files = {path: folder for folder in folders for path in sorted(folder.rglob("*.py"))}
        self.paths = {_name(path, folder): path for path, folder in files.items()}
        self._packages = {name for name, path in self.paths.items() if path.name == "__init__.py"}
        self._imports: dict[str, tuple[str, ...]] = {}
        self._folders = folders
        self._tops = {folder.name for folder in folders}

    @cached_property
    def trees(self) -> dict[str, ast.Module]:
        """What each module says, read when first asked for."""
        return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in self.paths.items()}

    @cached_property
    def _exports(self) -> dict[str, str]:
        """The modules of the names in outermost packages' stubs: ``noughts.game.board`` of ``noughts.Board``."""
        stubs = [stub for folder in self._folders if (stub := folder / "__init__.pyi").is_file()]
        return {
            f"{stub.parent.name}.{alias.name}": node.module
            for stub in stubs
            for node in ast.parse(stub.read_text(encoding="utf-8")).body
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }

    def imports(self, module: str) -> tuple[str, ...]:
        """Return the modules of these packages that a module imports anywhere, as dotted names.

        A name imported from an outermost package counts as an import of the package and of the module that defines it.
        """
        if module not in self._imports:
            self._imports[module] = tuple(self._imported(module))
        return self._imports[module]

    def _imported(self, module: str) -> Iterator[str]:
        top, _, rest = module.partition(".")
        if rest == "__init__":
            yield from (origin for name, origin in self._exports.items() if name.startswith(f"{top}."))
        for node in ast.walk(self.trees[module]):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names if alias.name.split(".")[0] in self._tops)
            elif isinstance(node, ast.ImportFrom):
                parts = module.split(".")
                keep = len(parts) - node.level + (module in self._packages)
                base = ".".join([*(parts[:keep] if node.level else []), *filter(None, [node.module])])
                if base.split(".")[0] in self._tops:
                    full = [f"{base}.{alias.name}" for alias in node.names]
                    yield from (name if name in self.paths else base for name in full)
                    yield from (self._exports[name] for name in full if name in self._exports)


def _name(path: Path, folder: Path) -> str:
    parts = [folder.name, *path.relative_to(folder).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)
