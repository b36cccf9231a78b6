"""Games as PDN."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType


def write_pdn(
    tags: Mapping[str, str],
    moves: Sequence[str],
    *,
    second_begins: bool,
    result: str,
    remarks: Mapping[int, Sequence[str]] = MappingProxyType({}),
) -> str:
    """Return a game as text.

    The tags come in the given order, then the moves, numbered in pairs and wrapped, then the result.
    `remarks` maps a number of plies to the texts that are written, unchanged, after so many plies.
    """
    head = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags.items())
    words = list(remarks.get(0, ()))
    for ply, move in enumerate(moves, int(second_begins)):
        if ply % 2 == 0:
            move = f"{ply // 2 + 1}. {move}"
        elif ply == 1 and second_begins:
            move = f"1... {move}"
        words.append(move)
        for remark in remarks.get(ply + 1 - int(second_begins), ()):
            if remark[0] in "!?":
                words[-1] += remark
            else:
                words.append(remark)
    return f"{head}\n{_wrap([*words, result])}\n"


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
