"""Every variant's tree of moves has as many leaves as the published tables say."""

from dataclasses import replace

import pytest

from rules.checkers.moves import BLACK, WHITE, RouteCounting, generator
from rules.checkers.rulesets import Ruleset, ruleset

SHALLOW = {8: 6, 10: 5, 12: 4}
"""Plies counted in every run, by the board's edge.

If all squares are played on, it is four.
"""

FEDERATION = {"rules": "federation"}

EIGHT_BY_EIGHT = (7, 49, 302, 1469)

TABLES: list[tuple[str, dict[str, str], RouteCounting, tuple[int, ...]]] = [
    ("american", {}, "keep", (*EIGHT_BY_EIGHT, 7361, 36768, 179740, 845931, 3963680)),
    ("american", {}, "drop", (*EIGHT_BY_EIGHT, 7361, 36768, 179740, 845931, 3963680)),
    ("international", {}, "keep", (9, 81, 658, 4265, 27117, 167140, 1049442, 6483971, 41022614)),
    ("international", {}, "drop", (9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423)),
    ("brazilian", {}, "keep", (*EIGHT_BY_EIGHT, 7473, 37628, 187302, 907836, 4431847)),
    ("brazilian", {}, "drop", (*EIGHT_BY_EIGHT, 7473, 37628, 187302, 907830, 4431766)),
    ("pool", {}, "keep", (*EIGHT_BY_EIGHT, 7482, 37986, 190146, 929902, 4570615)),
    ("pool", {}, "drop", (*EIGHT_BY_EIGHT, 7482, 37986, 190146, 929896, 4570534)),
    ("russian", {}, "keep", (*EIGHT_BY_EIGHT, 7482, 37986, 190146, 929905, 4570667)),
    ("russian", {}, "drop", (*EIGHT_BY_EIGHT, 7482, 37986, 190146, 929899, 4570586)),
    ("czech", {}, "keep", (*EIGHT_BY_EIGHT, 7361, 36768, 179740, 845931, 3963671)),
    ("czech", {}, "drop", (*EIGHT_BY_EIGHT, 7361, 36768, 179740, 845931, 3963671)),
    ("spanish", {}, "keep", (*EIGHT_BY_EIGHT, 7361, 36473, 177532, 828783, 3860866)),
    ("spanish", {}, "drop", (*EIGHT_BY_EIGHT, 7361, 36473, 177532, 828783, 3860866)),
    ("italian", {}, "keep", (*EIGHT_BY_EIGHT, 7361, 36473, 177532, 828783, 3860875)),
    ("italian", {}, "drop", (*EIGHT_BY_EIGHT, 7361, 36473, 177532, 828783, 3860875)),
    ("german", {}, "keep", (*EIGHT_BY_EIGHT, 7361, 36768, 179740, 845931, 3963648)),
    ("frisian", FEDERATION, "keep", (9, 81, 658, 3880, 21345, 103584, 550314, 2907905, 16204497)),
    ("frisian", FEDERATION, "drop", (9, 81, 658, 3874, 21265, 102431, 540126, 2825779, 15605069)),
    ("frisian", {**FEDERATION, "men": "5"}, "drop", (9, 81, 657, 5329, 41829)),
    ("frisian", {**FEDERATION, "aim": "lose"}, "drop", (9, 81, 658, 3874, 21265)),
    ("international", {"aim": "crown"}, "drop", (9, 81, 658, 4265, 27117)),
    ("canadian", {}, "drop", (11, 121, 1222, 10053, 79049, 584100, 4369366, 31839056, 237209258)),
    ("turkish", FEDERATION, "drop", (8, 64, 708, 7538, 85090, 931312, 10782308, 123285642)),
    ("turkish", {}, "drop", (8, 64, 708, 7550, 85428, 936978, 10882396)),
    ("armenian", FEDERATION, "drop", (22, 484, 12174, 268670, 6280482, 135963566)),
    ("armenian", {}, "drop", (22, 484, 12174, 268726, 6283276, 136095200)),
    ("gothic", {}, "drop", (14, 196, 2940, 44100, 694358, 10825000, 173701046)),
    ("malaysian", FEDERATION, "keep", (11, 121, 1222, 10053, 78629, 575837, 4241147, 30334156)),
    ("malaysian", {}, "keep", (11, 121, 1222, 10053, 78629, 577772, 4263112, 30635845)),
]
"""Variant, options, counting, and leaves at depth 1, 2, … from the start position.

Malaysian is counted with captures forced.
"""


@pytest.mark.parametrize(("key", "options", "counting", "table"), TABLES)
def test_leaves_are_as_many_as_published(
    key: str, options: dict[str, str], counting: RouteCounting, table: tuple[int, ...]
) -> None:
    rules = ruleset(key, **options)
    depth = shallow(rules)
    assert counts(rules, counting, range(1, depth + 1)) == table[:depth]


@pytest.mark.deep
@pytest.mark.parametrize(("key", "options", "counting", "table"), TABLES)
def test_every_published_depth_too(
    key: str, options: dict[str, str], counting: RouteCounting, table: tuple[int, ...]
) -> None:
    rules = ruleset(key, **options)
    depth = shallow(rules)
    assert counts(rules, counting, range(depth + 1, len(table) + 1)) == table[depth:]


def test_no_ply_at_all_has_one_leaf() -> None:
    game = generator(ruleset("american"))
    assert game.perft(game.start(), BLACK, 0) == 1


def test_an_ended_game_has_no_leaves_further_down() -> None:
    game = generator(ruleset("american"))
    last_capture = game.build_board({game.index["c3"]: game.pieces(game.start())[game.index["c3"]]})
    assert game.perft(last_capture, BLACK, 1) == 0
    assert game.perft(last_capture, BLACK, 2) == 0


def shallow(rules: Ruleset) -> int:
    return 4 if rules.squares == "all" else SHALLOW[rules.size]


def counts(rules: Ruleset, counting: RouteCounting, depths: range) -> tuple[int, ...]:
    game = generator(replace(rules, optional_capture=False))
    colour = BLACK if rules.first == "black" else WHITE
    return tuple(game.perft(game.start(), colour, depth, counting) for depth in depths)
