"""The games of a text: tags, main lines, remarks, results, and the rest."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from rules.checkers.pdn.addresses import read_address
from rules.checkers.pdn.lexer import SCORE, TIME, Lexer, PdnToken
from rules.checkers.pdn.scores import OPEN, is_same_result, read_score
from rules.record import RemarkSort

_OUR_TAGS: Final = (
    "Event Site Date Round White Black Result GameType Variant FEN SetUp Termination Annotator Opening Rules Kings "
    "First Aim Men Secret Clock PlyCount"
)
TAGS: Final = {name.lower(): name for name in _OUR_TAGS.split(" ")}
"""Names of tags that are read in any case."""
ALIASES: Final = {
    "White": (
        "bianco",
        "wit",
        "weiss",
        "weiß",
        "blancs",
        "blancas",
        "brancas",
        "białe",
        "biale",
        "белые",
        "bílý",
    ),
    "Black": (
        "nero",
        "zwart",
        "schwarz",
        "noirs",
        "negras",
        "pretas",
        "czarne",
        "черные",
        "чёрные",
        "černý",
        "red",
    ),
    "Result": ("risultato", "uitslag", "ergebnis", "résultat", "resultado", "wynik", "результат", "výsledek"),
    "Event": ("dati", "evento", "tornooi", "toernooi", "turnier", "torneo", "turniej", "турнир"),
    "Date": ("data", "datum", "fecha", "anno", "дата"),
}
"""What other languages call a tag."""
_MAIN: Final = frozenset({"move", "short", "digits", "square", "number", "listed", "dots", "dash", "setup"})
_IN_TITLES: Final = frozenset({"number", "listed", "digits", "dots", "dash"})
_FIRST_TOKENS: Final = 8
"""Tokens that tell whether a main line begins with a first move."""
_ASIDES: Final[Mapping[str, RemarkSort]] = {
    "comment": "comment",
    "aside": "comment",
    "glyph": "glyph",
    "nag": "glyph",
    "clock": "clock",
}
_WRAPPERS: Final = frozenset({"wrapper"})


class Tag(NamedTuple):
    """A tag's value, and its offset and end in the text."""

    value: str
    offset: int
    end: int

    @property
    def span(self) -> "Span":
        """The whole tag in the text."""
        return Span(self.offset, self.end)


class Span(NamedTuple):
    """A part of the text, from its offset to its end."""

    offset: int
    end: int


class LineRemark(NamedTuple):
    """A comment, variation, glyph or clock.

    `after` is the number of tokens of the main line before it.
    """

    after: int
    kind: RemarkSort
    span: Span


class GrammarFault(NamedTuple):
    """A fault of the form, by the code of its sentence, and its place."""

    code: str
    offset: int


@dataclass
class PdnGame:
    """One game of a PDN text as it is written, whatever its variant.

    `line` has the tokens of the main line, and `unread` the parts that could not be interpreted.
    `result` is the one written after the moves or, if there is none, that of the tag.
    """

    offset: int
    tags: dict[str, Tag] = field(default_factory=dict)
    line: list[PdnToken] = field(default_factory=list)
    remarks: list[LineRemark] = field(default_factory=list)
    unread: list[Span] = field(default_factory=list)
    result: str | None = None
    fault: GrammarFault | None = None
    ended: bool = False

    @property
    def is_game(self) -> bool:
        """Whether there is more than words and comments."""
        return bool(self.tags or self.line or self.ended or self.fault)

    def tag(self, name: str) -> str | None:
        """Return the value of a tag, also under its name in another language."""
        if name in self.tags:
            return self.tags[name].value
        others = ALIASES.get(name, ())
        return next((tag.value for key, tag in self.tags.items() if key.lower() in others), None)


def translate_names(tags: Mapping[str, str]) -> dict[str, str]:
    """Return tags under PDN's names, where they have names in another language."""
    found: dict[str, str] = {}
    for name, value in tags.items():
        ours = next((ours for ours, others in ALIASES.items() if name.lower() in others), name)
        found[name if ours in found or ours in tags else ours] = value
    return found


def parse_games(lexer: Lexer) -> Iterator[PdnGame]:
    """Yield the games of a text, in order.

    Words before the first game belong to it, others to the game before them. A text without a game
    yields one whose `is_game` is false.
    """
    grammar = _Grammar(lexer)
    for token in lexer.tokens():
        if (done := grammar.add(token)) is not None:
            yield done
    yield grammar.finish()


class _Grammar:
    """Puts tokens together; one game is in the making."""

    def __init__(self, lexer: Lexer) -> None:
        self._lexer = lexer
        self._game = PdnGame(0)
        self._opened: list[int] = []
        """The offsets of the variations that are open."""
        self._first_tag = ""
        self._last_end = 0
        self._star = -1
        """The end of a star that is glued to a move."""
        self._score: LineRemark | None = None
        """The last result in brackets, as long as it may be a variation too."""

    def add(self, token: PdnToken) -> PdnGame | None:
        """Take a token; return the game before it if it begins another."""
        kind, done = token.kind, None
        if self._opened:
            if not self._resumes_after(token):
                return None
            if kind != "tag":
                return None
        if kind == "tag":
            self._leave_title()
            done = self._begin_if(self._is_next_head(token), token)
            self._add_tag(token)
        elif kind in _MAIN:
            begins = self._game.ended and kind not in ("dots", "dash")
            done = self._begin_if(begins or self._is_first_number(token), token)
            self._game.line.append(token)
        elif kind == "result" and self._is_glued_star(token):
            # A star marks a forced move too; at the end of the game it is the result.
            self._remark("glyph", Span(token.offset, token.end))
            self._star = token.end
        elif kind == "result":
            done = self._add_result(token)
        elif kind in _ASIDES:
            self._remark(_ASIDES[kind], Span(token.offset, token.end))
        elif kind == "open":
            self._opened.append(token.offset)
        elif kind == "unclosed":
            self._fail("pdn.unclosed.comment", token.offset, token.end)
        elif kind in ("fen", "address"):
            done = self._add_position(token)
        elif kind not in _WRAPPERS:
            self._leave_unread(token.offset, token.end)
        self._last_end = token.end
        return done

    def finish(self) -> PdnGame:
        """Return the last game."""
        if self._opened:
            self._fail("pdn.unclosed.variation", self._opened[0], len(self._lexer.text))
        self._close()
        return self._game

    def _resumes_after(self, token: PdnToken) -> bool:
        """Follow an open variation; whether a tag shows that it was never closed."""
        if token.kind == "open":
            self._opened.append(token.offset)
        elif token.kind in ("close", "listed"):
            start = self._opened.pop()
            if not self._opened:
                self._add_variation(Span(start, token.end))
                self._last_end = token.end
        elif token.kind == "unclosed":
            self._fail("pdn.unclosed.comment", self._opened[0], token.end)
            self._opened.clear()
        elif token.kind == "tag" and self._lexer.starts_line(token.offset):
            self._fail("pdn.unclosed.variation", self._opened[0], token.offset)
            self._opened.clear()
            return True
        return False

    def _add_variation(self, span: Span) -> None:
        """Note what stands in round brackets; a time or a result alone is no variation."""
        game, inside = self._game, self._lexer.folded[span.offset + 1 : span.end - 1]
        text = inside.strip()
        start = span.offset + 1 + inside.find(text)
        if TIME.fullmatch(text):
            self._remark("clock", Span(start, start + len(text)))
            return
        self._remark("variation", span)
        if SCORE.fullmatch(text) and not game.ended and any(each.kind == "move" for each in game.line):
            self._score = game.remarks[-1]

    def _ends_with_score(self) -> bool:
        """Whether a result in brackets stands below all moves.

        Between them it counts something else.
        """
        if self._game.ended or self._score is None:
            return False
        return all(each.kind in ("dots", "dash") for each in self._game.line[self._score.after :])

    def _is_glued_star(self, token: PdnToken) -> bool:
        line = self._game.line
        return (
            self._lexer.text[token.offset] == "*"
            and not self._game.ended
            and bool(line)
            and line[-1].kind in ("move", "short")
            and line[-1].end == token.offset
        )

    def _is_first_number(self, token: PdnToken) -> bool:
        """Whether this is the number of a first move below the moves of another game."""
        if not self._is_one(token):
            return False
        if self._ends_with_score():
            return True
        first = self._game.line[:_FIRST_TOKENS]
        ones = [self._is_one(each) for each in first if each.kind == "number"]
        # Chats number a list by themselves, so each of its lines may say 1; a setup is of what follows.
        is_list = all(ones) and self._lexer.folded.count("\n", self._last_end, token.offset) < 2
        return (
            any(ones)
            and not is_list
            and self._lexer.starts_line(token.offset)
            and self._game.line[-1].kind != "setup"
            and sum(each.kind in ("move", "short") for each in first) > 1
        )

    def _is_one(self, token: PdnToken) -> bool:
        """Whether a token is the number of a first move, of the side that begins."""
        return token.kind == "number" and self._lexer.folded[token.offset : token.end] in ("1.", "01.")

    def _begin_if(self, begins: bool, token: PdnToken) -> PdnGame | None:
        if not begins:
            return None
        done = self._close()
        self._game = PdnGame(token.offset)
        self._first_tag = ""
        self._score = None
        return done

    def _close(self) -> PdnGame:
        """Return the game after a last look at its end."""
        game = self._game
        told = game.tag("Result")
        if not game.ended and self._star == self._last_end >= 0 and game.remarks:
            game.remarks.pop()
            game.ended, game.result = True, "*"
        if self._score and self._ends_with_score():
            game.remarks.remove(self._score)
            start, end = self._score.span
            game.ended, game.result = True, self._lexer.folded[start + 1 : end - 1].strip()
        if not game.ended:
            self._find_result_in_line(told)
        if game.result is None:
            game.result = told
        elif told is not None and told.strip().lower() not in OPEN:
            if game.result.lower() in OPEN:
                game.result = told
            elif read_score(told).winner != read_score(game.result).winner and (
                read_score(told).winner or not is_same_result(told, game.result)
            ):
                tag = next(tag for tag in game.tags.values() if tag.value == told)
                game.unread.append(tag.span)
        game.unread.sort()
        return game

    def _find_result_in_line(self, told: str | None) -> None:
        """Take the last token for the result if the tag says the same (Delft's 4-6).

        A bare dash at the end is a result too: it says that there is none.
        """
        game = self._game
        kinds = [token.kind for token in game.line[-2:]]
        if not kinds or kinds == ["dash", "dash"]:
            return
        text = self._lexer.text[game.line[-1].offset : game.line[-1].end]
        is_told = kinds[-1] == "move" and told is not None and is_same_result(text, told)
        if kinds[-1] == "dash" or is_told:
            game.result = text
            game.line.pop()

    def _leave_title(self) -> None:
        """Note numbers and dashes before the first tag as unread.

        They belong to a title, such as `Game 1: Ann - Ben`.
        """
        game = self._game
        if game.tags or game.ended or not _IN_TITLES.issuperset(token.kind for token in game.line):
            return
        numbers = [token for token in game.line if token.kind == "digits"]
        # Two numbers side by side may be a move, and so may a long one that no words go with.
        gaps = [self._lexer.folded[one.end : other.offset] for one, other in pairwise(numbers)]
        if all(map(str.strip, gaps)) and (game.unread or all(each.end - each.offset < 3 for each in numbers)):
            game.unread += [Span(token.offset, token.end) for token in game.line]
            game.line.clear()

    def _is_next_head(self, token: PdnToken) -> bool:
        """Whether a tag belongs to another game than the one in the making."""
        game, name = self._game, _tag_name(token.name)
        if game.ended or game.line or game.fault:
            return True
        if name not in game.tags:
            return False
        gap = self._lexer.text[self._last_end : token.offset]
        return name == self._first_tag or gap.count("\n") > 1

    def _add_tag(self, token: PdnToken) -> None:
        name = _tag_name(token.name)
        before = self._game.tags.pop(name, None)
        if before and before.value.strip() != token.value.strip():
            self._game.unread.append(before.span)
        self._first_tag = self._first_tag or name
        self._game.tags[name] = Tag(token.value, token.offset, token.end)

    def _add_result(self, token: PdnToken) -> PdnGame | None:
        game, text = self._game, self._lexer.text[token.offset : token.end]
        if not game.ended:
            game.ended, game.result = True, text
            return None
        if text.strip("*") and game.result is not None and not is_same_result(text, game.result):
            done = self._begin_if(True, token)
            self._game.ended, self._game.result = True, text
            return done
        return None

    def _add_position(self, token: PdnToken) -> PdnGame | None:
        """Take a position string, alone or in an address, as the start of a game."""
        text = self._lexer.text[token.offset : token.end]
        found = {"FEN": text.removeprefix("FEN").strip(' \t:="')}
        if token.kind == "address":
            found = read_address(text)
        if not found:
            self._leave_unread(token.offset, token.end)
            return None
        game = self._game
        done = self._begin_if(bool(game.ended or game.line or game.fault or "FEN" in game.tags), token)
        for name, value in found.items():
            self._game.tags[name] = Tag(value, token.offset, token.end)
        return done

    def _remark(self, kind: RemarkSort, span: Span) -> None:
        self._game.remarks.append(LineRemark(len(self._game.line), kind, span))

    def _leave_unread(self, offset: int, end: int) -> None:
        """Note a part that belongs to nothing, with the one before it on the line."""
        unread, text = self._game.unread, self._lexer.folded
        if unread and self._last_end == unread[-1].end and text[unread[-1].end : offset].strip(" \t") == "":
            offset = unread.pop().offset
        unread.append(Span(offset, end))

    def _fail(self, code: str, offset: int, end: int) -> None:
        """Note the first fault of the form; the text from it to `end` cannot be read."""
        self._game.fault = self._game.fault or GrammarFault(code, offset)
        self._game.unread.append(Span(offset, end))
        self._game.ended = True


def _tag_name(written: str) -> str:
    return TAGS.get(written.lower(), written)
