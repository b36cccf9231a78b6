"""Live clocks as they are stored, on both databases.

They go by Discord's own times, however long the bot takes.
"""

import pytest

from club.clocks.clock import UNCLAIMED
from club.clocks.rest import Rest
from club.members.people import Act, Person
from club.play.course.offers import OfferKind
from club.play.match.clock_journal import ON_ITS_WAY, start_live_clock
from club.play.match.matches import Table
from tests.club.people import ANN, BEN, CHANNEL, GUILD, act, interactions
from tests.club.refusing import refused_code
from tests.club.room import START, Room

BANK = 300.0

both_databases = pytest.mark.both_databases


async def shows(room: Room, at: float, version: int | None = None) -> float | None:
    """Let Discord accept a version's board and return when something is next due.

    Without `version` it is the newest one.
    """
    row = await room.row()
    number = row.version if version is None else version
    return await room.club.store.write(lambda tx: start_live_clock(tx, row, number, at=at))


def press_at(who: Person, at: float) -> Act:
    """Return a press that Discord received at this time."""
    return Act(who.id, next(interactions), at)


async def moves(room: Room, at: float) -> Table:
    """Let the player to move press the first legal move at this time."""
    table = await room.club.play.matches.load(1)
    assert table.turn is not None
    press = Act(table.player(table.turn).user_id, next(interactions), at)
    return await room.club.play.matches.play(1, press, table.match.moves()[0])


async def refusal_codes(room: Room, who: Person, at: float) -> list[str]:
    """Return the refusal codes for a claim and for giving time, pressed at this time."""
    return [
        await refused_code(room.club.play.silences.claim(1, press_at(who, at), win=True)),
        await refused_code(room.club.play.clocks.give_time(1, press_at(who, at))),
    ]


@both_databases
async def test_it_goes_from_the_board_s_acceptance_to_the_press_s_creation(room: Room) -> None:
    row = await room.begin("5+5")
    assert (row.control, row.deadline_at) == ("5m+5s", None)
    room.time[0] += 30
    assert await shows(room, START + 20) == START + 20 + BANK
    room.time[0] += 100
    await moves(room, START + 50)
    clock = await room.clock()
    assert (clock.turn, clock.deadline) == (1, None)
    assert [side.left for side in clock.sides] == [BANK - 30 + 5, BANK]
    assert await shows(room, START + 140) == START + 140 + BANK
    assert await room.ticks() == ["start", "shown", "move", "shown"]
    await room.clock()


async def test_a_press_whose_time_nobody_says_counts_from_when_it_is_handled(room: Room) -> None:
    await room.begin("5+5")
    await shows(room, START)
    room.time[0] += 40
    await room.move()
    assert (await room.clock()).sides[0].left == BANK - 40 + 5


@both_databases
async def test_only_a_board_that_asks_for_the_move_lets_it_go_and_only_once(room: Room) -> None:
    await room.begin("5+5")
    await shows(room, START)
    await moves(room, START + 10)
    assert await shows(room, START + 11, version=0) is None
    assert (await room.clock()).waits
    assert await shows(room, START + 12) == START + 12 + BANK
    assert await shows(room, START + 99) is None
    await room.club.play.offers.offer(1, press_at(BEN, START + 40), OfferKind.DRAW)
    assert await shows(room, START + 99) is None
    assert (await room.clock()).deadline == START + 12 + BANK


@pytest.mark.parametrize("clock", ["1d", "7d+1d", ""])
async def test_no_other_clock_heeds_when_its_board_has_come(room: Room, clock: str) -> None:
    await room.begin(clock)
    assert await shows(room, START + 60) is None
    if clock:
        room.time[0] += 60
        await moves(room, START + 1)
        assert await room.ticks() == ["start", "move"]
        events = await room.events()
        assert events[-1].at == START + 60


@both_databases
async def test_the_flag_is_shown_at_once_and_a_claim_waits_for_presses_under_way(room: Room) -> None:
    await room.begin("5+5")
    assert await shows(room, START) == START + BANK
    room.time[0] = START + BANK - 1
    assert await room.due() == START + BANK
    assert await refusal_codes(room, BEN, START + BANK - 1) == ["silence.claim_later", "clock.give.later"]
    await room.quiet()
    room.time[0] = START + BANK
    assert await room.due() == START + BANK + UNCLAIMED
    assert await room.recipients("board") == [None]
    room.time[0] += 60
    last = START + BANK + ON_ITS_WAY
    assert await refusal_codes(room, BEN, last - 0.1) == ["clock.on_its_way"] * 2
    assert await refusal_codes(room, BEN, START + BANK) == ["clock.on_its_way"] * 2
    table = await room.club.play.silences.claim(1, press_at(BEN, last), win=True)
    assert table.match.outcome is not None
    assert (table.row.winner, table.match.outcome.reason) == (1, "time")


async def test_a_press_made_before_the_flag_counts_though_it_is_handled_after_it(room: Room) -> None:
    await room.begin("5+5")
    await shows(room, START)
    room.time[0] = START + BANK + 40
    await room.due()
    await moves(room, START + BANK - 1)
    clock = await room.clock()
    assert (clock.turn, clock.sides[0].left) == (1, 6)
    assert await room.ticks() == ["start", "shown", "zero", "move"]


async def test_while_it_waits_for_its_board_nobody_claims_or_gives(room: Room) -> None:
    await room.begin("5+5")
    room.time[0] += 3600
    assert await room.due() == START + UNCLAIMED
    assert await refusal_codes(room, BEN, START + 3600) == ["clock.waits"] * 2
    room.time[0] = START + UNCLAIMED
    await room.due()
    assert (await room.row()).reason == "ended.unshown"


async def test_more_time_is_a_whole_bank_and_goes_from_the_board_that_says_so(room: Room) -> None:
    await room.begin("5+5")
    await shows(room, START)
    room.time[0] = START + 400
    await room.due()
    await room.club.play.clocks.give_time(1, press_at(BEN, START + 400))
    assert (await room.clock()).deadline is None
    assert await shows(room, START + 399, version=0) is None
    assert await shows(room, START + 410) == START + 410 + BANK
    assert await room.recipients("reminder") == []


async def test_neither_quiet_days_nor_vacations_stop_it_and_nobody_is_reminded(room: Room) -> None:
    day = (0, 1, 2)
    await room.club.play.clocks.set_rest(ANN.id, lambda _: Rest(days=day, vacations=((START, START + 9e5),)))
    await room.begin("5+5")
    await shows(room, START)
    await room.club.play.clocks.set_rest(ANN.id, lambda _: Rest(vacations=((START, START + 8e5),)))
    room.time[0] = START + BANK - 1
    assert await room.due() == START + BANK
    assert await room.ticks() == ["start", "shown"]
    assert await room.recipients("reminder") == []


async def test_without_a_place_it_stands_and_then_waits_for_its_board(room: Room) -> None:
    await room.begin("5+5")
    await shows(room, START)
    room.time[0] += 60
    await room.club.play.places.suspend_channel(CHANNEL)
    room.time[0] += 3600
    await room.club.play.mover.resume(1, act(BEN), guild_id=GUILD, channel_id=CHANNEL + 1)
    assert (await room.clock()).deadline is None
    assert await shows(room, room.time[0], version=0) is None
    assert await shows(room, room.time[0] + 5) == room.time[0] + 5 + BANK - 60


@both_databases
async def test_what_the_bot_was_away_is_nobody_s_time(room: Room) -> None:
    await room.club.play.clocks.store_heartbeats({0: START}, 1)
    await room.begin("5+5")
    await shows(room, START + 1)
    room.time[0] = START + 1000
    assert await refusal_codes(room, BEN, START + 1000) == ["silence.claim_later", "clock.give.later"]
    await room.club.play.clocks.store_heartbeats({0: START + 1000}, 1)
    await room.due()
    assert (await room.clock()).deadline == START + 1000 + BANK
    assert "away" in await room.ticks()


async def test_where_the_bot_is_no_member_there_is_none(room: Room) -> None:
    assert await refused_code(room.club.members.servers.clock_for(None, "5+5")) == "clock.sitdown.member"
    assert await room.club.members.servers.clock_for(None, "1h") is not None
    assert await room.club.members.servers.clock_for(GUILD, "5+5") is not None
