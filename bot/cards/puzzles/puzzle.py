"""A puzzle for one person: the board with choices, then the line found or shown.

The custom_ids hold the progress: `<puzzle>/<moves made><tries>/<choices>`, with the choices as in
Try it. A try is a letter: a wrong move, a look at where to begin or at the move, or a right move.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.cards.kit.after import NOWHERE, Addresses, ways_outside
from bot.cards.kit.card_lines import options_line, shared_line
from bot.cards.kit.choices import WALK, Ids, choice_rows, in_sight, read_walk
from bot.cards.kit.kit import OFFERED, OVER, Card, Press, framed_view, row, small, text
from bot.cards.kit.names import plain
from bot.cards.kit.pictures import board_picture
from bot.cards.play.hint import ShownHint, hint_line, hinted_board
from bot.cards.play.moves import numbered_lines
from bot.cards.play.picker import alike_line, choosing, raised_hand, steps_line
from bot.custom_ids import CustomId
from club.puzzles.daily import date_of
from club.puzzles.solving import PuzzleTally, PuzzleView, theme_named
from data.database.persons import display_name
from engines.puzzles.puzzle import Puzzle
from engines.puzzles.scales import SOLVERS
from rendering.describe import open_hands
from rules.board import BoardView
from rules.choosing import ChoiceNode
from rules.game import View
from rules.match import Match
from words import Speaker

STATE: Final = re.compile(r"(?P<key>[0-9a-f]{10})/(?P<plies>\d{1,2})(?P<tries>[xhmo]{0,16})/" + WALK)
WRONG, LOOKED, SAW, RIGHT = "xhmo"
"""The letters of tries: a wrong move, where to look, the move shown, a right move."""
MOST: Final = 16
"""Maximum number of tries kept; further ones are dropped."""
SIGNS: Final = {WRONG: "🟥", LOOKED: "💡", SAW: "👀", RIGHT: "🟩"}
"""How tries are shown to others, who learn nothing of the moves from that."""


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """Progress in a puzzle: moves of its line, tries, and choices for the next move."""

    key: str
    plies: int = 0
    tries: str = ""
    path: tuple[str, ...] = ()
    part: int | None = None
    sure: bool = False

    @classmethod
    def parse(cls, written: str) -> "PuzzleState | None":
        """Parse the end of a custom_id; return `None` if it is not valid."""
        form = STATE.fullmatch(written)
        if form is None:
            return None
        return cls(form["key"], int(form["plies"]), form["tries"], *read_walk(form))

    @property
    def id_prefix(self) -> str:
        """The start of a custom_id with this state, without any choice."""
        return f"{self.key}/{self.plies}{self.tries}/"

    def tries_with(self, letter: str) -> str:
        """Return the tries with one more appended."""
        return (self.tries + letter)[:MOST]

    @property
    def last_help(self) -> str:
        """The last help taken towards the next move: a letter, or an empty string."""
        return "".join(letter for letter in self.tries.rpartition(RIGHT)[2] if letter in LOOKED + SAW)[-1:]


@dataclass(frozen=True, slots=True)
class PuzzleIds(Ids):
    """The custom_ids of a puzzle after some moves and tries."""

    key: str
    plies: int
    tries: str = ""
    action: str = "puzzle"

    def _at(self, action: str, choices: str) -> CustomId:
        state = PuzzleState(self.key, self.plies, self.tries)
        return CustomId(self.action, 0, rest=state.id_prefix + self._walk(action, choices))


def puzzle_card(
    shown_to_them: PuzzleView,
    match: Match,
    state: PuzzleState,
    reached: ChoiceNode,
    say: Speaker,
    *,
    theme: str,
    note: str | None,
    look: ShownHint | None = None,
) -> Card:
    """Return a puzzle with the choices of the level reached.

    `note` says how the last move was, `look` gives a hint.
    """
    puzzle = shown_to_them.puzzle
    ids = PuzzleIds(puzzle.key, state.plies, state.tries)
    view = solver_view(puzzle, match)
    choices = in_sight(reached, view, state.part)
    side = match.sides[puzzle.solver]
    task = "card.puzzle.task" if puzzle.game in SOLVERS else "card.puzzle.task.material"
    under_way = (note is not None or look is not None) and state.plies > 0
    # What is said of their last move asks for the next, and is beside the board on a phone.
    words = None if under_way or note or (look and look.whole) else say(task, side=side)
    if steps := steps_line(reached, say):
        words = say("card.puzzle.next", steps=steps, side=side)
    if look:
        board = hinted_board(view, look, say, theme)
    elif under_way:  # what was replied is on the board, which what can be chosen would hide
        board = board_picture(view, say, theme)
    else:
        board = choosing(view, reached, choices, say, theme=theme)
    hand = raised_hand(view, reached, say, theme, pointed_at=look.cards if look else ())
    shown = framed_view(
        OFFERED,
        text(
            title_line(shown_to_them, say),
            puzzle_options_line(puzzle, match, say),
            origin_line(shown_to_them, say),
            small(say("card.puzzle.first")) if shown_to_them.first else None,
            hint_line(look, say, "card.puzzle.move") if look else None,
            small(note) if look and note else note,
            words,
            alike_line(reached, say),
            say.text(reached.duty) if reached.duty else None,
            small(open_hands(view, say.language)),
        ),
        board,
        hand,
        *choice_rows(reached, choices, view, ids, say, further=_further(puzzle, state, say, look)),
    )
    return Card(shown)


def solved_card(
    shown_to_them: PuzzleView,
    tally: PuzzleTally,
    say: Speaker,
    *,
    theme: str,
    tries: str | None,
    invited: bool = False,
    outside: Addresses = NOWHERE,
) -> Card:
    """Return the line of a puzzle with its final board.

    It was solved by `tries`, or is shown on request (`None`). A person who is `invited` reads how
    puzzles come from their own matches. The card links `outside`.
    """
    puzzle = shown_to_them.puzzle
    match = puzzle.after(len(puzzle.line))
    shown = framed_view(
        OVER,
        text(
            title_line(shown_to_them, say),
            puzzle_options_line(puzzle, match, say),
            say("card.puzzle.shown") if tries is None else solved_line(tries, say),
            # A block has a button that copies it.
            f"```\n{tries_line(shown_to_them, tries, say)}\n```" if tries else None,
            line_block(puzzle, match, say),
            _lesson(puzzle, match, say),
            themes_line(puzzle, say),
            small(open_hands(solver_view(puzzle, match), say.language)),
            small(_rating_line(tally, say)),
            small(_streak_line(tally, say)),
            origin_line(shown_to_them, say),
            small(say("card.puzzle.invited")) if invited else None,
        ),
        board_picture(solver_view(puzzle, match), say, theme),
        row(
            *([] if tries is None else [_share(puzzle, tries, say)]),
            *([] if shown_to_them.number else [Press.of(CustomId("today", 0), say("button.home.puzzle"))]),
            *_on(puzzle, say),
            Press.of(CustomId("puzzle-mine", 0), say("button.puzzle.mine")),
        ),
        *([row(*ways)] if (ways := ways_outside(outside, say)) else []),
    )
    return Card(shown)


def line_block(puzzle: Puzzle, match: Match, say: Speaker) -> str:
    """Return the moves of a line; the solver's begin each row, on either side."""
    line = numbered_lines([replace(ply, seat=ply.seat ^ puzzle.solver) for ply in match.plies], say)
    return "```\n" + "\n".join(line) + "\n```"


def themes_line(puzzle: Puzzle, say: Speaker) -> str | None:
    """Return the themes of a puzzle, shown only once it is over.

    They give the solution away.
    """
    if not puzzle.themes:
        return None
    return say("card.puzzle.themes", text=" · ".join(say.text(theme_named(each)) for each in puzzle.themes))


def signed_points(points: float) -> str:
    """Return a change of a rating with its sign.

    >>> signed_points(12.4), signed_points(-7.6), signed_points(0.2)
    ('+12', '−8', '±0')
    """
    whole = round(points)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole else "±0"


def _rating_line(tally: PuzzleTally, say: Speaker) -> str | None:
    """Return the rating changes of the first try, one's own and the puzzle's."""
    if (change := tally.change) is None:
        return None
    return say(
        "card.puzzle.rated",
        points=round(change.points),
        gain=signed_points(change.gain),
        hard=round(change.strength),
        change=signed_points(change.strength_gain),
    )


def _share(puzzle: Puzzle, tries: str, say: Speaker) -> Press:
    return Press.of(
        CustomId("share-puzzle", 0, rest=PuzzleState(puzzle.key, tries=tries).id_prefix), say("button.share")
    )


def title_line(shown: PuzzleView, say: Speaker) -> str:
    """Return a puzzle's title: game and difficulty.

    For a daily puzzle, it has the number and date too.
    """
    puzzle = shown.puzzle
    title, stars = puzzle.rules.title, stars_of(puzzle)
    if shown.number is None:
        return say("card.puzzle", title=title, stars=stars)
    return say("card.puzzle.today", number=shown.number, day=date_of(shown.number), title=title, stars=stars)


def stars_of(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is, of three stars."""
    return "★" * puzzle.stars + "☆" * (3 - puzzle.stars)


def tries_line(shown: PuzzleView, tries: str, say: Speaker) -> str:
    """Return the tries as a line of signs that gives no move away.

    It can be pasted anywhere.
    """
    signs = "".join(SIGNS[letter] for letter in tries)
    code = "card.puzzle.tries" if shown.number is None else "card.puzzle.tries.today"
    facts = {} if shown.number is None else {"number": shown.number}
    return say(code, title=shown.puzzle.rules.title, text=signs, **facts)


def shared_tries_card(shown: PuzzleView, tries: str, by: str, say: Speaker) -> Card:
    """Return the public card of a solved puzzle: the tries, and a button to solve it."""
    solve = Press.of(CustomId("puzzle-try", 0, rest=shown.puzzle.key), say("button.daily"))
    return Card(framed_view(OVER, text(shared_line(by, say), tries_line(shown, tries, say)), row(solve)))


def solved_line(tries: str, say: Speaker) -> str:
    """Return how many moves were tried, and whether the solver had help."""
    helped = any(letter in tries for letter in LOOKED + SAW)
    count = tries.count(WRONG) + 1
    if count == 1:
        return say("card.puzzle.solved.helped" if helped else "card.puzzle.solved.clean")
    return say("card.puzzle.solved.tries.helped" if helped else "card.puzzle.solved.tries", count=count)


def origin_line(shown: PuzzleView, say: Speaker) -> str | None:
    """Return from whose match a puzzle is, if it is from one of this server."""
    if not shown.here:
        return None
    if not shown.names:
        return small(say("card.puzzle.here"))
    first, second = (plain(display_name(name)) for name in shown.names)
    return small(say("card.puzzle.from", name=first, opponent=second))


def puzzle_options_line(puzzle: Puzzle, match: Match, say: Speaker) -> str | None:
    """Return the options that the puzzle plays by, where they are not the usual ones."""
    return options_line(puzzle.rules, match.options, say) if puzzle.options else None


def _lesson(puzzle: Puzzle, match: Match, say: Speaker) -> str:
    if puzzle.game in SOLVERS:
        return say("card.puzzle.proven" if match.outcome else "card.puzzle.proven.open")
    if puzzle.given:
        own, others = puzzle.losses
        code = "card.puzzle.given" if others > own else "card.puzzle.given.king"
        return say(code, side=match.sides[puzzle.solver], count=own, more=others)
    return say("card.puzzle.gained")


def _streak_line(tally: PuzzleTally, say: Speaker) -> str | None:
    """Return how many puzzles were solved, the streak in days, and how to keep it.

    Return `None` before the first.
    """
    if not tally.days:
        return say("card.puzzle.count", count=tally.solved) if tally.solved else None
    return f"{say('card.puzzle.streak', count=tally.solved, days=tally.days)} {say('card.puzzle.keep')}"


def _further(puzzle: Puzzle, state: PuzzleState, say: Speaker, look: ShownHint | None) -> list[Press]:
    """Return the buttons below the choices.

    With those of a move under way there are five, which fill a row.
    """
    another, rules = _on(puzzle, say)
    return [*helps("puzzle", state, say, look), another, *([] if state.path else [rules])]


def helps(kind: str, state: PuzzleState, say: Speaker, look: ShownHint | None) -> list[Press]:
    """Return the button for the next hint, if there is one, and for the solution."""
    show = Press.of(CustomId(f"{kind}-show", 0, rest=state.key), say("button.puzzle.show"))
    if look is None:
        return [Press.of(CustomId(f"{kind}-hint", 0, rest=state.id_prefix), say("button.hint")), show]
    if not look.whole:
        return [Press.of(CustomId(f"{kind}-move", 0, rest=state.id_prefix), say("button.hint-move")), show]
    return [show]


def _on(puzzle: Puzzle, say: Speaker) -> list[Press]:
    return [
        Press.of(CustomId("puzzle-next", 0, rest=puzzle.key), say("button.puzzle.next")),
        Press.of(CustomId("howto", 0, rest=puzzle.game), say("button.howto")),
    ]


def solver_view(puzzle: Puzzle, match: Match) -> View:
    """Return the position as the solver sees it."""
    view = match.view(puzzle.solver)
    return replace(view, viewer=puzzle.solver) if isinstance(view, BoardView) else view
