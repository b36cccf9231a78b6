"""Try it: one person plays both sides of any game.

The custom_ids hold the whole match: `<game>/<moves>/<choices>`. The moves are packed as by
`rules.compact`. The choices are those of the picker; a number before them is the part of the next
choices that is shown, and "!" plays a move that longer moves continue.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.cards.kit.choices import (
    CHOICES_PATTERN,
    ChoiceIds,
    VisibleChoices,
    beside_board,
    choice_lines,
    choice_rows,
    parse_choices,
)
from bot.cards.kit.kit import OVER, RUNNING, ActionButton, Card, framed_view, row, small_print, text
from bot.cards.kit.pictures import end_picture
from bot.cards.kit.ways import AvailableActions, private_id
from bot.cards.play.picker import alike_cards_line, choices_picture, raised_hand, steps_line
from bot.custom_ids import LIMIT, CustomId
from engines.choose import level_count
from rendering.describe import explain_numbers
from rendering.standing import event_with_result
from rendering.themes import DEFAULT_THEME
from rules.board import BoardView
from rules.catalogue import GAMES, first_options
from rules.choosing import ChoiceNode
from rules.compact import CompactMatch
from rules.game import AnyGame, Options, Outcome, View
from words import Localizer, Phrase, Words, insert_player_names, join_phrases

STATE: Final = re.compile(r"(?P<game>[a-z-]+)/(?P<moves>[^/]*)/" + CHOICES_PATTERN)

EVERY_WAY: Final = AvailableActions()


@dataclass(frozen=True, slots=True)
class TryState:
    """The state of a try-out, in which one person plays both sides of a game.

    It has the moves so far, packed, and the choices made towards the next move. `plays_now` says that
    these choices are to be played although others could follow.
    """

    game: AnyGame
    moves: str = ""
    path: tuple[str, ...] = ()
    part: int | None = None
    plays_now: bool = False

    @classmethod
    def parse(cls, text: str) -> "TryState | None":
        """Parse the end of a custom_id; return `None` if it is not valid.

        It is not valid either if the game is unknown.
        """
        form = STATE.fullmatch(text)
        if form is None or form["game"] not in GAMES:
            return None
        return cls(GAMES[form["game"]], form["moves"], *parse_choices(form))

    @property
    def options(self) -> Options:
        """The options that the game has for newcomers."""
        return first_options(self.game)


@dataclass(frozen=True, slots=True)
class TryIds(ChoiceIds):
    """The custom_ids with which a move is chosen in a try-out."""

    game: str
    moves: str

    def _custom_id(self, action: str, choices: str) -> CustomId:
        return CustomId("try-on", 0, rest=f"{self.game}/{self.moves}/{self._mark_choices(action, choices)}")

    def can_hold(self, node: ChoiceNode) -> bool:
        """Whether a custom_id has room for every choice that continues from `node`."""
        last = max((step.value for step in node.offers), key=len, default="")
        longest = [self.part_id(10, (*node.path, last)), self.play_id(node.only or node.path)]
        return all(len(str(custom_id)) <= LIMIT for custom_id in longest)


def try_card(
    state: TryState,
    compact: CompactMatch,
    node: ChoiceNode | None,
    choices: VisibleChoices | None,
    say: Localizer,
    *,
    theme: str = DEFAULT_THEME,
    note: str | None = None,
    actions: AvailableActions = EVERY_WAY,
) -> Card:
    """Return a try-out: the board with the next choices.

    `node` and `choices` are `None` once the match is over. `actions` are those available in this place.
    """
    match, view = compact.match, try_view(compact)
    names, ids = view.players, TryIds(state.game.key, str(compact))
    if node is None or choices is None or not ids.can_hold(node):
        return _ended_card(state, compact, view, say, theme=theme)
    rules = ActionButton.create(CustomId("howto", 0, rest=state.game.key), say("button.howto"))
    words = say("card.try.turn", side=match.sides[match.turn or 0])
    if steps := steps_line(node, say):
        words = say("card.try.next", steps=steps, side=match.sides[match.turn or 0])
    further = [_restart_button(state, say) if match.plies else _computer_button(state, say, actions), rules]
    lesson = match.lesson(node.chain)
    first = not match.plies and not node.chain and state.part is None
    card = framed_view(
        RUNNING,
        text(
            _title(state, say),
            note,
            say.text(state.game.help.summary)
            if first and not lesson
            else _last_move_text(compact, view, names, say),
            words,
            alike_cards_line(node, say),
            say.text(insert_player_names(lesson, names)) if lesson else None,
            say.text(node.duty) if node.duty else None,
            small_print(explain_numbers(view, say.language)),
        ),
        *beside_board(
            choices_picture(view, node, choices, say, theme=theme),
            raised_hand(view, node, say, theme),
            choice_lines(choices, say, names),
        ),
        *choice_rows(node, choices, view, ids, say, extra_buttons=[press for press in further if press]),
    )
    return Card(card)


def _ended_card(state: TryState, compact: CompactMatch, view: View, say: Localizer, *, theme: str) -> Card:
    """Return a try-out that is over, or too long for any custom_id."""
    match, names = compact.match, view.players
    outcome, words = match.outcome, say("card.try.far")
    board = choices_picture(view, ChoiceNode((), (), None), VisibleChoices([], []), say, theme=theme)
    if outcome:
        words = f"**{say.text(_result(outcome, names))}** {say('card.try.play')}"
        board = end_picture(view, match, None, say, theme)
    rules = ActionButton.create(CustomId("howto", 0, rest=state.game.key), say("button.howto"))
    return Card(
        framed_view(
            OVER,
            text(_title(state, say), _last_move_text(compact, view, names, say), words),
            board,
            row(_restart_button(state, say), rules),
        )
    )


def _result(outcome: Outcome, names: tuple[Words, Words]) -> Phrase:
    """Return the result of a try-out, with the players' names."""
    if outcome.happened:
        return event_with_result(outcome.happened, outcome, names)
    reason = insert_player_names(outcome.phrase, names)
    if outcome.winner is None:
        return Phrase("card.try.draw", reason=reason)
    return Phrase("card.try.won", name=names[outcome.winner], reason=reason)


def _title(state: TryState, say: Localizer) -> str:
    return say("card.try", title=state.game.title)


def _restart_button(state: TryState, say: Localizer) -> ActionButton:
    return ActionButton.create(try_id(state.game), say("button.again"))


def _computer_button(state: TryState, say: Localizer, actions: AvailableActions) -> ActionButton | None:
    """Return the button that starts a match against the computer, if possible."""
    if not (actions.computer and level_count(state.game)):
        return None
    return ActionButton.create(private_id(state.game), say("button.try.against"))


def try_id(game: AnyGame) -> CustomId:
    """Return the custom_id that begins a try-out of a game."""
    return CustomId("try", 0, rest=game.key)


def try_view(compact: CompactMatch) -> View:
    """Return the position for a person who plays both sides.

    It is always seen from the first player's side, with the hand of the player to move.
    """
    view = compact.match.view(compact.match.turn)
    return replace(view, viewer=0) if isinstance(view, BoardView) else view


def _last_move_text(
    compact: CompactMatch, view: View, names: tuple[Words, Words], say: Localizer
) -> str | None:
    """Return what the last move did, with any note on it."""
    said = [insert_player_names(words, names) for words in (view.did, view.note) if words]
    return say.text(join_phrases("series.sentences", said)) if compact.match.plies and said else None
