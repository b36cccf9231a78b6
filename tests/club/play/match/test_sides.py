"""What a challenger cannot ask for as a side, wherever it is asked from."""

import pytest

from club.members.people import Person
from club.play.match.sides import BOTH, challenger_seat, odds_codes, side_codes
from club.play.seek.proposals import Proposal
from club.refusals import Refusal
from data.play.places import Place
from rules.catalogue import GAMES
from rules.match import Match
from tests.club.people import ANN, BEN, GUILD

HERE = Place(GUILD, 1)
AWAY = Place(GUILD, 1, "en")


def stored_side(side: str, place: Place = HERE, *, start: str | None = None, opponent: Person = BEN) -> str:
    """Return the side of a challenge as it is stored."""
    game = GAMES["russian"]
    proposal = Proposal(game=game, options={}, opponent=opponent, side=side, start=start)
    return proposal.to_challenge(ANN, place, game.read_options({})).side


def test_odds_are_given_from_the_usual_start_alone() -> None:
    assert stored_side("giving a man") == "side.gives.man"
    assert stored_side("giving a man", AWAY) == "side.gives.man"
    with pytest.raises(Refusal, match="Odds are given from the usual start"):
        stored_side("giving a man", start='{"cells": {"a1": "W", "h8": "B"}}')
    assert stored_side("White", start='{"cells": {"a1": "W", "h8": "B"}}') == "side.white"


def test_a_mini_match_goes_on_by_itself_which_nothing_does_by_a_user_install() -> None:
    assert stored_side("both") == BOTH
    with pytest.raises(Refusal, match="A mini-match is played with a member"):
        stored_side("both", AWAY)


def test_which_seat_each_side_has() -> None:
    match = Match(GAMES["american"], {}, bytes(32))
    seats = {code: challenger_seat(match, code) for code in side_codes(match)}
    assert list(seats.values()) == [None, 0, 1, None, 1, 1, 1, 0, 0, 0]
    assert list(seats)[4:] == list(odds_codes(match.game))
    assert odds_codes(GAMES["binar"]) == ()
