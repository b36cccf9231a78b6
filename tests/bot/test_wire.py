"""What tells our cards apart is read from the components of a message, however they are nested."""

import discord

from bot.cards.kit import Press, framed, link, row, text
from bot.custom_ids import CustomId
from tests.bot.memory_wire import marks_of


def test_a_message_is_known_by_what_its_buttons_stand_for() -> None:
    play, there = Press.of(CustomId("play", 7, 3), "Play"), link("There", "https://example.org/there")
    assert marks_of(framed(None, text("A board"), row(play, there))) == {str(CustomId("play", 7, 3))}


def test_a_message_with_links_alone_is_known_by_where_they_lead() -> None:
    view = framed(None, row(link("There", "https://example.org/there")))
    assert marks_of(view) == {"https://example.org/there"}


def test_the_marks_of_a_button_beside_a_text_count() -> None:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Section("A text", accessory=Press.of(CustomId("play", 7, 3), "Play")))
    assert marks_of(view) == {str(CustomId("play", 7, 3))}
