"""The host's privacy policy and terms of service as HTML.

Only the few Markdown marks that they use are supported.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from markupsafe import Markup, escape

LARGEST: Final = 200_000
"""Bytes of a document that is shown."""
OURS: Final = (Path(__file__).parent / "documents", Path(__file__).parents[1] / "docs")
"""Where the templates are: in the wheel, or in a checkout."""
ITEM: Final = re.compile(r"(?:[-*]|\d+\.)\s+")
LINK: Final = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
LOCAL: Final = {"privacy.md": "/privacy", "terms.md": "/terms"}


def load_document(name: str, folder: Path) -> Markup:
    """Return a document as HTML.

    This is the host's own document of that name in `folder`, else the template that comes with the bot.
    Raise `ValueError` if it is too long.
    """
    for place in (folder, *OURS):
        path = place / name
        if path.is_file():
            if path.stat().st_size > LARGEST:  # the template would say what this host never meant
                raise ValueError(f"{name} has more than {LARGEST} bytes")
            # A letter in another encoding is a letter, and not the whole document, that is not read.
            text = path.read_text(encoding="utf-8-sig", errors="replace")
            return Markup("\n").join(_blocks(text.splitlines()))
    raise FileNotFoundError(name)


def _blocks(lines: list[str]) -> Iterator[Markup]:
    """Yield each heading, paragraph, list and table."""
    block: list[str] = []
    for line in (*lines, ""):
        starts = line.startswith("#") or (ITEM.match(line) and not (block and ITEM.match(block[0])))
        if block and (not line.strip() or starts):
            yield _block(block)
            block = []
        if line.strip():
            block.append(line)
        if block and block[0].startswith("#"):
            yield _block(block)
            block = []


def _block(lines: list[str]) -> Markup:
    first = lines[0]
    if first.startswith("#"):
        marks = len(first) - len(first.lstrip("#"))
        level = min(marks, 4)
        return Markup("<h{0}>{1}</h{0}>").format(level, _inline(first.lstrip("# ")))
    if first.startswith("|"):
        return _table([line.strip().strip("|").split("|") for line in lines])
    if ITEM.match(first):
        kind = "ul" if first[0] in "-*" else "ol"
        return Markup("<{0}>{1}</{0}>").format(Markup(kind), _list(lines))
    return Markup("<p>{}</p>").format(_inline(" ".join(line.strip() for line in lines)))


def _list(lines: list[str]) -> Markup:
    items: list[list[str]] = []
    nested: list[list[str]] = []
    for line in lines:
        inner = line.startswith(" ") and ITEM.match(line.strip())
        if ITEM.match(line):
            items.append([ITEM.sub("", line, count=1)])
            nested.append([])
        elif inner:
            nested[-1].append(line.strip())
        elif nested[-1]:
            nested[-1][-1] += " " + line.strip()
        else:
            items[-1].append(line.strip())
    return Markup("").join(
        Markup("<li>{}{}</li>").format(
            _inline(" ".join(said)), Markup("<ul>{}</ul>").format(_list(below)) if below else ""
        )
        for said, below in zip(items, nested, strict=True)
    )


def _table(rows: list[list[str]]) -> Markup:
    head, body = rows[0], [row for row in rows[1:] if not set("".join(row)) <= set("-: ")]
    titles = Markup("").join(Markup('<th scope="col">{}</th>').format(_inline(cell.strip())) for cell in head)
    lines = Markup("").join(
        Markup("<tr>{}</tr>").format(
            Markup("").join(Markup("<td>{}</td>").format(_inline(cell.strip())) for cell in row)
        )
        for row in body
    )
    return Markup(
        '<div class="wide" tabindex="0"><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>'
    ).format(titles, lines)


def _inline(text: str) -> Markup:
    """Return a line as HTML with its code, bold parts and links.

    A link to anything but a site, a mail address or a page here becomes its words.
    """
    made = str(escape(text))
    made = re.sub(r"`([^`]+)`", r"<code>\1</code>", made)
    made = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", made)
    return Markup(LINK.sub(_link, made))


def _link(found: re.Match[str]) -> str:
    words, target = found[1], LOCAL.get(found[2], found[2])
    known = target.startswith(("https://", "http://", "mailto:")) or target in LOCAL.values()
    return f'<a href="{target}">{words}</a>' if known else words
