"""A command is one function: what Discord shows of it, and what it is called with."""

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.answers import cog as cogs
from bot.answers.cog import Cog
from bot.answers.request import Handler
from bot.cogs import COGS, HANDLERS


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Commands are answered with a club and a request of this name."""

    async def answer(interaction: Any, handler: Handler) -> None:
        club: Any = "the club"
        await handler(club, interaction)

    monkeypatch.setattr(cogs, "answer", answer)
    return []


async def test_a_command_has_its_function_s_options_and_calls_it_with_what_was_given(
    called: list[tuple[Any, ...]],
) -> None:
    cog = Cog()

    @cog.command("command.draw", kind="draw")
    @cog.command("command.takeback", kind="takeback")
    @app_commands.describe(match="Which match")
    async def offer(club: Any, request: Any, match: str | None = None, *, kind: str) -> None:
        called.append((club, request, match, kind))

    first, second = (command for command in cog.commands if isinstance(command, app_commands.Command))
    assert (first.name, second.name) == ("takeback", "draw")
    assert "draw" in second.description.lower()
    for command in (first, second):
        assert [(each.name, each.description, each.required) for each in command.parameters] == [
            ("match", "Which match", False)
        ]
        await command.callback("a request", match="3")
    assert called == [("the club", "a request", "3", "takeback"), ("the club", "a request", "3", "draw")]


async def test_an_entry_of_the_menu_of_members_gets_the_member(called: list[tuple[Any, ...]]) -> None:
    cog = Cog()

    @cog.context_menu("command.dare")
    async def dare(club: Any, request: Any, member: discord.Member | discord.User) -> None:
        called.append((club, request, member))

    [entry] = cog.commands
    assert isinstance(entry, app_commands.ContextMenu)
    assert entry.type is discord.AppCommandType.user
    member: Any = "a member"
    request: Any = "a request"
    await entry.callback(request, member)
    assert called == [("the club", "a request", "a member")]


async def test_an_action_is_answered_by_one_function_with_its_facts() -> None:
    cog, done = Cog(), []

    @cog.action("claim-win", win=True)
    @cog.action("adjourn", win=False)
    async def end(club: Any, request: Any, *, win: bool) -> None:
        done.append(win)

    nobody: Any = None
    await cog.actions["claim-win"](nobody, nobody)
    await cog.actions["adjourn"](nobody, nobody)
    assert done == [True, False]
    with pytest.raises(AssertionError):
        cog.action("adjourn")(end)


def test_commands_of_a_group_are_in_it() -> None:
    group = app_commands.Group(name="settings", description="…")
    cog = Cog(group)

    @cog.command("command.settings.me")
    async def me(club: Any, request: Any) -> None: ...

    assert cog.commands == [group]
    assert [command.qualified_name for command in group.commands] == ["settings me"]


def test_every_subject_is_found_and_no_action_is_answered_by_two() -> None:
    assert len(COGS) > 20
    assert sum(len(cog.actions) for cog in COGS) == len(HANDLERS)
