"""Texts for people: documents name what exists, in short entries."""

import ast
import re
from pathlib import Path
from typing import Final

import pytest

from bot.__main__ import _parser
from bot.client import Twotone
from bot.host.config import Config
from tests.house import ALLOWED, ROOT, tracked_files, written_in_python

MOST_WORDS: Final = 36_000
"""Most words of all English documents together, so that a newcomer can read them.

Deleted text is in git's history.
"""
UNCOUNTED: Final = ("CHANGELOG.md", "docs/privacy.md", "docs/terms.md", "docs/listing/support-server.md")
"""Grows with each release; templates that hosts may want longer."""


def documents() -> str:
    """All that is written for people."""
    return "\n".join(path.read_text(encoding="utf-8") for path in tracked_files() if path.suffix == ".md")


def english() -> list[Path]:
    """The documents in English, but the changelog and what a host may replace."""
    return [
        path
        for path in tracked_files()
        if path.suffix == ".md"
        and path.relative_to(ROOT).parts[:2] not in (("docs", "readme"), ("words", "languages"))
        and path.relative_to(ROOT).as_posix() not in UNCOUNTED
    ]


def test_the_documents_can_be_read_in_a_few_hours() -> None:
    counted = {path: len(path.read_text(encoding="utf-8").split()) for path in english()}
    assert len(counted) > 40
    longest = [
        f"{path.relative_to(ROOT)}: {counted[path]}" for path in sorted(counted, key=counted.__getitem__)
    ]
    assert sum(counted.values()) <= MOST_WORDS, longest[-5:]


def test_the_commands_that_the_documents_name_exist() -> None:
    written = documents()
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert set(re.findall(r"`make ([a-z-]+)", written)) <= set(targets)
    for module in set(re.findall(r"python3? -m ([a-z_.]+)", written)):
        path = ROOT / module.replace(".", "/")
        known = (path / "__main__.py").exists() or path.with_suffix(".py").exists()
        assert known or module in ("pytest", "venv", "pip", "hatchling", "http.server"), module
    words = dict.fromkeys(("backup", "restore", "verify", "probe"), 1) | {"move-database": 2}
    for verb in set(re.findall(r"`twotone ([a-z][a-z-]*)", written)):
        assert _parser().parse_args([verb, *["x"] * words.get(verb, 0)]).run


def test_the_slash_commands_that_the_documents_name_exist() -> None:
    bot = Twotone(Config(None, Path("unused.db"), "text", 20, None))
    registered = {command.name for command in bot.tree.get_commands()}
    named = set(re.findall(r"`/([a-z]+)[ `]", documents())) - {
        "livez",
        "readyz",
        "metrics",
        "terms",
    }  # pages for the host
    assert named - registered == set()
    assert registered >= {"play", "move", "board", "games", "draw", "resign", "rules", "help", "admin"}


OURS: Final = "|".join((*ALLOWED, "workshop", "docs", "tests"))
"""Folders of the project, as a regular expression."""
PATHS: Final = re.compile(rf"(?<![\w./-])(?:{OURS})(?:/[\w.*<>@-]+)+")
NAMES: Final = re.compile(rf"`((?:{OURS})(?:\.\w+)+)")
FILES: Final = re.compile(r"`(\w+\.py)`")
MADE: Final = {"engines/puzzles/shipped/GAME.jsonl", "discord.py"}
"""The name of whatever game one makes puzzles for, and a library's."""


def is_there(name: str) -> bool:
    """Return whether a dotted name is that of a module, or of something in one."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:count])
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                inner = parts[count:]
                return (
                    not inner or re.search(rf"\b{inner[0]}\b", file.read_text(encoding="utf-8")) is not None
                )
    return False


def test_the_files_and_names_that_the_documents_name_exist() -> None:
    files, missing = {path.name for path in written_in_python()}, set()
    for page in english():
        text = page.read_text(encoding="utf-8")
        paths = {found.rstrip(".") for found in PATHS.findall(text)}
        missing |= {path for path in paths if not [*ROOT.glob(re.sub(r"<\w+>", "*", path))]}
        missing |= set(FILES.findall(text)) - files
        if page.name != "performance.md":  # there a figure has such a name
            missing |= {name for name in NAMES.findall(text) if not is_there(name)}
    assert missing == MADE


LINK: Final = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_links_of_the_documents_lead_to_a_file_and_a_heading() -> None:
    for page in english():
        for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
            file = (page.parent / target).resolve() if target else page
            assert file.exists(), f"{page.name}: {target}"
            assert not anchor or anchor in anchors(file), f"{page.name}: {target}#{anchor}"


HELD: Final = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
"""A test, as SECURITY.md names it."""


def test_the_tests_that_the_documents_name_exist() -> None:
    everywhere = {path.stem for path in written_in_python()}
    for page in english():
        text = page.read_text(encoding="utf-8")
        for file, name in HELD.findall(text):
            assert name in names_of_tests(file), f"{page.name}: {file}::{name}"
        for name in re.findall(r"`(test_\w+)`", text):
            assert name in everywhere, f"{page.name}: {name}"


CONSTANT: Final = re.compile(r"\b[A-Z][A-Z_]{2,}\b")
PLACED: Final = re.compile(rf"`({CONSTANT.pattern})` (?:in|of) `([\w/]+\.py)`")
"""A constant beside the file that it stands in."""


@pytest.mark.ci
def test_the_settings_and_constants_that_the_documents_name_exist() -> None:
    code = [path for path in tracked_files() if path.suffix in (".py", ".sql") or path.name == "Makefile"]
    there = set(CONSTANT.findall("\n".join(path.read_text(encoding="utf-8") for path in code)))
    for page in english():
        text = page.read_text(encoding="utf-8")
        named = set(re.findall(rf"`({CONSTANT.pattern})(?:=[^`]*)?`", text))
        assert sorted(named - there) == [], page.name
        for name, file in PLACED.findall(text):
            assert is_there(f"{file.removesuffix('.py').replace('/', '.')}.{name}"), f"{page.name}: {name}"


def test_each_promise_of_security_is_one_sentence_held_by_tests_that_there_are() -> None:
    promised = (ROOT / "SECURITY.md").read_text(encoding="utf-8").split("\n## ")
    [section] = [each for each in promised if each.startswith("What is promised\n")]
    promises = re.findall(r"^- (.+?)\n  Held by (.+?)\.$(?=\n-|\n\n)", section, re.DOTALL | re.MULTILINE)
    assert len(promises) == len(re.findall(r"^- ", section, re.MULTILINE)) >= 10
    for sentence, held in promises:
        assert re.fullmatch(r"[^.]+\.", sentence), f"one sentence: {sentence}"
        named = HELD.findall(held)
        assert held.count("`") == 2 * len(named) > 0, sentence
        for file, name in named:
            assert name in names_of_tests(file), f"{file}::{name}"


def names_of_tests(file: str) -> set[str]:
    """Return the names of the tests that stand in a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {each.name for each in functions if each.name.startswith("test_")}


def test_each_decision_takes_five_lines_at_most() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "decisions").glob("*.md")]
    entries = [entry for page in pages for entry in re.findall(r"^- .*\n(?:  .*\n)*", page, re.MULTILINE)]
    assert len(entries) > 150
    assert [entry.splitlines()[0] for entry in entries if entry.count("\n") > 5] == []
    assert sum(len(page.split()) for page in pages) <= 9_000


def test_each_word_of_the_glossary_has_one_line_in_the_order_of_the_alphabet() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    words = re.findall(r"^- \*\*([a-z][^*]*)\*\*: ", text, re.MULTILINE)
    assert len(words) > 40
    assert words == sorted(set(words))
