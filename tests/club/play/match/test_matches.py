"""A match from the challenge to its end, without Discord.

Time and chance come from outside.
"""

from dataclasses import replace

import pytest

from club.club import Club
from club.members.people import Act, Person
from club.play.match.access import Asker, Rights, no_rights
from club.refusals import Refusal, StaleBoard
from data.outbox.post_kinds import PostKind
from data.play.places import PlacedRow
from rules.board import FACINGS, BoardView, Facing
from tests.club.conftest import SECRET
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, interactions, make_challenge, start_match
from tests.club.refusing import refused_code
from tests.pending_posts import for_match

pytestmark = pytest.mark.both_databases


async def kinds(club: Club, match_id: int) -> list[PostKind]:
    """What is to be posted about a match."""
    return [row.kind for row in await club.store.read(lambda tx: for_match(tx, match_id))]


async def test_lots_and_shuffles_come_from_what_the_club_was_given(club: Club) -> None:
    table = await start_match(club)
    assert table.match.secret == SECRET
    assert [seat.user_id for seat in table.row.seats] == [ANN.id, BEN.id]


async def test_a_command_delivered_again_is_told_that_its_challenge_was_taken(club: Club) -> None:
    again = next(interactions)
    row = await make_challenge(club, interaction_id=again)
    await club.play.challenges.accept(row.id, taker=BEN, interaction_id=next(interactions))
    assert await refused_code(make_challenge(club, interaction_id=again)) == "challenge.closed.accepted"


async def test_a_move_is_stored_with_what_is_posted_for_it(club: Club) -> None:
    table = await start_match(club)
    assert await kinds(club, table.row.id) == [PostKind.PLACE]
    after = await club.play.matches.play(table.row.id, act(ANN), "c3")
    assert after.last_move_of(ANN.id) == "c3"
    assert (after.row.version, after.turn) == (1, 1)
    assert await kinds(club, table.row.id) == [PostKind.PLACE, PostKind.BOARD]


async def test_a_command_delivered_again_moves_once_whoever_is_to_move_by_then(club: Club) -> None:
    table = await start_match(club)
    first = next(interactions)
    await club.play.matches.play_in_loaded(table, Act(ANN.id, first), "c3")
    for move in (None, "a1"):  # the same is asked while Ben is to move, and when Ann is again
        if move:
            await club.play.matches.play(table.row.id, act(BEN), move)
        stands = await club.play.matches.load(table.row.id)
        again = await club.play.matches.play_in_loaded(stands, Act(ANN.id, first), "b2")
        assert again.row.version == stands.row.version
        assert again.last_move_of(ANN.id) == "c3"
    with pytest.raises(StaleBoard):  # another press was faster than a match that was read before
        await club.play.matches.play_in_loaded(table, act(ANN), "b2")


async def test_who_gives_up_ends_the_match_for_both(club: Club) -> None:
    table = await start_match(club, "one-zero-one")
    after = await club.play.matches.resign(table.row.id, act(BEN))
    assert after.is_over
    assert after.row.winner == 0
    assert (await kinds(club, table.row.id))[1:] == [
        PostKind.BOARD,
        PostKind.HAND,
        PostKind.HAND,
        PostKind.RESULT,
        PostKind.ARCHIVE,
    ]
    with pytest.raises(Refusal):
        await club.play.matches.play(table.row.id, act(ANN), "x")


async def test_only_players_whose_turn_it_is_move(club: Club) -> None:
    table = await start_match(club)
    for person in (BEN, CLEO):
        with pytest.raises(Refusal):
            await club.play.matches.play(table.row.id, act(person), "c3")
    with pytest.raises(StaleBoard):
        await club.play.matches.play(table.row.id, act(ANN), "c3", version=7)
    assert (await club.play.matches.load(table.row.id)).row.version == 0


async def test_a_suspended_match_waits_and_nothing_is_posted_for_it(club: Club) -> None:
    table = await start_match(club)
    await club.play.places.suspend_match(table.row.id)
    assert await kinds(club, table.row.id) == []
    with pytest.raises(Refusal):
        await club.play.matches.resign(table.row.id, act(ANN))
    await club.play.moderation.end_match(table.row.id, act(CLEO))
    assert (await club.play.matches.load(table.row.id)).is_over


async def test_a_command_means_one_s_only_match_of_the_place_then_one_s_only_match(club: Club) -> None:
    first = await start_match(club)
    other = await make_challenge(club, people=(CLEO, None))
    await club.play.challenges.accept(other.id, taker=Person(9, "Dora"), interaction_id=next(interactions))
    elsewhere = await make_challenge(club, people=(ANN, None), channel_id=CHANNEL + 1)
    await club.play.challenges.accept(elsewhere.id, taker=BEN, interaction_id=next(interactions))

    async def resolve_match(user_id: int, channel_id: int, **given: bool) -> int:
        """Return the ID of the match that a command without a number means."""
        asker = Asker(user_id, GUILD, channel_id, no_rights)
        table = await club.play.resolver.resolve(asker, None, **given)
        return table.row.id

    assert await resolve_match(ANN.id, CHANNEL) == first.row.id
    assert await resolve_match(CLEO.id, CHANNEL + 5) == 2
    assert await resolve_match(CLEO.id, CHANNEL + 1) == 3  # the only one there, to watch
    assert await resolve_match(CLEO.id, CHANNEL + 1, as_player=True) == 2  # her own, to move in
    assert await resolve_match(77, CHANNEL + 1, as_player=True) == 3  # who has none is told that they watch
    await club.store.write(lambda tx: tx.run("UPDATE seat SET team = 1 WHERE match_id = 3"))
    assert await resolve_match(CLEO.id, CHANNEL + 1, as_player=True) == 3  # she may belong to its team
    await club.store.write(lambda tx: tx.run("UPDATE seat SET team = 0 WHERE match_id = 3"))
    assert await refused_code(resolve_match(ANN.id, CHANNEL + 5)) == "match.several"
    await start_match(club)
    assert await refused_code(resolve_match(ANN.id, CHANNEL)) == "match.several"
    assert await refused_code(resolve_match(77, CHANNEL)) == "match.none"


@pytest.mark.parametrize("facing", FACINGS)
async def test_a_move_is_foreseen_on_the_board_as_its_person_turns_it(club: Club, facing: Facing) -> None:
    table = replace(await start_match(club, "american"), facing=facing)
    for seat in (0, 1):
        seen = table.preview(table.game.moves(table.match.position)[0], seat)
        assert isinstance(seen, BoardView)
        assert seen.reading == table.view(seat).reading
        assert seen.trace


async def test_a_match_that_is_seen_from_its_own_channel_is_listed_once(club: Club) -> None:
    here = await start_match(club)
    abroad = await start_match(club, abroad="en")

    async def all_rights(place: PlacedRow) -> Rights:
        return Rights(may_see=True)

    async def visible_ids(guild_id: int | None) -> list[int]:
        """Return the IDs of Ann's matches that Cleo sees there."""
        found = await club.play.lists.list_visible(Asker(CLEO.id, guild_id, CHANNEL, all_rights), ANN.id)
        return sorted(listed.row.id for listed in found)

    assert await visible_ids(GUILD) == [here.row.id, abroad.row.id]
    assert await visible_ids(None) == [abroad.row.id]
