"""Evenings in each language: sides, a team, a former member, every end.

No English is left over, and no mark of Markdown is shown.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.cards.play.result import result_card
from club.clocks.time_control import clock_phrase, parse_control
from club.standing.ratings import NO_CHANGES
from rules.game import Outcome
from rules.match import Match
from tests.bot.languages_tour import locales
from tests.bot.server import Server, serve
from tests.bot.spoken_evening import PEOPLE, Evening
from tests.leaks.wire import listening
from tests.untranslated import strange
from words import ENGLISH, Phrase, language_name, languages, localizer_for
from words.english import MESSAGES
from words.fact_kinds import DRAWS, possible_values
from words.faults import MASK, NO_COLON, PLAIN_BLANK

pytestmark = pytest.mark.ci

OWN_NAMES = tuple(map(language_name, languages()))
DAY = 24 * 3600.0
PLAIN = "\x00"
"""Begins a text in which no mark of Markdown works."""


async def end_in_every_way(room: Server, people: Evening, language: str) -> None:
    """Play matches that end by agreement, on time, by a captain and by leaving."""
    for clock in ("1h", None, "10m+5s"):
        typed = clock_phrase(parse_control(clock or "")).text(language)
        given = {"game": "russian", "side": "White", "opponent": room.ben, "clock": typed}
        shown = await room.ann.slash(room.channel, "play", **given)
        await people.press(room.ben, shown.response, "accept")
        place = room.place
        await room.ann.slash(place, "move", move="c3-d4")
        if clock is None:
            await room.ann.slash(place, "draw")
            await people.press(room.ben, place.history()[-1], "draw")
        else:
            await room.env.advance_time(2 * DAY)
    shown = await room.ann.slash(room.channel, "vote", game="zong-heng", side="Black", opponent=room.ben)
    await people.press(room.ben, shown.response, "accept")
    place = room.place
    await people.press(room.cleo, room.board(place), "ballot")
    await room.env.advance_time(2 * DAY)
    asked = await room.ann.slash(place, "resign")
    await people.press(room.ann, asked.response, "resign-yes")
    shown = await room.ann.slash(room.channel, "play", game="zong-heng", side="Black", opponent=room.ben)
    await people.press(room.ben, shown.response, "accept")
    await room.ann.slash(room.place, "move", move="a1^")
    asked = await room.ben.slash(room.channel, "privacy delete")
    await people.press(room.ben, asked.response, "forget")
    await room.env.settle()


async def look_back(room: Server) -> None:
    """Look at every match again, of which the opponent has left."""
    for number in range(1, 9):
        await room.ann.slash(room.channel, "board", match=str(number))
        await room.ann.slash(room.channel, "board", match=str(number), **{"as": "text"})
        await room.ann.slash(room.channel, "export", match=str(number))
    for command in ("games", "profile", "history", "standings"):
        await room.ann.slash(room.channel, command)


async def draw_in_every_way(room: Server, language: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts of each kind of draw, with a former member playing."""
    say, told = localizer_for(language), list[str]()
    table = await room.bot.club.play.matches.load(5)
    for reason in DRAWS:
        assert isinstance(reason, Phrase)
        message = MESSAGES[reason.code]
        facts = {fact: possible_values(reason.code, fact)[0] for fact in message.facts}
        outcome = Outcome(None, reason.code, facts={**facts, message.count_fact: 3, **reason.facts})
        with monkeypatch.context() as patch:
            patch.setattr(Match, "outcome", outcome)
            view = result_card(table, say, NO_CHANGES, None).view
            told += visible(view.to_components())
    return told


def visible(body: Any) -> Iterator[str]:
    """Yield the texts of a request; `PLAIN` begins those that show all marks."""
    if isinstance(body, list):
        for part in body:
            yield from visible(part)
    elif isinstance(body, dict):
        for key, value in body.items():
            if isinstance(value, str) and key in ("content", "label", "placeholder", "description", "title"):
                yield value if key == "content" else f"{PLAIN}{value}"
            elif key not in ("attachments", "allowed_mentions"):
                yield from visible(value)


def shows_marks(text: str) -> bool:
    """Whether a text shows the marks of bold text or of code."""
    if text.startswith(PLAIN):
        return "**" in text or "`" in text
    return "\\*" in text or "\\`" in text or text.count("**") % 2 == 1


@pytest.mark.parametrize(
    "language",
    [pytest.param(each, marks=() if each == "fr" else pytest.mark.deep) for each in languages()[1:]],
)
async def test_an_evening_has_no_english_and_shows_no_marks(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locales(monkeypatch, language, language)
    with listening(monkeypatch) as wire:
        async with serve(tmp_path / "twotone.db", locale=language) as room:
            people = Evening(room, wire)
            await people.end()
            await end_in_every_way(room, people, language)
            await look_back(room)
            said = set(await draw_in_every_way(room, language, monkeypatch))
            former = Phrase("person.former").text(language)
    for _, _, place, told in wire.told:
        if place not in ("logs", "the rest"):
            _, _, body, pictures = json.loads(told)
            said |= {*visible(body), *(f"{PLAIN}{alt}" for _, alt, _ in pictures if alt)}
    assert len(said) > 150
    assert any(former in text for text in said)
    assert any(Phrase("team.of", name="Ann").text(language) in text for text in said)
    assert [text for text in said if shows_marks(text)] == []
    found = {text: strange(text, language, ENGLISH, (*PEOPLE, *OWN_NAMES)) for text in said}
    assert {text: words for text, words in found.items() if words} == {}
    assert language != "fr" or not any(
        PLAIN_BLANK.search(NO_COLON.sub(MASK, text)) for text in said if "`" not in text
    )
