"""/analyse: anyone may analyse a finished match or a record.

A match that is not over is never analysed.
"""

from typing import Any

import discord
import pytest

from bot.cards.play.moves import numbered_lines
from club.refusals import Refusal
from rules.catalogue import GAMES
from rules.match import Match
from tests.bot.cogs.play.import_steps import import_record
from tests.bot.matches_over import over, resign
from tests.bot.server import Server, button, buttons, reply_text, texts
from tests.rules.playouts import random_match
from words import ENGLISH, localizer_for, render_message


def record_of(match: Match, result: str = "1-0") -> bytes:
    """The record of a Russian checkers match, as a member would import it."""
    moves = " ".join(numbered_lines(match.plies, localizer_for(ENGLISH)))
    return f'[White "Ada_"][Black "Bob"][GameType "25"]\n{moves} {result}\n'.encode()


RANDOM = random_match(GAMES["russian"], {}, 3, limit=10)


@pytest.mark.ci
async def test_the_final_cards_lead_to_the_curve_and_the_turning_points(room: Server) -> None:
    place = await over(room, "russian", 10, side="White")
    for card in (room.board(place), room.board(room.channel)):
        seen = (await room.cleo.click(card, label="Analyse")).response
        assert seen.ephemeral
        assert texts(seen).startswith("### Analysis: Russian checkers\nAccuracy: Ann ")
        [file] = seen.attachments
        assert file.description.startswith(
            "The chance to win over 5 moves, as a curve. Before the first move"
        )
    *points, share = buttons(seen)
    assert share == "Share" and points and points[0].startswith("1. ")
    assert "fell from" in texts(seen)
    turn = (await room.cleo.click(seen, label=points[0])).response
    assert texts(turn).startswith(f"### Turning point 1 of {len(points)}\n")
    assert turn.attachments[0].filename == "board.png"
    assert f"On the board: after `{rows(turn)[1][0]}`, the better move." in texts(turn)
    # A press on a move shows the board after it.
    played, better = rows(turn)[:2]
    assert points[0] == f"1. {played[0]}"
    stepped = (await room.cleo.click(turn, label=played[0])).response
    assert f"On the board: after `{played[0]}`, the move played." in texts(stepped)
    stepped = (await room.cleo.click(stepped, label=better[-1])).response
    assert len(better) > 1
    assert "The better move, and what it leads to:" in texts(turn)
    assert f"On the board: what `{better[0]}` leads to, up to `{better[-1]}`." in texts(stepped)
    back = (await room.cleo.click(stepped, label="Curve")).response
    assert texts(back) == texts(seen)


def rows(card: Any) -> list[list[str]]:
    """The labels of the buttons, row by row."""
    [frame] = card.components
    return [
        [button["label"] for button in part["components"]]
        for part in frame["components"]
        if part["type"] == discord.ComponentType.action_row.value
    ]


async def test_before_the_end_nobody_learns_anything_and_few_moves_tell_nothing(room: Server) -> None:
    place = await room.begin("russian", side="White")
    said = "This match is not over. Once it is, anyone can see it analysed."
    assert reply_text(await room.ann.slash(place, "analyse")) == said
    await resign(room, place)
    assert "Analyse" not in buttons(room.board(place))
    assert reply_text(await room.ann.slash(place, "analyse")) == (
        "There is little to say about so few moves: an analysis needs at least 6, of both players together."
    )


async def test_outside_a_match_s_thread_the_last_one_that_is_over_is_meant(room: Server) -> None:
    await over(room, "russian", 10, side="White")
    for _ in range(2):
        place = await room.begin("binar")
        shown = await room.ann.slash(room.channel, "analyse")
        assert texts(shown.response).startswith("### Analysis: Russian checkers\n")
    assert "not over" in reply_text(await room.ann.slash(place, "analyse"))


async def test_why_an_analysis_failed_takes_the_place_of_that_it_is_made(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any) -> None:
        raise Refusal("analyse.busy")

    place = await over(room, "russian", 10, side="White")
    monkeypatch.setattr(room.bot.club.play.analyses, "get_report", refuse)
    seen = (await room.cleo.click(room.board(place), label="Analyse")).response
    assert texts(seen) == render_message("analyse.busy", {})


@pytest.mark.parametrize(("size", "told_of"), [(5, False), (6, True)])
async def test_on_large_boards_of_binar_it_says_how_far_it_can_judge(
    room: Server, size: int, told_of: bool
) -> None:
    match = random_match(GAMES["binar"], {"size": size}, 3, limit=6)
    match.agree_draw()
    card = await import_record(room, match.save().encode(), "x.txt")
    seen = (await room.ann.click(card, label="Analyse")).response
    assert ("On a board of this size only what is decided soon can be judged" in texts(seen)) == told_of


async def test_a_record_is_analysed_too_and_its_buttons_outlive_a_restart(room: Server) -> None:
    card = await import_record(room, record_of(RANDOM))
    seen = (await room.ann.click(card, label="Analyse")).response
    assert texts(seen).startswith("### Analysis: Russian checkers\nAccuracy: Ada\\_ ")
    label = next(iter(buttons(seen)))
    await room.restart()
    turn = (await room.ann.click(seen, label=label)).response
    assert "Ada\\_ played" in texts(turn) or "Bob played" in texts(turn)
    assert [file.filename for file in turn.attachments] == ["board.png", "record.pdn"]


@pytest.mark.ci
async def test_of_hidden_cards_it_says_how_moves_are_judged(room: Server) -> None:
    match = random_match(GAMES["one-zero-one"], {}, 3, limit=6)
    match.agree_draw()
    card = await import_record(room, match.save().encode(), "x.txt")
    seen = (await room.ann.click(card, label="Analyse")).response
    assert "Each move is judged by what its player could see" in texts(seen)
    assert seen.attachments[0].description.startswith("The chance to win over 3 moves")
    # What would have followed depends on cards that no one can know.
    turn = (await room.ann.click(seen, label=next(iter(buttons(seen))))).response
    assert [len(line) for line in rows(turn)[:2]] == [1, 1]
    assert "The move played:\n-# The better move:" in texts(turn)


@pytest.mark.ci
async def test_what_no_button_says_is_refused_or_shows_the_nearest(room: Server) -> None:
    place = await over(room, "russian", 8, side="White")
    for rest, said in (
        (":", "The match has no such turning point."),
        (":1,q,0", "The match has no such turning point."),
        (":x", "The match has no such turning point."),
        (":9", "### Analysis: Russian checkers"),
        (":1,p,9", "### Turning point 1 of"),
    ):
        forged = room.plant(place, [button(f"v1:1:analyse-at:0{rest}")])
        assert texts((await room.ann.click(forged, label="forged")).response).startswith(said), rest
