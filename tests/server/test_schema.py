"""The server against its own description: schemathesis makes requests up from it."""

import itertools
from contextlib import ExitStack

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from noughts.server.openapi import openapi
from tests.server.service import Service

pytestmark = pytest.mark.long

made_up = settings(max_examples=20, suppress_health_check=list(HealthCheck))
"""Requests for each operation, beside those that schemathesis makes of every edge of every parameter."""

SCHEMA = schemathesis.openapi.from_dict(openapi()).exclude(path_regex="/events$")
"""What the server says of itself, without the streams, which have no end."""
SCHEMA.config.request_timeout = 300  # seconds: a busy machine is slow
SCHEMA.config.checks.negative_data_rejection.expected_statuses.append(
    "413"
)  # too long a text may be too much to read

GAMES, CLASSES = (SCHEMA.include(path_regex=f"^/api/{kind}") for kind in ("games", "classes"))
QUESTIONS = SCHEMA.exclude(path_regex="^/api/(games|classes)")

BEYOND_THE_SCHEMA = [positive_data_acceptance]
"""A body of the right shape may still name a position that no game reaches: 422, in words."""


class Served:
    """Servers of one database, which get each request in turn from another address, with a game and a class."""

    def __init__(self, services):
        self._services, self._numbers = services, itertools.count()
        self.game = self._post("/api/games", {"board": "3x3x3", "x": "person", "o": "weights"})
        self.room = self._post("/api/classes", {})
        pupil = {"name": "Ada", "nonce": "the nonce of a pupil"}
        self._post(f"/api/classes/{self.room['classroom']['id']}/pupils", pupil)

    def _post(self, path, body):
        address = self._services[0].address
        return httpx.post(f"{address}{path}", json=body, timeout=300, trust_env=False).json()

    def check(self, case, excluded=BEYOND_THE_SCHEMA, token=None):
        """The response is one that the description names, and never a server error."""
        number = next(self._numbers)
        headers = {"X-Forwarded-For": f"10.{number // 62_500}.{number // 250 % 250}.{number % 250 + 1}"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        service = self._services[number % len(self._services)]
        case.call_and_validate(service.address, headers=headers, excluded_checks=excluded)

    def check_with_token(self, case, token):
        """Check a response once the path and the token are those of a real game or class.

        An invalid path or token is valid then, so that only an invalid body must be rejected.
        """
        is_wrong = case.meta is not None and case.meta.is_negative_at(ParameterLocation.BODY)
        self.check(case, BEYOND_THE_SCHEMA + [negative_data_rejection] * (not is_wrong), token)


# With a parameter the test of each operation has a name of its own; else pytest 9.2 gives all the function's, and
# of those that share a name a worker of pytest-xdist is sent one.
@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def served(request, tmp_path_factory):
    """A file has one server, others have two, which agree about a game in the end."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            database, number = tmp_path_factory.mktemp("served") / "games.db", 1
        else:
            database, number = request.getfixturevalue("cluster").database(), 2
        proxy = ("--trusted-proxy", "127.0.0.1")
        services = [stack.enter_context(Service(database, None, *proxy)) for _ in range(number)]
        servers = Served(services)
        yield servers
        path = f"/api/games/{servers.game['game']['id']}"
        games = [httpx.get(f"{each.address}{path}", timeout=60, trust_env=False).json() for each in services]
        assert games[0] == games[-1]
        for service in services:
            assert "Traceback" not in service.log.read_text()


on_a_file = pytest.mark.parametrize("served", ["sqlite"], indirect=True)
"""For requests whose responses do not depend on other servers."""


@GAMES.parametrize()
@made_up
def test_a_stranger_gets_what_is_described(case, served):
    """Whatever is asked about games, valid or not, the response is one that the description names."""
    served.check(case)


@QUESTIONS.parametrize()
@on_a_file
@made_up
def test_a_question_is_answered_as_described(case, served):
    """A response to a request about neither games nor classes is described, too."""
    served.check(case)


@CLASSES.parametrize()
@on_a_file
@made_up
def test_a_class_answers_as_described(case, served):
    """Responses about classes are described, for a stranger, and for the teacher of a real one."""
    served.check(case)
    if "class" in case.path_parameters:
        case.path_parameters["class"] = served.room["classroom"]["id"]
        served.check_with_token(case, served.room["token"])


@GAMES.include(path_regex=r"\{game\}").exclude(path_regex="/delete$").parametrize()
@made_up
def test_a_player_gets_what_is_described(case, served):
    """Requests to a real game with a seat's token are described, too, except its deletion, which leaves no game."""
    case.path_parameters["game"] = served.game["game"]["id"]
    served.check_with_token(case, served.game["tokens"]["X"])
