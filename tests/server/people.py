"""A real server in this process on a free port, and people who talk to it over HTTP."""

import contextlib
import json
import ssl
import threading
from dataclasses import replace

import httpx

from noughts.server.addresses import Proxies
from noughts.server.app import create_app
from noughts.server.event_streams import PING
from noughts.server.server import listen, server_of
from noughts.server.services import Setting
from noughts.server.tables import Store
from tests.processes import PATIENCE

NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of servers without TLS: to read the certificates of authorities takes longer than most requests."""


class Running:
    """A server in a thread, until it is stopped."""

    def __init__(self, url, programs=(), limited=True, proxies=(), **more):
        self.store = Store(url)
        self._socket = listen("127.0.0.1", 0)
        self.port = self._socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        setting = Setting(("127.0.0.1", "localhost"), programs=tuple(programs), limited=limited, **more)
        setting = replace(setting, proxies=Proxies(proxies))
        self.app = create_app(self.store, setting)
        ready = threading.Event()
        self._server = server_of(self.app, ready.set)
        self.thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]})
        self.thread.start()
        assert ready.wait(PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self._server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        self._socket.close()
        self.store.close()


class Visitor:
    """A client with a browser: it sends requests, and keeps the tokens of one game."""

    def __init__(self, address):
        self.http = httpx.Client(base_url=address, timeout=300, verify=NO_CERTIFICATES)
        self.id = None
        self.tokens = {}
        self.invitation = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.http.close()

    def make(self, x="person", o="person", **more):
        made = self.http.post("/api/games", json={"x": x, "o": o, **more})
        assert made.status_code == 201, made.text
        body = made.json()
        self.id, self.tokens, self.invitation = body["game"]["id"], body["tokens"], body["invitation"]
        return body["game"]

    def game(self, id_=None):
        return self.http.get(f"/api/games/{id_ or self.id}").json()

    def post(self, verb, seat="X", token=None, game=None, **more):
        """Send a request to the game with the token of a seat, and return the response."""
        headers = bearer(token or self.tokens[seat])
        return self.http.post(f"/api/games/{game or self.id}/{verb}", headers=headers, **more)

    def send(self, verb, seat="X", token=None, game=None, **body):
        """Send a request about the current version of the game, unless the body names one."""
        if "version" not in body:
            body["version"] = self.game(game)["version"]
        return self.post(verb, seat, token, game, json=body)

    def do(self, verb, seat="X", **body):
        """The same, which must be done: the game after it."""
        answer = self.send(verb, seat, **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def play(self, cell, seat="X", **body):
        if "ply" not in body:
            body["ply"] = self.game()["ply"]
        return self.do("moves", seat, cell=cell, **body)

    def join(self, other, nonce="a nonce of the friend"):
        """Takes the friend's seat in somebody else's game."""
        self.id = other.id
        body = {"invitation": other.invitation, "nonce": nonce}
        answer = self.http.post(f"/api/games/{other.id}/seat", json=body)
        if answer.status_code == 200:
            self.tokens = {answer.json()["seat"]: answer.json()["token"]}
        return answer

    @contextlib.contextmanager
    def stream(self, **headers):
        """Yield the events of the game, as an iterator of (id, game)."""
        with self.http.stream("GET", f"/api/games/{self.id}/events", headers=headers) as answer:
            assert answer.status_code == 200
            yield ((number, game) for kind, game, number in _numbered(answer) if kind == "game")


def bearer(token):
    """Return the header that carries a token."""
    return {"authorization": f"Bearer {token}"}


def events(answer):
    """Return an iterator of the events of a response, as (kind, content)."""
    return ((kind, content) for kind, content, _ in _numbered(answer))


def _numbered(answer):
    """Yield events as (kind, content, id). Fails if the server sends only comments for PATIENCE seconds."""
    fields, comments = {}, 0
    for line in answer.iter_lines():
        name, _, value = line.partition(": ")
        if line and not name:
            comments += 1
            assert comments * PING < PATIENCE, "no event comes any more"
        elif line:
            fields[name] = value
        elif "data" in fields:
            yield fields["event"], json.loads(fields["data"]), int(fields.get("id", 0))
            fields, comments = {}, 0
