"""Addresses at lidraughts for the four kinds that it knows.

They have the form that its readers accept.
"""

from urllib.parse import unquote_plus

import pytest

from rules.catalogue import GAMES, load_match
from rules.checkers import lidraughts
from rules.match import Match
from tests.rules.checkers.matches import VARIANTS, new
from tests.rules.playouts import random_match

LONGEST = 512
"""Characters of a link button's address (Discord)."""
FEDERATION = {"rules": "federation"}
KNOWN = [("international", FEDERATION), ("frisian", FEDERATION), ("russian", {}), ("brazilian", {})]


def play_moves(key: str, *moves: str, **options: str) -> Match:
    """Return a match of a variant after these moves."""
    match = new(key, **options)
    for move in moves:
        match.play(move)
    return match


def pdn(address: str | None) -> str:
    assert address
    assert address.startswith("https://lidraughts.org/paste?pdn=")
    assert not set(address) & set(' "<>[]{}\n')
    return unquote_plus(address.partition("=")[2])


def test_a_position_is_written_square_by_square() -> None:
    twenty = ",".join(map(str, range(1, 21)))
    others = ",".join(map(str, range(31, 51)))
    assert lidraughts.analysis_url(new("international")) == (
        f"https://lidraughts.org/analysis/standard/B:W{others}:B{twenty}"
    )
    match = new("frisian")
    match.set_position("W:WK31-33:B1,2.")
    assert lidraughts.analysis_url(match) == "https://lidraughts.org/analysis/frisian/W:WK31,K32,K33:B1,2"


def test_after_the_last_move_it_is_the_last_position_that_had_one() -> None:
    match = new("russian")
    match.set_position("W:Wc3:Bd4")
    before = lidraughts.analysis_url(match)
    match.play("c3:e5")
    assert match.outcome
    assert lidraughts.analysis_url(match) == before == "https://lidraughts.org/analysis/russian/W:Wc3:Bd4"
    resigned = play_moves("russian", "c3-d4")
    resigned.resign(1)
    assert str(lidraughts.analysis_url(resigned)).startswith("https://lidraughts.org/analysis/russian/B:W")


def test_a_whole_game_goes_into_its_import_form() -> None:
    match = play_moves("russian", "c3-d4", "f6-e5", "d4:f6")
    match.resign(1)
    assert lidraughts.import_url(match) == (
        "https://lidraughts.org/paste?pdn=%5BGameType+%2225%22%5D%0Ac3-d4+f6-e5+d4:f6+2-0"
    )
    drawn = play_moves("brazilian", "c3-d4")
    assert pdn(lidraughts.import_url(drawn)).endswith("\nc3-d4 *")
    drawn.agree_draw()
    assert pdn(lidraughts.import_url(drawn)).endswith("\nc3-d4 1-1")


def test_who_begins_otherwise_than_there_is_said_by_a_position() -> None:
    match = play_moves("international", "20-24", "31-27")
    text = pdn(lidraughts.import_url(match))
    assert text.startswith('[GameType "20"]\n[FEN "B:W31,32,')
    assert "-" not in text.split("\n")[1]
    assert text.endswith("\n20-24 31-27 *")


def test_a_game_that_its_rules_do_not_replay_has_no_such_address() -> None:
    by_rulebook, by_king = new("frisian"), new("frisian")
    for match in (by_rulebook, by_king):
        match.set_position("B:W18:B3,6,7,11,12,15,K9")
    by_rulebook.play("12x23")  # of captures of equal value the federation has the king make one
    by_king.play("9x22")
    assert lidraughts.import_url(by_rulebook) is None
    assert lidraughts.import_url(by_king)
    assert lidraughts.import_url(new("frisian")) is None


@pytest.mark.parametrize("key", [key for key in VARIANTS if key not in lidraughts.KEYS])
def test_other_kinds_have_none(key: str) -> None:
    match = random_match(GAMES[key], {}, seed=1, limit=2)
    assert (lidraughts.analysis_url(match), lidraughts.import_url(match)) == (None, None)


@pytest.mark.parametrize(("key", "options"), KNOWN, ids=str)
def test_what_it_is_given_replays_to_the_same_position(key: str, options: dict[str, str]) -> None:
    for seed in range(3):
        match = random_match(GAMES[key], options, seed, limit=60)
        assert load_match(pdn(lidraughts.import_url(match))).position.board == match.position.board
        address = lidraughts.analysis_url(match)
        assert address
        assert len(address) <= LONGEST
