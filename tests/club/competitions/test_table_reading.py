"""A tournament that began elsewhere goes on here, by its TRF16 file."""

from collections.abc import Iterable
from typing import Any

import pytest

from club.clocks.time_control import parse_control
from club.competitions.crosstable import Crosstable
from club.competitions.kinds.all_kinds import KINDS
from club.competitions.kinds.swiss import SwissKind
from club.competitions.lookup import Official
from club.competitions.table_files import to_trf
from club.competitions.table_reading import SIZE_LIMIT, ReadTournament, check_size, read_trf
from club.members.people import Person
from club.refusals import Refusal
from data.competitions import competitions, entrants
from data.competitions.competitions import StageStatus
from data.competitions.pairings import PairingResult
from tests.club.competitions.trf_texts import ONE_ROUND, line, trf
from tests.club.leagues import MO
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, SOON, Evening, tournament

LIMITS = SwissKind.least, SwissKind.most


def read(*lines: str, rounds: int | None = 3) -> ReadTournament:
    return read_trf(trf(*lines, rounds=rounds), LIMITS)


def test_a_file_gives_entrants_with_ratings_results_by_side_and_free_rounds() -> None:
    found = read(*ONE_ROUND)
    assert found.entrants[0] == ("Ivanov, Ivan", 2150, None)
    assert [each.rating for each in found.entrants] == [2150, 1900, None, None, None]
    assert [each.bye for each in found.entrants] == [None, None, None, None, 0]
    assert found.pairings == [(0, 0, 2, PairingResult.FIRST, False), (0, 3, 1, PairingResult.DRAW, False)]
    assert (found.rounds_played, found.rounds) == (1, 3)


def test_entrants_stand_by_number_and_rounds_may_be_empty() -> None:
    found = read(
        line(7, "0000 - Z", "9 w +"),
        line(9, "", "7 b -"),
        line(8, "0000 - F"),
        line(10, "0000 - -"),
        rounds=None,
    )
    assert [each.name for each in found.entrants] == [f"Player {number}" for number in (7, 8, 9, 10)]
    assert found.pairings == [(1, 0, 2, PairingResult.FIRST, True)]
    assert [each.bye for each in found.entrants] == [None, 0, None, None]
    assert (found.rounds_played, found.rounds) == (2, None)


@pytest.mark.parametrize(
    ("marks", "result", "is_ruled"),
    [
        ("1 0", PairingResult.FIRST, False),
        ("0 1", PairingResult.SECOND, False),
        ("= =", PairingResult.DRAW, False),
        ("W L", PairingResult.FIRST, True),
        ("L W", PairingResult.SECOND, True),
        ("D D", PairingResult.DRAW, True),
        ("+ -", PairingResult.FIRST, True),
        ("- +", PairingResult.SECOND, True),
        ("- -", PairingResult.NONE, False),
    ],
)
def test_each_pair_of_marks_is_a_result(marks: str, result: PairingResult, is_ruled: bool) -> None:
    first, second = marks.split()
    for sides in ("wb", "--"):
        lines = line(1, f"2 {sides[0]} {first}"), line(2, f"1 {sides[1]} {second}"), line(3, "0000 - U")
        assert read(*lines).pairings == [(0, 0, 1, result, is_ruled)]


def test_names_may_be_in_an_older_encoding() -> None:
    text = trf(line(1, name="Иванов, Иван"), line(2), line(3)).decode()
    assert read_trf(text.encode("windows-1251"), LIMITS, "ru").entrants[0].name == "Иванов, Иван"


def bad(*cells: str) -> tuple[str, ...]:
    """Three lines, of which the first two have these cells of one round."""
    return (*(line(number, cell) for number, cell in enumerate(cells, 1)), line(3, "0000 - U"))


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((), "no line that begins with 001"),
        (("[Event \"A game\"]", "1. 32-28 *"), "no line that begins with 001"),
        ((line(1), line(2)), "The file has 2 players; a Swiss evening has 3 to 64"),
        ([line(number) for number in range(1, 66)], "The file has 65 players"),
        ((*ONE_ROUND, "013 The reds                           1    2"), "Line 6 of the file is about a team"),
        ((line(1), line(1), line(2)), "Line 2 of the file has no number of its own"),
        ((line(1), "001    x      Ann", line(2)), "Line 2 of the file has no number of its own"),
        ((line(1), line(2), "001    3"), "Line 3 of the file has no name in columns 15 to 47"),
        ((line(1), line(2), line(3, name="A\x00B")), "Line 3 of the file has no name"),
        ((line(1), line(2), line(3, rating="best")), "Line 3 of the file has something else than a number"),
        (bad("2 w 1", "1 b ?"), "Line 2 of the file, round 1: “1 b ?” is no opponent"),
        (bad("2 w 1", "one w 0"), "Line 2 of the file, round 1: “one w 0” is no opponent"),
        (bad("0000 - 1", ""), "Line 1 of the file, round 1: “0000 - 1” is no opponent"),
        (bad("2 w 1", "1 b 1"), "Line 1 of the file, round 1: the line of the opponent does not say the same"),
        (bad("2 w 1", "1 w 0"), "the line of the opponent does not say the same"),
        (bad("2 w 1", "3 b 0"), "the line of the opponent does not say the same"),
        (bad("2 w 1", ""), "the line of the opponent does not say the same"),
        (bad("1 w 1", ""), "the line of the opponent does not say the same"),
        (bad("9 w 1", ""), "the line of the opponent does not say the same"),
        (bad("2 w", "1 b"), "Line 1 of the file, round 1: this game has no result"),
        (bad("0000 - H", ""), "Line 1 of the file, round 1: half a point for a free round is not known here"),
        ((line(1, "", "2 w 1"), line(2, "", "1 b 0"), line(3, "0000 - U", "0000 - F")), "2: this player has a second"),
        ((line(1, "", "", "2 w 1"), line(2, "", "", "1 b 0"), line(3)), "all rounds are played already"),
    ],
)  # fmt: skip
def test_a_bad_file_gets_one_clear_sentence(lines: Iterable[str], sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(*lines)
    assert sentence in str(refused.value)


def test_who_will_be_absent_from_the_next_round_makes_it_no_round_that_was_played() -> None:
    began = read(line(1, "2 w 1", "0000 - Z"), line(2, "1 b 0"), line(3, "0000 - U"), line(4))
    assert began.rounds_played == 1


def test_a_file_that_is_too_large_is_not_read() -> None:
    check_size(SIZE_LIMIT)
    assert len(trf(*(line(number, *["  64 w 1"] * 63) for number in range(1, 65)))) < SIZE_LIMIT
    with pytest.raises(Refusal, match="larger than 64 KB"):
        read_trf(b" " * (SIZE_LIMIT + 1), LIMITS)


async def go_on(room: Room, text: str | bytes, **given: Any) -> Evening:
    """A tournament of Mo's that goes on from a file."""
    began = read_trf(text.encode() if isinstance(text, str) else text, LIMITS)
    made = await tournament(room.club, began=began, **given)
    return Evening(room, []) if made.id == 1 else _Second(room, [])


class _Second(Evening):
    """The second tournament of a room."""

    async def sheet(self) -> Crosstable:
        return await self.club.competitions.all.load_crosstable(2)


def table_text(text: str) -> list[str]:
    """The lines of a file, but for the days on which the tournament is played."""
    return [each for each in text.splitlines() if not each.startswith(("042", "052"))]


async def test_a_swiss_evening_exported_and_imported_is_the_same_tournament(room: Room) -> None:
    """Seven play two rounds, with free rounds, a draw and a result that was ruled."""
    evening = await Evening.start(room, PEOPLE[:7], rounds=4)
    await evening.here()
    first = (await evening.pairings())[0]
    await evening.play()
    await evening.club.competitions.all.rule_on(
        first.id, PairingResult.DRAW, official=Official(MO.id), why="fair"
    )
    await evening.here(*PEOPLE[:6])
    await evening.wait(SwissKind.call_time)
    await evening.play(lambda pairing: pairing.first_id)
    sheet = await evening.sheet()
    text = to_trf(sheet)

    second = await go_on(room, text)
    again = await second.sheet()
    assert table_text(to_trf(again)) == table_text(text)
    assert (again.stage.status, again.stage.round, again.stage.rounds) == (StageStatus.RUNNING, 2, 4)
    names = [str(each.entrant.name) for each in again.lines]
    assert names == [str(each.entrant.name) for each in sheet.lines]
    assert [each.row.points for each in again.lines] == [each.row.points for each in sheet.lines]
    assert [each.row.solkoff for each in again.lines] == [each.row.solkoff for each in sheet.lines]

    tournaments = room.club.competitions.tournaments
    for entrant in again.unclaimed_entrants:
        person = next(each for each in PEOPLE if each.name == entrant.name)
        assert await tournaments.take_place(2, entrant.id, person) == 3
        await tournaments.check_in(1, person.id)
    await room.club.competitions.scheduler.take_due_steps()
    await room.club.competitions.scheduler.take_due_steps()
    pairs = []
    for sheet in (await evening.sheet(), await second.sheet()):
        assert not sheet.unclaimed_entrants
        met = [sheet.entrants_of(each) for each in sheet.pairings if each.round == 2]
        pairs.append([(first.user_id, second.user_id) for first, second in met])
    assert pairs[0] == pairs[1] and len(pairs[0]) == 3, "the next round is the same, too"


async def test_places_wait_for_their_players_and_the_round_for_its_time(room: Room) -> None:
    evening = await go_on(room, trf(*ONE_ROUND))
    tournaments = room.club.competitions.tournaments
    sheet = await evening.sheet()
    assert [str(each.name) for each in sheet.unclaimed_entrants][:2] == ["Ivanov, Ivan", "Player 2"]
    assert {each.entrant.user_id for each in sheet.lines} == {0}
    places = sheet.unclaimed_entrants
    assert await tournaments.take_place(1, places[0].id, PEOPLE[0]) == 2
    with pytest.raises(Refusal, match="not free any more"):
        await tournaments.take_place(1, places[0].id, PEOPLE[1])
    with pytest.raises(Refusal, match="in this tournament already"):
        await tournaments.take_place(1, places[1].id, PEOPLE[0])
    await tournaments.take_place(1, places[1].id, PEOPLE[1])
    await evening.wait(SOON - 1)
    assert await evening.pairings() == []
    await evening.wait(1)
    [pairing] = await evening.pairings()
    assert {each.user_id for each in (await evening.sheet()).entrants_of(pairing)} == {100, 101}
    kept = (await evening.entrants())[places[0].id]
    assert (kept.name, kept.user_id, kept.rating) == ("Ivanov, Ivan", PEOPLE[0].id, 2150)
    assert await tournaments.take_place(1, places[2].id, PEOPLE[2]) == 3, (
        "while a round is played: the next one"
    )


async def test_who_has_joined_first_may_still_take_their_place(room: Room) -> None:
    evening = await go_on(room, trf(*ONE_ROUND))
    late = Person(777, "Ivan")
    await room.club.competitions.all.join(1, late)
    [place, *_] = (await evening.sheet()).unclaimed_entrants
    await room.club.competitions.tournaments.take_place(1, place.id, late)
    known = await evening.entrants()
    assert len(known) == 5 and known[place.id].user_id == 777
    await room.club.competitions.all.join(1, Person(778, "Other"))
    seeds = [each.seed for each in (await evening.entrants()).values()]
    assert len(set(seeds)) == len(seeds) == 6


async def test_before_the_first_round_ratings_decide_the_order(room: Room) -> None:
    lines = (line(1), line(2, rating=1800), line(3, rating=2000), line(4, rating=1800))
    evening = await go_on(room, trf(*lines, rounds=None))
    names = [str(each.name) for each in (await evening.sheet()).unclaimed_entrants]
    assert names == ["Player 3", "Player 2", "Player 4", "Player 1"]
    stage = await evening.stage()
    assert (stage.round, stage.rounds) == (0, 3)


async def test_a_round_from_a_file_may_be_taken_back_and_ruled_on(room: Room) -> None:
    evening = await go_on(room, trf(*ONE_ROUND))
    first = (await evening.sheet()).pairings[0]
    all_ = room.club.competitions.all
    sheet = await all_.rule_on(first.id, PairingResult.SECOND, official=Official(MO.id), why="fair")
    assert {str(each.entrant.name): each.row.points for each in sheet.lines}["Player 3"] == 2
    await room.quiet()
    await room.club.store.write(lambda tx: competitions.set_section_message(tx, 1, 70))
    sheet = await room.club.competitions.tournaments.take_back_round(1, official=Official(MO.id))
    section = await room.club.store.read(lambda tx: competitions.get_section(tx, 1))
    assert section is not None
    assert (section.message_id, section.former_id) == (None, 70), "its card is posted anew"
    assert sheet.stage.round == 0 and {each.row.points for each in sheet.lines} == {0}


async def test_only_a_swiss_evening_with_a_round_to_come_goes_on(room: Room) -> None:
    with pytest.raises(Refusal, match="Only a Swiss evening can go on"):
        await go_on(room, trf(*ONE_ROUND), kind="robin")
    with pytest.raises(Refusal, match="all rounds are played already"):
        await go_on(room, trf(*ONE_ROUND, rounds=1))
    with pytest.raises(Refusal, match="all rounds are played already"):
        await go_on(room, trf(*ONE_ROUND), rounds=1)
    control = parse_control("10+5")
    assert control is not None and KINDS["swiss"].key == "swiss"
    assert await room.club.store.read(lambda tx: entrants.list_for_stage(tx, 1)) == [], "nothing was stored"
