"""Requests that schemathesis makes up, to all servers of a database in turn, whatever database it is."""

import itertools
from contextlib import ExitStack

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from noughts.server.openapi import openapi
from tests.server.service import Service
from tests.server.test_schema import BEYOND_THE_SCHEMA, excluded_with_token

pytestmark = pytest.mark.long

EXAMPLES = 15
"""Requests for each operation, beside those that schemathesis makes of every edge of every parameter."""

SCHEMA = schemathesis.openapi.from_dict(openapi()).include(path_regex="^/api/games")
SCHEMA = SCHEMA.exclude(path_regex="/events$")
"""What touches the database, without the stream, which has no end."""
SCHEMA.config.request_timeout = 300
SCHEMA.config.checks.negative_data_rejection.expected_statuses.append("413")


class Both:
    """The servers, each the next one's turn, asked from ever other addresses; and a game against a computer."""

    def __init__(self, services):
        self.addresses = [service.address for service in services]
        self._numbers = itertools.count()
        body = {"board": "3x3x3", "x": "person", "o": "weights"}
        made = httpx.post(f"{self.addresses[0]}/api/games", json=body, timeout=300, trust_env=False).json()
        self.game, self.token = made["game"]["id"], made["tokens"]["X"]

    def check(self, case, excluded, **headers):
        """The response is one that the description names, and never a server error."""
        number = next(self._numbers)
        sender = f"10.{number // 62_500}.{number // 250 % 250}.{number % 250 + 1}"
        case.call_and_validate(
            base_url=self.addresses[number % len(self.addresses)],
            headers={"X-Forwarded-For": sender, **headers},
            excluded_checks=excluded,
        )


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def both(request, tmp_path_factory):
    """A file has one server, others have two, which agree in the end about what has happened."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            database, number = tmp_path_factory.mktemp("both") / "games.db", 1
        else:
            database, number = request.getfixturevalue("cluster").database(), 2
        services = [
            stack.enter_context(Service(database, None, "--trusted-proxy", "127.0.0.1"))
            for _ in range(number)
        ]
        servers = Both(services)
        yield servers
        told = [
            httpx.get(f"{address}/api/games/{servers.game}", timeout=60, trust_env=False).json()
            for address in servers.addresses
        ]
        assert told[0] == told[-1]
        for service in services:
            assert "Traceback" not in service.log.read_text()


@SCHEMA.parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_a_stranger_gets_what_is_described(case, both):
    """Whatever is asked of any, valid or not, the answer is one that the description names."""
    both.check(case, BEYOND_THE_SCHEMA)


@SCHEMA.include(path_regex=r"\{game\}").exclude(path_regex="/delete$").parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_a_player_gets_what_is_described(case, both):
    """Requests to a real game with a token, which the servers change in turn, are described, except its deletion."""
    case.path_parameters["game"] = both.game
    both.check(case, excluded_with_token(case), Authorization=f"Bearer {both.token}")
