"""Mini-matches: two games from one beginning with sides swapped, and one score.

The second game begins as the first ends.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from club.play.match.followers import ChangedMatch, Follower
from club.play.match.waiting import NUDGE_AFTER
from club.standing.ratings import LEAST
from data.sqlite.check import check
from data.standing.rated_rows import OFTEN, RATED
from tests.ample import AMPLE
from tests.bot.cogs.play.test_challenge_forms import fields
from tests.bot.cogs.play.test_challenges import card
from tests.bot.server import Server, buttons, reply_text, serve, texts


async def give_up(room: Server, who: Any, place: Any) -> None:
    await who.click((await who.slash(place, "resign")).response, label="Resign")


async def begin_both(room: Server, game: str = "american", **options: Any) -> Any:
    """Begin a mini-match of Ann and Ben."""
    return await room.begin(game, side="both", **options)


def line_of(room: Server) -> Any:
    """The newest message of the channel under which a thread is made."""
    return room.channel.history()[-1]


async def test_the_challenge_says_what_is_asked_and_chance_who_begins(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="american", opponent=room.ben, side="both")
    assert "**Mini-match:** two games from one beginning, each player once on each side." in texts(
        shown.response
    )
    await room.ben.click(shown.response, label="Accept")
    assert "-# Game 1 of 2; the second begins as this one ends." in texts(room.board(room.place))


async def test_the_second_game_begins_as_the_first_ends(room: Server) -> None:
    place = await begin_both(room, options="opening=lot")
    first, second = await room.players()
    before = await room.match()
    await give_up(room, first, place)
    assert room.place is not place, "a thread of its own"
    assert await room.players(2) == (second, first)
    after = await room.match(2)
    assert after.position == before.origin
    assert after.settled_options == before.settled_options
    said = texts(room.board(room.place))
    assert "-# Game 2 of 2, from the same beginning with sides swapped." in said
    assert f"So far: {second.name} 1, {first.name} 0." in said
    assert "Game 1 of 2; the second has begun." in texts(room.board(place))
    for thread, which in ((place, "Game 1 of 2; the second has begun."), (room.place, "Game 2 of 2")):
        assert which in texts((await room.cleo.slash(thread, "history")).response)
    await give_up(room, second, room.place)
    assert f"So far: {second.name} 1, {first.name} 1." in texts(room.board(room.place))
    assert f"So far: {second.name} 1, {first.name} 1." in texts(room.board(room.channel))
    assert len(room.channel.threads) == 2, "there is no third"
    check(room.bot.config.database)


async def test_who_follows_matches_hears_of_the_second_game_too(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, heard = await begin_both(room, "binar"), list[tuple[int, str | None]]()

    class Noting(Follower):
        def after(self, changed: ChangedMatch) -> None:
            heard.append((changed.row.id, changed.kind))

    matches = room.bot.club.matches
    monkeypatch.setattr(matches, "_followers", (*matches._followers, Noting()))
    await give_up(room, room.ann, place)
    assert heard == [(1, "resign"), (2, None)]


async def test_a_draw_is_followed_too_and_no_result_is_not(room: Server) -> None:
    place = await begin_both(room, "binar")
    await room.ann.slash(place, "draw")
    await room.ben.slash(place, "draw")
    assert not (await room.match(2)).outcome
    await room.ann.slash(room.place, "cancel")
    place = await begin_both(room, "binar")
    await room.ann.slash(place, "cancel")
    assert len(room.channel.threads) == 3
    assert "cancelled" in texts(room.board(place))
    assert "the second" not in texts(room.board(place))


async def test_a_rematch_of_a_mini_match_is_one(room: Server) -> None:
    place = await begin_both(room, options="opening=lot")
    await give_up(room, room.ann, place)
    there = await room.ben.click(room.board(place), label="Rematch")
    assert "has begun" in reply_text(there) or "channels/" in reply_text(there)
    place = room.place
    await give_up(room, room.ann, place)
    asked = await room.ann.click(room.board(place), label="Rematch")
    assert "You asked Ben for a rematch" in reply_text(asked)
    card = room.channel.history()[-1]
    assert "Mini-match:" in texts(card)
    assert "opening drawn by lot" in texts(card)
    await room.ben.click(card, label="Accept")
    assert "Game 1 of 2" in texts(room.board(room.place))
    assert "So far:" in texts(room.board(room.place))
    await give_up(room, room.ann, room.place)
    assert "Game 2 of 2" in texts(room.board(room.place))
    assert (await room.match(4)).settled_options == (await room.match(3)).settled_options


@pytest.mark.parametrize(("rated", "stored"), [(True, "rated"), (False, None)])
async def test_both_games_are_rated_or_not_and_have_the_same_clock(
    room: Server, rated: bool, stored: str | None
) -> None:
    place = await begin_both(room, rated=rated, clock="3 days")
    await give_up(room, room.ann, place)
    first, second = [(await room.bot.club.matches.load(number)).row for number in (1, 2)]
    assert first.rated == second.rated == stored
    assert first.control == second.control
    assert second.deadline_at is not None
    assert (first.due_at, second.due_at) == (None, None), "where a clock goes nobody is nudged"
    assert "Clock: 3 days" in texts(room.board(room.place))


async def test_what_a_week_allows_never_parts_both_games(tmp_path: Path) -> None:
    async with serve(tmp_path / "few.db", limits=replace(AMPLE, rated_per_pair=1)) as room:
        place = await begin_both(room, rated=True)
        for number in range(LEAST):
            match, players = await room.match(), await room.players()
            await players[number % 2].slash(place, "move", move=match.moves()[0])
        await give_up(room, room.ann, place)
        assert (await room.bot.club.matches.load(2)).row.rated == RATED
        await room.begin("binar", rated=True)
        assert (await room.bot.club.matches.load(3)).row.rated == OFTEN


async def test_without_a_clock_whoever_waits_may_nudge_in_both(room: Server) -> None:
    place = await begin_both(room, "binar")
    await give_up(room, room.ann, place)
    second = (await room.bot.club.matches.load(2)).row
    assert second.due_at == second.created_at + NUDGE_AFTER


async def test_an_open_challenge_is_a_mini_match_with_whoever_takes_it(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", side="both")
    meanwhile = next(label for label in buttons(shown.response) if "meanwhile" in label.lower())
    alone = await room.ann.click(shown.response, label=meanwhile)
    assert "Mini-match" not in texts(alone.response)
    await room.cleo.click(shown.response, label="Accept")
    await give_up(room, room.cleo, room.place)
    assert set(await room.players(2)) == {room.ann, room.cleo}


async def test_the_computer_plays_none(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.twotone, side="both")
    assert "A mini-match is played with a member" in reply_text(shown)


@pytest.mark.parametrize(
    ("game", "options"),
    [("american", "opening=lot"), ("malaysian", "first=lot"), ("one-zero-one", "hands=open")],
)
async def test_what_chance_decided_of_the_beginning_holds_for_both(
    room: Server, game: str, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though each has a secret of its own."""
    monkeypatch.setattr(room.bot.club.challenges, "_secret", lambda: bytes([9] * 32))
    place = await begin_both(room, game, options=options)
    await give_up(room, room.ann, place)
    first, second = await room.match(1), await room.match(2)
    assert first.secret != second.secret
    fixed = {name: first.settled_options[name] for name in first.options}
    assert {name: second.settled_options[name] for name in second.options} == fixed
    assert "lot" not in second.options.values()


async def test_the_clock_of_the_second_game_runs_out_by_itself(room: Server) -> None:
    place = await begin_both(room, "binar", clock="1h")
    await give_up(room, room.ann, place)
    before = texts(room.board(room.place))
    await room.env.advance_time(1.01 * 3600)
    assert texts(room.board(room.place)) != before


async def test_who_is_forgotten_begins_no_second_game(room: Server) -> None:
    await begin_both(room, "binar")
    await room.run(room.bot.club.privacy.delete(room.ben.id))
    assert (await room.bot.club.matches.load(1)).over
    assert len(room.channel.threads) == 1


async def test_a_restart_between_both_keeps_them_together(room: Server) -> None:
    place = await begin_both(room, "binar")
    await room.restart()
    await give_up(room, room.ben, place)
    await room.restart()
    await give_up(room, room.ann, room.place)
    assert "So far:" in texts(room.board(room.place))
    assert len(room.channel.threads) == 2


async def test_the_form_offers_one_but_not_against_the_computer(room: Server) -> None:
    await room.ann.slash(room.channel, "play", game="yin-yang", opponent=room.ben)
    form = await room.ann.click(card(room), label="Clock and side")
    await room.ann.submit_modal(form, {"side": "side.both"})
    assert "Mini-match:" in texts(card(room))
    alone = await room.ann.slash(room.channel, "play", game="yin-yang", opponent=room.twotone)
    form = await room.ann.click(alone.response, label="Side")
    assert [option["value"] for option in fields(form)["side"]["options"]] == [
        "random",
        "side.first",
        "side.second",
    ]
