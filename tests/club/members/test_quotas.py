"""No one can have more going than is good for the others.

No one who plays by hand ever notices.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from club.members import quotas as numbers
from club.members.people import Person
from club.members.quotas import LIMITS, Limits, RateLimiter
from club.play.course.computer import TWOTONE
from club.play.match.match_lists import LISTED, SEARCHED
from club.play.seek.challenges import LIFETIME, DuplicateChallenge
from club.refusals import Refusal
from data.database.store import Store
from data.play.challenges import ChallengeRow
from data.store_opening import open_store
from tests.club.conftest import NOW, SECRET
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, interactions, make_challenge
from tests.club.refusing import refused_code
from tests.club.room import club_on
from tests.fresh import fresh

FEW = Limits(
    running_per_person=2, running_per_server=3, open_per_person=4, open_per_server=6, challenges_per_minute=50
)


class Evening:
    """A club with low limits and a clock that goes when it is told to."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.time = NOW
        self.club = club_on(store, lambda: self.time, secret=SECRET, limits=limits)
        self._channels = count(CHANNEL + 100)

    async def ask(
        self,
        challenger: Person = ANN,
        opponent: Person | None = None,
        *,
        game: str = "binar",
        side: str = "random",
        guild_id: int = GUILD,
        channel_id: int | None = None,
        interaction_id: int | None = None,
        **options: object,
    ) -> ChallengeRow:
        """A challenge, in a channel of its own if none is given."""
        return await make_challenge(
            self.club,
            game,
            people=(challenger, opponent),
            guild_id=guild_id,
            channel_id=next(self._channels) if channel_id is None else channel_id,
            interaction_id=interaction_id,
            side=side,
            options=options,
        )

    async def start(self, challenger: Person, taker: Person, *, guild_id: int = GUILD) -> int:
        """A match between two people."""
        row = await self.ask(challenger, guild_id=guild_id)
        return await self.take(row, taker)

    async def take(self, row: ChallengeRow, taker: Person) -> int:
        """Return the ID of the match that begins when a member takes the seat."""
        table = await self.club.play.challenges.accept(row.id, taker=taker, interaction_id=next(interactions))
        return table.row.id

    async def play(self, row: ChallengeRow, person: Person) -> int:
        """Return the ID of the match that begins when a member chooses the level."""
        table = await self.club.play.challenges.play_computer(row.id, act(person), level=1)
        return table.row.id


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await open_store(fresh(tmp_path / "club.db"), now=lambda: NOW)
    yield store
    await store.close()


@pytest.fixture
def evening(store: Store) -> Evening:
    return Evening(store, FEW)


async def test_who_has_many_matches_going_starts_no_other(evening: Evening) -> None:
    waiting = await evening.ask(ANN)
    others = await evening.ask(CLEO)
    first = await evening.start(ANN, BEN)
    await evening.start(ANN, BEN, guild_id=GUILD + 1)
    assert await refused_code(evening.ask(ANN)) == "limit.running.own"
    assert await refused_code(evening.take(others, ANN)) == "limit.running.own"
    assert await refused_code(evening.take(waiting, CLEO)) == "limit.running.other"
    await evening.club.play.matches.resign(first, act(ANN))
    await evening.take(waiting, CLEO)


async def test_a_server_has_so_many_matches_going(evening: Evening) -> None:
    people = [Person(100 + number, f"Person {number}") for number in range(8)]
    waiting = await evening.ask(people[6])
    started = [await evening.start(people[n], people[n + 1]) for n in (0, 2, 4)]
    assert await refused_code(evening.ask(people[7])) == "limit.running.server"
    assert await refused_code(evening.take(waiting, people[7])) == "limit.running.server"
    await evening.start(people[6], people[7], guild_id=GUILD + 1)
    await evening.club.play.moderation.end_match(started[0], act(CLEO))
    await evening.take(waiting, people[7])


async def test_so_many_challenges_of_a_person_and_of_a_server_wait(evening: Evening) -> None:
    rows = [await evening.ask(ANN) for _ in range(4)]
    assert await refused_code(evening.ask(ANN)) == "limit.open.own"
    for _ in range(2):
        await evening.ask(BEN)
    assert await refused_code(evening.ask(CLEO)) == "limit.open.server"
    await evening.ask(CLEO, guild_id=GUILD + 1)
    await evening.club.play.challenges.cancel(rows[0].id, act(ANN))
    await evening.ask(ANN)


async def test_two_who_ask_at_once_do_not_pass_the_limit_together(evening: Evening) -> None:
    for _ in range(3):
        await evening.ask(ANN)
    made = await asyncio.gather(*(evening.ask(ANN) for _ in range(5)), return_exceptions=True)
    assert sum(isinstance(one, ChallengeRow) for one in made) == 1
    assert sum(isinstance(one, Refusal) and one.code == "limit.open.own" for one in made) == 4


async def test_nobody_can_be_buried_in_challenges_however_many_people_make_them(store: Store) -> None:
    evening = Evening(store, Limits(received_per_person=3))
    rows = [await evening.ask(Person(100 + number, "X"), BEN) for number in range(3)]
    assert await refused_code(evening.ask(Person(200, "Y"), BEN)) == "limit.open.other"
    await evening.ask(Person(200, "Y"), CLEO)
    await evening.ask(Person(200, "Y"))
    await evening.ask(BEN, ANN)
    await evening.club.play.challenges.decline(rows[0].id, act(BEN))
    await evening.ask(Person(200, "Y"), BEN)
    assert await refused_code(evening.ask(Person(300, "Z"), BEN)) == "limit.open.other"


async def test_the_computer_is_asked_and_played_by_as_many_as_like_but_each_has_their_own_limits(
    store: Store,
) -> None:
    evening = Evening(store, Limits(received_per_person=2, running_per_person=2))
    for number in range(4):
        person = Person(100 + number, f"Person {number}")
        one, two, three = [await evening.ask(person, TWOTONE) for _ in range(3)]
        await evening.play(one, person)
        await evening.play(two, person)
        assert await refused_code(evening.play(three, person)) == "limit.running.own"
        assert await refused_code(evening.ask(person, TWOTONE)) == "limit.running.own"


async def test_two_challengers_at_once_do_not_pass_the_limit_together(store: Store) -> None:
    evening = Evening(store, Limits(received_per_person=1))
    asked = [evening.ask(Person(100 + number, "X"), BEN) for number in range(3)]
    made = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(one, ChallengeRow) for one in made) == 1


async def test_two_seats_taken_at_once_do_not_pass_the_limit_together(evening: Evening) -> None:
    await evening.start(ANN, BEN)
    rows = [await evening.ask(ANN) for _ in range(3)]
    takers = [Person(50 + number, f"Taker {number}") for number in range(3)]
    taken = await asyncio.gather(*map(evening.take, rows, takers), return_exceptions=True)
    assert sum(isinstance(one, int) for one in taken) == 1
    assert sum(isinstance(one, Refusal) and one.code == "limit.running.other" for one in taken) == 2


async def test_who_comes_too_late_hears_that_and_of_no_limit(store: Store) -> None:
    evening = Evening(store, Limits(running_per_person=1))
    row = await evening.ask(ANN)
    taken = await asyncio.gather(evening.take(row, BEN), evening.take(row, CLEO), return_exceptions=True)
    [late] = [one for one in taken if isinstance(one, Refusal)]
    assert late.code == "challenge.closed.accepted"


async def test_the_same_challenge_again_is_the_first_one(evening: Evening) -> None:
    first = await evening.ask(ANN, BEN, channel_id=CHANNEL)
    await evening.club.play.challenges.confirm_card(first.id, 77)
    with pytest.raises(DuplicateChallenge) as told:
        await evening.ask(ANN, BEN, channel_id=CHANNEL)
    assert (told.value.challenge.id, told.value.challenge.message_id) == (first.id, 77)
    with pytest.raises(DuplicateChallenge):
        await evening.ask(ANN, BEN, channel_id=CHANNEL, size=5)  # the default, said aloud
    other = [
        await evening.ask(ANN, BEN, channel_id=CHANNEL, size=7),
        await evening.ask(ANN, BEN, channel_id=CHANNEL + 1),
        await evening.ask(ANN, channel_id=CHANNEL),
    ]
    assert len({first.id, *(row.id for row in other)}) == 4
    with pytest.raises(DuplicateChallenge):
        await evening.ask(ANN, channel_id=CHANNEL)
    evening.time += LIFETIME + 1
    await evening.club.play.challenges.expire_due()
    await evening.ask(ANN, BEN, channel_id=CHANNEL)


async def test_a_game_or_a_challenger_makes_the_difference(evening: Evening) -> None:
    await evening.ask(ANN, CLEO, channel_id=CHANNEL)
    await evening.ask(ANN, CLEO, channel_id=CHANNEL, game="yin-yang")
    await evening.ask(BEN, CLEO, channel_id=CHANNEL)


async def test_a_challenge_that_is_over_by_the_clock_is_nobody_s_first(evening: Evening) -> None:
    first = await evening.ask(ANN, channel_id=CHANNEL)
    evening.time += LIFETIME
    assert (await evening.ask(ANN, channel_id=CHANNEL)).id != first.id


async def test_the_same_interaction_again_gets_the_challenge_it_made(evening: Evening) -> None:
    first = await evening.ask(ANN, channel_id=CHANNEL, interaction_id=5)
    await evening.start(ANN, BEN)
    await evening.start(ANN, BEN)
    assert await evening.ask(ANN, channel_id=CHANNEL, interaction_id=5) == first


async def test_thirty_challenges_in_a_row_are_not_thirty(store: Store) -> None:
    evening = Evening(store, LIMITS)
    made = await asyncio.gather(*(evening.ask(ANN, BEN) for _ in range(30)), return_exceptions=True)
    assert sum(isinstance(one, ChallengeRow) for one in made) == LIMITS.challenges_per_minute == 10
    assert {one.code for one in made if isinstance(one, Refusal)} == {"limit.challenges"}
    await evening.ask(BEN, ANN)  # others ask as they like
    evening.time += 6
    await evening.ask(ANN, BEN)
    assert await refused_code(evening.ask(ANN, BEN)) == "limit.challenges"


async def test_what_came_to_nothing_does_not_count(store: Store) -> None:
    evening = Evening(store, Limits(challenges_per_minute=2, open_per_person=1))
    first = await evening.ask(ANN, channel_id=CHANNEL)
    for _ in range(5):
        with pytest.raises(DuplicateChallenge):
            await evening.ask(ANN, channel_id=CHANNEL)
        assert await refused_code(evening.ask(ANN)) == "limit.open.own"
    await evening.club.play.challenges.cancel(first.id, act(ANN))
    second = await evening.ask(ANN)
    await evening.club.play.challenges.cancel(second.id, act(ANN))
    assert await refused_code(evening.ask(ANN)) == "limit.challenges"


@pytest.mark.ci
async def test_two_accomplices_who_ask_accept_and_call_off_in_turn_begin_few_matches(store: Store) -> None:
    evening = Evening(store, LIMITS)
    begun = 0
    for tenth in range(240):
        evening.time = NOW + tenth / 10
        for one, other in ((ANN, BEN), (BEN, ANN)):
            with suppress(Refusal):
                match_id = await evening.take(await evening.ask(one, other), other)
                begun += 1
                await evening.club.play.beginnings.cancel(match_id, act(one), channel_id=CHANNEL)
    assert begun <= 2 * LIMITS.challenges_per_minute, "each round costs the asking and the calling off"
    evening.time += 60
    await evening.start(ANN, BEN)


async def test_calling_off_is_never_refused_for_it_and_costs_whoever_does_it(store: Store) -> None:
    evening = Evening(store, Limits(challenges_per_minute=3))
    started = [await evening.start(ANN, BEN) for _ in range(3)]
    assert await refused_code(evening.ask(ANN)) == "limit.challenges", "to be accepted gives nothing back"
    for match_id, who in zip(started, (ANN, BEN, BEN), strict=True):
        table, _ = await evening.club.play.beginnings.cancel(match_id, act(who), channel_id=None)
        assert table.is_over
    await evening.ask(BEN)
    assert await refused_code(evening.ask(BEN)) == "limit.challenges"


def test_a_search_takes_in_all_that_can_be_running() -> None:
    assert LIMITS.running_per_server <= SEARCHED
    assert max(LIMITS.running_per_person, LIMITS.open_per_person) <= LISTED


def test_a_clock_set_back_keeps_nobody_waiting() -> None:
    time = NOW
    pace = RateLimiter(at_once=2, per_minute=60, now=lambda: time)
    assert [pace.try_take(1) for _ in range(3)] == [True, True, False]
    time -= 86_400
    assert not pace.try_take(1)
    time += 1
    assert [pace.try_take(1) for _ in range(2)] == [True, False]
    time += 86_400 * 365
    assert [pace.try_take(1) for _ in range(3)] == [True, True, False]


def test_only_so_many_people_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbers, "REMEMBERED", 3)
    pace = RateLimiter(at_once=1, per_minute=1, now=lambda: NOW)
    for user_id in (1, 2, 3):
        assert pace.try_take(user_id)
    assert not pace.try_take(1)
    assert pace.try_take(4)
    assert len(pace) == 3
    assert not pace.try_take(1)
    assert pace.try_take(2)  # was idle longest


async def test_accepted_and_called_off_in_turn_a_challenge_comes_no_more_often_than_others(
    store: Store,
) -> None:
    evening = Evening(store, Limits(challenges_per_minute=3))
    row: ChallengeRow | None = await evening.ask(ANN)
    opened = []
    for _ in range(4):
        if row is None:
            row = await evening.ask(CLEO)  # Ann's is open no more
        match_id = await evening.take(row, BEN)
        table, row = await evening.club.play.beginnings.cancel(match_id, act(BEN), channel_id=row.channel_id)
        assert table.is_over
        opened.append(row is not None)
    assert opened == [True, True, False, True]
    assert await refused_code(evening.ask(ANN)) == "limit.challenges"
    evening.time += 60
    await evening.ask(ANN)


async def test_a_match_that_is_not_called_off_takes_none_of_its_challengers_pace(store: Store) -> None:
    evening = Evening(store, Limits(challenges_per_minute=2))
    row = await evening.ask(ANN)
    match_id = await evening.take(row, BEN)
    await evening.club.play.matches.resign(match_id, act(BEN))
    for _ in range(3):
        with pytest.raises(Refusal):
            await evening.club.play.beginnings.cancel(match_id, act(ANN), channel_id=row.channel_id)
    await evening.ask(ANN)
