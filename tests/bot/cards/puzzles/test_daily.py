"""The daily puzzle's post, and its settings."""

from collections.abc import Sequence

from bot.cards.puzzles.daily import (
    daily_marker_id,
    daily_puzzle_card,
    daily_puzzle_settings_card,
    daily_puzzle_stopped_card,
)
from club.puzzles.daily import DailyPuzzle, DailyPuzzlePlan
from club.puzzles.solving import PuzzleView
from data.members.servers import ServerRow
from data.puzzles.daily import DailySolver, NamedSolver, PuzzlePost, SolveCounts
from engines.puzzles.puzzle import load_shipped_puzzles
from tests.bot.cards.whole_card import SAY, frame_of, lines_of

POST = PuzzlePost(12, 10, 20, 3, "key", 0.0, None)
ONE = load_shipped_puzzles("russian")[0]
NOBODY_YET = SolveCounts()


def post(
    view: PuzzleView | None, solvers: Sequence[DailySolver] = (), before: SolveCounts = NOBODY_YET
) -> list[str]:
    made = daily_puzzle_card(DailyPuzzle(POST, view, solvers, before), SAY)
    return [frame_of(made), *lines_of(made)]


def test_a_puzzle_that_is_gone_keeps_its_solvers() -> None:
    assert post(None) == [
        "over",
        "### Puzzle of the day",
        "This puzzle is not there any more: it came from a match, and whoever played it, or this ser…",
    ]
    assert post(None, [DailySolver(101, 1), DailySolver(102, 3, 2)]) == [
        "over",
        "### Puzzle of the day",
        "This puzzle is not there any more: it came from a match, and whoever played it, or this ser…",
        "**First to solve it**",
        "1. <@101> · day 1 of a streak",
        "2. <@102> (2 tries) · 3 days in a row",
    ]


def test_the_post_asks_for_the_move_and_says_that_nobody_has_solved_it() -> None:
    assert post(PuzzleView(ONE)) == [
        "offered",
        "### Puzzle: Russian checkers ★☆☆",
        "**White** to move. Only one move comes out ahead. **Solve** opens a board that only you see.",
        "(picture)",
        "-# Nobody has solved it yet.",
        "[Solve] 0:daily:0:12 success",
        "[How to play] 0:howto:0:russian",
    ]


def test_the_first_solvers_stand_below() -> None:
    assert post(PuzzleView(ONE), [DailySolver(101, 1, 1), DailySolver(102, 7)])[-5:] == [
        "**First to solve it**",
        "1. <@101> (1 try) · day 1 of a streak",
        "2. <@102> · 7 days in a row",
        "[Solve] 0:daily:0:12 success",
        "[How to play] 0:howto:0:russian",
    ]


def before(counts: SolveCounts) -> list[str]:
    lines, usual = post(PuzzleView(ONE), before=counts), post(PuzzleView(ONE))
    return [line for line in lines if line not in usual]


def test_those_who_solved_the_puzzle_before_are_counted() -> None:
    assert before(NOBODY_YET) == []
    assert [before(SolveCounts(*counts)) for counts in ((1, 1, 0), (6, 3, 1))] == [
        ["-# 1 member solved the puzzle before this one: 1 at the first try, 0 at the second, 0 later…"],
        ["-# 6 members solved the puzzle before this one: 3 at the first try, 1 at the second, 2 late…"],
    ]


def test_those_who_solved_it_with_the_fewest_tries_are_named() -> None:
    names = (NamedSolver(101, 1), NamedSolver(102, 2))
    assert [before(SolveCounts(count, 1, 1, names)) for count in (2, 3, 4)] == [
        ["-# The puzzle before this one was solved by <@101> (1 try), <@102> (2 tries)."],
        ["-# The puzzle before this one was solved by <@101> (1 try), <@102> (2 tries) and 1 other me…"],
        ["-# The puzzle before this one was solved by <@101> (1 try), <@102> (2 tries) and 2 other me…"],
    ]


def test_a_post_is_known_by_its_button() -> None:
    assert daily_marker_id(POST) == "v1:0:daily:0:12"


def settings(server: ServerRow, next_at: float | None, note: str | None = None) -> list[str]:
    made = daily_puzzle_settings_card(DailyPuzzlePlan(server, next_at), 0.0, SAY, note)
    return [frame_of(made), *lines_of(made)]


def test_the_settings_say_when_the_next_puzzle_comes() -> None:
    assert settings(ServerRow(10), None) == [
        "offered",
        "### The daily puzzle on this server",
        "None is posted: choose a channel to have one every day.",
        "**Channel** in which it is posted; with none chosen, it is not",
        "**Hour** at which it is posted",
        "<None> 0:server-daily:0:puzzle_hour: 0=00:00; 1=01:00; 2=02:00; 3=03:00; 4=04:00; 5=05:00; …",
        "**Time zone** of this server: UTC. It is 00:00 there now.",
        "**Puzzles from matches here**: I look through finished matches for puzzles, for </puzzle:00…",
        "[Puzzles from matches: no] 0:server-daily:0:mined,1",
        "[Change the time zone] 0:server-zone:0",
        "[All other settings] 0:server-more:0",
    ]
    assert settings(
        ServerRow(10, puzzle_channel=20, puzzle_hour=0, zone="Europe/Berlin", mined=True), 3600.0, "A note."
    )[1:] == [
        "### The daily puzzle on this server",
        "A note.",
        "The next one comes <t:3600:f>, <t:3600:R>.",
        "**Channel** in which it is posted; with none chosen, it is not",
        "**Hour** at which it is posted",
        "<None> 0:server-daily:0:puzzle_hour: 0=00:00*; 1=01:00; 2=02:00; 3=03:00; 4=04:00; 5=05:00;…",
        "**Time zone** of this server: Europe/Berlin. It is 01:00 there now.",
        "**Puzzles from matches here**: I look through finished matches for puzzles, for </puzzle:00…",
        "[Puzzles from matches: yes] 0:server-daily:0:mined,0 success",
        "[Change the time zone] 0:server-zone:0",
        "[All other settings] 0:server-more:0",
    ]


def test_who_chose_the_channel_learns_that_it_is_closed() -> None:
    made = daily_puzzle_stopped_card(20, SAY)
    assert (frame_of(made), lines_of(made)) == (
        "over",
        ["I post the daily puzzle no more in <#20>: the channel is gone, or I may not write there. To…"],
    )


def test_the_hour_that_is_set_is_chosen_in_the_menu() -> None:
    made = daily_puzzle_settings_card(DailyPuzzlePlan(ServerRow(10, puzzle_hour=23), None), 0.0, SAY, None)
    options = [each for item in made.view.walk_children() for each in getattr(item, "options", ())]
    assert [(each.value, each.label) for each in options if each.default] == [("23", "23:00")]
    assert len(options) == 24
