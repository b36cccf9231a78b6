"""The levels of One Zero One.

They judge their own moves by the worth of the display afterwards, the stronger ones also by the
opponent's best reply. The reply is weighed over every hand that the opponent may hold: each card of
those hands is tried on the display once, and each hand then answers with its best card.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.bounds import WIN
from engines.chances import curve_of
from engines.observation import HiddenGameObservation, Observation, observe
from engines.one_zero_one.belief import HandWeights, possible_hands
from engines.one_zero_one.estimate import estimate_worth, final_worth
from engines.player import Assessment, MoveChoice
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
LOOK_MOVES: Final = 4
"""Of how many moves a look weighs the replies, beside the one that was made."""
MAX_REPLY_CARDS: Final = 2
"""Cards of the longest reply that is looked at."""
USUAL_REPLY: Final = 1_400
"""What the best reply takes on average, in hundredths of a point."""


@dataclass(frozen=True, slots=True)
class OneZeroOneLevel:
    """The strength of a level.

    For its `weighed_moves` most promising moves it weighs the opponent's replies. It may misjudge each
    move by up to `max_error`. With `points_only` it sees only the points that the lines give at once.
    """

    weighed_moves: int = 0
    max_error: int = 0
    points_only: bool = False


LEVELS: Final[Sequence[OneZeroOneLevel]] = (
    OneZeroOneLevel(points_only=True, max_error=3_000),
    OneZeroOneLevel(max_error=2_700),
    OneZeroOneLevel(max_error=1_300),
    OneZeroOneLevel(max_error=100),
    OneZeroOneLevel(weighed_moves=12),
)
"""From the weakest up."""


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A move and its worth to the mover."""

    move: Move
    worth: int


class OneZeroOneMoveRater:
    """Rates the moves of a seat by the view that it has been shown."""

    def __init__(self, view: ProgramView, moves: Sequence[Move]) -> None:
        assert view.viewer is not None
        self.nodes = 0
        self._view = view
        self._moves = moves
        self._seat = view.viewer

    def rate(self, level: OneZeroOneLevel) -> list[tuple[RatedTurn, Position]]:
        """Return the moves rated by the display after each, the best first.

        Each comes with the position after it.
        """
        found = []
        for move in self._moves:
            after = self._after(
                self._seat, move, self._view.hands[self._seat] or (), self._view.lines, self._view.cut
            )
            worth = self._by_points(after) if level.points_only else self._worth(after, self._seat)
            found.append((RatedTurn(move, worth), after))
        return sorted(found, key=lambda pair: -pair[0].worth)

    def best_reply_worth(self, after: Position, hands: HandWeights) -> int:
        """Return the average worth of a position after the opponent's best reply.

        Each possible hand makes its own best reply, and counts by its weight.
        """
        other = 1 - self._seat
        kinds: Counter[PlayingCard] = Counter()
        for hand in hands:
            kinds |= Counter(hand)
        held = sort_cards(kinds.elements())
        replies = []
        start = self._position(other, held, after.lines, after.cut)
        for move in legal_turns(start):
            if len(move.plays) <= MAX_REPLY_CARDS:
                spent = _hand_cards(move)
                then = execute(start, move)
                self.nodes += 1
                replies.append((self.final_worth(then, other, HAND - len(spent)), spent))
        replies.sort(key=lambda reply: reply[0])
        total = 0
        for hand, weight in hands.items():
            total += weight * next((worth for worth, spent in replies if _holds_cards(hand, spent)), 0)
        return total // sum(hands.values())

    def usual_reply_worth(self, after: Position) -> int:
        """Return the worth of a position after a reply of average strength."""
        worth = self._worth(after, self._seat)
        return worth - USUAL_REPLY if _is_undecided(worth) else worth

    def _after(self, seat: Seat, move: Move, hand: Deck, lines: object, cut: Deck) -> Position:
        self.nodes += 1
        return execute(self._position(seat, hand, lines, cut), move)

    def _position(self, seat: Seat, hand: Deck, lines: object, cut: Deck) -> Position:
        """Return a position with one hand and without decks.

        That is enough to carry out a move.
        """
        hands = (hand, ()) if seat == 0 else ((), hand)
        return Position(self._view.digits, lines, hands, ((), ()), cut, seat)  # pyrefly: ignore[bad-argument-type]

    def _worth(self, after: Position, seat: Seat) -> int:
        return self.final_worth(after, seat, len(after.hands[seat]))

    def final_worth(self, after: Position, mover: Seat, left: int) -> int:
        """Return the worth to the viewer if the game is over, else an estimate.

        It is over at the third card of line 50, or without three cards to hold.
        """
        digit = self._view.digits[self._seat]
        if after.ended is not None or left + self._view.decks[mover].count < HAND:
            worth = final_worth(after.lines, digit)
            return 0 if worth == 0 else WON + worth - WIN if worth > 0 else worth + WIN - WON
        return estimate_worth(after.lines, digit)

    def _by_points(self, after: Position) -> int:
        game = GAMES["one-zero-one"]
        score = game.score(after)
        assert score is not None
        return 100 * (score[self._seat] - score[1 - self._seat])


def _hand_cards(move: Move) -> tuple[PlayingCard, ...]:
    """Return the cards of a move that come from the hand.

    Cards that a PASTE brings are left out.
    """
    return tuple(
        play.card
        for number, play in enumerate(move.plays)
        if number == 0 or move.plays[number - 1].card.command != "PASTE"
    )


def _holds_cards(hand: Deck, spent: tuple[PlayingCard, ...]) -> bool:
    return all(card in hand for card in spent) and (
        len(spent) < 2 or spent[0] != spent[1] or hand.count(spent[0]) > 1
    )


CURVE: Final = curve_of("one-zero-one")


class OneZeroOnePlayer:
    """The computer player of One Zero One."""

    engine = "one-zero-one"
    levels = len(LEVELS)

    def choose_move(
        self, observation: Observation, options: Options, level: int, shuffle: Shuffle, *, divisor: int = 1
    ) -> MoveChoice:
        """Return the best move within the level's sight, or one of several.

        `divisor` divides the number of moves whose replies are weighed.
        """
        assert isinstance(observation, HiddenGameObservation)
        strength = LEVELS[level - 1]
        view = observation.current_view
        assert isinstance(view, ProgramView)
        thought = OneZeroOneMoveRater(view, observation.moves)
        rated = thought.rate(strength)
        if strength.weighed_moves and len(rated) > 1:
            rated = _weigh_replies(
                thought, observation, options, rated[: max(1, strength.weighed_moves // divisor)]
            )
        worths = [first.worth + _random_error(strength.max_error, shuffle) for first, _ in rated]
        best = max(worths)
        near = [pair for pair, worth in zip(rated, worths, strict=True) if worth == best]
        picked, after = near[shuffle.below(len(near))]
        worth = picked.worth if strength.weighed_moves else thought.usual_reply_worth(after)
        return MoveChoice(picked.move, CURVE.win_probability(_scaled_worth(worth)), thought.nodes)

    def assess(
        self, observation: Observation, options: Options, played_move: Any = None, *, effort: float = 1
    ) -> Assessment:
        """Return the best of the moves whose replies were weighed.

        Worths are in hundredths of a point.
        """
        assert isinstance(observation, HiddenGameObservation)
        view = observation.current_view
        assert isinstance(view, ProgramView)
        thought = OneZeroOneMoveRater(view, observation.moves)
        rated, most = thought.rate(OneZeroOneLevel()), max(1, int(LOOK_MOVES * effort))
        some = rated[:most] + [pair for pair in rated[most:] if pair[0].move == played_move]
        found = [first for first, _ in _weigh_replies(thought, observation, options, some)]
        best = max(found, key=lambda first: first.worth)
        judged = next((_scaled_worth(first.worth) for first in found if first.move == played_move), None)
        stake = CURVE.stake(_scaled_worth(best.worth), [_scaled_worth(first.worth) for first, _ in rated])
        return Assessment(best.move, _scaled_worth(best.worth), judged, thought.nodes, stake)

    def rate_best_moves(
        self, observation: HiddenGameObservation, options: Options, limit: int
    ) -> list[tuple[int, Move]]:
        """Return up to `limit` of the most promising moves with their worths.

        The best comes first. The moves are those that look best before any reply; their worths are those
        after the best replies of all possible hands.
        """
        assert isinstance(observation.current_view, ProgramView)
        thought = OneZeroOneMoveRater(observation.current_view, observation.moves)
        found = _weigh_replies(thought, observation, options, thought.rate(OneZeroOneLevel())[:limit])
        return sorted(
            ((_scaled_worth(first.worth), first.move) for first, _ in found), key=lambda each: -each[0]
        )

    def count_bench_nodes(self) -> int:
        """Return the nodes that the strongest level needs for some first moves."""
        match, nodes = Match(GAMES["one-zero-one"], {"deck": "everything"}, bytes(32)), 0
        for ply in range(4):
            if match.turn is None:
                break
            choice = self.choose_move(
                observe(match, match.turn), match.options, self.levels, Shuffle(bytes([ply] * 32))
            )
            nodes += choice.nodes
            match.make_move(choice.move)
        return nodes


def _weigh_replies(
    thought: OneZeroOneMoveRater,
    what: HiddenGameObservation,
    options: Options,
    rated: list[tuple[RatedTurn, Position]],
) -> list[tuple[RatedTurn, Position]]:
    """Return moves by their worth after the best reply of each possible hand."""
    hands = possible_hands(tuple(v for v in what.views if isinstance(v, ProgramView)), what.seat, options)
    return [
        (
            RatedTurn(
                first.move,
                thought.best_reply_worth(after, hands) if _is_undecided(first.worth) else first.worth,
            ),
            after,
        )
        for first, after in rated
    ]


def _scaled_worth(worth: int) -> int:
    """Convert a worth to the scale that all players share.

    It includes the turn bonus, and a certain win or loss lies beyond `SURE`.
    """
    if abs(worth) < WON:
        return CURVE.mover_worth(worth)
    return worth + WIN - WON if worth > 0 else worth + WON - WIN


def _is_undecided(worth: int) -> bool:
    return abs(worth) < WON // 2 + WON // 4


def _random_error(size: int, draws: Shuffle) -> int:
    return draws.below(2 * size + 1) - size if size else 0
