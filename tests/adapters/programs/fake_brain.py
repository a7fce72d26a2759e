"""A brain of Gomocup that behaves as it is told by its arguments: a manner, and a file for what it hears and who it is.

It plays the first empty cell in reading order.
"""

import subprocess
import sys
import time

manner, diary = sys.argv[1], open(sys.argv[2], "a")  # noqa: SIM115 - it is killed with it
note = lambda *words: print(*words, file=diary, flush=True)  # noqa: E731
end = {"cr": "\r", "crlf": "\r\n"}.get(manner, "\n")
taken = set()
columns = rows = 0


def say(line):
    note("said", time.monotonic())  # before whoever hears it can have heard it
    sys.stdout.write(line + end)
    sys.stdout.flush()


def move():
    if manner == "hang":
        time.sleep(1000)
    if manner == "die":
        sys.exit(3)
    if manner in ("child", "emigrant", "orphan"):
        waits = [sys.executable, "-ISc", "import time; time.sleep(1000)"]
        if manner == "orphan":  # its parent ends at once, as a daemon's does
            apart = "start_new_session=True, stdout=-3, stderr=-3"
            waits[2] = f"import subprocess as s; print(s.Popen({waits}, {apart}).pid)"
            note("pid", int(subprocess.run(waits, capture_output=True, check=True).stdout))
        else:
            child = subprocess.Popen(waits, start_new_session=manner == "emigrant")
            note("pid", child.pid)
        time.sleep(1000)
    if manner == "flood":
        while True:
            sys.stdout.write("MESSAGE " + "x" * 10_000 + end)
            time.sleep(0.002)
    odd = {"taken": "0,0", "off": "99,0", "far": "9" * 500 + ",1", "error": "ERROR no idea"}
    if manner in odd and taken:
        return say(odd[manner])
    say("MESSAGE thinking")
    if manner == "words":
        say("I like this game")
    cell = next((x, y) for y in range(rows) for x in range(columns) if (x, y) not in taken)
    taken.add(cell)
    if manner == "twice":
        return say("{0},{1}\n{0},{1}".format(*cell))
    return say(("SUGGEST " if manner == "suggest" else "") + "{},{}".format(*cell))


import os  # noqa: E402

note("pid", os.getpid())
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    note("heard", time.monotonic(), line.strip())
    if word in ("START", "RECTSTART"):
        if manner == "refuse":
            say("ERROR not this board")
            continue
        if manner == "mute":
            time.sleep(1000)
        sides = [int(side) for side in rest.split(",")]
        columns, rows = sides[0], sides[-1]
        say("OK")
    elif word == "RESTART":
        taken.clear()
        say("UNKNOWN" if manner == "old" else "OK")
    elif word in ("BEGIN", "DONE"):
        move()
    elif word == "TURN":
        taken.add(tuple(map(int, rest.split(","))))
        move()
    elif word == "PLAY":
        say(rest)
    elif word == "END":
        break
    elif word[:1].isdigit():
        taken.add(tuple(map(int, word.split(",")[:2])))
