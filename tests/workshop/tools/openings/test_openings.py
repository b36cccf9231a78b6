"""The tools make the files of openings.

The federations' are equal byte for byte, our own follow from their numbers.
"""

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from rules.catalogue import GAMES
from rules.checkers import fen, openings
from rules.game import IllegalMove
from rules.match import Match
from tests.rules.checkers.own_tables import OWN
from workshop.tools.openings import balanced, federations


def as_published(key: str) -> dict[str, list[dict[str, Any]]]:
    """A kind's tables in their published form: position and moves of each opening."""
    tables: dict[str, list[dict[str, Any]]] = {}
    for opening in openings.openings_of(key).values():
        origin = Match(GAMES[key], {"opening": opening.name}, bytes(32)).origin
        text = fen.write(origin.generator, origin.board, origin.colour, ranges=False)
        if not opening.moves:
            text = opening.told[0]
        said: dict[str, Any] = {"name": opening.short, "fen": text}
        said |= {"moves": list(opening.moves)} if opening.moves else {}
        said |= {"lost": True} if opening.lost else {}
        tables.setdefault(opening.table, []).append(said)
    return tables


@pytest.mark.parametrize("key", federations.SAID)
def test_the_federations_tables_are_made_again(key: str, tmp_path: Path) -> None:
    published = tmp_path / "published.json"
    published.write_text(json.dumps({key: as_published(key)}))
    federations.main(str(published), str(tmp_path))
    assert (tmp_path / f"{key}.txt").read_bytes() == (openings.TABLES / f"{key}.txt").read_bytes()


def test_moves_decide_and_a_position_beside_them_must_be_theirs() -> None:
    def table(**opening: Any) -> list[str]:
        return list(federations.lines("american", {"T": [{"name": "1", **opening}]}))[2:]

    assert table(moves=["9-13"], fen="W:W21-32:B1-8,10-13", lost=True) == ["1 lost 9-13"]
    assert table(fen="B:W21-32:B1-8,10-13") == ["1 B:W21-32:B1-8,10-13"]
    for wrong in ("B:W21-32:B1-8,10-13", "W:W21-32:B1-8,10-12,14"):
        with pytest.raises(ValueError, match=r"1 of american: .* is not where its moves lead"):
            table(moves=["9-13"], fen=wrong)
    with pytest.raises(IllegalMove):
        table(moves=["9-14", "9-13"], fen="B:W21-32:B1-12")


def test_a_number_is_the_same_candidate_everywhere() -> None:
    found = {number: text for number in range(20) if (text := balanced.candidate(GAMES["pool"], number))}
    assert found == {
        13: "W:W18,20,21,22,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,8,9,11,12,14,15",
        19: "W:W20,21,22,23,24,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,8,11,14,15,16",
    }


@pytest.mark.parametrize("key", ["pool", "turkish", "international", "malaysian"])
def test_candidates_have_all_pieces_and_nothing_to_capture(key: str) -> None:
    game = GAMES[key]
    men = game.tally(Match(game, {}, bytes(32)).position)
    found = [text for number in range(60) if (text := balanced.candidate(game, number))]
    assert len(found) > 3
    for text in found:
        match = Match(game, {}, bytes(32))
        match.set_position(text)
        assert game.tally(match.position) == men
        assert not match.position.legal[0].captured
        assert match.position.board != Match(game, {}, bytes(32)).position.board


@pytest.mark.parametrize(
    ("key", "rules"), [("pool", 1), ("international", 1), ("turkish", 2), ("gothic", 2), ("malaysian", 2)]
)
def test_each_choice_of_rules_is_judged(key: str, rules: int) -> None:
    text = next(found for number in range(99) if (found := balanced.candidate(GAMES[key], number)))
    assert len(list(balanced.chances(GAMES[key], text, 20))) == rules


@pytest.mark.parametrize("key", OWN)
def test_what_is_shipped_are_candidates_in_the_order_of_their_numbers(key: str) -> None:
    shipped = [opening.told[0] for opening in openings.drawable_openings(key)]
    numbered = (text for number in count() if (text := balanced.candidate(GAMES[key], number)))
    assert all(text in numbered for text in shipped), "each is looked for after the one before it"


@pytest.mark.deep
@pytest.mark.parametrize("key", OWN)
def test_what_is_shipped_is_even_at_a_glance(key: str) -> None:
    for opening in openings.drawable_openings(key):
        assert balanced.is_even(GAMES[key], opening.told[0], balanced.GLANCE, balanced.NEAR)


def test_a_man_ahead_is_no_even_position() -> None:
    game = GAMES["pool"]
    assert balanced.is_even(game, "W:W21-32:B1-12", 2_000, balanced.EVEN)
    assert not balanced.is_even(game, "W:W21-32:B1-11", 2_000, balanced.EVEN)
    assert not balanced.is_even(game, "B:W21-32:B1-11", 2_000, balanced.EVEN)


def test_a_table_is_made_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(balanced, "TABLES", tmp_path)
    monkeypatch.setattr(balanced, "GLANCE", 50)
    balanced.main("czech", "2", "60", str(tmp_path / "var"))
    first = (tmp_path / "czech.txt").read_text()
    head, table, *lines = first.splitlines()
    assert head.startswith("# Openings of our own")
    assert table == "[own]"
    assert [line.split()[0] for line in lines] == ["001", "002"]
    assert capsys.readouterr().out.startswith(f"czech 1: {lines[0].split()[1]}\n")
    judged: list[str] = []

    def even(game: object, text: str, nodes: int, margin: float) -> bool:
        judged.append(text)
        return True

    monkeypatch.setattr(balanced, "is_even", even)
    balanced.main("czech", "4", "60", str(tmp_path / "var"))
    second = (tmp_path / "czech.txt").read_text()
    assert second.startswith(first)
    assert len(second.splitlines()) == 6
    assert len(judged) == 4, "two more, at a glance and at length: what was judged is not judged again"
