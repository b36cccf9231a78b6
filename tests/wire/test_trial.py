"""The reader trial's statements about buttons hold when the moves are played."""

import pytest

from rules.catalogue import GAMES
from rules.match import Match, secret_of
from tests.wire.trial import effects, path_of

pytestmark = pytest.mark.ci


def test_a_button_that_ends_a_move_does_what_the_move_does() -> None:
    match = Match(GAMES["one-zero-one"], {}, secret_of("d"))
    (only,) = effects(match, path_of("v1:1:pick:0:IFh,20,<"))
    assert only == (
        "- IF ← on line 20: Ada laid IF on line 20. IF turned Twotone's 1 on line 20: it shows 0 now."
        " Points stay 0 of 0 and 0 of 1."
    )


def test_a_button_that_leads_on_does_nothing_yet_and_names_every_move_after_it() -> None:
    match = Match(GAMES["one-zero-one"], {}, secret_of("d"))
    first, *moves = effects(match, path_of("v1:1:pick:0:IFh"))
    assert first == "Nothing yet: 4 moves go on from here."
    assert [move.partition(":")[0] for move in moves] == [
        "- IF ← on line 10",
        "- IF → on line 10",
        "- IF ← on line 20",
        "- IF → on line 20",
    ]
