"""Conditional moves answer the move they were made for, or never.

The answer is stored in that move's transaction.
"""

import json
from collections.abc import Awaitable, Callable, Sequence

import pytest

from club.club import Club
from club.members.people import Act, Person
from club.play.course.conditional_moves import LINES, add_line
from club.play.course.offers import OfferKind
from club.play.match.matches import Table
from club.refusals import Refusal, StaleBoard
from data.outbox.post_kinds import PostKind
from data.play import conditional_moves, match_events
from data.play.matches import EventKind, EventRow
from data.privacy import forgetting
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, interactions, start_match
from tests.club.play.course.lines_prepared import prepare, stored_lines
from tests.club.refusing import refused_code
from tests.club.room import Room
from tests.data.samples import first_broken
from words import TwotoneError

pytestmark = pytest.mark.both_databases


async def load_events(club: Club, table: Table) -> list[EventRow]:
    """Load the events of the match."""
    return await club.store.read(lambda tx: match_events.list_for_match(tx, table.row.id))


async def start_prepared(club: Club, *lines: str) -> Table:
    """Start a match in which Ben has prepared lines."""
    table = await start_match(club)
    await prepare(club, table, BEN, *lines)
    return table


def moves(table: Table) -> list[str]:
    return [ply.text for ply in table.match.plies]


async def play(club: Club, table: Table, who: Person, move: str) -> Table:
    return await club.play.matches.play(table.row.id, act(who), move)


async def test_a_move_in_advance_answers_in_the_transaction_of_the_move_that_it_was_made_for(
    club: Club,
) -> None:
    table = await start_prepared(club, "c3 d4", "a1 b2")
    after = await play(club, table, ANN, "c3")
    assert moves(after) == ["c3", "d4"]
    assert (after.row.version, after.turn, after.row.plies) == (2, 0, 2)
    stored = await load_events(club, table)
    assert [(each.seat, each.user_id, each.kind, each.text, each.advance) for each in stored] == [
        (0, ANN.id, EventKind.MOVE, "c3", False),
        (1, BEN.id, EventKind.MOVE, "d4", True),
    ]
    assert stored[1].interaction_id is None
    assert await stored_lines(club, table) == {}
    found = await club.play.matches.load(table.row.id)
    assert found.match.save() == after.match.save()
    assert found.row == after.row
    # Both are sealed in order.
    assert await club.store.read(lambda tx: first_broken(tx, table.row.id)) is None


async def test_one_board_shows_both_moves(club: Club) -> None:
    table = await start_prepared(club, "c3 d4")
    await play(club, table, ANN, "c3")
    rows = await club.store.read(
        lambda tx: tx.all("SELECT kind, version FROM outbox WHERE match_id = ? ORDER BY id", table.row.id)
    )
    assert rows == [{"kind": PostKind.PLACE, "version": 0}, {"kind": PostKind.BOARD, "version": 2}]


async def test_only_whose_turn_it_is_in_the_end_is_told_so(club: Club) -> None:
    for person in (ANN, BEN):
        await club.members.preferences.change(person.id, dm_turn=True)
    table = await start_prepared(club, "c3 d4")
    await play(club, table, ANN, "c3")
    rows = await club.store.read(
        lambda tx: tx.all("SELECT seat, version FROM outbox WHERE kind = 'turn' ORDER BY version")
    )
    assert rows[-1:] == [{"seat": 0, "version": 2}]
    assert {"seat": 1, "version": 1} not in rows


async def test_any_other_move_is_not_answered_and_ends_what_was_prepared(club: Club) -> None:
    table = await start_prepared(club, "c3 d4", "a1 b2")
    after = await play(club, table, ANN, "b4")
    assert moves(after) == ["b4"]
    assert after.turn == 1
    assert await stored_lines(club, table) == {}


async def test_what_goes_on_from_an_answer_remains_and_the_rest_goes(club: Club) -> None:
    table = await start_prepared(club, "c3 d4 e5 e4", "c3 d4 a1 b2", "b4 b5")
    await play(club, table, ANN, "c3")
    assert await stored_lines(club, table) == {1: ["e5 e4", "a1 b2"]}
    after = await play(club, table, ANN, "a1")
    assert moves(after) == ["c3", "d4", "a1", "b2"]
    assert await stored_lines(club, table) == {}
    assert [each.advance for each in await load_events(club, table)] == [False, True, False, True]


async def test_the_same_press_again_is_answered_once(club: Club) -> None:
    table = await start_prepared(club, "c3 d4 e5 e4")
    press = Act(ANN.id, next(interactions))
    first = await club.play.matches.play(table.row.id, press, "c3")
    again = await club.play.matches.play(table.row.id, press, "c3")
    late = await club.play.matches.play_in_loaded(table, press, "c3")
    assert first.row.version == again.row.version == late.row.version == 2


async def take_back(club: Club, table: Table, who: Person, other: Person) -> None:
    await club.play.offers.offer(table.row.id, act(who), OfferKind.TAKEBACK)
    await club.play.offers.accept(table.row.id, act(other), OfferKind.TAKEBACK)


async def test_nothing_is_answered_after_a_take_back(club: Club) -> None:
    table = await start_match(club)
    await play(club, table, ANN, "c3")
    await prepare(club, table, ANN, "d4 e5")
    await take_back(club, table, ANN, BEN)
    assert await stored_lines(club, table) == {}
    await play(club, table, ANN, "c3")
    assert (await play(club, table, BEN, "d4")).turn == 0


async def test_what_was_read_before_a_take_back_cannot_be_stored_after_it(club: Club) -> None:
    table = await start_match(club)
    await play(club, table, ANN, "c3")
    ahead = await club.play.conditional_moves.get(table.row.id, ANN.id)
    await take_back(club, table, ANN, BEN)
    await play(club, table, ANN, "c3")
    with pytest.raises(StaleBoard):
        await club.play.conditional_moves.add_line(ahead, act(ANN), ["d4", "e5"])
    assert await stored_lines(club, table) == {}


async def test_a_take_back_of_both_moves_is_possible_as_of_any(club: Club) -> None:
    table = await start_prepared(club, "c3 d4")
    await play(club, table, ANN, "c3")
    await take_back(club, table, ANN, BEN)
    assert moves(await club.play.matches.load(table.row.id)) == []


@pytest.mark.parametrize(("kind", "turn"), [(OfferKind.DRAW, 1), (OfferKind.TAKEBACK, 0)])
async def test_an_open_offer_is_answered_by_its_person(club: Club, kind: OfferKind, turn: int) -> None:
    """A take-back that was asked for before the move has lapsed by it."""
    table = await start_match(club)
    await play(club, table, ANN, "a1")
    await play(club, table, BEN, "a2")
    await prepare(club, table, BEN, "c3 d4")
    await club.play.offers.offer(table.row.id, act(ANN), kind)
    after = await play(club, table, ANN, "c3")
    assert after.turn == turn
    assert await stored_lines(club, table) == {}


async def test_an_offer_of_a_draw_is_still_open_after_the_move_that_it_came_with(club: Club) -> None:
    table = await start_prepared(club, "c3 d4")
    await club.play.offers.offer(table.row.id, act(ANN), OfferKind.DRAW)
    await play(club, table, ANN, "c3")
    assert (await club.play.offers.accept(table.row.id, act(BEN), OfferKind.DRAW)).is_over


async def test_an_offer_that_was_declined_or_that_is_one_s_own_is_in_nobody_s_way(club: Club) -> None:
    table = await start_prepared(club, "c3 d4 e5 e4")
    await club.play.offers.offer(table.row.id, act(ANN), OfferKind.DRAW)
    await club.play.offers.decline(table.row.id, act(BEN), OfferKind.DRAW)
    assert moves(await play(club, table, ANN, "c3")) == ["c3", "d4"]
    await club.play.offers.offer(table.row.id, act(BEN), OfferKind.DRAW)
    assert moves(await play(club, table, ANN, "e5")) == ["c3", "d4", "e5", "e4"]


ENDS: dict[str, Callable[[Club, int], Awaitable[object]]] = {
    "resigned": lambda club, match_id: club.play.matches.resign(match_id, act(ANN)),
    "ended": lambda club, match_id: club.play.moderation.end_match(match_id, act(CLEO)),
    "called off": lambda club, match_id: club.play.beginnings.cancel(match_id, act(ANN), channel_id=None),
}


@pytest.mark.parametrize("end", ENDS)
async def test_a_match_that_ends_drops_them(club: Club, end: str) -> None:
    table = await start_prepared(club, "c3 d4")
    assert await stored_lines(club, table)
    await ENDS[end](club, table.row.id)
    assert await stored_lines(club, table) == {}


async def test_an_answer_may_end_the_match(club: Club) -> None:
    table = await start_match(club)
    while len(table.match.moves()) > 2:
        table = await play(club, table, ANN if table.turn == 0 else BEN, table.match.moves()[0])
    mover, other = (ANN, BEN) if table.turn == 0 else (BEN, ANN)
    first, second = table.match.moves()
    await prepare(club, table, other, f"{first} {second}")
    after = await play(club, table, mover, first)
    assert after.is_over
    assert after.match.plies[-1].text == second
    assert (await club.play.matches.load(table.row.id)).row == after.row
    rows = await club.store.read(lambda tx: tx.all("SELECT kind FROM outbox ORDER BY id DESC LIMIT 3"))
    assert [row["kind"] for row in rows] == [PostKind.ARCHIVE, PostKind.RESULT, PostKind.BOARD]


async def test_a_match_that_goes_on_elsewhere_drops_them_too(club: Club) -> None:
    table = await start_prepared(club, "c3 d4")
    await club.play.places.suspend_match(table.row.id)
    await club.play.mover.resume(table.row.id, act(ANN), guild_id=GUILD, channel_id=CHANNEL + 1)
    assert await stored_lines(club, table) == {}


async def test_what_damage_has_made_no_move_keeps_no_move_from_counting(club: Club) -> None:
    table = await start_prepared(club, "c3 d4")
    await club.store.write(lambda tx: tx.run("UPDATE advance SET lines = ?", '[["c3", "c3"]]'))
    after = await play(club, table, ANN, "c3")
    assert moves(after) == ["c3"]
    assert await stored_lines(club, table) == {}


@pytest.mark.parametrize("lines", ['{"c3": "d4"}', "[[]]", "[3]", "7", "["])
async def test_lines_that_damage_has_changed_into_none_set_the_match_aside(club: Club, lines: str) -> None:
    table = await start_prepared(club, "c3 d4")
    await club.store.write(lambda tx: tx.run("UPDATE advance SET lines = ?", lines))
    with pytest.raises(TwotoneError) as told:
        await play(club, table, ANN, "c3")
    assert told.value.code == "match.unreadable"


REFUSED: list[tuple[str, Sequence[str]]] = [
    ("advance.unanswered", ["c3"]),
    ("advance.unanswered", []),
    ("advance.unanswered", ["c3", "d4", "e5"]),
    ("advance.long", ["c3", "d4", "e5", "e4", "b4", "b5"]),
]


@pytest.mark.parametrize(("code", "line"), REFUSED)
async def test_a_line_is_one_or_two_moves_with_their_answers(
    club: Club, code: str, line: Sequence[str]
) -> None:
    table = await start_match(club)
    ahead = await club.play.conditional_moves.get(table.row.id, BEN.id)
    assert await refused_code(club.play.conditional_moves.add_line(ahead, act(BEN), line)) == code
    assert await stored_lines(club, table) == {}


async def test_moves_are_legal_where_they_are_to_come(club: Club) -> None:
    table = await start_match(club)
    ahead = await club.play.conditional_moves.get(table.row.id, BEN.id)
    for line in (["c3", "c3"], ["zz", "c3"], ["c3", "d4", "d4", "e5"]):
        with pytest.raises(TwotoneError):
            await club.play.conditional_moves.add_line(ahead, act(BEN), line)
    assert await stored_lines(club, table) == {}


async def test_ten_lines_are_the_most_and_an_eleventh_changes_nothing(club: Club) -> None:
    table = await start_match(club)
    first = table.match.moves()[: LINES + 1]
    await prepare(club, table, BEN, *(f"{move} e5" for move in first[:LINES]))
    assert await refused_code(prepare(club, table, BEN, f"{first[LINES]} e5")) == "advance.many"
    assert len((await stored_lines(club, table))[1]) == LINES
    await prepare(club, table, BEN, f"{first[0]} e4")  # in the place of another
    assert len((await stored_lines(club, table))[1]) == LINES


async def test_more_lines_than_ten_are_refused_before_any_is_read(club: Club) -> None:
    table = await start_match(club)
    ahead = await club.play.conditional_moves.get(table.row.id, BEN.id)
    assert (
        await refused_code(
            club.play.conditional_moves.replace_lines(
                ahead, act(BEN), [["c3", "d4"]] * LINES + [["zz", "zz"]]
            )
        )
        == "advance.many"
    )
    assert await stored_lines(club, table) == {}


async def test_who_cannot_prepare_anything_is_told_why(club: Club) -> None:
    table = await start_match(club)
    hidden = await start_match(club, "one-zero-one")
    for match_id, who, code in (
        (table.row.id, ANN, "advance.turn"),
        (table.row.id, CLEO, "match.watching"),
        (hidden.row.id, BEN, "advance.hidden"),
        (99, BEN, "match.unknown"),
    ):
        assert await refused_code(club.play.conditional_moves.get(match_id, who.id)) == code


async def test_only_the_opponent_s_turn_in_the_same_position_takes_them(club: Club) -> None:
    table = await start_match(club)
    ahead = await club.play.conditional_moves.get(table.row.id, BEN.id)
    await play(club, table, ANN, "c3")
    with pytest.raises(StaleBoard):
        await club.play.conditional_moves.add_line(ahead, act(BEN), ["a1", "b2"])
    await club.play.matches.resign(table.row.id, act(ANN))
    with pytest.raises(StaleBoard):
        await club.play.conditional_moves.remove_line(ahead, act(BEN), ("a1", "b2"))


async def test_a_match_that_is_over_takes_none(club: Club) -> None:
    table = await start_match(club)
    ahead = await club.play.conditional_moves.get(table.row.id, BEN.id)
    await club.play.matches.resign(table.row.id, act(ANN))
    with pytest.raises(StaleBoard):
        await club.play.conditional_moves.add_line(ahead, act(BEN), ["a1", "b2"])
    assert await stored_lines(club, table) == {}


async def test_lines_that_an_older_process_has_left_behind_answer_nothing(club: Club) -> None:
    table = await start_match(club)
    await play(club, table, ANN, "a1")
    await play(club, table, BEN, "a2")
    left = conditional_moves.PreparedLines(1, BEN.id, 0, (("c3", "d4"),))
    await club.store.write(lambda tx: conditional_moves.put(tx, table.row.id, left))
    assert (await club.play.conditional_moves.get(table.row.id, BEN.id)).lines == ()
    assert moves(await play(club, table, ANN, "c3")) == ["a1", "a2", "c3"]
    assert await stored_lines(club, table) == {}


async def test_lines_are_deleted_and_rewritten(club: Club) -> None:
    table = await start_prepared(club, "c3 d4", "a1 b2")
    ahead = await club.play.conditional_moves.get(table.row.id, BEN.id)
    assert ahead.lines == (("c3", "d4"), ("a1", "b2"))
    ahead = await club.play.conditional_moves.remove_line(ahead, act(BEN), ("c3", "d4"))
    assert ahead.lines == (("a1", "b2"),)
    ahead = await club.play.conditional_moves.replace_lines(ahead, act(BEN), [["C3", "D4"], ["b4", "b5"]])
    assert ahead.lines == (("c3", "d4"), ("b4", "b5"))
    with pytest.raises(TwotoneError):
        await club.play.conditional_moves.replace_lines(ahead, act(BEN), [["c3", "d4"], ["b4", "zz"]])
    assert await stored_lines(club, table) == {1: ["c3 d4", "b4 b5"]}
    await club.play.conditional_moves.replace_lines(ahead, act(BEN), [])
    assert await stored_lines(club, table) == {}


def test_another_answer_takes_the_place_of_the_one_before() -> None:
    lines = (("a", "b", "c", "d"), ("a", "b", "e", "f"), ("g", "h"))
    assert add_line(lines, ("a", "x")) == (("g", "h"), ("a", "x"))
    assert add_line(lines, ("a", "b")) == lines
    assert add_line(lines, ("a", "b", "c", "x")) == (("a", "b", "e", "f"), ("g", "h"), ("a", "b", "c", "x"))
    assert add_line(lines, ("g", "h", "i", "j")) == (*lines[:2], ("g", "h", "i", "j"))
    assert add_line(lines, ("i", "j")) == (*lines, ("i", "j"))


async def test_both_can_prepare_by_turns(club: Club) -> None:
    table = await start_prepared(club, "c3 d4 e5 e4")
    await play(club, table, ANN, "c3")
    with pytest.raises(Refusal):
        await prepare(club, table, ANN, "a1 b2")  # it is Ann's turn
    after = await play(club, table, ANN, "a1")
    assert after.turn == 1
    await prepare(club, table, ANN, "b2 c1")
    assert moves(await play(club, table, BEN, "b2"))[-2:] == ["b2", "c1"]


async def test_an_answer_costs_no_time_and_gives_its_increment(room: Room) -> None:
    row = await room.begin("2d+12h")
    before = (await room.clock()).sides[1]
    ahead = await room.club.play.conditional_moves.get(row.id, BEN.id)
    await room.club.play.conditional_moves.add_line(ahead, act(BEN), ["c3", "d4"])
    room.time[0] += 3600
    after = await room.club.play.matches.play(row.id, act(ANN), "c3")
    assert (await room.club.play.matches.load(row.id)).row == after.row
    clock = await room.clock()
    assert clock.turn == 0
    assert clock.sides[1].left == before.left + 12 * 3600
    assert clock.sides[0].left == before.left - 3600 + 12 * 3600


async def test_a_sit_down_clock_charges_nothing_for_an_answer(room: Room) -> None:
    row = await room.begin("5+5")
    ahead = await room.club.play.conditional_moves.get(row.id, BEN.id)
    await room.club.play.conditional_moves.add_line(ahead, act(BEN), ["c3", "d4"])
    room.time[0] += 60
    await room.club.play.matches.play(row.id, Act(ANN.id, next(interactions), room.time[0]), "c3")
    clock = await room.clock()
    assert (clock.turn, clock.waits) == (0, True)
    assert [side.left for side in clock.sides] == [305, 305]


async def test_the_export_of_a_person_knows_of_them_and_nobody_else_s_does(club: Club) -> None:
    table = await start_prepared(club, "c3 d4")
    mine, theirs = [json.loads((await club.privacy.export.export_files(who.id))[0]) for who in (BEN, ANN)]
    assert mine["matches"][0]["tables"]["advance"] == [
        {"match_id": table.row.id, "seat": 1, "user_id": BEN.id, "since": 0, "lines": [["c3", "d4"]]}
    ]
    assert "advance" not in mine["tables"]
    assert theirs["matches"][0]["tables"]["advance"] == []


async def test_a_player_who_is_forgotten_leaves_none(club: Club) -> None:
    table = await start_prepared(club, "c3 d4")
    await club.store.write(lambda tx: forgetting.forget_in_match(tx, BEN.id, table.row.id))
    assert await stored_lines(club, table) == {}
