"""Challenges: who may answer, change and close them, and what is said then."""

import json
from typing import Any

import pytest

from club.clocks.time_control import parse_control
from club.members.people import Person
from club.play.course.computer import TWOTONE
from club.play.match.sides import BOTH, RANDOM_SIDE
from club.play.seek.challenges import LIFETIME, DuplicateChallenge
from data.play import challenges
from data.play.challenges import ChallengeRow, ChallengeStatus
from tests.club.people import ANN, BEN, CLEO, act, interactions, make_challenge
from tests.club.refusing import refused_code
from tests.club.room import Room


async def get(room: Room, challenge_id: int = 1) -> ChallengeRow:
    return await room.club.play.challenges.get(challenge_id)


async def make(room: Room, opponent: Person | None = None, **given: Any) -> ChallengeRow:
    """Make a challenge of Ann, to anyone or to one person."""
    return await make_challenge(room.club, people=(ANN, opponent), **given)


def accept(room: Room, taker: Person, challenge_id: int = 1, interaction_id: int = 0) -> Any:
    return room.club.play.challenges.accept(
        challenge_id, taker=taker, interaction_id=interaction_id or next(interactions)
    )


async def change(room: Room, who: Person = ANN, **given: Any) -> ChallengeRow:
    fields: dict[str, Any] = {"options": {}, "clock": None, "side": str(RANDOM_SIDE), "rated": False}
    return await room.club.play.challenges.change_options(1, act(who), **fields | given)


async def test_an_unknown_challenge_is_told_so(room: Room) -> None:
    assert await refused_code(get(room, 9)) == "challenge.unknown"


async def test_a_challenge_is_open_for_its_lifetime(room: Room) -> None:
    row = await make(room)
    assert (row.status, row.expires_at) == (ChallengeStatus.OPEN, room.time[0] + LIFETIME)
    assert await room.club.play.challenges.expire_due() == row.expires_at
    assert (await get(room)).status is ChallengeStatus.OPEN
    room.time[0] += LIFETIME
    await room.quiet()
    assert await room.club.play.challenges.expire_due() is None
    assert (await get(room)).status is ChallengeStatus.EXPIRED
    assert len(await room.rows("challenge")) == 1


@pytest.mark.parametrize(("late", "code"), [(-1, None), (0, "challenge.closed.expired")])
async def test_an_answer_counts_until_the_challenge_expires(room: Room, late: int, code: str | None) -> None:
    await make(room)
    room.time[0] += LIFETIME + late
    if code is None:
        assert (await accept(room, BEN)).is_running
        assert (await get(room)).status is ChallengeStatus.ACCEPTED
    else:
        assert await refused_code(accept(room, BEN)) == code


async def test_what_expired_in_a_long_absence_is_closed_bit_by_bit_and_taken_by_nobody(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.play.seek.challenges.AT_ONCE", 1)
    for side in ("random", "Even", "Odd"):
        await make(room, side=side)
    room.time[0] += LIFETIME
    assert await refused_code(accept(room, BEN, 3)) == "challenge.closed.expired"
    assert [(await get(room, number)).status for number in (1, 2, 3)] == ["expired", "open", "open"]
    due = await room.club.play.challenges.expire_due()
    assert due is not None and due <= room.time[0], "the next one follows at once"
    assert await room.club.play.challenges.expire_due() is None


async def test_the_seat_is_taken_once_and_a_press_that_comes_again_shows_the_match(room: Room) -> None:
    await make(room)
    pressed = next(interactions)
    first = await accept(room, BEN, interaction_id=pressed)
    assert (await accept(room, BEN, interaction_id=pressed)).row.id == first.row.id
    assert await refused_code(accept(room, BEN)) == "challenge.closed.accepted"
    row = await get(room)
    assert (row.opponent_id, row.opponent_name, row.match_id) == (BEN.id, "Ben", first.row.id)


async def test_nobody_takes_their_own_challenge_or_another_s_seat(room: Room) -> None:
    await make(room, BEN)
    assert await refused_code(accept(room, ANN)) == "challenge.own"
    assert await refused_code(accept(room, CLEO)) == "challenge.reserved"
    assert (await accept(room, BEN)).is_running


async def test_only_who_is_challenged_declines(room: Room) -> None:
    decline = room.club.play.challenges.decline
    await make(room)
    assert await refused_code(decline(1, act(BEN))) == "challenge.anyone"
    await make(room, BEN)
    assert await refused_code(decline(2, act(CLEO))) == "challenge.decline"
    await room.quiet()
    pressed = act(BEN)
    assert (await decline(2, pressed)).status is ChallengeStatus.DECLINED
    assert len(await room.rows("challenge")) == 1
    assert (await decline(2, pressed)).status is ChallengeStatus.DECLINED
    assert await refused_code(decline(2, act(BEN))) == "challenge.closed.declined"
    assert await refused_code(accept(room, BEN, 2)) == "challenge.closed.declined"


async def test_only_who_made_it_cancels(room: Room) -> None:
    cancel = room.club.play.challenges.cancel
    await make(room)
    assert await refused_code(cancel(1, act(BEN))) == "challenge.cancel"
    pressed = act(ANN)
    assert (await cancel(1, pressed)).status is ChallengeStatus.CANCELLED
    assert (await cancel(1, pressed)).status is ChallengeStatus.CANCELLED
    assert await refused_code(cancel(1, act(ANN))) == "challenge.closed.cancelled"


async def test_the_options_of_an_open_challenge_are_its_challenger_s_to_change(room: Room) -> None:
    await make(room, clock="1d")
    load = room.club.play.challenges.load_own
    assert (await load(1, user_id=ANN.id)).id == 1
    assert await refused_code(load(1, user_id=BEN.id)) == "challenge.options"
    assert await refused_code(change(room, BEN)) == "challenge.options"
    await room.quiet()
    changed = await change(room, options={"size": 3}, clock=parse_control("5+3"), side=BOTH)
    assert (json.loads(changed.options)["size"], changed.clock, changed.side) == (3, "5m+3s", BOTH)
    assert len(await room.rows("challenge")) == 1
    assert (await change(room)).clock is None
    assert await refused_code(change(room, side="side.nowhere")) == "challenge.side"
    await room.club.play.challenges.cancel(1, act(ANN))
    assert await refused_code(change(room)) == "challenge.closed.cancelled"


async def test_the_computer_s_level_is_chosen_by_the_challenger(room: Room) -> None:
    play = room.club.play.challenges.play_computer
    await make(room, BEN)
    assert await refused_code(play(1, act(BEN), level=1)) == "computer.other"
    assert await refused_code(play(1, act(ANN), level=1)) == "computer.level"
    await make(room, TWOTONE, game="russian")
    for level in (0, 99):
        assert await refused_code(play(2, act(ANN), level=level)) == "computer.level"
    table = await play(2, act(ANN), level=1)
    assert (table.row.level, table.row.computer is not None) == (1, True)
    assert {seat.user_id for seat in table.row.seats} == {ANN.id, TWOTONE.id}


async def test_who_asks_too_often_is_told_so_and_what_is_refused_costs_nothing(room: Room) -> None:
    limits = room.club.play.challenges
    for _ in range(9):
        limits.count_request(ANN.id)
    await make(room)
    with pytest.raises(DuplicateChallenge) as same:
        await make(room)
    assert same.value.challenge.id == 1
    assert str(same.value) == "challenge 1 asks for the same"
    assert await refused_code(make(room, BEN)) == "limit.challenges"
    room.time[0] += 6  # one more
    with pytest.raises(DuplicateChallenge):
        await make(room)  # costs nothing
    assert (await make(room, BEN)).id == 2

    async def ask() -> None:
        limits.count_request(ANN.id)

    assert await refused_code(ask()) == "limit.challenges"


async def test_an_interaction_that_comes_again_finds_its_challenge_or_what_became_of_it(room: Room) -> None:
    pressed = next(interactions)
    first = await make(room, interaction_id=pressed)
    assert (await make(room, interaction_id=pressed)).id == first.id
    await accept(room, BEN)
    assert await refused_code(make(room, interaction_id=pressed)) == "challenge.closed.accepted"


async def test_the_message_of_a_card_is_kept_once(room: Room) -> None:
    await make(room)
    confirm = room.club.play.challenges.confirm_pressed_card
    await confirm(1, None)
    assert (await get(room)).message_id is None
    await confirm(1, 70)
    await confirm(1, 71)
    assert (await get(room)).message_id == 70


async def test_a_card_that_is_shown_is_not_posted_and_one_that_shows_too_little_is_renewed(
    room: Room,
) -> None:
    await make(room)
    assert len(await room.rows("card")) == 1
    await room.club.play.challenges.confirm_card(1, 70)
    assert await room.rows("card") == []
    await make(room, BEN)
    await room.club.play.challenges.decline(2, act(BEN))
    await room.quiet()
    await room.club.play.challenges.confirm_card(2, 71)
    assert len(await room.rows("challenge")) == 1


async def test_a_card_that_no_answer_shows_is_due_at_once(room: Room) -> None:
    await make(room)
    [waits] = await room.rows("card")
    assert waits.not_before > room.time[0]
    await room.club.play.challenges.post_card_now(1)
    [waits] = await room.rows("card")
    assert waits.not_before == room.time[0]


@pytest.mark.parametrize("message_id", [None, 70])
@pytest.mark.parametrize("told", [False, True])
async def test_a_challenge_that_nobody_else_sees_is_closed(
    room: Room, message_id: int | None, told: bool
) -> None:
    await make(room)
    await room.club.play.challenges.confirm_pressed_card(1, message_id)
    await room.quiet()
    close = room.club.play.challenges
    for _ in range(2):
        if told:
            await room.club.store.write(lambda tx: close.close_unpostable(tx, 1))
        else:
            await close.close_unseen(1)
    assert ((await get(room)).status is ChallengeStatus.EXPIRED) == (message_id is None)
    assert len(await room.rows("withdrawn")) == int(told and message_id is None)
    await close.close_unseen(9)
    await room.club.store.write(lambda tx: close.close_unpostable(tx, 9))
    assert await room.club.store.write(lambda tx: close.set_card_message(tx, 9, 1)) is None


async def test_what_a_rematch_or_position_needs_is_not_asked_of_a_plain_challenge(room: Room) -> None:
    row = await make(room, rated=True)
    assert await room.club.play.challenges.find_unrated_reason(row) is None
    computer = await make(room, TWOTONE, rated=False)
    assert await room.club.play.challenges.find_unrated_reason(computer) is not None
    assert not computer.rated
    assert await room.club.store.read(lambda tx: challenges.find_rematch(tx, 1)) is None
