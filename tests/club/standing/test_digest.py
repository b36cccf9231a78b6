"""The content of a server's weekly digest, and when it comes.

It tells of everything that all may see, and of no member who hides.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest

from club.clocks.zones import load_zone
from club.members.people import Person
from club.play.after.analysis import MatchAnalyser
from club.play.match.matches import Table
from club.standing.digest import APART, DAY, WEEK, Digest, find_risers, next_digest_time
from data.database.transaction import Transaction
from data.members.preferences import Preference
from data.members.servers import NO_RATINGS
from data.play.matches import MatchRow
from data.play.places import PlacedRow
from data.puzzles import daily
from data.puzzles.mining import NAMED
from data.standing import rated_rows
from data.standing.rated_rows import RatedRow
from engines.analysis import AnalysisReport
from tests.club.leagues import create_league
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, make_challenge
from tests.club.room import START, Room

SUNDAY = 6
PUZZLES = 88
"""A channel where daily puzzles are posted."""


def all_seen(place: PlacedRow) -> bool:
    return True


async def over(room: Room, winner: Person = BEN) -> MatchRow:
    """A match of Ann and Ben that one of them has won."""
    row = await room.begin()
    await room.move(row.id)
    loser = ANN if winner is BEN else BEN
    return (await room.club.play.matches.resign(row.id, act(loser))).row


async def load_digest(room: Room, sees: object = all_seen) -> Digest | None:
    """Load the digest that would be due in a day."""
    return await room.club.standing.digests.load_digest(GUILD, room.time[0] + DAY, sees)  # pyrefly: ignore[bad-argument-type]  # a function


async def change(room: Room, who: Person, **settings: object) -> Preference:
    return await room.club.members.preferences.change(who.id, **settings)


@pytest.mark.both_databases
async def test_results_of_the_week_are_told_the_newest_first(room: Room) -> None:
    await over(room)
    room.time[0] += WEEK + DAY
    first, second = await over(room), await over(room, winner=ANN)
    await room.begin()
    called_off = await room.begin()
    await room.club.play.moderation.end_match(called_off.id, act(CLEO))
    digest = await load_digest(room)
    assert digest is not None
    assert [(each.row.id, each.row.winner) for each in digest.matches] == [(second.id, 0), (first.id, 1)]
    assert digest.closest_match is None


@pytest.mark.both_databases
async def test_only_what_everybody_there_may_see_is_told(room: Room) -> None:
    await over(room)
    open_to_all = await make_challenge(room.club, people=(ANN, None))
    await room.club.play.challenges.confirm_card(open_to_all.id, 900)
    await create_league(room.club)
    digest = await load_digest(room)
    assert digest is not None
    assert (len(digest.matches), len(digest.activity.open_challenges), len(digest.upcoming_stages)) == (
        1,
        1,
        1,
    )
    assert await load_digest(room, lambda place: False) is None
    await room.club.store.write(lambda tx: tx.run("UPDATE stage SET asleep = 1"))
    digest = await load_digest(room)
    assert digest is not None and digest.upcoming_stages == []


@pytest.mark.both_databases
async def test_who_hides_their_profile_is_in_no_result_and_no_riser(room: Room) -> None:
    await over(room)
    await change(room, BEN, profile_shown=False)
    assert await load_digest(room) is None
    await change(room, BEN, profile_shown=True)
    assert await load_digest(room) is not None


@pytest.mark.both_databases
async def test_those_who_solved_most_puzzles_without_a_hint_are_named(room: Room) -> None:
    async def job(tx: Transaction) -> None:
        for day in range(3):
            post_id = await daily.add(
                tx, guild_id=GUILD, channel_id=PUZZLES, day=day, key="0123456789", made_at=START - day * DAY
            )
            assert post_id is not None
            await daily.record_result(tx, post_id, CLEO.id, tries=1, helped=False, at=START)
            await daily.record_result(tx, post_id, BEN.id, tries=2, helped=day > 0, at=START)
            await daily.record_result(tx, post_id, ANN.id, tries=None, helped=False, at=START)

    await room.club.store.write(job)
    room.time[0] = START
    digest = await load_digest(room)
    assert digest is not None
    assert [(each.user_id, each.count) for each in digest.solvers] == [(CLEO.id, 3), (BEN.id, 1)]
    assert await load_digest(room, lambda place: place.channel_id != PUZZLES) is None
    await change(room, CLEO, profile_shown=False)
    digest = await load_digest(room)
    assert digest is not None
    assert [each.user_id for each in digest.solvers] == [BEN.id]


@pytest.mark.parametrize(("first", "second"), [(600, 800), (700, 550)])
async def test_the_match_of_the_week_is_the_one_that_was_closest_to_even(
    room: Room, monkeypatch: pytest.MonkeyPatch, first: int, second: int
) -> None:
    for person in (ANN, BEN):
        await change(room, person, mined=NAMED)
    chances = {(await over(room)).id: chance for chance in (first, second)}

    async def report(insight: MatchAnalyser, table: Table) -> AnalysisReport:
        return AnalysisReport((500, chances[table.row.id], 0), (None, None), (None, None), ())

    monkeypatch.setattr(MatchAnalyser, "make_report", report)
    digest = await load_digest(room)
    assert digest is not None
    assert digest.closest_match is not None
    assert chances[digest.closest_match.row.id] == min(first, second)


@dataclass
class Rows:
    """Rated matches of a server, one after the other."""

    rows: list[RatedRow]

    def add_win(self, winner: int, loser: int, at: float) -> None:
        """Add a rated match with this winner and loser."""
        number = len(self.rows) + 1
        self.rows.append(
            RatedRow(GUILD, number, number, "binar", winner, f"P{winner}", loser, f"P{loser}", 0, at, 0.0)
        )


def a_club() -> list[RatedRow]:
    """Six people who have all met, of whom 1 has won much in the last week."""
    club = Rows([])
    for number in range(120):
        first, second = number % 6 + 1, (number + 1 + number // 6 % 5) % 6 + 1
        if first != second:
            club.add_win(first, second, START - 20 * DAY + number)
    for other in (2, 3, 4, 5, 6):
        club.add_win(1, other, START - DAY)
    return club.rows


def test_risers_are_those_who_have_gained_within_the_week() -> None:
    risers = find_risers(GUILD, a_club(), START - WEEK, START)
    assert risers[0].player.user_id == 1
    assert all(riser.points > 0 for riser in risers)
    assert [riser.points for riser in risers] == sorted((riser.points for riser in risers), reverse=True)
    forgotten = [replace(row, first_id=-7 if row.first_id == 1 else row.first_id) for row in a_club()]
    assert all(riser.player.user_id > 1 for riser in find_risers(GUILD, forgotten, START - WEEK, START))
    assert find_risers(GUILD, a_club()[:-5], START - WEEK, START) == []
    assert find_risers(GUILD, a_club(), START - 30 * DAY, START) == [], (
        "they are new, so that nobody has risen"
    )


@pytest.mark.both_databases
async def test_where_a_server_keeps_no_ratings_nobody_has_risen(room: Room) -> None:
    async def job(tx: Transaction) -> None:
        for row in a_club():
            await rated_rows.claim_number(tx, GUILD, row.at)
            await rated_rows.add(tx, row)

    await room.club.store.write(job)
    room.time[0] = START
    digest = await load_digest(room)
    assert digest is not None
    assert digest.risers[0].player.name == "P1"
    kept = (await room.club.members.servers.get(GUILD)).ratings
    await room.club.members.servers.change(GUILD, moderator_id=ANN.id, ratings=NO_RATINGS)
    assert await load_digest(room) is None
    await room.club.members.servers.change(GUILD, moderator_id=ANN.id, ratings=kept)
    assert await load_digest(room) == digest
    await room.club.members.preferences.change(1, profile_shown=False)
    digest = await load_digest(room)
    assert digest is None or all(riser.player.name != "P1" for riser in digest.risers)
    await room.club.members.servers.change(GUILD, moderator_id=ANN.id, ratings=NO_RATINGS)
    assert await load_digest(room) is None


@pytest.mark.both_databases
async def test_settings_plan_it_and_two_are_never_less_than_six_days_apart(room: Room) -> None:
    def local(at: float | None, zone: str | None = None) -> tuple[int, int]:
        moment = datetime.fromtimestamp(at or 0.0, load_zone(zone))
        return moment.weekday(), moment.hour

    digests = room.club.standing.digests
    assert await digests.queue_due_digests() is None
    await digests.change_settings(GUILD, moderator_id=ANN.id, digest_channel=CHANNEL)
    _, at = await digests.load_plan(GUILD)
    assert local(at) == (SUNDAY, 18)
    await digests.change_settings(GUILD, moderator_id=ANN.id, digest_day=2, digest_hour=7)
    await room.club.puzzles.daily.change_settings(GUILD, moderator_id=ANN.id, zone="Europe/Berlin")
    _, at = await digests.load_plan(GUILD)
    assert local(at, "Europe/Berlin") == (2, 7)
    assert at is not None
    room.time[0] = at
    assert await digests.queue_due_digests() == at + WEEK
    assert len(await room.rows("digest")) == 1
    await digests.change_settings(GUILD, moderator_id=ANN.id, digest_day=3)
    _, later = await digests.load_plan(GUILD)
    assert later is not None
    assert later - at >= APART
    await digests.change_settings(GUILD, moderator_id=ANN.id, digest_channel=None)
    assert (await digests.load_plan(GUILD))[1] is None
    assert await digests.queue_due_digests() is None


async def test_what_a_wrong_clock_planned_far_ahead_is_planned_anew(room: Room) -> None:
    await room.club.standing.digests.change_settings(GUILD, moderator_id=ANN.id, digest_channel=CHANNEL)
    room.time[0] -= 60 * DAY
    at = await room.club.standing.digests.queue_due_digests()
    assert at is not None
    assert room.time[0] < at <= room.time[0] + WEEK
    assert await room.rows("digest") == []


@pytest.mark.parametrize("day", range(7))
def test_it_comes_on_its_day_at_its_hour_within_a_week(day: int) -> None:
    for hour in range(0, 200, 7):
        now = START + hour * 3600.0
        at = next_digest_time(day, 18, None, now, None)
        moment = datetime.fromtimestamp(at, UTC)
        assert (moment.weekday(), moment.hour, moment.minute) == (day, 18, 0)
        assert 0 < at - now <= WEEK
