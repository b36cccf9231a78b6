"""Private answers speak the person's language, and public cards the server's.

Each is tested with the other in the pseudo-language. SimCord knows only en-US, so the locales of
its interactions are set here. On what the walk of all commands and buttons shows, buttons in sight
are counted too.
"""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.answers import reply
from bot.answers.translator import Translator
from bot.cards.kit.kit import IN_SIGHT
from tests.bot.in_sight import shown_cards, shows_all
from tests.bot.languages_tour import everything, locales
from tests.bot.server import Server, button, buttons, serve, texts, walk
from tests.bot.spoken_evening import PEOPLE, speaks_language
from tests.leaks.wire import PUBLIC, Wire
from tests.untranslated import strange
from words import ENGLISH, PSEUDO, languages, render_message
from words.english import MESSAGES
from words.english.kit import slash_commands
from words.message import MessagePlace
from words.pseudo import pseudo_translate

pytestmark = pytest.mark.ci

SHOWN = ("content", "label", "placeholder", "description", "title", "name")
"""Keys of a request whose values a member reads."""
OWN_NAMES = tuple(render_message("language.name", {}, each) for each in languages())
"""Names of the languages to choose from, in their own language for every reader."""


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(
            (language, over),
            marks=() if language == "ru" else pytest.mark.deep,
            id=f"{'over' if over else 'running'}-{language}",
        )
        for language in languages()[1:]
        for over in (False, True)
    ],
)
def tour(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Wire]:
    """A language, and all that it says to those who use every command and button."""
    language, over = request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reply, "FADES_AFTER", 600.0)
        return language, asyncio.run(everything(language, over, tmp_path_factory.mktemp("tour"), patch))


def test_no_english_word_is_in_any_answer_to_any_command_or_button(tour: tuple[str, Wire]) -> None:
    language, wire = tour
    said = set().union(*_split_texts(wire))
    assert len(said) > 300
    found = {text: strange(text, language, "en", (*PEOPLE, *OWN_NAMES)) for text in said}
    assert {text: words for text, words in found.items() if words} == {}


def test_no_card_has_more_than_five_buttons_in_sight(tour: tuple[str, Wire]) -> None:
    _, wire = tour
    cards = list(shown_cards(wire.told))
    assert len(cards) > 100 and any("more" in card for card in cards)
    for card in cards:
        if not shows_all(card):
            assert len(card) <= IN_SIGHT, card


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
        assert all(speaks_language(text, ENGLISH) for text in spoken[0])
        assert all(speaks_language(text, ENGLISH) for text in spoken[1])
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
                assert await translator.translate(string, SimpleNamespace(value=ENGLISH), context) is None  # pyrefly: ignore[bad-argument-type]  # a locale that Discord does not have
            return await translator.translate(string, SimpleNamespace(value=PSEUDO), context)  # pyrefly: ignore[bad-argument-type]  # as above

    for command in room.bot.tree.get_commands(guild=None):
        payload = await command.get_translated_payload(room.bot.tree, InPseudo())
        for part in _parts(payload):
            described = part.get("description")
            assert not described or set(part["description_localizations"].values()) == {
                pseudo_translate(described)
            }
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
