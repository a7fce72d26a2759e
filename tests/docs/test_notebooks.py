"""The notebooks of docs/notebooks run, and show what they say they show."""

import ast
import json
import os
from contextlib import redirect_stdout
from io import StringIO

import pytest

from noughts.players import registry
from tests.paths import DOCS

FOLDER = DOCS / "notebooks"
BOOKS = sorted(FOLDER.glob("*.ipynb"))


def cells(book):
    """The cells of code: their text and what stands below them."""
    read = json.loads(book.read_text(encoding="utf-8"))
    code = [cell for cell in read["cells"] if cell["cell_type"] == "code"]
    return [("".join(cell["source"]), cell["outputs"]) for cell in code]


def run(source, names):
    """Runs a cell: what it prints, and the value of its last line, as a notebook would."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    printed, value = StringIO(), None
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)  # noqa: S102 - the document's own code
        if last:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), value


def forms(value):
    """A value as a notebook keeps it: by type of media, without what methods have nothing to say."""
    kept = {"text/plain": repr(value)}
    for media, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        shown = getattr(value, method, lambda: None)()
        if shown is not None:
            kept[media] = shown
    return kept


def squeezed(text):
    """A text without its spaces: a notebook breaks long lines in its own way."""
    return "".join(text.split()) if isinstance(text, str) else {k: squeezed(v) for k, v in text.items()}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_a_notebook_shows_what_its_cells_give(book, monkeypatch):
    """Each cell, run in order, prints and shows exactly what stands below it."""
    monkeypatch.setattr(registry, "_registered", {})
    names = {"__name__": "__main__"}
    for source, outputs in cells(book):
        printed, value = run(source, names)
        kept = [squeezed(out["text"]) for out in outputs if out["output_type"] == "stream"]
        shown = [squeezed(out["data"]) for out in outputs if out["output_type"] == "execute_result"]
        assert kept == ([squeezed(printed)] if printed else []), source
        assert shown == ([] if value is None else [squeezed(forms(value))]), source


def plain(book):
    """A notebook without what differs from run to run: one stream for what was printed in several."""
    for cell in book.cells:
        cell.metadata = {}
        printed = [out for out in cell.get("outputs", []) if out.output_type == "stream"]
        for more in printed[1:]:
            printed[0].text += more.text
            cell.outputs.remove(more)
        for out in cell.get("outputs", []):
            if out.output_type != "stream":
                out.metadata = {}
    return book


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_a_notebook_runs_in_jupyter(book):
    """A kernel of Jupyter's gives what stands in it; NOUGHTS_NOTEBOOKS=1 stores it."""
    nbclient = pytest.importorskip("nbclient", reason="needs the dependency group 'notebooks'")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    read = nbformat.read(book, as_version=4)
    kept = plain(nbformat.read(book, as_version=4))
    nbclient.NotebookClient(read, timeout=300, kernel_name="python3").execute()
    if os.environ.get("NOUGHTS_NOTEBOOKS"):
        book.write_text(json.dumps(plain(read), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        assert [cell.get("outputs") for cell in plain(read).cells] == [
            cell.get("outputs") for cell in kept.cells
        ]
