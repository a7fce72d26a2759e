"""Players by name: what is found, what reads back, and what is refused with which words."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from noughts import NotationError, NoughtsError, OptionError, UnknownPlayerError, player, player_names
from noughts.players.core import Core
from noughts.players.minimax import Minimax
from noughts.players.newell_simon import NewellSimon
from noughts.players.registry import defaults, house_variants, player_type
from noughts.players.rules import Rules
from noughts.players.tic import Tic

HOUSE = ("tic", "minimax", "weights", "core", "rules", "random", "perfect", "newell-simon")


def test_the_house_has_eight_players():
    """The five players of the documents come first, then the three that are not in them."""
    assert player_names()[:8] == HOUSE


@pytest.mark.parametrize("variant", house_variants(), ids=str)
def test_every_variant_reads_back(variant):
    """The full name of every house variant is read as the same player."""
    assert player(str(variant)) == variant


def test_house_variants_are_all_different():
    """No variant is listed twice, and every house player is among them."""
    variants = house_variants()
    assert len(set(variants)) == len(variants)
    assert {variant.name for variant in variants} == set(HOUSE)


@pytest.mark.parametrize("name", HOUSE)
def test_a_bare_name_means_the_defaults(name):
    """A bare name, also with empty brackets or spaces around it, is the player with its defaults."""
    assert player(name) == player(f"{name}()") == player(f" {name} ") == player_type(name)()
    assert str(player(name)) == name


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("rules(advanced=False)", Rules(advanced=False)),
        ("rules(advanced=true)", Rules()),
        ("rules( advanced = false )", Rules(advanced=False)),
        ("tic(deep=True)", Tic(deep=True)),
        ("core(easy='True')", Core(easy=True)),
        ("minimax(randomness=0.25)", Minimax(Fraction(1, 4))),
        ("minimax(randomness=1/3)", Minimax(Fraction(1, 3))),
        ("minimax(randomness=1)", Minimax(Fraction(1))),
        ("minimax(randomness=0)", Minimax()),
        ("newell-simon(level=3)", NewellSimon(3)),
    ],
)
def test_options_are_read_by_their_type(spec, expected):
    """Options are truths, whole numbers and exact fractions, as the player declares them."""
    assert player(spec) == expected


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("rules", {"advanced": False}, Rules(advanced=False)),
        ("minimax", {"randomness": 0.1}, Minimax(Fraction(1, 10))),
        ("minimax", {"randomness": Fraction(2, 7)}, Minimax(Fraction(2, 7))),
        ("minimax", {"randomness": 1}, Minimax(Fraction(1))),
        ("newell-simon", {"level": 0}, NewellSimon(0)),
    ],
)
def test_options_may_be_given_by_keyword(name, options, expected):
    """``player("rules", advanced=False)`` is ``player("rules(advanced=False)")``; 0.1 is exactly 1/10."""
    assert player(name, **options) == expected


@given(st.fractions(0, 1, max_denominator=10**9))
def test_every_randomness_reads_back(randomness):
    """Any fraction from 0 to 1 survives being written and read."""
    written = str(Minimax(randomness))
    assert player(written) == Minimax(randomness)
    assert str(player(written)) == written


@given(st.decimals(0, 1, places=18, allow_nan=False, allow_infinity=False))
def test_every_decimal_randomness_reads_back(decimal):
    """What was read from up to 18 decimals can be written and read again."""
    chosen = player(f"minimax(randomness={decimal:f})")
    assert chosen == Minimax(Fraction(decimal))
    assert player(str(chosen)) == chosen


@given(st.sampled_from(house_variants()), st.data())
def test_names_with_any_options_read_back(variant, data):
    """For every player and any values of its options, str() and player() are inverse."""
    values = {
        bool: st.booleans(),
        int: st.integers(0, 8),
        Fraction: st.fractions(0, 1, max_denominator=1000),
    }
    defaulted = defaults(type(variant)).items()
    options = {option: data.draw(values[type(default)]) for option, default in defaulted}
    chosen = type(variant)(**options)
    assert player(str(chosen)) == chosen
    assert player(variant.name, **options) == chosen


@pytest.mark.parametrize(
    ("spec", "error", "quoted"),
    [
        ("", NotationError, "''"),
        ("   ", NotationError, "'   '"),
        ("(easy=True)", NotationError, "'(easy=True)'"),
        ("core(", NotationError, "'core('"),
        ("core)", NotationError, "'core)'"),
        ("core(easy=True) extra", NotationError, "extra"),
        ("core(easy)", NotationError, "'easy'"),
        ("core(=True)", NotationError, "'=True'"),
        ("core(easy==True)", NotationError, "'easy==True'"),
        ("core(,)", NotationError, "'core(,)'"),
        ("core(easy=True,)", NotationError, "'core(easy=True,)'"),
        ("core(easy=True, easy=False)", NotationError, "'easy=False'"),
        ("core(easy=True, easy=True)", NotationError, "'easy=True'"),
        ("\x00", NotationError, r"\x00"),
        ("тик", NotationError, "'тик'"),
        ("__import__('os')", NotationError, "__import__"),
        ("nobody", UnknownPlayerError, "'nobody'"),
        ("tic.deep", UnknownPlayerError, "'tic.deep'"),
        ("core(hard=True)", OptionError, "'hard'"),
        ("weights(deep=True)", OptionError, "'deep'"),
        ("core(easy=1)", OptionError, "'1'"),
        ("core(easy=)", OptionError, "''"),
        ("core(easy=yes)", OptionError, "'yes'"),
        ("newell-simon(level=9)", OptionError, "'9'"),
        ("newell-simon(level=-1)", OptionError, "'-1'"),
        ("newell-simon(level=2.5)", OptionError, "'2.5'"),
        ("newell-simon(level=True)", OptionError, "'True'"),
        ("newell-simon(level=99999999999999999999)", OptionError, "'99999999999999999999'"),
        ("minimax(randomness=nan)", OptionError, "'nan'"),
        ("minimax(randomness=NaN)", OptionError, "'NaN'"),
        ("minimax(randomness=inf)", OptionError, "'inf'"),
        ("minimax(randomness=-inf)", OptionError, "'-inf'"),
        ("minimax(randomness=-0.1)", OptionError, "'-1/10'"),
        ("minimax(randomness=1.000000001)", OptionError, "'1000000001/1000000000'"),
        ("minimax(randomness=2)", OptionError, "'2'"),
        ("minimax(randomness=1/0)", OptionError, "'1/0'"),
        ("minimax(randomness=1e999999999)", OptionError, "'1e999999999'"),
        ("minimax(randomness=1e-999999999)", OptionError, "'1e-999999999'"),
        ("minimax(randomness=half)", OptionError, "'half'"),
        ("minimax(randomness=)", OptionError, "''"),
        ("minimax(randomness=1_0)", OptionError, "'1_0'"),
        ("minimax(randomness=٣)", OptionError, "'٣'"),
    ],
)
def test_bad_names_and_options_are_quoted(spec, error, quoted):
    """Bad text, unknown players and options, wrong types and values: each its error, quoting the input."""
    with pytest.raises(error) as caught:
        player(spec)
    assert quoted in str(caught.value)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("minimax", {"randomness": float("nan")}),
        ("minimax", {"randomness": float("inf")}),
        ("minimax", {"randomness": -0.5}),
        ("minimax", {"randomness": True}),
        ("minimax", {"randomness": None}),
        ("minimax", {"randomness": 10**5000}),
        ("newell-simon", {"level": True}),
        ("newell-simon", {"level": 3.0}),
        ("newell-simon", {"level": 10**5000}),
        ("core", {"easy": 1}),
        ("core", {"easy": None}),
        ("core", {"easy": []}),
        ("core", {"hard": True}),
    ],
)
def test_bad_keyword_options_are_refused(name, options):
    """Options given by keyword are checked like those given as text."""
    with pytest.raises(OptionError):
        player(name, **options)


def test_what_is_known_is_said():
    """The message for an unknown player lists those there are, for an unknown option what the player has."""
    with pytest.raises(UnknownPlayerError, match="known are tic, minimax, weights, core, rules"):
        player("nobody")
    with pytest.raises(OptionError, match="core has no option 'hard': it has easy"):
        player("core(hard=True)")
    with pytest.raises(OptionError, match="weights has no option 'hard': it has none"):
        player("weights(hard=True)")


@given(st.text(max_size=80))
def test_any_text_is_a_player_or_one_of_our_errors(text):
    """Whatever is typed either is a player or is refused by an error of the house."""
    try:
        chosen = player(text)
    except NoughtsError as error:
        assert str(error)
    else:
        assert player(str(chosen)) == chosen


@given(st.sampled_from(HOUSE), st.text("=(),'\" 01/.eTruelvsadncy", max_size=40))
def test_any_options_are_read_or_refused(name, inside):
    """Whatever stands in the brackets either is options or is refused by an error of the house."""
    try:
        chosen = player(f"{name}({inside})")
    except NoughtsError as error:
        assert str(error)
    else:
        assume(inside.strip())
        assert player(str(chosen)) == chosen


@pytest.mark.parametrize(
    "spec",
    [
        "x" * 1_000_000,
        "core(" + " " * 1_000_000 + "=",
        "minimax(randomness=" + " " * 1_000_000 + "=)",
        "minimax(randomness=" + "9" * 1_000_000 + ")",
        "minimax(randomness=0." + "0" * 1_000_000 + "1)",
        "minimax(randomness=1/" + "0" * 1_000_000 + ")",
        "core(" + "easy=True," * 100_000 + ")",
        "core(" * 200_000,
    ],
    ids=lambda spec: spec[:25],
)
def test_huge_names_are_refused_at_once_and_cut(spec):
    """Absurdly long names are refused by a message of at most a few lines; to read one twice over would take hours."""
    with pytest.raises(NoughtsError) as caught:
        player(spec)
    assert len(str(caught.value)) < 500
