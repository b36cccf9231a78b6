"""Bodies are checked against Discord's own OpenAPI document.

A violation is reported at the place where it occurs.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from playground.checks.document import DOCUMENT_VARIABLE, PACKED, load_openapi_document, pack, read_document
from playground.checks.openapi import OpenAPI
from playground.world.state import GAMES_ID

MESSAGES = f"/channels/{GAMES_ID}/messages"


@pytest.fixture
def openapi() -> OpenAPI:
    return OpenAPI(load_openapi_document())


def test_a_valid_request_with_a_numeric_attachment_id_passes(openapi: OpenAPI) -> None:
    body = {"content": "x", "attachments": [{"id": 0, "filename": "board.png", "description": "a board"}]}
    openapi.check_request("POST", MESSAGES, body)
    assert (openapi.checked, openapi.violations) == (1, [])


def test_an_error_is_named_in_the_branch_whose_type_was_meant(openapi: OpenAPI) -> None:
    button = {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "go"}
    box = {"type": 17, "components": [{"type": 1, "components": [button]}]}
    openapi.check_request("POST", MESSAGES, {"components": [box]})
    (line,) = openapi.violations
    assert line.startswith("POST /channels/{channel_id}/messages request")
    assert "components/0/components/0/components/0/label" in line
    assert "too long" in line


def test_the_quick_check_comes_to_the_same_as_the_whole(openapi: OpenAPI) -> None:
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    body = {"components": [{"type": 17, "components": [{"type": 1, "components": [button]}]}]}
    openapi.check_request("POST", MESSAGES, body)
    assert openapi.violations == []
    (quick,) = openapi.validators.values()
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
        if isinstance(value, (dict, list)):
            yield from ((key, *further) for further in spots(value))


def test_an_answer_that_lacks_what_discord_promises_is_named(openapi: OpenAPI) -> None:
    openapi.check_answer("GET", "/users/1", 200, {"id": "1"})
    assert any("'username' is a required property" in line for line in openapi.violations)


def test_a_route_that_discord_does_not_have_is_named(openapi: OpenAPI) -> None:
    openapi.check_request("POST", "/games", {})
    assert openapi.violations == ["POST /games: no such route"]


def test_without_a_name_the_packed_copy_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(DOCUMENT_VARIABLE, raising=False)
    assert load_openapi_document()["info"]["license"]["identifier"] == "MIT"
    assert load_openapi_document() == read_document(PACKED)


def test_a_document_that_is_named_is_read_in_its_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "openapi.json"
    path.write_text('{"openapi": "3.1.0"}')
    monkeypatch.setenv(DOCUMENT_VARIABLE, str(path))
    assert load_openapi_document() == {"openapi": "3.1.0"}
    path.unlink()
    with pytest.raises(FileNotFoundError, match=f"{DOCUMENT_VARIABLE} names {path}"):
        load_openapi_document()


def test_a_newer_document_is_packed_without_loss(tmp_path: Path) -> None:
    published, packed = tmp_path / "openapi.json", tmp_path / "document.json.xz"
    published.write_text(
        json.dumps({"paths": {"/games": {}}, "openapi": "3.1.0", "components": {"ä": 1}}, indent=2)
    )
    pack(published, packed)
    assert list(read_document(packed).items()) == list(json.loads(published.read_text()).items())
    published.write_text("[]")
    with pytest.raises(ValueError, match="is no OpenAPI document"):
        pack(published, packed)
    assert read_document(packed)["openapi"] == "3.1.0"


def test_the_packed_copy_comes_with_its_licence() -> None:
    licence = PACKED.with_name("document-licence.txt").read_text("utf-8")
    assert PACKED.name in licence
    assert "Permission is hereby granted" in licence
