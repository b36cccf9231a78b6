"""Nothing is left of the interactions of a member who was forgotten.

No one is given the interactions of others.
"""

import json
from functools import partial

import pytest

from club.clocks.rest import Rest
from club.club import Club
from club.members.people import Act, Person
from club.play.course.computer import TWOTONE
from club.play.course.offers import OfferKind
from club.play.match.posts import TokenReference
from data.database.schema import all_migrations
from data.database.tables import all_tables
from data.database.transaction import Transaction
from tests.club.people import BEN, CHANNEL, make_challenge, start_match
from tests.marker import ACTS, ZONE

ZOE = Person(7_777_123_456_789_012_345, "Zoe")
PRESSES = [8_000_000_000 + number for number in range(20)]
"""Interactions that are Zoe's alone."""


async def columns_left(club: Club) -> set[str]:
    """Return every column that still holds an interaction of Zoe's."""

    async def job(tx: Transaction) -> set[str]:
        return {
            f"{table}.{name}"
            for table in all_tables()
            for row in await tx.all(f"SELECT * FROM {table}")
            for name, value in row.items()
            if any(str(press) in str(value) for press in PRESSES)
        }

    return await club.store.read(job)


async def forget(club: Club) -> None:
    await club.privacy.deletion.begin_deletion(ZOE.id)
    assert await club.privacy.deletion.work() is None
    await club.privacy.deletion.stop()


async def file_of(club: Club, who: Person) -> str:
    """Return the data that a member is given about themselves."""
    return b"".join(await club.privacy.export.export_files(who.id)).decode()


async def taken_back(club: Club) -> int:
    """Zoe plays the computer, which has let her take a move back; returns the match."""
    made = await make_challenge(club, people=(ZOE, TWOTONE), side="Even", interaction_id=PRESSES[0])
    table = await club.play.challenges.play_computer(made.id, Act(ZOE.id, PRESSES[1]), level=1)
    number = table.row.id
    club.play.matches.find_token = lambda press: TokenReference(press, "this") if press in PRESSES else None
    await club.play.matches.play(number, Act(ZOE.id, PRESSES[2]), "c3")
    assert "thinking.interaction_id" in await columns_left(club)
    await club.play.offers.offer(number, Act(ZOE.id, PRESSES[3]), OfferKind.TAKEBACK)
    await club.play.matches.play(number, Act(ZOE.id, PRESSES[4]), "a1")
    return number


async def called_off(club: Club) -> None:
    """Let Zoe call off a match that Ben had offered to anyone.

    The challenge is then open again, by Zoe's press.
    """
    made = await make_challenge(club, "russian", people=(BEN, None))
    table = await club.play.challenges.accept(made.id, taker=ZOE, interaction_id=PRESSES[5])
    _, again = await club.play.beginnings.cancel(table.row.id, Act(ZOE.id, PRESSES[6]), channel_id=CHANNEL)
    assert again is not None and again.challenger_id == BEN.id


async def decline_challenge(club: Club) -> None:
    """Let Zoe decline a challenge of Ben's; its card has still to show it."""
    made = await make_challenge(club, "italian", people=(BEN, ZOE))
    await club.play.challenges.decline(made.id, Act(ZOE.id, PRESSES[7]))


async def test_no_interaction_of_somebody_who_was_forgotten_is_left(club: Club) -> None:
    await taken_back(club)
    await called_off(club)
    await decline_challenge(club)
    assert await columns_left(club) >= {
        "event.interaction_id",
        "challenge.interaction_id",
        "challenge.closed_by_interaction",
        "outbox.payload",
        *ACTS,
    }
    await forget(club)
    assert await columns_left(club) == set()


async def test_what_older_versions_stored_without_a_person_is_forgotten_with_the_match(club: Club) -> None:
    number = await taken_back(club)
    await club.store.write(
        lambda tx: tx.run("UPDATE event SET user_id = NULL WHERE match_id = ? AND kind = 'takeback'", number)
    )
    await forget(club)
    assert await columns_left(club) == set()


async def test_what_was_left_of_those_who_were_forgotten_before_goes_by_a_migration(club: Club) -> None:
    number = await taken_back(club)
    await called_off(club)
    await forget(club)

    async def as_it_was_left(tx: Transaction) -> None:
        await tx.run(
            "UPDATE event SET interaction_id = ? WHERE match_id = ? AND kind = 'takeback'", PRESSES[3], number
        )
        await tx.run(
            "UPDATE challenge SET interaction_id = ? WHERE status = 'open' AND anyone = 1", PRESSES[6]
        )

    await club.store.write(as_it_was_left)
    assert await columns_left(club) == {"event.interaction_id", "challenge.interaction_id"}
    [migration] = [each for each in all_migrations() if each.number == 28]
    for statement in migration.sql.split(";"):
        if statement.strip():
            await club.store.write(partial(_run, sql=statement))
    assert await columns_left(club) == set()


async def _run(tx: Transaction, sql: str) -> None:
    await tx.run(sql)


async def test_a_take_back_from_the_computer_is_in_one_s_own_file(club: Club) -> None:
    await taken_back(club)
    given = await file_of(club, ZOE)
    assert (
        all(str(press) in given for press in PRESSES[:5] if press != PRESSES[0]) and str(PRESSES[0]) in given
    )


@pytest.mark.parametrize("who", [BEN, ZOE])
async def test_nobody_is_given_the_interactions_of_others(club: Club, who: Person) -> None:
    await called_off(club)
    await decline_challenge(club)
    table = await start_match(club, people=(ZOE, BEN))
    await club.play.matches.play(table.row.id, Act(ZOE.id, PRESSES[8]), "c3")
    own, others = await file_of(club, who), [str(press) for press in PRESSES]
    assert [press for press in others if press in own] == ([] if who is BEN else others[5:6] + others[6:9])


@pytest.mark.parametrize("seat", [0, 1])
async def test_how_one_s_clock_stands_is_in_one_s_file_and_nothing_of_the_other_s(
    club: Club, seat: int
) -> None:
    zones = (ZONE, "Asia/Kathmandu")
    for who, zone in zip((ZOE, BEN), zones, strict=True):
        await club.members.preferences.change(who.id, rest=Rest(zone=zone, days=(5,)).text)
    await start_match(club, people=(ZOE, BEN), clock="1d")
    given = json.loads(await file_of(club, (ZOE, BEN)[seat]))
    [clock] = given["matches"][0]["tables"]["clock"]
    assert zones[seat] in json.dumps(clock["state"])
    assert zones[1 - seat] not in json.dumps(given)


async def test_a_clock_that_cannot_be_read_stops_nobody_s_file(club: Club) -> None:
    table = await start_match(club, people=(ZOE, BEN), clock="1d")
    await club.store.write(lambda tx: tx.run("UPDATE clock SET state = '{' WHERE match_id = ?", table.row.id))
    [clock] = json.loads(await file_of(club, ZOE))["matches"][0]["tables"]["clock"]
    assert clock["state"] is None
