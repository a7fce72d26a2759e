"""Count old words and hold each file to the number it has: ``python -m tests.words``.

`words.toml` lists the words. `words_allowed.json` has the number of hits allowed in each file; their sum only falls.
"""

import argparse
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.paths import ROOT
from tests.prose import READERS, Kind, Passage, passages

LIST = ROOT / "tests/words.toml"
ALLOWED = ROOT / "tests/words_allowed.json"
FOLDERS = ("src", "tests", "web", "benchmarks", "tools", "research", "docs")
FILES = ("README.md", "CONTRIBUTING.md", "hatch_build.py")


@dataclass(frozen=True)
class Hit:
    """An old word in a file."""

    line: int
    text: str
    word: str
    instead: str


class Words:
    """Old words by where they are looked for: ``phrases``, ``docstrings`` and ``sentences`` of `words.toml`."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self._tables = tables
        self._phrase = self._compiled("phrases", r"(?<!\w){}\b")
        self._docstring = self._compiled("docstrings", r"\A\s*{}\b(?![^.!?]*\?)")
        self._sentence = self._compiled("sentences", r"(?:\A|[.!?]['\")*]*\s+){}\b(?![^.!?]*\?)")

    def hits(self, found: Iterable[Passage]) -> Iterator[Hit]:
        """Yield the old words in these passages."""
        for passage in found:
            yield from self._hits(passage, "phrases", self._phrase)
            if passage.kind is Kind.DOCSTRING:
                yield from self._hits(passage, "docstrings", self._docstring)
            if passage.kind is Kind.PARAGRAPH:
                yield from self._hits(passage, "sentences", self._sentence)

    def _hits(self, passage: Passage, table: str, pattern: re.Pattern[str]) -> Iterator[Hit]:
        for found in pattern.finditer(passage.text):
            number = found.lastindex or 1
            line = passage.line + passage.text.count("\n", 0, found.start(number))
            word, instead = list(self._tables[table].items())[number - 1]
            yield Hit(line, " ".join(found[number].split()), f"{table}: {word}", instead)

    def _compiled(self, table: str, around: str) -> re.Pattern[str]:
        words = [word.replace(" ", r"\s+") for word in self._tables[table]]
        anyone = "|".join(f"({word})" for word in words) or r"(?!)"
        return re.compile(around.format(f"(?:{anyone})"), re.IGNORECASE)


class WordsError(Exception):
    """Files have more old words than they may have."""


def tables() -> dict[str, dict[str, str]]:
    """Return the tables of `words.toml`: words and their replacements."""
    return tomllib.loads(LIST.read_text(encoding="utf-8"))


def listed() -> Words:
    """Return the words of `words.toml`."""
    return Words(tables())


def allowed() -> Counter[str]:
    """Return the number of hits that each file may have, from `words_allowed.json`."""
    return Counter(json.loads(ALLOWED.read_text(encoding="utf-8")) if ALLOWED.exists() else {})


def sources() -> list[Path]:
    """Return every file whose words are counted; generated files are not among them."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in READERS]
    found += [ROOT / name for name in FILES if (ROOT / name).is_file()]
    return sorted(found)


def name(path: Path) -> str:
    """Return the path below the repository, with slashes."""
    return path.relative_to(ROOT).as_posix()


def counts(words: Words) -> Counter[str]:
    """Return the number of hits of every source that has some."""
    return +Counter({name(path): sum(1 for _ in words.hits(passages(path))) for path in sources()})


def update(*, grows: bool = False) -> Counter[str]:
    """Write the hits found to `words_allowed.json`, and return them.

    Raises WordsError if there are more in all than before, unless ``grows`` is true.
    """
    found, before = counts(listed()), allowed()
    if found.total() > before.total() and not grows:
        files = "".join(f"\n  {file}: {found[file]}, allowed {before[file]}" for file in found - before)
        raise WordsError(f"more old words than allowed:{files}")
    text = json.dumps(dict(sorted(found.items())), indent=1, ensure_ascii=False)
    ALLOWED.write_text(text + "\n", encoding="utf-8")
    return found


def report(words: Words) -> str:
    """Return a table of the hits by word, and of the ten files that have the most."""
    by_word, by_file = Counter[str](), Counter[str]()
    for path in sources():
        found = [hit.word for hit in words.hits(passages(path))]
        by_word.update(found)
        by_file[name(path)] = len(found)
    lines = [f"{n:6}  {word}" for word, n in by_word.most_common()]
    lines += ["", *(f"{n:6}  {file}" for file, n in by_file.most_common(10))]
    return "\n".join([*lines, "", f"{by_file.total():6}  in all", ""])


def details(words: Words, path: Path) -> str:
    """Return the hits of a file, a line each, with what to write instead."""
    hits = sorted(words.hits(passages(path)), key=lambda hit: hit.line)
    return "".join(f"{name(path)}:{hit.line}: “{hit.text}”; instead: {hit.instead}\n" for hit in hits)


def main(arguments: list[str] | None = None) -> int:
    """Print a report, or the hits of files, or update `words_allowed.json`. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.words", description="Count old words.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="print the hits of these files")
    parser.add_argument(
        "--update", action="store_true", help="allow the numbers found, if there are no more in all"
    )
    parser.add_argument(
        "--grow", action="store_true", help="with --update: allow more, after words were added to the list"
    )
    given = parser.parse_args(arguments)
    try:
        if given.update:
            new = update(grows=given.grow)
            text = f"{new.total()} hits allowed in {len(new)} files\n"
        else:
            words = listed()
            found = "".join(details(words, path.resolve()) for path in given.files)
            text = found if given.files else report(words)
    except WordsError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
