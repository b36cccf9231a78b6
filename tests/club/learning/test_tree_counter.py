"""Finished matches in the trees of openings.

Each counts once, where it may be seen, until it is gone.
"""

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from club.learning.openings import TreeOwner
from club.learning.trails import tree_line
from club.play.match.followers import ChangedMatch, Follower
from data.database.persons import COMPUTER
from data.database.schema import all_migrations
from data.database.transaction import Transaction
from data.learning import trees
from data.outbox import leases
from data.play import listing
from data.play.places import Place
from data.store_opening import open_store
from rules.catalogue import GAMES
from tests.club.explorer import HERE, OWN, asks, explorers, play_line, rows, tree, wait_for_trees
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, interactions, start_match
from tests.club.refusing import refused_code
from tests.club.room import START, Room, club_on

__all__ = ["explorers"]


@pytest.mark.ci
@pytest.mark.both_databases
async def test_a_match_counts_once_for_the_server_and_not_if_either_player_hides_their_profile(
    explorers: Room,
) -> None:
    await play_line(explorers, "9-13")
    await play_line(explorers, "9-13", people=(BEN, ANN))
    await play_line(explorers, "9-13", people=(BEN, CLEO))
    await wait_for_trees(explorers)
    assert await tree(explorers, HERE, asks(CLEO, CHANNEL)) == {"9-13": (3, 0, 0)}
    await explorers.club.members.preferences.change(ANN.id, profile_shown=False)
    await wait_for_trees(explorers)
    assert await tree(explorers, HERE, asks(CLEO, CHANNEL)) == {"9-13": (1, 0, 0)}
    assert await refused_code(tree(explorers, OWN, asks(CLEO, CHANNEL))) == "openings.own"
    assert await tree(explorers, OWN, asks(ANN)) == {"9-13": (2, 0, 0)}
    assert await tree(explorers, TreeOwner(BEN.id), asks(CLEO, CHANNEL)) == {"9-13": (3, 0, 0)}
    await play_line(explorers, "11-15", people=(BEN, ANN))
    await wait_for_trees(explorers)
    assert await tree(explorers, HERE, asks(CLEO, CHANNEL)) == {"9-13": (1, 0, 0)}
    await explorers.club.members.preferences.change(ANN.id, profile_shown=True)
    await wait_for_trees(explorers)
    assert await tree(explorers, HERE, asks(CLEO, CHANNEL)) == {"9-13": (3, 0, 0), "11-15": (1, 0, 0)}


async def test_of_whoever_hides_their_profile_what_they_began_is_gone_at_once(explorers: Room) -> None:
    await play_line(explorers, "9-13")
    await wait_for_trees(explorers)
    await explorers.club.learning.tree_counter.jobs.stop()
    await explorers.club.members.preferences.change(ANN.id, profile_shown=False)
    assert await tree(explorers, HERE, asks(CLEO, CHANNEL)) == {}


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_match_against_the_computer_counts_for_the_person_and_the_server(
    room: Room, seat: int
) -> None:
    table = await play_line(room, "9-13")
    line = tree_line(table.match)
    assert line is not None
    people = (BEN.id, COMPUTER) if seat == 0 else (COMPUTER, BEN.id)

    async def job(tx: Transaction) -> None:
        [row] = await listing.list_by_ids(tx, [table.row.id])
        await trees.add(tx, replace(row, user_ids=people), line)

    await room.club.store.write(job)
    assert await rows(room) == [(BEN.id, "9-13")]
    assert await tree(room, HERE, asks(CLEO, CHANNEL)) == {"9-13": (1, 0, 0)}


@pytest.mark.both_databases
async def test_a_forgotten_person_takes_their_counts_along(explorers: Room) -> None:
    await play_line(explorers, "9-13 21-17")
    await play_line(explorers, "11-15", people=(BEN, ANN))
    await wait_for_trees(explorers)
    await explorers.club.privacy.deletion.begin_deletion(ANN.id)
    await explorers.club.privacy.deletion.work()
    assert await rows(explorers) == [(BEN.id, "11-15"), (BEN.id, "21-17"), (BEN.id, "9-13")]
    assert await tree(explorers, HERE, asks(CLEO, CHANNEL)) == {"11-15": (1, 0, 0)}


@pytest.mark.ci
@pytest.mark.both_databases
async def test_a_removed_match_is_taken_back(explorers: Room) -> None:
    await play_line(explorers, "9-13 21-17 11-15")
    await play_line(explorers, "9-13 22-18", loser=None)
    await wait_for_trees(explorers)
    explorers.time[0] += 3600.0
    await play_line(explorers, "9-13 21-17 11-15", people=(BEN, ANN), loser=0)
    await wait_for_trees(explorers)
    retention = explorers.club.privacy.retention
    retention.kept = 1800.0
    await retention.work()
    assert await tree(explorers, OWN, asks(ANN)) == {"9-13": (0, 0, 1)}
    assert await tree(explorers, OWN, asks(ANN), "9-13") == {"21-17": (0, 0, 1)}
    assert sorted(await rows(explorers)) == [
        (user, reply) for user in (ANN.id, BEN.id) for reply in ("11-15", "21-17", "9-13")
    ], "no row is left empty"
    explorers.time[0] += 3600.0
    await retention.work()
    assert await rows(explorers) == []
    assert await explorers.club.store.read(lambda tx: tx.all("SELECT match_id FROM tree_line")) == []


async def alone(room: Room, move: str) -> int:
    """A private match of Ann against the computer, which she gives up after a move."""
    club = room.club
    table, _ = await club.play.private.begin_or_resume(
        GAMES["american"], ANN, interaction_id=next(interactions)
    )
    await club.play.matches.play(table.row.id, act(ANN), move)
    await club.play.matches.resign(table.row.id, act(ANN))
    return table.row.id


@pytest.mark.ci
@pytest.mark.both_databases
@pytest.mark.parametrize("before", [True, False])
async def test_a_private_match_that_is_opened_counts_in_its_new_place_until_it_is_removed(
    explorers: Room, before: bool
) -> None:
    match_id = await alone(explorers, "9-13")
    if before:
        await wait_for_trees(explorers)
        assert await tree(explorers, HERE, asks(CLEO, CHANNEL)) == {}
    await explorers.club.play.mover.publish(match_id, act(ANN), place=Place(GUILD, CHANNEL))
    await wait_for_trees(explorers)
    assert await tree(explorers, HERE, asks(CLEO, CHANNEL)) == {"9-13": (0, 0, 1)}
    assert await tree(explorers, OWN, asks(ANN)) == {"9-13": (0, 0, 1)}
    explorers.time[0] += 3600.0
    await play_line(explorers, "9-13", people=(CLEO, BEN))
    await wait_for_trees(explorers)
    explorers.club.privacy.retention.kept = 1800.0
    await explorers.club.privacy.retention.work()
    assert await tree(explorers, HERE, asks(CLEO, CHANNEL)) == {"9-13": (1, 0, 0)}
    assert await rows(explorers) == [(BEN.id, "9-13"), (CLEO.id, "9-13")]


async def test_what_was_counted_without_its_place_is_counted_anew(explorers: Room) -> None:
    """By the migration that adds places: an opened match may have been counted before."""
    await alone(explorers, "9-13")
    await wait_for_trees(explorers)
    await explorers.club.store.write(
        lambda tx: tx.run("UPDATE match SET guild_id = ?, channel_id = ?", GUILD, CHANNEL)
    )
    [places] = [each for each in all_migrations() if "ALTER TABLE tree_line" in each.sql]
    for statement in places.sql.split(";")[-4:-1]:  # the columns are there
        await explorers.club.store.write(lambda tx, statement=statement: tx.run(statement))
    assert await rows(explorers) == []
    await wait_for_trees(explorers)
    assert await tree(explorers, HERE, asks(CLEO, CHANNEL)) == {"9-13": (0, 0, 1)}
    assert await tree(explorers, OWN, asks(ANN)) == {"9-13": (0, 0, 1)}


@pytest.mark.parametrize("ends", ["removed", "counted again"])
async def test_what_an_older_process_has_counted_is_taken_back_where_it_is(
    explorers: Room, ends: str
) -> None:
    table = await play_line(explorers, "9-13")
    await wait_for_trees(explorers)
    emptied = "UPDATE tree_line SET guild_id = NULL, channel_id = NULL, stands = NULL"
    await explorers.club.store.write(lambda tx: tx.run(emptied))
    if ends == "removed":
        explorers.time[0] += 3600.0
        explorers.club.privacy.retention.kept = 1800.0
        await explorers.club.privacy.retention.work()
        assert await rows(explorers) == []
        return
    await explorers.club.store.write(lambda tx: trees.put(tx, table.row.id, 0.0))
    await wait_for_trees(explorers)
    assert await tree(explorers, HERE, asks(CLEO, CHANNEL)) == {"9-13": (1, 0, 0)}
    [line] = await explorers.club.store.read(lambda tx: tx.all("SELECT guild_id, stands FROM tree_line"))
    assert line == {"guild_id": GUILD, "stands": 1}


async def test_an_opened_match_has_not_ended_again(explorers: Room) -> None:
    """A reopened match is not looked through once more.

    That holds for puzzles and for exercises, of which there is a limited number a day.
    """
    match_id = await alone(explorers, "9-13")
    club = explorers.club
    heard: list[bool] = []
    each = Heard(heard)
    club.play.matches.followers = (*club.play.matches.followers, each)
    await club.play.mover.publish(match_id, act(ANN), place=Place(GUILD, CHANNEL))
    await club.play.matches.resign((await start_match(club)).row.id, act(ANN))
    assert heard == [False, True]


class Heard(Follower):
    """Notes of each event whether a match has been decided by it."""

    def __init__(self, heard: list[bool]) -> None:
        self._heard = heard

    def act_on_change(self, changed: ChangedMatch) -> None:
        if changed.kind is not None:
            self._heard.append(changed.has_new_result)


@pytest.mark.both_databases
async def test_a_match_that_is_counted_again_counts_once(explorers: Room) -> None:
    table = await play_line(explorers, "9-13")
    await wait_for_trees(explorers)
    await explorers.club.store.write(lambda tx: trees.put(tx, table.row.id, 0.0))
    await wait_for_trees(explorers)
    assert await tree(explorers, OWN, asks(ANN)) == {"9-13": (1, 0, 0)}


async def test_of_many_matches_that_wait_each_one_is_counted_without_a_look_at_all_others(
    explorers: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: list[int] = []
    look = leases.next_due_time

    async def note_waiting(tx: Transaction, table: str) -> float | None:
        """Note how many matches wait, then look as usual."""
        waiting.append(len(await tx.all("SELECT 1 AS found FROM tree_job")))
        return await look(tx, table)

    for _ in range(4):
        await play_line(explorers, "9-13")
    monkeypatch.setattr(leases, "next_due_time", note_waiting)
    await wait_for_trees(explorers)
    assert await tree(explorers, OWN, asks(ANN)) == {"9-13": (4, 0, 0)}
    assert not any(waiting)


@pytest.mark.ci
async def test_what_ended_before_there_were_trees_waits_to_be_counted(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    [fixture] = (Path(__file__).parents[2] / "data" / "fixtures").glob("first_version.db.gz")
    path.write_bytes(gzip.decompress(fixture.read_bytes()))
    store = await open_store(path)
    club = club_on(store)
    ended = await store.read(
        lambda tx: tx.all(
            "SELECT id, game, reason FROM match WHERE status = 'over' AND plies > 0 ORDER BY id"
        )
    )
    waiting = await store.read(lambda tx: tx.all("SELECT match_id FROM tree_job ORDER BY match_id"))
    with_result = [row["id"] for row in ended if not str(row["reason"]).startswith("ended.")]
    assert [row["match_id"] for row in waiting] == with_result != []
    room = Room(club, [START])
    club.learning.tree_counter.jobs.alarm.now = lambda: room.time[0]
    await club.processes.open(3600.0)
    await club.learning.tree_counter.jobs.open()
    await wait_for_trees(room)
    await club.learning.tree_counter.jobs.stop()
    lines = await store.read(lambda tx: tx.all("SELECT match_id FROM tree_line ORDER BY match_id"))
    hidden = [row["id"] for row in ended if row["game"] == "one-zero-one"]
    assert [row["match_id"] for row in lines] == [each for each in with_result if each not in hidden] != []
    await store.close()
