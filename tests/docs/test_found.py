"""How the package is found and read elsewhere: on the index, in citations, in a container."""

import re
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_bytes

import pytest
import yaml
from markdown_it import MarkdownIt

from tests.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
sys.path.insert(0, str(ROOT))
from hatch_build import standing_alone  # noqa: E402 - a file of the build, beside the house

sys.path.pop(0)


def targets(text):
    """Where the links and pictures of a page in Markdown lead."""
    html = MarkdownIt("commonmark").enable("table").render(text)
    return re.findall(r'(?:href|src)="([^"]*)"', html)


def examples(text):
    """The blocks of code of a page."""
    return [token.content for token in MarkdownIt("commonmark").parse(text) if token.type == "fence"]


def test_links_of_the_readme_lead_somewhere():
    """Every link and picture of the README is a file of the repository."""
    inside = [target for target in targets(README) if "://" not in target]
    assert len(inside) > 10
    assert [target for target in inside if not (ROOT / target).exists()] == []


@pytest.mark.parametrize("source", ["https://forge.example/noughts", None])
def test_the_readme_stands_alone_on_the_index(source):
    """On the index every link and picture is absolute, or left out where no address is known; examples stay."""
    shown = standing_alone(README, source)
    found = targets(shown)
    assert all(target.startswith("https://") for target in found)
    assert len(found) == (len(targets(README)) if source else 0)
    assert examples(shown) == examples(README)
    assert [line for line in shown.splitlines() if line.startswith("#")] == [
        line for line in README.splitlines() if line.startswith("#")
    ]


def test_the_wheel_tells_what_it_is(tmp_path):
    """The built wheel's metadata has the README, the classifiers for each Python, and every extra."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        told = message_from_bytes(packed.read(metadata))
    assert told["Description-Content-Type"] == "text/markdown"
    assert told.get_payload(decode=True).decode().startswith("# noughts")
    assert {f"Programming Language :: Python :: 3.{n}" for n in (11, 12, 13)} <= set(
        told.get_all("Classifier")
    )
    assert set(told.get_all("Provides-Extra")) == set(PROJECT["optional-dependencies"])
    assert not [name for name in names if "\\" in name or "__pycache__" in name]
    assert {name.split("/")[0] for name in names} == {"noughts", metadata.split("/")[0]}


def test_the_citation_is_of_this_version():
    """CITATION.cff has what its format asks for, and says what pyproject.toml says."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    assert (cited["title"], cited["version"]) == (PROJECT["name"], PROJECT["version"])
    assert cited["license"] == PROJECT["license"]
    assert [author["name"] for author in cited["authors"]] == [
        author["name"] for author in PROJECT["authors"]
    ]


def test_the_container_has_what_it_copies_and_is_not_root():
    """The Dockerfile copies only files that are there and let in, ends as another user, and serves."""
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    ignore = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = {line[1:] for line in ignore if line.startswith("!")}
    assert {name for name in let_in if not (ROOT / name).exists()} == set()
    assert let_in >= {"pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src", "constraints.txt"}
    assert [line for line in lines if line.startswith("USER")] == ["USER noughts"]
    assert lines[-1].startswith('CMD ["noughts", "serve"')
