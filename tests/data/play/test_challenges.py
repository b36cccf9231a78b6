"""A challenge is taken once, by one, and runs out at its time."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from data.database.store import Store
from data.database.transaction import Job
from data.play import challenges
from data.play.challenges import ChallengeClosed, ChallengeRow, ChallengeStatus, RepeatedChallenge
from tests.data.samples import ADA, BOB, CHANNEL, EVE, GUILD, NEW_CHALLENGE, START, new_challenge, new_match


async def test_a_new_challenge_reads_back_as_it_was_made(store: Store) -> None:
    challenge = await store.write(lambda tx: new_challenge(tx, interaction_id=7))
    assert challenge == ChallengeRow(
        id=1,
        game="binar",
        options="{}",
        side="random",
        challenger_id=ADA,
        challenger_name="Ada",
        opponent_id=None,
        opponent_name=None,
        guild_id=GUILD,
        channel_id=CHANNEL,
        message_id=None,
        status=ChallengeStatus.OPEN,
        match_id=None,
        created_at=START,
        expires_at=START,
        interaction_id=7,
        closed_by_interaction=None,
        anyone=True,
        rematch_of=None,
        abroad=None,
    )
    await store.write(lambda tx: challenges.set_message(tx, 1, 99))
    assert await store.read(lambda tx: challenges.get(tx, 1)) == replace(challenge, message_id=99)
    assert await store.read(lambda tx: challenges.get(tx, 2)) is None


async def test_the_same_interaction_makes_one_challenge(store: Store) -> None:
    first = await store.write(lambda tx: new_challenge(tx, interaction_id=7))
    with pytest.raises(RepeatedChallenge) as told:
        await store.write(lambda tx: new_challenge(tx, interaction_id=7))
    assert told.value.challenge == first
    assert (await store.write(new_challenge)).id > first.id


async def test_of_many_who_take_an_open_challenge_one_sits_down(store: Store) -> None:
    await store.write(new_challenge)
    await store.write(new_match)
    outcomes = await asyncio.gather(
        *(store.write(accept(click, user_id=1000 + click)) for click in range(20)), return_exceptions=True
    )
    taken = outcomes[0]
    assert isinstance(taken, ChallengeRow)
    assert (taken.status, taken.opponent_id, taken.match_id) == (ChallengeStatus.ACCEPTED, 1000, 1)
    assert [outcome.challenge for outcome in outcomes if isinstance(outcome, ChallengeClosed)] == [taken] * 19


async def test_the_same_interaction_closes_it_once_and_is_answered_as_before(store: Store) -> None:
    await store.write(lambda tx: new_challenge(tx, opponent_id=BOB))
    await store.write(lambda tx: new_challenge(tx, opponent_id=BOB))
    declined = await store.write(close(1, ChallengeStatus.DECLINED, 7))
    assert (declined.status, declined.opponent_id, declined.opponent_name) == (
        ChallengeStatus.DECLINED,
        BOB,
        "Bob",
    )
    for challenge_id in (1, 2):
        with pytest.raises(RepeatedChallenge) as told:
            await store.write(close(challenge_id, ChallengeStatus.DECLINED, 7))
        assert told.value.challenge == declined
    with pytest.raises(LookupError):
        await store.write(close(9, ChallengeStatus.DECLINED, 8))


async def test_open_ones_are_found_by_who_is_asked_and_by_who_asks(store: Store) -> None:
    for opponent_id in (BOB, None, EVE, BOB, BOB):
        await store.write(partial(new_challenge, opponent_id=opponent_id))
    await store.write(close(4, ChallengeStatus.CANCELLED, None))
    assert ids(await store.read(lambda tx: challenges.list_open_for_opponent(tx, BOB, limit=9))) == [1, 5]
    assert ids(await store.read(lambda tx: challenges.list_open_by_challenger(tx, ADA, limit=9))) == [
        1,
        2,
        3,
        5,
    ]
    assert await store.read(lambda tx: challenges.list_open_by_challenger(tx, BOB, limit=9)) == []


async def test_options_change_only_while_it_is_open(store: Store) -> None:
    await store.write(new_challenge)
    assert await store.write(
        lambda tx: challenges.set_options(tx, 1, '{"size": 5}', clock="3d", side="side.odd", rated=True)
    )
    await store.write(close(1, ChallengeStatus.DECLINED, None))
    assert not await store.write(
        lambda tx: challenges.set_options(tx, 1, '{"size": 9}', clock=None, side="random", rated=False)
    )
    challenge = await store.read(lambda tx: challenges.get(tx, 1))
    assert challenge
    assert (challenge.options, challenge.clock) == ('{"size": 5}', "3d")


async def test_they_fall_due_in_the_order_of_their_time(store: Store) -> None:
    assert await store.read(challenges.next_due_time) is None
    for days in (7, 3, 5, 1):
        await store.write(partial(new_challenge, expires_at=START + days))
    await store.write(close(4, ChallengeStatus.DECLINED, None))
    assert await store.read(challenges.next_due_time) == START + 3
    assert await store.write(lambda tx: challenges.list_expired(tx, START + 2.9, 9)) == []
    assert ids(await store.write(lambda tx: challenges.list_expired(tx, START + 5, 9))) == [2, 3]
    assert ids(await store.write(lambda tx: challenges.list_expired(tx, START + 5, 1))) == [2]


def close(challenge_id: int, status: ChallengeStatus, interaction_id: int | None) -> Job[ChallengeRow]:
    return lambda tx: challenges.close(tx, challenge_id, status, interaction_id=interaction_id)


def accept(interaction_id: int, user_id: int) -> Job[ChallengeRow]:
    return lambda tx: challenges.close(
        tx,
        1,
        ChallengeStatus.ACCEPTED,
        interaction_id=interaction_id,
        match_id=1,
        opponent_id=user_id,
        opponent_name="Somebody",
    )


def ids(found: list[ChallengeRow]) -> list[int]:
    return [challenge.id for challenge in found]


async def test_what_nobody_pressed_on_closes_it_once(store: Store) -> None:
    await store.write(new_challenge)
    expired = await store.write(close(1, ChallengeStatus.EXPIRED, None))
    with pytest.raises(ChallengeClosed) as told:
        await store.write(close(1, ChallengeStatus.CANCELLED, None))
    assert told.value.challenge == expired


async def test_a_server_counts_none_of_those_from_where_the_bot_is_no_member(store: Store) -> None:
    for abroad in (None, "en", "de"):
        asked = replace(NEW_CHALLENGE, abroad=abroad)
        await store.write(
            partial(challenges.create, terms=asked, at=START, expires_at=START, interaction_id=None)
        )
    assert await store.read(lambda tx: challenges.count_open(tx, guild_id=GUILD)) == 1
    assert await store.read(lambda tx: challenges.count_open(tx, challenger_id=ADA)) == 3
