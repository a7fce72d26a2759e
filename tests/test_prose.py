"""Text is extracted from sources without the code around it."""

import ast
import io
import json
import tokenize
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.prose import Kind, javascript_passages, markdown_passages, notebook_passages, python_passages
from tests.words import ROOT, sources

MARK = "mark"
"""A word that stands for text to extract, or for code to leave out."""

PYTHON = '''"""Module {0}.

>>> {1} = play()
{1}
"""

# Comment {2}, ``{1}`` and
# {3}.
{1} = 1
"""Attribute {4}."""


def play({1}, other="{1}"):
    """Function {5}, `{1}`."""
    print("message {6}", "two {7} " "parts")
    return f"{{games}} {8} {{{1}}}" + '{{{1}}} # {9}' + b"bytes {1}" + r"pattern {10}"
'''
JAVASCRIPT = """// Comment {0}, `{1}`.
import {{ {1} }} from "./{1}.js";
/**
 * Function {2}.
 * @param {{{{a: {1}}}}} {1} what {3} is
 */
const {1} = ({1}) => /["'`]{1} /.test("message {4}") / 2 + `text {5} ${{{1} ? `inner {6}` : {{ a: "{1}" }}}} {7} end`;
/* Block {8}. */
"""
MARKDOWN = """# Heading {0}

Paragraph **{2}**, `{1}` and
[link {3}](https://example.org/{1}).

- item {4}

```python
{1} = 1
```

    {1} = 2

| {5} | `{1}` |
| --- | --- |
| {6} | <b title="{1}">b</b> |

<!-- {1} -->

Computed {1}.

<!-- / -->
"""


def slots(*prose):
    """Return what fills a template: marks where text is expected, another word where code is."""
    return [MARK if n in prose else "code" for n in range(12)]


def extracted(found):
    """Return the text of passages."""
    return " ".join(passage.text for passage in found)


@pytest.mark.parametrize(
    ("reader", "template", "prose"),
    [
        (python_passages, PYTHON, (0, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
        (javascript_passages, JAVASCRIPT, (0, 2, 3, 4, 5, 6, 7, 8)),
        (markdown_passages, MARKDOWN, (0, 2, 3, 4, 5, 6)),
    ],
)
def test_text_is_extracted_and_code_is_not(reader, template, prose):
    """Every passage of text is found once, and names, short strings, code spans and code blocks are left out."""
    text = extracted(reader(template.format(*slots(*prose))))
    assert text.count(MARK) == len(prose)
    assert "code" not in text


@given(
    st.sampled_from([python_passages, javascript_passages, markdown_passages]), st.text("\"'`/\\{}$#*\n a")
)
def test_any_text_is_read(reader, text):
    """Unfinished strings, comments and templates raise nothing but ValueError."""
    try:
        assert all(passage.line > 0 for passage in reader(text))
    except ValueError as error:
        assert "unclosed template" in str(error)


def test_lines_are_those_of_the_file():
    """A passage has the number of its first line, also after text that spans lines."""
    template = PYTHON.format(*slots(0, 2, 3, 4, 5, 6, 7, 8, 9, 10))
    lines = template.splitlines()
    assert [lines[p.line - 1].strip()[:4] for p in python_passages(template)][:4] == [
        '"""M',
        "# Co",
        '"""A',
        '"""F',
    ]
    assert [p.line for p in markdown_passages("# a\n\nb\nc\n\n<!-- d -->\n\ne\n\n<!-- / -->\n\nf\n")] == [
        1,
        3,
        12,
    ]


def test_a_docstring_is_a_statement():
    """A triple-quoted string is a docstring only where it is a statement of its own."""
    text = '"""a b"""\nx = f(\n    """c d"""\n)\nx = """e f"""\n"""g h"""\n# i j\n'
    assert [p.kind for p in python_passages(text)] == [
        Kind.DOCSTRING,
        Kind.STRING,
        Kind.STRING,
        Kind.DOCSTRING,
        Kind.COMMENT,
    ]
    assert [p.kind for p in javascript_passages("/** a b */ /* c d */")] == [Kind.DOCSTRING, Kind.COMMENT]
    assert [p.kind for p in markdown_passages("# a\n\nb\n\n- c\n\n| d |\n| --- |\n")] == [
        Kind.FRAGMENT,
        Kind.PARAGRAPH,
        Kind.PARAGRAPH,
        Kind.FRAGMENT,
    ]


def test_cells_of_a_notebook_are_read():
    """A notebook has the text of its Markdown cells and the comments of its code cells."""
    text = {"cell_type": "markdown", "source": ["# a\n", "b"]}
    code = {"cell_type": "code", "source": ["c = 1  # c"]}
    cells = json.dumps({"cells": [text, code]})
    assert extracted(notebook_passages(cells)).split() == ["a", "b", "c"]


def comments_and_docstrings(text: str):
    """Return the lines of a module's comments and docstrings by Python's own parsers."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = {token.start[0] for token in tokens if token.type == tokenize.COMMENT}
    nodes = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr))
    return comments, {n.lineno for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}


@pytest.mark.parametrize("folder", ["tests", pytest.param("", marks=pytest.mark.long)])
def test_python_is_read_as_its_parsers_read_it(folder):
    """Comments and docstrings of the tests' own modules, or of all sources, are those of `tokenize` and `ast`."""
    paths = (ROOT / folder).glob("*.py") if folder else (path for path in sources() if path.suffix == ".py")
    for path in paths:
        text = path.read_text(encoding="utf-8")
        comments, docstrings = comments_and_docstrings(text)
        found = [*python_passages(text)]
        assert {p.line for p in found if p.kind is Kind.DOCSTRING} == docstrings, path
        joined = (range(p.line, p.line + p.text.count("\n") + 1) for p in found if p.kind is Kind.COMMENT)
        assert comments <= set(chain.from_iterable(joined)), path
        assert {p.line for p in found if p.kind is Kind.COMMENT} <= comments, path
