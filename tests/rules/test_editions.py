"""A match goes by the rules that it began with."""

from itertools import count

import pytest

from rules.catalogue import GAMES
from rules.checkers import openings
from rules.editions import FORMER, RULES_VERSION, edition, replay
from rules.game import BadRecord
from rules.match import Match
from rules.shuffle import Shuffle
from tests.rules.checkers.matches import at
from tests.rules.checkers.quiet_play import step

OPENED = ("a3-a4", "h6-h5")
SIDEWAYS = ("a4-b4", "h5-g5", "b4-a4", "g5-h5")
"""Two men step aside and come back."""


def start_match(*texts: str, version: int = 1, key: str = "turkish") -> Match:
    """Return a match by the rules of a version after these moves."""
    match = Match(edition(version)[key], {}, bytes(32))
    for text in texts:
        match.play(text)
    return match


def placed(key: str, white: str, black: str, version: int) -> Match:
    """Return a match by the rules of a version from a position without a history."""
    match = Match(edition(version)[key], {}, bytes(32))
    match.set_position(match.game.dump(at(key, white, black).position))
    return match


@pytest.mark.parametrize("key", ["turkish", "armenian"])
@pytest.mark.parametrize("further", [(), SIDEWAYS, ("a4-b4",)])
def test_a_match_that_went_on_past_a_third_repetition_goes_on(key: str, further: tuple[str, ...]) -> None:
    played = start_match(*OPENED, *SIDEWAYS, *SIDEWAYS, *further, key=key)
    again = replay(played.save(), version=1, over=False)
    assert again.outcome is None
    assert [ply.text for ply in again.plies] == [ply.text for ply in played.plies]
    assert again.save() == played.save()
    again.play(again.moves()[0])


def test_one_that_did_not_goes_on_by_them_too() -> None:
    again = replay(start_match(*OPENED, *SIDEWAYS, *SIDEWAYS[:3]).save(), version=1, over=False)
    again.play(SIDEWAYS[3])
    assert again.outcome is None
    later = replay(start_match(*OPENED, *SIDEWAYS, *SIDEWAYS[:3]).save(), version=2, over=False)
    later.play(SIDEWAYS[3])
    assert later.outcome
    assert later.outcome.reason == "checkers.repetition"


def test_one_that_today_s_rules_ended_stays_ended() -> None:
    again = replay(start_match(*OPENED, *SIDEWAYS, *SIDEWAYS).save(), version=1, over=True)
    assert again.outcome
    assert again.outcome.reason == "checkers.repetition"


def test_one_that_somebody_gave_up_after_a_third_repetition_is_still_lost() -> None:
    played = start_match(*OPENED, *SIDEWAYS, *SIDEWAYS, *SIDEWAYS)
    played.resign(0)
    again = replay(played.save(), version=1, over=True)
    assert again.outcome
    assert (again.outcome.winner, again.outcome.reason) == (1, "resignation")


def test_a_match_of_today_s_rules_knows_no_others() -> None:
    with pytest.raises(BadRecord):
        replay(
            start_match(*OPENED, *SIDEWAYS, *SIDEWAYS, *SIDEWAYS).save(), version=RULES_VERSION, over=False
        )


@pytest.mark.parametrize("key", ["american", "binar", "malaysian"])
def test_games_that_have_not_changed_are_what_they_were(key: str) -> None:
    match = Match(GAMES[key], {}, bytes(32))
    for _ in range(5):
        match.play(match.moves()[0])
    assert replay(match.save(), version=1, over=False).game is GAMES[key]
    with pytest.raises(BadRecord):
        replay(match.save() + "9. zz\n", version=1, over=False)


def test_of_today_s_version_all_games_are_today_s() -> None:
    assert edition(RULES_VERSION) == GAMES
    assert max(rules.last for rules in FORMER) == RULES_VERSION - 1


@pytest.mark.ci
@pytest.mark.parametrize(
    ("key", "white", "black", "then", "now", "why"),
    [
        ("russian", "Kf2 Kg1", "Kb8", 30, 10, "quiet"),
        ("brazilian", "Kf2 Kg1", "Kb8", 30, 10, "quiet"),
        ("russian", "Kf2 Kg1 Ke1", "Kb8", 30, 30, "three_kings"),
    ],
)
def test_counts_of_before_end_a_match_that_began_by_them(
    key: str, white: str, black: str, then: int, now: int, why: str
) -> None:
    """Both ways: a count that comes earlier today, and one told in other words."""
    for version, plies in ((2, then), (1, then), (RULES_VERSION, now)):
        match = placed(key, white, black, version)
        while match.outcome is None:
            step(match)
        assert len(match.plies) == plies
        again = replay(match.save(), version=version, over=True)
        assert again.outcome == match.outcome
        if version < RULES_VERSION:
            assert again.outcome.reason == f"checkers.draw.{why}"
            match.undo()
            going = replay(match.save(), version=version, over=False)
            assert going.outcome is None
            assert len(going.plies) == plies - 1


def test_a_frisian_match_of_before_goes_on_where_king_stands_against_king() -> None:
    match = placed("frisian", "Kg1", "Kb10", 2)
    for _ in range(8):
        step(match)
    assert match.outcome is None
    assert replay(match.save(), version=2, over=False).save() == match.save()
    with pytest.raises(BadRecord):
        replay(match.save(), version=RULES_VERSION, over=False)


@pytest.mark.parametrize("key", ["russian", "brazilian"])
@pytest.mark.parametrize("name", ["FMJD-64 22-XV", "FMJD-64 45-IX"])
def test_openings_of_before_begin_a_match_with_black_as_they_did(key: str, name: str) -> None:
    then, now = (Match(edition(version)[key], {"opening": name}, bytes(32)) for version in (2, RULES_VERSION))
    assert then.origin.board == now.origin.board
    assert [str(side) for side in (then.sides[0], now.sides[0])] == ["Black", "White"]
    then.play(then.moves()[0])
    again = replay(then.save(), version=2, over=False)
    assert (again.origin, again.save()) == (then.origin, then.save())
    assert replay(now.save(), version=RULES_VERSION, over=False).origin == now.origin


def test_a_lot_of_before_falls_on_what_it_fell_on() -> None:
    """The tables are as long as they were, so a secret draws the same name."""
    names = [opening.name for opening in openings.drawable_openings("russian")]
    number = names.index("FMJD-64 45-IX")
    secret = next(
        secret
        for secret in (seed.to_bytes(32, "big") for seed in count())
        if Shuffle(secret).below(len(names)) == number
    )
    then = Match(edition(2)["russian"], {"opening": "lot"}, secret)
    assert then.settled_options["opening"] == names[number]
    assert str(then.sides[0]) == "Black"
    assert replay(then.save(), version=2, over=False).origin == then.origin


def test_help_and_reasons_of_a_match_of_before_are_those_of_before() -> None:
    then, now = (edition(version)["russian"].help_for({}) for version in (2, RULES_VERSION))
    assert "main road" not in str(then.ending)
    assert "main road" in str(now.ending)
