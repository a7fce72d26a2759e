"""One application, two hosts: what the server answers and what Python in the tab answers is the same.

Both are asked the same few thousand questions by the page's HTTP API, in the tab through its worker, as the page asks.
What the engine and the proofs find there comes from kernels of WebAssembly.
"""

import base64
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.page import same_questions as questions
from tests.page.conftest import USUAL
from tests.page.site import Space
from tests.page.table import Table
from tests.server.people import Running

pytestmark = pytest.mark.long

LEFT_OUT = {"seconds", "id", "tokens"}
"""What cannot be the same: how long it took, and what is drawn at random for a game and its seats."""

AT_ONCE = 50
"""Questions that the page is handed at a time."""

ASK = """async (questions) => {
  const answers = [];
  for (const [path, body, token] of questions) {
    const headers = { "Content-Type": "application/json" };
    if (token) headers.Authorization = `Bearer ${token}`;
    const answer = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    let text = "";
    for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
    answers.push([answer.status, answer.headers.get("content-type"), btoa(text)]);
  }
  return answers;
}"""


class Question(NamedTuple):
    """What is asked: with a body it is sent, else got."""

    path: str
    body: dict[str, Any] | None = None
    token: str = ""


class Answer(NamedTuple):
    """What is answered; of a stream its last event."""

    status: int
    kind: str
    content: Any


Ask = Callable[[Iterable[Question]], list[Answer]]


def answer(status: int, kind: str, body: bytes) -> Answer:
    """An answer, its JSON read."""
    if kind.startswith("application/json"):
        return Answer(status, kind, json.loads(body))
    if kind.startswith("text/event-stream"):
        name, _, data = body.decode().strip().split("\n\n")[-1].partition("\ndata: ")
        return Answer(status, kind, [name, json.loads(data)])
    return Answer(status, kind, body)


def compared(content: Any) -> Any:
    """JSON without what is left out."""
    if isinstance(content, dict):
        return {name: compared(value) for name, value in content.items() if name not in LEFT_OUT}
    return [*map(compared, content)] if isinstance(content, list) else content


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Asks the server, which answers at any rate."""
    server = Running(f"sqlite:///{tmp_path_factory.mktemp('here') / 'games.db'}", limited=False)
    with httpx.Client(base_url=server.address, timeout=300, trust_env=False) as client:

        def ask(all_of: Iterable[Question]) -> list[Answer]:
            told = []
            for path, body, token in all_of:
                headers = {"authorization": f"Bearer {token}"} if token else {}
                said = client.request("POST" if body else "GET", path, json=body, headers=headers)
                told.append(answer(said.status_code, said.headers["content-type"], said.content))
            return told

        yield ask
    server.stop()


@pytest.fixture(scope="module")
def page(chromium: Browser, site: Space) -> Iterator[Page]:
    """A tab that has the site."""
    context = chromium.new_context(**USUAL)
    yield Table(context.new_page(), site.address).goto().page
    context.close()


@pytest.fixture(scope="module")
def there(page: Page) -> Ask:
    """Asks the tab."""

    def ask(all_of: Iterable[Question]) -> list[Answer]:
        return [
            answer(status, kind, base64.b64decode(body))
            for status, kind, body in page.evaluate(ASK, [*all_of])
        ]

    return ask


@pytest.mark.parametrize(
    "subject",
    [
        questions.decisions,
        questions.small_boards,
        questions.large_boards,
        questions.teaching,
        questions.contests,
        questions.proofs,
        questions.certificates,
        questions.bad_input,
    ],
    ids=lambda subject: subject.__name__,
)
def test_both_hosts_answer_the_same(subject: Callable[[], Iterator[str]], here: Ask, there: Ask):
    """Whatever is asked, status, media type and content are equal."""
    every = [Question(path) for path in subject()]
    for some in (every[i : i + AT_ONCE] for i in range(0, len(every), AT_ONCE)):
        for question, one, other in zip(some, here(some), there(some), strict=True):
            assert compared([*other]) == compared([*one]), question.path


@pytest.mark.parametrize("opponent", ["minimax", "engine(nodes=800)"])
def test_a_game_goes_the_same_way(opponent: str, here: Ask, there: Ask):
    """Made, played, taken back, given up and written as files, a game is told alike by both."""
    one, other = ([*told_of_a_game(ask, opponent)] for ask in (here, there))
    assert len(one) == 9
    assert compared(other) == compared(one)


def told_of_a_game(ask: Ask, opponent: str) -> Iterator[Any]:
    """What is answered in a game against somebody who leaves nothing to chance."""
    (made,) = ask([Question("/api/games", {"x": "person", "o": opponent, "board": "3x3x3", "moves": ["b2"]})])
    game, token = made.content["game"], made.content["tokens"]["X"]
    place = f"/api/games/{game['id']}"

    def act(verb: str, **body: Any) -> Any:
        nonlocal game
        (told,) = ask([Question(f"{place}/{verb}", {"version": game["version"], **body}, token)])
        game = told.content
        return game

    yield game
    yield act("step", ply=1)
    yield act("moves", ply=2, cell=game["legal"][0])
    yield act("undo")
    yield act("moves", ply=2, cell=game["legal"][-1])
    yield act("resign")
    files = ask(Question(f"{place}/record.{form}") for form in ("sgf", "psq", "json"))
    yield from (file.content for file in files)


def test_a_record_is_read_the_same_way(here: Ask, there: Ask):
    """A study with variations and notes, a file, and what cannot be read are answered alike by both."""
    records = (
        "b2 a1 (b1 {the other kind} c1) c1",
        "(;GM[1]SZ[15];B[hh];W[hi](;B[gh])(;B[ii]C[so]))",
        "b2 b2",
        "xx_ ___ o__",
    )
    asked = [Question("/api/studies", {"record": record}) for record in records]
    file = base64.b64encode("(;GM[4]CA[GB18030]SZ[15]PB[王小明];B[hh])".encode("GB18030")).decode()
    asked.append(Question("/api/studies", {"record_base64": file}))
    assert there(asked) == here(asked)
