"""PDN 3.0, the draughts players' file format: parsed into tags and moves.

`records` converts between these and matches.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.game import BadRecord
from rules.match import Where, bad_record
from words import clip

WHITE_WINS = ("1-0", "2-0")
BLACK_WINS = ("0-1", "0-2")
DRAWN = ("1/2-1/2", "1/2", "½-½", "0.5-0.5", "1-1")
UNFINISHED = ("*", "0-0")

_SQUARE = r"(?:[A-La-l]\d{1,2}|\d{1,3})(?!\d)"
_SIGN = r"[ \t]*[-\u2010-\u2014\u2212x×X:][ \t]*"
_TOKEN = re.compile(
    rf"""
      (?P<space>\s+|^%[^\n]*|;[^\n]*|\{{[^}}]*\}}|/FEN[ ]*"[^"\n]*"/|\$\d+|[!?+=\#□]+|(?<=\d)\*)
    | (?P<tag>\[\s*(?P<name>[\w-]+)\s*"(?P<value>[^"\\]*(?:\\.[^"\\]*)*|[^\n]*?)"\s*\])
    | (?P<result>(?:{"|".join(map(re.escape, WHITE_WINS + BLACK_WINS + DRAWN + UNFINISHED))})(?![\d/-]))
    | (?P<move>{_SQUARE}(?:{_SIGN}{_SQUARE})+|(?:[A-La-l]\d{{1,2}}){{2,}})
    | (?P<number>(?:\d+\s*)?[.…][\s.…]*|\d+(?=\s))
    | (?P<open>\()
    | (?P<close>\))
    """,
    re.VERBOSE | re.MULTILINE,
)


class Tag(NamedTuple):
    """A tag's value and its offset in the text."""

    value: str
    offset: int


class PdnMove(NamedTuple):
    """A move's text and its offset in the file."""

    text: str
    offset: int


@dataclass
class PdnGame:
    """One game of a file.

    Its tags by name, the moves of the main line, and the result that ends them, if there is one.
    """

    offset: int
    tags: dict[str, Tag] = field(default_factory=dict)
    moves: list[PdnMove] = field(default_factory=list)
    result: str | None = None


def parse_games(text: str) -> Iterator[PdnGame]:
    """Yield the games of a file one after another; raise `BadRecord`.

    Lenient: ignores comments in braces (clock times among them), after a semicolon or on a line that
    begins with `%`, positions for readers (`/FEN "…"/`), annotations (`$1`, `!`, `?`) and variations
    in brackets. Move numbers may be wrong or missing. A game may lack a result or tags. Tags may come
    in any order; the last of two with one name counts. A value may contain quotes.

    >>> [(list(score.tags), [move.text for move in score.moves], score.result)
    ...  for score in parse_games('[GameType "21"] 1. 11-15! {good} 23-19 (22-18) *')]
    [(['GameType'], ['11-15', '23-19'], '*')]
    """
    score: PdnGame | None = None
    for found in _main_line(text):
        kind, offset = found.lastgroup, found.start()
        if score and (score.result or (kind == "tag" and score.moves)):
            yield score
            score = None
        score = score or PdnGame(offset)
        match kind:
            case "tag":
                score.tags[found["name"]] = Tag(re.sub(r"\\(.)", r"\1", found["value"]), offset)
            case "move":
                score.moves.append(PdnMove(found[0], offset))
            case "result":
                score.result = found[0]
    if score:
        yield score


def place_finder(text: str, offset: int) -> Where:
    """Return a function that finds the line and column of an offset in a text."""
    return lambda: (text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def write(tags: Mapping[str, str], moves: list[str], *, second_begins: bool, result: str) -> str:
    """Return a game as text.

    The tags in their order, the moves numbered in pairs and wrapped, then the result.
    """
    head = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags.items())
    words = []
    for ply, move in enumerate(moves, int(second_begins)):
        if ply % 2 == 0:
            move = f"{ply // 2 + 1}. {move}"
        elif ply == 1 and second_begins:
            move = f"1... {move}"
        words.append(move)
    return f"{head}\n{_wrap([*words, result])}\n"


def _main_line(text: str) -> Iterator[re.Match[str]]:
    """Yield every tag, move and result outside variations."""
    offset = len(text) - len(text.removeprefix("\ufeff"))
    opened: list[int] = []
    while offset < len(text):
        found = _TOKEN.match(text, offset)
        if not found:
            raise _unreadable(text, offset)
        kind = found.lastgroup
        if kind == "open":
            opened.append(offset)
        elif kind == "close":
            if not opened:
                raise bad_record("pdn.unopened", place_finder(text, offset))
            opened.pop()
        elif kind in ("tag", "move", "result") and not opened:
            yield found
        offset = found.end()
    if opened:
        raise bad_record("pdn.unclosed.variation", place_finder(text, opened[0]))


def _unreadable(text: str, offset: int) -> BadRecord:
    at = place_finder(text, offset)
    if text[offset] == "{":
        return bad_record("pdn.unclosed.comment", at)
    if text[offset] == "[":
        return bad_record("pdn.tag", at)
    word = re.match(r"\S*", text[offset : offset + 50])
    return bad_record("pdn.character", at, word=clip(word[0] if word else ""))


def _escape(value: str) -> str:
    """Return a tag's value on one line, with quotes and backslashes escaped."""
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))


def _wrap(words: list[str]) -> str:
    """Wrap the words into lines of at most 79 characters."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > 79:
            lines.append("")
        lines[-1] += " " + word if lines[-1] else word
    return "\n".join(lines)
