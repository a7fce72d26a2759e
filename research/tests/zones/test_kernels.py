"""The group of kernels that research adds to those of noughts."""

import pytest

from noughts import MissingError
from noughts.kernels.library import unavailable_reason
from research.zones.kernels import GROUP


def test_noughts_does_not_need_kernels_of_research(tmp_path, monkeypatch):
    """The kernels of noughts can be called if only those of research are missing."""
    assert unavailable_reason() is None
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path))
    monkeypatch.delitem(vars(GROUP), "library", raising=False)
    with pytest.raises(MissingError):
        _ = GROUP.library
    assert unavailable_reason() is None
