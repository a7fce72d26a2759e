"""The learning curves of docs/learning.md are those of the players."""

import pytest
from tests.paths import DOCS

from noughts import Training, player
from noughts.contests.learning_curve import curve_points
from noughts.display.learning_svg import learning_svg

PICTURES = DOCS / "pictures"


@pytest.mark.long
@pytest.mark.parametrize(
    "spec", ["menace(games=2000)", "td(games=5000, against=itself)", "q(games=5000, against=itself)"]
)
def test_the_curves_of_the_documents_are_fresh(spec):
    """Each picture is what its training gives again; if this fails, run `python -m research.documents learning`."""
    learner = player(spec)
    points = list(curve_points(Training(learner), learner.games // 20))
    kept = (PICTURES / f"learning-{learner.name}.svg").read_text(encoding="utf-8")
    assert kept == f"{learning_svg(str(learner), points)}\n", "run `python -m research.documents learning`"
