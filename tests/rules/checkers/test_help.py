"""The help of each variant is told from the table of rule sets.

It also says what the rulebook leaves open.
"""

import pytest

from rules.catalogue import GAMES
from rules.checkers.rulesets import OPTIONS, RULESETS, ruleset
from rules.checkers.traits import differences, traits
from tests.rules.checkers.matches import EVERY_SETUP, EVERY_VARIANT, SETUPS
from tests.rules.english import english


def rules(key: str) -> str:
    return "\n".join(english(GAMES[key].help.rules))


def test_differences_are_those_of_the_table() -> None:
    assert english(differences(RULESETS["pool"], RULESETS["american"])) == (
        "men capture diagonally forward or back",
        "kings move any distance diagonally forward or back",
        "kings capture diagonally forward or back, from any distance, landing on any free square behind the piece",
        "a man that only passes the far rank in the middle of a capture stays a man and goes on",
        "a draw after 13 moves by each side with three kings against one",
    )
    assert english(differences(RULESETS["canadian"], RULESETS["international"])) == (
        "play is on the dark squares of a board of 12×12",
        "each side has 30 men, on its first five rows",
        "a draw after 50 moves by each side without a capture or a man's move",
    )
    assert differences(RULESETS["american"], RULESETS["american"]) == []
    assert "men capture kings too" in english(differences(RULESETS["american"], RULESETS["italian"]))
    assert "a capture may turn round" in english(differences(RULESETS["american"], RULESETS["turkish"]))


@pytest.mark.parametrize(("key", "options"), EVERY_SETUP)
def test_two_rule_sets_that_play_differently_are_told_apart(key: str, options: dict[str, str]) -> None:
    row = ruleset(key, **options)
    for other, given in SETUPS:
        if (other, given) != (key, options):
            assert traits(row) != traits(ruleset(other, **given)), f"reads like {other} {given}"


@pytest.mark.parametrize("key", OPTIONS)
def test_each_option_says_what_it_changes(key: str) -> None:
    for name, values in OPTIONS[key].items():
        for value in list(values)[1:]:
            for clause in differences(ruleset(key, **{name: value}), RULESETS[key]):
                assert str(clause) in rules(key).split(f"`{name}={value}`")[1]


@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_what_the_rulebook_does_not_say_is_said_to_be_from_elsewhere(key: str) -> None:
    outside = str(GAMES[key].help.elsewhere)
    assert outside.startswith("Not in the rulebook")
    row = RULESETS[key]
    spoken_of = key in ("international", "pool", "russian", "canadian", "frisian")
    assert ("crowning in the middle of a capture" in outside) == (not spoken_of)
    assert ("leave at once" in outside) == (row.removal == "at_once")
    assert ("any free square" in outside) == (row.flying and row.landing == "any")
    assert ("the number of men" in outside) == (key == "malaysian")
    assert "without a legal move loses" in outside
    assert "every draw that is not agreed on" in outside


def test_rulings_are_marked() -> None:
    assert english(GAMES["gothic"].help.rulings) == ("The count of 40 moves for a draw.",)
    assert english(GAMES["canadian"].help.rulings) == ("The count of 50 moves for a draw.",)
    assert len(GAMES["malaysian"].help.rulings) == 3
    for key in ("turkish", "armenian"):
        count, sideways = english(GAMES[key].help.rulings)
        assert count == "The count of 40 moves for a draw."
        assert sideways.startswith("A man's step sideways can be taken back")
    count, goes_on = english(GAMES["german"].help.rulings)
    assert count == "The count of 40 moves for a draw."
    assert "“as long as possible” means that a king that captures goes on while it can" in goes_on
    for key in ("russian", "brazilian"):
        side_by_side, road = english(GAMES[key].help.rulings)
        assert side_by_side.startswith("With four to seven pieces two counts of moves go on side by side")
        assert road.startswith("On the main road those moves of the lone king count")
    (one_king,) = english(GAMES["frisian"].help.rulings)
    assert one_king.startswith("King against king: the federation ends it at once")
    for key in ("american", "international", "pool", "italian"):
        assert GAMES[key].help.rulings == ()


@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_each_variant_shows_how_pieces_move_and_what_sets_it_apart(key: str) -> None:
    figures = GAMES[key].help.figures
    assert [figure.marked for figure in figures["moves"]] == [True]
    assert 1 <= len(figures["special"]) <= 2
    assert all(figure.moves for figure in figures["special"])
