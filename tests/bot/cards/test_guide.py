"""The rules of a game fit into messages in every language, and nothing of them is left out."""

import discord
import pytest

from bot.cards.guide import rules_card
from bot.cards.kit import TEXT_LIMIT, Card
from rules.catalogue import GAMES
from words import PSEUDO, speaker


def said(card: Card) -> str:
    """All text of a card."""
    parts = (part.content for part in card.view.walk_children() if isinstance(part, discord.ui.TextDisplay))
    return "\n".join(parts)


def turning(card: Card) -> list[str]:
    """The custom_ids of the buttons that turn the page."""
    return [
        str(part.custom_id)
        for part in card.view.walk_children()
        if isinstance(part, discord.ui.Button) and ":howto:" in str(part.custom_id)
    ]


def book(key: str, language: str) -> list[Card]:
    """Every page of a game's rules, found by its buttons."""
    pages = [rules_card(GAMES[key], speaker(language))]
    while turning(pages[-1]):
        page = int(turning(pages[-1])[0].rpartition(",")[2])
        if page == 0:
            break
        assert page == len(pages)
        pages.append(rules_card(GAMES[key], speaker(language), page))
    return pages


@pytest.mark.parametrize("language", ["en", PSEUDO])
@pytest.mark.parametrize("key", GAMES)
def test_all_that_the_help_says_is_on_some_page_once_and_every_page_fits(key: str, language: str) -> None:
    pages, say, guide = book(key, language), speaker(language), GAMES[key].help
    assert all(page.view.content_length() <= TEXT_LIMIT for page in pages)
    told = "\n".join(map(said, pages))
    for part in (*guide.rules, guide.ending, guide.notation, *guide.rulings):
        assert told.count(say.told(part)) == 1, part
    for part in (guide.summary, *(figure.caption for figure in guide.figures)):
        assert say.told(part) in said(pages[0])


@pytest.mark.parametrize("key", GAMES)
def test_in_english_every_game_s_rules_are_one_card(key: str) -> None:
    assert len(book(key, "en")) == 1


def test_the_pages_go_round_and_say_where_they_lead() -> None:
    pages = book("one-zero-one", PSEUDO)
    assert len(pages) > 1
    last = pages[-1]
    assert turning(last) == ["v1:0:howto:0:one-zero-one,0"]
    assert said(rules_card(GAMES["one-zero-one"], speaker(PSEUDO), len(pages))) == said(pages[0])
