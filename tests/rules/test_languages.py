"""The rules can be told in any language: no sentence stays in `rules/`, and none comes out without the catalogue."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.__main__ import Session
from rules.catalogue import GAMES
from rules.checkers.rulesets import OPTIONS
from rules.checkers.traits import differences
from rules.game import AnyGame, Outcome, RulesError
from rules.match import Match
from rules.zong_heng import WAYS
from tests.rules.checkers.matches import SETUPS
from tests.rules.conversation import kept
from tests.rules.playouts import play_out, setups
from tests.untranslated import untranslated
from words import PSEUDO, Said, Words, speaker
from words.english import MESSAGES

ROOT = Path(__file__).parents[2]
MOVE = re.compile(r"\b[a-l]\d+(?:[x:+-]?[a-l]\d+)*\b")
SENTENCE = re.compile(r"[A-Za-z]{2,}[,:;]? [A-Za-z]{2,}")
FAULTS = {"ValueError", "TypeError", "AssertionError", "KeyError", "LookupError"}
"""What is raised for programmers, in words of the code."""
NOTATION = {
    "GameType",
    "Variant",
    "Secret",
    *WAYS,
    *Session()._verbs,
    *GAMES,
    *(option.name for game in GAMES.values() for option in game.options),
    *(str(choice) for game in GAMES.values() for option in game.options for choice in option.choices),
}
"""Words that programs, PDN and moves use in every language."""
LONGEST_WALK = 40


def told(said: Words | None) -> str:
    """Return what is said in the pseudo-language."""
    return speaker(PSEUDO).told(said) if said else ""


def plain(text: str, typed: str = "") -> list[str]:
    """Return the plain English words of a text in the pseudo-language, but moves, quotations and what was typed."""
    unquoted = re.sub(r'“[^”]*”|"[^"]*"', " ", text)
    return untranslated(MOVE.sub(" ", unquoted), NOTATION.union(re.findall("[A-Za-z]{2,}", typed)))


def everything_said_by(game: AnyGame) -> Iterator[Words]:
    """Yield all that a game says of itself before a move is made."""
    yield from (game.title, *game.sides)
    for option in game.options:
        yield from (option.label, option.help, *map(option.shown, option.choices))
    guide = game.help
    yield from (guide.summary, *guide.rules, guide.ending, guide.notation, *guide.rulings, guide.credit)
    yield from (figure.caption for figure in guide.figures)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_can_be_told_in_any_language(key: str) -> None:
    for said in everything_said_by(GAMES[key]):
        assert isinstance(said, Said) or said.isdigit()
        assert plain(told(said)) == []


@pytest.mark.parametrize(("key", "given"), setups(), ids=str)
def test_menus_notes_and_ends_can_be_told_in_any_language(key: str, given: dict[str, object]) -> None:
    game = GAMES[key]
    options = game.read_options(given)
    for name, label, _ in game.form_texts(options):
        assert plain(told(label)) == [], name
    assert plain(told(game.advice(options))) == []
    for line in game.deal_in_words(options, bytes(32)):
        assert plain(told(line)) == []
    for ply, (position, move) in enumerate(play_out(game, given, seed=3, limit=LONGEST_WALK)):
        if move is not None and ply % 8 == 0:
            for step in (step for each in game.routes(position) for step in game.steps(position, each)):
                assert plain(told(step.label) + told(step.group)) == []
        assert plain(told(game.seen_by(position, None).note)) == []


def test_every_answer_of_the_recorded_conversation_can_be_told_in_any_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(RulesError, "__str__", lambda refusal: refusal.told(PSEUDO))
    monkeypatch.setattr(Outcome, "text", property(lambda outcome: outcome.said.told(PSEUDO)))
    monkeypatch.setattr("rules.__main__.tell", lambda code, facts: Said(code, **facts).told(PSEUDO))
    session, seen = Session(), set()
    for request, _ in kept():
        answer = session.answer(request)
        said = answer.get("error") or answer.get("reason")
        if said:
            assert said.startswith("["), said
            asked = json.loads(request)
            assert plain(said, str(asked.get("move", asked.get("position", "")))) == [], asked
            seen.add(said)
    assert len(seen) > 1000


@pytest.mark.parametrize(("key", "options"), SETUPS)
def test_every_rule_of_the_table_has_its_words(key: str, options: dict[str, str]) -> None:
    """Each pair of rule sets can be compared, whether or not a help does so."""
    from rules.checkers.rulesets import ruleset

    row = ruleset(key, **options)
    for other, given in SETUPS:
        assert all(clause.code in MESSAGES for clause in differences(row, ruleset(other, **given)))


def test_every_rule_that_a_refusal_names_has_its_words() -> None:
    for piece in ("man", "king"):
        for does in ("moves", "captures"):
            rows = [code for code in MESSAGES if code.startswith(f"checkers.rule.{piece}_{does}.")]
            assert len(rows) >= 3, piece


def test_no_sentence_stays_in_the_rules() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {text}"
        for path in sorted((ROOT / "rules").rglob("*.py"))
        for node, text in sentences(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


def sentences(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Yield the text constants of two English words or more, docstrings and what programmers read left out."""
    passed: set[ast.AST] = set()
    for node in ast.walk(tree):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        fault = (
            isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and _name(node.exc.func) in FAULTS
        )
        search = isinstance(node, ast.Assign | ast.AnnAssign) and _name(_target(node)) in ("words", "_NAMES")
        if docstring or fault or search or isinstance(node, ast.Assert):
            passed |= set(ast.walk(node))
        if node in passed or isinstance(node, ast.Expr):
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SENTENCE.search(node.value):
            yield node, node.value


def _target(node: ast.Assign | ast.AnnAssign) -> ast.expr:
    return node.target if isinstance(node, ast.AnnAssign) else node.targets[0]


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def test_a_match_of_options_that_change_the_sides_tells_them_too() -> None:
    for key, names in OPTIONS.items():
        for name, values in names.items():
            for value in values:
                sides = Match(GAMES[key], {name: value}, bytes(32)).sides
                assert all(isinstance(side, Said) for side in sides)
