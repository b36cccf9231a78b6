"""A level with a part of its nodes, as a caller that is late asks for it."""

import pytest

from engines.choose import PLAYERS, choose_move
from engines.observation import observe
from engines.worker_messages import MoveRequest, answer_move_request
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from rules.shuffle import Shuffle
from tests.sets import leave_to_ci

pytestmark = pytest.mark.ci

OPTIONS = {"binar": {"size": 7, "lines": "single"}}
"""Where a table knows every position no nodes are counted."""
LEVEL = {"binar": 5, "one-zero-one": 5}
"""Levels that are stopped by their nodes; elsewhere the fourth."""


@pytest.mark.parametrize(
    "key", leave_to_ci(list(PLAYERS), but=("binar", "one-zero-one", "russian", "international"))
)
def test_a_tenth_of_a_level_takes_about_a_tenth_of_its_nodes(key: str) -> None:
    match = Match(GAMES[key], OPTIONS.get(key, {}), secret_of("a part"))
    walk = Shuffle(bytes(32))
    for _ in range(0 if match.game.hidden else 6):
        moves = match.game.moves(match.position)
        match.make_move(moves[walk.below(len(moves))])
    assert match.turn is not None
    what, level = observe(match, match.turn), LEVEL.get(key, 4)
    whole = choose_move(what, match.options, level, 1)
    tenth = choose_move(what, match.options, level, 1, divisor=10)
    least = choose_move(what, match.options, level, 1, divisor=100_000)
    assert {tenth.move, least.move} <= set(what.moves)
    # One Zero One weighs the replies to one move in place of twelve, and moves have unlike many.
    most = whole.nodes // 4 if key == "one-zero-one" else whole.nodes // 10 + 30
    assert least.nodes <= tenth.nodes <= most < whole.nodes
    assert answer_move_request(MoveRequest(what, match.options, level, 1, 10)) == tenth
