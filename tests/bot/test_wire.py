"""What tells our cards apart is read from a message as Discord sends it, the same as from the card that was sent."""

from typing import Any

import discord
from discord.components import _component_factory

from bot.cards.kit import Press, framed, link, row, text
from bot.custom_ids import CustomId
from bot.wire import _marks, _parts, marks


def as_discord_has_it(view: discord.ui.LayoutView) -> list[object]:
    payloads: list[Any] = view.to_components()  # type: ignore[no-untyped-call]  # the library leaves it so
    return [_component_factory(payload) for payload in payloads]


def test_the_marks_of_a_message_are_those_of_its_card() -> None:
    play, there = Press.of(CustomId("play", 7, 3), "Play"), link("There", "https://example.org/there")
    view = framed(None, text("A board"), row(play, there))
    assert _marks(_parts(as_discord_has_it(view))) == marks(view) == {str(CustomId("play", 7, 3))}


def test_a_message_with_links_alone_is_known_by_where_they_lead() -> None:
    view = framed(None, row(link("There", "https://example.org/there")))
    assert _marks(_parts(as_discord_has_it(view))) == marks(view) == {"https://example.org/there"}


def test_the_marks_of_a_button_beside_a_text_count() -> None:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Section("A text", accessory=Press.of(CustomId("play", 7, 3), "Play")))
    assert _marks(_parts(as_discord_has_it(view))) == marks(view) == {str(CustomId("play", 7, 3))}
