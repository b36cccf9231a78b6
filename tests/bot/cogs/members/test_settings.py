"""/settings: a choice on a card holds at once and everywhere.

An impossible choice is refused in a sentence.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from bot.cogs.members.settings import OWN, SERVER
from data.members.servers import ServerRow
from data.outbox.post_kinds import PostKind
from rendering.themes import DEFAULT_THEME, THEMES
from tests.bot.closed_places import shut_channel
from tests.bot.languages_tour import locales
from tests.bot.officials import manager
from tests.bot.server import Server, buttons, menus, serve, texts, walk
from tests.bot.settings_cards import choose, chosen_values, menu, of_server, own, told_directly
from tests.bot.spoken_evening import speaks_language
from tests.sets import leave_to_ci
from words import ENGLISH, PSEUDO, languages, render_message


async def test_a_theme_holds_at_once_for_one_s_own_boards_and_nobody_else_s(room: Server) -> None:
    place = await room.begin("russian", side="White")
    before = await board_picture(room.ann, place)
    other = await board_picture(room.ben, place)
    card = await own(room, room.ann)
    assert chosen_values(card, "theme") == [DEFAULT_THEME]
    assert {option["value"] for option in menu(card, "theme")["options"]} == set(THEMES)
    card = await choose(room.ann, card, "theme", "contrast")
    assert chosen_values(card, "theme") == ["contrast"]
    assert "Saved" in texts(card)
    assert await board_picture(room.ann, place) != before
    assert await board_picture(room.ben, place) == other
    await room.restart()
    assert chosen_values(await own(room, room.ann), "theme") == ["contrast"]


async def board_picture(member: Any, place: Any) -> bytes:
    """Fetch the picture of a member's own board."""
    shown = await member.slash(place, "board")
    picture: bytes = await shown.response.attachments[0].read()
    return picture


async def test_a_theme_that_there_was_once_counts_as_the_house_s_own(room: Server) -> None:
    await room.bot.club.members.preferences.change(room.ann.id, theme="brown")
    assert chosen_values(await own(room, room.ann), "theme") == [DEFAULT_THEME]


def squares(shown: Any) -> list[str]:
    """The lines of a board in words.

    They leave out the list of pieces before the board and the explanation of its letters after it.
    """
    return texts(shown.response).split("```")[1].split("\n\n")[-1].strip("\n").splitlines()[:-1]


@pytest.mark.parametrize(
    ("facing", "first", "second"),
    [
        ("own", "h", "a"),
        pytest.param("first", "h", "h", marks=pytest.mark.deep),
        pytest.param("fixed", "a", "a", marks=pytest.mark.deep),
    ],
)
async def test_boards_are_turned_as_one_wants_them(
    room: Server, facing: str, first: str, second: str
) -> None:
    place = await room.begin("american", side="Black")
    for member, file in ((room.ann, first), (room.ben, second)):
        await choose(member, await own(room, member), "facing", facing)
        shown = await member.slash(place, "board", **{"as": "text"})
        numbers = [int(number) for line in squares(shown) for number in re.findall(r"\d+", line)]
        assert len(numbers) == 32
        assert (numbers == sorted(numbers)) == (file == "a")


async def test_whoever_wants_to_be_asked_is_asked_before_a_move_counts(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    card = await own(room, room.ann)
    assert "Ask before a move counts: no" in buttons(card)
    told = await room.ann.click(card, label="Ask before a move counts: no")
    assert "Ask before a move counts: yes" in buttons(told.response)
    assert (await room.bot.club.members.preferences.get(room.ann.id)).confirm
    await room.ann.click(told.response, label="Ask before a move counts: yes")
    assert not (await room.bot.club.members.preferences.get(room.ann.id)).confirm
    assert place


async def test_whoever_wants_it_is_told_by_direct_message_when_it_is_their_turn(room: Server) -> None:
    await room.ben.click(await own(room, room.ben), label="Direct message: no")
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    assert told_directly(room.ben) == []
    await room.env.advance_time(PostKind.TURN.rule.wait + 1)
    [message] = told_directly(room.ben)
    assert "Your turn** in Binar against Ann." in texts(message)
    assert "Ann placed 0 on c3." in texts(message)
    [link] = [part["url"] for part in walk(message.components) if part.get("url")]
    assert str(room.board(place).id) in link
    assert told_directly(room.ann) == []
    await room.env.advance_time(7 * 24 * 3600)
    assert len(told_directly(room.ben)) == 1


@pytest.mark.ci
async def test_a_chosen_language_is_spoken_in_private_and_by_direct_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locales(monkeypatch, ENGLISH, ENGLISH)
    async with serve(tmp_path / "twotone.db") as room:
        offered = menu(await own(room, room.ann), "language")["options"]
        assert [each["value"] for each in offered] == ["auto", *languages()]
        assert [each["label"] for each in offered[1:]] == [
            render_message("language.name", {}, each) for each in languages()
        ]
        room.bot.club.members.languages = ("en", PSEUDO)
        card = await choose(room.ann, await own(room, room.ann), "language", PSEUDO)
        assert all(
            speaks_language(part["content"], PSEUDO) for part in walk(card.components) if "content" in part
        )
        place = await room.begin("one-zero-one", side="0")
        shown = await room.ann.slash(place, "hand")
        assert speaks_language(texts(shown.response), PSEUDO, ("Ann", "Ben"))
        assert speaks_language(texts(room.ann.user.dm_channel.history()[-1]), PSEUDO, ("Ann", "Ben"))
        assert speaks_language(texts(room.board(place)), ENGLISH)
        refused = await room.ann.slash(room.channel, "play", game="nonsense")
        assert speaks_language(texts(refused.response), PSEUDO, ("nonsense",))
        await room.restart()
        assert speaks_language(texts((await room.ann.slash(place, "hand")).response), PSEUDO, ("Ann", "Ben"))
        room.bot.club.members.languages = ("en", PSEUDO)
        await choose(room.ann, await own(room, room.ann), "language", "auto")
        assert speaks_language(texts((await room.ann.slash(place, "hand")).response), ENGLISH)


async def test_a_server_s_language_is_spoken_on_public_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locales(monkeypatch, ENGLISH, ENGLISH)
    async with serve(tmp_path / "twotone.db") as room:
        room.bot.club.members.languages = ("en", PSEUDO)
        mo = manager(room)
        await choose(mo, await of_server(room, mo), "language", PSEUDO)
        await room.restart()
        await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
        challenge = room.channel.history()[-1]
        assert speaks_language(texts(challenge), PSEUDO, ("Ann", "Ben"))
        accept = next(
            part["custom_id"]
            for part in walk(challenge.components)
            if ":accept:" in part.get("custom_id", "")
        )
        await room.ben.click(challenge, custom_id=accept)
        assert speaks_language(texts(room.board(room.place)), PSEUDO, ("Ann", "Ben"))
        assert speaks_language(texts((await room.ann.slash(room.place, "help")).response), ENGLISH)


async def test_challenges_are_made_in_the_game_channels_and_elsewhere_refused_with_the_way_there(
    room: Server,
) -> None:
    mo = manager(room)
    elsewhere = room.guild.create_text_channel("elsewhere")
    card = await choose(mo, await of_server(room, mo), "channels", room.channel)
    assert [int(each["id"]) for each in menu(card, "channels")["default_values"]] == [room.channel.id]
    refused = await room.ann.slash(elsewhere, "play", game="binar")
    assert refused.ephemeral
    assert f"<#{room.channel.id}>" in texts(refused.response)
    assert elsewhere.history() == []
    place = await room.begin("binar")
    within = await room.ann.slash(place, "play", game="yin-yang", opponent=room.cleo)
    assert not within.ephemeral
    card = await choose(mo, card, "channels")
    assert menu(card, "channels").get("default_values", []) == []
    assert not (await room.ann.slash(elsewhere, "play", game="binar")).ephemeral


async def test_a_channel_where_the_bot_may_not_write_is_refused_at_once_with_the_permission(
    room: Server,
) -> None:
    mo = manager(room)
    shut = shut_channel(room)
    card = await choose(mo, await of_server(room, mo), "channels", room.channel, shut)
    assert f"Not saved:** in <#{shut.id}> I lack Attach Files." in texts(card)
    assert (await room.bot.club.members.servers.get(room.guild.id)).channels == ()


async def test_without_threads_matches_are_played_in_the_channel(room: Server) -> None:
    mo = manager(room)
    card = await of_server(room, mo)
    told = await mo.click(card, label="A thread for each match: yes")
    assert "A thread for each match: no" in buttons(told.response)
    assert await room.begin("binar") == room.channel
    assert room.channel.threads == []
    assert "Play" in buttons(room.board(room.channel))
    await mo.click(told.response, label="A thread for each match: no")
    await room.begin("yin-yang")
    assert len(room.channel.threads) == 1


async def test_settings_of_a_server_are_not_made_in_direct_messages_but_one_s_own_are(room: Server) -> None:
    told = await room.ann.user.slash("settings server")
    assert "on that server" in texts(told.response)
    shown = await room.ann.user.slash("settings me")
    assert len(menus(shown.response)) == 4


@pytest.mark.parametrize(
    ("whose", "rest"),
    leave_to_ci(
        [
            ("me", "theme,purple"),
            ("me", "facing,up"),
            ("me", "language,tlh"),
            ("me", "confirm,2"),
            ("me", "nonsense,1"),
            ("me", ""),
            ("me", "mined,1"),
            ("server", "threads,x"),
            ("server", "running_limit,999"),
            ("server", "open_limit,-1"),
            ("server", "language,tlh"),
            ("server", "greeted_at,1"),
        ],
        after=2,
    ),
)
async def test_what_the_card_never_offered_is_refused_and_stored_nowhere(
    room: Server, whose: str, rest: str
) -> None:
    mo = manager(room)
    forged = {"type": 2, "id": 2, "style": 1, "label": "forged", "custom_id": f"v1:0:{whose}:0:{rest}"}
    planted = room.plant(room.channel, [{"type": 1, "id": 1, "components": [forged]}])
    told = await mo.click(planted, label="forged")
    assert "not offered any more" in texts(told.response)
    assert await room.bot.club.members.servers.get(room.guild.id) == ServerRow(room.guild.id)
    known = await room.bot.club.members.preferences.get(mo.id)
    assert (known.theme, known.facing, known.own_language, known.confirm) == (None, None, None, False)


async def test_every_setting_of_a_card_can_be_read(room: Server) -> None:
    room.bot.club.pages.single.base = "https://twotone.example"  # else there is no menu of pages
    room.bot.club.pages.lab.base = "https://twotone.example/lab/"
    mo = manager(room)
    for card, known in (
        (await own(room, mo), OWN),
        (await of_server(room, mo), {**SERVER, "channels": None}.keys()),
    ):
        named = {
            part["custom_id"].split(":", 4)[4].partition(",")[0]
            for part in walk(card.components)
            if part.get("custom_id", "").count(":") == 4
        }
        assert named == set(known)
