"""An evening in which everything says something, and in which language it does."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.bot.languages_tour import locales
from tests.bot.officials import moderator
from tests.bot.server import Opened, Server, serve, walk
from tests.leaks.wire import Wire, listening
from tests.untranslated import untranslated_words
from words import PSEUDO
from words.pseudo import MARKS

PEOPLE = ("Ann", "Ben", "Cleo", "Mo")


MOVES_AT_MOST = 4


FULL = ("binar", "one-zero-one", "russian", "zong-heng", "yin-yang", "binary", "incorrect-checkers")
"""A game of each kind."""


async def evening(game: str, person: str, server: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Wire:
    """All that is sent in an evening of people and a server with these locales."""
    folder.mkdir(exist_ok=True)
    locales(monkeypatch, person, server)
    with listening(monkeypatch) as wire:
        async with serve(folder / "twotone.db", locale=server) as room:
            people = Evening(room, wire)
            await people.challenges(game)
            await people.play(game)
            await people.look(game)
            await people.overreach()
            await people.end()
    return wire


class Evening:
    """What Ann, Ben, Cleo and a moderator do with every command and button."""

    def __init__(self, room: Server, wire: Wire) -> None:
        self.room = room
        wire.names = {member.id: member.name for member in (room.ann, room.ben, room.cleo)}
        self.mo = moderator(room)
        wire.names |= {self.mo.id: "Mo"}
        wire.env = room.env
        self.place: Any = None

    async def challenges(self, game: str) -> None:
        """Every way to make a challenge and to close one."""
        room = self.room
        for option, typed in (("game", ""), ("options", ""), ("side", "")):
            await room.ann.autocomplete(room.channel, "play", option, typed, game=game)
        for given in (
            {"game": "chess"},
            {"game": "checkers"},
            {"game": game, "options": "fast"},
            {"game": game, "options": "speed=1"},
            {"game": game, "side": "blue"},
            {"game": game, "opponent": room.ann},
        ):
            await room.ann.slash(room.channel, "play", **given)
        shown = await room.ann.slash(room.channel, "play", game=game, opponent=room.ben)
        if _has(shown.response, "options"):
            form = await self.press(room.ann, shown.response, "options")
            await room.ann.submit_modal(form, {})
        for action in ("cancel", "options"):
            if _has(shown.response, action):
                await self.press(room.cleo, shown.response, action)
        await self.press(room.cleo, shown.response, "accept")
        await self.press(room.ben, shown.response, "decline")
        shown = await room.ann.slash(room.channel, "play", game=game)
        await self.press(room.ann, shown.response, "accept")
        await self.press(room.cleo, shown.response, "howto")
        await self.press(room.ann, shown.response, "cancel")
        asked = await room.ann.context_menu(room.channel, "Challenge to a game…", room.cleo)
        await room.ann.select(asked.response.message, [game])
        await room.ann.slash(room.channel, "play", game=game, opponent=room.cleo)
        await room.env.advance_time(8 * 24 * 3600)
        shown = await room.ann.slash(room.channel, "play", game=game, opponent=room.ben)
        await room.cleo.slash(room.channel, "play", game=game, opponent=room.ann)
        await self.press(room.ben, shown.response, "accept")
        self.place = room.place

    async def play(self, game: str) -> None:
        """Some moves by the picker, with every turn that it takes."""
        chance = random.Random(3)
        for _ in range(MOVES_AT_MOST):
            match = await self.room.match()
            if match.turn is None:
                return
            mover = (await self.room.players())[match.turn]
            shown = Opened(await self.press(mover, self.board, "play"))
            form = await self.press(mover, shown.response.message, "write")
            await mover.submit_modal(form, {"move": "z9"})
            while len((await self.room.match()).plies) == len(match.plies):
                message = shown.response.message
                ids = [
                    part["custom_id"]
                    for part in walk(message.components)
                    if part.get("type") == 2 and not part.get("disabled")
                ]
                onward = [name for name in ids if name.split(":")[2] in ("do", "pick", "page")]
                shown = await mover.click(message, custom_id=chance.choice(onward))

    async def look(self, game: str) -> None:
        """Everything that one can look at."""
        room = self.room
        for member in (room.ann, room.ben, room.cleo):
            for action in ("view", "hand", "more"):
                if _has(self.board, action):
                    shown = await self.press(member, self.board, action)
                    if action == "more":
                        await self.press(member, shown.response.message, "moves")
                        await self.press(member, shown.response.message, "howto")
            await member.slash(self.place, "board")
            await member.slash(self.place, "board", **{"as": "text"})
            for command in ("hand", "verify", "games", "settings me", "settings server"):
                await member.slash(self.place, command)
            await member.autocomplete(self.place, "move", "move", "")
            await member.autocomplete(room.channel, "board", "match", "")
        await room.cleo.autocomplete(room.channel, "rules", "game", "")
        shown = await room.cleo.slash(room.channel, "help")
        for action in ("games", "today"):
            await self.press(room.cleo, shown.response, action)
        shown = await room.cleo.slash(room.channel, "rules", game="binar")
        tried = await self.press(room.cleo, shown.response, "try")
        for _ in range(9):
            moves = [
                part["custom_id"]
                for part in walk(tried.response.message.components)
                if part.get("type") == 2 and not part.get("disabled")
            ]
            tried = await room.cleo.click(tried.response.message, custom_id=moves[0])

    async def overreach(self) -> None:
        """What is refused, and offers."""
        room, old = self.room, self.board
        turn = (await room.match()).turn
        assert turn is not None
        players = await room.players()
        mover, waiting = players[turn], players[1 - turn]
        for member in (room.cleo, waiting):
            await self.press(member, old, "play")
            await member.slash(self.place, "move", move="a1")
        await mover.slash(self.place, "move", move="nonsense")
        await mover.slash(self.place, "move", move="a1", match="x")
        await mover.slash(self.place, "move", move="a1", match="99")
        await room.cleo.slash(room.channel, "board")
        for member in (waiting, waiting, mover):
            await member.slash(self.place, "draw")
            if member is waiting:
                await self.press(waiting, self.place.history()[-1], "draw")
            if (await room.match()).outcome:
                break

    async def end(self) -> None:
        """A match that ends in each of the ways that need no play."""
        room = self.room
        for way in ("decline", "resign", "stop"):
            shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben, side="even")
            await self.press(room.ben, shown.response, "accept")
            place = room.place
            if way == "decline":
                await room.ann.slash(place, "draw")
                await self.press(room.ben, place.history()[-1], "nodraw")
                await room.ann.slash(place, "draw")
            elif way == "resign":
                asked = await room.ann.slash(place, "resign")
                await self.press(room.ann, asked.response, "resign-no")
                asked = await room.ann.slash(place, "resign")
                await self.press(room.ann, asked.response, "resign-yes")
                await room.ben.slash(place, "move", move="c3")
            else:
                await self.mo.autocomplete(room.channel, "admin end", "match", "")
                await self.mo.slash(room.channel, "admin end", why="It hung")
                await self.mo.slash(place, "admin end", why="It hung")
                await self.mo.slash(place, "admin end", why="It hung")

    @property
    def board(self) -> Any:
        """The newest board of the match."""
        return self.room.board(self.place)

    async def press(self, member: Any, message: Any, action: str) -> Any:
        """Press the button of an action, whatever is written on it, behind More or not."""
        while not _has(message, action):
            more = "more" if _has(message, "more") else "ask-more"
            message = (await member.click(message, custom_id=_custom_id(message, more))).response
        return await member.click(message, custom_id=_custom_id(message, action))


def _custom_id(message: Any, action: str) -> str:
    return next(name for name in _custom_ids(message) if name.split(":")[2] == action)


def _has(message: Any, action: str) -> bool:
    return any(name.split(":")[2] == action for name in _custom_ids(message))


def _custom_ids(message: Any) -> list[str]:
    return [part["custom_id"] for part in walk(message.components) if part.get("custom_id")]


def speaks_language(text: str, language: str, asis: Sequence[str] = PEOPLE) -> bool:
    """Whether a text is in a language.

    In the pseudo-language, all of it is but the parts in `asis`; otherwise, nothing of it.
    """
    if language == PSEUDO:
        return untranslated_words(text.replace("\\~", "~"), asis) == []
    return "~" not in text.replace("~ not counted", "") and not any(mark in text for mark in MARKS)
