"""Titles above the moves of games without tags: `Ann - Ben, Delft 2005`."""

import re
from typing import Final

_FIRST_MOVE: Final = re.compile(r"[ \t>]*0?1(?:[.)]|[ \t])(?![ \t]*[.…])")
"""How a line with the first move begins, not White's missing one (`1. ...`)."""
_WORD: Final = re.compile(r"[^\W\d_]{3}|(?<!\w)[^\W\d_]{2}(?!\w)")
_DATES: Final = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4}|\d{4}-\d{2,4}|\d{1,4}\.\d{1,2}\.\d{1,4}"
    r"|(?<!\d)[0-3][ ]?[-:][ ]?[0-3](?!\d)"
)
"""What looks like a move or a score in a title."""
_NO_TITLE: Final = re.compile(
    r"^[ \t>]*[\[{;%]|[{}\[\]]|[WBwb?]:[WBwb]|://|\d[ \t]*[-x:*>]+[ \t]*[a-l]?\d|(?<!\w)[a-l]{1,2}\d(?!\d)"
)
_HEAD: Final = re.compile(r"^[ \t>]*\[|[WBwb?]:[WBwb]")
"""A tag or a position."""
_BRACKETS: Final = re.compile(r"\([^()\n]*\)")
_SCORE: Final = r"(?<![\dx:/-])(?:[0-2]|1/2|½)[ ]?[-:][ ]?(?:[0-2]|1/2|½)"
_LONGEST: Final = 200
"""Characters of a line with a title, at most."""
_HAS_SCORE: Final = re.compile(_SCORE)
_SCORE_END: Final = re.compile(rf"(?:{_SCORE}|\*)[ \t\r]*$")


def find_titles(folded: str) -> dict[int, int]:
    """Return where titles begin and end in a folded text.

    A title is one line or several with words and without moves, right above a line that begins with
    the first move. Above it is nothing, an empty line, a tag, a position, or a result. A score that does
    not stand right above the moves may be that of the game before.
    """
    found: dict[int, int] = {}
    above: list[tuple[int, str]] = []
    """The lines above, back to one that is certainly no title."""
    offset, follows_end, is_first, follows_blank = 0, True, True, False
    for line in folded.split("\n"):
        if not line.strip(" \t\r>"):
            follows_end = follows_blank = True
            offset += len(line) + 1
            continue
        if _FIRST_MOVE.match(line):
            if is_first or not (follows_blank and any(_HAS_SCORE.search(words) for _, words in above)):
                for start, words in above:
                    begin = start + len(words) - len(words.lstrip(" \t>"))
                    found[begin] = start + len(words.rstrip())
            above.clear()
            is_first = False
        elif (above or follows_end) and _is_title(line):
            above.append((offset, line))
        else:
            above.clear()
        ends = _SCORE_END.search(line[-_LONGEST:]) or _HEAD.search(line[:_LONGEST])
        follows_end, follows_blank = bool(above or ends), False
        offset += len(line) + 1
    return found


def _is_title(line: str) -> bool:
    if len(line) > _LONGEST:
        return False
    plain = _DATES.sub(" ", _BRACKETS.sub(" ", line))
    return bool(_WORD.search(line)) and not _NO_TITLE.search(plain) and not set("()") & set(plain)
