"""What runs on an event loop without a pause: how long each piece took, in CPU seconds of its thread."""

import asyncio
import contextlib
import time


@contextlib.contextmanager
def watched():
    """While inside, every piece that an event loop of this process runs is measured; the longest first, each once."""
    plain, longest = asyncio.Handle._run, {}

    def run(handle):
        begun = time.thread_time()
        plain(handle)
        spent = time.thread_time() - begun
        if spent > 0.001:
            name = getattr(handle._callback, "__qualname__", repr(handle._callback))
            longest[name] = max(spent, longest.get(name, 0.0))

    asyncio.Handle._run = run
    found: list[tuple[float, str]] = []
    try:
        yield found
    finally:
        asyncio.Handle._run = plain
        found.extend(sorted(((spent, name) for name, spent in longest.items()), reverse=True))
