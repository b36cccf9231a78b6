"""Playing against the computer: it begins at once and answers by itself.

It plays by the same cards as people.
"""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio

from club.play.course.computer import ComputerTurnFollower
from data.play import thinking
from data.play.matches import EventKind
from tests.bot.computer_matches import PAUSE, answer, begin_computer, jobs, newest
from tests.bot.limits import pings
from tests.bot.server import Server, button, buttons, press_behind, reply_text, serve, texts

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(autouse=True, scope="module")
def pause() -> Iterator[None]:
    """People have time to do something before the computer answers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ComputerTurnFollower, "pause", PAUSE)
        yield


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """One server for the tests that do not mind what others have played there."""
    async with serve(tmp_path_factory.mktemp("computer") / "twotone.db") as room:
        yield room


async def begin_and_move(room: Server) -> tuple[Any, int]:
    """Begin a match against the computer as Ann and move; its place and number."""
    place = await begin_computer(room)
    number = await newest(room)
    await room.ann.slash(place, "move", move="b2")
    return place, number


async def test_only_people_are_added_to_the_thread(shared: Server) -> None:
    before = len(shared.env.http_requests)
    await begin_computer(shared)
    asked = [request.path for request in shared.env.http_requests[before:]]
    added = [path for path in asked if "/thread-members/" in path]
    assert [path.rpartition("/")[2] for path in added] == [str(shared.ann.id)]


async def test_a_match_begins_at_once_and_the_computer_answers_on_the_same_cards(shared: Server) -> None:
    before = len(shared.env.http_requests)
    place = await begin_computer(shared)
    number = await newest(shared)
    assert "Twotone ★☆☆☆☆☆ gentle (Odd)" in texts(shared.board(place))
    await shared.ann.slash(place, "move", move="b2")
    assert "Twotone to move" in texts(shared.board(place)).replace("*", "")
    await answer(shared)
    assert "Twotone placed" in texts(shared.board(place))
    assert len((await shared.match(number)).plies) == 2
    posted = shared.env.http_requests[before:]
    assert not any(pings(request) for request in posted), "whoever plays it is there and needs no ping"
    assert await jobs(shared) == []


async def test_a_move_is_taken_back_without_asking(shared: Server) -> None:
    place, number = await begin_and_move(shared)
    await answer(shared)
    assert "agreed" in reply_text(await shared.ann.slash(place, "takeback"))
    assert (await shared.match(number)).plies == []
    assert "Ann took a move back: 2 moves were undone." in texts(shared.board(place))


async def test_it_agrees_to_a_draw_late_and_only_where_it_is_not_ahead(
    shared: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, number = await begin_and_move(shared)
    await answer(shared)
    refused = reply_text(await shared.ann.slash(place, "draw"))
    assert "The computer does not agree to a draw now." in refused
    club = shared.bot.club
    events = (await club.play.matches.load_with_events(number))[1]
    assert [event.kind for event in events] == [EventKind.MOVE, EventKind.MOVE], "a refusal stores nothing"
    monkeypatch.setattr("club.play.course.offers.DRAW_FROM", 2)
    await club.store.write(lambda tx: thinking.set_chance(tx, number, 1, 501))
    assert "does not agree" in reply_text(await shared.ann.slash(place, "draw"))
    await club.store.write(lambda tx: thinking.set_chance(tx, number, 1, 500))
    assert "agreed" in reply_text(await shared.ann.slash(place, "draw"))
    assert (await club.play.matches.load(number)).is_over


@pytest.mark.ci
async def test_nobody_can_nudge_claim_or_hurry_the_computer(shared: Server) -> None:
    place, number = await begin_and_move(shared)
    assert "The computer is at its move" in reply_text(await shared.ann.slash(place, "claim"))
    await answer(shared)
    await shared.env.advance_time(60 * 24 * 3600)
    more = await shared.ann.click(shared.board(place), label="More")
    assert not {"Nudge", "Claim or adjourn"} & set(buttons(more.response))
    assert (await shared.bot.club.play.matches.load(number)).is_running, "and it does not hurry people either"
    refused = await shared.ann.slash(
        shared.channel, "play", game="binar", opponent=shared.twotone, clock="1 day"
    )
    assert "The computer waits for you as long as you like: leave the clock out." in reply_text(refused)


async def test_only_the_challenger_chooses_how_strong_it_is(shared: Server) -> None:
    shown = await shared.ann.slash(shared.channel, "play", game="binar", opponent=shared.twotone)
    assert list(buttons(shown.response))[:3] == ["1★ gentle", "2★ easy", "3★ fair"]
    pressed = await shared.ben.click(shown.response, label="1★ gentle")
    assert "Ann chooses how strong the computer is." in reply_text(pressed)
    custom_id = buttons(shown.response)["1★ gentle"]
    forged = shared.plant(shared.channel, [button(custom_id[:-1] + "9")])
    assert "The computer has no such level any more." in reply_text(
        await shared.ann.click(forged, label="forged")
    )
    await shared.ann.click(shown.response, label="Withdraw")


async def test_whoever_waits_for_people_can_play_the_computer_meanwhile(shared: Server) -> None:
    open_to_all = await shared.ann.slash(shared.channel, "play", game="binar", side="Odd")
    other = await press_behind(shared.ben, open_to_all.response, "Play Twotone meanwhile")
    assert "Ann waits for an opponent here" in reply_text(other)
    beside = await press_behind(shared.ann, open_to_all.response, "Play Twotone meanwhile")
    card = beside.followups[0] if beside.followups else beside.response
    assert "How strong shall it be?" in texts(card)
    assert "Ann plays **Odd**" in texts(card)
    await shared.ann.click(card, label="1★ gentle")
    await answer(shared)
    number = await newest(shared)
    assert len((await shared.match(number)).plies) == 1, "it has the first move"
    seats = [message for message in shared.channel.history() if message.id == open_to_all.response.id]
    assert "Accept" in buttons(seats[0]), "and the seat stays open"
    await shared.ann.click(open_to_all.response, label="Withdraw")


async def test_whose_matches_the_computer_plays_is_told_to_nobody_but_what_it_is(shared: Server) -> None:
    listed = reply_text(await shared.ben.slash(shared.channel, "games", user=shared.twotone))
    assert "Twotone is the computer: it plays everybody" in listed
    assert "Ann" not in listed


async def test_a_game_that_nobody_plays_is_refused(shared: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.play.seek.proposals.level_count", lambda game: 0)
    refused = await shared.ann.slash(shared.channel, "play", game="binar", opponent=shared.twotone)
    assert "The computer does not play Binar yet." in reply_text(refused)


async def test_lists_exports_and_records_name_the_computer_and_nobody_else(shared: Server) -> None:
    place, number = await begin_and_move(shared)
    await answer(shared)
    listed = reply_text(await shared.ann.slash(place, "games"))
    assert "against Twotone" in listed or "Twotone" in listed
    files = await shared.bot.club.privacy.export.export_files(shared.ann.id)
    assert b'"opponent": "Twotone"' in b"".join(files)
    for name in ("history", "board", "export", "replay"):
        assert "<@-1>" not in reply_text(await shared.ann.slash(place, name, match=str(number)))
    assert all("<@-1>" not in texts(message) for message in place.history())


@pytest.mark.ci
async def test_a_hint_says_where_to_look_and_then_the_move_to_one_person_alone(shared: Server) -> None:
    place = await begin_computer(shared, level=6)
    number = await newest(shared)
    await shared.ann.slash(place, "move", move="b2")
    assert "It is not your turn" in reply_text(await shared.ann.slash(place, "hint"))
    await answer(shared)
    given = await shared.ann.slash(place, "hint")
    assert given.response.ephemeral
    look = texts(given.response)
    shown = await shared.ann.click(given.response, label="Show the move")
    move = texts(shown.response).partition("`")[2].partition("`")[0]
    assert move in (await shared.match(number)).moves()
    assert look == f"Look here: **rank {move[1]}**."
    assert len((await shared.match(number)).plies) == 2, "a hint is no move"
    more = await shared.ann.click(shared.board(place), label="More")
    again = await shared.ann.click(more.response, label="Hint")
    assert texts(again.followups[0] if again.followups else again.response) == look
    assert "you are watching" in reply_text(await shared.ben.slash(place, "hint", match=str(number)))


async def test_people_get_no_hints_against_each_other(shared: Server) -> None:
    place = await shared.begin("binar", side="Even")
    refused = reply_text(await shared.ann.slash(place, "hint"))
    assert "Hints are for puzzles and for matches against the computer" in refused
