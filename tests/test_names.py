"""What docs/style.md asks of names and docstrings, as far as a test can see it.

Docstrings are complete by themselves.
"""

import re

import pytest

from workshop.tools.names import (
    VAGUE,
    docstrings,
    exceptions,
    is_participle,
    long_first_lines,
    participles,
    prose_with,
    shared_classes,
    shared_modules,
)

MOST_VAGUE = 20
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
    assert len(prose_with(VAGUE)) <= MOST_VAGUE


@pytest.mark.parametrize(
    ("name", "expected"),
    [("asked", True), ("_told", True), ("need", False), ("load_match", False), ("put", False)],
)
def test_participles_are_told_from_verbs(name: str, expected: bool) -> None:
    assert is_participle(name) is expected


PRONOUNS = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)
"""Words for one man; people are "they"."""


@pytest.mark.ci
def test_docstrings_and_comments_call_people_they() -> None:
    assert prose_with(PRONOUNS) == []


NEIGHBOUR = re.compile(
    r"(?:(?:Return|Yield|Show) )?(?:the same|likewise|ditto|as above|see above)\b", re.IGNORECASE
)
"""Beginnings that say nothing to a reader who has not read the docstring before."""


@pytest.mark.ci
def test_no_docstring_begins_by_another_one() -> None:
    assert [f"{place}: {said[:100]}" for place, said in docstrings() if NEIGHBOUR.match(said)] == []


REFERENCE = re.compile(
    r"(?:^|[,;:.] )see `[\w.]+`"
    r"|\b(?<!as high )(?<!as long )(?<!such )as `[\w.]+`(?: of `[\w.]+`)?(?:[.,;:]|$| (?:says|does|describes)\b)"
    r"|; as the \w+ (?:above|below)|, likewise\.$",
    re.IGNORECASE,
)
"""A statement that refers to another docstring for its content.

A name in brackets only says where there is more.
"""


@pytest.mark.ci
def test_docstrings_say_themselves_what_goes_in_and_what_comes_out() -> None:
    found = [
        f"{place}: {said[:100]}" for place, said in docstrings() if REFERENCE.search(" ".join(said.split()))
    ]
    assert found == []
