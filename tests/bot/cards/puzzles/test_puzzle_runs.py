"""The cards of puzzle streaks and races: before, in and after a run."""

from dataclasses import replace
from typing import Any

from bot.cards.puzzles.puzzle import PuzzleState
from bot.cards.puzzles.puzzle_runs import run_card, run_lobby_card, run_result_card
from club.puzzles.runs import PuzzleRun, RunLobby
from data.puzzles.puzzle_runs import RACE, STREAK, BestRunRow
from engines.puzzles.puzzle import load_shipped_puzzles
from rules.catalogue import GAMES
from rules.choosing import reach_match_choice
from tests.bot.cards.whole_card import SAY, told_by

GAME = GAMES["russian"]
ONE = load_shipped_puzzles("russian")[0]
RUN = PuzzleRun(RACE, "russian", 4, 3, ONE, 170.0, 7200.0)


def best(number: int, game: str = "russian", solved: int = 9) -> BestRunRow:
    return BestRunRow(10, RACE, 0, 100 + number, game, solved, 0.0)


def lobby(
    kind: str = RACE,
    run: PuzzleRun | None = None,
    own: BestRunRow | None = None,
    *month: BestRunRow,
    on_server: bool = True,
) -> RunLobby:
    return RunLobby(kind, run, own, month, on_server)


def test_the_lobby_says_what_a_run_is_and_who_is_best() -> None:
    def told(*given: Any, **more: Any) -> list[str]:
        return told_by(run_lobby_card(lobby(*given, **more), GAME, SAY))

    assert told() == [
        "offered",
        "### Race: Russian checkers",
        "As many puzzles as you can in 3 minutes. A miss costs ten seconds and brings the next puzzl…",
        "Nobody on this server has one this month yet.",
        "0:run-begin:0:race/russian primary, 0:run-open:0:streak/russian",
    ]
    assert told(STREAK, on_server=False) == [
        "offered",
        "### Streak: Russian checkers",
        "Puzzle after puzzle, each a little harder, until your first miss. No hints.",
        "0:run-begin:0:streak/russian primary, 0:run-open:0:race/russian",
    ]
    assert told(RACE, RUN, best(1, solved=1), best(2), best(3, "turkish")) == [
        "offered",
        "### Race: Russian checkers",
        "As many puzzles as you can in 3 minutes. A miss costs ten seconds and brings the next puzzl…",
        "You are on the way: 3 puzzles solved.",
        "**Best of the month on this server**",
        "1. <@102> · 9 puzzles",
        "2. <@103> · 9 puzzles in Turkish checkers",
        "-# Your best of the month: 1 puzzle",
        "0:run-begin:0:race/russian primary, 0:run-open:0:streak/russian",
    ]
    assert told(RACE, None, best(1), best(1))[3:5] == [
        "**Best of the month on this server**",
        "1. <@101> · 9 puzzles",
    ]
    assert told(RACE, None, best(1))[3:5] == [
        "-# Your best of the month: 9 puzzles",
        "0:run-begin:0:race/russian primary, 0:run-open:0:streak/russian",
    ]


def asked(run: PuzzleRun = RUN, plies: int = 0, note: str | None = None) -> list[str]:
    match = ONE.match_after(plies)
    node = reach_match_choice(match, ())
    assert node is not None
    card = run_card(
        run, ONE, match, PuzzleState(ONE.key, plies), node, SAY, theme="paper", ends_at=7200.0, note=note
    )
    return told_by(card)


def test_a_puzzle_of_a_race_says_until_when() -> None:
    assert asked() == [
        "offered",
        "### Race: 3 solved · Russian checkers ★☆☆",
        "Your time is up <t:7200:R>.",
        "**White** to move. Only one move comes out ahead: find it.",
        "(picture)",
        "0:race:0:e9af4140e5/0/a3,b4 primary, 0:race:0:e9af4140e5/0/e3 primary, 0:race:0:e9af4140e5/0/g3",
        "primary, 0:race:0:e9af4140e5/0/d2,c3 primary, 0:race:0:e9af4140e5/0/a1,b2 primary,",
        "0:race:0:e9af4140e5/0/c1,b2 primary",
    ]
    assert asked(replace(RUN, kind=STREAK))[1:4] == [
        "### Streak of 3 · Russian checkers ★☆☆",
        "**White** to move. Only one move comes out ahead: find it.",
        "(picture)",
    ]


def test_under_way_the_note_stands_for_the_task() -> None:
    assert asked(note="Well.")[3:6] == [
        "Well.",
        "**White** to move. Only one move comes out ahead: find it.",
        "(picture)",
    ]
    assert asked(plies=2, note="Well.")[3:5] == [
        "Well.",
        "You must capture (Russian checkers: captures are mandatory).",
    ]
    assert asked(plies=2)[3:5] == [
        "**White** to move. Only one move comes out ahead: find it.",
        "You must capture (Russian checkers: captures are mandatory).",
    ]


def test_a_result_shows_the_puzzle_that_was_missed() -> None:
    def told(missed: Any) -> list[str]:
        return told_by(
            run_result_card(
                RUN, lobby(RACE, None, best(1), best(1)), SAY, theme="paper", missed_puzzle=missed
            )
        )

    assert told(None) == [
        "over",
        "### Your race in Russian checkers: 3 puzzles",
        "**Best of the month on this server**",
        "1. <@101> · 9 puzzles",
        "0:run-begin:0:race/russian primary, 0:run-open:0:streak/russian, 0:puzzle-mine:0",
    ]
    assert told(ONE)[2:7] == ["The last one would have gone so:", "```", "1. e3-d4 c5:e3", "2. d2:b8", "```"]
