"""The rules of a game as members read them.

They come page by page, as the match has them, and beside the games the member knows.
"""

import pytest

from rendering.themes import DEFAULT_THEME
from tests.bot.server import Server, button, buttons, texts
from words import Phrase


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


async def test_giveaway_asked_for_by_name_is_explained_in_a_match_without_it_too(room: Server) -> None:
    place = await room.begin("russian")
    asked = await room.cleo.slash(place, "rules", game="russian:lose")
    assert "Lose every piece" in texts(asked.response)
    offered = await room.ann.slash(room.channel, "play", game="russian:lose", opponent=room.ben)
    await room.ben.click(offered.response, label="More")
    for teaches_the_opposite in ("Try it", "First steps"):
        assert teaches_the_opposite not in buttons(asked.response) | buttons(offered.response)
    plain = await room.cleo.slash(place, "rules", game="russian")
    assert "v1:1:howto:0:russian,1" in buttons(plain.response).values()


async def test_a_challenge_explains_the_game_as_it_is_offered(room: Server) -> None:
    offered = await room.ann.slash(room.channel, "play", game="binar", options="single", opponent=room.ben)
    await room.ben.click(offered.response, label="More")
    explained = await room.ben.click(offered.response, label="How to play")
    assert explained.ephemeral
    assert "single lines" in texts(explained.response)
    assert "Odd has just filled row 3" in texts(explained.response)


@pytest.mark.ci
async def test_figures_are_in_the_theme_of_whoever_looks_at_them(room: Server) -> None:
    drawn = []
    for theme in (DEFAULT_THEME, "contrast"):
        await room.bot.club.members.preferences.change(room.cleo.id, theme=theme)
        shown = await room.cleo.slash(room.channel, "rules", game="russian")
        compared = await room.cleo.select(
            shown.response.message, ["american"], custom_id="v1:0:compare:0:russian"
        )
        seen = (await room.cleo.slash(room.channel, "rules", game="russian")).response.attachments
        drawn.append([await file.read() for file in (*seen, *compared.response.attachments)])
    assert all(one != other for one, other in zip(*drawn, strict=True))
