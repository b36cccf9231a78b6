"""Matches kept in memory are bounded by their moves.

One that cannot be replayed harms no other.
"""

import logging

import pytest

from club.club import Club
from club.members.people import Act
from club.play.course.offers import OfferKind
from club.play.course.unplayable_matches import resume_readable_matches
from club.play.match import replay_cache as numbers
from club.play.match.access import Asker, no_rights
from club.play.match.matches import Table
from club.play.match.replay_cache import ReplayCache
from club.refusals import Refusal
from data.outbox.post_kinds import PostKind
from data.play import listing, matches
from data.play.matches import MatchStatus
from rules import editions
from rules.editions import RULES_VERSION, edition
from rules.match import Match
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, interactions, start_match
from tests.pending_posts import for_match


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records that have been replayed."""
    told: list[str] = []

    def note_replay(record: str, *, version: int, over: bool) -> Match:
        """Note the record, then replay it as usual."""
        told.append(record)
        return editions.replay(record, version=version, over=over)

    monkeypatch.setattr(numbers, "replay", note_replay)
    return told


async def spoil(club: Club, table: Table, **fields: object) -> None:
    """Change the row of a match, as damage or a newer Twotone would."""
    names = ", ".join(f"{name} = ?" for name in fields)
    await club.store.write(
        lambda tx: tx.run(f"UPDATE match SET {names} WHERE id = ?", *fields.values(), table.row.id)
    )
    club.play.matches.replays = ReplayCache()


async def move(club: Club, table: Table, text: str, person_id: int = ANN.id) -> Table:
    return await club.play.matches.play(table.row.id, Act(person_id, next(interactions)), text)


async def test_a_move_in_a_match_that_is_not_at_hand_replays_it_once(club: Club, replayed: list[str]) -> None:
    table = await start_match(club)
    replayed.clear()
    club.play.matches.replays = ReplayCache()
    await move(club, table, "c3")
    assert len(replayed) == 1
    await move(club, table, "a1", BEN.id)
    await club.play.matches.load(table.row.id)
    assert len(replayed) == 1


async def test_lists_replay_nothing(club: Club, replayed: list[str]) -> None:
    table = await start_match(club)
    await move(club, table, "c3")
    replayed.clear()
    club.play.matches.replays = ReplayCache()
    [listed] = await club.play.lists.list_running(ANN.id)
    assert (listed.row.plies, listed.turn, listed.seat_of(ANN.id), str(listed.side(0))) == (1, 1, 0, "Even")
    assert (listed.seat_of(CLEO.id), listed.row.names) == (None, ("Ann", "Ben"))
    assert [each.row.id for each in await club.play.lists.list_on_server(GUILD)] == [table.row.id]
    assert replayed == []


async def test_an_offer_is_no_move(club: Club) -> None:
    table = await start_match(club)
    await club.play.offers.offer(table.row.id, act(ANN), OfferKind.DRAW)
    [listed] = await club.play.lists.list_running(ANN.id)
    assert (listed.row.version, listed.row.plies) == (1, 0)


async def test_matches_kept_in_memory_have_so_many_moves_together(
    club: Club, monkeypatch: pytest.MonkeyPatch, replayed: list[str]
) -> None:
    tables = [await start_match(club) for _ in range(4)]
    kept = club.play.matches.replays
    monkeypatch.setattr(kept.kept, "most", 8)
    for table in tables:
        after = await move(club, table, "c3")
        await move(club, after, "a1", BEN.id)
        assert kept.kept.total <= 8
    assert kept.kept.total == 6  # two of three moves with their starts; a third would be nine
    replayed.clear()
    for table in (tables[3], tables[2], tables[0], tables[2], tables[3]):
        await club.play.matches.load(table.row.id)
    assert len(replayed) == 2  # the first, and the one that had to go for it
    assert kept.kept.total == 6


async def test_a_match_longer_than_all_that_is_kept_stays_while_it_is_the_only_one(
    club: Club, monkeypatch: pytest.MonkeyPatch, replayed: list[str]
) -> None:
    monkeypatch.setattr(numbers, "KEPT_PLIES", 1)
    table = await start_match(club)
    await move(club, table, "c3")
    replayed.clear()
    for _ in range(3):
        await club.play.matches.load(table.row.id)
    assert replayed == []


@pytest.mark.ci
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"record": "Twotone: 1\nGame: binar\n\n1. zz\n"}, "match.unreadable"),
        ({"record": ""}, "match.unreadable"),
        ({"record": "Twotone: 1\nGame: chess\n"}, "match.unreadable"),
        ({"rules_version": RULES_VERSION + 1}, "match.newer"),
    ],
)
async def test_a_match_that_cannot_be_replayed_is_set_aside_and_no_other_is(
    club: Club, caplog: pytest.LogCaptureFixture, fields: dict[str, object], code: str
) -> None:
    table, other = await start_match(club), await start_match(club, "yin-yang")
    await spoil(club, table, **fields)
    assert [listed.row.id for listed in await club.play.lists.list_running(ANN.id)] == [2, 1]
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            with pytest.raises(Refusal) as told:
                await move(club, table, "c3")
            assert told.value.code == code
            assert "set aside" in str(told.value)
    [record] = caplog.records
    assert (record.getMessage(), record.__dict__["match"], record.__dict__["code"]) == (
        "match set aside",
        table.row.id,
        code,
    )
    assert [listed.row.id for listed in await club.play.lists.list_running(ANN.id)] == [other.row.id]
    assert await club.store.read(lambda tx: listing.count_running(tx, ANN.id)) == 1
    [told_there] = await club.store.read(lambda tx: for_match(tx, table.row.id))
    assert told_there.kind is PostKind.UNPLAYABLE
    found = await club.play.resolver.resolve(Asker(ANN.id, GUILD, CHANNEL, no_rights), None)
    assert found.row.id == other.row.id


async def test_a_record_of_older_rules_is_replayed_like_today_s(club: Club) -> None:
    table = await start_match(club)
    await spoil(club, table, rules_version=RULES_VERSION - 1)
    assert (await move(club, table, "c3")).row.plies == 1


async def test_a_match_that_an_older_twotone_let_go_on_is_played_on(club: Club) -> None:
    table = await start_match(club, "turkish")
    played = Match(edition(1)["turkish"], {}, table.match.secret)
    for text in ("a3-a4", "h6-h5", *3 * ("a4-b4", "h5-g5", "b4-a4", "g5-h5")):
        played.play(text)
    await spoil(club, table, rules_version=1, record=played.save())
    after = await move(club, table, "a4-b4")
    assert (len(after.match.plies), after.row.set_aside) == (15, None)


async def test_no_damage_to_a_row_breaks_the_list(club: Club) -> None:
    table = await start_match(club)
    await start_match(club)
    for fields in ({"options": "{"}, {"game": "chess"}):
        await spoil(club, table, **fields)
        first, second = await club.play.lists.list_running(ANN.id)
        assert (first.row.id, str(first.side(0))) == (2, "Even")
        assert (second.row.id, str(second.side(0))) == (1, "1")
    assert str(second.title) == "chess"


async def test_a_moderator_ends_a_match_that_is_set_aside(club: Club) -> None:
    table = await start_match(club)
    await spoil(club, table, record="")
    named = await club.play.resolver.resolve_for_moderator(channel_id=None, match_id=table.row.id)
    pressed = next(interactions)
    for _ in range(2):
        await club.play.moderation.end_match(named.id, Act(CLEO.id, pressed))
    row = await club.store.read(lambda tx: matches.get(tx, table.row.id))
    assert row
    assert (row.status, row.reason, row.version, row.set_aside) == (
        MatchStatus.OVER,
        "ended.moderator",
        1,
        None,
    )
    assert await club.play.lists.list_on_server(GUILD) == []
    await resume_readable_matches(club.play.matches)
    again = await club.store.read(lambda tx: matches.get(tx, table.row.id))
    assert again == row


async def test_the_next_start_tries_again(club: Club) -> None:
    table = await start_match(club)
    await move(club, table, "c3")
    row = (await club.play.matches.load(table.row.id)).row
    await spoil(club, table, record="")
    with pytest.raises(Refusal):
        await club.play.matches.load(table.row.id)
    await spoil(club, table, record=row.record)
    with pytest.raises(Refusal):
        await club.play.matches.load(table.row.id)
    await resume_readable_matches(club.play.matches)
    assert (await move(club, table, "a1", BEN.id)).row.plies == 2
    posts = await club.store.read(lambda tx: for_match(tx, table.row.id))
    assert [post.kind for post in posts] == [PostKind.UNPLAYABLE, PostKind.BOARD]


async def test_hands_are_shown_again_where_a_match_with_hands_goes_on(club: Club) -> None:
    table = await start_match(club, "one-zero-one")
    await spoil(club, table, rules_version=RULES_VERSION + 1)
    with pytest.raises(Refusal):
        await club.play.matches.load(table.row.id)
    await spoil(club, table, rules_version=RULES_VERSION)
    await resume_readable_matches(club.play.matches)
    posts = await club.store.read(lambda tx: for_match(tx, table.row.id))
    assert [(post.kind, post.seat) for post in posts[1:]] == [
        (PostKind.BOARD, None),
        (PostKind.HAND, 0),
        (PostKind.HAND, 1),
    ]


async def test_memory_that_runs_out_is_no_fault_of_the_record(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start_match(club)

    def run_out_of_memory(record: str, *, version: int, over: bool) -> Match:
        """Raise `MemoryError` instead of replaying."""
        raise MemoryError

    monkeypatch.setattr(numbers, "replay", run_out_of_memory)
    with pytest.raises(MemoryError):
        numbers.replay_row(table.row)


async def test_what_was_replayed_meanwhile_takes_no_newer_match_s_place(club: Club) -> None:
    table = await start_match(club)
    after = await move(club, table, "c3")
    kept = ReplayCache()
    kept.put(after.row, after.match)
    kept.put(table.row, table.match)
    assert kept.get(after.row) is after.match
    assert kept.get(table.row) is None
    assert kept.kept.total == 2
