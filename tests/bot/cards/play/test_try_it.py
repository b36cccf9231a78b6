"""Try it: one person plays both sides, and the custom_ids hold the match."""

from typing import Any

import pytest

from bot.cards.kit.choices import visible_choices
from bot.cards.kit.ways import AvailableActions
from bot.cards.play.try_it import TryIds, TryState, try_card, try_view
from rules.catalogue import GAMES
from rules.choosing import ChoiceNode, reach_match_choice
from rules.compact import CompactMatch
from tests.bot.cards.whole_card import SAY, frame_of, lines_of


def shown(
    game: str = "binar", moves: tuple[str, ...] = (), path: tuple[str, ...] = (), **given: Any
) -> list[str]:
    """The lines of a try-out after some moves and choices."""
    state = TryState(GAMES[game], path=path)
    made = CompactMatch.begin(state.game, state.options)
    for move in moves:
        made.play(move)
    node = reach_match_choice(made.match, path) if made.match.turn is not None else None
    choices = visible_choices(node, try_view(made), None) if node else None
    card = try_card(state, made, node, choices, SAY, **given)
    return [line for line in (frame_of(card), *lines_of(card)) if "] 0:try-on:" not in line]


def test_the_first_move_comes_with_what_the_game_is_about() -> None:
    assert shown() == [
        "running",
        "### Try it: Binar",
        "Even and Odd fill the board with digits in turn. Full rows and columns have a sum: Even wan…",
        "You play both sides · **Even** to move",
        "(picture)",
        "[Against Twotone] 0:private:0:binar",
        "[How to play] 0:howto:0:binar",
    ]
    assert shown(actions=AvailableActions(computer=False), note="Well.")[2:] == [
        "Well.",
        "Even and Odd fill the board with digits in turn. Full rows and columns have a sum: Even wan…",
        "You play both sides · **Even** to move",
        "(picture)",
        "[How to play] 0:howto:0:binar",
    ]


def test_later_moves_come_with_what_happened() -> None:
    assert shown("russian", ("c3-d4",)) == [
        "running",
        "### Try it: Russian checkers",
        "White moved from c3 to d4.",
        "You play both sides · **Black** to move",
        "(picture)",
        "[Again] 0:try:0:russian",
        "[How to play] 0:howto:0:russian",
    ]
    assert shown("russian", ("c3-d4",), ("b6",))[3:5] == ["**b6 › …** · Black to move", "(picture)"]


def test_a_try_out_that_is_over_says_who_won() -> None:
    moves = tuple(each.text for each in won().match.plies)
    assert shown(moves=moves) == [
        "over",
        "### Try it: Binar",
        "Even placed 0 on a3.",
        "**Odd wins: a line completed has the other player's parity (column a odd).** </play:0000000…",
        "(picture)",
        "[Again] 0:try:0:binar",
        "[How to play] 0:howto:0:binar",
    ]


def won() -> CompactMatch:
    """A try-out of Binar in which each takes the first free cell."""
    state = TryState(GAMES["binar"])
    made = CompactMatch.begin(state.game, state.options)
    while made.match.turn is not None:
        made.play(made.match.moves()[0])
    return made


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("russian//", ("", (), None, False)),
        ("russian/P/c3,d4", ("P", ("c3", "d4"), None, False)),
        ("nothing/P/c3", None),
        ("russian/P", None),
    ],
)
def test_a_state_reads_back(text: str, read: Any) -> None:
    state = TryState.parse(text)
    assert (None if state is None else (state.moves, state.path, state.part, state.plays_now)) == read


def test_ids_hold_as_much_as_a_custom_id_does() -> None:
    node = reach_match_choice(CompactMatch.begin(GAMES["russian"], {}).match, ())
    assert isinstance(node, ChoiceNode)
    free = next(room for room in range(200) if not TryIds("russian", "x" * room).can_hold(node)) - 1
    assert [TryIds("russian", "x" * room).can_hold(node) for room in (free, free + 1)] == [True, False]
    assert free == 72
