"""Extract English text from source files: docstrings, comments, strings with spaces, and Markdown outside code.

Regular expressions find strings and comments, because `tokenize` takes ten times as long for the whole project.
`tests/test_prose.py` compares both.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from markdown_it import MarkdownIt


class Kind(Enum):
    """The part of a file that a passage comes from."""

    DOCSTRING = "docstring"
    COMMENT = "comment"
    STRING = "string"
    PARAGRAPH = "paragraph"
    FRAGMENT = "heading or table cell"


@dataclass(frozen=True)
class Passage:
    """Text without code, and the number of its first line."""

    line: int
    kind: Kind
    text: str


Found = tuple[int, int, Kind, str]
"""Start, end, kind and text of a string or comment."""

_CODE_SPAN = re.compile(r"``[^`]+``|`[^`\n]+`")
_FIELD = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}")
_ESCAPED_SPACE = re.compile(r"\\[nrt]")
_DOCTEST = re.compile(r"^[ \t]*>>> .*(?:\n[ \t]*\S.*)*", re.MULTILINE)
_PYTHON = re.compile(
    r"""\#(?P<comment>[^\n]*)
      | (?P<prefix>\b[a-zA-Z]{1,2})?(?:
            \"""(?P<triple>[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*)\"""
          | "(?P<double>[^"\\\n]*(?:\\.[^"\\\n]*)*)"
          | '''(?P<triple_single>[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*)'''
          | '(?P<single>[^'\\\n]*(?:\\.[^'\\\n]*)*)'
        )""",
    re.DOTALL | re.VERBOSE,
)
_JAVASCRIPT = re.compile(
    r"""//(?P<comment>[^\n]*)
      | /\*(?P<block>.*?)\*/
      | "(?P<double>(?:\\.|[^"\\\n])*)"
      | '(?P<single>(?:\\.|[^'\\\n])*)'
      | (?:(?<=return\ )|(?<![\w$)\]]\ )(?<![\w$)\]]))/(?P<regex>(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+)/
      | (?P<template>`)
      | (?P<open>\{)
      | (?P<close>\})""",
    re.DOTALL | re.VERBOSE,
)
_TEMPLATE = re.compile(r"(?P<text>(?:\\.|[^`\\$]|\$(?!\{))*)(?:`|(?P<field>\$\{))", re.DOTALL)
_TYPE = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_JSDOC_TAG = re.compile(
    rf"@import .*|@(?:param|property|typedef|callback)\s*(?:{_TYPE})?\s*\S+|@\w+(?:\s*{_TYPE})?"
)
_COMPUTED = re.compile(r"<!-- \w+ -->\n.*?<!-- / -->", re.DOTALL)
_MARKDOWN = MarkdownIt("commonmark").enable("table")


def passages(path: Path) -> Iterator[Passage]:
    """Yield the passages of a file whose suffix is in `READERS`."""
    return READERS[path.suffix](path.read_text(encoding="utf-8"))


def python_passages(text: str) -> Iterator[Passage]:
    """Yield docstrings, comments and strings with spaces. Docstrings of attributes are docstrings, too."""
    return _lines(text, _joined(text, _python(text)))


def javascript_passages(text: str) -> Iterator[Passage]:
    """Yield comments, strings with spaces and the text of templates; a JSDoc comment is a docstring."""
    return _lines(text, _joined(text, _javascript(text)))


def markdown_passages(text: str) -> Iterator[Passage]:
    """Yield paragraphs, headings and table cells without code, HTML and what a program has computed."""
    text = _COMPUTED.sub(_blank, text)
    line, kind = 0, Kind.FRAGMENT
    for token in _MARKDOWN.parse(text):
        if token.map:
            line = token.map[0] + 1
        if token.type.endswith("_open"):
            kind = Kind.PARAGRAPH if token.type == "paragraph_open" else Kind.FRAGMENT
        if token.type == "inline":
            parts = {"text": None, "softbreak": "\n", "hardbreak": "\n", "code_inline": "`"}
            inside = "".join(parts[t.type] or t.content for t in token.children or () if t.type in parts)
            yield Passage(line, kind, inside)


def notebook_passages(text: str) -> Iterator[Passage]:
    """Yield the passages of all cells, whose lines are counted from the beginning of the cell."""
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        yield from (python_passages if cell["cell_type"] == "code" else markdown_passages)(source)


READERS: dict[str, Callable[[str], Iterator[Passage]]] = {
    ".py": python_passages,
    ".js": javascript_passages,
    ".mjs": javascript_passages,
    ".ts": javascript_passages,
    ".md": markdown_passages,
    ".ipynb": notebook_passages,
}
"""A function for each suffix."""


def _python(text: str) -> Iterator[Found]:
    for token in _PYTHON.finditer(text):
        start, end = token.span()
        if token["comment"] is not None:
            yield start, end, Kind.COMMENT, _CODE_SPAN.sub(_code, token["comment"])
            continue
        prefix = (token["prefix"] or "").lower()
        content = token[token.lastgroup or 0]
        if "b" in prefix:
            continue
        if "r" not in prefix:
            content = _ESCAPED_SPACE.sub("  ", content)
        if token["triple"] is not None and _begins_statement(text, start):
            yield start, end, Kind.DOCSTRING, _CODE_SPAN.sub(_code, _DOCTEST.sub(_blank, content))
        elif " " in content:
            yield start, end, Kind.STRING, _CODE_SPAN.sub(_code, _FIELD.sub(_blank, content))


def _begins_statement(text: str, start: int) -> bool:
    """Return whether a string stands first on its line and continues no expression of the line before."""
    before = text[:start].rstrip(" \t")
    is_first = not before or before.endswith("\n")
    return is_first and not before.rstrip().endswith(tuple("([{,=+%|"))


def _javascript(text: str) -> Iterator[Found]:
    braces: list[int] = []  # for each template around: the braces open in its `${...}`
    at = 0
    while token := _JAVASCRIPT.search(text, at):
        start, at = token.span()
        kind = token.lastgroup
        if kind == "template" or (kind == "close" and braces[-1:] == [0]):
            if kind == "close":
                braces.pop()
            part = _TEMPLATE.match(text, at)
            if part is None:
                raise ValueError(f"unclosed template at character {at}")
            at = part.end()
            if part["field"]:
                braces.append(0)
            yield start, at, Kind.STRING, _code_free(part["text"])
        elif kind in ("open", "close") and braces:
            braces[-1] += 1 if kind == "open" else -1
        elif kind == "block":
            jsdoc = token["block"].startswith("*")
            body = re.sub(r"(?m)^[ \t]*\*", "", token["block"])
            body = _JSDOC_TAG.sub(_blank, body) if jsdoc else body
            yield start, at, Kind.DOCSTRING if jsdoc else Kind.COMMENT, _CODE_SPAN.sub(_code, body)
        elif kind == "comment":
            yield start, at, Kind.COMMENT, _CODE_SPAN.sub(_code, token["comment"])
        elif kind in ("double", "single") and " " in token[kind]:
            yield start, at, Kind.STRING, _code_free(token[kind])


def _code_free(text: str) -> str:
    return _CODE_SPAN.sub(_code, _FIELD.sub(_blank, _ESCAPED_SPACE.sub("  ", text)))


def _joined(text: str, found: Iterator[Found]) -> Iterator[Found]:
    """Join comments on successive lines, and strings with only white space between them."""
    last: Found | None = None
    for each in found:
        start, end, kind, content = each
        if last and kind == last[2] != Kind.DOCSTRING and not (gap := text[last[1] : start]).strip():
            last = last[0], end, kind, last[3] + gap + content
            continue
        if last:
            yield last
        last = each
    if last:
        yield last


def _lines(text: str, found: Iterator[Found]) -> Iterator[Passage]:
    line, at = 1, 0
    for start, _, kind, content in found:
        line, at = line + text.count("\n", at, start), start
        yield Passage(line, kind, content)


def _blank(found: re.Match[str]) -> str:
    return " " + "\n" * found[0].count("\n")


def _code(found: re.Match[str]) -> str:
    return "`" + "\n" * found[0].count("\n")
