"""A game that was read as a clean file: our PDN with the record's own words."""

import re
from collections.abc import Iterator
from typing import Final

from rules.checkers import records
from rules.checkers.pdn.grammar import translate_names
from rules.checkers.pdn.writing import write_pdn
from rules.match import Match
from rules.record import ReadGame, RecordRemark

_OURS: Final = frozenset({"Result", "GameType", "Variant", "FEN", "SetUp", "Setup", "Clock", "Termination"})
"""Tags that follow from the match as it was read."""
_STRENGTH: Final = re.compile(r"\(?([!?]+)\)?")
_GLYPHS: Final = {
    "*": "$7",
    "(*)": "$7",
    "□": "$7",
    "=": "$10",
    "∞": "$13",
    "+=": "$14",
    "⩲": "$14",
    "=+": "$15",
    "⩱": "$15",
    "±": "$16",
    "+/-": "$16",
    "∓": "$17",
    "-/+": "$17",
    "+-": "$18",
    "-+": "$19",
}
"""Signs as the numeric annotation glyphs of PGN, which PDN has taken over."""


def write_clean(game: ReadGame, match: Match) -> str:
    """Return a game that was read as a clean file.

    Its moves are written as the kind writes them, squares and colours as our board has them. Tags,
    comments, variations and glyphs of the record are kept; `match` is what `game.open` returned.
    """
    said = records.write_tags(match)
    tags = {name: said[name] for name in ("Event", "Site", "Date", "Round", "White", "Black")}
    tags["Event"] = "?"
    for name, value in translate_names(game.tags).items():
        if name not in _OURS:
            tags[_swap_colours(name) if game.colours_swapped else name] = value
    tags |= {name: said[name] for name in said if name in _OURS and name != "Termination"}
    tags |= {
        name: value
        for name, value in said.items()
        if name not in tags and name not in ("Secret", "Termination")
    }
    if "Termination" in game.tags:
        tags["Termination"] = game.tags["Termination"]
    elif game.how:
        # The record has it in its result (`+:-`, `1-0 (time)`), which is written in the usual form.
        tags["Termination"] = game.how
    result = said["Result"]
    if game.winner is not None:
        winner = None if game.winner == "draw" else game.winner
        result = records.write_result(match, match.origin.generator.ruleset, winner)
        tags["Result"] = result
    elif result == "*" and game.result:
        tags["Result"] = " ".join(game.result.split())
    remarks: dict[int, list[str]] = {}
    for remark in game.remarks:
        remarks.setdefault(remark.ply, []).append(_write_remark(remark, turned=game.turned != "same"))
    texts = [ply.text for ply in match.plies]
    return write_pdn(tags, texts, second_begins=match.origin.turn == 1, result=result, remarks=remarks)


def _swap_colours(name: str) -> str:
    for one, other in (("White", "Black"), ("Black", "White")):
        if name.startswith(one):
            return other + name.removeprefix(one)
    return name


def _write_remark(remark: RecordRemark, *, turned: bool) -> str:
    """Return a remark in the forms that every reader knows.

    The squares of a variation on a turned board are not ours, so it is kept as words.
    """
    text = " ".join(remark.text.split())
    if remark.kind == "glyph":
        strength = _STRENGTH.fullmatch(text)
        if strength and remark.ply:
            return strength[1]
        return text if text.startswith("$") else _GLYPHS.get(text, _comment(text))
    if remark.kind == "variation" and not turned and not _has_line_comment(remark.text):
        return text
    if remark.kind == "clock" and not text.startswith("["):
        return _comment(f"[%clk {text}]")
    return _comment(" ".join(_bare_words(remark.text)))


def _has_line_comment(text: str) -> bool:
    return ";" in text or "%" in text


def _bare_words(text: str) -> Iterator[str]:
    """Yield the words of a comment without the signs that begin and end it."""
    text = text.strip()
    if text[:1] == "{":
        text = text[1:].removesuffix("}")
    else:
        text = text.lstrip(";%")
    yield from text.split()


def _comment(words: str) -> str:
    """Return a comment in braces, which have none inside."""
    return f"{{{words.translate(_BRACES)}}}"


_BRACES: Final = str.maketrans("{}", "()")
