"""Subjects of commits are imperative and short."""

import re
import shutil

import pytest

from tests import git_output
from tests.git_output import git

START = "19ff503855892eff4e287ac0a972b4a0337045f7"
"""The last commit whose subject follows no rule."""
LIMIT = 72
"""Maximum characters of a subject."""

NO_VERBS = """
    A About After All An And Another Any As At Before Both But By Each Either Every Few Fewer For From
    He Her Here His How I If In Into It Its Less Many More Most Much My Neither New No Nobody None Nor
    Not Nothing Now Of Old On One Only Or Other Our Several She Since So Some Somebody Something Such
    Than That The Their Then There These They This Those Three To Too Two Until Up We What Whatever When
    Where Whether Which While Who Whoever Whose Why With Within Without Yet You Your
""".split()  # noqa: SIM905
"""First words that begin no imperative sentence."""
VERBS = """
    Alias Bias Bleed Bring Canvas Cling Embed Exceed Feed Fling Focus Heed Need Ping Proceed Ring Seed
    Shed Sing Speed Spring Sting String Succeed Swing Wed Wring
""".split()  # noqa: SIM905
"""Imperatives that end as other forms of a verb do."""


def faults(subject: str) -> list[str]:
    """Return what is wrong with the subject of a commit."""
    first = subject.split(" ", 1)[0]
    found = []
    if not re.fullmatch(r"[A-Z][a-z]+(-[a-z]+)*", first):
        found.append(f"its first word is not a capitalised verb: {first!r}")
    elif first in NO_VERBS or (re.search(r"([^s]s|ed|ing)$", first) and first not in VERBS):
        found.append(f"its first word is not an imperative: {first!r}")
    if len(subject) > LIMIT:
        found.append(f"it has {len(subject)} characters, at most {LIMIT} are allowed")
    if subject.endswith("."):
        found.append("it ends with a full stop")
    return found


def test_subjects_of_commits_are_imperative():
    """A subject begins with an imperative verb, has at most 72 characters and no final full stop (CONTRIBUTING.md)."""
    git("cat-file", "-e", f"{START}^{{commit}}")
    log = git("log", "--no-merges", "--format=%h %s", f"{START}..HEAD")
    subjects = [line.split(" ", 1) for line in log.splitlines()]
    wrong = [f"{commit} {subject!r}: {fault}" for commit, subject in subjects for fault in faults(subject)]
    assert not wrong, "\n".join(["subjects of commits (amend or rebase):", *wrong])


@pytest.mark.parametrize(
    "subject",
    [
        "Check symmetries by the cells of each line",
        "Do not fail in a traceback without standard streams",
        "Process requests in order",
        "Embed the font",
        "Bring back the proof",
        "Re-run failed jobs",
        'Revert "Drop the cache"',
        "Use " + 68 * "x",
    ],
)
def test_an_imperative_subject_has_no_fault(subject):
    """Verbs that end in -ss, -eed or -ing pass, and so do 72 characters."""
    assert faults(subject) == []


@pytest.mark.parametrize(
    ("subject", "fault"),
    [
        ("What a tree looks like", "not an imperative: 'What'"),
        ("The server stops", "not an imperative: 'The'"),
        ("Adds a test", "not an imperative: 'Adds'"),
        ("Added a test", "not an imperative: 'Added'"),
        ("Adding a test", "not an imperative: 'Adding'"),
        ("Tests import the facade", "not an imperative: 'Tests'"),
        ("add a test", "not a capitalised verb: 'add'"),
        ("tests: add a test", "not a capitalised verb: 'tests:'"),
        ("Engine: add a test", "not a capitalised verb: 'Engine:'"),
        ("15x15: add a test", "not a capitalised verb: '15x15:'"),
        ("", "not a capitalised verb: ''"),
        ("Use " + 69 * "x", "73 characters, at most 72"),
        ("Add a test.", "full stop"),
    ],
)
def test_faults_of_a_subject_are_named(subject, fault):
    """Articles, questions, other forms of a verb, prefixes, long subjects and full stops are faults."""
    (found,) = faults(subject)
    assert fault in found


@pytest.mark.parametrize("ci", ["", "true"])
def test_a_clone_without_the_first_commit_skips(tmp_path, monkeypatch, ci):
    """Without the commit, without a repository and without git the test is skipped with the reason, also in CI."""
    if not shutil.which("git"):
        pytest.skip("needs git")
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(git_output, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(pytest.skip.Exception, match="not tested: git cat-file"):
        test_subjects_of_commits_are_imperative()
    git("init", "--quiet")
    with pytest.raises(pytest.skip.Exception, match="not tested: git cat-file"):
        test_subjects_of_commits_are_imperative()
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pytest.skip.Exception, match="No such file"):
        test_subjects_of_commits_are_imperative()
