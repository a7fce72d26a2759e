"""Tasks of other processes that do as installed players may: they sleep, allocate, fork, ignore signals or crash."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time

LONG = 3600
"""Seconds that no test waits."""

_CHUNK = 16_000_000


def allocate():
    """Allocate resident memory without end."""
    held = []
    while True:
        chunk = bytearray(_CHUNK)
        chunk[::4096] = b"1" * len(chunk[::4096])
        held.append(chunk)
        time.sleep(0.01)  # some 1.5 GB a second


def group_and_session() -> tuple[int, int]:
    """Return the process group and the session of this process."""
    return os.getpgrp(), os.getsid(0)


def wait():
    """Wait, using no CPU time."""
    time.sleep(LONG)


def wait_and_ignore_signals():
    """Wait with all signals blocked that can be."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    wait()


def wait_and_swallow_interruptions():
    """Wait again after every exception."""
    while True:
        with contextlib.suppress(BaseException):
            wait()


def wait_for_a_socket():
    """Read from a connection on which nothing is sent."""
    import socket

    ours, theirs = socket.socketpair()
    ours.recv(1)
    theirs.close()


def wait_in_c():
    """Call a C function that does not return, with the GIL held."""
    ctypes.PyDLL(None).sleep(LONG)


def stop():
    """Stop the process, as Ctrl-Z does."""
    os.kill(os.getpid(), signal.SIGSTOP)


def allocate_in_a_thread():
    """Allocate in another thread, and wait for it."""
    thread = threading.Thread(target=allocate)
    thread.start()
    thread.join()


def allocate_in_a_fork():
    """Allocate in a forked child, and wait for it."""
    child = os.fork()
    if not child:
        allocate()
    os.waitpid(child, 0)


def allocate_in_an_orphan():
    """Allocate in a process of another session whose parent has ended, and wait."""
    if not os.fork():
        os.setsid()
        if os.fork():
            os._exit(0)
        allocate()
    wait()


def allocate_in_a_program():
    """Allocate in another program, and wait for it."""
    module = f"import {__name__} as jobs; jobs.allocate()"
    subprocess.run([sys.executable, "-c", module], check=False, start_new_session=True)


def fork_without_end():
    """Start process after process, which wait."""
    while True:
        if not os.fork():
            wait()


def reply_twice():
    """Return in the process and in a forked child of it."""
    return "child" if os.fork() == 0 else "parent"


def close_pipes():
    """Close all files, those that lead to the parent among them, and wait."""
    os.closerange(3, 1000)
    wait()


def crash():
    """End the process at once, while a forked child of it keeps its files open."""
    if not os.fork():
        wait()
    os._exit(1)


def leave_a_thread(work):
    """Return at once, and go on with some work in a thread."""
    threading.Thread(target=globals()[work], daemon=True).start()


def spin():
    """Compute without end."""
    while True:
        pass


def leave_a_program_and_crash(path):
    """Start a program that waits in a session of its own, write its process number to a file, and crash."""
    with open(path, "w") as file:
        print(leave_a_program(), file=file)
    time.sleep(3)  # many measurements, even on a busy machine
    os._exit(1)


def leave_a_program():
    """Start a program that waits in a session of its own, and return its process number."""
    return subprocess.Popen(["sleep", str(LONG)], start_new_session=True).pid


def reserve(size):
    """Reserve address space that is never used."""
    import mmap

    mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
    time.sleep(0.3)
    return size


def fork_many(number, size):
    """Hold memory that forked children share, and return when they have ended."""
    held = bytearray(size)
    held[::4096] = b"1" * len(held[::4096])
    children = []
    for _ in range(number):
        child = os.fork()
        if not child:
            time.sleep(0.5)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    return len(held)


def number():
    """Return the process number."""
    return os.getpid()


def spin_for(seconds):
    """Compute for some CPU seconds, and return them."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return seconds


def slowly_imported(folder, seconds):
    """Import a module that takes long to load, and compute for some CPU seconds with what it defines."""
    sys.path[:] = dict.fromkeys([folder, *sys.path])
    import slowly

    return slowly.spin_for(seconds)


def hold(number):
    """Hold so many bytes for good."""
    sys.held = bytearray(number)
    sys.held[::4096] = b"1" * len(sys.held[::4096])
    return len(sys.held)


def fail(error):
    """Raise an error."""
    raise error


def tick(tell, most):
    """Report one number after the other."""
    for number in range(most):
        tell(number)
        for _ in range(100_000):
            pass
    return most


def create_tables(url, barrier, results):
    """Start on an empty database at the moment in which others do, and report the version of its tables."""
    from noughts.server.tables import Store

    barrier.wait()
    store = Store(url)
    with store.reading() as connection:
        results.put(connection.exec_driver_sql("SELECT version FROM noughts_layout").scalars().all())
    store.close()
