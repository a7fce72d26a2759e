"""The sources of a group of kernels: all that the compiled code depends on, which its library is named by."""

import ast
from dataclasses import replace

import pytest

from noughts.kernels import library
from noughts.kernels.library import GROUPS
from tests.paths import SOURCE

PACKAGES = SOURCE.parent
groups = pytest.mark.parametrize(
    "group",
    [
        group for group in GROUPS.values() if group.is_shipped and not group.capacity
    ],  # of each list of files one
    ids=lambda group: group.name,
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of all modules of noughts."""
    root = tmp_path_factory.mktemp("copy")
    for path in SOURCE.rglob("*.py"):
        target = root / path.relative_to(PACKAGES)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    return root


@groups
def test_the_digest_is_of_the_groups_sources(group, copy, monkeypatch):
    """A change of a source file of the group is another digest, and a change of another file, of each tenth, is not."""
    monkeypatch.setattr(library, "_ROOT", copy)
    files = replace(group, root=copy).source_files
    assert len(files) > 2
    others = sorted({*copy.rglob("*.py")} - {*files})
    for path in (*files, *others[::10]):
        content = path.read_bytes()
        path.write_bytes(content + b"# changed\n")
        assert (replace(group, root=copy).digest != group.digest) is (path in files), path
        path.write_bytes(content)
    assert replace(group, root=copy).digest == group.digest


class Module:
    """The imports of a module, and the definitions of its other names."""

    def __init__(self, path):
        self.imports, self.definitions = {}, {}
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                self.imports |= {each.asname or each.name: (node.module, each.name) for each in node.names}
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                self.definitions[node.name] = node
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = [
                    each for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)
                ]
                self.definitions |= {each.id: node for each in names}

    @property
    def kernels(self):
        """The names of the kernels."""
        for name, node in self.definitions.items():
            decorators = [ast.unparse(each) for each in getattr(node, "decorator_list", ())]
            if {"kernel", "entry"} & {*decorators}:
                yield name

    def uses(self, name):
        """Yield what a name is made of: names of this module (None) or of others."""
        if name in self.imports:
            yield self.imports[name]
        for node in ast.walk(self.definitions.get(name, ast.Pass())):
            if isinstance(node, ast.Name):
                yield None, node.id
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                yield ".".join(self.imports.get(node.value.id, ())), node.attr


def source(module):
    """Return the file of a module of noughts; None for others, and for those that say how kernels are called."""
    path = PACKAGES.joinpath(*module.split(".")).with_suffix(".py")
    return (
        path if path.is_relative_to(SOURCE) and path.is_file() and path.parent != SOURCE / "kernels" else None
    )


def needed(path):
    """Return the files from which the kernels of a file take names, directly or not."""
    waiting, found = [(path, name) for name in MODULES[path].kernels], set()
    while waiting:
        file, name = one = waiting.pop()
        if one not in found:
            found.add(one)
            used = [
                (file if module is None else source(module), other)
                for module, other in MODULES[file].uses(name)
            ]
            waiting += [(other, name) for other, name in used if other]
    return {file for file, _ in found}


MODULES = {path: Module(path) for path in SOURCE.rglob("*.py")}


@groups
def test_kernels_use_no_other_modules(group, monkeypatch):
    """Whatever a kernel takes from modules of noughts is in the files that the digest of its group is made of."""
    monkeypatch.setattr(library, "_ROOT", PACKAGES)
    files = replace(group, root=PACKAGES).source_files
    own = [path for path in files if [*MODULES[path].kernels]]
    assert own
    for path in own:
        assert needed(path) <= {*files}, path


def test_modules_that_a_kernel_uses_are_found():
    """The engine's mate scores come from a module of another package, by a constant of a module of kernels."""
    assert SOURCE / "engine/score.py" in needed(SOURCE / "engine/kernels/alphabeta.py")
    assert SOURCE / "engine/static_eval.py" in needed(SOURCE / "engine/mcts/compiled.py")
