"""Every command and button, used by everyone."""

from collections.abc import Iterator
from typing import Any, Final

from discord import app_commands

from bot.cogs import HANDLERS
from tests.bot.matches_over import give_up
from tests.bot.server import Server, button, texts
from words import languages, render_message

GIVEN: Final[dict[str, Any]] = {
    "game": "binar",
    "move": "c3",
    "match": "1",
    "why": "7",
    "name": "Spring",
    "kind": "swiss",
    "league": "Spring",
    "clock": "10+5",
    "first": "Red",
    "second": "Blue",
    "code": "K7MPQ2RSTUVW",
}
"""Values for the required options of commands.

A new required option fails until it has a value here.
"""


ENDING: Final = (
    "undo",
    "draw",
    "decline",
    "cancel",
    "accept",
    "call-off",
    "adjourn",
    "claim-win",
    "resign-yes",
    "forget",
)
"""What changes what the others would meet comes last."""


ACTIONS: Final = (*sorted(HANDLERS.keys() - set(ENDING)), *ENDING)


def _longest_part(code: str, fact: str, language: str) -> str:
    """The longest part of a message that is the same whatever its fact is."""
    said = render_message(code, {fact: "\0"} if fact else {}, language)
    return max(said.split("\0"), key=len)


WRONG: Final = tuple(
    _longest_part(code, fact, language)
    for language in languages()
    for code, fact in (("answer.error", "error"), ("button.outdated", "slash_games"), ("command.changed", ""))
)
"""What is said where the bot is at fault, in every language."""


SILENT: Final = {"accept"}
"""What is answered by a card that changes, not by words."""


PUBLIC: Final = {
    "play",
    "vote",
    "accept",
    "decline",
    "cancel",
    "dare",
    "options",
    "terms",
    "set-options",
    "level",
    "meanwhile",
    "ask-more",
    "rival",
    "share-all",
    "share-end",
    "share-self",
    "share-table",
    "share-to",
    "share-yes",
    "share-no",
}
"""What answers for everyone, or changes a card that everyone sees."""


def leaves(room: Server) -> Iterator[app_commands.Command[Any, ..., Any]]:
    """Every slash command, those of groups too; those that change most come last."""
    found = (each for each in room.bot.tree.walk_commands() if isinstance(each, app_commands.Command))
    yield from sorted(found, key=lambda each: each.name in ("cancel", "end"))


def answers_of(result: Any) -> list[Any]:
    """All messages that answer."""
    return [message for message in (result.response, *result.followups) if message]


def check_answer(result: Any, name: str, *, private: bool, pressed: Any = None) -> None:
    """Something is said, nothing went wrong, and strangers read none of it."""
    assert result.acknowledged, name
    messages = answers_of(result)
    words = "\n".join(map(texts, messages))
    assert words or result.modal or name in SILENT, name
    assert not any(wrong in words for wrong in WRONG), f"{name}: {words}"
    if private and not (pressed and messages and messages[0].id == pressed.id):
        assert all(message.ephemeral for message in messages[:1]), f"{name}: {words}"


def required_options(
    room: Server, command: app_commands.Command[Any, ..., Any], channel: Any
) -> dict[str, Any]:
    """The options that a command cannot do without; a member is one who has just come."""
    names = {each.name for each in command.parameters if each.required}
    known = {**GIVEN, "channel": channel}
    if "member" in names:
        known["member"] = room.guild.add_member(room.env.create_user("Newcomer"))
    return {name: known[name] for name in names}


async def use_everything(room: Server, visits: list[tuple[Any, Any]], channel: Any) -> None:
    """Let each member use every command, and a button of every action, in each place."""
    for command in leaves(room):
        name = command.qualified_name
        for member, place in visits:
            if name in member.available_commands(place):
                result = await member.slash(place, name, **required_options(room, command, channel))
                check_answer(result, name, private=name not in PUBLIC)


async def press_everything(
    room: Server, visits: list[tuple[Any, Any]], about: str = "1", also: tuple[str, ...] = ()
) -> None:
    """Let each member press a button of every action in each place they visit.

    `also` answers for everyone there.
    """
    cards = {place.id: room.plant(place, [button("v1:1:view:0")]) for _, place in visits}
    for action in ACTIONS:
        for member, place in visits:
            card = cards[place.id]
            room.forge(card, [button(f"v1:{about}:{action}:0")])
            result = await member.click(card, label="forged")
            check_answer(result, action, private=action not in (*PUBLIC, *also), pressed=card)


async def begin_hidden(room: Server, *, over: bool) -> Any:
    """Begin a match with hidden hands, over or not, beside an open challenge.

    Return the match's thread.
    """
    thread = await room.begin("one-zero-one", side="0")
    await room.ann.slash(room.channel, "play", game="yin-yang")
    if over:
        await give_up(room.ben, thread)
    return thread
