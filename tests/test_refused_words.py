"""Every refusal is provoked by a test that reads its words or its code.

So there is none that no test meets.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from words.english import MESSAGES

ROOT = Path(__file__).resolve().parents[1]
SHORTEST = 6
"""Characters that a test has to read of a sentence."""
CLEAR = 16
"""Shared characters in a row by which a test clearly means a sentence."""


def calls(folder: str) -> Iterator[ast.Call]:
    """Every call in the files of a folder."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield node


def codes(given: ast.expr) -> Iterator[str]:
    """The codes that an argument stands for; a part that is put in may be any word."""
    match given:
        case ast.Constant(value=str(code)):
            yield code
        case ast.IfExp(body=body, orelse=other):
            yield from (*codes(body), *codes(other))
        case ast.JoinedStr(values=parts):
            form = "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z]+" for part in parts
            )
            yield from (code for code in MESSAGES if re.fullmatch(form, code))


def refusals() -> set[str]:
    """The codes of all sentences with which the bot and the club refuse."""
    found = (call for folder in ("bot", "club") for call in calls(folder))
    refused = (call for call in found if isinstance(call.func, ast.Name) and call.func.id == "Refusal")
    return {code for call in refused if call.args for code in codes(call.args[0])}


def read_by_tests() -> set[str]:
    """Every text that a test of the bot or of the club has written down."""
    return {
        node.value.strip()
        for folder in ("tests/bot", "tests/club", "tests/wire")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and len(node.value.strip()) >= SHORTEST
    }


@pytest.mark.ci
def test_every_refusal_is_met_by_a_test() -> None:
    met = read_by_tests()
    text = "\n".join(met)

    def is_met(code: str) -> bool:
        pieces = [piece for words in MESSAGES[code].templates for piece in re.split(r"\{[a-z_]+\}", words)]
        runs = (piece[at : at + CLEAR] for piece in pieces for at in range(len(piece) - CLEAR + 1))
        return (
            code in met
            or any(run in text for run in runs)
            or any(told in piece for piece in pieces for told in met)
        )

    found = refusals()
    assert len(found) > 70
    assert sorted(code for code in found if not is_met(code)) == [], "no test reads these"
