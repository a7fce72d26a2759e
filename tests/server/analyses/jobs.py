"""What tests have computed by other processes, which import this module for it, and no more than it needs."""

import sys
import threading
import time


def spin(seconds):
    """Computes for so many CPU seconds."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return seconds


def slowly_imported(folder, seconds):
    """Imports a module that takes so many CPU seconds to load, and computes for as long with what it defines."""
    sys.path[:] = dict.fromkeys([folder, *sys.path])
    import slowly

    return slowly.spin(seconds)


def compiled_beside(seconds):
    """Has another thread compile what nobody keeps, for longer than a job may take, and computes for some seconds."""
    from noughts.kernels.linking import whole

    many = "".join(f"    if a > {n}:\n        a = a * {n} % 1000 + b // {n + 1}\n" for n in range(150))
    made = {}
    exec(f"def slow(a, b):\n{many}    return a\n", made)  # noqa: S102 - Numba keeps nothing of it
    beside = threading.Thread(target=whole(made["slow"]), args=(1, 2))
    beside.start()
    beside.join()
    return spin(seconds)


def hold(number):
    """Keeps so many bytes for good."""
    sys.held = bytearray(number)
    sys.held[::4096] = b"1" * len(sys.held[::4096])
    return len(sys.held)


def fail(error):
    """Raises it."""
    raise error
