"""Compare the observable output of this checkout with that of a base commit.

    python tools/freeze.py [--quick] [--base COMMIT]

Refactoring must not change what users see. This script drives only the command line, HTTP and a browser, so that it
runs on any checkout. It installs both checkouts, captures the output of each as named texts, and prints every text
that differs. The exit status is 1 if a difference is not listed in ``tools/freeze_accepted.toml``.

Captured are decisions of every player on every shipped board (text and JSON), values, node counts of searches,
certificates byte for byte, contests, lessons, pictures, the OpenAPI document, the responses of a game, and the
accessibility trees of pages. All budgets are nodes, never seconds, so that two runs of one checkout agree. ``--quick``
captures a share of each kind, in under three minutes.

The captures of the base are stored in ``build/freeze`` and used again while this script and the base stay the same.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from fnmatch import fnmatchcase
from functools import partial
from itertools import count, product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BASE = "df416a5c"
"""The commit that fixed the last faults before the restructuring began."""

ACCEPTED = Path(__file__).with_name("freeze_accepted.toml")
"""Accepted differences: a list ``accepted`` of tables. ``capture`` is a glob of capture names, ``reason`` says why they
may differ. With ``old`` (a regular expression) and ``new`` the base's text is rewritten, and must then be equal."""

BOARDS = """
    3x3x3 4x3x3 3x4x3 4x4x3 4x4x4 5x4x4 5x5x4 6x5x4 6x6x4 7x7x5 8x8x5 9x9x5 15x15x5 19x19x6
    cube2 cube3 cube4 torus3x3x3 torus4x4x4 torus5x5x5
""".split()
QUICK_BOARDS = "3x3x3 4x3x3 5x5x4 15x15x5 cube3 torus4x4x4".split()

PROVED = """
    3x3x3 4x3x3 4x4x3 5x4x4 4x4x4 5x5x4 6x5x4 5x5x5 6x5x5 6x6x5 6x6x6 7x6x6 7x7x6 8x8x6 9x6x6 7x5x5 7x7x5
    cube2 cube3 torus4x4x4 torus5x5x5 strip4x6x6
""".split()
QUICK_PROVED = "3x3x3 5x4x4 5x5x4 6x5x4 7x7x5 cube2".split()

SHORTEST = "3x3x3 4x3x3 5x3x3 4x4x3 5x5x3 6x5x4 cube3".split()
QUICK_SHORTEST = "3x3x3 4x3x3".split()

QUICK_COMMANDS = """
    tree XX./.../O..
    tree X../.O./..X --merge --depth 3 --json
    tree X.O/.O./X.. --boards --ascii --depth 1
    count 3x3x3
    count 4x3x3 --json
    match random core
    match easy rules --json
    match random weights --board 5x5x4 --games 40 --seed 7 --json
    exploit core
    exploit weights --json
    puzzle --seed 5 --solution
    puzzle --day 2026-11-23 --solution --json
    lessons
    lessons fork
    lessons weights --words precise
    draw XX./.../O.. --values
    draw XX./.../O.. --weights
    map X
    schema
    --help
    decide weights XX./.../O.. --steps
    decide no-such-player XX./.../O..
    decide tic XXX/.../...
    analyse XXX/OOO/...
    match random no-such-player
    solve 9by9
    verify no-such-file
"""
FULL_COMMANDS = (
    QUICK_COMMANDS
    + """
    players
    players --json
    tournament
    tournament --json
    map O
    lessons symmetry why-o-never-wins newell-simon core rules minimax tic max-and-min alpha-beta threats pairing plan
    learn menace --games 300 --json
    learn td --games 300 --json
    learn q --games 300 --json
    completion bash
    completion zsh
    completion fish
"""
)
SESSIONS = {
    "ugi": "ugi\nisready\nuginewgame\nposition startpos moves b2 a1\nquery p1turn\nquery gameover\nquit\n",
    "gomocup": "ABOUT\nSTART 15\nRESTART\nSTART 4\nEND\n",
}
"""Input of the protocols. Gomocup's has no turn: the engine would think until its time is over."""

QUICK_PATHS = """
    /openapi.json /api/lessons /api/ladder /api/strategy?side=X /api/positions /api/strength /api/boards
    /api/board?board=7x7x5 /api/puzzles?board=3x3x3&kind=fork /api/puzzles/run?seed=5
    /api/puzzles/daily?day=2026-11-23 /api/players?board=15x15x5 / /health
    /nowhere /api/nowhere /api/decide /api/decide?player=no-such-player /api/position?board=3x3
    /api/position?position=XXX/OOO/... /api/tree?path=z9 /api/review?moves=b2,b2 /api/games/nowhere
    /api/puzzles?board=3x3x3&kind=none
    /api/review?board=3x3x3&moves=b2,b1,a1,c3,a3 /api/review?board=4x3x3&moves=a1,b2,c2,b1
""".split()
FULL_PATHS = [*QUICK_PATHS, "/api/results", "/api/proofs", "/api/map.svg?side=O"]
RECORDS = ("3x3x3 b2 a1 (b1 {a note} c3) c1", "(;GM[4]SZ[3];B[bb];W[aa])", "nonsense", "3x3x3 b2 b2")

QUICK_PAGES = """
    / /?board=15x15x5 /?board=3x3x3&position=X.O/.../O.X /games /analyse?board=3x3x3&position=XX./.../O..
    /analyse?board=3x3x3&moves=b2(a1c3)b1a1c3&at=2&show=values,threats,numbers
    /brains?board=3x3x3&position=XX./.../O.. /brains?board=4x4x3 /learn /learn/fork /learn/puzzles /compare /class
    /nowhere
""".split()
FULL_PAGES = [
    *QUICK_PAGES,
    *"""
    /learn/ladder /learn/map /learn/tree /learn/positions /learn/worksheet /learn/again /learn/run
    /learn/symmetry /learn/core /learn/weights /learn/rules /learn/minimax /learn/tic /learn/alpha-beta
    /compare/match /compare/weakness /compare/strength /compare/boards
    /analyse?board=3x3x3&position=XX./.../O..&words=precise /analyse?board=3x3x3&moves=b2a1&tab=share
    /analyse?board=4x4x3&tab=setup /analyse?board=3x3x3&position=XX./.../O..&question=Which+move%3F
""".split(),
]

VOLATILE = (
    (re.compile(r"^.*compiling the solver, this first time only.*\n", re.MULTILINE), ""),
    (re.compile(r'("(?:seconds|elapsed|cpu_seconds|seconds_left|left)": ?)[0-9.e-]+'), r"\g<1>0"),
    (re.compile(r"\b[0-9]+(\.[0-9]+)? s\b"), "0 s"),
    (re.compile(r"127\.0\.0\.1:[0-9]+"), "HOST"),
)
"""Differences between two runs of one checkout: notes on compiling, times and the port."""

Captures = dict[str, str]


def stable(text: str) -> str:
    """Return a text without times and ports."""
    for pattern, replacement in VOLATILE:
        text = pattern.sub(replacement, text)
    return text


class Checkout:
    """A checkout with its package installed by its own Makefile."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.folder = folder
        self.scratch = scratch
        subprocess.run(["make", "--silent", "--no-print-directory", ".venv/package"], cwd=folder, check=True)
        self.python = folder / ".venv/bin/python"
        self.environment = {
            **os.environ,
            "COLUMNS": "100",
            "NOUGHTS_CACHE": str(scratch / "cache"),
            "NO_COLOR": "1",
        }
        self.environment.pop("PYTHONPATH", None)
        self.run("warm-up")

    def run(self, *arguments: str, given: str = "") -> str:
        """Return a command's exit status, output and errors."""
        process = subprocess.run(
            [self.python, "-m", "noughts", *arguments],
            input=given,
            capture_output=True,
            text=True,
            env=self.environment,
            cwd=self.scratch,
            timeout=1800,
            check=False,
        )
        return stable(f"exit {process.returncode}\n{process.stdout}{process.stderr}")

    @contextmanager
    def server(self) -> Iterator[Server]:
        """Serve the page on a free port while the block runs."""
        database = f"sqlite:///{self.scratch / 'games.db'}"
        options = ["--no-browser", "--port", "0", "--database", database, "--trusted-proxy", "127.0.0.1"]
        process = subprocess.Popen(
            [self.python, "-m", "noughts", "serve", *options],
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
            cwd=self.scratch,
        )
        assert process.stdout
        try:
            address = re.search(r"http://\S+?:\d+", process.stdout.readline())
            assert address, "the server did not print its address"
            yield Server(address[0])
        finally:
            process.terminate()
            process.wait()


class Server:
    """A server's HTTP interface. Every request comes from another client, so that no rate limit applies."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._clients = count(1)

    def ask(self, path: str, body: object = None, token: str = "") -> str:
        """Return a response's status, content type and body."""
        number = next(self._clients)
        headers = {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers)
        try:
            response = urllib.request.urlopen(request, timeout=120)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            text = response.read().decode(errors="backslashreplace")
            kind = response.headers["Content-Type"] or ""
            return stable(f"{response.status} {kind}\n{_indented(text)}")

    def json(self, path: str) -> Any:
        """Return the JSON of a GET request."""
        return json.loads(self.ask(path).partition("\n")[2])


def _indented(text: str) -> str:
    """Return JSON one field a line, so that differences are short; other text as it is."""
    try:
        return json.dumps(json.loads(text), indent=1, ensure_ascii=False)
    except ValueError:
        return text


def query(path: str, **fields: object) -> str:
    """Return a path with its query."""
    return f"{path}?{urllib.parse.urlencode(fields)}"


def positions(server: Server, board: str, many: int) -> list[str]:
    """Return texts of positions: the empty board, and some with too few stones for a line, drawn by a fixed seed."""
    empty = str(server.json(query("/api/position", board=board))["position"])
    cells = [at for at, letter in enumerate(empty) if letter == "."]
    digits = re.findall(r"\d+", board)
    max_plies = min(2 * int(digits[-1]) - 2, len(cells) - 2)
    texts = [empty]
    for number in range(1, many):
        rng = random.Random(f"{board} {number}")
        text = list(empty)
        plies = max(1, max_plies - 2 * (number // 2) - number % 2)
        for ply, at in enumerate(rng.sample(cells, plies)):
            text[at] = "XO"[ply % 2]
        texts.append("".join(text))
    return list(dict.fromkeys(texts))


Job = tuple[str, Callable[[], str]]
"""The name of a capture, and a function that returns its text."""


def get(server: Server, path: str) -> Job:
    """Return the capture of a GET request."""
    return f"http {path}", partial(server.ask, path)


def command(checkout: Checkout, *arguments: str) -> Job:
    """Return the capture of a command."""
    return f"noughts {' '.join(arguments)}", partial(checkout.run, *arguments)


def player_jobs(checkout: Checkout, server: Server, quick: bool) -> Iterator[Job]:
    """Yield every player's decisions on every board: JSON over HTTP, and some as text of the command line."""
    for board in QUICK_BOARDS if quick else BOARDS:
        listed = server.json(query("/api/players", board=board))
        players = [each["name"] for each in listed["players"]]
        levels = [each["name"] for each in listed["levels"]]
        texts = positions(server, board, 3 if quick else 6)
        for name, text in product((*players, *levels), texts):
            yield get(server, query("/api/decide", player=name, board=board, position=text))
        if board in ("3x3x3", "5x5x4", "15x15x5"):
            for name, text in product(players, texts[: 2 if quick else 4]):
                yield command(checkout, "decide", name, "--board", board, text)


def value_jobs(checkout: Checkout, server: Server, quick: bool) -> Iterator[Job]:
    """Yield values of positions and what is derived from them."""
    for board in QUICK_BOARDS if quick else BOARDS:
        paths = ["/api/position", "/api/board.svg"]
        if board in ("3x3x3", "4x3x3"):  # elsewhere the engine estimates within a time
            paths += ["/api/hint", "/api/line", "/api/tree", "/api/analyse"]
        for text in positions(server, board, 3 if quick else 5):
            limits = ("--board", board, "--nodes", "2000", "--seconds", "600")
            yield command(checkout, "analyse", *limits, text)
            yield command(checkout, "analyse", *limits, text, "--json")
            for path in paths:
                yield get(server, query(path, board=board, position=text))


def command_jobs(checkout: Checkout, quick: bool) -> Iterator[Job]:
    """Yield commands whose output does not depend on time, and sessions of the protocols."""
    for line in (QUICK_COMMANDS if quick else FULL_COMMANDS).strip().splitlines():
        yield command(checkout, *line.split())
    for name, text in SESSIONS.items():
        yield f"noughts {name}", partial(checkout.run, name, given=text)


def proof_jobs(checkout: Checkout, quick: bool) -> Iterator[Job]:
    """Yield node counts, verdicts of the verifier, and the bytes of certificates, by their hash."""
    for board in QUICK_PROVED if quick else PROVED:
        yield f"noughts solve {board}", partial(_proof, checkout, board)
    for board in QUICK_SHORTEST if quick else SHORTEST:
        yield f"noughts solve --shortest {board}", partial(_proof, checkout, board, "--shortest")


def _proof(checkout: Checkout, board: str, *more: str) -> str:
    file = checkout.scratch / f"{board}{''.join(more)}.gz"
    limits = ("--threads", "1", "--nodes", "3e6", "--memory", "256", "--json")
    solved = checkout.run("solve", board, *more, *limits, "--certificate", file.name)
    if not file.exists():
        return solved
    return f"{solved}\nsha256 {hashlib.sha256(file.read_bytes()).hexdigest()}\n{checkout.run('verify', file.name)}"


def http_jobs(server: Server, quick: bool) -> Iterator[Job]:
    """Yield constant responses, error responses, studies, and the responses of a game."""
    lessons = (
        () if quick else [f"/api/lessons/{each['name']}" for each in server.json("/api/lessons")["lessons"]]
    )
    for path in (*(QUICK_PATHS if quick else FULL_PATHS), *lessons):
        yield get(server, path)
    for record in RECORDS:
        yield f"http study {record}", partial(server.ask, "/api/studies", {"record": record})
    yield "http game", partial(_game, server)


def _game(server: Server) -> str:
    """Return all responses of a game of two people, without what is drawn at random."""
    made = server.ask("/api/games", {"board": "3x3x3", "x": "person", "o": "friend"})
    reply = json.loads(made.partition("\n")[2])
    game, invitation, token = reply["game"]["id"], reply["invitation"], reply["tokens"]["X"]
    responses = [made, server.ask(f"/api/games/{game}/seat", {"invitation": invitation, "nonce": "n" * 16})]
    other = json.loads(responses[-1].partition("\n")[2])["token"]
    for ply, cell in enumerate(("b2", "a1", "c1", "a3", "b3", "b1", "c2")):
        body = {"version": ply + 1, "ply": ply, "cell": cell}
        responses.append(server.ask(f"/api/games/{game}/moves", body, (token, other)[ply % 2]))
    responses.append(server.ask(f"/api/games/{game}/moves", {"version": 1, "ply": 0, "cell": "b2"}, token))
    responses.append(server.ask(f"/api/games/{game}/undo", {"version": 8}, token))
    responses += [server.ask(f"/api/games/{game}/record.{form}") for form in ("sgf", "psq", "json")]
    text = "\n".join(responses)
    for secret in (game, invitation, token, other):
        text = text.replace(secret, "SECRET")
    return re.sub(r"\d{4}-\d\d-\d\d(T[0-9:.Z+-]+)?|\b1[0-9]{9}(\.[0-9]+)?\b", "TIME", text)


def pages(server: Server, quick: bool) -> Captures:
    """Return the accessibility tree of each page, once it no longer changes."""
    from playwright.sync_api import sync_playwright

    chromium = (ROOT / ".venv/chromium").read_text().strip()
    trees = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium or None, args=["--no-sandbox"])
        for path in QUICK_PAGES if quick else FULL_PAGES:
            page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
            page.clock.install(time="2026-11-23T12:00:00Z")
            page.add_init_script("Math.random = () => 0.5; crypto.getRandomValues = array => array.fill(1);")
            page.goto(server.address + path, wait_until="networkidle")
            trees[f"page {path}"] = stable(_settled(page.locator("body").aria_snapshot))
            page.close()
        browser.close()
    return trees


def _settled(read: Callable[[], str]) -> str:
    """Return a text once it has stayed the same for a second, at most a minute after the first reading."""
    texts = [read()]
    while len(texts) < 120 and len(set(texts[-3:])) + (len(texts) < 3) > 1:
        time.sleep(0.5)
        texts.append(read())
    return texts[-1]


def capture(folder: Path, quick: bool) -> Captures:
    """Return all captures of a checkout."""
    with tempfile.TemporaryDirectory() as scratch:
        checkout = Checkout(folder, Path(scratch))
        with checkout.server() as server:
            jobs = [*proof_jobs(checkout, quick), *command_jobs(checkout, quick), *http_jobs(server, quick)]
            jobs += [*value_jobs(checkout, server, quick), *player_jobs(checkout, server, quick)]
            with ThreadPoolExecutor(os.cpu_count()) as executor:
                texts = executor.map(lambda job: job[1](), jobs)
                captures = dict(zip((name for name, _ in jobs), texts, strict=True))
            return captures | pages(server, quick)


def base_captures(commit: str, quick: bool) -> Captures:
    """Return the base's captures, stored from an earlier run of this same script where there is one."""
    script = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]
    folder = ROOT / "build/freeze"
    file = folder / f"{commit[:12]}-{script}-{'quick' if quick else 'full'}.json"
    if file.exists():
        return dict(json.loads(file.read_text()))
    checkout = folder / commit[:12]
    if not checkout.exists():
        subprocess.run(["git", "worktree", "prune"], cwd=ROOT, check=True)
        subprocess.run(
            ["git", "worktree", "add", "--detach", "--quiet", checkout, commit], cwd=ROOT, check=True
        )
    captures = capture(checkout, quick)
    part = file.with_suffix(".part")
    part.write_text(json.dumps(captures))
    part.replace(file)
    return captures


def accept(
    before: Captures, after: Captures, rules: Iterable[Mapping[str, str]]
) -> tuple[Captures, Captures, list[str]]:
    """Return both sides without accepted differences, and the reasons of the rules that matched none."""
    before, after, unused = dict(before), dict(after), []
    for rule in rules:
        names = [name for name in {**before, **after} if fnmatchcase(name, rule["capture"])]
        if "old" in rule:
            texts = {name: re.sub(rule["old"], rule["new"], before[name]) for name in names if name in before}
            changed = [name for name in texts if texts[name] != before[name]]
            before.update(texts)
        else:
            changed = [name for name in names if before.pop(name, None) != after.pop(name, None)]
        if not changed:
            unused.append(rule["reason"])
    return before, after, unused


def differences(before: Captures, after: Captures, max_lines: int = 40) -> Iterator[str]:
    """Yield a description of every capture that differs, with the first lines of its difference."""
    for name in {**before, **after}:
        old, new = before.get(name), after.get(name)
        if old is None or new is None:
            yield f"=== {name}: only {'here' if old is None else 'in the base'}"
        elif old != new:
            lines = list(
                difflib.unified_diff(old.splitlines(), new.splitlines(), "base", "here", lineterm="", n=1)
            )
            yield "\n".join([f"=== {name}", *(line[:300] for line in lines[:max_lines])])


def main() -> int:
    """Compare and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="capture a share of each kind")
    parser.add_argument("--base", default=BASE, help="the commit to compare with [default: %(default)s]")
    options = parser.parse_args()
    commit = subprocess.run(
        ["git", "rev-parse", "--verify", f"{options.base}^{{commit}}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    start = time.monotonic()
    before = base_captures(commit, options.quick)
    base_seconds = time.monotonic() - start
    after = capture(ROOT, options.quick)
    seconds = time.monotonic() - start - base_seconds
    before, after, unused = accept(before, after, tomllib.loads(ACCEPTED.read_text()).get("accepted", []))
    problems = list(differences(before, after))
    if not options.quick:  # the quick set may lack the captures of a rule
        problems += [f"=== an accepted difference matches nothing any more: {reason}" for reason in unused]
    print(*problems, sep="\n")
    print(
        f"{len(after)} captures, {len(problems)} problems; base {base_seconds:.0f} s, this checkout {seconds:.0f} s"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
