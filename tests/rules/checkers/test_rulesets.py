"""The rows agree with the rulebook and its table.

An option changes the rule that it names and nothing else.
"""

from dataclasses import asdict

import pytest

from rules.checkers.moves import BLACK, WHITE, generator
from rules.checkers.rulesets import OPTIONS, RULESETS, MoveCount, ruleset

STARTS = {
    "american": (8, 32, 12, "a1", "black"),
    "international": (10, 50, 20, "a1", "black"),
    "german": (8, 32, 12, "a1", "black"),
    "pool": (8, 32, 12, "a1", "black"),
    "russian": (8, 32, 12, "a1", "white"),
    "brazilian": (8, 32, 12, "a1", "white"),
    "spanish": (8, 32, 12, "b1", "white"),
    "italian": (8, 32, 12, "b1", "white"),
    "czech": (8, 32, 12, "a1", "white"),
    "turkish": (8, 64, 16, "a2", "white"),
    "armenian": (8, 64, 16, "a2", "white"),
    "gothic": (8, 64, 16, "a1", "white"),
    "malaysian": (12, 72, 30, "a1", "lot"),
    "frisian": (10, 50, 20, "a1", "black"),
    "canadian": (12, 72, 30, "a1", "black"),
}
"""Edge, squares played on, men a side, White's first square, who begins."""


def test_each_row_has_its_start_here_and_knows_its_key() -> None:
    assert list(RULESETS) == list(STARTS)
    assert all(row.key == key for key, row in RULESETS.items())


@pytest.mark.parametrize("key", STARTS)
def test_the_men_stand_as_the_rulebook_says(key: str) -> None:
    size, squares, men, corner, first = STARTS[key]
    row, game = RULESETS[key], generator(RULESETS[key])
    pieces = game.pieces(game.start())
    white = [game.squares[square] for square, piece in pieces.items() if piece.colour == WHITE]
    black = [game.squares[square] for square, piece in pieces.items() if piece.colour == BLACK]
    assert (row.size, len(game.squares), row.first) == (size, squares, first)
    assert len(white) == len(black) == men
    assert min(white, key=lambda name: (int(name[1:]), name)) == corner
    assert not any(piece.king for piece in pieces.values())
    turned = {
        f"{'abcdefghijkl'[size - 1 - 'abcdefghijkl'.index(name[0])]}{size + 1 - int(name[1:])}"
        for name in white
    }
    assert turned == set(black)


@pytest.mark.parametrize("key", ["turkish", "armenian"])
def test_turkish_and_armenian_men_stand_on_the_second_and_third_rows(key: str) -> None:
    game = generator(RULESETS[key])
    ranks = {game.squares[square][1:] for square in game.pieces(game.start())}
    assert ranks == {"2", "3", "6", "7"}


def test_squares_are_numbered_from_whites_upper_left() -> None:
    assert generator(RULESETS["american"]).squares[:5] == ("b8", "d8", "f8", "h8", "a7")
    assert generator(RULESETS["american"]).squares[-1] == "g1"
    assert generator(RULESETS["international"]).squares[0] == "b10"
    assert generator(RULESETS["italian"]).squares[:2] == ("a8", "c8")
    assert generator(RULESETS["turkish"]).squares[0] == "a8"
    assert generator(RULESETS["turkish"]).squares[63] == "h1"


def test_spanish_squares_are_numbered_from_whites_bottom_right() -> None:
    game = generator(RULESETS["spanish"])
    assert game.squares[:2] == ("h1", "f1")
    assert game.squares[-1] == "a8"
    assert [square for square, piece in game.pieces(game.start()).items() if piece.colour == WHITE] == list(
        range(12)
    )


def test_each_variant_is_written_as_its_players_write_it() -> None:
    algebraic = {key for key, row in RULESETS.items() if row.notation == "algebraic"}
    assert algebraic == {"russian", "brazilian", "czech", "turkish", "armenian", "gothic"}
    assert {key for key, row in RULESETS.items() if row.capture_sign == ":"} == {"russian"}


def test_game_types_are_those_of_pdn() -> None:
    assert {key: row.gametype for key, row in RULESETS.items() if row.gametype} == {
        "international": 20,
        "american": 21,
        "italian": 22,
        "pool": 23,
        "spanish": 24,
        "russian": 25,
        "brazilian": 26,
        "canadian": 27,
        "czech": 29,
        "turkish": 30,
        "frisian": 40,
    }


def test_the_move_count_draws_are_those_of_each_variant() -> None:
    fmjd_64 = (
        MoveCount(15, pieces=(3, 30), kings="all"),
        MoveCount(5, pieces=(3, 3), kings=1, main_road=True, goes_on_through="everything"),
        MoveCount(5, pieces=(1, 2), kings=1, goes_on_through="everything"),
        MoveCount(15),
        MoveCount(30, in_all=(4, 5), goes_on_through="steps"),
        MoveCount(60, in_all=(6, 7), goes_on_through="steps"),
    )
    special = {
        "international": (
            MoveCount(25),
            MoveCount(16, pieces=(3, 3), kings=1, goes_on_through="captures"),
            MoveCount(5, pieces=(1, 2), kings=1, goes_on_through="everything"),
        ),
        "russian": fmjd_64,
        "brazilian": fmjd_64,
        "pool": (MoveCount(13, pieces=(3, 3), kings=3),),
        "frisian": (MoveCount(7, pieces=(2, 2), kings=2), MoveCount(2, pieces=(1, 1), kings=1)),
        "malaysian": (MoveCount(50),),
        "canadian": (MoveCount(50),),
    }
    assert {key: row.draws for key, row in RULESETS.items()} == {
        key: special.get(key, (MoveCount(40),)) for key in RULESETS
    }


def test_options_exist_where_rulebook_and_federation_differ_and_for_two_more_choices() -> None:
    assert all("aim" in options for options in OPTIONS.values())
    assert {key: set(options) - {"aim"} for key, options in OPTIONS.items() if len(options) > 1} == {
        "international": {"rules"},
        "turkish": {"rules"},
        "armenian": {"rules"},
        "frisian": {"rules", "men"},
        "canadian": {"rules"},
        "malaysian": {"rules", "first"},
        "gothic": {"kings"},
    }


@pytest.mark.parametrize("key", OPTIONS)
def test_the_first_value_of_an_option_is_the_rulebook(key: str) -> None:
    defaults = {name: next(iter(values)) for name, values in OPTIONS[key].items()}
    assert ruleset(key, **defaults) == ruleset(key) == RULESETS[key]


@pytest.mark.parametrize("key", ["international", "frisian", "canadian"])
def test_by_federation_rules_white_begins_on_large_boards(key: str) -> None:
    assert ruleset(key, rules="federation").first == "white"


@pytest.mark.parametrize(
    ("key", "name", "value", "changed"),
    [
        ("international", "rules", "federation", {"federation", "first"}),
        ("canadian", "rules", "federation", {"federation", "first"}),
        ("turkish", "rules", "federation", {"federation", "man_captures"}),
        ("armenian", "rules", "federation", {"federation", "man_captures"}),
        ("gothic", "kings", "flying", {"flying"}),
        ("malaysian", "rules", "federation", {"federation", "flying", "choice"}),
        ("malaysian", "first", "black", {"first"}),
        ("malaysian", "first", "white", {"first"}),
        (
            "frisian",
            "rules",
            "federation",
            {"federation", "first", "choice", "man_value", "king_value", "king_quiet_limit"},
        ),
    ],
)
def test_an_option_changes_what_it_names_only(key: str, name: str, value: str, changed: set[str]) -> None:
    before, after = asdict(ruleset(key)), asdict(ruleset(key, **{name: value}))
    assert {field for field in before if before[field] != after[field]} == changed


def test_a_federation_king_outweighs_all_but_two_men_each() -> None:
    rules = ruleset("frisian", rules="federation")
    for kings in range(1, 21):
        assert 2 * kings * rules.man_value > kings * rules.king_value > (2 * kings - 1) * rules.man_value


def test_unknown_variants_options_and_values_are_key_errors() -> None:
    for key, options in [("chess", {}), ("american", {"rules": "federation"}), ("gothic", {"kings": "tall"})]:
        with pytest.raises(KeyError):
            ruleset(key, **options)
