"""Positions set up in the protocol's form.

They are read back whole, filled in sensibly, or refused with the reason.
"""

import json
from collections import Counter
from typing import Any

import pytest

from rules.catalogue import load_match
from rules.game import BadPosition
from rules.match import Match, secret_of
from rules.one_zero_one.decks import DECKS
from rules.one_zero_one.playing_cards import PLAIN
from rules.one_zero_one.turn import Position
from tests.rules.one_zero_one.diagram import GAME, cards, texts
from tests.rules.playouts import play_out, random_match

ZERO = {"command": "PLAIN", "axis": None, "digit": 0}
ONE = ZERO | {"digit": 1}


def place(data: object, turn: int | None = None, **options: object) -> Position:
    placed: Position = GAME.place(GAME.read_options(options), data, turn)
    return placed


def hand_card(command: str, axis: str | None = None) -> dict[str, Any]:
    """Return a card in a hand or deck, in the protocol's form."""
    return {"command": command, "axis": axis}


def laid_card(command: str, points: str | None, digit: int = 0, **flags: object) -> dict[str, Any]:
    """Return a card on the table, in the protocol's form."""
    axis = None if points is None else "h" if points in "<>" else "v"
    return {"command": command, "axis": axis, "digit": digit, "points": points, **flags}


class TestWhole:
    @pytest.mark.ci
    @pytest.mark.parametrize("deck", DECKS)
    def test_a_dump_places_the_same_position(self, deck: str) -> None:
        options = GAME.read_options({"deck": deck})
        for seed in range(6):
            for position, _ in play_out(GAME, options, seed):
                dumped = json.loads(json.dumps(GAME.dump(position)))
                again = GAME.place(options, dumped, None)
                assert again == position
                assert GAME.dump(again) == dumped

    def test_a_record_after_set_replays(self) -> None:
        match = random_match(GAME, {"deck": "everything"}, 5, 9)
        match.set_position(GAME.dump(match.position))
        match.make_move(GAME.moves(match.position)[-1])
        again = load_match(match.record())
        assert again.position == match.position
        assert again.record() == match.record()

    def test_the_turn_beside_the_position_wins(self) -> None:
        assert place({"lines": {"10": [ZERO]}, "turn": 1}).turn == 1
        assert place({"lines": {"10": [ZERO]}, "turn": 1}, 0).turn == 0
        assert place({"lines": {"10": [ZERO]}}).turn == 0

    def test_a_full_line_50_is_over(self) -> None:
        position = place({"lines": {"50": [ZERO, ZERO, ONE]}}, 0)
        assert position.turn is None
        outcome = GAME.outcome(position)
        assert outcome is not None
        assert outcome.score == (50, 0)

    def test_a_match_keeps_its_digits(self) -> None:
        for seed in "abcd":
            match = Match(GAME, {}, secret_of(seed))
            sides = match.sides
            match.set_position({"lines": {"10": [ZERO]}})
            assert match.sides == sides
            match.set_position({"lines": {"10": [ZERO]}, "digits": [1, 0]})
            assert match.sides == ("1", "0")

    def test_trailing_nulls_are_dropped(self) -> None:
        assert (
            place({"lines": {"10": [ZERO, None, None]}}).lines[0] == place({"lines": {"10": [ZERO]}}).lines[0]
        )

    def test_hands_and_whole_decks_are_taken_as_given(self) -> None:
        position = place(
            {
                "lines": {"10": [ZERO], "20": [ONE]},
                "hands": [[hand_card("PRINT", "h"), hand_card("IF", "v")], [hand_card("PLAIN")]],
                "decks": [{"deck": [hand_card("SAVE", "v"), hand_card("PLAIN")]}, {"deck": []}],
            }
        )
        assert position.hands == (cards("IF-v PRINT-h"), cards("PLAIN"))
        assert position.decks == ((*cards("SAVE-v"), PLAIN), ())
        assert "PRINT-h> 10 : IF-v^" in texts(position)

    def test_a_deck_given_whole_says_itself_what_its_top_and_count_are(self) -> None:
        shown = Match(GAME, {}, secret_of("x")).show_view(None)
        deck = [hand_card("SAVE", "v"), hand_card("PLAIN")]
        position = place({**shown, "decks": [{**entry, "deck": deck} for entry in shown["decks"]]})
        assert position.decks == ((*cards("SAVE-v"), PLAIN),) * 2

    def test_a_hand_that_cannot_be_filled_may_still_be_played(self) -> None:
        """Only a position whose `turn` is null has ended by a deck used up."""
        given = {
            "lines": {},
            "hands": [[hand_card("PLAIN")], [hand_card("PLAIN")]],
            "decks": [{"deck": []}, {"deck": []}],
        }
        assert texts(place(given, 0)) == {"PLAIN 10", "PLAIN 20"}
        assert place({**given, "turn": None}).ended == "load"


class TestFilledIn:
    def test_hands_and_decks_left_out_come_from_what_is_left_of_the_two_decks(self) -> None:
        position = place({"lines": {"10": [ZERO, laid_card("DELETE", "<")], "20": [ONE]}})
        assert [len(hand) for hand in position.hands] == [3, 3]
        assert [len(deck) for deck in position.decks] == [12, 13]
        everything = Counter([*position.hands[0], *position.hands[1], *position.decks[0], *position.decks[1]])
        whole = Counter([*DECKS["base"], PLAIN] * 2)
        assert everything <= whole - Counter([PLAIN, PLAIN, *cards("DELETE-h")])

    def test_what_the_public_sees_is_kept(self) -> None:
        match = random_match(GAME, {"deck": "clipboard"}, 12, 9)
        shown = match.show_view(None)
        twin = Match(GAME, {"deck": "clipboard"}, secret_of("twin"))
        twin.set_position(shown)
        assert twin.show_view(None) == shown

    def test_cards_that_the_decks_lack_may_lie_anywhere(self) -> None:
        position = place(
            {
                "lines": {"10": [laid_card("REM", ">")]},
                "cut": [hand_card("SAVE", "h")],
                "hands": [[hand_card("PASTE", "h"), hand_card("SYNTAX", "v")], None],
            }
        )
        assert {"PASTE-h> 10 : SAVE-h<", "SYNTAX-v^ 20"} <= texts(position)

    def test_a_table_fuller_than_the_unseen_cards_leave_keeps_their_counts(self) -> None:
        shown = Match(GAME, {}, secret_of("x")).show_view(None)
        full = {"lines": {line: [ZERO] * 3 for line in ("10", "20", "30", "40")}}
        position = place({**shown, **full})
        assert ([len(hand) for hand in position.hands], [len(deck) for deck in position.decks]) == (
            [3, 3],
            [13, 13],
        )

    def test_the_same_position_is_filled_in_the_same_way(self) -> None:
        assert place({"lines": {"10": [ZERO]}}) == place({"lines": {"10": [ZERO]}})


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("10 0", "object with “lines”"),
        ({}, "object with “lines”"),
        ({"lines": {"60": []}}, "10, 20, 30, 40 and 50"),
        ({"lines": {"10": 5}}, "lists of cards and nulls"),
        ({"lines": {"10": [5]}}, "10/1: 5 is no card"),
        ({"lines": {"10": [laid_card("FORK", "<")]}}, "is no card of this game"),
        ({"lines": {"10": [laid_card("PLAIN", "<")]}}, "is no card of this game"),
        ({"lines": {"10": [laid_card("SYNTAX", "<")]}}, "is no card of this game"),
        ({"lines": {"10": [hand_card("PLAIN")]}}, "10/1: a card on the table has a “digit”"),
        ({"lines": {"10": [ZERO | {"digit": True}]}}, "“digit”, 0 or 1"),
        ({"lines": {"10": [laid_card("IF", "<") | {"points": "^"}]}}, "IF-h “points” to < or >, not to ^"),
        ({"lines": {"10": [laid_card("IF", "<") | {"points": None}]}}, "not to null"),
        ({"lines": {"10": [ZERO | {"points": "<"}]}}, "PLAIN “points” to nowhere (null), not to <"),
        ({"lines": {"10": [ZERO | {"saved": 1}]}}, "“saved” is true or false"),
        ({"lines": {"10": [laid_card("IF", ">", pending=True)]}}, "“pending”"),
        ({"lines": {"10": [laid_card("SAVE", "<", pending=True)]}}, "“pending”"),
        (
            {"lines": {"10": [laid_card("SAVE", ">", pending=True), ONE]}},
            "10/1: only a SAVE that points at an empty",
        ),
        ({"lines": {"10": [laid_card("IF", "<", inert=True)]}}, "“inert”"),
        ({"lines": {"50": [ZERO] * 4}}, "Line 50 has 4 columns; it ends at column 3"),
        ({"lines": {"10": [None] * 41}}, "Line 10 has 41 columns"),
        ({"lines": {"10": [laid_card("IF", "<")] * 3}}, "There are 3 IF-h; both players together have 2"),
        ({"lines": {"10": [ZERO] * 35}}, "There are 35 PLAIN; both players together have 34"),
        ({"lines": {}, "digits": [0, 0]}, "“digits” is [0, 1] or [1, 0]"),
        ({"lines": {}, "digits": None}, "“digits” is"),
        ({"lines": {}, "digits": [False, True]}, "“digits” is"),
        ({"lines": {}, "turn": 2}, "“turn” is 0, 1 or null"),
        ({"lines": {}, "cut": {"a": 1}}, "The cut pile"),
        ({"lines": {}, "hands": [[]]}, "“hands” is a list with an entry for each seat"),
        ({"lines": {}, "hands": {}}, "“hands” is a list"),
        ({"lines": {}, "hands": [5, None]}, "The hand of seat 0"),
        ({"lines": {}, "hands": [[hand_card("PLAIN")] * 4, None]}, "seat 0 has 4"),
        ({"lines": {}, "hands": [[], None]}, "Seat 0 is to move and has no card in hand"),
        ({"lines": {}, "hand_sizes": [4, 3]}, "at most three cards"),
        ({"lines": {}, "hand_sizes": ["3", 3]}, "at most three cards"),
        ({"lines": {}, "decks": [{"count": 17}, None]}, "Seat 0's deck"),
        ({"lines": {}, "decks": [None, {"count": True}]}, "Seat 1's deck"),
        ({"lines": {}, "decks": [None, {"deck": [hand_card("PLAIN")] * 17}]}, "Seat 1's deck"),
        ({"lines": {}, "decks": [None, {"top": hand_card("IF", "h"), "count": 0}]}, "Seat 1's deck"),
        ({"lines": {}, "decks": [None, 5]}, "Seat 1's deck"),
        (
            {"lines": {}, "hand_sizes": [3, 3], "decks": [{"count": 14}] * 2},
            "Seat 0 has 17 cards in hand and deck",
        ),
    ],
    ids=str,
)
def test_a_position_that_cannot_be_is_refused(data: object, says: str) -> None:
    with pytest.raises(BadPosition) as caught:
        place(data)
    assert says in str(caught.value)
