"""What tests have computed by other processes, which import this module for it, and no more than it needs."""

import sys
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


def hold(number):
    """Keeps so many bytes for good."""
    sys.held = bytearray(number)
    sys.held[::4096] = b"1" * len(sys.held[::4096])
    return len(sys.held)


def fail(error):
    """Raises it."""
    raise error
