"""Every command that a text names can be clicked.

This holds in servers and direct messages, in answers and on cards.
"""

import re
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.cogs import register
from bot.cogs.naming.completion import find_game
from rules.catalogue import GAMES
from tests.bot.server import Server, texts
from tests.bot.simulator import interactions_changed
from words import PSEUDO, render_message
from words.english import MESSAGES
from words.message import MessagePlace
from words.slash import COMMAND_NAMES, SLASH_MENTIONS, link_commands

MARKDOWN = (MessagePlace.SENTENCE, MessagePlace.PHRASE, MessagePlace.HELP)
"""Where Discord shows a mention as one."""


@pytest.mark.ci
async def test_the_commands_of_the_help_can_be_clicked_also_after_a_restart(room: Server) -> None:
    there = {command.name: command.id for command in await room.run(room.bot.tree.fetch_commands())}
    for _ in range(2):
        shown = texts((await room.ann.slash(room.channel, "help")).response)
        for name in ("play", "move", "games", "settings me"):
            assert f"</{name}:{there[name.partition(' ')[0]]}>" in shown
        assert "**/" not in shown
        await room.restart()


@pytest.mark.ci
async def test_refusals_public_cards_and_direct_messages_name_commands_that_can_be_clicked(
    room: Server,
) -> None:
    there = room.bot.club.commands
    refused = await room.ann.user.slash("board")
    assert f"Start one with </play:{there['play']}>." in texts(refused.response)
    place = await room.begin("one-zero-one")
    assert f"</verify:{there['verify']}>" in texts(room.board(place))


async def test_a_command_whose_id_is_not_known_is_bold(room: Server) -> None:
    room.bot.club.commands.clear()
    shown = texts((await room.ann.slash(room.channel, "help")).response)
    assert "**/play**, **/move** and **/rules** do in words" in shown
    assert "</" not in shown


async def test_the_command_that_discord_makes_for_activities_is_answered(room: Server) -> None:
    def as_entry_point(payload: dict[str, Any]) -> dict[str, Any]:
        """Make the interaction one of Discord's own command, which the app is to handle."""
        return {**payload, "data": {**payload["data"], "type": 4, "name": "launch"}}

    with interactions_changed(as_entry_point):
        shown = texts((await room.ann.slash(room.channel, "help")).response)
    assert shown == render_message("command.changed", {})


def test_every_command_that_a_text_can_name_exists() -> None:
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none())
    )
    register(tree)
    assert set(COMMAND_NAMES) <= {command.qualified_name for command in tree.walk_commands()}


def test_no_text_names_a_command_in_another_way() -> None:
    roots = "|".join({name.partition(" ")[0] for name in COMMAND_NAMES})
    named = re.compile(rf"(?<![\w<*/.`])[*`]*/(?:{roots})\b")
    assert [
        code
        for code, row in MESSAGES.items()
        for text in row.templates
        if row.place in MARKDOWN and not code.startswith("probe.") and named.search(text)
    ] == []


def test_commands_are_named_only_where_discord_shows_them() -> None:
    assert [
        code
        for code, row in MESSAGES.items()
        if row.place not in MARKDOWN and row.facts & set(SLASH_MENTIONS)
    ] == []


def test_a_translation_keeps_its_commands() -> None:
    told = render_message("match.none", {}, PSEUDO)
    assert SLASH_MENTIONS["slash_play"] in told
    assert "</play:7>" in link_commands(told, {"play": 7})


async def test_a_name_typed_in_full_comes_first(room: Server) -> None:
    for typed, key in (("Binary", "binary"), ("binar", "binar"), ("Binar", "binar"), ("russian", "russian")):
        offered = await room.ann.autocomplete(room.channel, "play", "game", typed)
        assert offered[0]["value"] == key
        assert find_game(typed).key == key
    offered = [choice["value"] for choice in await room.ann.autocomplete(room.channel, "play", "game", "bin")]
    assert offered[:2] == ["binar", "binary"]


async def test_a_name_typed_in_full_comes_before_those_that_begin_with_it(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cogs.naming.completion.GAMES", dict(reversed(GAMES.items())))
    offered = await room.ann.autocomplete(room.channel, "play", "game", "binar")
    assert [choice["value"] for choice in offered][:2] == ["binar", "binary"]


async def test_the_documents_have_a_row_for_every_command(room: Server) -> None:
    told = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in told.splitlines() if line.startswith("| `/")]
    listed = {name for row in rows for name in re.findall(r"`/([a-z ]+)`", row)}
    commands = {
        command.qualified_name
        for command in room.bot.tree.walk_commands()
        if not isinstance(command, app_commands.Group)
    }
    assert sorted(commands - listed) == [], "give them a row in docs/commands.md"
    assert sorted(listed - commands) == [], "no command has these names of docs/commands.md"
