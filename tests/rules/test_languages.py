"""The rules can be told in any language.

No sentence stays in `rules/`, and none comes out without the catalogue.
"""

import ast
import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from rules.__main__ import RulesPipe
from rules.catalogue import GAMES
from rules.checkers.openings import table_names
from rules.checkers.rulesets import OPTIONS, RULESETS, Direction, Ruleset, ruleset
from rules.checkers.traits import differences, direction_code, traits
from rules.game import AnyGame, Outcome, RulesError
from rules.match import Match
from rules.zong_heng import WAYS
from tests.rules.checkers.matches import SETUPS
from tests.rules.conversation import load_recording
from tests.rules.playouts import play_out, setups
from tests.sets import leave_to_ci
from tests.untranslated import untranslated_words
from words import PSEUDO, Phrase, Words, localizer_for
from words.english import MESSAGES

ROOT = Path(__file__).parents[2]
WORD = re.compile("[A-Za-z]{2,}")
MOVE = re.compile(r"\b[a-l]\d+(?:[x:+-]?[a-l]\d+)*\b")
TABLES = ("words", "_NAMES", "_AIM_NAMES", "_OWN_NAMES", "_OUR_TAGS", "_NO_KIND", "_BY_SQUARES")
"""Names that people write in records, which are no sentences."""
SENTENCE = re.compile(r"[A-Za-z]{2,}[,:;]? [A-Za-z]{2,}")
FAULTS = {"ValueError", "TypeError", "AssertionError", "KeyError", "LookupError"}
"""What is raised for programmers, in words of the code."""
NOTATION = {
    "GameType",
    "Variant",
    "Secret",
    *WAYS,
    *RulesPipe().verbs,
    *GAMES,
    *(option.name for game in GAMES.values() for option in game.options),
    *(str(choice) for game in GAMES.values() for option in game.options for choice in option.choices),
    *(word for key in RULESETS for table in table_names(key) for word in WORD.findall(table)),
}
"""Words that programs, PDN and moves use in every language."""
LONGEST_WALK = 40


def pseudo_text(said: Words | None) -> str:
    """Return a text in the pseudo-language."""
    return localizer_for(PSEUDO).text(said) if said else ""


def plain(text: str, typed: str = "") -> list[str]:
    """Return the plain English words of a text in the pseudo-language.

    Moves, quotations and typed text are left out.
    """
    unquoted = re.sub(r'“[^”]*”|"[^"]*"', " ", text)
    return untranslated_words(MOVE.sub(" ", unquoted), NOTATION.union(re.findall("[A-Za-z]{2,}", typed)))


def everything_said_by(game: AnyGame) -> Iterator[Words]:
    """Yield all that a game says of itself before a move is made."""
    yield from (game.title, *game.sides)
    for option in game.options:
        yield from (option.label, option.help, *map(option.describe, option.choices))
    guide = game.help
    yield from (guide.summary, *guide.rules, guide.ending, guide.notation, *guide.rulings, guide.credit)
    yield from (figure.caption for figure in chain.from_iterable(guide.figures.values()))
    if guide.elsewhere:
        yield guide.elsewhere


def test_a_game_can_be_told_in_any_language(key: str) -> None:
    for said in everything_said_by(GAMES[key]):
        assert isinstance(said, Phrase) or said.isdigit()
        assert plain(pseudo_text(said)) == []


@pytest.mark.parametrize(("key", "given"), leave_to_ci(setups(), every=12), ids=str)
def test_menus_notes_and_ends_can_be_told_in_any_language(key: str, given: dict[str, object]) -> None:
    game = GAMES[key]
    options = game.read_options(given)
    for text in game.form_texts(options):
        assert plain(pseudo_text(text.label)) == [], text.name
    assert plain(pseudo_text(game.advice(options))) == []
    for line in game.deal_in_words(options, bytes(32)):
        assert plain(pseudo_text(line)) == []
    for ply, (position, move) in enumerate(play_out(game, given, seed=3, limit=LONGEST_WALK)):
        if move is not None and ply % 8 == 0:
            for step in (step for each in game.routes(position) for step in game.steps(position, each)):
                assert plain(pseudo_text(step.label) + pseudo_text(step.group)) == []
        assert plain(pseudo_text(game.seen_by(position, None).note)) == []


@pytest.mark.ci
def test_every_answer_of_the_recorded_conversation_can_be_told_in_any_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(RulesError, "__str__", lambda refusal: refusal.text(PSEUDO))
    monkeypatch.setattr(Outcome, "text", property(lambda outcome: outcome.phrase.text(PSEUDO)))
    monkeypatch.setattr("rules.pipe.render_message", lambda code, facts: Phrase(code, **facts).text(PSEUDO))
    session, seen = RulesPipe(), set()
    for request, _ in load_recording():
        answer = session.answer(request)
        said = answer.get("error") or answer.get("reason")
        if said:
            assert said.startswith("["), said
            asked = json.loads(request)
            assert plain(said, str(asked.get("move", asked.get("position", "")))) == [], asked
            seen.add(said)
    assert len(seen) > 1000


def test_the_catalogue_has_the_words_of_the_table_of_rule_sets_and_no_others() -> None:
    """In each of its forms: a clause, a sentence, the rule that a refusal names."""
    rows = [ruleset(key, **options) for key, options in SETUPS]
    wanted = {clause.code for row in rows for other in rows for clause in differences(row, other)}
    for row in rows:
        found = traits(row)
        wanted |= {trait.clause.code for trait in found.values()}
        wanted |= {trait.sentence.code for aspect, trait in found.items() if aspect not in ("aim", "draws")}
        turns_king = [row.king_captures] if row.promotion == "king_at_once" else []
        wanted |= {
            f"checkers.rule.man_captures.{direction_code(each)}" for each in (row.man_captures, *turns_king)
        }
        wanted |= {f"checkers.rule.king_captures.{direction_code(row.king_captures)}"}
        wanted |= {f"checkers.rule.{man}_moves.{direction_code(each)}" for man, each in _moves(row)}
    kept = {
        code
        for code in MESSAGES
        if code.startswith(("checkers.clause.", "checkers.sentence.", "checkers.rule."))
    }
    assert kept == wanted


def _moves(row: Ruleset) -> tuple[tuple[str, tuple[Direction, ...]], ...]:
    return ("man", row.man_moves), ("king", row.king_moves)


@pytest.mark.ci
def test_no_sentence_stays_in_the_rules() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {text}"
        for path in sorted((ROOT / "rules").rglob("*.py"))
        for node, text in sentences(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


def sentences(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Yield the text constants of two English words or more.

    Docstrings and texts that programmers read are left out.
    """
    passed: set[ast.AST] = set()
    for node in ast.walk(tree):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        fault = (
            isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and _name(node.exc.func) in FAULTS
        )
        search = isinstance(node, ast.Assign | ast.AnnAssign) and _name(_target(node)) in TABLES
        search |= isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"
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
                assert all(isinstance(side, Phrase) for side in sides)
