"""The application as a tab begins it: on a file, which is kept before anything that it holds is told."""

import asyncio
import json

from noughts.server.wasm_host import start
from tests.server.test_wasm_host import Heard


def test_a_game_is_kept_before_it_is_told(tmp_path):
    """Making a game and moving in it keeps the file before each answer; asking keeps nothing."""

    async def run():
        said = []

        async def keep():
            said.append("kept")

        async def asked(id_, method, target, body=None, token=""):
            hears = Heard()
            calls._listener = hears
            headers = [("host", "localhost"), ("content-type", "application/json")]
            if token:
                headers.append(("authorization", f"Bearer {token}"))
            calls.begin(id_, method, target, headers, json.dumps(body).encode() if body else b"")
            await hears.ended.wait()
            said.append(hears.said[0][1])
            return json.loads(b"".join(piece for _, piece in hears.said[1:-1]))

        calls = await start(str(tmp_path / "games.db"), Heard(), keep, lambda: None)
        await asked("tab 1", "GET", "/api/position?position=X../.../...")
        made = await asked("tab 2", "POST", "/api/games", {"x": "person", "o": "tic", "board": "3x3x3"})
        move = {"cell": "b2", "ply": 0, "version": made["game"]["version"]}
        place = f"/api/games/{made['game']['id']}"
        moved = await asked("tab 3", "POST", f"{place}/moves", move, made["tokens"]["X"])
        await asked("tab 4", "GET", place)
        return said, moved

    said, moved = asyncio.run(run())
    assert len(moved["moves"]) == 2
    assert said == ["kept", 200, "kept", 201, "kept", 200, 200]
