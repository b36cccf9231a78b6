"""Which viewer may know which cards.

Views, previews, records and refusals tell nothing of another's hand or of the inside of any deck.
"""

import json
from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.catalogue import load_match
from rules.game import AmbiguousMove, BadRecord, IllegalMove
from rules.match import Match, Ply, secret_of
from rules.one_zero_one.decks import DECKS
from rules.one_zero_one.playing_cards import Cell
from rules.one_zero_one.turn import Position
from rules.one_zero_one.view import DeckView, LineControl, ProgramView
from tests.rules.one_zero_one.diagram import GAME, cards, draw, play_drawing, position, table
from tests.rules.one_zero_one.hidden_worlds import another_world
from tests.rules.playouts import random_match

NAMES = list(DECKS)
TEXTS = [
    "PLAIN 10",
    "DELETE 10",
    "PRINT-h> 20 : IF-h<",
    "PASTE-v^ 30",
    "SAVE",
    "GOTO10-h< 20",
    "ELSE 50",
    "?",
]

worlds = given(
    seed=st.integers(0, 300),
    plies=st.integers(0, 24),
    viewer=st.sampled_from([0, 1, None]),
    chance=st.randoms(use_true_random=False),
)
often = settings(max_examples=120)


@lru_cache(maxsize=512)
def match_at(seed: int, plies: int, hands: str = "hidden") -> Match:
    return random_match(GAME, {"deck": NAMES[seed % len(NAMES)], "hands": hands}, seed, plies)


@pytest.mark.ci
@worlds
@often
def test_worlds_equal_in_what_a_viewer_may_know_look_equal(
    seed: int,
    plies: int,
    viewer: int | None,
    chance: Random,
) -> None:
    match = match_at(seed, plies)
    if match.outcome:
        return
    before = match.position
    other = another_world(before, viewer, chance)
    one, two = GAME.seen_by(before, viewer), GAME.seen_by(other, viewer)
    assert one == two
    assert repr(one) == repr(two)
    assert GAME.show(one) == GAME.show(two)
    assert repr(before) == repr(other)
    assert visible_state(match, viewer) == visible_state(in_world(match, other), viewer)
    if viewer is not None and viewer == GAME.turn(before):
        assert GAME.moves(before) == GAME.moves(other)
        for move in GAME.moves(before):
            assert GAME.preview(before, move, viewer) == GAME.preview(other, move, viewer)
            assert GAME.steps(before, move) == GAME.steps(other, move)
        for text in TEXTS:
            assert refusal(before, text) == refusal(other, text)


@pytest.mark.ci
@worlds
@often
def test_open_source_still_hides_the_decks(
    seed: int,
    plies: int,
    viewer: int | None,
    chance: Random,
) -> None:
    match = match_at(seed, plies, "open")
    if match.outcome:
        return
    other = another_world(match.position, viewer, chance)
    one, two = GAME.seen_by(match.position, viewer), GAME.seen_by(other, viewer)
    assert one == two
    assert isinstance(one, ProgramView)
    assert one.hands == match.position.hands
    assert visible_state(match, viewer) == visible_state(in_world(match, other), viewer)


def in_world(match: Match, other: Position) -> Match:
    """The match as if it had come to that position, with another secret."""
    twin = match.copy()
    twin.secret = secret_of("another")
    if twin.plies:
        last = twin.plies[-1]
        twin.plies[-1] = Ply(last.seat, last.text, other, last.spelled, last.said)
    else:
        twin.origin = other
    return twin


def visible_state(match: Match, viewer: int | None) -> object:
    """Return everything that the match tells a viewer."""
    record = None if viewer is None else (match.record(viewer), match.save(viewer))
    return match.show_view(viewer), record, match.turn, match.sides


def refusal(before: Position, text: str) -> str:
    try:
        return str(GAME.read(before, text))
    except (IllegalMove, AmbiguousMove) as refused:
        return str(refused)


class TestSeen:
    def test_each_sees_the_own_hand_and_sizes_of_both(self) -> None:
        before = position("10 0\n20 1", "IF-h SAVE-v PLAIN")
        for seat, hands in (
            (0, (cards("IF-h SAVE-v PLAIN"), None)),
            (1, (None, cards("PLAIN PLAIN PLAIN"))),
            (None, (None, None)),
        ):
            seen = GAME.seen_by(before, seat)
            assert isinstance(seen, ProgramView)
            assert seen.hands == hands
            assert seen.hand_sizes == (3, 3)
            assert seen.viewer == seat

    def test_top_cards_and_counts_are_public(self) -> None:
        before = replace(position("10 0\n20 1"), decks=(cards("IF-h SAVE-v"), ()))
        seen = GAME.seen_by(before, None)
        assert isinstance(seen, ProgramView)
        assert seen.decks == (DeckView(cards("IF-h")[0], 2), DeckView(None, 0))

    def test_once_over_every_hand_is_shown(self) -> None:
        _, end = play_drawing("10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 1 0", "PLAIN 50")
        seen = GAME.seen_by(end, None)
        assert isinstance(seen, ProgramView)
        assert seen.over
        assert seen.turn is None
        assert seen.hands == (cards("PLAIN PLAIN"), cards("PLAIN PLAIN PLAIN"))

    def test_given_up_in_mid_game_every_hand_is_shown(self) -> None:
        match = random_match(GAME, {}, 3, 4)
        assert match.show_view(None)["hands"] == [None, None]
        match.resign(0)
        assert None not in match.show_view(None)["hands"]
        seen = match.view(1)
        assert isinstance(seen, ProgramView)
        assert seen.over

    def test_cells_are_lettered_by_line_for_the_mover_only(self) -> None:
        before = position("10 0 1 0\n20 1 . 1 1\n30 1")
        seen = [GAME.seen_by(before, seat) for seat in (0, 1, None)]
        assert all(isinstance(view, ProgramView) for view in seen)
        assert [len(view.placements) for view in seen if isinstance(view, ProgramView)] == [3, 0, 0]
        assert isinstance(seen[0], ProgramView)
        assert [(p.letter, p.cell) for p in seen[0].placements] == [
            *(("A", Cell(10, 4)), ("B", Cell(20, 2)), ("C", Cell(30, 2)))
        ]
        assert seen[0].open_lines == (True, True, True, False, False)

    def test_control_score_and_discounts(self) -> None:
        seen = GAME.seen_by(position("10 0 1 0 1REM>\n20 1 1 1\n30 0", digit=1), None)
        assert isinstance(seen, ProgramView)
        assert seen.control[:3] == (LineControl(None, 2, 2), LineControl(1, 0, 3), LineControl(None, 1, 0))
        assert seen.score == (20, 0)
        assert seen.sides == ("1", "0")

    def test_the_last_move_tells_what_it_laid_and_did(self) -> None:
        _, after = play_drawing("10 0 1 1\n20 1", "PRINT-h> 20 : DELETE-v^", "PRINT-h DELETE-v PLAIN")
        seen = GAME.seen_by(after, 1)
        assert isinstance(seen, ProgramView)
        last = seen.last
        assert last is not None
        assert (last.seat, last.text) == (0, "PRINT-h> 20 : DELETE-v^")
        assert [placed.cell for placed in last.placed] == [Cell(20, 2), Cell(20, 3)]
        assert [(e.kind, e.cell, e.before.digit) for e in last.effects] == [("deleted", Cell(10, 3), 1)]
        assert str(last.words) == (
            "0 laid PRINT on line 20. PRINT brought DELETE to line 20. DELETE removed 1's 1 from line 10."
        )

    @pytest.mark.parametrize(
        ("move", "said"),
        [
            ("SAVE-h> 20", "SAVE waits for a card on line 20."),
            ("SAVE-h< 20", "0's SAVE on line 20 is saved for good. 1's 1 on line 20 is saved for good."),
            ("IF-h< 20", "IF turned 1's 1 on line 20: it shows 0 now."),
            ("ENTER-h< 20", "ENTER moved 1's 1 from line 20 to line 30."),
            ("CUT-h< 20", "CUT took 1's 1 from line 20 to the cut pile."),
            (
                "SYNTAX-v^ 20",
                "SYNTAX turned 1's 1 on line 10: it shows 0 now. SYNTAX turned 0's SYNTAX on line 20: it shows 1 now.",
            ),
        ],
    )
    def test_every_effect_has_words(self, move: str, said: str) -> None:
        _, after = play_drawing("10 0 1\n20 1", move)
        seen = GAME.seen_by(after, None)
        assert isinstance(seen, ProgramView)
        assert seen.last is not None
        assert str(seen.last.words) == f"0 laid {move.split('-')[0]} on line 20. {said}"


class TestPreview:
    def test_it_shows_input_and_execute_and_never_load(self) -> None:
        before = position("10 0 1 1\n20 1", "PRINT-h DELETE-v PLAIN")
        seen = GAME.preview(before, GAME.read(before, "PRINT-h> 20 : DELETE-v^"), 0)
        assert isinstance(seen, ProgramView)
        assert draw(seen.lines) == table("10 0 1\n20 1 0PRINT> 0DELETE^")
        assert seen.hands == (cards("PLAIN"), None)
        assert seen.hand_sizes == (1, 3)
        assert seen.decks == (DeckView(cards("PLAIN")[0], 6),) * 2
        assert seen.preview
        assert not seen.over
        assert seen.placements == ()

    def test_a_preview_of_the_end_shows_no_other_hand(self) -> None:
        before = position("10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 1 0")
        seen = GAME.preview(before, GAME.read(before, "PLAIN 50"), 0)
        assert isinstance(seen, ProgramView)
        assert seen.over
        assert seen.hands == (cards("PLAIN PLAIN"), None)

    def test_a_preview_does_not_tell_that_a_deck_runs_out(self) -> None:
        before = replace(position("10 0\n20 1"), decks=((), ()))
        seen = GAME.preview(before, GAME.read(before, "PLAIN 10"), 0)
        assert isinstance(seen, ProgramView)
        assert not seen.over
        assert seen.hands[1] is None


class TestRecord:
    def test_a_seats_record_in_progress_has_no_secret_and_no_other_hand(self) -> None:
        match = Match(GAME, {}, secret_of("record"))
        match.make_move(GAME.moves(match.position)[0])
        for seat in (0, 1):
            for text in (match.record(seat), match.save(seat)):
                assert "Secret" not in text
                assert match.secret.hex() not in text
                view = json.loads(text.partition("View: ")[2].splitlines()[0])
                assert view["hands"][1 - seat] is None
                assert view["hands"][seat]
                assert f"Seen-by: {seat}" in text
                with pytest.raises(BadRecord, match="only what one seat saw"):
                    load_match(text)

    def test_after_set_it_does_not_tell_the_start(self) -> None:
        match = Match(GAME, {}, secret_of("record"))
        match.set_position(GAME.dump(match.position))
        assert "Start" not in match.record(0)
        assert "Start" in match.record()

    def test_once_over_it_is_complete_for_everybody(self) -> None:
        match = random_match(GAME, {}, 9)
        assert match.outcome
        assert match.record(0) == match.record(1) == match.record()
        assert load_match(match.record(0)).position == match.position
