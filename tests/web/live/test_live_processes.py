"""Live boards of two processes on one database, and of one that was killed."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.club.people import act, start_match
from tests.web.live.live_page import LivePage, act_number, open_board, post
from tests.web.site import ANN, BEN, site


async def test_any_process_serves_any_board_and_hears_of_the_others_moves(tmp_path: Path) -> None:
    async with (
        site("postgres", tmp_path, live=True) as one,
        site("postgres", tmp_path, live=True, beside=one) as other,
    ):
        table = await start_match(one.club, "binary")
        ann, ben = await open_board(one, table, ANN.id), await open_board(one, table, BEN.id)
        elsewhere = LivePage(other, ben.token, {})
        async with elsewhere.events() as stream:
            first = await stream.next()
            await ann.choose(*ann.state["choices"][0]["path"])
            then = await stream.next()
            assert then["version"] == first["version"] + 1 and then["choices"]
            assert await one.club.pages.live.close_all(BEN.id) == 1
            with pytest.raises(EOFError):
                await stream.next()
        assert not (await elsewhere.ask("show"))["ok"]


@pytest.mark.ci
async def test_an_act_that_reaches_two_processes_at_once_counts_once(tmp_path: Path) -> None:
    async with (
        site("postgres", tmp_path, live=True) as one,
        site("postgres", tmp_path, live=True, beside=one) as other,
    ):
        table = await start_match(one.club, "binary")
        pages = [await open_board(one, table, who.id) for who in (ANN, BEN)]
        for ply in range(6):
            page = pages[ply % 2]
            state = await page.ask("show")
            asked = json.dumps(
                {
                    "do": "play",
                    "move": (await one.club.play.matches.load(table.row.id)).match.moves()[ply],
                    "version": state["version"],
                    "act": act_number(),
                }
            ).encode()
            bodies = await asyncio.gather(
                *(post(met, "ask", asked, page.headers) for met in (one, other, one, other))
            )
            answers = [json.loads(body) for body in bodies]
            assert all(answer["ok"] for answer in answers), answers
            versions = {answer["version"] for answer in answers}
            assert versions == {state["version"] + 1}
        events = (await one.club.play.matches.load_with_events(table.row.id))[1]
        assert len(events) == 6


@pytest.mark.both_databases
async def test_two_acts_at_once_for_one_turn_count_once(database: str, tmp_path: Path) -> None:
    async with site(database, tmp_path, live=True) as met:
        table = await start_match(met.club, "binary")
        ann = await open_board(met, table, ANN.id)
        choices, version = ann.state["choices"], ann.state["version"]
        asked = [
            {"do": "choose", "path": each["path"], "version": version, "act": act_number()}
            for each in choices[:4]
        ]
        presses = met.club.play.matches.play(table.row.id, act(ANN), table.match.moves()[7])
        bodies = await asyncio.gather(
            *(post(met, "ask", json.dumps(each).encode(), ann.headers) for each in asked),
            presses,
            return_exceptions=True,
        )
        assert sum(isinstance(each, bytes) and json.loads(each)["ok"] for each in bodies) <= 1
        assert len((await met.club.play.matches.load_with_events(table.row.id))[1]) == 1
