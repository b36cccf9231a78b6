"""A walk through the legal moves choice by choice, the same for every game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rules.game import AnyGame, Step, View
from rules.match import Match
from words import Phrase, Words


@dataclass(frozen=True, slots=True)
class ChoiceNode:
    """A point on the way to a move.

    `chain` is chosen so far, `choices` continue it, and `move` ends here. `back` is the path to the
    choice before, `None` if there was none: the picker takes single continuations automatically.
    `only` is the path of the only legal move, if there is only one. `text` is the move that ends
    here, or the only one, as written, and `said` is how people read it. `duty` is the rule that
    leaves the mover only some of the moves. `single_moves` has the pieces on a board from which only one move
    continues, by their values: its path and its text. `move_ends` are the values of the choices that
    end a move although others continue from there. `shortcuts` are choices that take several steps
    at once.
    """

    chain: tuple[Step, ...]
    choices: tuple[Step, ...]
    move: Any | None
    text: str = ""
    wording: Words = ""
    back: tuple[str, ...] | None = None
    only: tuple[str, ...] | None = None
    duty: Phrase | None = None
    single_moves: Mapping[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    move_ends: frozenset[str] = frozenset()
    shortcuts: tuple[Step, ...] = ()

    @property
    def path(self) -> tuple[str, ...]:
        """The values chosen so far."""
        return tuple(step.value for step in self.chain)

    @property
    def offers(self) -> tuple[Step, ...]:
        """The choices that a picker offers: the shortcuts if there are any."""
        return self.shortcuts or self.choices


def reach_choice(game: AnyGame, position: Any, path: Sequence[str]) -> ChoiceNode | None:
    """Return the level that `path` leads to, or the next one with a choice.

    `None` if no move begins with that path. A single continuation needs no question, except after
    the first choice: a player who touches a piece sees its destination before it counts. A position
    may have thousands of moves: call this off the event loop.
    """
    reached = node_at(game, position, path)
    while reached and reached.move is None and len(reached.choices) == 1 and _takes_single(reached):
        reached = node_at(game, position, (*reached.path, reached.choices[0].value))
    return reached


def reach_match_choice(match: Match, path: Sequence[str]) -> ChoiceNode | None:
    """Return what `reach_choice` finds for the player to move, or `None`."""
    return None if match.turn is None else reach_choice(match.game, match.position, path)


def _takes_single(reached: ChoiceNode) -> bool:
    """Whether the single choice of a level is taken without a question."""
    depth = len(reached.chain)
    return depth > 1 or (depth == 0 and reached.only is None)


def node_at(game: AnyGame, position: Any, path: Sequence[str]) -> ChoiceNode | None:
    """Return the level that `path` leads to, `None` if no legal move begins with it."""
    tree, duty = build_tree(game, position)
    nodes, path = [tree], list(path)
    for value in path:
        if value not in nodes[-1].further:
            return None
        nodes.append(nodes[-1].further[value])
    here, depth = nodes[-1], len(nodes) - 1
    chain = tuple(node.step for node in nodes[1:] if node.step)
    back = _find_screen_before(game, position, nodes, chain)
    moves = () if depth or here.has_choice else game.moves(position)
    only = moves[0] if len(moves) == 1 else None
    named = only if here.move is None else here.move
    return ChoiceNode(
        chain,
        here.steps,
        here.move,
        text="" if named is None else game.write(position, named),
        wording="" if named is None else game.in_words(position, named),
        back=None if back is None else tuple(path[:back]),
        only=None if only is None else tuple(step.value for step in game.steps(position, only)),
        duty=duty,
        single_moves={} if game.hidden else _whole(game, position, path, here),
        move_ends=frozenset(
            value for value, node in here.further.items() if node.move is not None and node.further
        ),
        shortcuts=_shortcuts(game, position, here, chain),
    )


def _shortcuts(game: AnyGame, position: Any, here: "_Node", chain: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the choices after a chain that take several steps, or the plain ones."""
    if not (game.hidden and here.further):
        return ()
    return tuple(game.shortcuts(position, list(here.ways(chain)), len(chain))) or here.steps


def _find_screen_before(
    game: AnyGame, position: Any, nodes: Sequence["_Node"], chain: tuple[Step, ...]
) -> int | None:
    """Return after how many steps of a chain a picker last asked, `None` if never.

    Shortcuts lead past some choices.
    """
    at, back = 0, None
    while at < len(chain):
        if not nodes[at].has_choice and (game.hidden or at != 1):
            at += 1
            continue
        back, rest = at, [step.value for step in chain[at:]]
        offers = [step.value.split(",") for step in _shortcuts(game, position, nodes[at], chain[:at])]
        at += next((len(values) for values in offers if rest[: len(values)] == values), 1)
    return back


def foretell_effects(
    game: AnyGame, position: Any, reached: ChoiceNode, steps: Sequence[Step]
) -> tuple[dict[str, Words], Words | None]:
    """Return the effects of some choices of a level, and of the move that ends there.

    The effects are keyed by the choices' values; obvious ones are left out, and shortcuts that lead to
    further choices. Each costs the work of some moves: call this off the event loop, with no more
    choices than there are buttons.
    """
    tree, _ = build_tree(game, position)
    depth = len(reached.path)
    told: dict[str, Words | None] = {}
    for step in steps:
        node, values = tree, (*reached.path, *step.value.split(","))
        for value in values:
            node = node.further[value]
        if len(values) == depth + 1 or node.move is not None:
            told[step.value] = game.foretell(position, node.sample_move, len(values))
    ends = None if reached.move is None else game.foretell(position, reached.move, depth)
    return {value: words for value, words in told.items() if words is not None}, ends


@dataclass(slots=True)
class _Node:
    """A choice and its continuations.

    The choices that can follow it, the first move that it leads to, and the move that ends with it.
    """

    step: Step | None = None
    first: Any | None = None
    further: dict[str, "_Node"] = field(default_factory=dict)
    move: Any | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The choices that can follow."""
        return tuple(node.step for node in self.further.values() if node.step)

    @property
    def has_choice(self) -> bool:
        """Whether there is more than one way to continue."""
        return len(self.further) + (self.move is not None) > 1

    def ways(self, chain: tuple[Step, ...]) -> Iterator[tuple[tuple[Step, ...], Any]]:
        """Yield the moves after the steps of `chain`, which lead here, with their steps."""
        if self.move is not None:
            yield chain, self.move
        for node in self.further.values():
            assert node.step is not None  # only the root has none
            yield from node.ways((*chain, node.step))

    @property
    def single_move(self) -> tuple[list[str], Any] | None:
        """The values that lead to the only move from here, and that move.

        `None` if there are several moves.
        """
        node, rest = self, list[str]()
        while node.move is None and len(node.further) == 1:
            [(value, node)] = node.further.items()
            rest.append(value)
        return None if node.further else (rest, node.move)

    @property
    def sample_move(self) -> Any:
        """A move that this choice leads to, preferably the one that ends with it."""
        return self.first if self.move is None else self.move


def _whole(
    game: AnyGame, position: Any, path: Sequence[str], here: _Node
) -> dict[str, tuple[tuple[str, ...], str]]:
    """Return the pieces from which only one move continues.

    Each has all the choices up to that move and the move's text.
    """
    singles = {value: node.single_move for value, node in here.further.items()}
    return {
        value: ((*path, value, *single[0]), game.label(game.write(position, single[1])))
        for value, single in singles.items()
        if single and single[0]
    }


@lru_cache(maxsize=4)
def build_tree(game: AnyGame, position: Any) -> tuple[_Node, Phrase | None]:
    """Return a tree of all choices that lead to a move, and the mover's duty.

    The last few trees are cached, because a picker needs the same one at each choice.
    """
    root = _Node()
    for move in game.routes(position):
        node = root
        for step in game.steps(position, move):
            if step.value not in node.further:
                node.further[step.value] = _Node(step, move)
            node = node.further[step.value]
        node.move = move
    return root, game.duty(position)


def in_reading_order(steps: Sequence[Step], view: View) -> list[Step]:
    """Return choices in the order in which the viewer reads their squares.

    Their order is kept if one of them has no square.
    """
    place = {name: at for at, name in enumerate(name for row in view.reading for name in row)}
    if any(step.square not in place for step in steps):
        return list(steps)
    return sorted(steps, key=lambda step: place[step.square or ""])
