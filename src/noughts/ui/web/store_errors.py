"""What a database cannot do: below all rooms, since a refusal says it whoever asked."""

from __future__ import annotations

from noughts.errors import NoughtsError


class StoreError(NoughtsError):
    """The database cannot do what was asked; the message is for the person who runs the server."""


class BusyError(StoreError):
    """Another program keeps the database locked."""


class FullError(StoreError):
    """There is no room left on the disk."""
