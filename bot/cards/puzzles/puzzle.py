"""A puzzle for one person: the board with choices, and then the solution.

The custom_ids hold the progress: `<puzzle>/<moves made><tries>/<choices>`, with the choices as in Try
it. A try is a letter: a wrong move, a hint where to look, the move shown, or a right move.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.cards.kit.after import NOWHERE, WebAddresses, web_buttons
from bot.cards.kit.card_lines import options_line, shared_by_line
from bot.cards.kit.choices import CHOICES_PATTERN, ChoiceIds, choice_rows, parse_choices, visible_choices
from bot.cards.kit.kit import OFFERED, OVER, PRIMARY, ActionButton, Card, framed_view, row, small_print, text
from bot.cards.kit.names import safe_name
from bot.cards.kit.pictures import board_picture
from bot.cards.play.hint import ShownHint, hint_line, hinted_board
from bot.cards.play.moves import numbered_lines
from bot.cards.play.picker import alike_cards_line, choices_picture, raised_hand, steps_line
from bot.custom_ids import CustomId
from club.puzzles.daily import puzzle_date
from club.puzzles.puzzle_rating import SHOWN_FROM, is_known
from club.puzzles.solving import PuzzleTally, PuzzleView, theme_name
from data.database.persons import display_name
from engines.puzzles.puzzle import Puzzle
from engines.puzzles.scales import SOLVERS
from rendering.describe import open_hands_text
from rules.board import BoardView
from rules.choosing import ChoiceNode
from rules.game import View
from rules.match import Match
from words import Localizer

STATE: Final = re.compile(
    r"(?P<key>[0-9a-f]{10})/(?P<plies>\d{1,2})(?P<tries>[xhmo]{0,16})/" + CHOICES_PATTERN
)
WRONG, LOOKED, SAW, RIGHT = "xhmo"
"""The letters of tries: a wrong move, where to look, the move shown, a right move."""
MOST: Final = 16
"""Maximum number of tries kept; of further ones, only hints are."""
SIGNS: Final = {WRONG: "🟥", LOOKED: "💡", SAW: "👀", RIGHT: "🟩"}
"""How tries are shown to others, who learn nothing of the moves from that."""


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """A person's progress in a puzzle.

    `plies` moves of its line have been made. `tries` has a letter for each try or hint so far, and
    `path` the choices made towards the next move. `plays_now` says that these choices are to be played
    although others could follow.
    """

    key: str
    plies: int = 0
    tries: str = ""
    path: tuple[str, ...] = ()
    part: int | None = None
    plays_now: bool = False

    @classmethod
    def parse(cls, text: str) -> "PuzzleState | None":
        """Parse the end of a custom_id; return `None` if it is not valid."""
        form = STATE.fullmatch(text)
        if form is None:
            return None
        return cls(form["key"], int(form["plies"]), form["tries"], *parse_choices(form))

    @property
    def id_prefix(self) -> str:
        """The start of a custom_id with this state, before any choice."""
        return f"{self.key}/{self.plies}{self.tries}/"

    def extended_tries(self, letter: str) -> str:
        """Return the tries with one more appended, up to the maximum.

        Among so many, an earlier move gives way to a hint, and to the right move that ends it: the solution
        says whether there was help. A wrong move does last, because wrong ones are counted.
        """
        if len(self.tries) < MOST:
            return self.tries + letter
        if letter in LOOKED + SAW or (letter == RIGHT and self.last_help):
            return (self.tries.replace(RIGHT if RIGHT in self.tries else WRONG, "", 1) + letter)[-MOST:]
        return self.tries

    @property
    def last_help(self) -> str:
        """The letter of the last hint taken for the next move; empty if none was taken."""
        return "".join(letter for letter in self.tries.rpartition(RIGHT)[2] if letter in LOOKED + SAW)[-1:]


@dataclass(frozen=True, slots=True)
class PuzzleIds(ChoiceIds):
    """The custom_ids with which a move is chosen in a puzzle."""

    key: str
    plies: int
    tries: str = ""
    action: str = "puzzle"

    def _custom_id(self, action: str, choices: str) -> CustomId:
        state = PuzzleState(self.key, self.plies, self.tries)
        return CustomId(self.action, 0, rest=state.id_prefix + self._mark_choices(action, choices))


def puzzle_card(
    puzzle_view: PuzzleView,
    match: Match,
    state: PuzzleState,
    node: ChoiceNode,
    say: Localizer,
    *,
    theme: str,
    note: str | None,
    hint: ShownHint | None = None,
) -> Card:
    """Return a puzzle, with the choices that continue from `node`.

    `note` comments on the last move, and `hint` is shown if there is one.
    """
    puzzle = puzzle_view.puzzle
    ids = PuzzleIds(puzzle.key, state.plies, state.tries)
    view = solver_view(puzzle, match)
    choices = visible_choices(node, view, state.part)
    side = match.sides[puzzle.solver]
    task = "card.puzzle.task" if puzzle.game in SOLVERS else "card.puzzle.task.material"
    under_way = (note is not None or hint is not None) and state.plies > 0
    # What is said of their last move asks for the next, and is beside the board on a phone.
    words = None if under_way or note or (hint and hint.shows_move) else say(task, side=side)
    if steps := steps_line(node, say):
        words = say("card.puzzle.next", steps=steps, side=side)
    if hint:
        board = hinted_board(view, hint, say, theme)
    elif under_way:  # what was replied is on the board, which what can be chosen would hide
        board = board_picture(view, say, theme)
    else:
        board = choices_picture(view, node, choices, say, theme=theme)
    hand = raised_hand(view, node, say, theme, hinted_cards=hint.cards if hint else ())
    shown = framed_view(
        OFFERED,
        text(
            title_line(puzzle_view, say),
            puzzle_options_line(puzzle, match, say),
            origin_line(puzzle_view, say),
            small_print(say("card.puzzle.first")) if puzzle_view.is_first else None,
            hint_line(hint, say, "card.puzzle.move") if hint else None,
            small_print(note) if hint and note else note,
            words,
            alike_cards_line(node, say),
            say.text(node.duty) if node.duty else None,
            small_print(open_hands_text(view, say.language)),
        ),
        board,
        hand,
        *choice_rows(node, choices, view, ids, say, extra_buttons=_buttons_below(puzzle, state, say, hint)),
    )
    return Card(shown)


def puzzle_solution_card(
    puzzle_view: PuzzleView,
    tally: PuzzleTally,
    say: Localizer,
    *,
    theme: str,
    tries: str | None,
    is_invited: bool = False,
    addresses: WebAddresses = NOWHERE,
) -> Card:
    """Return the solution of a puzzle, with its final board.

    It was solved with `tries`, or the solution is shown on request (`None`). With `is_invited`, a note
    explains how puzzles come from the person's own matches. `addresses` are where the puzzle is shown
    outside Discord.
    """
    puzzle = puzzle_view.puzzle
    match = puzzle.match_after(len(puzzle.line))
    shown = framed_view(
        OVER,
        text(
            title_line(puzzle_view, say),
            puzzle_options_line(puzzle, match, say),
            say("card.puzzle.shown") if tries is None else solved_line(tries, say),
            # A block has a button that copies it.
            f"```\n{tries_line(puzzle_view, tries, say)}\n```" if tries else None,
            solution_block(puzzle, match, say),
            _lesson(puzzle, match, say),
            themes_line(puzzle, say),
            small_print(open_hands_text(solver_view(puzzle, match), say.language)),
            small_print(_rating_line(tally, say)),
            small_print(_streak_line(tally, say)),
            origin_line(puzzle_view, say),
            small_print(say("card.puzzle.invited")) if is_invited else None,
        ),
        board_picture(solver_view(puzzle, match), say, theme),
        row(
            *([] if tries is None else [_share(puzzle, tries, say)]),
            *(
                []
                if puzzle_view.number
                else [ActionButton.create(CustomId("today", 0), say("button.home.puzzle"))]
            ),
            *_onward_buttons(puzzle, say),
            ActionButton.create(CustomId("puzzle-mine", 0), say("button.puzzle.mine")),
        ),
        *([row(*ways)] if (ways := web_buttons(addresses, say)) else []),
    )
    return Card(shown)


def solution_block(puzzle: Puzzle, match: Match, say: Localizer) -> str:
    """Return the moves of the solution; each row begins with the solver's move."""
    line = numbered_lines([replace(ply, seat=ply.seat ^ puzzle.solver) for ply in match.plies], say)
    return "```\n" + "\n".join(line) + "\n```"


def themes_line(puzzle: Puzzle, say: Localizer) -> str | None:
    """Return the themes of a puzzle, or `None` if it has none.

    They are shown only once it is over, because they give the solution away.
    """
    if not puzzle.themes:
        return None
    return say("card.puzzle.themes", text=" · ".join(say.text(theme_name(each)) for each in puzzle.themes))


def signed_points(points: float) -> str:
    """Return a change of a rating with its sign.

    >>> signed_points(12.4), signed_points(-7.6), signed_points(0.2)
    ('+12', '−8', '±0')
    """
    whole = round(points)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole else "±0"


def _rating_line(tally: PuzzleTally, say: Localizer) -> str | None:
    """Return the rating changes of the solver and of the puzzle, if any.

    Only the first try changes ratings. The rating is shown from some tries on.
    """
    change, solver = tally.rating_change, tally.solver
    if change is None or solver is None:
        return None
    if solver.tries < SHOWN_FROM:
        return say("card.puzzle.rated.soon", number=solver.tries, count=SHOWN_FROM)
    return say(
        "card.puzzle.rated" if is_known(solver) else "card.puzzle.rated.provisional",
        points=round(change.points),
        gain=signed_points(change.gain),
        hard=round(change.strength),
        change=signed_points(change.strength_gain),
    )


def _share(puzzle: Puzzle, tries: str, say: Localizer) -> ActionButton:
    return ActionButton.create(
        CustomId("share-puzzle", 0, rest=PuzzleState(puzzle.key, tries=tries).id_prefix), say("button.share")
    )


def title_line(puzzle_view: PuzzleView, say: Localizer) -> str:
    """Return a puzzle's title: its game and difficulty.

    For a daily puzzle, it has the number and date too.
    """
    puzzle = puzzle_view.puzzle
    title, stars = puzzle.rules.title, difficulty_stars(puzzle)
    if puzzle_view.number is None:
        return say("card.puzzle", title=title, stars=stars)
    return say(
        "card.puzzle.today",
        number=puzzle_view.number,
        day=puzzle_date(puzzle_view.number),
        title=title,
        stars=stars,
    )


def difficulty_stars(puzzle: Puzzle) -> str:
    """Return the difficulty of a puzzle as one to three stars."""
    return "★" * puzzle.stars + "☆" * (3 - puzzle.stars)


def tries_line(puzzle_view: PuzzleView, tries: str, say: Localizer) -> str:
    """Return the tries as a line of emoji that gives no move away.

    It can be pasted anywhere.
    """
    signs = "".join(SIGNS[letter] for letter in tries)
    code = "card.puzzle.tries" if puzzle_view.number is None else "card.puzzle.tries.today"
    facts = {} if puzzle_view.number is None else {"number": puzzle_view.number}
    return say(code, title=puzzle_view.puzzle.rules.title, text=signs, **facts)


def shared_tries_card(puzzle_view: PuzzleView, tries: str, sharer_name: str, say: Localizer) -> Card:
    """Return the public card of a solved puzzle: the tries, and a solve button."""
    solve = ActionButton.create(
        CustomId("puzzle-try", 0, rest=puzzle_view.puzzle.key), say("button.share.solve"), PRIMARY
    )
    return Card(
        framed_view(
            OVER, text(shared_by_line(sharer_name, say), tries_line(puzzle_view, tries, say)), row(solve)
        )
    )


def solved_line(tries: str, say: Localizer) -> str:
    """Return the number of tries, and whether the solver had help."""
    helped = any(letter in tries for letter in LOOKED + SAW)
    count = tries.count(WRONG) + 1
    if count == 1:
        return say("card.puzzle.solved.helped" if helped else "card.puzzle.solved.clean")
    return say("card.puzzle.solved.tries.helped" if helped else "card.puzzle.solved.tries", count=count)


def origin_line(puzzle_view: PuzzleView, say: Localizer) -> str | None:
    """Return the match that a puzzle is from, if it was played on this server."""
    if not puzzle_view.is_from_server:
        return None
    if not puzzle_view.player_names:
        return small_print(say("card.puzzle.here"))
    first, second = (safe_name(display_name(name)) for name in puzzle_view.player_names)
    return small_print(say("card.puzzle.from", name=first, opponent=second))


def puzzle_options_line(puzzle: Puzzle, match: Match, say: Localizer) -> str | None:
    """Return the options of a puzzle's game, unless they are the usual ones."""
    return options_line(puzzle.rules, match.options, say) if puzzle.options else None


def _lesson(puzzle: Puzzle, match: Match, say: Localizer) -> str:
    if puzzle.game in SOLVERS:
        return say("card.puzzle.proven" if match.outcome else "card.puzzle.proven.open")
    if puzzle.given:
        own, others = puzzle.pieces_lost
        code = "card.puzzle.given" if others > own else "card.puzzle.given.king"
        return say(code, side=match.sides[puzzle.solver], count=own, more=others)
    return say("card.puzzle.gained")


def _streak_line(tally: PuzzleTally, say: Localizer) -> str | None:
    """Return the line on the puzzles solved, the streak, and how to keep it.

    Return `None` before the first.
    """
    if not tally.streak_days:
        return say("card.puzzle.count", count=tally.solved) if tally.solved else None
    return (
        f"{say('card.puzzle.streak', count=tally.solved, days=tally.streak_days)} {say('card.puzzle.keep')}"
    )


def _buttons_below(
    puzzle: Puzzle, state: PuzzleState, say: Localizer, hint: ShownHint | None
) -> list[ActionButton]:
    """Return the buttons below the choices.

    While a move is being chosen there are five with its own, which fill a row.
    """
    another, rules = _onward_buttons(puzzle, say)
    return [*help_buttons("puzzle", state, say, hint), another, *([] if state.path else [rules])]


def help_buttons(kind: str, state: PuzzleState, say: Localizer, hint: ShownHint | None) -> list[ActionButton]:
    """Return the button for the next hint, if any, and that for the solution.

    `kind` is the prefix of their actions.
    """
    show = ActionButton.create(CustomId(f"{kind}-show", 0, rest=state.key), say("button.puzzle.show"))
    if hint is None:
        return [
            ActionButton.create(CustomId(f"{kind}-hint", 0, rest=state.id_prefix), say("button.hint")),
            show,
        ]
    if not hint.shows_move:
        return [
            ActionButton.create(CustomId(f"{kind}-move", 0, rest=state.id_prefix), say("button.hint-move")),
            show,
        ]
    return [show]


def _onward_buttons(puzzle: Puzzle, say: Localizer) -> list[ActionButton]:
    return [
        ActionButton.create(CustomId("puzzle-next", 0, rest=puzzle.key), say("button.puzzle.next")),
        ActionButton.create(CustomId("howto", 0, rest=puzzle.game), say("button.howto")),
    ]


def solver_view(puzzle: Puzzle, match: Match) -> View:
    """Return the position as the solver sees it."""
    view = match.view(puzzle.solver)
    return replace(view, viewer=puzzle.solver) if isinstance(view, BoardView) else view
