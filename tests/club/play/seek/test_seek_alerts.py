"""Seek alerts: who is told of an open challenge, when, and how often a day."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from club.members.people import Person
from club.play.seek.seek_alerts import TOLD_AT_MOST
from data.members import bars
from data.members.bars import BarRow
from data.members.preferences import Preference
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind
from tests.club.people import ANN, BEN, CLEO, GUILD, act, make_challenge
from tests.club.room import Room

HOUR, DAY = 3600.0, 24 * 3600.0


async def looks(room: Room, user_id: int = BEN.id, *games: str, **settings: Any) -> None:
    """A member wants to hear of challenges to these games."""
    await room.club.play.seek_alerts.change_settings(user_id, GUILD, games=games or ("binar",), **settings)


async def challenge(
    room: Room, game: str = "binar", *, who: Person = ANN, to: Person | None = None
) -> list[OutboxRow]:
    """Challenge anyone as Ann; return the words that wait to be sent of that."""
    made = await make_challenge(room.club, game, people=(who, to))
    return [row for row in await room.rows(PostKind.SEAT) if row.challenge_id == made.id]


async def told(room: Room, game: str = "binar", *, who: Person = ANN) -> list[int]:
    """Ann challenges anyone; return who is told of it."""
    alerts, heard = room.club.play.seek_alerts, []
    for row in await challenge(room, game, who=who):
        user_id = json.loads(row.payload)["to"]
        if await alerts.count_alert(row, user_id):
            heard.append(user_id)
    return heard


async def test_by_default_nobody_is_told_nor_of_ones_own_or_another_game(room: Room) -> None:
    assert await challenge(room) == []
    await looks(room, ANN.id)
    await looks(room, CLEO.id, "russian")
    assert await challenge(room, "yin-yang") == []
    assert await told(room, "russian") == [CLEO.id]


async def test_a_challenge_to_somebody_is_told_to_nobody_else(room: Room) -> None:
    await looks(room, CLEO.id)
    assert await challenge(room, to=BEN) == []


async def test_what_is_taken_or_called_off_by_then_is_told_to_nobody(room: Room) -> None:
    await looks(room, CLEO.id)
    for number in (1, 2):
        [row] = await challenge(room)
        if number == 1:
            await room.club.play.challenges.accept(number, taker=BEN, interaction_id=1)
        else:
            await room.club.play.challenges.cancel(number, act(ANN))
        assert await room.club.play.seek_alerts.find_wanted_challenge(row, CLEO.id) is None


async def test_who_is_barred_on_the_server_hears_of_no_seat_and_theirs_is_told_to_nobody(room: Room) -> None:
    await looks(room)
    bar = BarRow(guild_id=GUILD, user_id=BEN.id, why="too loud", at=0.0, until=None)
    await room.club.store.write(lambda tx: bars.put(tx, bar))
    assert await told(room) == []
    await room.club.store.write(lambda tx: bars.remove(tx, GUILD, BEN.id))
    [row] = await challenge(room, who=CLEO)
    await room.club.store.write(lambda tx: bars.put(tx, replace(bar, user_id=CLEO.id)))
    assert not await room.club.play.seek_alerts.count_alert(row, BEN.id)
    await room.club.store.write(lambda tx: bars.remove(tx, GUILD, CLEO.id))
    assert await room.club.play.seek_alerts.count_alert(row, BEN.id)


async def test_of_no_more_a_day_than_somebody_wants(room: Room) -> None:
    await looks(room, BEN.id, "binar", "russian", "binary", "yin-yang", most=2)
    heard = [await told(room, game) for game in ("binar", "russian", "binary")]
    assert heard == [[BEN.id], [BEN.id], []]
    assert await challenge(room, "yin-yang") == [], "it takes nobody else's place"
    room.time[0] += DAY
    assert await told(room, "binary", who=CLEO) == [BEN.id]


@pytest.mark.parametrize(
    ("from_now", "hours", "heard"), [(0, 1, True), (1, 23, False), (-2, 2, False), (-2, 3, True)]
)
async def test_at_no_hour_but_those_that_somebody_wants(
    room: Room, from_now: int, hours: int, heard: bool
) -> None:
    since = (datetime.fromtimestamp(room.time[0], UTC).hour + from_now) % 24
    await looks(room, since=since, until=(since + hours) % 24)
    assert bool(await told(room)) is heard


async def test_hours_are_those_of_their_own_day_and_quiet_hours_stay_quiet(room: Room) -> None:
    hour = datetime.fromtimestamp(room.time[0], UTC).hour
    await looks(room, BEN.id, since=(hour + 5) % 24, until=(hour + 6) % 24)
    await looks(room, CLEO.id)
    quiet = f'{{"hours": [{hour * 60}, {(hour + 1) % 24 * 60}]}}'
    for person, rest in ((BEN, '{"zone": "Etc/GMT-5"}'), (CLEO, quiet)):
        await room.club.members.preferences.change(person.id, rest=rest)
    assert await told(room) == [BEN.id]


async def test_a_challenge_is_told_to_few_those_first_who_have_waited_longest(room: Room) -> None:
    crowd = range(100, 101 + TOLD_AT_MOST)
    for user_id in crowd:
        await looks(room, user_id)
    await room.club.store.write(lambda tx: tx.run("UPDATE looking SET told_at = 5.0 WHERE user_id = 100"))
    assert sorted(await told(room)) == list(crowd)[1:]


async def test_who_is_forgotten_is_told_nothing_and_leaves_nothing(room: Room) -> None:
    await looks(room)
    await challenge(room)
    await room.club.privacy.deletion.begin_deletion(BEN.id)
    await room.club.privacy.deletion.work()
    assert await room.rows(PostKind.SEAT) == []
    assert await room.club.store.read(lambda tx: tx.all("SELECT * FROM looking")) == []
    assert (await room.club.members.preferences.get(BEN.id)) == Preference(BEN.id)
