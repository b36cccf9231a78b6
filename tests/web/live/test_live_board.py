"""The live board: its link, its moves and its stream."""

import asyncio
import json
import random
from contextlib import suppress

import pytest

from club.play.match.waiting import DAY
from rules.game import TEXT_LIMIT
from tests.club.people import CLEO, act, start_match
from tests.web.live.live_page import act_number, follow, open_board, post, watch
from tests.web.site import ANN, BEN, Site
from words import localizer_for


@pytest.mark.both_databases
async def test_a_tap_on_one_page_is_seen_on_the_other(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ann, ben = await open_board(met, table, ANN.id), await open_board(met, table, BEN.id)
    assert (ann.state["seat"], ben.state["seat"], ann.state["players"]) == (0, 1, ["Ann", "Ben"])
    assert ann.state["sides"] == ["Black", "White"], "which what is said of the match goes by"
    assert ann.state["choices"] and not ben.state["choices"]
    async with ben.events() as stream:
        first = await stream.next()
        await ann.choose(ann.state["choices"][0]["path"][0])
        assert ann.state["version"] == first["version"] + 1
        then = await stream.next()
    assert then["version"] == ann.state["version"] and then["choices"]
    assert stream.ids == [str(first["version"]), str(then["version"])]
    assert then["moves"][-1]["seat"] == 0


async def test_a_stream_goes_on_from_the_version_last_seen(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ann, ben = await open_board(met, table, ANN.id), await open_board(met, table, BEN.id)
    seen = ann.state["version"]
    async with ben.events(last=seen) as stream:
        await ann.choose(ann.state["choices"][0]["path"][0])
        assert (await stream.next())["version"] == seen + 1
    async with ben.events(last=seen) as stream:
        assert (await stream.next())["version"] == seen + 1


async def test_presses_and_pages_play_one_match(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ben = await open_board(met, table, BEN.id)
    async with ben.events() as stream:
        await stream.next()
        await met.club.play.matches.play(table.row.id, act(ANN), table.match.moves()[0])
        moved = await stream.next()
    assert moved["choices"]
    answer = await ben.ask("play", move="z9", version=moved["version"], act=act_number())
    assert answer["ok"] is False and "z9" in answer["error"]
    answer = await ben.ask("play", move=table.match.moves()[5], version=moved["version"], act=act_number())
    assert answer["ok"] and answer["version"] == moved["version"] + 1


async def test_an_open_page_does_not_name_who_has_been_forgotten(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ben = await open_board(met, table, BEN.id)
    await met.club.play.matches.resign(table.row.id, act(ANN))
    assert (await ben.ask("show"))["players"] == ["Ann", "Ben"]
    await met.club.privacy.deletion.begin_deletion(ANN.id)
    await met.club.privacy.deletion.work()
    first, second = (await ben.ask("show"))["players"]
    assert (first != "Ann", second) == (True, "Ben")


async def test_a_typed_move_may_be_as_long_as_in_the_form_on_discord(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ann = await open_board(met, table, ANN.id)
    version = ann.state["version"]
    for letter in "xｘ♔":
        long = await ann.ask("play", move=letter * TEXT_LIMIT, version=version, act=act_number())
        assert "is not a move of Binary" in long["error"]
    padded = " " * 300 + table.match.moves()[0]
    assert (await ann.ask("play", move=padded, version=version, act=act_number()))["ok"]


@pytest.mark.both_databases
async def test_a_repeated_act_counts_once(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ann = await open_board(met, table, ANN.id)
    path, version, number = ann.state["choices"][0]["path"], ann.state["version"], act_number()
    for _ in range(3):
        answer = await ann.choose(*path, act=number, version=version)
        assert answer["ok"] and answer["version"] == version + 1
    stored = (await met.club.play.matches.load_with_events(table.row.id))[1]
    assert [event.seat for event in stored] == [0]
    assert stored[0].interaction_id is not None and stored[0].interaction_id < 0


async def test_an_old_version_is_told_as_a_press_is(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ann = await open_board(met, table, ANN.id)
    old = ann.state
    await ann.choose(*old["choices"][0]["path"])
    say = localizer_for("en")
    answer = await ann.choose(*old["choices"][1]["path"], version=old["version"])
    assert answer["ok"] is False and answer["error"].startswith("It is not your turn")
    ben = await open_board(met, table, BEN.id)
    answer = await ben.choose("a1", version=old["version"])
    assert answer == {"ok": False, "error": say("match.stale")}


async def test_a_link_opens_once_within_two_minutes_for_who_has_its_key(met: Site) -> None:
    table = await start_match(met.club)
    live = met.club.pages.live
    key = (await live.make_link(table, ANN.id)).rpartition("#")[2]
    page = await follow(met, key)
    closed = json.dumps({"ok": False, "error": localizer_for("en")("live.closed")})
    assert json.loads(await post(met, "open", json.dumps({"key": key}).encode())) == json.loads(closed)
    late = (await live.make_link(table, ANN.id)).rpartition("#")[2]
    met.time[0] += 121.0
    assert json.loads(await post(met, "open", json.dumps({"key": late}).encode())) == json.loads(closed)
    for key in ("", "0" * 32, page.token, "x" * 32):
        assert json.loads(await post(met, "open", json.dumps({"key": key}).encode())) == json.loads(closed)
    met.time[0] += 12 * 3600.0 - 122.0
    assert (await page.ask("show"))["ok"]
    met.time[0] += 2.0
    assert (await page.ask("show")) == json.loads(closed)


async def test_a_session_ends_with_close_my_boards(met: Site) -> None:
    table = await start_match(met.club)
    ann, ben = await open_board(met, table, ANN.id), await open_board(met, table, BEN.id)
    async with ann.events() as stream:
        await stream.next()
        assert await met.club.pages.live.close_all(ANN.id) == 1
        with pytest.raises(EOFError):
            await stream.next()
    assert not (await ann.ask("show"))["ok"]
    assert (await ben.ask("show"))["ok"]


async def test_a_spectator_watches_while_they_may_see_the_place(met: Site) -> None:
    table = await start_match(met.club, "binary")
    cleo = await open_board(met, table, CLEO.id)
    assert cleo.state["seat"] is None and not cleo.state["choices"] and not cleo.state["offers"]
    answer = await cleo.choose("a1")
    assert answer["ok"] is False and "Ann" in answer["error"]
    met.seen["strangers"].add(CLEO.id)
    assert (await cleo.ask("show"))["ok"]  # for a minute
    met.time[0] += 61.0
    assert not (await cleo.ask("show"))["ok"]
    met.seen["strangers"].clear()
    assert not (await cleo.ask("show"))["ok"]


async def test_offers_and_a_resignation(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ann, ben = await open_board(met, table, ANN.id), await open_board(met, table, BEN.id)
    assert [each["offer"] for each in ann.state["offers"]] == ["draw", "resign"]
    await ann.ask("offer", offer="draw", version=0, act=act_number())
    await ben.ask("show")
    assert [each["offer"] for each in ben.state["offers"]] == ["accept-draw", "decline-draw"]
    await ben.ask("offer", offer="decline-draw", version=1, act=act_number())
    await ben.ask("offer", offer="resign", version=2, act=act_number())
    assert [each["offer"] for each in ben.state["offers"]] == ["resign-yes", "no"]
    await ben.ask("offer", offer="resign-yes", version=2, act=act_number())
    assert ben.state["over"] and not ben.state["offers"] and "resigned" in ben.state["standing"]


async def test_a_win_is_claimed_when_the_time_is_up(met: Site) -> None:
    table = await start_match(met.club, "binary", clock="5+5")
    ann, ben = await open_board(met, table, ANN.id), await open_board(met, table, BEN.id)
    async with ann.events() as mine, ben.events() as stream:
        state = await mine.next()
        await ann.ask("seen", version=state["version"])
        while not (state := await stream.next())["clocks"][0]["running"]:
            pass
        assert [each["offer"] for each in state["offers"]] == ["draw", "resign"]
        refused = await ben.ask("offer", offer="claim-win", version=0, act=act_number())
        assert "still has time" in refused["error"]
        met.time[0] += 301.0
        await met.club.play.clocks.handle_due_clocks()
        assert [each["offer"] for each in (await stream.next())["offers"]][:2] == ["claim", "give-time"]
    await ben.ask("offer", offer="claim", version=0, act=act_number())
    assert [each["offer"] for each in ben.state["offers"]] == ["claim-win", "adjourn", "no"]
    early = await ben.ask("offer", offer="claim-win", version=0, act=act_number())
    assert early == {"ok": False, "error": localizer_for("en")("clock.on_its_way")}
    met.time[0] += 3.0
    await ben.ask("offer", offer="give-time", version=0, act=act_number())
    assert ben.state["clocks"][0]["seconds"] > 0 and ben.state["offers"][0]["offer"] == "draw"
    await ann.ask("show")
    met.time[0] += 10_000.0
    await met.club.pages.live.start_clock(
        await met.club.pages.live.find(ann.token), ann.state["version"], at=met.time[0] - 9_000.0
    )
    await ben.ask("offer", offer="claim", version=0, act=act_number())
    await ben.ask("offer", offer="claim-win", version=0, act=act_number())
    assert ben.state["over"] and "time" in ben.state["standing"]


async def test_who_is_back_or_may_be_nudged_loses_no_match(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ben = await open_board(met, table, BEN.id)
    met.time[0] += 14 * DAY
    ben = await open_board(met, table, BEN.id)
    assert ben.state["offers"][0] == {"label": "Nudge", "offer": "nudge"}
    await ben.ask("offer", offer="nudge", version=0, act=act_number())
    assert ben.state["offers"][0]["offer"] == "draw"
    await met.club.play.silences.set_absent(await met.club.play.matches.load(table.row.id), absent=True)
    met.time[0] += DAY
    ben = await open_board(met, table, BEN.id)
    assert ben.state["offers"][0]["offer"] == "claim"
    refused = await ben.ask("offer", offer="adjourn", version=0, act=act_number())
    assert "still has time" in refused["error"], "Ann is on the server again"
    met.time[0] += 7 * DAY
    ben = await open_board(met, table, BEN.id)
    await ben.ask("offer", offer="adjourn", version=0, act=act_number())
    assert ben.state["over"] and not ben.state["offers"]


async def test_a_stream_ends_when_the_bot_does(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ann = await open_board(met, table, ANN.id)
    async with ann.events() as stream:
        await stream.next()
        met.seen["serving"] = False
        with pytest.raises(EOFError):
            await stream.next()
    assert not (await ann.ask("show"))["ok"]
    met.seen["serving"] = True
    assert (await ann.ask("show"))["ok"]


async def test_earlier_positions_are_looked_at(met: Site) -> None:
    table = await start_match(met.club, "binary")
    ann = await open_board(met, table, ANN.id)
    begun = (await open_board(met, table, CLEO.id)).state["text"]
    await ann.choose(*ann.state["choices"][0]["path"])
    assert ann.state["text"] != begun
    earlier = await ann.ask("look", number=0)
    assert earlier["look"] == 0 and earlier["text"] == begun and not earlier["choices"]
    assert earlier["moves"] == (await ann.ask("show"))["moves"]


@pytest.mark.ci
@pytest.mark.both_databases
async def test_repeated_requests_and_cut_connections_lose_and_double_nothing(met: Site) -> None:
    chance = random.Random(53)
    table = await start_match(met.club, "binar")
    pages = [await open_board(met, table, who.id) for who in (ANN, BEN)]
    streams = [await watch(page) for page in pages]
    plies = 0
    while (match := (await met.club.play.matches.load(table.row.id)).match).turn is not None:
        mover = pages[match.turn]  # pyrefly: ignore[bad-index]  # by the condition, somebody's
        moves = match.moves()
        asked = {"move": moves[chance.randrange(len(moves))], "version": plies, "act": act_number()}
        for _ in range(chance.randrange(3)):
            with suppress(TimeoutError):  # its answer is never read
                async with asyncio.timeout(chance.random() / 50):
                    await mover.ask("play", **asked)
        answer = await mover.ask("play", **asked)
        plies += 1
        assert answer["ok"] and answer["version"] == plies
        if chance.random() < 0.2:
            cut = chance.randrange(2)
            streams[cut].came.close()
            streams[cut] = await watch(pages[cut], last=plies)
    events = (await met.club.play.matches.load_with_events(table.row.id))[1]
    assert [event.version for event in events] == list(range(1, plies + 1))
    for page, stream in zip(pages, streams, strict=True):
        state = page.state
        while not state["over"]:
            state = await stream.next()
        assert state["version"] == plies
        stream.came.close()
