"""A position of an opening tree: the board, the replies, and where they lead.

An opening tree counts how often matches went on with each reply, and how they ended. The custom_ids
hold the place in the tree: its owner, the side, the game with its options, and the path.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import options_line
from bot.cards.kit.kit import (
    OVER,
    PRIMARY,
    SUCCESS,
    ActionButton,
    Card,
    framed_view,
    menu,
    row,
    small_print,
    text,
)
from bot.cards.kit.names import mention
from bot.cards.kit.pictures import Drawing, view_picture
from bot.cards.play.moves import numbered_lines
from bot.custom_ids import CustomId
from club.learning.openings import TreeOwner, TreePosition
from club.learning.trails import PLIES, tree_start
from data.learning.trees import GameKind
from rendering.people.opening_tree import ReplyBranch, draw_opening_tree
from rules.board import BoardView
from rules.catalogue import title_of
from rules.game import Step as Choice
from words import Localizer, Words, join_with_commas

SERVER: Final = 0
"""In the place of a person's id where a tree is the server's."""
IN_ROW: Final = 5
"""Buttons side by side (Discord)."""
MOVES_IN_ROW: Final = 4
"""Moves side by side: as many as a phone has room for."""
SHORT: Final = 24
"""Characters of a move on a button."""
MOVES: Final = 600
"""Characters of the moves so far: of the longest ones the first are left out."""


@dataclass(frozen=True, slots=True)
class TreeContext:
    """The viewer and the owner of an opening tree.

    An opening tree counts how matches continued and ended. `has_server_tree` says that the viewer is on
    a server that has a tree of its own. `can_play` says that matches can be started from a position
    here, `can_play_computer` that this includes matches against the computer.
    """

    owner: TreeOwner
    viewer_id: int
    has_server_tree: bool
    can_play: bool
    can_play_computer: bool

    def custom_id(
        self, action: str, kind: int = 0, way: str = "", owner: TreeOwner | None = None
    ) -> CustomId:
        """Return the custom_id of an action in this tree, or in another owner's tree.

        `kind` is the number of the game with its options, `way` the path to the position.
        """
        owner = owner or self.owner
        side = 0 if owner.side is None else 1 + owner.side
        return CustomId(action, SERVER if owner.user_id is None else owner.user_id, side, f"{kind},{way}")


def openings_card(context: TreeContext, position: TreePosition, say: Localizer, *, theme: str) -> Card:
    """Return a position of an opening tree, with its replies and their results."""
    match, side = position.match, context.owner.side
    view = match.game.seen_by(match.position, side)
    assert isinstance(view, BoardView)  # games with hidden cards have no tree
    replies = _reply_buttons(context, position, say)
    return Card(
        framed_view(
            OVER,
            text(
                say("card.openings", title=match.game.title),
                options_line(match.game, match.options, say),
                small_print(_owner_line(context, position, say)),
                say("card.openings.named", value=position.opening) if position.opening else None,
                _moves_line(position, say),
            ),
            _picture(position, view, say, theme),
            text(*_result_lines(position, say)),
            *(row(*replies[first : first + MOVES_IN_ROW]) for first in range(0, len(replies), MOVES_IN_ROW)),
            row(*_navigation_buttons(context, position, say)),
            row(*ways) if (ways := _play_buttons(context, position, say)) else None,
            _game_menu_row(context, position, say),
        )
    )


def empty_tree_card(context: TreeContext, say: Localizer, *, title: Words | None, is_counting: bool) -> Card:
    """Return the card of an empty opening tree, with a button to another tree.

    `title` is that of the game, if one was named. `is_counting` says that matches still wait to be
    counted.
    """
    none = say("card.openings.none") if title is None else say("card.openings.none.game", title=title)
    ways = _other_tree_buttons(context, 0, "", say)
    return Card(
        framed_view(
            OVER,
            text(none, say("card.openings.waiting") if is_counting else None),
            row(*ways) if ways else None,
        )
    )


def _owner_line(context: TreeContext, position: TreePosition, say: Localizer) -> str:
    """Return the line that says whose matches are counted."""
    whose = context.owner
    if whose.user_id is None:
        return say("card.openings.server")
    code = "card.openings.own" if whose.user_id == context.viewer_id else "card.openings.of"
    facts = {} if whose.user_id == context.viewer_id else {"name": mention(whose.user_id)}
    if whose.side is None:
        return say(code, **facts)
    return say(f"{code}.side", side=position.match.sides[whose.side], **facts)


def _moves_line(position: TreePosition, say: Localizer) -> str | None:
    """Return the numbered moves so far, cut at the front if there are too many."""
    lines = list(numbered_lines(position.match.plies, say))
    while lines and sum(len(line) + 1 for line in lines) > MOVES:
        lines = lines[1:]
    return f"`{' '.join(lines)}`" if lines else None


def _picture(position: TreePosition, view: BoardView, say: Localizer, theme: str) -> Drawing:
    branches = [
        ReplyBranch(
            reply.match.plies[-1].said,
            reply.counts.first,
            reply.counts.drawn,
            reply.counts.second,
            reply.wins,
        )
        for reply in position.replies
    ]
    return view_picture(
        view, say, partial(draw_opening_tree, view, branches, theme=theme, language=say.language)
    )


def _result_lines(position: TreePosition, say: Localizer) -> list[str | None]:
    """Return the results of the matches from here, or why there are none."""
    if not position.replies:
        if position.match.turn is None:
            return [say("card.openings.over")]
        late = len(position.match.plies) >= PLIES
        return [say("card.openings.last", limit=PLIES) if late else say("card.openings.end")]
    counts, (side, other) = position.counts, position.match.sides
    went = say(
        "card.openings.went",
        count=counts.total,
        side=side,
        other=other,
        won=counts.first,
        lost=counts.second,
        drawn=counts.drawn,
    )
    more = (
        small_print(say("card.openings.more", count=position.hidden_reply_count))
        if position.hidden_reply_count
        else None
    )
    return [went, _known_replies(position, say, wins=True), _known_replies(position, say, wins=False), more]


def _known_replies(position: TreePosition, say: Localizer, *, wins: bool) -> str | None:
    """Return the replies known to win, or to lose, with perfect play.

    Return `None` if there are none.
    """
    moves = [say.text(reply.match.plies[-1].said) for reply in position.replies if reply.wins is wins]
    if not moves:
        return None
    return say(
        "card.openings.wins" if wins else "card.openings.loses",
        candidates=join_with_commas(moves, say.language),
    )


def _reply_buttons(context: TreeContext, position: TreePosition, say: Localizer) -> list[ActionButton]:
    """Return a button for each reply, which opens the position after it."""
    return [
        ActionButton.create(
            context.custom_id("tree", position.kind.id, reply.path),
            _short(say.text(reply.match.plies[-1].said)),
            PRIMARY,
        )
        for reply in position.replies
    ]


def _navigation_buttons(context: TreeContext, position: TreePosition, say: Localizer) -> list[ActionButton]:
    """Return the buttons back, to matches with another side, and to other trees."""
    kind, way, whose = position.kind.id, position.path, context.owner
    ways = [
        ActionButton.create(
            context.custom_id("tree", kind, position.parent_path),
            say("button.openings.back"),
            disabled=not way,
        )
    ]
    if whose.user_id is not None:
        for side in (None, 0, 1):
            label = (
                say("button.openings.both")
                if side is None
                else say("button.openings.side", side=position.match.sides[side])
            )
            other = context.custom_id("tree", kind, way, TreeOwner(whose.user_id, side))
            ways += [ActionButton.create(other, label)] if side != whose.side else []
    return [*ways, *_other_tree_buttons(context, kind, way, say)][:IN_ROW]


def _other_tree_buttons(context: TreeContext, kind: int, way: str, say: Localizer) -> list[ActionButton]:
    """Return the button to this position in the viewer's or the server's tree."""
    if context.owner.user_id != context.viewer_id:
        return [
            ActionButton.create(
                context.custom_id("tree", kind, way, TreeOwner(context.viewer_id)), say("button.openings.own")
            )
        ]
    if not context.has_server_tree:
        return []
    return [
        ActionButton.create(
            context.custom_id("tree", kind, way, TreeOwner(None)), say("button.openings.server")
        )
    ]


def _play_buttons(context: TreeContext, position: TreePosition, say: Localizer) -> list[ActionButton]:
    """Return the buttons that start a match from this position."""
    if not context.can_play or position.match.turn is None:
        return []
    place, anyone = (position.kind.id, position.path), TreeOwner(None)
    # Whose tree it is does not matter here, and beside the longest paths there is no room for that.
    ways = [
        ActionButton.create(
            context.custom_id("tree-play", *place, anyone), say("button.openings.play"), SUCCESS
        )
    ]
    if context.can_play_computer:
        by_twotone = context.custom_id("tree-twotone", *place, anyone)
        ways.append(ActionButton.create(by_twotone, say("button.openings.computer"), SUCCESS))
    return ways


def _game_menu_row(
    context: TreeContext, position: TreePosition, say: Localizer
) -> discord.ui.ActionRow[Any] | None:
    """Return the row with the menu of this tree's games, if there are several."""
    choices = [
        Choice(str(kind.id), said) for kind, count in position.kinds if (said := _kind_line(kind, count, say))
    ]
    if len(choices) < 2:
        return None
    return row(menu(context.custom_id("tree-kind"), say, say("menu.openings"), choices))


def _kind_line(kind: GameKind, count: int, say: Localizer) -> str | None:
    """Return a game with its options and number of matches.

    Return `None` if the game is no longer known.
    """
    start = tree_start(kind)
    if start is None:
        return None
    chosen = [option for option in start.game.options if option.name in start.options]
    options = join_with_commas(
        [say.text(option.describe(start.options[option.name])) for option in chosen], say.language
    )
    code = "choice.openings.options" if options else "choice.openings"
    return say(code, title=title_of(kind.game), count=count, options=options)


def _short(move: str) -> str:
    return move if len(move) <= SHORT else f"{move[: SHORT - 1]}…"
