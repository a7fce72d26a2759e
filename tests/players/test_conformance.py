"""Every player of the house goes through the suite that plug-in players go through."""

import pytest

from noughts.conformance import PlayerConformance
from noughts.players.registry import house_variants


@pytest.mark.parametrize("variant", house_variants(), ids=str)
class TestHousePlayers(PlayerConformance):
    """The shared suite, once for each variant."""

    @pytest.fixture(autouse=True)
    def _take(self, variant):
        self.player = variant
