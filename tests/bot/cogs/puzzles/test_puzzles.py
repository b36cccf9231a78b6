"""/puzzle: seen by one person alone, and solved by buttons.

It is kind to a wrong move, and shows the line at its end.
"""

from collections.abc import Sequence

import pytest

from bot.cards.puzzles.puzzle import PuzzleIds, PuzzleState, puzzle_card, puzzle_solution_card
from bot.cogs.puzzles.solving import resolve_puzzle_state as resolve
from bot.cogs.puzzles.solving import resolve_state_with_hint as resolve_with_hint
from bot.custom_ids import LIMIT
from club.puzzles.solving import PuzzleTally, PuzzleView
from club.refusals import Refusal
from engines.puzzles.puzzle import Puzzle
from engines.puzzles.puzzle import load_shipped_puzzles as shipped
from engines.puzzles.scales import SOLVERS
from rules.catalogue import GAMES
from rules.choosing import reach_choice
from rules.match import Match
from tests.bot.limits import every
from tests.bot.puzzle_moves import PUZZLES, path_of, press_move, puzzle_of, wrong_move
from tests.bot.puzzles import todays
from tests.bot.server import Server, buttons, texts
from tests.rules.playouts import random_match
from tests.sets import leave_to_ci
from tests.simulation.drawing import undrawn
from words import ENGLISH, localizer_for

SAY = localizer_for(ENGLISH)
GAME = "russian"


def moves_of_its_piece(puzzle: Puzzle) -> list[str]:
    """The moves of the piece that is to move first."""
    piece = path_of(puzzle, 0, puzzle.line[0])[0]
    return [text for text in puzzle.match_after(0).moves() if path_of(puzzle, 0, text)[0] == piece]


OF_EACH_GAME = [puzzle for game in GAMES for puzzle in shipped(game)[:2]]
SOME_OR_ALL = pytest.mark.parametrize(
    "puzzles", [OF_EACH_GAME, pytest.param(PUZZLES, marks=pytest.mark.deep)], ids=["some", "all"]
)


@pytest.mark.ci
@SOME_OR_ALL
def test_every_puzzle_is_walked_by_its_buttons_to_its_end(puzzles: Sequence[Puzzle]) -> None:
    for puzzle in puzzles:
        for plies in range(0, len(puzzle.line), 2):
            path = path_of(puzzle, plies, puzzle.line[plies])
            assert len(str(PuzzleIds(puzzle.key, plies).play_id(path))) <= LIMIT
            stood = resolve(puzzle, PuzzleState(puzzle.key, plies, path=path, plays_now=True))
            last = plies == len(puzzle.line) - 1
            assert stood.node is None or not last
            if stood.node is not None:
                forced = (stood.state.plies - plies) // 2
                assert stood.state == PuzzleState(puzzle.key, plies + 2 * forced, "o" * forced)
                assert stood.message is not None
                assert stood.message.facts["move"] == puzzle.match_after(plies + 1).plies[-1].said


@pytest.mark.parametrize(
    "game",
    leave_to_ci([game for game in GAMES if shipped(game)], but=("binary", "russian", "one-zero-one")),
)
def test_each_choice_of_a_first_move_fits_into_its_button(game: str) -> None:
    puzzle = shipped(game)[0]
    match = puzzle.match_after(0)
    reached = reach_choice(puzzle.rules, match.position, ())
    assert reached
    with undrawn():
        for part in (None, 0):
            state = PuzzleState(puzzle.key, part=part)
            card = puzzle_card(PuzzleView(puzzle), match, state, reached, SAY, theme="wood", note=None)
            parts = list(every(item.to_component_dict() for item in card.view.children))
            assert len(parts) <= 40
            assert all(len(each.get("custom_id", "")) <= LIMIT for each in parts)
        puzzle_solution_card(PuzzleView(puzzle), PuzzleTally(1, 1), SAY, theme="wood", tries="o")


@pytest.mark.ci
@SOME_OR_ALL
def test_a_hint_marks_where_the_move_begins_and_then_all_of_it(puzzles: Sequence[Puzzle]) -> None:
    for puzzle in puzzles:
        for plies in range(0, len(puzzle.line), 2):
            match = puzzle.match_after(plies)
            steps = puzzle.rules.steps(match.position, puzzle.rules.read(match.position, puzzle.line[plies]))
            way = [step.square for step in steps]
            stood, look = resolve_with_hint(puzzle, PuzzleState(puzzle.key, plies), whole=False)
            assert stood.node is not None
            begun = len(stood.node.chain)
            ranked = [step.square for step in stood.node.choices if step.group == steps[0].group]
            if len(steps) == begun + 1 and not steps[begun].group:
                begun = 0  # what is left would be all of the move
            wanted = ranked if len(way) == 1 else [way[begun]] if len(way) > begun + 1 else look.squares
            assert list(look.squares) == [square for square in wanted if square]
            assert set(look.squares) & set(way) or look.cards == (steps[begun].card,)
            assert look.hint.clue in (steps[begun].label, steps[begun].group)
            assert look.hint.move == puzzle.match_after(plies + 1).plies[-1].said
            whole = resolve_with_hint(puzzle, PuzzleState(puzzle.key, plies), whole=True)[1]
            assert list(whole.squares) == [square for square in way if square]
            assert list(whole.cards) == [step.card for step in steps if step.card]


@pytest.mark.ci
@SOME_OR_ALL
def test_a_puzzle_has_room_for_its_hint_on_the_way_to_every_move(puzzles: Sequence[Puzzle]) -> None:
    with undrawn():
        for puzzle in puzzles:
            match = puzzle.match_after(0)
            path = path_of(puzzle, 0, wrong_move(puzzle))
            for state in (
                PuzzleState(puzzle.key, part=part, path=path[:taken])
                for part in (None, 0)
                for taken in (0, 1)
            ):
                reached = reach_choice(puzzle.rules, match.position, state.path)
                assert reached is not None
                card = puzzle_card(PuzzleView(puzzle), match, state, reached, SAY, theme="wood", note=None)
                parts = list(every(item.to_component_dict() for item in card.view.children))
                assert len(parts) <= 40
                assert all(len(part["components"]) <= 5 for part in parts if part["type"] == 1)
                assert "Hint" in [part.get("label") for part in parts]


@pytest.mark.ci
async def test_a_hint_says_where_to_look_then_the_move_and_the_puzzle_counts_as_solved(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "puzzle", game="russian")
    puzzle = puzzle_of(shown.response)
    for plies in range(0, len(puzzle.line), 2):
        looked = await room.ann.click(shown.response, label="Hint")
        assert f"Look here: **{path_of(puzzle, plies, puzzle.line[plies])[0]}**." in texts(looked.response)
        assert f"`{puzzle.line[plies]}`" not in texts(looked.response)
        assert ("find it" in texts(looked.response)) == (plies == 0)
        assert "Hint" not in buttons(looked.response)
        [board] = looked.response.attachments
        assert "You can choose" not in board.description
        await room.restart()
        given = await room.ann.click(looked.response, label="Show the move")
        assert f"The move is `{puzzle.line[plies]}`." in texts(given.response)
        assert "find it" not in texts(given.response)
        assert not {"Hint", "Show the move"} & set(buttons(given.response))
        assert given.response.attachments[0].description == board.description
        shown = await press_move(room, given, puzzle, plies, puzzle.line[plies])
    assert "Solved" in texts(shown.response)
    assert "Puzzles solved so far: 1 · 1 day in a row. One a day keeps your streak." in texts(shown.response)


async def test_a_hint_stays_until_the_move_is_found(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "puzzle", game="russian")
    while len(moves_of_its_piece(puzzle_of(shown.response))) == 1:  # there the piece is no choice of its own
        shown = await room.ann.click(shown.response, label="Another")
    puzzle = puzzle_of(shown.response)
    looked = await room.ann.click(shown.response, label="Hint")
    tried = await press_move(room, looked, puzzle, 0, wrong_move(puzzle))
    assert "Try again" in texts(tried.response) and "Look here" in texts(tried.response)
    assert list(buttons(tried.response))[-4:] == ["Show the move", "Solution", "Another", "How to play"]
    piece = path_of(puzzle, 0, puzzle.line[0])[:1]
    pick = str(PuzzleIds(puzzle.key, 0, "hx").choice_id(piece))
    chosen = await room.ann.click(tried.response, custom_id=pick)
    assert list(buttons(chosen.response))[-3:] == ["Hint", "Solution", "Another"]


def test_a_wrong_move_leaves_the_puzzle_as_it_was() -> None:
    puzzle = shipped(GAME)[0]
    text = wrong_move(puzzle)
    stood = resolve(puzzle, PuzzleState(puzzle.key, 0, path=path_of(puzzle, 0, text), plays_now=True))
    assert stood.message is not None
    assert (stood.message.code, stood.message.facts) == ("card.puzzle.wrong", {"move": text})
    assert stood.state == PuzzleState(puzzle.key, 0, "x")
    assert stood.match.plies == []


def test_a_move_from_which_others_go_on_is_made_by_its_own_button() -> None:
    match = Match(GAMES["binary"], {"size": 6}, bytes(32))
    match.play(match.moves()[0])
    one = next(text for text in match.moves() if any(other.startswith(f"{text}+") for other in match.moves()))
    puzzle = Puzzle("binary", {"size": 6}, match.game.dump(match.position), (one,), 0, 1, 0)
    path = path_of(puzzle, 0, one)
    asked = resolve(puzzle, PuzzleState(puzzle.key, 0, path=path)).node
    assert asked is not None
    assert asked.choices
    assert resolve(puzzle, PuzzleState(puzzle.key, 0, path=path, plays_now=True)).node is None


@pytest.mark.parametrize("written", ["", "0/0/", "0123456789/x/", "0123456789/0/"])
def test_what_no_button_says_is_refused_kindly(written: str) -> None:
    state = PuzzleState.parse(written)
    assert state is None or state.key == "0123456789"


@pytest.mark.parametrize(
    ("plies", "path", "sure"), [(1, (), False), (98, (), False), (0, ("z9",), False), (0, (), True)]
)
def test_a_state_that_nobody_can_reach_is_refused(plies: int, path: tuple[str, ...], sure: bool) -> None:
    puzzle = shipped(GAME)[0]
    with pytest.raises(Refusal) as refused:
        resolve(puzzle, PuzzleState(puzzle.key, plies, path=path, plays_now=sure))
    assert refused.value.code == "puzzle.gone"


def solution_of(puzzle: Puzzle) -> str:
    """What the card of a puzzle says that is over."""
    with undrawn():
        card = puzzle_solution_card(PuzzleView(puzzle), PuzzleTally(1, 1), SAY, theme="wood", tries="o")
    parts = every(item.to_component_dict() for item in card.view.children)
    said: list[str] = [part["content"] for part in parts if "content" in part]
    return "\n".join(said)


def test_the_line_of_a_puzzle_begins_with_its_solver_whichever_side_they_play() -> None:
    for solver in (0, 1):
        puzzle = next(each for each in PUZZLES if each.solver == solver and len(each.line) == 3)
        one, reply, two = puzzle.line
        assert f"```\n1. {one} {reply}\n2. {two}\n```" in solution_of(puzzle)


def test_a_proven_puzzle_that_ends_before_the_match_says_why_it_is_won() -> None:
    solved = [each for each in PUZZLES if each.game in SOLVERS]
    going = next(each for each in solved if not each.match_after(len(each.line)).outcome)
    match = random_match(GAMES["binar"], {"size": 3}, 3)
    last = match.plies[-1].text
    over = Puzzle("binar", {"size": 3}, match.game.dump(match.plies[-2].position), (last,), 0, 1, 0)
    assert "Now every reply loses" in solution_of(going)
    assert "Now every reply loses" not in solution_of(over)
    assert "No other first move wins." in solution_of(over)


def test_a_sacrifice_that_takes_no_more_than_it_gives_says_that_a_king_is_worth_more() -> None:
    sacrifices = (puzzle for puzzle in PUZZLES if puzzle.given and puzzle.game not in SOLVERS)
    kinds: dict[bool, Puzzle] = {}
    for puzzle in sacrifices:
        own, others = puzzle.pieces_lost
        kinds.setdefault(others > own, puzzle)
        if len(kinds) == 2:
            break
    assert "a king is worth more than a man." not in solution_of(kinds[True])
    assert "a king is worth more than a man." in solution_of(kinds[False])


async def test_a_puzzle_is_solved_in_private_after_a_wrong_move_and_a_restart(room: Server) -> None:
    first = await room.ann.slash(room.channel, "puzzle", game="russian")
    assert first.ephemeral
    puzzle = puzzle_of(first.response)
    assert "to move" in texts(first.response)
    tried = await press_move(room, first, puzzle, 0, wrong_move(puzzle))
    assert "Try again" in texts(tried.response)
    await room.restart()
    step = tried
    for plies in range(0, len(puzzle.line), 2):
        step = await press_move(room, step, puzzle, plies, puzzle.line[plies])
        if plies < len(puzzle.line) - 1:
            [board] = step.response.attachments
            reply = puzzle.line[plies + 1]
            assert f"The reply is `{reply}`. What now?" in texts(step.response)
            assert "find it" not in texts(step.response)
            assert board.description.startswith(f"Last move: {reply}. ")
            assert "You can choose" not in board.description
    assert "Solved" in texts(step.response)
    assert puzzle.line[-1] in texts(step.response)
    assert "Puzzles solved so far: 1 · 1 day in a row. One a day keeps your streak." in texts(step.response)
    further = await room.ann.click(step.response, label="Another")
    assert "to move" in texts(further.response)
    if len(shipped("russian")) > 1:
        assert puzzle_of(further.response) != puzzle


@pytest.mark.ci
@pytest.mark.parametrize(
    "game",
    leave_to_ci(["binary", "incorrect-checkers", "one-zero-one"], after=1),
)
async def test_a_proven_puzzle_is_solved_by_its_buttons(room: Server, game: str) -> None:
    step = await room.ann.slash(room.channel, "puzzle", game=game)
    puzzle = puzzle_of(step.response)
    assert (puzzle.game, step.ephemeral) == (game, True)
    assert "Only one move wins: find it." in texts(step.response)
    step = await press_move(room, step, puzzle, 0, wrong_move(puzzle))
    assert "Try again" in texts(step.response)
    for plies in range(0, len(puzzle.line), 2):
        step = await press_move(room, step, puzzle, plies, puzzle.line[plies])
    assert "Solved" in texts(step.response)
    assert "no other first move wins" in texts(step.response).lower()


@pytest.mark.ci
def test_where_to_look_is_never_the_whole_move_of_cards() -> None:
    for puzzle in shipped("one-zero-one"):
        for plies in range(0, len(puzzle.line), 2):
            position = puzzle.match_after(plies).position
            look = resolve_with_hint(puzzle, PuzzleState(puzzle.key, plies), whole=False)[1].hint.clue
            moves = [puzzle.rules.steps(position, move) for move in puzzle.rules.moves(position)]
            assert sum(look in [step.label for step in steps] for steps in moves) > 1


@pytest.mark.ci
def test_a_puzzle_solved_by_its_first_move_shows_the_hands_that_are_left() -> None:
    for puzzle in shipped("one-zero-one"):
        card = puzzle_solution_card(PuzzleView(puzzle), PuzzleTally(1, 1), SAY, theme="wood", tries="o")
        parts = every([card.view.children[0].to_component_dict()])
        written = "".join(each.get("content", "") for each in parts)
        assert ("-# Hands: " in written) == (puzzle.match_after(len(puzzle.line)).outcome is None)


@pytest.mark.ci
async def test_both_hands_are_there_and_a_hint_raises_a_card(room: Server) -> None:
    step = await room.ann.slash(room.channel, "puzzle", game="one-zero-one")
    puzzle = puzzle_of(step.response)
    match = puzzle.match_after(0)
    card = puzzle.rules.steps(match.position, puzzle.rules.read(match.position, puzzle.line[0]))[0].card
    assert card is not None
    hands = [[each.name for each in hand] for hand in match.position.hands]
    (line,) = [each for each in texts(step.response).splitlines() if "Hands: " in each]
    for side, hand in zip(match.sides, hands, strict=True):
        told = line.split(f"{side} (")[1].split(" · ")[0]
        assert all(name in told for name in hand)
    _, own = step.response.attachments
    assert own.description.startswith("Your hand: ")
    assert all(name in own.description for name in hands[puzzle.solver])
    assert "Raised" not in own.description
    for label in ("Hint", "Show the move"):
        step = await room.ann.click(step.response, label=label)
        assert step.response.attachments[1].description.endswith(f" Raised: {card}.")


async def test_the_solution_is_shown_on_asking_and_todays_puzzle_is_the_same_for_all(room: Server) -> None:
    anns, bens = [await todays(member, room.channel) for member in (room.ann, room.ben)]
    assert puzzle_of(anns.response) == puzzle_of(bens.response)
    shown = await room.ann.click(anns.response, label="Solution")
    assert "The solution" in texts(shown.response)
    assert "solved so far" not in texts(shown.response)
    square, _ = puzzle_of(anns.response).line[0].split()
    assert f"{square}↓" in texts(shown.response), "the first move, which is down"
