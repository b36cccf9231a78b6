"""The levels of One Zero One.

They judge their own move by the worth of the display then, or also the other's best reply. The
reply is weighed over every hand that the other may hold: each card of those hands is tried on the
display once, and each hand then answers with the best that it has.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.bounds import WIN
from engines.chances import curve_of
from engines.observation import Observation, Views, observe
from engines.one_zero_one.belief import Belief, belief
from engines.one_zero_one.estimate import estimate, final
from engines.player import Assessment, Choice
from rules.catalogue import GAMES
from rules.game import Options, Seat
from rules.match import Match
from rules.one_zero_one.decks import HAND, Deck
from rules.one_zero_one.playing_cards import PlayingCard, sort_cards
from rules.one_zero_one.turn import Move, Position, execute, legal_turns
from rules.one_zero_one.view import ProgramView
from rules.shuffle import Shuffle

WON: Final = 30_000
"""The worth of a win beside the estimates, in hundredths of a point.

It is twice the most that the lines give.
"""
LOOKED: Final = 4
"""Of how many moves a look weighs the replies, beside the one that was made."""
CHAIN: Final = 2
"""Cards of the longest reply that is looked at."""
REPLY: Final = 1_400
"""What the best reply takes on average, in hundredths of a point."""


@dataclass(frozen=True, slots=True)
class OneZeroOneLevel:
    """The strength of a level.

    It weighs the `replies` of so many of its moves, and may misjudge each move so far. One that goes by
    `points` sees only those that the lines give at once.
    """

    replies: int = 0
    slip: int = 0
    points: bool = False


LEVELS: Final[Sequence[OneZeroOneLevel]] = (
    OneZeroOneLevel(points=True, slip=3_000),
    OneZeroOneLevel(slip=2_700),
    OneZeroOneLevel(slip=1_300),
    OneZeroOneLevel(slip=100),
    OneZeroOneLevel(replies=12),
)
"""From the weakest up."""


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A move and its worth to the mover."""

    move: Move
    worth: int


class HandThought:
    """A single assessment of the views that a seat has been shown."""

    def __init__(self, view: ProgramView, moves: Sequence[Move]) -> None:
        assert view.viewer is not None
        self.nodes = 0
        self._view = view
        self._moves = moves
        self._seat = view.viewer

    def rate(self, level: OneZeroOneLevel) -> list[tuple[RatedTurn, Position]]:
        """Return the moves by the worth of the display after each, the best first.

        Each comes with the position then.
        """
        found = []
        for move in self._moves:
            after = self._after(
                self._seat, move, self._view.hands[self._seat] or (), self._view.lines, self._view.cut
            )
            worth = self._by_points(after) if level.points else self._worth(after, self._seat)
            found.append((RatedTurn(move, worth), after))
        return sorted(found, key=lambda pair: -pair[0].worth)

    def best_reply_worth(self, after: Position, hands: Belief) -> int:
        """Return the worth of a position after the other's best reply.

        The reply is the best of each hand that they may hold.
        """
        other = 1 - self._seat
        kinds: Counter[PlayingCard] = Counter()
        for hand in hands:
            kinds |= Counter(hand)
        held = sort_cards(kinds.elements())
        replies = []
        start = self._position(other, held, after.lines, after.cut)
        for move in legal_turns(start):
            if len(move.plays) <= CHAIN:
                spent = _hand_cards(move)
                then = execute(start, move)
                self.nodes += 1
                replies.append((self._final_worth(then, other, HAND - len(spent)), spent))
        replies.sort(key=lambda reply: reply[0])
        total = 0
        for hand, weight in hands.items():
            total += weight * next((worth for worth, spent in replies if _has(hand, spent)), 0)
        return total // sum(hands.values())

    def usual_reply_worth(self, after: Position) -> int:
        """Return the worth of a position if the other's reply has average worth."""
        worth = self._worth(after, self._seat)
        return worth - REPLY if _goes_on(worth) else worth

    def _after(self, seat: Seat, move: Move, hand: Deck, lines: object, cut: Deck) -> Position:
        self.nodes += 1
        return execute(self._position(seat, hand, lines, cut), move)

    def _position(self, seat: Seat, hand: Deck, lines: object, cut: Deck) -> Position:
        """Return a position with one hand and without decks.

        That is all that carrying out a move needs.
        """
        hands = (hand, ()) if seat == 0 else ((), hand)
        return Position(self._view.digits, lines, hands, ((), ()), cut, seat)  # type: ignore[arg-type]

    def _worth(self, after: Position, seat: Seat) -> int:
        return self._final_worth(after, seat, len(after.hands[seat]))

    def _final_worth(self, after: Position, mover: Seat, left: int) -> int:
        """Return the worth to the viewer if the game is over, else an estimate.

        It is over at the third card of line 50, or without three cards to hold.
        """
        digit = self._view.digits[self._seat]
        if after.ended is not None or left + self._view.decks[mover].count < HAND:
            worth = final(after.lines, digit)
            return 0 if worth == 0 else WON + worth - WIN if worth > 0 else worth + WIN - WON
        return estimate(after.lines, digit)

    def _by_points(self, after: Position) -> int:
        game = GAMES["one-zero-one"]
        score = game.score(after)
        assert score is not None
        return 100 * (score[self._seat] - score[1 - self._seat])


def _hand_cards(move: Move) -> tuple[PlayingCard, ...]:
    """Return the cards of a move that come from the hand.

    Those that a PASTE brings are left out.
    """
    return tuple(
        play.card
        for number, play in enumerate(move.plays)
        if number == 0 or move.plays[number - 1].card.command != "PASTE"
    )


def _has(hand: Deck, spent: tuple[PlayingCard, ...]) -> bool:
    return all(card in hand for card in spent) and (
        len(spent) < 2 or spent[0] != spent[1] or hand.count(spent[0]) > 1
    )


CURVE: Final = curve_of("one-zero-one")


class OneZeroOnePlayer:
    """The computer player of One Zero One."""

    engine = "one-zero-one"
    levels = len(LEVELS)

    def choose(
        self, what: Observation, options: Options, level: int, draws: Shuffle, *, part: int = 1
    ) -> Choice:
        """Return the best move within the level's sight, or any of several equal ones."""
        assert isinstance(what, Views)
        strength = LEVELS[level - 1]
        view = what.last
        assert isinstance(view, ProgramView)
        thought = HandThought(view, what.moves)
        rated = thought.rate(strength)
        if strength.replies and len(rated) > 1:
            rated = _weigh_replies(thought, what, options, rated[: max(1, strength.replies // part)])
        worths = [first.worth + _slip(strength.slip, draws) for first, _ in rated]
        best = max(worths)
        near = [pair for pair, worth in zip(rated, worths, strict=True) if worth == best]
        picked, after = near[draws.below(len(near))]
        worth = picked.worth if strength.replies else thought.usual_reply_worth(after)
        return Choice(picked.move, CURVE.value(_scaled_worth(worth)), thought.nodes)

    def look(self, what: Observation, options: Options, made: Any = None, *, effort: float = 1) -> Assessment:
        """Return the best move of those with weighed replies, in hundredths of a point."""
        assert isinstance(what, Views)
        view = what.last
        assert isinstance(view, ProgramView)
        thought = HandThought(view, what.moves)
        rated, most = thought.rate(OneZeroOneLevel()), max(1, int(LOOKED * effort))
        some = rated[:most] + [pair for pair in rated[most:] if pair[0].move == made]
        found = [first for first, _ in _weigh_replies(thought, what, options, some)]
        best = max(found, key=lambda first: first.worth)
        judged = next((_scaled_worth(first.worth) for first in found if first.move == made), None)
        stake = CURVE.stake(_scaled_worth(best.worth), [_scaled_worth(first.worth) for first, _ in rated])
        return Assessment(best.move, _scaled_worth(best.worth), judged, thought.nodes, stake)

    def weigh(self, what: Views, options: Options, most: int) -> list[tuple[int, Move]]:
        """Return the `most` most promising moves with their worths, the best first.

        The worth of each is after the best replies of all possible hands. The moves are those that look
        best before any reply.
        """
        assert isinstance(what.last, ProgramView)
        thought = HandThought(what.last, what.moves)
        found = _weigh_replies(thought, what, options, thought.rate(OneZeroOneLevel())[:most])
        return sorted(
            ((_scaled_worth(first.worth), first.move) for first, _ in found), key=lambda each: -each[0]
        )

    def signature(self) -> int:
        """Return the nodes that the strongest level takes for the first moves of a match."""
        match, nodes = Match(GAMES["one-zero-one"], {"deck": "everything"}, bytes(32)), 0
        for ply in range(4):
            if match.turn is None:
                break
            choice = self.choose(
                observe(match, match.turn), match.options, self.levels, Shuffle(bytes([ply] * 32))
            )
            nodes += choice.nodes
            match.make_move(choice.move)
        return nodes


def _weigh_replies(
    thought: HandThought, what: Views, options: Options, rated: list[tuple[RatedTurn, Position]]
) -> list[tuple[RatedTurn, Position]]:
    """Return moves by their worth after the best reply of each possible hand."""
    hands = belief(tuple(v for v in what.views if isinstance(v, ProgramView)), what.seat, options)
    return [
        (
            RatedTurn(
                first.move, thought.best_reply_worth(after, hands) if _goes_on(first.worth) else first.worth
            ),
            after,
        )
        for first, after in rated
    ]


def _scaled_worth(worth: int) -> int:
    """Return a worth on the scale of all players.

    It includes the turn, and a game that is won or lost for sure lies beyond `SURE`.
    """
    if abs(worth) < WON:
        return CURVE.mover_worth(worth)
    return worth + WIN - WON if worth > 0 else worth + WON - WIN


def _goes_on(worth: int) -> bool:
    return abs(worth) < WON // 2 + WON // 4


def _slip(size: int, draws: Shuffle) -> int:
    return draws.below(2 * size + 1) - size if size else 0
