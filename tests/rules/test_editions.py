"""A match goes on under the rules it began with.

This applies where the present rules would end it too early.
"""

import pytest

from rules.catalogue import GAMES
from rules.checkers.game import Checkers
from rules.editions import RULES_VERSION, replay
from rules.game import BadRecord
from rules.match import Match

OPENED = ("a3-a4", "h6-h5")
SIDEWAYS = ("a4-b4", "h5-g5", "b4-a4", "g5-h5")
"""Two men step aside and come back."""


def start_match(*texts: str, first_edition: bool = True, key: str = "turkish") -> Match:
    """Return a match of a rules edition after these moves."""
    match = Match(Checkers(key, sideways_lasts=first_edition), {}, bytes(32))
    for text in texts:
        match.play(text)
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


def test_one_that_did_not_is_played_on_by_today_s_rules() -> None:
    again = replay(start_match(*OPENED, *SIDEWAYS, *SIDEWAYS[:3]).save(), version=1, over=False)
    again.play(SIDEWAYS[3])
    assert again.outcome
    assert again.outcome.reason == "checkers.repetition"


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


@pytest.mark.parametrize("key", ["russian", "binar", "malaysian"])
def test_games_that_have_not_changed_are_what_they_were(key: str) -> None:
    match = Match(GAMES[key], {}, bytes(32))
    for _ in range(5):
        match.play(match.moves()[0])
    assert replay(match.save(), version=1, over=False).game is GAMES[key]
    with pytest.raises(BadRecord):
        replay(match.save() + "9. zz\n", version=1, over=False)
