"""The tokens of a text of games, each with its place.

Lenient beyond PDN's reading grammar. Nothing is left out: what is no part of a game is a token too.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from rules.checkers.pdn.folding import fold
from rules.checkers.pdn.game_titles import find_titles

_SQUARE: Final = r"(?:[a-lA-L]\d{1,5}|\d{1,5})(?!\d)"
_DASH: Final = r"(?:[ \t]*(?:-+>?|>)[ \t]*|-+\r?\n)"
_CROSS: Final = r"(?:[ \t]*[xX]{1,2}[ \t]*|[xX]\r?\n|\*)"
_COLON: Final = r"(?:[ \t]*::?[ \t]*|:\r?\n)"
_FIRST_COLON: Final = r"(?:[a-lA-L]\d{1,5}[ \t]*::?[ \t]*|\d{1,5}(?:[ \t]+::?[ \t]*|::?))"
_NO_SIGN: Final = r"(?![ \t]*[-xX>]{1,2}[ \t]*[a-lA-L]?\d|[a-lA-L]\d)"
"""These two keep `1: 11x15` apart: it is a number and a move."""
_MORE: Final = "{0,199}"
"""Further squares of a move, at most.

No board has more, and a longer match of a pattern keeps other threads waiting.
"""
_SHORT: Final = rf"[a-lA-L](?:-|[xX:]{{1,2}})?[a-lA-L]\d{{1,2}}(?!\d)(?:[xX:]?[a-lA-L]\d{{1,2}}(?!\d)){_MORE}"
_NO_FEN: Final = rf"(?![bB]:{{1,2}}[a-lA-L]\d{{1,2}}(?:[xX:]?[a-lA-L]\d{{1,2}}){_MORE}(?![\w:,]))"
"""A capture from the b-file, `b:d6`, is no position with Black to move."""
_HALF: Final = r"(?:[01][ ]1/2|[01]?½|1/2)"
_DECIMAL: Final = r"[0-2][.,]\d{1,2}"
_VERSUS: Final = r"(?:[ \t]*-[ \t]*|:|[ \t]+:[ \t]+)"
_PLAIN_SCORE: Final = rf"[1-3]{_VERSUS}0|0{_VERSUS}[0-3]"
_RESULT: Final = (
    rf"(?:1\+[ \t]*[-:][ \t]*1-|1-[ \t]*[-:][ \t]*1\+|{_HALF}[ \t]*[-:][ \t]*{_HALF}"
    rf"|{_DECIMAL}[ \t]*[-:][ \t]*{_DECIMAL}(?![\d.-])"
    rf"|(?:{_PLAIN_SCORE}|(?P<even>[1-9]|10|12){_VERSUS}(?P=even))(?![\d/½]|[-x:.]\d)|{_HALF})(?![\d/½])"
)
SCORE: Final = re.compile(_RESULT)
"""A result."""
TIME: Final = re.compile(r"0?\d:0\d|00?:[0-5]\d|\d{1,2}:[0-5]\d:[0-5]\d")
"""A time that can hardly be a move."""
_TOKEN: Final = re.compile(
    rf"""
      (?P<space>(?:(?:\A|\s*\n)[ \t]*>+[ ]*)+|\s+)
    | (?P<fence>```[\w-]*|~~~+|,(?=\s*[a-lA-L]{{0,2}}\d))
    | (?P<tag>\[)
    | (?P<comment>\{{)
    | (?P<aside>;[^\n]*|^%[^\n]*)
    | (?P<setup>/[ ]*FEN[ ]*"[^"\n]*"[ ]*/?)
    | (?P<fen>(?:FEN[ ]*[:=]?[ ]*)?"?{_NO_FEN}[WBwb?]:(?:[,:][ \t]*|[KkGgPpDdQqWwBbHF?+.0-9a-l-]){{1,2000}}"?)
    | (?P<address>https?://[^\s<>()"]+|<https?://[^\s<>"]+>)
    | (?P<clock>00?:\d\d(?::\d\d)?(?![\d:]))
    | (?P<result>{_RESULT}|\*+(?!\w))
    | (?P<move>{_SQUARE}{_DASH}{_SQUARE}(?:-{_SQUARE}){_MORE}\.?
        |{_SQUARE}{_CROSS}{_SQUARE}(?:{_CROSS}{_SQUARE}){_MORE}\.?
        |{_FIRST_COLON}{_SQUARE}(?:{_COLON}{_SQUARE}){_MORE}{_NO_SIGN}\.?|(?:[a-lA-L]\d{{1,2}}){{2,200}}(?!\d))
    | (?P<short>{_SHORT})
    | (?P<number>\d{{1,3}}[.…](?:\s*[.…])*|\d{{1,3}}[ \t]+\.(?![.…])|\d{{1,3}}:(?=\s))
    | (?P<listed>\d{{1,4}}\))
    | (?P<digits>\d{{1,16}}(?!\d))
    | (?P<square>[a-lA-L]\d{{1,2}}(?!\w))
    | (?P<nag>\$\d{{1,4}})
    | (?P<dots>[.…]+)
    | (?P<glyph>\([!?*]+\)|[!?]+|[±∓⩲⩱∞□⌓≈~■∆]+|[+-]/[+-]|\+-|-\+|\+=|=\+|[+=#]+)
    | (?P<dash>-+)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<word>[^\s(){{}}\[\];]+|.)
    """,
    re.VERBOSE | re.MULTILINE,
)
_TAG_NAME: Final = re.compile(r"\[\s*(?P<name>[^\W\d_][\w-]*)")
_TAG_VALUE: Final = re.compile(r'[ \t]*[:=]?\s*"(?P<value>[^"\\]*(?:\\.[^"\\]*)*)"\s*\]', re.DOTALL)
_QUOTES: Final = "\"“”„«»‘’'`"
_LOOSE_VALUE: Final = re.compile(
    rf"[ \t]*[:=]?[ \t]*(?P<quote>[{_QUOTES}]{{1,2}})?(?P<value>[^\n]{{0,600}}?)"
    rf"(?(quote)[{_QUOTES}]{{1,2}}[ \t]*\]|\])(?=[ \t]*(?:\[|$))",
    re.MULTILINE,
)
_OPEN_VALUE: Final = re.compile(
    rf"[ \t]*[{_QUOTES}]?(?P<value>[^\n\[]{{0,600}}?)[{_QUOTES}]?[ \t]*$", re.MULTILINE
)
_COMMAND: Final = re.compile(r"\[%[^\]\n]{0,200}\]")
_WRAPPER: Final = re.compile(
    r"\[/?(?:pdn|pgn|code|pre|quote|dam|spoiler)(?:=[^\]\n]{0,80})?\]", re.IGNORECASE
)
_EMPTY: Final = re.compile(r"\[empty\]", re.IGNORECASE)
_HEAD: Final = re.compile(r"\n[ \t\r]*\n[ \t]*(?=\[[ ]*[^\W\d_][\w-]*[ \t]+[\"“„«])")
_BRACE: Final = re.compile("[{}]")


class PdnToken(NamedTuple):
    """A piece of the text, from its offset to its end.

    A tag also has its name and value. An unclosed comment has the kind `unclosed`.
    """

    kind: str
    offset: int
    end: int
    name: str = ""
    value: str = ""


class Lexer:
    """Cuts a text into tokens, in time that grows with its length alone."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.folded = fold(text)

    def tokens(self) -> Iterator[PdnToken]:
        """Yield all tokens but spaces, the fences of chats, and commas before moves."""
        offset, match = 0, _TOKEN.match
        folded = self.folded
        titles = find_titles(folded)
        while offset < len(folded):
            if offset in titles:
                yield PdnToken("title", offset, titles[offset])
                offset = titles[offset]
                continue
            found = match(folded, offset)
            assert found, "every character is at least part of a word"
            kind = found.lastgroup or ""
            end = found.end()
            if kind == "comment":
                yield self._comment(offset)
            elif kind == "tag":
                yield self._tag(offset)
            elif kind not in ("space", "fence"):
                yield PdnToken(kind, offset, end)
                offset = end
                continue
            else:
                offset = end
                continue
            offset = self._last_end

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both from 1."""
        line = bisect_left(self._line_ends, offset)
        return line + 1, offset - (self._line_ends[line - 1] if line else -1)

    def next_head(self, offset: int) -> int:
        """Return the offset of the next game's first tag after a blank line, or the end."""
        index = bisect_right(self._heads, offset)
        return self._heads[index] if index < len(self._heads) else len(self.text)

    def starts_line(self, offset: int) -> bool:
        """Whether only blanks stand before an offset on its line."""
        before = offset - 1
        while before >= 0 and self.folded[before] in " \t>":
            before -= 1
        return before < 0 or self.folded[before] == "\n"

    @cached_property
    def _line_ends(self) -> list[int]:
        return [found.start() for found in re.finditer("\n", self.folded)]

    @cached_property
    def _heads(self) -> list[int]:
        return [found.end() for found in _HEAD.finditer(self.folded)]

    @cached_property
    def _partners(self) -> dict[int, int]:
        """The closing brace of each opening one, nested ones counted."""
        partners: dict[int, int] = {}
        opened: list[int] = []
        for found in _BRACE.finditer(self.folded):
            if found[0] == "{":
                opened.append(found.start())
            elif opened:
                partners[opened.pop()] = found.start()
        return partners

    def _comment(self, offset: int) -> PdnToken:
        """Return a comment, with the comments inside it if they are all closed."""
        limit = self.next_head(offset)
        first, partner = self.folded.find("}", offset), self._partners.get(offset, -1)
        if partner >= 0 and (partner < limit or first > limit):
            end = partner + 1
        elif 0 <= first < limit:
            end = first + 1
        else:
            self._last_end = limit
            return PdnToken("unclosed", offset, limit)
        self._last_end = end
        return PdnToken("comment", offset, end)

    def _tag(self, offset: int) -> PdnToken:
        """Return the tag that begins here, or what else an opening bracket begins."""
        folded = self.folded
        for pattern, kind in ((_COMMAND, "clock"), (_WRAPPER, "wrapper"), (_EMPTY, "result")):
            if found := pattern.match(folded, offset):
                self._last_end = found.end()
                return PdnToken(kind, offset, found.end())
        name = _TAG_NAME.match(folded, offset)
        if name:
            for value in self._forms(offset):
                found = value.match(folded, name.end())
                if found and (value is _TAG_VALUE or found["value"].strip()):
                    return self._tag_token(offset, name, found)
        self._last_end = offset + 1
        return PdnToken("word", offset, offset + 1)

    def _forms(self, offset: int) -> Sequence[re.Pattern[str]]:
        """Return the forms in which a tag may be written here.

        Elsewhere than in a head it is only PDN's.
        """
        if self.starts_line(offset):
            return _TAG_VALUE, _LOOSE_VALUE, _OPEN_VALUE
        after_tag = self.folded[max(0, offset - 40) : offset].rstrip().endswith("]")
        return (_TAG_VALUE, _LOOSE_VALUE) if after_tag else (_TAG_VALUE,)

    def _tag_token(self, offset: int, name: re.Match[str], found: re.Match[str]) -> PdnToken:
        value = self.text[found.start("value") : found.end("value")]
        self._last_end = found.end()
        if found.re is _TAG_VALUE:
            value = re.sub(r"\\(.)", r"\1", value)
        else:
            value = value.strip().rstrip("]").strip(_QUOTES)
        return PdnToken("tag", offset, found.end(), self.text[name.start("name") : name.end("name")], value)

    _last_end = 0
    """The end of the last token whose end is not its first match's."""
