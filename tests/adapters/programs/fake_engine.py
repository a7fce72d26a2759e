"""An engine that speaks UGI on 3x3, and plays the first empty cell; the manner is its argument."""

import sys

manner = sys.argv[1]
cells = [f"{column}{row}" for row in "123" for column in "abc"]
played = []


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        say("id name fake")
        if manner == "boards":
            say("option name board type string default 9x9x9")
        say("ugiok")
    elif words[:1] == ["setoption"]:
        columns, rows, _ = map(int, words[-1].split("x"))
        cells = [f"{chr(97 + i)}{row + 1}" for row in range(rows) for i in range(columns)]
    elif words == ["isready"]:
        say("readyok")
    elif words[:1] == ["position"]:
        assert words[1] == "startpos"
        played = words[3:]
        say(f"info string told {' '.join(played)}")
    elif words[:1] == ["go"]:
        best = next(cell for cell in cells if cell not in played)
        odd = {"odd": "bestmove zz", "bare": "bestmove", "taken": f"bestmove {(played or ['b2'])[0]}"}
        say(odd.get(manner, f"bestmove {best} ponder c3"))
    elif words == ["quit"]:
        break
