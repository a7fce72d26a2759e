"""A reply that resists is won along the engine's moves, and what is found is a proof whatever the engine says."""

from dataclasses import replace
from math import inf

import pytest

from noughts import Board, CheckpointError, Mark, verify
from noughts.engine.search_info import Candidate, Thought
from research.campaign.first_replies import first_replies


@pytest.fixture
def resisting():
    """After h8 e1 X's second stone, and a reply that 50,000 positions do not meet."""
    from research.campaign.opening_proof import Piece

    opening = next(one for one in first_replies(Board.parse("15x15x5")) if one.name == "h8-e1")
    return Piece(opening, opening.ways[0]).after(opening.board.cell("e4"))


@pytest.fixture
def narrow(monkeypatch):
    """Few positions for everything, so that what resists is gone into; ``asked``: the positions shown to the engine."""
    from research.campaign import guide

    asked, engine = [], guide.engine
    monkeypatch.setattr(guide, "_LINE", (20_000, 10_000))
    monkeypatch.setattr(guide, "_OWN", 4_000)
    monkeypatch.setattr(guide, "_BY_ITSELF", (4_000, 12_000, 24_000))
    monkeypatch.setattr(guide, "_RESISTING", 60_000)
    monkeypatch.setattr(guide, "_ANOTHER", (80_000, 40_000))
    monkeypatch.setattr(guide, "_ADVICE", 50_000)
    monkeypatch.setattr(guide, "engine", lambda *args: asked.append(args[0]) or engine(*args))
    return asked


@pytest.mark.long
def test_a_resisting_reply_is_won_along_the_engines_moves(resisting, narrow, tmp_path):
    """The engine is asked again below its own move, and the verifier accepts what comes of it."""
    from noughts.solver.certificate.write_file import write_zones
    from research.campaign.guide import GuidedSearch

    guide = GuidedSearch()
    tree = guide.won(resisting, 40_000_000)
    assert tree
    assert len({position.ply for position in narrow}) > 1
    assert 50_000 < guide.spent <= 41_000_000
    write_zones(tmp_path / "won", resisting, Mark.X, tree.numbers)
    (claim,) = verify(tmp_path / "won", plain=True)
    assert claim.wins
    assert claim.position == resisting


@pytest.mark.long
def test_an_engine_that_is_wrong_proves_nothing_false(resisting, narrow, monkeypatch):
    """Along moves in the corner nothing is found, or what is found is a proof."""
    from research.campaign import guide
    from research.campaign.reply_solver import holds

    monkeypatch.setattr(guide, "engine", lambda position, _: Thought(0, 0, (min(position.empty),), ()))
    tree = guide.GuidedSearch().won(resisting, 3_000_000)
    assert tree is None or holds(resisting, tree)


@pytest.mark.long
def test_where_the_first_move_resists_another_is_tried(resisting, narrow, monkeypatch):
    """An engine that would play into the corner, and names its best move second, is won along that."""
    from research.campaign import guide
    from research.campaign.reply_solver import holds

    engine = guide.engine

    def second(position, budget):
        thought, corner = engine(position, budget), min(position.empty)
        worst, best = Candidate(corner, 0, exact=True), Candidate(thought.best, 0, exact=True)
        return replace(thought, pv=(corner,), candidates=(worst, best))

    monkeypatch.setattr(guide, "engine", second)
    tree = guide.GuidedSearch().won(resisting, 40_000_000)
    assert tree
    assert tree.move != min(resisting.empty)
    assert holds(resisting, tree)


@pytest.mark.long
def test_an_advisers_moves_are_tried_before_the_engines(resisting, narrow, monkeypatch):
    """Where the engine knows no move but one in the corner the adviser's win; the adviser is asked below them, too."""
    from research.campaign import guide
    from research.campaign.reply_solver import holds

    engine, asked = guide.engine, []

    def advice(position):
        asked.append(position)
        return [engine(position, guide.Budget(nodes=50_000)).best]

    monkeypatch.setattr(guide, "engine", lambda position, _: Thought(0, 0, (min(position.empty),), ()))
    tree = guide.GuidedSearch(advice).won(resisting, 40_000_000)
    assert tree
    assert tree.move != min(resisting.empty)
    assert holds(resisting, tree)
    assert len({position.ply for position in asked}) > 1


@pytest.mark.long
def test_advice_that_is_none_changes_nothing(resisting, narrow):
    """An adviser who knows nothing, or has a move of no use, leaves the engine's."""
    from research.campaign import guide
    from research.campaign.reply_solver import holds

    for advice in (lambda _: (), lambda position: [min(position.empty)]):
        tree = guide.GuidedSearch(advice).won(resisting, 40_000_000)
        assert tree
        assert holds(resisting, tree)


@pytest.mark.long
def test_a_search_goes_on_where_a_limit_ended_it(resisting, narrow):
    """Portion by portion it takes hardly more than at once, and finds a proof: what was proved are proofs."""
    from research.campaign.guide import GuidedSearch
    from research.campaign.reply_solver import holds

    whole, guide = GuidedSearch(), GuidedSearch()
    assert whole.won(resisting, 40_000_000)
    trees = [guide.won(resisting, whole.spent // 4) for _ in range(3)]
    assert not any(trees)
    tree = guide.won(resisting, whole.spent // 2)
    assert tree
    assert holds(resisting, tree)
    assert guide.spent < 1.2 * whole.spent
    assert all(holds(position, each) for position, each in guide.proved.items())


@pytest.mark.long
def test_what_was_proved_below_leads_another_search(resisting, narrow):
    """What a search that was stopped has proved is told to another, which takes the less the later the stop came."""
    from research.campaign.guide import GuidedSearch
    from research.campaign.reply_solver import holds

    whole = GuidedSearch()
    assert not whole.below(resisting)
    assert whole.won(resisting, 40_000_000)
    assert not whole.below(resisting)
    spent = [whole.spent]
    for part in (10, 19):
        half, rest = GuidedSearch(), GuidedSearch()
        assert not half.won(resisting, whole.spent * part // 20)
        below = half.below(resisting)
        assert below
        assert all(holds(position, tree) for position, tree in below.items())
        rest.proved.update(below)
        assert rest.won(resisting, 40_000_000)
        spent.append(rest.spent)
    assert spent == sorted(spent, reverse=True)
    assert spent[-1] < 0.75 * whole.spent


def test_what_was_proved_below_is_kept_in_the_checkpoint(tmp_path):
    """It is there again when the campaign goes on, given to the job, and a proof; what is none is refused."""
    from research.campaign.folder import CampaignFolder
    from research.campaign.opening_proof import Piece
    from research.campaign.reply_solver import ReplyAnswer, Settler

    opening = next(one for one in first_replies(Board.parse("15x15x5")) if one.name == "h8-e1")
    piece, folder = Piece(opening, opening.ways[0]), CampaignFolder(opening.board, tmp_path)
    weak, reply = piece.left[0], opening.board.cell("e4")
    tree = Settler()(piece.job(weak, 2_000_000, ())).tree
    assert tree
    below = ((piece.after(weak).rows_text, tree),)
    piece.limit = 14_000_000
    job = piece.job(reply, 74_000_000, ())
    assert job.guided
    assert not job.proved
    answer = ReplyAnswer(None, None, 0, None, 1, 1, 1, 1.0, late=True, proved=below)
    piece.take(reply, job, answer)
    folder.save(piece)
    again = folder.load(opening, opening.ways[0])
    assert again.job(reply, 74_000_000, ()).proved == below
    piece.proved[reply] = ((piece.after(reply).rows_text, tree),)
    folder.save(piece)
    with pytest.raises(CheckpointError, match="damaged"):
        folder.load(opening, opening.ways[0])


def test_a_guide_keeps_its_limit(resisting, narrow):
    """Without positions left, or when the clock has ended, it looks at none."""
    from research.campaign.guide import GuidedSearch

    guide = GuidedSearch()
    for positions, until in ((0, inf), (1e9, 0.0)):
        assert guide.won(resisting, positions, until) is None
        assert guide.spent == 0
    assert not narrow
