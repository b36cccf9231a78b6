"""One page with every card in a language, for people who check a translation.

`make sheets LANGUAGE=pt-BR` writes it. Each card is as it is sent: words, pictures with their alt
texts, buttons, menus and forms. Repeated content appears once.
"""

import asyncio
import base64
import json
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import pytest

from tests.bot.languages_tour import everything
from tests.bot.spoken_evening import FULL, evening
from tests.leaks import wire as wires
from words import languages

HEAD = """<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Twotone · {language}</title><style>
body {{ font: 15px/1.4 sans-serif; background: #313338; color: #dbdee1; max-width: 430px; margin: 1em auto }}
section {{ background: #2b2d31; border-radius: 8px; padding: 10px; margin: 12px 0 }}
p {{ white-space: pre-wrap; margin: 6px 0 }} img {{ width: 100%; border-radius: 6px }} small {{ color: #949ba4 }}
i {{ font-style: normal; background: #4e5058; border-radius: 6px; padding: 3px 9px; margin: 2px }}
i {{ display: inline-block }}
</style>"""
WRITTEN = ("title", "content", "label", "placeholder", "description")
"""Keys whose words people read, in the order in which they see them."""
BUTTON = 2


def cards(body: Any) -> Iterator[str]:
    """Yield what a card says, part by part, as HTML."""
    if isinstance(body, list):
        for part in body:
            yield from cards(part)
    elif isinstance(body, dict):
        for key in WRITTEN:
            if isinstance(body.get(key), str) and body[key]:
                mark = "i" if body.get("type") == BUTTON or "value" in body else "p"
                yield f"<{mark}>{escape(body[key])}</{mark}>"
        for key, value in body.items():
            if key not in ("attachments", "allowed_mentions"):
                yield from cards(value)


def page(language: str, told: list[str], files: dict[str, bytes]) -> str:
    """Return the page of all that was told; `files` are pictures by their digests."""
    found: dict[str, None] = {}
    for text in told:
        _, _, body, pictures = json.loads(text)
        words = "\n".join(cards(body))
        drawn = [
            f'<img loading="lazy" alt="" src="data:image/png;base64,{base64.b64encode(files[digest]).decode()}">'
            f"<small>{escape(alt or '')}</small>"
            for name, alt, digest in pictures
            if name.endswith((".png", ".gif"))
        ]
        if words:
            found.setdefault(f"<section>{words}{''.join(drawn)}</section>")
    return "\n".join((HEAD.format(language=language), *found))


async def write_sheet(language: str, folder: Path) -> Path:
    """Write the page of a language into a folder, and return its path."""
    files: dict[str, bytes] = {}
    told: list[str] = []
    digest = wires._digest

    def keep_file(file: Any) -> str:
        known = digest(file)
        files[known] = file.fp.read()
        file.fp.seek(0)
        return known

    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as place:
        patch.setattr(wires, "_digest", keep_file)
        for number, game in enumerate(FULL):
            with pytest.MonkeyPatch.context() as own:
                wire = await evening(game, language, language, Path(place, str(number)), own)
            told += [text for _, _, where, text in wire.told if where not in ("logs", "the rest")]
        for over in (False, True):
            with pytest.MonkeyPatch.context() as own:
                wire = await everything(language, over, Path(place, f"all {over}"), own)
            told += [text for _, _, where, text in wire.told if where not in ("logs", "the rest")]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{language}.html"
    path.write_text(page(language, told, files), encoding="utf-8")
    return path


if __name__ == "__main__":
    for wanted in sys.argv[2:] or languages():
        print(asyncio.run(write_sheet(wanted, Path(sys.argv[1]))))
