"""Private answers speak the person's language, and public cards the server's.

Each is tested with the other in the pseudo-language. SimCord knows only en-US, so the locales of
its interactions are set here.
"""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.answers.translator import Translator
from rules.catalogue import GAMES
from tests.bot.languages_tour import everything, locales
from tests.bot.server import Opened, Server, button, buttons, serve, texts, walk
from tests.leaks.wire import PUBLIC, Wire, listening
from tests.untranslated import strange, untranslated_words
from words import PSEUDO, choose, languages, tell
from words.english import MESSAGES
from words.english.kit import slash_commands
from words.message import MessagePlace
from words.pseudo import MARKS, pseudo

ENGLISH = "en-US"
PEOPLE = ("Ann", "Ben", "Cleo", "Mo")
SHOWN = ("content", "label", "placeholder", "description", "title", "name")
"""Keys of a request whose values a member reads."""
MOVES_AT_MOST = 4
TYPED = ("chess", "digits", "checkers", "fast", "speed", "blue", "nonsense", "side")
"""What people type here and is quoted to them."""
OWN_NAMES = tuple(tell("language.name", {}, each) for each in languages())
"""Names of the languages to choose from, in their own language for every reader."""
NOTATION = {
    "zong-heng": ("up", "down", "left", "right"),
    **{game.key: () for game in GAMES.values() if game.key != "zong-heng"},
}
"""Words that are part of a game's notation."""


FULL = ("binar", "one-zero-one", "russian", "zong-heng", "yin-yang", "binary", "incorrect-checkers")
"""A game of each kind."""
EVERY_TIME = (("one-zero-one", PSEUDO), ("russian", ENGLISH), ("russian", "ru"))
"""A game with hidden hands and one without.

Each language comes once as the person's and once as the server's.
"""


@pytest.mark.ci
@pytest.mark.parametrize(
    ("game", "person", "server"),
    [
        pytest.param(game, person, server, marks=() if (game, person) in EVERY_TIME else pytest.mark.deep)
        for game in ("binar", "one-zero-one", "russian", "zong-heng")
        for person, server in ((PSEUDO, ENGLISH), (ENGLISH, PSEUDO))
    ],
)
async def test_everybody_reads_their_own_language(
    game: str, person: str, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private, public = await collect_texts(game, person, server, tmp_path, monkeypatch)
    for said, language in ((private, person), (public, server)):
        asis = (*PEOPLE, *TYPED, *OWN_NAMES, *NOTATION[game], _keys(game))
        assert {text for text in said if not _speaks(text, language, asis)} == set()


@pytest.mark.ci
@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(game, language, marks=() if (game, language) in EVERY_TIME else pytest.mark.deep)
        for game in FULL
        for language in languages()[1:]
    ],
)
@pytest.mark.parametrize("private", [True, False], ids=["person", "server"])
async def test_no_word_of_another_language_is_on_any_card(
    game: str, language: str, private: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs, ours = (language, ENGLISH) if private else (ENGLISH, language)
    alone, together = await collect_texts(game, theirs, ours, tmp_path, monkeypatch)
    asis = (*PEOPLE, *TYPED, *OWN_NAMES, *NOTATION[game], _keys(game))
    for said, here, other in ((alone, theirs, ours), (together, ours, theirs)):
        found = {text: strange(text, choose(here), choose(other), asis) for text in said}
        assert {text: words for text, words in found.items() if words} == {}


@pytest.mark.ci
@pytest.mark.parametrize(
    "language",
    [pytest.param(each, marks=() if each == "ru" else pytest.mark.deep) for each in languages()[1:]],
)
@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
async def test_no_english_word_is_in_any_answer_to_any_command_or_button(
    language: str, over: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = set().union(*_split_texts(await everything(language, over, tmp_path, monkeypatch)))
    assert len(said) > 300
    found = {text: strange(text, language, "en", (*PEOPLE, *OWN_NAMES)) for text in said}
    assert {text: words for text, words in found.items() if words} == {}


async def collect_texts(
    game: str, person: str, server: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[set[str], set[str]]:
    """Return the texts of an evening: each person's private ones, and the public ones.

    The people and the server have these locales.
    """
    private, public = _split_texts(await evening(game, person, server, folder, monkeypatch))
    assert len(private) > 100
    assert len(public) > 20
    return private, public


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


async def test_rules_too_long_for_a_message_turn_their_pages_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locales(monkeypatch, PSEUDO, ENGLISH)
    async with serve(tmp_path / "twotone.db") as room:
        first = await room.ann.slash(room.channel, "rules", game="one-zero-one")
        before = texts(first.response)
        turn = next(name for name in buttons(first.response).values() if ":howto:" in name)
        second = await room.ann.click(first.response.message, custom_id=turn)
        assert second.response.message.id == first.response.message.id
        assert texts(second.response) != before
        back = turn.replace(",1", ",0")
        forged = room.plant(room.channel, [button(back)])
        assert texts((await room.ann.click(forged, custom_id=back)).response) == before


async def test_direct_messages_speak_the_language_their_reader_was_last_seen_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locales(monkeypatch, PSEUDO, ENGLISH)
    async with serve(tmp_path / "twotone.db") as room:
        place = await room.begin("one-zero-one", side="0")
        await room.restart()
        monkeypatch.undo()
        await room.ann.slash(place, "board")
        await room.ben.slash(place, "draw")
        legal = (await room.match()).moves()
        await room.ann.slash(place, "move", move=next(move for move in legal if len(move) <= 100))
        await room.env.advance_time(30)  # the hand of the player who has just moved is in no hurry
        hands = [member.user.dm_channel.history()[-1] for member in (room.ann, room.ben)]
        spoken = [[part["content"] for part in walk(hand.components) if "content" in part] for hand in hands]
        assert all(_speaks(text, ENGLISH) for text in spoken[0])
        assert all(_speaks(text, ENGLISH) for text in spoken[1])
        await room.env.advance_time(60)


async def test_commands_are_described_in_every_language(room: Server) -> None:
    translator = Translator()
    asked: set[str] = set()

    class InPseudo(Translator):
        """As the bot's own, with one language that Discord does not know."""

        async def translate(self, string: Any, locale: Any, context: Any) -> str | None:
            code = string.extras.get("code")
            if code:
                asked.add(code)
                assert MESSAGES[code].text == string.message
                assert await translator.translate(string, SimpleNamespace(value=ENGLISH), context) is None  # type: ignore[arg-type]  # a locale that Discord does not have
            return await translator.translate(string, SimpleNamespace(value=PSEUDO), context)  # type: ignore[arg-type]  # as above

    for command in room.bot.tree.get_commands(guild=None):
        payload = await command.get_translated_payload(room.bot.tree, InPseudo())
        for part in _parts(payload):
            described = part.get("description")
            assert not described or set(part["description_localizations"].values()) == {pseudo(described)}
    assert asked >= {message.code for message in slash_commands.MESSAGES}
    assert {MESSAGES[code].place for code in asked} <= {
        MessagePlace.DESCRIPTION,
        MessagePlace.LABEL,
        MessagePlace.OPTION,
    }


def _parts(payload: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A command or option with all that it contains."""
    yield payload
    for part in payload.get("options", ()):
        yield from _parts(part)


class Evening:
    """What Ann, Ben, Cleo and a moderator do with every command and button."""

    def __init__(self, room: Server, wire: Wire) -> None:
        self.room = room
        wire.names = {member.id: member.name for member in (room.ann, room.ben, room.cleo)}
        role = room.guild.create_role("Moderators", permissions=discord.Permissions(manage_messages=True))
        self.mo = room.guild.add_member(room.env.create_user("Mo"), roles=[role])
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
                await self.mo.slash(room.channel, "admin end")
                await self.mo.slash(place, "admin end")
                await self.mo.slash(place, "admin end")

    @property
    def board(self) -> Any:
        """The newest board of the match."""
        return self.room.board(self.place)

    async def press(self, member: Any, message: Any, action: str) -> Any:
        """Press the button of an action, whatever is written on it."""
        return await member.click(message, custom_id=_custom_id(message, action))


def _custom_id(message: Any, action: str) -> str:
    return next(name for name in _custom_ids(message) if name.split(":")[2] == action)


def _has(message: Any, action: str) -> bool:
    return any(name.split(":")[2] == action for name in _custom_ids(message))


def _custom_ids(message: Any) -> list[str]:
    return [part["custom_id"] for part in walk(message.components) if part.get("custom_id")]


def _split_texts(wire: Wire) -> tuple[set[str], set[str]]:
    """Return the texts that people read, private and public."""
    private: set[str] = set()
    public: set[str] = set()
    for _, audience, place, told in wire.told:
        if place not in ("logs", "the rest"):
            _, _, body, pictures = json.loads(told)
            readers = public if audience == PUBLIC else private
            readers.update(_visible_texts(body))
            readers.update(alt for _, alt, _ in pictures if alt)
    return private, public


def _visible_texts(body: Any) -> Iterator[str]:
    """Yield all texts of a request that are read."""
    if isinstance(body, list):
        for part in body:
            yield from _visible_texts(part)
    elif isinstance(body, dict):
        for key, value in body.items():
            if isinstance(value, str) and key in SHOWN:
                yield value
            elif key not in ("attachments", "allowed_mentions"):
                yield from _visible_texts(value)


def _keys(game: str) -> str:
    """The options of a game as one types them, and as a refusal lists them."""
    return ", ".join(option.name for option in GAMES[game].options) or "size"


def _speaks(text: str, language: str, asis: Sequence[str] = PEOPLE) -> bool:
    """Whether a text is in a language.

    In the pseudo-language, all of it is but the parts in `asis`; otherwise, nothing of it.
    """
    if language == PSEUDO:
        return untranslated_words(text.replace("\\~", "~"), asis) == []
    return "~" not in text.replace("~ not counted", "") and not any(mark in text for mark in MARKS)
