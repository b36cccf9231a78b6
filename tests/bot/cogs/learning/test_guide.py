"""The rules of a game as members read them.

They come page by page, as the match has them, and beside the games the member knows.
"""

from typing import Any

from bot.cards.kit.choices import foresee
from bot.cards.kit.kit import Card
from bot.cards.kit.pictures import draw_card
from bot.cards.learning.contrast import KindPair, contrast_card, under_card
from bot.cards.learning.guide import Subject, rules_card
from bot.cards.play.try_it import TryState, try_card, try_view
from rendering.themes import DEFAULT
from rules.catalogue import GAMES
from rules.choosing import reach_choice
from rules.compact import CompactMatch
from tests.bot.server import Server, button, buttons, texts
from words import ENGLISH, Phrase, speaker

SAY = speaker(ENGLISH)


async def test_the_rules_are_read_page_by_page_and_tried_from_any(room: Server) -> None:
    shown = await room.cleo.slash(room.channel, "rules", game="russian")
    assert shown.ephemeral
    message = shown.response.message
    moves = await room.cleo.click(message, label="Read on (2/6)")
    assert moves.response.message.id == message.id
    assert "**Moving.**" in texts(moves.response)
    last = await room.cleo.select(message, ["5"], custom_id="v1:0:chapter:0:russian")
    assert "Not in the rulebook" in texts(last.response)
    words = await room.cleo.click(message, label="In words")
    assert words.response.attachments == []
    first = await room.cleo.click(message, label="Read on (1/6)")
    assert "```" in texts(first.response)
    pictures = await room.cleo.click(message, label="As pictures")
    assert len(pictures.response.attachments) == 1
    tried = await room.cleo.click(message, label="Try it")
    assert "### Try it: Russian checkers" in texts(tried.response)


async def test_two_kinds_of_checkers_are_compared_and_one_position_goes_round(room: Server) -> None:
    shown = await room.cleo.slash(room.channel, "rules", game="russian")
    message = shown.response.message
    card = await room.cleo.select(message, ["american"], custom_id="v1:0:compare:0:russian")
    assert "How Russian checkers differs from American checkers" in texts(card.response)
    assert len(card.response.attachments) == 2
    example = await room.cleo.click(message, label="Read on (2/5)")
    assert "**American checkers:** men capture diagonally forward." in texts(example.response)
    under = await room.cleo.select(message, ["turkish"], custom_id="v1:0:under:0:russian,american,0")
    assert "The same position under the rules of Turkish checkers" in texts(under.response)
    back = await room.cleo.click(message, label="Back to American checkers")
    assert texts(back.response) == texts(example.response)
    again = await room.cleo.click(message, label="How to play")
    assert "In three sentences" in texts(again.response)


async def test_rules_that_there_are_not_are_told_in_a_sentence(room: Server) -> None:
    for custom_id in (
        "v1:0:compare:0:binar",
        "v1:0:differ:0:russian,russian,0",
        "v1:0:differ:0:russian,chess,0",
        "v1:0:under:0:russian,american,0,chess",
        "v1:0:chapter:0:chess",
    ):
        pressed = room.plant(room.channel, [button(custom_id)])
        shown = await room.cleo.click(pressed, label="forged")
        assert texts((shown.followups or [shown.response])[-1]) == str(Phrase("game.gone")), custom_id


async def test_in_a_match_the_rules_are_those_that_were_agreed_on(room: Server) -> None:
    place = await room.begin("binar", options="7 single")
    general = await room.cleo.slash(room.channel, "rules", game="binar")
    assert "7×7 board" not in texts(general.response)
    for _ in range(2):
        inside = await room.cleo.slash(place, "rules", game="binar")
        assert "7×7 board" in texts(inside.response)
        special = await room.cleo.select(inside.response.message, ["2"], custom_id="v1:1:chapter:0:binar")
        assert "*Single lines:*" in texts(special.response)
        assert "*Double lines:*" not in texts(special.response)
        await room.restart()
    other = await room.cleo.slash(place, "rules", game="yin-yang")
    assert "v1:0:howto:0:yin-yang,1" in buttons(other.response).values()
    gone = room.plant(place, [button("v1:9:howto:0:binar,2")])
    assert "*Double lines:*" in texts((await room.cleo.click(gone, label="forged")).response)


async def test_a_challenge_explains_the_game_as_it_is_offered(room: Server) -> None:
    offered = await room.ann.slash(room.channel, "play", game="binar", options="single", opponent=room.ben)
    explained = await room.ben.click(offered.response, label="How to play")
    assert explained.ephemeral
    assert "single lines" in texts(explained.response)
    assert "Odd has just filled row 3" in texts(explained.response)


async def test_figures_are_in_the_theme_of_whoever_looks_at_them(room: Server) -> None:
    other = "contrast"
    await room.bot.club.preferences.change(room.cleo.id, theme=other)
    shown = await room.cleo.slash(room.channel, "rules", game="russian")
    message = shown.response.message
    await in_theme(shown, rules_card(russian(other), SAY))
    assert await figures(shown) != await drawn_on(rules_card(russian(), SAY))
    card = await room.cleo.select(message, ["american"], custom_id="v1:0:compare:0:russian")
    pair = KindPair.of(russian(), "american")
    await in_theme(card, contrast_card(russian(other), pair, 0, SAY))
    under = await room.cleo.select(message, ["turkish"], custom_id="v1:0:under:0:russian,american,0")
    await in_theme(under, under_card(russian(other), pair, 0, "turkish", SAY))
    tried = await room.cleo.click(message, label="Try it")
    await in_theme(tried, opening_card("turkish", other))
    shown = await room.cleo.slash(room.channel, "rules", game="russian")
    moves = await room.cleo.click(shown.response.message, label="Read on (2/6)")
    await in_theme(moves, rules_card(russian(other), SAY, 1))
    place = await room.begin("binar", options="7 single")
    inside = await room.cleo.slash(place, "rules", game="binar")
    agreed = Subject(GAMES["binar"], GAMES["binar"].read_options({"size": 7, "lines": "single"}), theme=other)
    await in_theme(inside, rules_card(agreed, SAY))


async def in_theme(shown: Any, card: Card) -> None:
    assert await figures(shown) == await drawn_on(card) != []


async def figures(shown: Any) -> list[bytes]:
    return [await picture.read() for picture in shown.response.attachments]


async def drawn_on(card: Card) -> list[bytes]:
    return [file.fp.read() for file in await draw_card(card)]


def russian(theme: str = DEFAULT) -> Subject:
    return Subject(GAMES["russian"], theme=theme)


def opening_card(game: str, theme: str) -> Card:
    """The opening of a game that can be tried out."""
    state = TryState(GAMES[game])
    compact = CompactMatch.parse(state.game, state.options, state.moves)
    reached = reach_choice(state.game, compact.match.position, ())
    assert reached is not None
    choices = foresee(compact.match, reached, try_view(compact), None)
    return try_card(state, compact, reached, choices, SAY, theme=theme)
