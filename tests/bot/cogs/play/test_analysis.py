"""/analyse: anyone may analyse a finished match or a record.

A match that is not over is never analysed.
"""

import asyncio
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.cards.play.moves import numbered_lines
from club.play.after import analysis
from club.play.after.analysis import Analyses
from club.play.after.imports import ImportedRecord
from club.refusals import Refusal
from club.running.effort import Broken, Late
from engines.analysis import AnalysisSteps, at_once
from engines.player import Ending
from engines.review import Review
from engines.worker_messages import Study
from rules.catalogue import GAMES
from rules.match import Match
from rules.record import Record
from tests.ample import AMPLE
from tests.bot.cogs.play.test_imports import import_record
from tests.bot.cogs.play.test_replay import resign
from tests.bot.server import Server, button, buttons, glance, reply_text, texts
from tests.rules.playouts import random_match
from tests.sets import leave_to_ci
from words import ENGLISH, speaker


def record_of(match: Match, result: str = "1-0") -> bytes:
    """The record of a Russian checkers match, as a member would import it."""
    moves = " ".join(numbered_lines(match.plies, speaker(ENGLISH)))
    return f'[White "Ada_"][Black "Bob"][GameType "25"]\n{moves} {result}\n'.encode()


RANDOM = random_match(GAMES["russian"], {}, 3, limit=10)


async def over(room: Server, game: str, plies: int, **options: Any) -> Any:
    """A match in which so many plies were made, and which Ben then resigned."""
    place = await room.begin(game, **options)
    wanted = [ply.text for ply in random_match(GAMES[game], {}, 3, limit=plies).plies]
    for number in range(plies):
        mover = (await room.players())[(await room.match()).turn or 0]
        text = wanted[number] if wanted[number] in (await room.match()).moves() else None
        await mover.slash(place, "move", move=text or (await room.match()).moves()[0])
    await resign(room, place)
    return place


async def test_no_match_of_which_a_position_stands_in_another_is_analysed_for_its_players(
    room: Server,
) -> None:
    finished = await over(room, "russian", 10, side="White")
    final = room.board(finished)
    place = await room.begin("russian", side="White")
    for ply in random_match(GAMES["russian"], {}, 3, limit=9).plies:
        mover = (await room.players())[ply.seat]
        await mover.slash(place, "move", move=ply.text)
    for who in (room.ann, room.ben):
        assert "in a match that you are playing" in reply_text(await who.click(final, label="Analyse"))
        assert "in a match that you are playing" in reply_text(await who.slash(finished, "analyse"))
    assert reply_text(await room.cleo.click(final, label="Analyse")).startswith("### Analysis")
    await resign(room, place)
    assert reply_text(await room.ann.click(final, label="Analyse")).startswith("### Analysis")


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


async def test_a_turning_point_among_four_pieces_says_what_the_tables_know(room: Server) -> None:
    """Three kings against one in Russian.

    White lets the lone king reach the main road.
    """
    record = (
        b'[GameType "25"]\n[SetUp "1"]\n[FEN "W:WKc1,Ke1,Kg1:BKa3"]\n'
        b"1. e1-g3 a3-f8 2. g3-e5 f8-a3 3. g1-e3 a3-b4 4. e3-h6 b4-c5 5. h6-f8 c5-g1 1/2-1/2"
    )
    card = await import_record(room, record)
    looked = (await room.ann.click(card, label="Analyse")).response
    assert buttons(looked), texts(looked)
    [point, *_] = buttons(looked)
    turn = (await room.ann.click(looked, label=point)).response
    assert "`e3-h6` missed a win" in texts(turn)
    assert "\n-# By the tables of endings: a win in 7 moves before this move." in texts(turn)


@pytest.mark.parametrize(
    ("endings", "said"),
    leave_to_ci(
        [
            ((Ending(13), Ending(None)), "a win in 7 moves before this move, a draw after it"),
            ((Ending(None), Ending(9)), "a draw before this move, a loss in 5 moves after it"),
            ((None, Ending(4)), "a win in 2 moves after this move"),
            ((None, None), None),
        ],
        after=1,
    ),
)
async def test_what_the_tables_know_is_said_as_the_player_of_the_move_sees_it(
    room: Server,
    monkeypatch: pytest.MonkeyPatch,
    endings: tuple[Ending | None, Ending | None],
    said: str | None,
) -> None:
    monkeypatch.setattr(Review, "endings", lambda review, i: endings)
    place = await over(room, "russian", 10, side="White")
    seen = (await room.cleo.click(room.board(place), label="Analyse")).response
    turn = (await room.cleo.click(seen, label=next(iter(buttons(seen))))).response
    assert ("By the tables" in texts(turn)) == (said is not None)
    assert said is None or f"-# By the tables of endings: {said}." in texts(turn)


def rows(card: Any) -> list[list[str]]:
    """The labels of the buttons, row by row."""
    [frame] = card.components
    return [
        [button["label"] for button in part["components"]]
        for part in frame["components"]
        if part["type"] == discord.ComponentType.action_row.value
    ]


async def test_the_second_press_is_answered_at_once_and_a_restart_loses_no_button(room: Server) -> None:
    place = await over(room, "russian", 8, side="White")
    first = await room.ann.slash(place, "analyse")
    assert "### Analysis" in texts(first.response)
    looks = note_studies(room)
    await room.ben.slash(place, "analyse")
    assert looks == []
    await room.restart()
    looks = note_studies(room)
    label = next(iter(buttons(first.response)))
    again = (await room.ann.click(first.response, label=label)).response
    assert texts(again).startswith("### Turning point 1")
    assert looks, "the report was made again"


def note_studies(room: Server) -> list[Study]:
    """Return a list that will hold every study made from now on."""
    asked: list[Study] = []
    made = room.bot.club.analyses

    async def look(study: Study) -> Any:
        asked.append(study)
        return await glance(study)

    made._look = look
    return asked


async def test_before_the_end_nobody_learns_anything_and_few_moves_tell_nothing(room: Server) -> None:
    place = await room.begin("russian", side="White")
    said = "This match is not over. Once it is, anyone can see it analysed."
    assert reply_text(await room.ann.slash(place, "analyse")) == said
    await resign(room, place)
    assert "Analyse" not in buttons(room.board(place))
    assert reply_text(await room.ann.slash(place, "analyse")) == (
        "There is little to say about so few moves: an analysis needs at least 6, of both players together."
    )


async def test_a_match_that_is_too_long_is_refused_at_once_and_not_looked_at(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = len(RANDOM.plies)
    card = await import_record(room, record_of(RANDOM))
    looks, asked = note_studies(room), list[object]()
    monkeypatch.setattr(room.bot.club.help, "check", lambda *given, **_: asked.append(given))
    monkeypatch.setattr(analysis, "LONGEST", longest - 1)
    refused = (await room.ann.click(card, label="Analyse")).response
    assert texts(refused) == (
        f"This match is too long to be analysed: it can have at most {longest - 1} moves of both players together."
    )
    assert looks == []
    assert asked == []
    monkeypatch.undo()
    assert "### Analysis" in texts((await room.ann.click(card, label="Analyse")).response)


async def test_where_many_reports_wait_one_more_is_refused_and_welcome_later(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, looking = asyncio.Event(), asyncio.Event()
    made = room.bot.club.analyses
    monkeypatch.setattr(made.line, "waiting", 1)

    async def look(study: Study) -> Any:
        looking.set()
        await held.wait()
        return await glance(study)

    made._look = look
    ours, theirs = (record_of(RANDOM), record_of(random_match(GAMES["russian"], {}, 4, limit=10)))
    first = await room.bot.club.imports.read_record(ours, room.ann.user.id)
    card = await import_record(room, theirs)
    busy = asyncio.create_task(made.of(first, 9))
    try:
        async with asyncio.timeout(10):
            await looking.wait()
        refused = (await room.ann.click(card, label="Analyse")).response
        assert texts(refused) == "Many matches are being analysed just now. Try again in a minute."
    finally:
        held.set()
        await asyncio.wait_for(busy, 10)
    assert "### Analysis" in texts((await room.ann.click(card, label="Analyse")).response)


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
    assert [file.filename for file in turn.attachments] == ["board.png", "record.json"]


async def test_a_record_that_goes_on_is_not_analysed_for_its_match_may_go_on_too(room: Server) -> None:
    goes_on = record_of(RANDOM, "*")
    card = await import_record(room, goes_on)
    assert "Analyse" not in buttons(card)
    found = await room.bot.club.imports.read_record(goes_on, room.ann.user.id)
    with pytest.raises(Refusal) as refusal:
        room.bot.club.analyses.at_hand(found)
    assert refusal.value.code == "analyse.running"


async def test_a_match_that_goes_on_is_not_analysed_with_a_result_written_below(room: Server) -> None:
    place = await room.begin("russian", side="White")
    match = random_match(GAMES["russian"], {}, 4, limit=12)
    for ply in match.plies:
        await (room.ann, room.ben)[ply.seat].slash(place, "move", move=ply.text)
    [given] = [
        await file.read()
        for file in (await room.ann.slash(place, "export")).response.attachments
        if file.filename.endswith(".pdn")
    ]
    card = await import_record(room, given.replace(b"*", b"2-0"))
    refused = await room.ann.click(card, label="Analyse")
    assert "in a match that you are playing" in texts(refused.response)
    others = await import_record(room, given.replace(b"*", b"2-0"), who=room.cleo)
    assert "### Analysis" in texts((await room.cleo.click(others, label="Analyse")).response)


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


def time() -> float:
    """The time, which stands."""
    return 0.0


class Looking:
    """Looks that are late, or fail, so many times."""

    def __init__(self, fault: type[Exception], times: int) -> None:
        self.fault, self.left = fault, times
        self.parts: list[int] = []

    async def __call__(self, study: Study) -> Any:
        self.parts.append(study.part)
        if self.left:
            self.left -= 1
            raise self.fault
        return await glance(study)


class Over:
    """A match that is over, as reports know it."""

    over = True

    def __init__(self, key: str) -> None:
        self.match = random_match(GAMES[key], {"size": 3}, 3, limit=6)
        self.key = key


@pytest.mark.parametrize(
    ("fault", "times", "parts"),
    [(Late, 1, [1, 10]), (Broken, 1, [1, 1]), (Broken, 2, [1, 1, 10])],
)
async def test_a_look_that_is_late_or_fails_is_done_again_with_less(
    fault: type[Exception], times: int, parts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "AT_ONCE", 1000)
    looking = Looking(fault, times)
    made = Analyses(looking, most=1, limits=AMPLE, now=time)
    await made._analyse(Over("binar").match)
    assert looking.parts[: len(parts)] == parts


async def test_what_fails_again_and_again_is_a_sentence_and_the_next_press_tries_anew() -> None:
    made = Analyses(Looking(Broken, 3), most=1, limits=AMPLE, now=time)
    with pytest.raises(Refusal) as refusal:
        await made._analyse(random_match(GAMES["binar"], {}, 3, limit=6))
    assert str(refusal.value) == "The analysis could not be made just now. Try again in a minute."


async def test_no_more_than_a_few_looks_are_under_way_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "AT_ONCE", 2)
    under_way, most, both = 0, 0, asyncio.Event()

    async def look(study: Study) -> Any:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        assert len(study.asked) <= analysis.AT_ONCE
        if under_way == 2:
            both.set()
        async with asyncio.timeout(10):
            await both.wait()
        under_way -= 1
        return await glance(study)

    await Analyses(look, most=2, limits=AMPLE, now=time)._analyse(
        random_match(GAMES["binar"], {"size": 3}, 3, limit=8)
    )
    assert most == 2


async def test_one_person_has_so_many_analyses_made_in_a_minute_and_kept_ones_cost_nothing() -> None:
    made = Analyses(glance, most=1, limits=replace(AMPLE, analyses_per_minute=2), now=time)
    first, second, third = (
        ImportedRecord(Record(random_match(GAMES["binar"], {"size": 3}, seed)), str(seed))
        for seed in range(3)
    )
    for about in (first, second, first):
        await made.of(about, 1)
    with pytest.raises(Refusal, match="One person can have 2 analyses made within a minute"):
        await made.of(third, 1)
    await made.of(first, 1)
    await made.of(third, 2)


@pytest.mark.parametrize(
    ("stretch", "said"),
    leave_to_ci(
        [
            ((3, 7), "lost this match between moves 2 and 4: by which of these is not clear."),
            ((3, 3), "No single move turned this match."),
            (None, "No single move turned this match."),
        ],
        after=1,
    ),
)
async def test_a_match_that_slipped_away_is_told_with_the_moves_between_which_it_did(
    room: Server, monkeypatch: pytest.MonkeyPatch, stretch: tuple[int, int] | None, said: str
) -> None:
    def analyse(match: Match) -> AnalysisSteps:
        yield from ()
        return replace(at_once(match, 10), points=(), stretch=stretch)

    monkeypatch.setattr(analysis, "analyse", analyse)
    place = await over(room, "russian", 10, side="White")
    seen = texts((await room.cleo.click(room.board(place), label="Analyse")).response)
    assert said in seen
    assert ("between moves" in seen) != ("No single move" in seen)
