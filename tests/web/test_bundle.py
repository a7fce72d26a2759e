"""What Python reads in a browser, in one file."""

import py_compile
import sys

import pytest
from web.bundle import Bundle, packed


@pytest.fixture
def bundle(tmp_path):
    """Two packages, one without a file of its own, and some data."""
    files = {"attic/__init__.py": "from attic.trunk import COAT\n", "attic/trunk.py": "COAT = 'grey'\n"}
    files["loft/beam.py"] = "WOOD = 'oak'\n"
    files["attic/list.py"] = (
        "from attic import __path__, __loader__ as loader\nLIST = loader.get_data(__path__[0] + '/list.txt')\n"
    )
    content = []
    for name, text in files.items():
        source = tmp_path / "source.py"
        source.write_text(text)
        compiled = py_compile.compile(str(source), str(tmp_path / "source.pyc"), dfile=name, doraise=True)
        with open(compiled, "rb") as file:
            content.append((f"{name}c", file.read()))
    return Bundle(packed([*content, ("attic/list.txt", b"hats")]))


def test_modules_are_imported_from_memory(bundle, monkeypatch):
    """Packages, their modules, and a package without a file of its own; a loader reads data beside a module."""
    monkeypatch.setattr(sys, "meta_path", [bundle, *sys.meta_path])
    try:
        import attic
        import attic.list
        import loft.beam

        assert attic.list.LIST == b"hats"
        assert attic.COAT == "grey"
        assert attic.__file__ == "/house/attic/__init__.pyc"
        assert loft.beam.WOOD == "oak"
        with pytest.raises(ModuleNotFoundError):
            import attic.cellar
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] in ("attic", "loft")]:
            del sys.modules[name]


def test_what_is_no_module_lies_beside(bundle, tmp_path):
    """Data is written to files, modules are not."""
    bundle.unpack_data(tmp_path / "house")
    files = [path for path in (tmp_path / "house").rglob("*") if path.is_file()]
    assert [path.read_bytes() for path in files] == [b"hats"]
