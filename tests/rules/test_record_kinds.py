"""The kinds of checkers that a record can be, its board and its position."""

import pytest

from rules.catalogue import GAMES
from rules.checkers.reading.kinds import kind_by_name, kind_by_number
from rules.checkers.reading.turning import Turning, turn_position
from rules.record import RecordKind
from rules.record_files import read_text
from tests.rules.checkers.matches import new
from tests.rules.playouts import random_match
from tests.rules.reads import keys, moves, read

FEDERATION = {"rules": "federation"}


def test_the_kind_is_asked_for_only_where_several_fit() -> None:
    game = read("1. 32-28 19-23 2. 28x19 14x23")
    assert game.kinds == (RecordKind("international", FEDERATION), RecordKind("frisian", FEDERATION))
    assert not game.names_kind
    assert read('[GameType "20"]1. 32-28').kinds == (RecordKind("international", FEDERATION),)


def test_the_rules_are_those_that_fit() -> None:
    assert read("1. 20-24 31-27").kinds[0].options == {"rules": "rulebook"}
    assert read('[GameType "20"]1. 20-24 31-27').kinds[0].options == {"rules": "rulebook"}
    assert read("1. 43-37 25-31").kinds == (
        RecordKind("canadian", FEDERATION),
        RecordKind("malaysian", {"rules": "federation", "first": "white"}),
    )


def test_a_file_whose_games_are_mostly_of_one_kind_is_of_that_kind() -> None:
    czech = [random_match(GAMES["czech"], {}, seed, limit=60) for seed in range(4)]
    written = " 1-0\n".join(" ".join(ply.text for ply in match.plies) for match in czech)
    games = read_text(f"1. c3-d4 d6-c5 1-0\n{written}").games
    assert keys(read("1. c3-d4 d6-c5 1-0")) == ["russian", "brazilian", "czech", "armenian"]
    assert keys(games[0]) == ["czech", "russian", "brazilian", "armenian"]
    assert [keys(game)[0] for game in games] == ["czech"] * 5


@pytest.mark.parametrize(
    ("name", "key", "options"),
    [
        ("Russian", "russian", {}),
        ("russian draughts", "russian", {}),
        ("English draughts", "american", {}),
        ("Standard", "international", {}),
        ("International 10x10", "international", {}),
        ("Frisian", "frisian", {}),
        ("Brazilian draughts 8x8", "brazilian", {}),
        ("Unified pool", "pool", {}),
        ("Standard (international) checkers", "international", {}),
        ("Русские шашки", "russian", {}),
        ("česká dáma", "czech", {}),
        ("Antidraughts", "international", {"aim": "lose"}),
        ("Breakthrough", "international", {"aim": "crown"}),
        ("Frysk!", "frisian", {"men": "5"}),
    ],
)
def test_names_of_kinds_are_known(name: str, key: str, options: dict[str, str]) -> None:
    assert kind_by_name(name) == (key, options)


def test_numbers_of_kinds_are_known() -> None:
    assert kind_by_number("25,W,8,8,A0,0") == ("russian", {})
    assert kind_by_number("99") == ("international", {"aim": "lose"})
    assert kind_by_number("0") is None


@pytest.mark.parametrize(
    ("text", "key", "turned", "swapped", "first"),
    [
        # Unified pool: White begins at the bottom.
        ('[GameType "23,W,8,8,A0,0"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 1-0', "pool", "rotated", True, "11-15"),
        ('[GameType "21,W"]\n1. 11-15 23-19 1-0', "american", "same", True, "11-15"),
        ('[GameType "25"]\n1. f6-e5 c3-b4 2. g7-f6 b2-c3 1-0', "russian", "rotated", False, "c3-d4"),
        ('[GameType "25"]\n1. f3-e4 c6-b5 2. g2-f3 b7-c6 1-0', "russian", "mirrored", False, "c3-d4"),
        ('[GameType "20"]\n1. 18-23 31-26 2. 12-18 37-31 1-0', "international", "same", False, "18-23"),
    ],
)
def test_a_board_that_lies_otherwise_is_turned_and_says_so(
    text: str, key: str, turned: str, swapped: bool, first: str
) -> None:
    game = read(text)
    assert (game.error, keys(game), game.turned, game.colours_swapped) == (None, [key], turned, swapped)
    assert game.winner == (1 if first == "18-23" else 0)
    assert moves(game)[0] == first
    outcome = game.open().outcome
    assert outcome
    assert outcome.winner == game.winner


def test_marks_of_kings_and_files_in_capitals_are_told_apart_on_a_turned_board_too() -> None:
    gen, swapped = new("russian").origin.generator, Turning(swaps=True)
    assert turn_position("W:WG1,kc1:BKB8", gen, swapped) == "B:B32,K30:WK1"
    assert turn_position("W:WG1,k5-k6:BK8", gen, swapped) == "B:BG1,K5,K6:WK8"


def test_a_line_that_is_legal_in_two_ways_is_not_turned() -> None:
    assert read('[Variant "American"]\n1. 22-18 12-16 2. 26-22 16-20').error


def test_few_moves_are_not_turned() -> None:
    assert read('[GameType "25"]\n1. f6-e5 c3-b4 2. g7-f6').error
    assert read('[GameType "25"]\n1. c3-d4 f6-e5 2. d4xf6 g7xe5 3. a1-h8').turned == "same"


# Positions


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("W:W31-50:B1-20", "international"),
        ('FEN "B:WK32,25-27:B1."', "american"),
        ("https://lidraughts.org/analysis/frisian/W:W31,32:BK1:H3:F12:+2+0", "frisian"),
        ("https://lidraughts.org/editor?fen=W:WKa1:Bb4&variant=russian", "russian"),
        ("https://lidraughts.org/analysis/W:W31,32:B1", "international"),
        ("https://lidraughts.org/analysis/W:W31%2C32:B1?color=white", "international"),
        ("<https://lidraughts.org/analysis/frisian/W:W31,32:B1>", "frisian"),
        ('/FEN "W:W31,K32:B1"/', "american"),
        ("W:Wa1,Kc3:Bb8", "russian"),
        ('[FEN "?:W31:B1"]', "american"),
    ],
)
def test_a_position_alone_is_a_game_of_no_plies(text: str, key: str) -> None:
    game = read(text)
    assert (game.plies, game.error, game.unread, game.kinds[0].game) == (0, None, (), key)
    assert game.open().moves()


def test_the_first_move_tells_whose_turn_it_is() -> None:
    match = read('[GameType "21"]\n[FEN "?:W29,13,11:B22,4,2"]\n1. 22-25 29x22').open()
    assert [ply.text for ply in match.plies] == ["22-25", "29x22"]
    for head in ('[GameType "21"]', ""):
        game = read(f'{head}[FEN "?:W29,13,11:B22,4,2"]\n1. 29-25 22x29')
        assert (game.plies, game.error) == (2, None)
        assert moves(game, "american") == ["29-25", "22x29"]


def test_the_counts_of_king_moves_and_captured_pieces_of_a_position_are_read() -> None:
    match = new("frisian", rules="federation")
    match.set_position("W:WK46,31:B5,G12,P17:H2:F9:+3+0")
    assert match.show_view(None)["cells"] == {"a1": "W", "b4": "w", "j10": "b"}
    assert match.show_view(None)["clock"]["same_king"] == {"w": ["a1", 3]}
    assert "46-41" not in match.moves()


def test_a_setup_before_the_moves_is_the_position_and_a_later_one_may_repeat_it() -> None:
    game = read('/FEN "W:W31-50:B1-20"/ 1. 32-28 /FEN "B:W28,31,33-50:B1-20"/ 19-23')
    assert (game.plies, game.error) == (2, None)
    assert moves(game) == ["32-28", "19-23"]
