"""What docs/style.md asks of names and docstrings, as far as a test can see it."""

import pytest

from workshop.tools.names import (
    exceptions,
    is_participle,
    long_first_lines,
    participles,
    shared_classes,
    shared_modules,
    vague_words,
)

VAGUE = 20
"""Vague words at most; those that are left stand for names in code."""


@pytest.mark.ci
def test_no_function_is_named_by_one_participle_but_for_a_reason() -> None:
    kept = exceptions()["participles"]
    names = {name.partition("::")[2] for name in participles()}
    assert names == set(kept)
    assert all(len(reason.split()) > 2 for reason in kept.values())


@pytest.mark.ci
def test_a_class_is_once_in_the_code_base() -> None:
    assert set(shared_classes()) == {"Move", "Position"}, "of the games' contract"


def test_a_module_name_means_one_thing() -> None:
    meanings = exceptions()["modules"]
    assert {name for name in shared_modules() if name not in meanings} == set()


@pytest.mark.ci
def test_docstrings_begin_with_a_short_line_and_name_people() -> None:
    assert long_first_lines() == []
    assert len(vague_words()) <= VAGUE


@pytest.mark.parametrize(
    ("name", "expected"),
    [("asked", True), ("_told", True), ("need", False), ("load_match", False), ("put", False)],
)
def test_participles_are_told_from_verbs(name: str, expected: bool) -> None:
    assert is_participle(name) is expected
