"""Lattices of captures take no longer than other positions.

Users can set such lattices up. Jumps cost nodes.
"""

from collections.abc import Mapping

import pytest

from engines.checkers import search as searching
from engines.checkers.charges import CROWD, FREE, JUMPS, KINGS, PLAYED
from engines.checkers.player import LEVELS, pick_move
from engines.checkers.search import CheckersSearch
from rules.catalogue import GAMES
from rules.checkers.captures import ChargedRoutes, Route, RouteList, TooMany
from rules.checkers.moves import Move
from rules.checkers.position import Position
from rules.checkers.rulesets import RULESETS, Ruleset
from rules.game import IllegalMove
from rules.match import Match
from rules.shuffle import Shuffle
from tests.rules.checkers.crowded import THOUSANDS
from tests.rules.checkers.matches import at, position
from tests.sets import leave_to_ci
from workshop.bench.lattices import lattice, rule_sets

RULES: Mapping[str, Ruleset] = dict(rule_sets())
NODES = 3_000
"""Of a thought here; the top level has more than ten times as many."""
OVER = 40
"""Nodes by which the last position may go beyond what there is."""


class Counted(ChargedRoutes):
    """Routes that remember what all of a search have cost."""

    paid = 0

    def spend(self, cost: int) -> None:
        Counted.paid += cost
        super().spend(cost)


def run_top_level(where: Position, monkeypatch: pytest.MonkeyPatch) -> tuple[CheckersSearch, int]:
    """Return the search of the top level, and the number of jumps it has looked at."""
    monkeypatch.setattr(searching, "ChargedRoutes", Counted)
    Counted.paid = 0
    search = CheckersSearch(where, NODES)
    pick_move(search, where, LEVELS[-1], Shuffle(bytes(32)))
    return search, Counted.paid


def test_there_are_lattices_of_every_rule_set_and_each_number_has_its_own() -> None:
    assert len(RULES) == len(set(RULES.values())) == 22
    assert {row.key for row in RULES.values()} == set(RULESETS)
    canadian = RULES["canadian"]
    assert lattice(canadian, 3) == lattice(canadian, 3)
    assert len({lattice(canadian, number).board for number in range(8)}) == 8


@pytest.mark.ci
@pytest.mark.parametrize("name", leave_to_ci(RULES, every=5))
def test_jumps_are_paid_for_in_nodes_on_every_lattice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        where = lattice(RULES[name], number)
        try:
            search, jumps = run_top_level(where, monkeypatch)
        except IllegalMove:
            continue  # the rules list no moves there either
        assert search.nodes <= NODES + OVER
        assert jumps <= NODES * (FREE + JUMPS)


@pytest.mark.parametrize(
    ("key", "options", "text"),
    [
        ("canadian", {}, "WKf12,Kl12,Kg11,Kl6,Ke5,Kk5,Ka3,Kg3,Kk3,Kl2,Ke1,Kg1"),
        ("malaysian", {}, "WKf12,Kl12,Kg11,Kl6,Ke5,Kk5,Ka3,Kg3,Kk3,Kl2,Ke1,Kg1"),
        ("malaysian", {"rules": "federation"}, "WKf12,Kl12,Kg11,Kl6,Ke5,Kk5,Ka3,Kg3,Kk3,Kl2,Ke1,Kg1"),
    ],
)
def test_twelve_kings_before_every_second_square(
    key: str, options: dict[str, str], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kings = text.removeprefix("W").replace(",", " ")
    taken = "Kb10 d10 f10 Kh10 j10 b8 Kd8 f8 h8 j8 b6 d6 f6 h6 Kj6 Kb4 d4 Kf4 h4 Kj4 b2 Kd2 f2 Kh2 j2"
    where = position(at(key, kings, taken, "White", None, **options))
    search, jumps = run_top_level(where, monkeypatch)
    assert search.nodes <= NODES + OVER
    assert NODES // 2 < jumps <= NODES * (FREE + JUMPS)


@pytest.mark.ci
def test_thousands_of_moves_at_the_root_each_cost_what_the_rules_take_to_make_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match(GAMES["gothic"], {"kings": "flying"}, bytes(32))
    match.set_position(THOUSANDS)
    where = position(match)
    assert len(where.legal) > CROWD
    made = 0

    def count(self: Position, move: Move) -> Position:
        nonlocal made
        made += 1
        return played(self, move)

    played = Position.play
    monkeypatch.setattr(Position, "play", count)
    search, _ = run_top_level(where, monkeypatch)
    assert search.nodes <= NODES + OVER
    assert made <= NODES // PLAYED + 1
    assert "paths" in where.__dict__, "else every move looks through all others"


def test_many_kings_that_see_nothing_cost_nodes_too() -> None:
    for kings in ("Ka1 Kc1", "Ka1 Kc1 Ke1 Kg1 Ki1 Kk1 Kb2 Kd2 Kf2 Kh2 Kj2 Kl2"):
        where = position(at("canadian", kings, "l12"))
        search = CheckersSearch(where, NODES)
        own, other = where.board.sides(where.colour)
        assert search.captures(own, other, where.board.kings, where.colour) == []
        assert search.nodes == (kings.count("K") // KINGS if kings.count("K") > KINGS else 0)


def test_what_was_jumped_is_paid_for_whether_or_not_it_leads_anywhere_new() -> None:
    route: Route = (1, 2, 4, False, (4, 2, 8, 16))
    charged, few = ChargedRoutes(5), RouteList(2)
    for _ in range(2):
        charged.append(route)
        few.append(route)
    assert (charged.left, few.left) == (1, 0)
    for routes in (charged, few):
        with pytest.raises(TooMany):
            routes.append(route)
        assert len(routes) == 2
