"""One server has a SQLite file; what is no server goes on beside it."""

import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner

from noughts.cli.main import cli
from noughts.server.api_errors import StoreError
from noughts.server.tables import Store
from tests.server.people import Visitor
from tests.server.service import Service
from tests.server.test_server import refused


def test_a_second_server_is_refused_while_the_first_lives(tmp_path):
    """Exit 2 and one line, by whatever name the file is asked for; after kill -9 the file is free at once."""
    file, link = tmp_path / "games.db", tmp_path / "link.db"
    with Service(file) as first:
        link.symlink_to(file)
        for name in (file, link):
            status, said = refused("--port", "0", "--database", f"sqlite:///{name}")
            assert status == 2
            assert f"another server has the database 'sqlite:///{name}'" in said
        visitor = Visitor(first.address)
        visitor.make()
        first.kill()
        with Service(file) as second:
            assert visitor.http.get(f"{second.address}/api/games/{visitor.id}").status_code == 200
        visitor.close()


def test_copies_and_tidying_go_on_beside_a_server(tmp_path):
    """`noughts backup` copies what the server has kept, and `noughts tidy` removes it: then it is unknown there."""
    url, copy = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "copy.db"
    with Service(tmp_path / "games.db") as service:
        visitor = Visitor(service.address)
        visitor.make()
        assert visitor.play("b2")["moves"] == ["b2"]
        assert CliRunner().invoke(cli, ["backup", "--database", url, str(copy)]).exit_code == 0
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as earlier:
            for table, column in (("shared", "made"), ("log", "at")):
                earlier.execute(f"UPDATE {table} SET {column} = '2001-01-01 00:00:00'")  # noqa: S608 - ours
            earlier.commit()
        tidied = CliRunner().invoke(cli, ["tidy", "--database", url, "--keep-days", "1"])
        assert tidied.output == "0 games closed, 1 game removed\n"
        assert visitor.http.get(f"/api/games/{visitor.id}").status_code == 404
        visitor.close()
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT count(*) FROM shared").fetchone() == (1,)


def test_a_store_that_is_no_server_keeps_nobody_out(tmp_path):
    """Who only opens the file owns nothing; who owns it may say so again, and lets go of it with the store."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with closing(Store(url)) as reader, closing(Store(url)) as server:
        server.own()
        server.own()
        with pytest.raises(StoreError, match="another server has the database"):
            reader.own()
    with closing(Store(url)) as next_one:
        next_one.own()
