"""The club as a whole: its parts, and the order of its background work."""

import ast
import inspect
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from club.club import Club
from club.pages.column import WebPresence
from club.pages.hooks import News
from club.running.alarm import Alarm
from club.running.column import Column, stop_all
from data.store_opening import open_store
from tests.club.conftest import NOW
from tests.club.room import club_on
from tests.house import ROOT

MOST_PARAMETERS = 8
MOST_IMPORTS = 15
WORKERS = ["thinking", "mining", "learning", "trees", "hook", "stage_hook", "ratings"]
"""The alarms of background work, in the order in which it starts."""


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The alarms that start, ring or stop, with the act; none works meanwhile."""
    noted: list[str] = []

    async def stop(alarm: Alarm) -> None:
        noted.append(f"stop {alarm.name}")

    monkeypatch.setattr(Alarm, "start", lambda alarm, work: noted.append(f"start {alarm.name}"))
    monkeypatch.setattr(Alarm, "ring", lambda alarm, due=None: noted.append(f"ring {alarm.name} {due}"))
    monkeypatch.setattr(Alarm, "stop", stop)
    return noted


@pytest.fixture
async def telling(rung: list[str], tmp_path: Path) -> AsyncIterator[Club]:
    """A club that is open, and tells its news."""

    async def tell(news: News) -> bool:
        return True

    async def deliver() -> float | None:
        return None

    store = await open_store(f"{tmp_path}/club.db", now=lambda: NOW)
    club = club_on(store, web=WebPresence(has_webhook=True, send_news=tell))
    await club.open(deliver, longest_wait=60.0)
    yield club
    await store.close()


async def test_background_work_starts_and_stops_in_its_order(telling: Club, rung: list[str]) -> None:
    first, last = ["delivery", "expiry"], ["competitions", "answers"]
    assert rung == [f"start {name}" for name in (*first, *WORKERS, *last)]
    rung.clear()
    await telling.close()
    # The news alone is not stopped the other way round: it is one worker with two alarms.
    workers = ["thinking", "mining", "learning", "trees", "stage_hook", "hook", "ratings"]
    stopped = [
        "processes",
        "delivery",
        "privacy",
        *workers,
        *last,
        "servers",
        "expiry",
        "retention",
        "rounds",
    ]
    assert rung == [f"stop {name}" for name in reversed(stopped)]


async def test_work_that_others_have_left_is_looked_for_in_its_order(telling: Club, rung: list[str]) -> None:
    rung.clear()
    telling.check_for_work(NOW + 5)
    soon = ["delivery", "thinking", "answers"]
    assert rung == [f"ring {name} {NOW + 5}" for name in soon]
    rung.clear()
    telling.check_for_work(None)
    looked = ["privacy", "thinking", "answers", *WORKERS[1:], "expiry", "competitions", "servers"]
    assert [each.split()[1] for each in rung] == [*soon, *looked]
    rung.clear()
    await telling.close()
    rung.clear()
    telling.check_for_work(None)
    assert rung == []


async def test_due_work_is_done_in_its_order_whatever_fails(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    for name, room, due in (
        ("places", club.play.places, "store_late_changes"),
        ("learning", club.learning.reminders, "queue_due_reminders"),
        ("digests", club.standing.digests, "queue_due_digests"),
        ("daily", club.puzzles.daily, "queue_due_puzzles"),
        ("ballots", club.play.votes, "close_due_ballots"),
        ("clocks", club.play.clocks, "handle_due_clocks"),
        ("silences", club.play.silences, "redraw_due_boards"),
        ("challenges", club.play.challenges, "expire_due"),
    ):

        async def note(name: str = name) -> float | None:
            done.append(name)
            if name == "clocks":
                raise LookupError
            return {"ballots": NOW + 40, "daily": NOW + 20, "digests": NOW + 50}.get(name)

        monkeypatch.setattr(room, due, note)
    assert await club.run_due_work() == NOW + 20
    assert done == ["challenges", "silences", "clocks", "ballots", "daily", "digests", "learning", "places"]


async def test_all_is_stopped_the_last_one_first_and_the_last_error_told() -> None:
    stopped: list[str] = []

    async def stop(name: str) -> None:
        stopped.append(name)
        if name != "first":
            raise LookupError(name)

    with pytest.raises(LookupError, match="second"):
        await stop_all([lambda: stop("first"), lambda: stop("second"), lambda: stop("third")])
    assert stopped == ["third", "second", "first"]


async def test_followers_hear_of_a_match_in_their_order(club: Club) -> None:
    assert [type(each).__name__.removesuffix("Follower") for each in club.play.matches.followers] == [
        *("ComputerTurn", "ComputerAnswer", "Mining", "Learning", "Tree", "Rating", "Pairing"),
        *("MiniMatch", "Guess", "Ballot", "LiveBoard"),
    ]


async def test_each_wing_with_a_column_is_one_of_the_club(club: Club) -> None:
    wings = {path.parent.name for path in (ROOT / "club").glob("*/column.py")} - {"running"}
    held = {name: value for name, value in vars(club).items() if isinstance(value, Column)}
    assert set(held) == wings
    assert {name: type(value).__module__ for name, value in held.items()} == {
        name: f"club.{name}.column" for name in wings
    }


def test_the_club_is_made_with_few_values_and_knows_few_modules() -> None:
    assert len(inspect.signature(Club).parameters) <= MOST_PARAMETERS
    tree = ast.parse((ROOT / "club" / "club.py").read_text(encoding="utf-8"))
    modules = {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
    assert len(modules) <= MOST_IMPORTS
    assert not any(isinstance(node, ast.Import) for node in tree.body)
