"""Records of players who played on though the match was drawn.

Over a board, a player has to claim such a draw.
"""

import json

import pytest

from rules import json_records
from rules.catalogue import GAMES, load_match, parse_record
from rules.checkers import lidraughts
from rules.editions import RULES_VERSION, replay
from rules.game import BadRecord
from rules.match import Match, read_record

LAP = ["e1-h4", "f8-h6", "h4-e1", "h6-f8"]
STOOD = "the same position stood 3 times with the same side to move"
COUNTED = "15 moves by each side without a capture or a man's move"
REPEATED = '[GameType "25"]\n[FEN "W:WKa1,Ke1:BKb8,Kf8"]\n'
OVER = f"Line 4, column 1: e1-f2 comes after the end of the match, which was already over: {STOOD}."


def pdn(moves: list[str], result: str = "*") -> str:
    return f"{REPEATED}{' '.join(moves)} {result}"


def quiet_record(more: int, result: str = "*") -> str:
    """Return a record of `30 + more` plies without progress or a threefold repetition."""
    match = Match(GAMES["russian"], {}, bytes(32))
    match.set_position("W:WKa1,Ke1:BKb8,Kf8")
    moves: list[str] = []
    while len(moves) < 30 + more:
        match.waive_draw()
        move = next(move for move in match.game.moves(match.position) if _is_quiet(match, move))
        moves.append(match.make_move(move).text)
    return pdn(moves, result)


def _is_quiet(match: Match, move: object) -> bool:
    after = match.game.play(match.position, move)
    return bool(not move.captured and after.legal and not after.legal[0].captured and after.occurrences < 3)  # pyrefly: ignore[missing-attribute]


def test_a_file_that_goes_on_after_a_third_repetition_is_read_to_its_end() -> None:
    match = load_match(pdn([*LAP, *LAP, "e1-f2"]))
    assert [ply.text for ply in match.plies][-1] == "e1-f2"
    assert match.turn == 1
    assert match.outcome is None
    number, draw = match.first_unclaimed_draw or (None, None)
    assert number == 8
    assert draw
    assert draw.text == STOOD


def test_a_file_that_goes_on_after_a_counted_draw_is_read_to_its_end() -> None:
    match = load_match(quiet_record(more=3))
    assert len(match.plies) == 33
    number, draw = match.first_unclaimed_draw or (None, None)
    assert number == 30
    assert draw
    assert draw.text == COUNTED


def test_the_board_says_where_nobody_claimed_the_draw() -> None:
    match = load_match(pdn([*LAP, *LAP, "e1-f2"]))
    note = match.copy_at(8).view(None).note
    assert note
    assert (
        str(note) == f"It was a draw for whoever had claimed it: {STOOD}. Nobody did, and the match went on."
    )
    assert match.copy_at(7).view(None).note is None
    assert match.view(None).note is None


@pytest.mark.parametrize(
    ("text", "winner", "reason"),
    [
        (pdn([*LAP, *LAP, "e1-f2"], "2-0"), 0, "Black resigned"),
        (pdn([*LAP, *LAP, "e1-f2"], "1/2-1/2"), None, "by agreement"),
        (pdn([*LAP, *LAP, *LAP[:2]], "0-1"), 1, "White resigned"),
        (pdn([*LAP, *LAP], "0-1"), 1, "White resigned"),
        (pdn([*LAP, *LAP], "1-1"), None, STOOD),
        (pdn([*LAP, *LAP]), None, STOOD),
        (quiet_record(more=2), None, COUNTED),
        (quiet_record(more=2, result="1-0"), 0, "Black resigned"),
        (quiet_record(more=2, result="1-1"), None, COUNTED),
    ],
)
def test_the_last_position_counts_unless_the_record_says_who_won(
    text: str, winner: int | None, reason: str
) -> None:
    outcome = load_match(text).outcome
    assert outcome
    assert (outcome.winner, outcome.text) == (winner, reason)


@pytest.mark.parametrize(
    "text",
    [
        pdn([*LAP, *LAP, "e1-f2"]),
        pdn([*LAP, *LAP, *LAP, *LAP, "e1-f2"], "2-0"),
        pdn([*LAP, *LAP], "0-2"),
        quiet_record(more=2),
        quiet_record(more=5, result="1-0"),
    ],
)
def test_such_a_match_is_written_and_read_again(text: str) -> None:
    match = load_match(text)
    for written in (match.record(), match.save(), json_records.write(match, whole=True)):
        again = load_match(written)
        assert again.position == match.position
        assert again.outcome == match.outcome
        assert again.first_unclaimed_draw == match.first_unclaimed_draw
        assert (again.record(), again.save()) == (match.record(), match.save())


def test_a_match_that_begins_where_nobody_claimed_the_draw_goes_on_from_there() -> None:
    """As in a match that is played on from a record."""
    shown = load_match(pdn([*LAP, *LAP, "e1-f2"])).copy_at(8)
    dumped = json.loads(json.dumps(shown.game.dump(shown.position)))
    assert dumped["clock"] == {"quiet": 8, "repeated": 3, "counts": {"30": 8}, "played_on": True}
    match = Match(GAMES["russian"], {}, bytes(32))
    match.set_position(dumped)
    assert match.turn == 0
    assert match.position == shown.position
    assert match.first_unclaimed_draw
    match.play("e1-f2")
    for written in (match.record(), match.save(), json_records.write(match, whole=True)):
        assert load_match(written).position == match.position
        assert load_match(written).first_unclaimed_draw == match.first_unclaimed_draw


def test_only_a_draw_can_be_played_on_from() -> None:
    match = Match(GAMES["russian"], {}, bytes(32))
    place = {"cells": {"a1": "W", "b8": "B"}, "turn": 0, "clock": {"played_on": True}}
    match.set_position(place)
    assert match.first_unclaimed_draw is None
    assert "played_on" not in match.game.dump(match.position)["clock"]
    match.set_position({**place, "cells": {"a1": "W"}, "turn": 1})
    assert match.turn is None
    before = match.position
    match.waive_draw()
    assert match.position == before
    for said in (1, "yes", None):
        with pytest.raises(Exception, match=r"“clock\.played_on” is missing or has the wrong form"):
            match.set_position({**place, "clock": {"played_on": said}})


def test_ones_own_match_ends_at_once() -> None:
    match = Match(GAMES["russian"], {}, bytes(32))
    match.set_position("W:WKa1,Ke1:BKb8,Kf8")
    for move in (*LAP, *LAP):
        match.play(move)
    assert match.turn is None
    with pytest.raises(Exception, match="The match is over"):
        match.play("e1-f2")
    match = load_match(pdn([*LAP, *LAP, "e1-f2"]))
    match.undo()
    mover = match.turn
    assert mover == 0
    match.play("e1-h4")
    assert match.turn is None, "what follows is the match's own play"


def test_a_stored_match_is_its_own_play() -> None:
    """A stored match ended at once when it was played.

    A record that goes on is damaged, or of an older version of the rules.
    """
    text = load_match(pdn([*LAP, *LAP, "e1-f2"])).save()
    with pytest.raises(BadRecord, match="e1-f2 comes after the end of the match"):
        read_record(text, GAMES)
    with pytest.raises(BadRecord, match="e1-f2 comes after the end of the match"):
        replay(text, version=RULES_VERSION, over=False)


def test_nobody_plays_on_after_a_loss_or_a_games_own_end() -> None:
    with pytest.raises(BadRecord, match="c3-d4 comes after the end of the match"):
        load_match('[GameType "25"]\n[FEN "W:Wc3:Bd4"]\n c3:e5 c3-d4 *')
    binar = Match(GAMES["binar"], {"size": 3}, bytes(32))
    while binar.turn is not None:
        binar.play(binar.moves()[0])
    before = binar.outcome
    binar.waive_draw()
    assert binar.outcome == before
    assert binar.first_unclaimed_draw is None
    with pytest.raises(BadRecord, match="comes after the end of the match"):
        load_match(f"{binar.save()}99. c3\n")


def test_an_ending_after_an_unclaimed_draw_is_taken_from_every_form() -> None:
    match = load_match(pdn([*LAP, *LAP]))
    assert match.ending is None
    for how, text in (("resignation 0", "White resigned"), ("agreement", "by agreement")):
        ended = match.save().replace("\n\n", f"\nEnded: {how}\n\n")
        assert load_match(ended).outcome.text == text  # pyrefly: ignore[missing-attribute]
        with pytest.raises(BadRecord, match="The match is over"):
            read_record(ended, GAMES)


def test_no_link_replays_it_elsewhere() -> None:
    """Where the same draws end a match by themselves."""
    assert lidraughts.import_url(load_match(pdn([*LAP, *LAP, "e1-f2"]))) is None
    assert lidraughts.import_url(load_match(pdn([*LAP, "e1-f2"]))) is not None


def test_every_reader_of_records_is_forgiving() -> None:
    match = load_match(pdn([*LAP, *LAP, "e1-f2"]))
    for written in (match.record(), match.save(), json_records.write(match, whole=True)):
        assert parse_record(written).match.first_unclaimed_draw == match.first_unclaimed_draw
