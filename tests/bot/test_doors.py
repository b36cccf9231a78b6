"""A member who may see a place may see its matches.

A member who may write and manage there may move and end them. No one else hears of them by any
door: not by a command that names a match, a button on an old screen or a completion.
"""

from itertools import product
from typing import Any, Final

import pytest

from bot.answers.rights import load_rights
from bot.cards.play.games import IN_LIST
from bot.cogs import HANDLERS
from bot.doors import ACCESS_SUBJECTS, AccessSubject
from club.play.match.access import Rights
from data.database.transaction import Transaction
from data.play.places import Place
from tests.bot.closed_places import SECRET_PLACES, overwrite, secret_match
from tests.bot.cogs.competitions.league_steps import four
from tests.bot.every_door import UNKNOWN, through_every_door
from tests.bot.officials import official
from tests.bot.server import Server, button, reply_text
from tests.bot.user_install import by_user_install
from tests.sets import leave_to_ci

pytestmark = pytest.mark.usefixtures("pictures_undrawn")

TELLING: Final = ("Ann", "Ben", "Binar", "deal", "follow")
"""What an answer about the match would hold."""
NAMES: Final = ("Ann", "Ben", "Autumn")
"""Words in an answer about the match, a challenge of theirs or their league."""
GONE: Final = {
    AccessSubject.MATCH: UNKNOWN,
    AccessSubject.CHALLENGE: "This challenge is not known here any more.",
    AccessSubject.SEASON: "This is not there any more.",
    AccessSubject.SECTION: "This is not there any more.",
    AccessSubject.PAIRING: "This is not there any more.",
}
"""Answers for a member who may not see the place that a door leads to.

All other doors lead to nothing that belongs to another member.
"""
UNSEEN: Final = "You cannot see the place of this challenge any more."
"""What they hear who were once told of a challenge."""
RESTS: Final = ("1", "1,0", "1,0,1", "1,first", IN_LIST)
"""What a custom_id can name besides."""


@pytest.mark.parametrize("kind", leave_to_ci(SECRET_PLACES, but=("channel", "private thread")))
async def test_no_door_tells_of_a_match_in_a_place_that_one_cannot_see(room: Server, kind: str) -> None:
    await secret_match(room, kind)
    heard = await through_every_door(room, room.cleo, room.channel)
    assert {"/board", "/history", "/export", "/replay", "/analyse", "/verify", "/claim", "view", "play"} <= {
        *heard
    }
    otherwise = {door: words for door, words in heard.items() if words != UNKNOWN}
    assert {*otherwise} == {
        "guest-send",
        "next",
        "private",
        "resign-no",
        "share-to",
    }  # these say the same whatever match it is
    for words in otherwise.values():
        assert not [telling for telling in TELLING if telling in words], otherwise
    listed = await room.cleo.slash(room.channel, "games", user=room.ann)
    assert "Ben" not in reply_text(listed)
    assert await room.cleo.autocomplete(room.channel, "replay", "from", "1", match="1") == []


def test_every_action_says_what_it_is_a_door_to() -> None:
    assert sorted(HANDLERS.keys() - ACCESS_SUBJECTS.keys()) == [], "name them in _NAMES of bot/doors.py"
    assert sorted(ACCESS_SUBJECTS.keys() - HANDLERS.keys()) == [], "no handler has them: remove them there"


async def secret_league(room: Server) -> Any:
    """Let Ann challenge anyone and Ben, and play in a league no one else can see.

    Return another channel.
    """
    await four(room)
    await room.ann.slash(room.channel, "play", game="binar")
    await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    overwrite(room, room.channel, room.guild.default_role, view_channel=False)
    for member in (room.ann, room.twotone):
        overwrite(room, room.channel, member, view_channel=True)
    return room.guild.create_text_channel("elsewhere")


@pytest.mark.parametrize("from_afar", leave_to_ci([False, True], but=(True,)))
async def test_no_action_leads_a_stranger_to_a_challenge_or_a_competition(
    room: Server, from_afar: bool
) -> None:
    """No custom_id, whatever it names, leads a stranger there.

    This holds from another channel of the server and from another server.
    """
    where, guild = await secret_league(room), room.guild
    if from_afar:
        guild = room.env.create_guild("Elsewhere")
        where = guild.create_text_channel("games")
    before = await everything(room)
    for action, door in sorted(ACCESS_SUBJECTS.items()):
        stranger = guild.add_member(room.env.create_user("Eve"))
        subjects = ("c1", "c2") if door is AccessSubject.CHALLENGE else ("1",)
        # `through_every_door` names matches; what is nobody's is tried in two ways.
        rests = RESTS[: {AccessSubject.MATCH: 1}.get(door, 5 if door in GONE else 2)]
        for subject, rest in product(subjects, rests):
            screen = room.plant(where, [button(f"v1:{subject}:{action}:0:{rest}")])
            words = reply_text(await stranger.click(screen, label="forged"))
            assert not [name for name in NAMES if name in words], (action, rest, words)
            if door is not AccessSubject.MATCH and door in GONE:
                assert words in (GONE[door], UNSEEN if rest == IN_LIST else ""), (action, rest, words)
    assert await everything(room) == before


async def everything(room: Server) -> list[Any]:
    """All challenges, and who is in what competition how."""

    async def job(tx: Transaction) -> list[Any]:
        tables = ("challenge", "entrant", "pairing", "stage")
        return [await tx.all(f"SELECT * FROM {table} ORDER BY id") for table in tables]

    return await room.run(room.bot.club.store.read(job))


async def test_who_sees_the_place_of_a_competition_comes_in_there_and_nowhere_else(room: Server) -> None:
    elsewhere = await secret_league(room)
    pressed = [button("v1:0:withdraw:0:1")]
    assert (
        reply_text(await room.ann.click(room.plant(elsewhere, pressed), label="forged"))
        == GONE[AccessSubject.SECTION]
    )
    assert "Withdraw" in reply_text(await room.ann.click(room.plant(room.channel, pressed), label="forged"))


@pytest.mark.ci
@pytest.mark.parametrize("kind", SECRET_PLACES)
async def test_who_may_see_the_place_may_look_from_anywhere_on_the_server(room: Server, kind: str) -> None:
    _, dora = await secret_match(room, kind)
    for name in ("board", "history", "export"):
        seen = await dora.slash(room.channel, name, match="1")
        assert UNKNOWN not in reply_text(seen)
    assert "between Ann and Ben" in reply_text(await dora.slash(room.channel, "resign", match="1"))
    assert "Ben" in reply_text(await dora.slash(room.channel, "games", user=room.ann))


async def test_players_see_their_own_match_from_everywhere(room: Server) -> None:
    await secret_match(room, "forgotten private thread")
    other = room.env.create_guild("Elsewhere")
    visitor = other.add_member(room.ann.user)
    for who, where in ((room.ann, room.channel), (visitor, other.create_text_channel("games"))):
        assert UNKNOWN not in reply_text(await who.slash(where, "board", match="1"))
    assert UNKNOWN not in reply_text(await room.ann.user.slash("board", match="1"))


async def test_a_match_that_everybody_sees_is_shown_to_everybody_on_its_server_alone(room: Server) -> None:
    await room.begin("binar", side="Even")
    elsewhere = room.guild.create_text_channel("elsewhere")
    assert UNKNOWN not in reply_text(await room.cleo.slash(elsewhere, "board", match="1"))
    assert reply_text(await room.cleo.user.slash("board", match="1")) == UNKNOWN
    other = room.env.create_guild("Elsewhere")
    visitor = other.add_member(room.cleo.user)
    assert reply_text(await visitor.slash(other.create_text_channel("games"), "board", match="1")) == UNKNOWN


async def test_a_place_that_is_gone_is_seen_by_nobody(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    elsewhere = room.guild.create_text_channel("elsewhere")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    assert thread.id
    assert reply_text(await room.cleo.slash(elsewhere, "board", match="1")) == UNKNOWN
    assert UNKNOWN not in reply_text(await room.ann.slash(elsewhere, "board", match="1"))


async def test_a_match_of_a_user_install_is_seen_where_it_is_played(room: Server) -> None:
    elsewhere = room.guild.create_text_channel("elsewhere")
    with by_user_install(room, "server"):
        await room.begin("binar", side="Even")
        assert UNKNOWN not in reply_text(await room.cleo.slash(room.channel, "board", match="1"))
        assert reply_text(await room.cleo.slash(elsewhere, "board", match="1")) == UNKNOWN


# Moderators


def moderator(room: Server, *places: Any, everywhere: bool = False) -> Any:
    """A member who manages messages in these channels, or on the whole server."""
    who = official(room, manage_messages=everywhere)
    for place in places:
        overwrite(room, place, who, view_channel=True, manage_messages=True)
    return who


async def open_admin(room: Server) -> None:
    """Let everyone on the server use the moderators' commands."""
    command = next(c for c in await room.run(room.bot.tree.fetch_commands()) if c.name == "admin")
    room.guild.set_command_permissions(command.id, {room.guild.default_role: True})


@pytest.mark.ci
@pytest.mark.parametrize("kind", SECRET_PLACES)
async def test_who_moderates_elsewhere_neither_hears_of_a_match_nor_changes_it(
    room: Server, kind: str
) -> None:
    mo = moderator(room, own := room.guild.create_text_channel("own"))
    await open_admin(room)
    place, _ = await secret_match(room, kind)
    for command, target in (("end", {}), ("move", {"channel": own})):
        assert reply_text(await mo.slash(own, f"admin {command}", match="1", **target)) == UNKNOWN
        assert await mo.autocomplete(own, f"admin {command}", "match", "") == []
    row = (await room.bot.club.play.matches.load(1)).row
    assert (row.status, row.place_id) == ("running", place.id)


async def test_who_sees_a_match_but_does_not_moderate_its_place_is_told_so(room: Server) -> None:
    mo = moderator(room, own := room.guild.create_text_channel("own"))
    await open_admin(room)
    await room.begin("binar", side="Even")
    assert "Only moderators" in reply_text(await mo.slash(own, "admin end", match="1", why="It hung"))
    assert (await room.bot.club.play.matches.load(1)).is_running


async def test_who_moderates_a_place_ends_its_matches_from_another(room: Server) -> None:
    await open_admin(room)
    place, _ = await secret_match(room, "thread")
    secret = (await room.bot.club.play.matches.load(1)).row.channel_id
    mo = moderator(room, next(c for c in room.guild.channels.values() if c.id == secret))
    assert place.id != secret
    [offered] = await mo.autocomplete(room.channel, "admin end", "match", "bin")
    assert "ended without a result" in reply_text(
        await mo.slash(room.channel, "admin end", match=offered["value"], why="It hung")
    )


async def test_matches_of_a_place_that_is_gone_are_ended_by_moderators_of_the_whole_server(
    room: Server,
) -> None:
    await open_admin(room)
    everywhere = moderator(room, everywhere=True)
    own = room.guild.create_text_channel("own")
    here = moderator(room, own)
    await room.begin("binar", side="Even")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    assert reply_text(await here.slash(own, "admin end", match="1", why="It hung")) == UNKNOWN
    [offered] = await everywhere.autocomplete(own, "admin end", "match", "")
    assert "ended without" in reply_text(
        await everywhere.slash(own, "admin end", match=offered["value"], why="It hung")
    )


@pytest.mark.parametrize("lacking", ["send_messages", "manage_messages"])
async def test_a_match_is_moved_only_where_its_moderator_may_write_and_manage(
    room: Server, lacking: str
) -> None:
    await open_admin(room)
    mo = moderator(room, room.channel, target := room.guild.create_text_channel("announcements"))
    overwrite(
        room,
        target,
        mo,
        **{"view_channel": True, "send_messages": True, "manage_messages": True, lacking: False},
    )
    place = await room.begin("binar", side="Even")
    refused = reply_text(await mo.slash(room.channel, "admin move", match="1", channel=target))
    assert refused.startswith(f"You may not move a match to <#{target.id}>")
    assert (await room.bot.club.play.matches.load(1)).row.place_id == place.id
    overwrite(room, target, mo, view_channel=True, send_messages=True, manage_messages=True)
    assert "goes on in" in reply_text(await mo.slash(room.channel, "admin move", match="1", channel=target))


# What Discord says of everybody


@pytest.mark.parametrize(
    ("denied", "seen"),
    [
        ({}, Rights(may_see=True, may_write=True)),
        ({"send_messages": False}, Rights(may_see=True)),
        ({"view_channel": False}, Rights()),
    ],
)
async def test_a_place_says_what_everybody_may_do_in_it(
    room: Server, denied: dict[str, bool], seen: Rights
) -> None:
    overwrite(room, room.channel, room.guild.default_role, **denied)
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    assert await load_rights(guild, Place(guild.id, room.channel.id), guild.default_role) == seen


@pytest.mark.parametrize("fault", [{"status": 403, "code": 50001}, {"status": 500, "code": 0}])
async def test_what_nobody_knows_is_refused(room: Server, fault: dict[str, int]) -> None:
    _, dora = await secret_match(room, "forgotten private thread")
    room.env.inject_error("GET", "/channels/*", times=None, **fault)
    assert reply_text(await dora.slash(room.channel, "board", match="1")) == UNKNOWN


async def test_nobody_s_typing_asks_discord_anything(room: Server) -> None:
    await open_admin(room)
    _, dora = await secret_match(room, "forgotten private thread")
    before = len(room.env.http_requests)
    await dora.autocomplete(room.channel, "replay", "from", "1", match="1")
    await dora.autocomplete(room.channel, "admin end", "match", "")
    asked = [request for request in room.env.http_requests[before:] if request.method == "GET"]
    assert asked == []
