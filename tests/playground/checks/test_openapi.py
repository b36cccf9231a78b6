"""Bodies are held against Discord's own document, and what breaks it is named where it is."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from playground.checks.openapi import OpenAPI, document_path
from playground.world.state import GAMES_ID
from tests.document import at_hand

MESSAGES = f"/channels/{GAMES_ID}/messages"


@pytest.fixture
def document() -> OpenAPI:
    return OpenAPI(at_hand())


def test_a_valid_request_with_a_numeric_attachment_id_passes(document: OpenAPI) -> None:
    body = {"content": "x", "attachments": [{"id": 0, "filename": "board.png", "description": "a board"}]}
    document.check_request("POST", MESSAGES, body)
    assert (document.checked, document.violations) == (1, [])


def test_an_error_is_named_in_the_branch_whose_type_was_meant(document: OpenAPI) -> None:
    button = {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "go"}
    box = {"type": 17, "components": [{"type": 1, "components": [button]}]}
    document.check_request("POST", MESSAGES, {"components": [box]})
    (line,) = document.violations
    assert line.startswith("POST /channels/{channel_id}/messages request")
    assert "components/0/components/0/components/0/label" in line
    assert "too long" in line


def test_the_quick_check_comes_to_the_same_as_the_whole(document: OpenAPI) -> None:
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    body = {"components": [{"type": 17, "components": [{"type": 1, "components": [button]}]}]}
    document.check_request("POST", MESSAGES, body)
    assert document.violations == []
    (quick,) = document._validators.values()
    whole = Draft202012Validator(quick.schema)
    wrongs: tuple[Any, ...] = (None, 2, "x" * 101, {"type": 2}, "missing")
    outcomes = []
    for spot in spots(body):
        for wrong in wrongs:
            broken = copy.deepcopy(body)
            inner: Any = broken
            for step in spot[:-1]:
                inner = inner[step]
            if wrong == "missing":
                del inner[spot[-1]]
            else:
                inner[spot[-1]] = wrong
            outcomes.append(quick.is_valid(broken))
            assert outcomes[-1] == whole.is_valid(broken), (spot, wrong)
    assert len(set(outcomes)) == 2


def spots(node: Any) -> Iterator[tuple[Any, ...]]:
    """The way to every value within a body."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        yield (key,)
        if isinstance(value, dict | list):
            yield from ((key, *further) for further in spots(value))


def test_an_answer_that_lacks_what_discord_promises_is_named(document: OpenAPI) -> None:
    document.check_answer("GET", "/users/1", 200, {"id": "1"})
    assert any("'username' is a required property" in line for line in document.violations)


def test_a_route_that_discord_does_not_have_is_named(document: OpenAPI) -> None:
    document.check_request("POST", "/games", {})
    assert document.violations == ["POST /games: no such route"]


def test_a_named_document_must_be_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TWOTONE_OPENAPI", str(tmp_path / "none.json"))
    with pytest.raises(FileNotFoundError, match="set TWOTONE_OPENAPI"):
        document_path()


def test_in_ci_the_document_must_be_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("playground.checks.openapi.DEFAULT_DOCUMENT", tmp_path / "none.json")
    monkeypatch.delenv("TWOTONE_OPENAPI", raising=False)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(FileNotFoundError):
        document_path()
    monkeypatch.delenv("CI")
    assert document_path() is None
