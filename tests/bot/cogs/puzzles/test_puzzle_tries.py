"""Tries at a puzzle: the refutation of a wrong one, and moves made automatically.

Also the line of tries that can be shared.
"""

from collections.abc import Sequence

import pytest

from bot.cards.play.hint import hint_line
from bot.cards.puzzles.puzzle import PuzzleState
from bot.cogs.puzzles.solving import resolve_puzzle_state, resolve_state_with_hint
from engines.puzzles.puzzle import Puzzle, load_shipped_puzzles
from tests.bot.puzzle_moves import NOTATION, PUZZLES, path_of, press_move, puzzle_of, wrong_move
from tests.bot.puzzles import todays
from tests.bot.server import Server, texts
from words import ENGLISH, localizer_for

SAY = localizer_for(ENGLISH)


@pytest.mark.ci
def test_no_sentence_about_cards_speaks_notation() -> None:
    for puzzle in load_shipped_puzzles("one-zero-one")[::3]:
        wrong = path_of(puzzle, 0, wrong_move(puzzle))
        said = [resolve_puzzle_state(puzzle, PuzzleState(puzzle.key, path=wrong, plays_now=True)).message]
        for plies in range(0, len(puzzle.line), 2):
            right = path_of(puzzle, plies, puzzle.line[plies])
            said.append(
                resolve_puzzle_state(
                    puzzle, PuzzleState(puzzle.key, plies, path=right, plays_now=True)
                ).message
            )
            whole = resolve_state_with_hint(puzzle, PuzzleState(puzzle.key, plies), whole=True)[1]
            assert not NOTATION.search(hint_line(whole, SAY, "card.puzzle.move"))
        assert not [each for each in said if each and NOTATION.search(str(each))]


@pytest.mark.ci
async def test_what_answers_a_wrong_move_at_cards_is_told_in_words(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "puzzle", game="one-zero-one")
    puzzle = puzzle_of(shown.response)
    tried = await press_move(room, shown, puzzle, 0, wrong_move(puzzle))
    assert "answers it. Try again." in texts(tried.response)
    assert not NOTATION.search(texts(tried.response))


@pytest.mark.ci
@pytest.mark.parametrize(
    "puzzles", [PUZZLES[::9], pytest.param(PUZZLES, marks=pytest.mark.deep)], ids=["some", "all"]
)
def test_where_the_solver_has_one_move_alone_it_is_made_for_them(puzzles: Sequence[Puzzle]) -> None:
    forced = 0
    for puzzle in puzzles:
        for plies in range(0, len(puzzle.line), 2):
            state = PuzzleState(
                puzzle.key, plies, path=path_of(puzzle, plies, puzzle.line[plies]), plays_now=True
            )
            stood = resolve_puzzle_state(puzzle, state)
            if stood.node is not None:
                assert len(stood.match.moves()) > 1
                by_itself = stood.state.plies > plies + 2
                assert stood.message is not None
                assert (stood.message.code == "card.puzzle.right.forced") == by_itself
                forced += by_itself
    assert forced


@pytest.mark.ci
async def test_a_wrong_move_is_answered_by_what_refutes_it(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "puzzle", game="russian")
    puzzle = puzzle_of(shown.response)
    tried = await press_move(room, shown, puzzle, 0, wrong_move(puzzle))
    after = puzzle.match_after(0)
    after.play(wrong_move(puzzle))
    [answer] = [move for move in after.moves() if f"`{move}` answers it. Try again." in texts(tried.response)]
    assert answer


async def test_tries_are_told_and_shared_without_a_move(room: Server) -> None:
    step = await room.ann.slash(room.channel, "puzzle", game="russian")
    puzzle = puzzle_of(step.response)
    step = await press_move(room, step, puzzle, 0, wrong_move(puzzle))
    step = await room.ann.click(step.response, label="Hint")
    for plies in range(0, len(puzzle.line), 2):
        step = await press_move(room, step, puzzle, plies, puzzle.line[plies])
        if "Solved" in texts(step.response):
            break
    assert "**Solved** in 2 tries, with a hint." in texts(step.response)
    solved = texts(step.response)
    await room.ann.click(step.response, label="Share")
    post = room.channel.history()[-1]
    assert not post.flags.ephemeral
    signs = "🟥💡" + "🟩" * (len(puzzle.line) // 2 + 1)
    assert texts(post) == f"-# Shared by Ann\nTwotone puzzle · Russian checkers {signs}"
    assert not any(move in texts(post) for move in puzzle.line)
    assert f"```\nTwotone puzzle · Russian checkers {signs}\n```" in solved, "it can be copied without a post"
    tried = await room.ben.click(post, label="Solve it")
    assert tried.ephemeral and puzzle_of(tried.response) == puzzle


async def test_todays_puzzle_has_its_number_also_where_it_is_shared(room: Server) -> None:
    step = await todays(room.ann, room.channel)
    puzzle = puzzle_of(step.response)
    title = texts(step.response).splitlines()[0]
    assert title.startswith("### Puzzle of the day no. ")
    for plies in range(0, len(puzzle.line), 2):
        step = await press_move(room, step, puzzle, plies, puzzle.line[plies])
        if "Solved" in texts(step.response):
            break
    assert "**Solved at the first try!**" in texts(step.response)
    await room.ann.click(step.response, label="Share")
    number = title.partition("no. ")[2].partition(" (")[0]
    assert f"Twotone puzzle no. {number} · " in texts(room.channel.history()[-1])
