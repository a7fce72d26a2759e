"""What a search says as it goes on, and its end: by its limits, by `stop` from any thread, or because nobody listens.

The search runs in a thread of its own: kernels cannot be interrupted from within. Where no thread can be begun, as in a
browser, it goes on whenever its next word is asked for. The manner is that of python-chess (N. Fiekas,
python-chess.readthedocs.io, chess.engine).
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from math import inf
from threading import Condition, Thread, Timer
from typing import Generic, TypeVar

from noughts.errors import InputTypeError, quote
from noughts.solver import pool

T = TypeVar("T")


class Halt:
    """Ends the searches that heed it, from any thread: those that run, and at their beginning all that follow."""

    def __init__(self) -> None:
        self.is_set = False
        self._ends: list[Callable[[], object]] = []

    def set(self) -> None:
        """Ends them."""
        self.is_set = True
        for end in list(self._ends):
            end()

    @contextmanager
    def heeded(self, end: Callable[[], object], seconds: float = inf) -> Iterator[None]:
        """Calls ``end`` when it is set, or after so many seconds, while what is inside runs."""
        timer = Timer(seconds, end) if pool.THREADS and seconds < inf else None
        self._ends.append(end)
        if self.is_set:
            end()
        if timer:
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            self._ends.remove(end)
            if timer:
                timer.cancel()


Search = Callable[[Halt], Iterator[T]]
"""Says one word after another, the last of which is its answer; it ends soon once its halt is set."""


class _Words(Generic[T]):
    """What was said and is not yet heard; the search's thread fills it."""

    def __init__(self) -> None:
        self.changed = Condition()
        self.unheard: deque[T] = deque()
        self.over = False
        self.error: BaseException | None = None
        self.listeners: list[Callable[[], object]] = []

    def fill(self, search: Search[T], halt: Halt) -> None:
        """Runs the search to its end."""
        try:
            for word in search(halt):
                self._change(word)
        except BaseException as error:  # noqa: BLE001 - it is raised where the words are heard
            self.error = error
        self._change()

    def _change(self, *words: T) -> None:
        with self.changed:
            self.unheard.extend(words)
            self.over = not words
            self.changed.notify_all()
            listeners, self.listeners = self.listeners, []
        for hear in listeners:
            with suppress(RuntimeError):  # its event loop has ended
                hear()


class Stream(Generic[T]):
    """What a search says, in order, as ``for``, ``async for``, or ``await`` for the last word alone.

    Within ``with`` or ``async with`` it runs whether it is listened to or not, and ends when that is left, by a
    cancelled task, too. ``last`` is the last word heard, and after the end the last that was said.
    """

    def __init__(self, search: Search[T], halt: Halt | None = None) -> None:
        if not callable(search):
            raise InputTypeError(f"not a search, which is called with its halt: {quote(search)}")
        self.last: T | None = None
        self._search, self._halt, self._words = search, halt or Halt(), _Words[T]()
        self._thread: Thread | None = None
        self._inline: Iterator[T] | None = None
        weakref.finalize(self, self._halt.set)

    def stop(self) -> None:
        """Ends the search, soon, from any thread; what it has to say then is still heard."""
        self._halt.set()

    def wait(self) -> T:
        """The last word: waits for it, and ends the search where that is interrupted. Raises what the search raises."""
        with self:
            for _ in self:
                pass
        assert self.last is not None
        return self.last

    def __enter__(self) -> Stream[T]:
        self._begin()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        if self._thread:
            self._thread.join()
            self._hear_the_rest()

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        self._begin()
        if self._inline:
            self.last = next(self._inline)
            return self.last
        with self._words.changed:
            while not (self._words.unheard or self._words.over):
                self._words.changed.wait()
        if self._words.unheard:
            self.last = self._words.unheard.popleft()
            return self.last
        error, self._words.error = self._words.error, None
        raise error or StopIteration

    async def __aenter__(self) -> Stream[T]:
        self._begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.stop()
        if self._thread:
            while not self._words.over:
                await self._changed()
            self._hear_the_rest()

    def __aiter__(self) -> Stream[T]:
        return self

    async def __anext__(self) -> T:
        self._begin()
        await self._changed()
        try:
            return next(self)
        except StopIteration:
            raise StopAsyncIteration from None

    def __await__(self) -> Generator[object, None, T]:
        return self._last_word().__await__()

    async def _last_word(self) -> T:
        async with self:
            async for _ in self:
                pass
        assert self.last is not None
        return self.last

    def _begin(self) -> None:
        if self._thread or self._inline:
            return
        if pool.THREADS:
            self._thread = Thread(target=self._words.fill, args=(self._search, self._halt), daemon=True)
            self._thread.start()
        else:
            self._inline = iter(self._search(self._halt))

    def _hear_the_rest(self) -> None:
        while self._words.unheard:
            self.last = self._words.unheard.popleft()

    async def _changed(self) -> None:
        """Until there is something to hear; where there are no threads others have a turn."""
        import asyncio  # who waits so has it; a command that does not starts 0.01 s sooner

        if self._inline:
            await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        arrived = asyncio.Event()
        with self._words.changed:
            if self._words.unheard or self._words.over:
                return
            self._words.listeners.append(lambda: loop.call_soon_threadsafe(arrived.set))
        await arrived.wait()
