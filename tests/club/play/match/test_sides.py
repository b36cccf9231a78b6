"""What a challenger cannot ask for as a side, wherever it is asked from."""

import pytest

from club.club import Club
from club.members.people import Person
from club.play.match.sides import BOTH, challenger_seat, odds_codes, side_codes
from club.play.seek.proposals import Proposal
from club.refusals import Refusal
from data.play.places import Place
from rules.catalogue import GAMES
from rules.match import Match
from tests.club.people import ANN, BEN, GUILD, act, interactions, make_challenge, start_match

HERE = Place(GUILD, 1)
AWAY = Place(GUILD, 1, "en")


def stored_side(
    side: str, place: Place = HERE, *, start: str | None = None, opponent: Person = BEN, aim: str = "capture"
) -> str:
    """Return the side of a challenge as it is stored."""
    game, options = GAMES["russian"], {"aim": aim}
    proposal = Proposal(game=game, options=options, opponent=opponent, side=side, start=start)
    return proposal.to_challenge(ANN, place, game.read_options(options)).side


def test_odds_are_given_from_the_usual_start_alone() -> None:
    assert stored_side("giving a man") == "side.gives.man"
    assert stored_side("giving a man", AWAY) == "side.gives.man"
    with pytest.raises(Refusal, match="Odds are given from the usual start"):
        stored_side("giving a man", start='{"cells": {"a1": "W", "h8": "B"}}')
    assert stored_side("White", start='{"cells": {"a1": "W", "h8": "B"}}') == "side.white"


def test_there_are_no_odds_in_giveaway_where_a_man_less_is_no_handicap() -> None:
    with pytest.raises(Refusal, match="In giveaway a man less is no handicap"):
        stored_side("giving a man", aim="lose")
    assert stored_side("giving a man", aim="crown") == "side.gives.man"
    assert side_codes(Match(GAMES["russian"], {"aim": "lose"}, bytes(32)))[3:] == (BOTH,)


def test_a_mini_match_goes_on_by_itself_which_nothing_does_by_a_user_install() -> None:
    assert stored_side("both") == BOTH
    with pytest.raises(Refusal, match="A mini-match is played with a member"):
        stored_side("both", AWAY)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("side", "seat", "men"),
    [
        ("giving the move", 1, (12, 12)),
        ("giving a man", 1, (12, 11)),
        ("giving two men", 1, (12, 10)),
        ("taking the move", 0, (12, 12)),
        ("TAKING A MAN", 0, (12, 11)),
        ("taking two men", 0, (12, 10)),
    ],
)
async def test_who_gives_odds_begins_without_men_and_moves_second_also_the_next_time(
    club: Club, side: str, seat: int, men: tuple[int, int]
) -> None:
    made = await make_challenge(club, "russian", side=side)
    for number in (1, 2):
        table = await club.play.challenges.accept(made.id, taker=BEN, interaction_id=next(interactions))
        assert table.seat_of(ANN.id) == seat
        assert table.match.game.tally(table.match.position) == men
        assert table.row.rated is None
        await club.play.matches.resign(number, act(BEN))
        made, _ = await club.play.beginnings.request_rematch(
            number, person=ANN, interaction_id=next(interactions)
        )


async def test_a_lot_that_decides_the_colours_lets_who_gives_a_man_move_second(club: Club) -> None:
    table = await start_match(club, "malaysian", side="giving a man")
    assert (table.seat_of(ANN.id), table.match.game.tally(table.match.position)) == (1, (30, 29))


async def test_what_ends_without_a_result_counts_for_nobody_in_the_score_of_rematches(club: Club) -> None:
    await start_match(club, side="Even")
    await club.play.matches.resign(1, act(BEN))
    for number in (1, 2):
        made, _ = await club.play.beginnings.request_rematch(
            number, person=ANN, interaction_id=next(interactions)
        )
        await club.play.challenges.accept(made.id, taker=BEN, interaction_id=next(interactions))
        if number == 1:
            await club.play.beginnings.cancel(2, act(ANN), channel_id=None)
    score = await club.play.lists.load_series(3)
    assert score is not None and (score.wins, score.draws) == ({ANN.id: 1}, 0)


def test_which_seat_each_side_has() -> None:
    match = Match(GAMES["american"], {}, bytes(32))
    seats = {code: challenger_seat(match, code) for code in side_codes(match)}
    assert list(seats.values()) == [None, 0, 1, None, 1, 1, 1, 0, 0, 0]
    assert list(seats)[4:] == list(odds_codes(match.game, match.options))
    assert odds_codes(GAMES["binar"], {}) == ()
