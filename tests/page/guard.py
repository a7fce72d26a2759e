"""What no page may ever do, whatever a test is about."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError

from tests.page.site import Space
from tests.server.service import Service

HEARING = """
window.heard = [];
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const element = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
    const region = element?.closest?.("[aria-live], [role=alert]");
    if (region?.textContent.trim()) window.heard.push(region.textContent.trim());
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Writes down what the live regions say, as a screen reader would hear it."""


class Guard:
    """Watches browsers: their console, their errors, every request, and what they keep."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.requests: list[Request] = []
        self.addresses: set[str] = set()
        self.logs: set[Path] = set()
        self.tokens: set[str] = set()
        self._served = False
        self._expected: dict[str, bool] = {}
        self._heard = {"console": self._console, "weberror": self._error, "request": self._request}

    def expects(self, words: str) -> None:
        """An error with these words in the console belongs to this test, and must come: of a site only what fails to
        be fetched is told there, so that nothing has to.
        """
        self._expected.setdefault(words, False)

    def watch(self, context: BrowserContext, service: Service | Space) -> None:
        """Watches a browser that may ask nobody but this server."""
        self.addresses.add(f"{service.address}/")
        self.logs.add(service.log)
        self._served |= not isinstance(service, Space)
        for event, heard in self._heard.items():
            context.on(event, heard)

    def leave(self, context: BrowserContext) -> None:
        """Watches it no longer; remembers the tokens that it holds at the end."""
        self.tokens |= self.tokens_of(context)
        for event, heard in self._heard.items():
            context.remove_listener(event, heard)

    @staticmethod
    def tokens_of(context: BrowserContext) -> set[str]:
        """The tokens that a browser holds."""
        kept = []
        for origin in context.storage_state()["origins"]:
            for entry in origin["localStorage"]:
                with contextlib.suppress(ValueError):  # a test may have written what cannot be read
                    kept.append(json.loads(entry["value"]))
        return {token for value in kept for token in _tokens(value)}

    def check(self) -> None:
        """Nothing went wrong, nothing was asked of others, no token was in an address."""
        assert self.problems == [], "\n".join(log.read_text()[-6000:] for log in self.logs)
        ours = (*self.addresses, "data:", "blob:")
        assert [request.url for request in self.requests if not request.url.startswith(ours)] == []
        assert [words for words, seen in self._expected.items() if self._served and not seen] == []
        for request in self.requests:
            sent = request.url.partition("#")[0]  # no browser sends what stands behind it
            shown = sent + request.headers.get("referer", "")
            assert not [token for token in self.tokens if token in shown], request.url

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        for words in self._expected:
            if words in message.text:
                self._expected[words] = True
                return
        self.problems.append(f"console {message.type}: {message.text} at {message.location['url']}")

    def _error(self, error: WebError) -> None:
        self.problems.append(f"page error: {error.error}")

    def _request(self, request: Request) -> None:
        self.requests.append(request)


def _tokens(kept: Any) -> Iterator[str]:
    if isinstance(kept, dict):
        for name, value in kept.items():
            yield from value.values() if name == "tokens" and isinstance(value, dict) else _tokens(value)
