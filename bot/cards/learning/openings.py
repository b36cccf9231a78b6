"""A position of an opening tree, for one person: board, replies, ways on.

The custom_ids hold the place in the tree: its owner, the side, the game with its options, and the
path.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import options_line
from bot.cards.kit.kit import OVER, PRIMARY, SUCCESS, Card, Press, framed_view, menu, row, small, text
from bot.cards.kit.names import mention
from bot.cards.kit.pictures import Drawing, picture
from bot.cards.play.moves import numbered_lines
from bot.custom_ids import CustomId
from club.learning.openings import TreeOwner, TreePosition
from club.learning.trails import PLIES, start_of
from data.learning.trees import GameKind
from rendering.people.opening_tree import ReplyBranch, draw_tree
from rules.board import BoardView
from rules.catalogue import title_of
from rules.game import Step as Choice
from words import Speaker, Words, commas

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
class TreeLook:
    """The viewer of a tree, and the tree's owner.

    `on_server` says that there is a server with a tree of its own. `plays` says that one can play on
    from here, `computer` that this includes playing the computer.
    """

    whose: TreeOwner
    by: int
    on_server: bool
    plays: bool
    computer: bool

    def id_of(self, action: str, kind: int = 0, way: str = "", whose: TreeOwner | None = None) -> CustomId:
        """Return what a button means in this tree, or in another one."""
        whose = whose or self.whose
        side = 0 if whose.side is None else 1 + whose.side
        return CustomId(action, SERVER if whose.user_id is None else whose.user_id, side, f"{kind},{way}")


def openings_card(looked: TreeLook, step: TreePosition, say: Speaker, *, theme: str) -> Card:
    """Return a position of a tree, with the ways on."""
    match, side = step.match, looked.whose.side
    view = match.game.seen_by(match.position, side)
    assert isinstance(view, BoardView)  # games with hidden cards have no tree
    replies = _replies(looked, step, say)
    return Card(
        framed_view(
            OVER,
            text(
                say("card.openings", title=match.game.title),
                options_line(match.game, match.options, say),
                small(_whose_line(looked, step, say)),
                say("card.openings.named", value=step.opening) if step.opening else None,
                _moves_line(step, say),
            ),
            _picture(step, view, say, theme),
            text(*_ends(step, say)),
            *(row(*replies[first : first + MOVES_IN_ROW]) for first in range(0, len(replies), MOVES_IN_ROW)),
            row(*_turning(looked, step, say)),
            row(*ways) if (ways := _playing(looked, step, say)) else None,
            _kinds(looked, step, say),
        )
    )


def no_openings_card(looked: TreeLook, say: Speaker, *, title: Words | None, waiting: bool) -> Card:
    """Return the card of an empty tree, with the way to another tree.

    `title` is that of the game, if one was named.
    """
    none = say("card.openings.none") if title is None else say("card.openings.none.game", title=title)
    ways = _others(looked, 0, "", say)
    return Card(
        framed_view(
            OVER,
            text(none, say("card.openings.waiting") if waiting else None),
            row(*ways) if ways else None,
        )
    )


def _whose_line(looked: TreeLook, step: TreePosition, say: Speaker) -> str:
    """Return whose matches are counted."""
    whose = looked.whose
    if whose.user_id is None:
        return say("card.openings.server")
    code = "card.openings.own" if whose.user_id == looked.by else "card.openings.of"
    facts = {} if whose.user_id == looked.by else {"name": mention(whose.user_id)}
    if whose.side is None:
        return say(code, **facts)
    return say(f"{code}.side", side=step.match.sides[whose.side], **facts)


def _moves_line(step: TreePosition, say: Speaker) -> str | None:
    """Return the numbered moves so far, cut at the front if there are too many."""
    lines = list(numbered_lines(step.match.plies, say))
    while lines and sum(len(line) + 1 for line in lines) > MOVES:
        lines = lines[1:]
    return f"`{' '.join(lines)}`" if lines else None


def _picture(step: TreePosition, view: BoardView, say: Speaker, theme: str) -> Drawing:
    branches = [
        ReplyBranch(
            reply.match.plies[-1].said,
            reply.counts.first,
            reply.counts.drawn,
            reply.counts.second,
            reply.wins,
        )
        for reply in step.replies
    ]
    return picture(view, say, partial(draw_tree, view, branches, theme=theme, language=say.language))


def _ends(step: TreePosition, say: Speaker) -> list[str | None]:
    """Return how the matches ended that went on from here, or why there are none."""
    if not step.replies:
        if step.match.turn is None:
            return [say("card.openings.over")]
        late = len(step.match.plies) >= PLIES
        return [say("card.openings.last", limit=PLIES) if late else say("card.openings.end")]
    counts, (side, other) = step.counts, step.match.sides
    went = say(
        "card.openings.went",
        count=counts.all,
        side=side,
        other=other,
        won=counts.first,
        lost=counts.second,
        drawn=counts.drawn,
    )
    more = small(say("card.openings.more", count=step.more)) if step.more else None
    return [went, _known_replies(step, say, wins=True), _known_replies(step, say, wins=False), more]


def _known_replies(step: TreePosition, say: Speaker, *, wins: bool) -> str | None:
    """Return the replies known to win, or to lose, with perfect play.

    Return `None` if there are none.
    """
    moves = [say.text(reply.match.plies[-1].said) for reply in step.replies if reply.wins is wins]
    if not moves:
        return None
    return say(
        "card.openings.wins" if wins else "card.openings.loses", candidates=commas(moves, say.language)
    )


def _replies(looked: TreeLook, step: TreePosition, say: Speaker) -> list[Press]:
    """Return the way to the position after each reply."""
    return [
        Press.of(
            looked.id_of("tree", step.kind.id, reply.way),
            _short(say.text(reply.match.plies[-1].said)),
            PRIMARY,
        )
        for reply in step.replies
    ]


def _turning(looked: TreeLook, step: TreePosition, say: Speaker) -> list[Press]:
    """Return the ways back, to one's matches with another side, and to another tree."""
    kind, way, whose = step.kind.id, step.way, looked.whose
    ways = [Press.of(looked.id_of("tree", kind, step.back), say("button.openings.back"), disabled=not way)]
    if whose.user_id is not None:
        for side in (None, 0, 1):
            label = (
                say("button.openings.both")
                if side is None
                else say("button.openings.side", side=step.match.sides[side])
            )
            other = looked.id_of("tree", kind, way, TreeOwner(whose.user_id, side))
            ways += [Press.of(other, label)] if side != whose.side else []
    return [*ways, *_others(looked, kind, way, say)][:IN_ROW]


def _others(looked: TreeLook, kind: int, way: str, say: Speaker) -> list[Press]:
    """Return the way to the same position in one's own tree, or in that of the server."""
    if looked.whose.user_id != looked.by:
        return [Press.of(looked.id_of("tree", kind, way, TreeOwner(looked.by)), say("button.openings.own"))]
    if not looked.on_server:
        return []
    return [Press.of(looked.id_of("tree", kind, way, TreeOwner(None)), say("button.openings.server"))]


def _playing(looked: TreeLook, step: TreePosition, say: Speaker) -> list[Press]:
    """Return the ways to a match that begins here."""
    if not looked.plays or step.match.turn is None:
        return []
    ways = [Press.of(looked.id_of("tree-play", step.kind.id, step.way), say("button.openings.play"), SUCCESS)]
    if looked.computer:
        by_twotone = looked.id_of("tree-twotone", step.kind.id, step.way)
        ways.append(Press.of(by_twotone, say("button.openings.computer"), SUCCESS))
    return ways


def _kinds(looked: TreeLook, step: TreePosition, say: Speaker) -> discord.ui.ActionRow[Any] | None:
    """Return the menu of the games of this tree, where there are several."""
    choices = [
        Choice(str(kind.id), said) for kind, count in step.kinds if (said := _kind_line(kind, count, say))
    ]
    if len(choices) < 2:
        return None
    return row(menu(looked.id_of("tree-kind"), say, say("menu.openings"), choices))


def _kind_line(kind: GameKind, count: int, say: Speaker) -> str | None:
    """Return a game with its options and number of matches.

    Return `None` if the game is no longer known.
    """
    start = start_of(kind)
    if start is None:
        return None
    chosen = [option for option in start.game.options if option.name in start.options]
    options = commas(
        [say.text(option.describe(start.options[option.name])) for option in chosen], say.language
    )
    code = "choice.openings.options" if options else "choice.openings"
    return say(code, title=title_of(kind.game), count=count, options=options)


def _short(move: str) -> str:
    return move if len(move) <= SHORT else f"{move[: SHORT - 1]}…"
