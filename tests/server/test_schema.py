"""The server against its own description: schemathesis makes requests up from /openapi.json."""

import asyncio
from tempfile import TemporaryDirectory

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from noughts.server import rate_limits
from noughts.server.app import create_app
from noughts.server.tables import Store

pytestmark = pytest.mark.long

EXAMPLES = 25
"""Requests for each operation, beside those that schemathesis makes of every edge of every parameter."""


FOLDER = TemporaryDirectory()
APP = create_app(Store(f"sqlite:///{FOLDER.name}/games.db"))
SCHEMA = schemathesis.openapi.from_asgi("/openapi.json", APP).exclude(path_regex="/events$")
"""What the server says of itself, without the stream, which has no end."""
SCHEMA.config.request_timeout = 300  # seconds: a busy machine is slow
SCHEMA.config.checks.negative_data_rejection.expected_statuses.append(
    "413"
)  # too long a text may be too much to read


# With a parameter the test of each operation has a name of its own; else pytest 9.2 gives all the function's, and
# of those that share a name a worker of pytest-xdist is sent one.
@pytest.fixture(autouse=True, params=["unlimited"])
def _no_limits(monkeypatch):
    """One address asks thousands of times here."""
    monkeypatch.setattr(rate_limits, "RATES", dict.fromkeys(rate_limits.RATES, rate_limits.Rate(1e9, 1e9)))


@pytest.fixture(scope="module")
def made():
    """A game of a person against a computer, and the person's token."""

    async def make():
        async with httpx.AsyncClient(transport=httpx.ASGITransport(APP), base_url="http://test") as client:
            answer = await client.post("/api/games", json={"board": "3x3x3", "x": "person", "o": "weights"})
            return answer.json()

    return asyncio.run(make())


BEYOND_THE_SCHEMA = [positive_data_acceptance]
"""A body of the right shape may still name a position that no game reaches: 422, in words."""


def excluded_with_token(case):
    """Return the checks to leave out once the path and the token are those of a real game or class.

    An invalid path or token is valid then, so that only an invalid body must be rejected.
    """
    is_wrong = case.meta is not None and case.meta.is_negative_at(ParameterLocation.BODY)
    return BEYOND_THE_SCHEMA if is_wrong else [*BEYOND_THE_SCHEMA, negative_data_rejection]


@SCHEMA.exclude(path_regex="^/api/classes").parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_a_stranger_gets_what_is_described(case):
    """Whatever is asked, valid or not, the answer is one that the description names, and never a server error."""
    case.call_and_validate(excluded_checks=BEYOND_THE_SCHEMA)


@pytest.fixture(scope="module")
def led():
    """A class with a pupil in it, and the teacher's token."""

    async def make():
        async with httpx.AsyncClient(transport=httpx.ASGITransport(APP), base_url="http://test") as client:
            answer = (await client.post("/api/classes", json={})).json()
            pupils = f"/api/classes/{answer['classroom']['id']}/pupils"
            await client.post(pupils, json={"name": "Ada", "nonce": "the nonce of a pupil"})
            return answer

    return asyncio.run(make())


@SCHEMA.include(path_regex="^/api/classes").parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_a_class_answers_as_described(case, led):
    """The same for classes: for a stranger, and for the teacher of a real one."""
    case.call_and_validate(excluded_checks=BEYOND_THE_SCHEMA)
    if "class" in case.path_parameters:
        case.path_parameters["class"] = led["classroom"]["id"]
        token = {"Authorization": f"Bearer {led['token']}"}
        case.call_and_validate(headers=token, excluded_checks=excluded_with_token(case))


@SCHEMA.include(path_regex=r"\{game\}").exclude(path_regex="/delete$").parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_a_player_gets_what_is_described(case, made):
    """Requests to a real game with a seat's token are described, too, except its deletion, which leaves no game."""
    case.path_parameters["game"] = made["game"]["id"]
    token = {"Authorization": f"Bearer {made['tokens']['X']}"}
    case.call_and_validate(headers=token, excluded_checks=excluded_with_token(case))
