"""/puzzle: seen by one person alone, and solved by buttons.

It is kind to a wrong move, and shows the line at its end.
"""

from typing import Any

import pytest

from bot.cards.kit.pictures import Drawing
from bot.cards.puzzles.puzzle import PuzzleIds, PuzzleState, puzzle_card, solved_card
from bot.cogs.puzzles.solving import stand, stand_with_hint
from bot.custom_ids import LIMIT
from club.puzzles import solving
from club.puzzles.solving import PuzzleTally, PuzzleView
from club.refusals import Refusal
from engines.puzzles.puzzle import Puzzle, load_shipped
from engines.puzzles.scales import SOLVERS
from rendering.picture import Picture, draw
from rules.catalogue import GAMES
from rules.choosing import reach_choice
from rules.game import View
from rules.match import Match
from tests.bot.limits import every
from tests.bot.puzzles import todays
from tests.bot.server import Server, button, buttons, texts, walk
from tests.rules.playouts import random_match
from tests.sets import leave_to_ci
from tests.simulation.drawing import undrawn
from words import ENGLISH, speaker

SAY = speaker(ENGLISH)
GAME = "russian"
PUZZLES = [puzzle for game in GAMES for puzzle in load_shipped(game)]


def path_of(puzzle: Puzzle, plies: int, text: str) -> tuple[str, ...]:
    """The choices that lead to a move."""
    position = puzzle.after(plies).position
    move = puzzle.rules.read(position, text)
    return tuple(step.value for step in puzzle.rules.steps(position, move))


def moves_of_its_piece(puzzle: Puzzle) -> list[str]:
    """The moves of the piece that is to move first."""
    piece = path_of(puzzle, 0, puzzle.line[0])[0]
    return [text for text in puzzle.after(0).moves() if path_of(puzzle, 0, text)[0] == piece]


def wrong_move(puzzle: Puzzle) -> str:
    """A legal first move that is not the winning one."""
    return next(text for text in puzzle.after(0).moves() if text != puzzle.line[0])


@pytest.mark.ci
def test_every_puzzle_is_walked_by_its_buttons_to_its_end() -> None:
    for puzzle in PUZZLES:
        for plies in range(0, len(puzzle.line), 2):
            path = path_of(puzzle, plies, puzzle.line[plies])
            assert len(str(PuzzleIds(puzzle.key, plies).do(path))) <= LIMIT
            stood = stand(puzzle, PuzzleState(puzzle.key, plies, path=path, sure=True))
            last = plies == len(puzzle.line) - 1
            assert stood.reached is None or not last
            if stood.reached is not None:
                forced = (stood.state.plies - plies) // 2
                assert stood.state == PuzzleState(puzzle.key, plies + 2 * forced, "o" * forced)
                assert (
                    stood.said is not None
                    and stood.said.facts["move"] == puzzle.after(plies + 1).plies[-1].said
                )


@pytest.mark.parametrize(
    "game",
    leave_to_ci([game for game in GAMES if load_shipped(game)], but=("binary", "russian", "one-zero-one")),
)
def test_each_choice_of_a_first_move_fits_into_its_button(game: str) -> None:
    puzzle = load_shipped(game)[0]
    match = puzzle.after(0)
    reached = reach_choice(puzzle.rules, match.position, ())
    assert reached is not None
    with undrawn():
        for part in (None, 0):
            state = PuzzleState(puzzle.key, part=part)
            card = puzzle_card(PuzzleView(puzzle), match, state, reached, SAY, theme="wood", note=None)
            parts = list(every(item.to_component_dict() for item in card.view.children))
            assert len(parts) <= 40
            assert all(len(each.get("custom_id", "")) <= LIMIT for each in parts)
        solved_card(PuzzleView(puzzle), PuzzleTally(1, 1), SAY, theme="wood", tries="o")


@pytest.mark.ci
def test_a_hint_marks_where_the_move_begins_and_then_all_of_it() -> None:
    for puzzle in PUZZLES:
        for plies in range(0, len(puzzle.line), 2):
            match = puzzle.after(plies)
            steps = puzzle.rules.steps(match.position, puzzle.rules.read(match.position, puzzle.line[plies]))
            way = [step.square for step in steps]
            stood, look = stand_with_hint(puzzle, PuzzleState(puzzle.key, plies), whole=False)
            assert stood.reached is not None
            begun = len(stood.reached.chain)
            ranked = [step.square for step in stood.reached.choices if step.group == steps[0].group]
            if len(steps) == begun + 1 and not steps[begun].group:
                begun = 0  # what is left would be all of the move
            wanted = ranked if len(way) == 1 else [way[begun]] if len(way) > begun + 1 else look.squares
            assert list(look.squares) == [square for square in wanted if square]
            assert set(look.squares) & set(way) or look.cards == (steps[begun].card,)
            assert look.hint.look in (steps[begun].label, steps[begun].group)
            assert look.hint.move == puzzle.after(plies + 1).plies[-1].said
            whole = stand_with_hint(puzzle, PuzzleState(puzzle.key, plies), whole=True)[1]
            assert list(whole.squares) == [square for square in way if square]
            assert list(whole.cards) == [step.card for step in steps if step.card]


def test_the_board_offers_where_to_look_alone_and_frames_the_whole_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[dict[str, Any]] = []

    def draw_noted(view: View, **marks: Any) -> Picture:
        drawn.append(marks)
        return draw(view, **marks)

    monkeypatch.setattr("bot.cards.play.hint.draw", draw_noted)
    puzzle = load_shipped(GAME)[0]
    for whole in (False, True):
        stood, look = stand_with_hint(puzzle, PuzzleState(puzzle.key, 0), whole=whole)
        assert stood.reached is not None
        card = puzzle_card(
            PuzzleView(puzzle),
            stood.match,
            stood.state,
            stood.reached,
            SAY,
            theme="wood",
            note=None,
            look=look,
        )
        for item in card.view.walk_children():
            if isinstance(item, Drawing):
                item.make()
        assert (drawn[-1]["chosen"], drawn[-1]["choices"]) == (
            (look.squares, ()) if whole else ((), look.squares)
        )


@pytest.mark.ci
def test_a_puzzle_has_room_for_its_hint_on_the_way_to_every_move() -> None:
    with undrawn():
        for puzzle in PUZZLES:
            match = puzzle.after(0)
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
    chosen = await room.ann.click(tried.response, custom_id=str(PuzzleIds(puzzle.key, 0, "hx").pick(piece)))
    assert list(buttons(chosen.response))[-3:] == ["Hint", "Solution", "Another"]


@pytest.mark.parametrize("action", ["puzzle-hint", "puzzle-move"])
@pytest.mark.parametrize("rest", ["", "0123456789/0/", "KEY/1/", "KEY/98/"])
async def test_a_hint_that_no_button_asks_for_is_refused_kindly(room: Server, action: str, rest: str) -> None:
    custom_id = f"v1:0:{action}:0:{rest.replace('KEY', load_shipped(GAME)[0].key)}"
    old = room.plant(room.channel, [button(custom_id)])
    gone = await room.ann.click(old, custom_id=custom_id)
    assert "not there any more" in texts(gone.response)


def test_a_wrong_move_leaves_the_puzzle_as_it_was() -> None:
    puzzle = load_shipped(GAME)[0]
    text = wrong_move(puzzle)
    stood = stand(puzzle, PuzzleState(puzzle.key, 0, path=path_of(puzzle, 0, text), sure=True))
    assert stood.said is not None
    assert (stood.said.code, stood.said.facts) == ("card.puzzle.wrong", {"move": text})
    assert stood.state == PuzzleState(puzzle.key, 0, "x")
    assert stood.match.plies == []


def test_a_move_from_which_others_go_on_is_made_by_its_own_button() -> None:
    match = Match(GAMES["binary"], {"size": 6}, bytes(32))
    match.play(match.moves()[0])
    one = next(text for text in match.moves() if any(other.startswith(f"{text}+") for other in match.moves()))
    puzzle = Puzzle("binary", {"size": 6}, match.game.dump(match.position), (one,), 0, 1, 0)
    path = path_of(puzzle, 0, one)
    asked = stand(puzzle, PuzzleState(puzzle.key, 0, path=path)).reached
    assert asked is not None
    assert asked.choices
    assert stand(puzzle, PuzzleState(puzzle.key, 0, path=path, sure=True)).reached is None


@pytest.mark.parametrize("written", ["", "0/0/", "0123456789/x/", "0123456789/0/"])
def test_what_no_button_says_is_refused_kindly(written: str) -> None:
    state = PuzzleState.parse(written)
    assert state is None or state.key == "0123456789"


@pytest.mark.parametrize(
    ("plies", "path", "sure"), [(1, (), False), (98, (), False), (0, ("z9",), False), (0, (), True)]
)
def test_a_state_that_nobody_can_reach_is_refused(plies: int, path: tuple[str, ...], sure: bool) -> None:
    puzzle = load_shipped(GAME)[0]
    with pytest.raises(Refusal) as refused:
        stand(puzzle, PuzzleState(puzzle.key, plies, path=path, sure=sure))
    assert refused.value.code == "puzzle.gone"


def solution_of(puzzle: Puzzle) -> str:
    """What the card of a puzzle says that is over."""
    with undrawn():
        card = solved_card(PuzzleView(puzzle), PuzzleTally(1, 1), SAY, theme="wood", tries="o")
    parts = every(item.to_component_dict() for item in card.view.children)
    return "\n".join(part["content"] for part in parts if "content" in part)


def test_the_line_of_a_puzzle_begins_with_its_solver_whichever_side_they_play() -> None:
    for solver in (0, 1):
        puzzle = next(each for each in PUZZLES if each.solver == solver and len(each.line) == 3)
        one, reply, two = puzzle.line
        assert f"```\n1. {one} {reply}\n2. {two}\n```" in solution_of(puzzle)


def test_a_proven_puzzle_that_ends_before_the_match_says_why_it_is_won() -> None:
    going = next(each for each in PUZZLES if each.game in SOLVERS and not each.after(len(each.line)).outcome)
    match = random_match(GAMES["binar"], {"size": 3}, 3)
    last = match.plies[-1].text
    over = Puzzle("binar", {"size": 3}, match.game.dump(match.plies[-2].position), (last,), 0, 1, 0)
    assert "Now every reply loses" in solution_of(going)
    assert "Now every reply loses" not in solution_of(over)
    assert "No other first move wins." in solution_of(over)


@pytest.mark.ci
def test_a_sacrifice_that_takes_no_more_than_it_gives_says_that_a_king_is_worth_more() -> None:
    seen = set()
    for puzzle in PUZZLES:
        if puzzle.given and puzzle.game not in SOLVERS:
            own, others = puzzle.losses
            seen.add(others > own)
            assert ("a king is worth more than a man." in solution_of(puzzle)) == (others <= own)
    assert seen == {False, True}


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
    if len(load_shipped("russian")) > 1:
        assert puzzle_of(further.response) != puzzle


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


def test_where_to_look_is_never_the_whole_move_of_cards() -> None:
    for puzzle in load_shipped("one-zero-one"):
        for plies in range(0, len(puzzle.line), 2):
            position = puzzle.after(plies).position
            look = stand_with_hint(puzzle, PuzzleState(puzzle.key, plies), whole=False)[1].hint.look
            moves = [puzzle.rules.steps(position, move) for move in puzzle.rules.moves(position)]
            assert sum(look in [step.label for step in steps] for steps in moves) > 1


def test_a_puzzle_solved_by_its_first_move_shows_the_hands_that_are_left() -> None:
    for puzzle in load_shipped("one-zero-one"):
        card = solved_card(PuzzleView(puzzle), PuzzleTally(1, 1), SAY, theme="wood", tries="o")
        written = "".join(
            each.get("content", "") for each in every([card.view.children[0].to_component_dict()])
        )
        assert ("-# Hands: " in written) == (puzzle.after(len(puzzle.line)).outcome is None)


async def test_both_hands_are_there_and_a_hint_raises_a_card(room: Server) -> None:
    step = await room.ann.slash(room.channel, "puzzle", game="one-zero-one")
    puzzle = puzzle_of(step.response)
    match = puzzle.after(0)
    card = puzzle.rules.steps(match.position, puzzle.rules.read(match.position, puzzle.line[0]))[0].card
    assert card is not None
    hands = [[each.name for each in hand] for hand in match.position.hands]
    (line,) = [each for each in texts(step.response).splitlines() if "Hands: " in each]
    for side, hand in zip(match.sides, hands, strict=True):
        told = line.split(f"{side}: ")[1].split(" · ")[0]
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
    assert puzzle_of(anns.response).line[0] in texts(shown.response)


async def test_a_game_without_puzzles_names_those_that_have_some(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "club.puzzles.solving.load_shipped", lambda game: () if game == "gothic" else load_shipped(game)
    )
    # A pool that an earlier test had made would still have Gothic's.
    monkeypatch.setattr("club.puzzles.solving._pool", solving._pool.__wrapped__)
    refused = await room.ann.slash(room.channel, "puzzle", game="gothic")
    assert "Russian checkers" in texts(refused.response)
    assert "Gothic" not in texts(refused.response).split("There are some of")[1]
    offered = await room.ann.autocomplete(room.channel, "puzzle", "game", "go")
    assert "gothic" not in [choice["value"] for choice in offered]
    days = {room.bot.club.puzzles.of_day(day).game for day in range(20 * len(GAMES))}
    assert days == {game for game in GAMES if load_shipped(game)} - {"gothic"}


async def test_a_puzzle_that_is_not_there_any_more_says_so(room: Server) -> None:
    forged = {"type": 2, "id": 2, "style": 1, "label": "old", "disabled": False}
    forged["custom_id"] = "v1:0:puzzle:0:0123456789/0/"
    old = room.plant(room.channel, [{"type": 1, "id": 1, "components": [forged]}])
    gone = await room.ann.click(old, label="old")
    assert "not there any more" in texts(gone.response)


async def press_move(room: Server, shown: Any, puzzle: Puzzle, plies: int, text: str) -> Any:
    """Make a move by the buttons that are offered, however many presses it takes."""
    wanted = path_of(puzzle, plies, text)
    came = -1
    for _ in range(20):
        found = {}
        for custom_id in buttons_of(shown.response):
            state = PuzzleState.parse(custom_id.split(":", 4)[4]) if ":puzzle:" in custom_id else None
            if state and state.path == wanted[: len(state.path)] and len(state.path) + state.sure > came:
                found[len(state.path) + state.sure] = custom_id
        came = max(found)
        shown = await room.ann.click(shown.response, custom_id=found[came])
        if any(words in texts(shown.response) for words in ("is right", "Try again", "Solved")):
            return shown
    raise AssertionError(f"no way to {text}")


def buttons_of(message: Any) -> list[str]:
    """The custom_ids of the buttons that can be pressed."""
    parts = walk(message.components)
    return [part["custom_id"] for part in parts if part["type"] == 2 and not part.get("disabled")]


def puzzle_of(message: Any) -> Puzzle:
    """The puzzle that a message shows, by the custom_id of its buttons."""
    key = next(each.split(":", 4)[4] for each in buttons_of(message) if ":puzzle-next:" in each)
    return next(puzzle for puzzle in PUZZLES if puzzle.key == key)
