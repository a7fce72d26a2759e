"""The application in a tab: begun by the page's worker, which gives what only JavaScript has."""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from sqlalchemy import event

from noughts.ui.web.app import create_app
from noughts.ui.web.journal.store import Store
from noughts.ui.web.setting import Setting
from noughts.ui.web.tab.calls import Calls, Listener
from noughts.ui.web.tab.lane import OtherWorker, Tab

_QUESTION_SECONDS = 20.0
"""By the clock, as there is no other: Python takes two or three times as long there, and is not alone."""


class Saver:
    """Whether anything was written since the files were last kept, and the keeping of them."""

    def __init__(self, keep: Callable[[], Awaitable[object]], store: Store) -> None:
        self._keep = keep
        self._written = True
        event.listen(store.engine, "commit", self._write)

    def _write(self, _: object) -> None:
        self._written = True

    async def __call__(self) -> None:
        """Keeps what was written, if anything was."""
        if self._written:
            self._written = False
            await self._keep()


async def start(
    path: str,
    listener: Listener,
    keep: Callable[[], Awaitable[object]],
    begin_worker: Callable[[], OtherWorker],
) -> Calls:
    """The application on the games of a file, open for calls until the worker ends."""
    store = Store(f"sqlite:///{path}")
    setting = Setting(host=Tab(begin_worker), question_seconds=_QUESTION_SECONDS, limited=False)
    app = create_app(store, setting)
    await AsyncExitStack().enter_async_context(app.router.lifespan_context(app))
    gc.enable()
    return Calls(app, listener, Saver(keep, store))
