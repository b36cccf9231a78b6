"""The places of a ladder, as they follow from what has happened."""

from club.competitions.reckoning.ladder import SILENCE, Ladder, find_slides, replay_ladder, silence_month_end
from data.competitions.ladders import LadderFact
from data.competitions.pairings import PairingResult, TableChange

LATE, PLAYED, RULED, SLID, SILENT = (
    TableChange.LATE,
    TableChange.PLAYED,
    TableChange.RULED,
    TableChange.SLID,
    TableChange.SILENT,
)


def here(what: TableChange, entrant_id: int, at: float = 0.0) -> LadderFact:
    """Something that has happened to an entrant."""
    return LadderFact(at, 0, what, entrant_id, None, None, None, None, None)


def challenge_fact(
    number: int,
    challenger: int,
    other: int,
    counts: PairingResult | None,
    at: float = 1.0,
    what: TableChange = PLAYED,
) -> LadderFact:
    """Fact of a challenge in which the challenged player moves first."""
    return LadderFact(at, 0, what, None, number, other, challenger, 0, counts)


FIVE = [here(LATE, each) for each in (1, 2, 3, 4, 5)]
WON, LOST = PairingResult.SECOND, PairingResult.FIRST
"""By the challenger."""


def order(*facts: LadderFact) -> list[int]:
    return replay_ladder([*FIVE, *facts]).order


def test_who_joins_stands_at_the_foot_and_who_has_left_does_so_again() -> None:
    assert order() == [1, 2, 3, 4, 5]
    assert order(here(TableChange.WITHDRAWN, 2)) == [1, 3, 4, 5]
    assert order(here(TableChange.WITHDRAWN, 2), here(LATE, 2)) == [1, 3, 4, 5, 2]


def test_a_win_takes_the_place_and_those_between_slide_one_down() -> None:
    assert order(challenge_fact(1, 5, 2, WON)) == [1, 5, 2, 3, 4]
    assert order(challenge_fact(1, 5, 4, WON), challenge_fact(2, 5, 1, WON)) == [5, 1, 2, 3, 4]


def test_a_draw_a_loss_or_nothing_changes_no_place() -> None:
    for counts in (LOST, PairingResult.DRAW, PairingResult.NONE, None):
        assert order(challenge_fact(1, 5, 2, counts)) == [1, 2, 3, 4, 5]


def test_a_win_against_somebody_who_has_fallen_below_or_left_meanwhile_takes_nothing() -> None:
    assert order(
        challenge_fact(1, 4, 3, WON), challenge_fact(2, 5, 4, WON), challenge_fact(3, 4, 5, WON)
    ) == [1, 2, 4, 5, 3]
    assert order(
        challenge_fact(1, 4, 1, WON), challenge_fact(2, 3, 4, LOST), challenge_fact(3, 4, 3, WON)
    ) == [4, 1, 2, 3, 5]
    assert order(here(TableChange.WITHDRAWN, 2), challenge_fact(1, 5, 2, WON)) == [1, 3, 4, 5]
    assert order(here(TableChange.WITHDRAWN, 5), challenge_fact(1, 5, 2, WON)) == [1, 2, 3, 4]


def test_what_is_ruled_counts_when_it_was_played_and_all_that_came_later_follows() -> None:
    later = challenge_fact(2, 4, 5, WON, at=5.0)
    played = [challenge_fact(1, 5, 3, WON), later]
    assert order(*played) == [1, 2, 4, 5, 3]
    assert order(challenge_fact(1, 5, 3, LOST), later, challenge_fact(1, 5, 3, LOST, at=9.0, what=RULED)) == [
        1,
        2,
        3,
        4,
        5,
    ]
    again = replay_ladder(
        [*FIVE, challenge_fact(1, 5, 3, WON), challenge_fact(1, 5, 3, WON, at=9.0, what=RULED)]
    )
    assert (again.standings_row(5).played, again.standings_row(5).wins) == (1, 1)
    # What came to nothing without a word counts from the ruling on.
    assert order(challenge_fact(1, 5, 3, WON, at=9.0, what=RULED)) == [1, 2, 5, 3, 4]


def test_records_are_kept_and_who_moved_first_is_known() -> None:
    ladder = replay_ladder(
        [*FIVE, challenge_fact(1, 5, 2, WON), challenge_fact(2, 2, 5, PairingResult.DRAW, at=7.0)]
    )
    assert (
        ladder.standings_row(5).rank,
        ladder.standings_row(5).wins,
        ladder.standings_row(5).draws,
        ladder.standings_row(5).played,
    ) == (2, 1, 1, 2)
    assert (ladder.standings_row(2).losses, ladder.standings_row(2).rank) == (1, 3)
    assert ladder.last_ended_at[frozenset((2, 5))] == 7.0 and ladder.last_first_mover[frozenset((2, 5))] == 5
    assert [(each.entrant_id, each.place, each.place_taken) for each in ladder.effects[-2:]] == [
        (5, 2, True),
        (2, 2, False),
    ]


def test_three_places_are_in_reach() -> None:
    ladder = replay_ladder(FIVE)
    assert (
        ladder.challengeable_entrants(5),
        ladder.challengeable_entrants(2),
        ladder.challengeable_entrants(1),
    ) == ([2, 3, 4], [1], [])


def slide(ladder: Ladder, now: float, *playing: int, since: float = 0.0) -> list[tuple[int, TableChange]]:
    return find_slides(ladder, playing, since=since, now=now)


def test_who_is_silent_for_a_month_slides_past_whoever_was_not() -> None:
    ladder = replay_ladder([*FIVE, challenge_fact(1, 5, 3, LOST, at=SILENCE)])
    assert slide(ladder, SILENCE - 1) == []
    assert slide(ladder, SILENCE) == [(4, SLID), (2, SLID), (1, SLID)]
    assert order(here(SLID, 4), here(SLID, 2), here(SLID, 1)) == [3, 1, 2, 5, 4]
    assert slide(ladder, SILENCE, 4, since=1.0) == []
    assert slide(ladder, SILENCE, 4) == [(2, SLID), (1, SLID)]


def test_nobody_rises_by_being_silent_themselves() -> None:
    ladder = replay_ladder(FIVE)
    assert slide(ladder, SILENCE) == [(each, SILENT) for each in (5, 4, 3, 2, 1)]
    # A month that is over does not make the next one shorter, nor anybody heard of.
    told = replay_ladder([*FIVE, here(SILENT, 5, SILENCE - 1)])
    assert slide(told, SILENCE) == [(each, SILENT) for each in (4, 3, 2, 1)]
    assert silence_month_end(told, 5, since=0.0) == 2 * SILENCE - 1


def test_whoever_joins_a_ladder_of_silent_members_passes_each_once_a_month() -> None:
    silent = [here(SILENT, each, SILENCE) for each in (5, 4, 3, 2, 1)]
    ladder = replay_ladder([*FIVE, *silent, here(LATE, 6, SILENCE + 5)])
    assert slide(ladder, SILENCE + 10) == []
    assert slide(ladder, 2 * SILENCE) == [(5, SLID), (4, SLID), (3, SLID), (2, SLID), (1, SLID)]
