"""Rights to act for a seat: made here, given out once, and kept only as hashes.

A friend's token follows from the game's secret and the friend's own nonce, so that asking again after a lost
answer gives the same token, and nobody else can find it: not who has only the invitation, nor who reads the
database.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode


def new_id() -> str:
    """A game's id: 96 random bits, so that no address can be guessed."""
    return secrets.token_urlsafe(12)


_SPOKEN = "bcdfghjkmnpqrstvwxz23456789"
"""No vowel, so that no word comes about, and nothing that is taken for another."""


def class_id() -> str:
    """A class's id, short enough to be read off a wall and typed: ``bkmt-3wzq``, 38 random bits.

    Guessing costs permits: with two guesses a second an address would find one of a hundred open classes in 45 years.
    """
    letters = [secrets.choice(_SPOKEN) for _ in range(8)]
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"


def new_token() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a token. It is random and long, so that a plain hash cannot be searched."""
    return hashlib.sha256(token.encode()).hexdigest()


def friend_token(secret: str, nonce: str) -> str:
    """The friend's token for a nonce."""
    digest = hmac.digest(secret.encode(), nonce.encode(), "sha256")
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def equal(one: str, other: str) -> bool:
    """Whether two texts are one, compared in constant time."""
    return secrets.compare_digest(one.encode(), other.encode())


def same(token: str, hash_: str) -> bool:
    """Whether it is the token that was kept, compared in constant time."""
    return secrets.compare_digest(digest(token), hash_)
