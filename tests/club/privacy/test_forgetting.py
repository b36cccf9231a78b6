"""A member who asks for it is forgotten, wherever the bot dies meanwhile.

No one else loses anything by it.
"""

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from club.members.people import Person
from club.privacy.forgetting import WAITS, WIPE_KEY, StoredData
from club.refusals import Refusal
from data.database import meta
from data.database.persons import FORMER, NOBODY
from data.members.preferences import Preference
from data.outbox.post_kinds import PostKind
from data.play import matches
from data.play.challenges import ChallengeStatus
from data.play.matches import EventKind, MatchStatus
from data.sqlite.check import check
from tests.club.people import BEN, CLEO, act, interactions, make_challenge, start_match
from tests.club.privacy.whole_life import MARKS, ZOE, do_everything, everything, forget, open_club
from tests.marker import SAID


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


async def test_nothing_is_left_of_somebody_who_did_everything(path: Path) -> None:
    async with open_club(path) as club:
        await do_everything(club)
        await club.privacy.deletion.begin_deletion(ZOE.id)
        assert MARKS.cells(path) >= SAID, "what is said to be cleaned must have been there"
        assert await club.privacy.deletion.work() is None
        assert MARKS.anywhere(path) == []
        kinds = {row["kind"] for row in await everything(club, "outbox") if row["match_id"] == 2}
        assert kinds.isdisjoint({PostKind.NOTICE, PostKind.TURN, PostKind.WITHDRAWN, PostKind.MOVED})
    check(path)


async def test_matches_are_resigned_and_challenges_closed_and_the_cards_say_so(path: Path) -> None:
    async with open_club(path) as club:
        await do_everything(club)
        held = await club.privacy.deletion.load_stored_data(ZOE.id)
        assert replace(held, competitions=()) == StoredData(running=2, waiting=0, over=1, challenges=2)
        assert held.competitions
        await club.store.write(lambda tx: tx.run("DELETE FROM outbox"))
        await forget(club)
        for match_id, winner in ((1, 0), (2, 0), (3, 1)):
            table, events = await club.play.matches.load_with_events(match_id)
            assert (table.row.status, table.row.winner) == (MatchStatus.OVER, winner)
            left = table.player(1 if match_id == 2 else 0)
            assert (left.user_id, left.name, left.dm_channel_id) == (NOBODY, FORMER, None)
            assert [event for event in events if event.user_id == ZOE.id or event.interaction_id is None] == [
                event for event in events if event.seat == left.seat
            ]
            if match_id != 1:
                assert events[-1].kind is EventKind.RESIGN
        posted = {(row["match_id"], row["kind"], row["seat"]) for row in await everything(club, "outbox")}
        assert posted >= {(2, "board", None), (2, "hand", 0), (3, "board", None)}
        assert "result" not in {kind for _, kind, _ in posted}, "nobody asked for news in the channel"
        late = {
            row["dedup"]: row["kind"] for row in await everything(club, "outbox") if "late" in row["dedup"]
        }
        assert {*late.values()} == {"season", "section"}, "cards of competitions are drawn without them"
        assert "sectionNonelate" not in late
        assert {(match_id, "archive", None) for match_id in (1, 2, 3)} <= posted, "threads are named anew"
        assert (2, "hand", 1) not in posted
        assert {
            row["challenge_id"] for row in await everything(club, "outbox") if row["kind"] == "challenge"
        } == {
            row["id"]
            for row in await everything(club, "challenge")
            if row["status"] in ("declined", "cancelled") and row["game"] == "russian"
        }
        statuses = [row["status"] for row in await everything(club, "challenge") if row["game"] == "russian"]
        assert statuses == [ChallengeStatus.CANCELLED, ChallengeStatus.DECLINED]
        assert (await club.play.matches.load(4)).row.status is MatchStatus.OVER
        assert (await club.play.matches.load(5)).is_running


class Dead(BaseException):
    """The process has ended."""


@pytest.mark.parametrize("stored", [False, True], ids=["before it is stored", "after"])
async def test_wherever_the_bot_dies_the_next_start_goes_on(path: Path, tmp_path: Path, stored: bool) -> None:
    async with open_club(path) as club:
        await do_everything(club)
        await club.privacy.deletion.begin_deletion(ZOE.id)
    whole, here = path.read_bytes(), tmp_path / "here.db"
    for last in range(1, 100):
        here.write_bytes(whole)
        died = await _dies_at(here, last, stored=stored)
        async with open_club(here) as club:
            await club.privacy.deletion.open()
            await club.privacy.deletion.work()
            assert MARKS.cells(here) == set()
            assert MARKS.in_files(here) == []
            assert await club.store.read(lambda tx: meta.get(tx, WIPE_KEY)) != WAITS
        if not died:
            break
    assert 5 <= last < 99
    check(here)


async def _dies_at(path: Path, last: int, *, stored: bool) -> bool:
    """Let a process that is forgetting Zoe die at a given write.

    Return whether it made that many writes.
    """
    left = last
    async with open_club(path) as club:
        write = club.store.write

        async def dying(job: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0 and not stored:
                raise Dead
            done = await write(job)
            if left == 0:
                raise Dead
            return done

        club.store.write = dying  # pyrefly: ignore[method-assign]  # this is how it dies
        try:
            await club.privacy.deletion.work()
        except Dead:
            return True
    return False


async def test_whoever_is_being_forgotten_can_do_nothing_until_they_are(path: Path) -> None:
    async with open_club(path) as club:
        await start_match(club, people=(ZOE, BEN))
        await club.privacy.deletion.begin_deletion(ZOE.id)
        await club.privacy.deletion.begin_deletion(ZOE.id)
        with pytest.raises(Refusal, match="just forgetting you"):
            club.privacy.deletion.check_not_leaving(ZOE.id)
        club.privacy.deletion.check_not_leaving(BEN.id)
    async with open_club(path) as club:
        await club.privacy.deletion.open()
        with pytest.raises(Refusal, match="just forgetting you"):
            club.privacy.deletion.check_not_leaving(ZOE.id)
        await club.privacy.deletion.work()
        club.privacy.deletion.check_not_leaving(ZOE.id)


async def test_whoever_comes_back_starts_anew(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with open_club(path) as club:
        await club.members.preferences.note_user(ZOE.id, "de")
        old = await start_match(club, people=(ZOE, BEN))
        await forget(club)
        assert "person forgotten" in caplog.messages
        assert await club.members.preferences.get(ZOE.id) == Preference(ZOE.id)
        await club.members.preferences.note_user(ZOE.id, "de")
        assert (await club.members.preferences.get(ZOE.id)).language == "de"
        fresh = await start_match(club, people=(ZOE, BEN))
        assert [listed.row.id for listed in await club.play.lists.list_running(ZOE.id)] == [fresh.row.id]
        assert (await club.play.matches.load(old.row.id)).seat_of(ZOE.id) is None
        await forget(club)
        assert MARKS.anywhere(path) == []


async def test_matches_that_nobody_can_play_on_end_without_a_result(path: Path) -> None:
    async with open_club(path) as club:
        gone = await start_match(club, people=(ZOE, BEN), guild_id=77)
        broken = await start_match(club, people=(ZOE, BEN))
        damaged = await start_match(club, people=(ZOE, BEN))
        await club.play.places.suspend_server(77)
        await club.store.write(lambda tx: tx.run("UPDATE match SET record = 'x' WHERE id = ?", broken.row.id))
        await club.store.write(
            lambda tx: tx.run("DELETE FROM seat WHERE match_id = ? AND seat = 1", damaged.row.id)
        )
    async with open_club(path) as club:
        assert (await club.privacy.deletion.load_stored_data(ZOE.id)).waiting == 1
        await forget(club)
        for match_id in (gone.row.id, broken.row.id):
            row = await club.store.read(lambda tx, match_id=match_id: matches.get(tx, match_id))
            assert row is not None
            assert (row.status, row.winner, row.reason) == (MatchStatus.OVER, None, "ended.left")
        assert "had Twotone forget them" in str((await club.play.matches.load(gone.row.id)).reason)
        assert MARKS.anywhere(path) == []


async def test_more_than_one_step_holds_is_forgotten_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.privacy.forgetting.AT_ONCE", 2)
    async with open_club(path) as club:
        for number in range(5):
            table = await start_match(club, people=(ZOE, BEN))
            await make_challenge(club, people=(ZOE, Person(50 + number, "X")))
            if number % 2:
                await club.play.matches.resign(table.row.id, act(BEN))
            other = await start_match(club)
            await club.play.moderation.end_match(other.row.id, act(ZOE))
        await forget(club)
        assert MARKS.anywhere(path) == []
        rows = await everything(club, "challenge")
        assert {row["status"] for row in rows if row["match_id"] is None} == {"cancelled"}


async def test_a_rematch_with_somebody_who_was_forgotten_is_refused_in_a_sentence(path: Path) -> None:
    async with open_club(path) as club:
        table = await start_match(club, people=(ZOE, BEN))
        await forget(club)
        with pytest.raises(Refusal, match="had Twotone forget them, so nobody can be asked"):
            await club.play.beginnings.request_rematch(
                table.row.id, person=BEN, interaction_id=next(interactions)
            )
        with pytest.raises(Refusal, match="is between Former player and Ben"):
            await club.play.beginnings.request_rematch(
                table.row.id, person=CLEO, interaction_id=next(interactions)
            )
