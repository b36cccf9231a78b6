"""Golden pictures, kept pixel by pixel, and the words about them.

A person has looked at each and found it good. `python -m tests.rendering.goldens diff` writes the
differences as PNG files, expected | actual | difference side by side; `python -m
tests.rendering.goldens write` keeps the present drawing, to be looked at and committed.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from rendering.board_sheet import LabelledBoard, draw_board_sheet
from rendering.caption import Caption
from rendering.describe import describe, hand_in_words, summary_lines, text_board
from rendering.people.analysis import draw_analysis
from rendering.people.bracket import draw_bracket
from rendering.people.insight import draw_insight
from rendering.people.league import draw_league_table
from rendering.people.profile import draw_profile
from rendering.people.simul import draw_simul
from rendering.people.table import draw_rating_table
from rendering.picture import Picture, draw, draw_end, draw_hand, draw_wide_end
from rules.course import Course
from rules.game import Outcome
from tests.rendering.brackets import EIGHT, SIXTEEN
from tests.rendering.league import SECTION, SIMUL, ZONED
from tests.rendering.rating_samples import CAREER, FAR, SHARED, SHOWN, TABLE, WHOLE
from tests.rendering.samples import (
    BINAR_END,
    BINARY,
    BINARY_END,
    BOARDS,
    CHECKERS,
    COURSE,
    DISPLAYS,
    EARLY,
    END,
    ENDED,
    FOLDED,
    KINGS,
    LISTED,
    LOW,
    LOW_END,
    MIDDLE,
    NEAR_THE_END,
    TALL,
    VIEWS,
    WENT,
    WIDE,
    ZONG_HENG,
    ZONG_HENG_END,
)
from words import PSEUDO, Phrase

FOLDER = Path(__file__).parent / "goldens"
WORDS = FOLDER / "words.json"
FOUND = Path("var/goldens")
TILE = 24
"""Pixels of the edge of the parts that are named where pictures differ."""
NAMED = 6
"""Parts that a message names."""
WASHED = 0.75
"""How far the picture fades to white where `diff` marks what has changed."""

DRAWN: dict[str, Callable[[], Picture]] = {
    **{name: partial(draw, view) for name, view in BOARDS.items()},
    **{name: partial(draw, view) for name, view in DISPLAYS.items()},
    "checkers-picker": lambda: draw(CHECKERS, chosen=["d2"], choices=["e3", "c7", "h6", "g5"]),
    "binary-picker": lambda: draw(BINARY, chosen=["c6"], choices=["a4", "f6"]),
    "program-picker": lambda: draw(MIDDLE, chosen=["C"], choices=["A", "C"]),
    "checkers-contrast": lambda: draw(CHECKERS, theme="contrast"),
    "program-contrast": lambda: draw(MIDDLE, theme="contrast"),
    "program-folded": lambda: draw(FOLDED, theme="slate"),
    "program-won": lambda: draw(replace(END, outcome=Outcome(1, "agreement")), theme="paper"),
    "program-night": lambda: draw(WIDE, theme="night"),
    "program-colour-blind": lambda: draw(EARLY, theme="colour-blind"),
    "kings-night": lambda: draw(KINGS, theme="night"),
    "zong-heng-paper": lambda: draw(ZONG_HENG, theme="paper"),
    "three-in-a-row": lambda: draw(LOW),
    "tall": lambda: draw(TALL),
    "end-checkers": lambda: draw_end(ENDED, COURSE, caption=Caption("Russian checkers", ("Ada", "Ben"))),
    "end-binar": lambda: draw_end(BINAR_END, LISTED, theme="slate"),
    "end-binar-resigned": lambda: draw_end(
        replace(BINAR_END, outcome=Outcome(0, "resignation", facts={"loser": Phrase("side.odd")})), LISTED
    ),
    "end-zong-heng": lambda: draw_end(
        ZONG_HENG_END, COURSE, theme="colour-blind", caption=Caption("Zong-Heng", ("Ada", None))
    ),
    "end-three-in-a-row": lambda: draw_end(
        replace(LOW_END, outcome=Outcome(0, "agreement")),
        Course(("c2", "b3", "d2", "c3", "e2"), (), "points", 3),
        theme="night",
        caption=Caption("Three in a row", ("Ada", "Ben")),
    ),
    "end-binary": lambda: draw_end(
        replace(BINARY_END, outcome=Outcome(0, "agreement", (15, 14))),
        COURSE,
        caption=Caption("Binary", ("Bartholomew of the Very Long Name", "Ben")),
    ),
    "end-program": lambda: draw_end(
        replace(END, outcome=Outcome(1, "agreement", (30, 60))),
        COURSE,
        theme="night",
        caption=Caption("One Zero One", ("Ada", "Ben")),
    ),
    "insight-checkers": lambda: draw_analysis(
        ENDED, WENT, caption=Caption("Russian checkers", ("Ada", "Ben"))
    ),
    "insight-contrast": lambda: draw_analysis(END, WENT, theme="contrast"),
    "insight-paper": lambda: draw_analysis(END, NEAR_THE_END, theme="paper"),
    "insight-pseudo": lambda: draw_analysis(ENDED, NEAR_THE_END, language=PSEUDO),
    "section": lambda: draw_league_table(
        "Autumn league",
        Phrase("picture.league", section="B"),
        "Russian checkers",
        ZONED,
    ),
    "section-pseudo": lambda: draw_league_table(
        "Autumn league",
        Phrase("picture.league", section="A"),
        "Binar",
        SECTION,
        theme="paper",
        language=PSEUDO,
    ),
    "simul": lambda: draw_simul(
        "Ada", "Russian checkers", Phrase("picture.simul.running", count=3), ("3½", "1½"), 0, SIMUL
    ),
    "simul-pseudo": lambda: draw_simul(
        "", "Binar", Phrase("picture.simul.over"), ("0", "2"), 1, SIMUL[3:5], theme="paper", language=PSEUDO
    ),
    "bracket": lambda: draw_bracket(
        "Autumn knock-out",
        Phrase("picture.tournament.round", number=4, count=4),
        "Russian checkers",
        SIXTEEN,
        theme="slate",
    ),
    "bracket-pseudo": lambda: draw_bracket(
        "",
        Phrase("picture.tournament.round", number=1, count=3),
        "Binar",
        EIGHT,
        theme="paper",
        language=PSEUDO,
    ),
    "table": lambda: draw_rating_table("Russian checkers", TABLE, FAR),
    "profile": lambda: draw_profile(CAREER, theme="slate"),
    "profile-pseudo": lambda: draw_profile(CAREER, theme="paper", language=PSEUDO),
    "overview": lambda: draw_insight(WHOLE, theme="slate"),
    "overview-pseudo": lambda: draw_insight(WHOLE, theme="paper", language=PSEUDO),
    "profile-shown": lambda: draw_profile(replace(CAREER, games=CAREER.games[:1], shown_match=SHOWN)),
    "end-shared": lambda: draw_wide_end(ENDED, COURSE, SHARED, theme="slate"),
    "end-shared-pseudo": lambda: draw_wide_end(
        BINAR_END,
        LISTED,
        Caption("Binar", ("Bartholomew of the Very Long Name", "Ben")),
        theme="paper",
        language=PSEUDO,
    ),
    "sheet-pair": lambda: draw_board_sheet(
        [LabelledBoard(BINAR_END, "Binar"), LabelledBoard(MIDDLE, "One Zero One")]
    ),
    "sheet-paper": lambda: draw_board_sheet(
        [
            LabelledBoard(ZONG_HENG, "Zong-Heng"),
            LabelledBoard(CHECKERS, "Checkers with a very long name"),
            LabelledBoard(BINARY, "Binary"),
            LabelledBoard(EARLY, "One Zero One"),
            LabelledBoard(KINGS, "Kings"),
        ],
        theme="paper",
    ),
    "hand": lambda: draw_hand(EARLY),
    "hand-picker": lambda: draw_hand(EARLY, raised_cards=["DELETE-v"]),
    # Words longer than the English ones keep to their places.
    "binar-end-pseudo": lambda: draw(BINAR_END, language=PSEUDO),
    "program-wide-pseudo": lambda: draw(WIDE, language=PSEUDO),
}


@dataclass(frozen=True, slots=True)
class Difference:
    """A change in a picture: a black and white mask, and a line that locates it."""

    mask: Image.Image
    said: str


def current_words() -> dict[str, dict[str, str]]:
    """Return the present English words about every sample.

    They are the alt text, the card's line and the text board.
    """
    words = {
        name: {"alt": describe(view), "status": "\n".join(summary_lines(view)), "text": text_board(view)}
        for name, view in VIEWS.items()
    }
    insight = {"alt": draw_analysis(ENDED, WENT).alt}
    return words | {"hand": {"alt": draw_hand(EARLY).alt, "hand": hand_in_words(EARLY)}, "insight": insight}


def kept_words() -> dict[str, dict[str, str]]:
    """Return the words as they were found good."""
    found: dict[str, dict[str, str]] = json.loads(WORDS.read_text(encoding="utf-8")) if WORDS.exists() else {}
    return found


def current_picture(name: str) -> Image.Image:
    """Return a picture as it is drawn now, in RGB."""
    return Image.open(BytesIO(DRAWN[name]().png)).convert("RGB")


def kept_picture(name: str) -> Image.Image | None:
    """Return a picture as it was found good, in RGB.

    Return `None` if no one has looked at it yet.
    """
    path = _path(name)
    return Image.open(path).convert("RGB") if path.exists() else None


def difference(then: Image.Image, now: Image.Image) -> Difference | None:
    """Return what differs between two pictures, `None` if no pixel does."""
    if then.size != now.size:
        said = f"was {then.width}×{then.height} pixels, is {now.width}×{now.height}"
        return Difference(Image.new("L", now.size, 255), said)
    change = ImageChops.difference(then, now)
    if not change.getbbox():
        return None
    # A change of one value in one of the three colours is white in the mask.
    red, green, blue = (band.point([0] + [255] * 255) for band in change.split())
    mask = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    tiles = [
        f"({left}, {top})"
        for top in range(0, now.height, TILE)
        for left in range(0, now.width, TILE)
        if mask.crop((left, top, left + TILE, top + TILE)).getbbox()
    ]
    named = ", ".join(tiles[:NAMED]) + (", …" if len(tiles) > NAMED else "")
    count = mask.histogram()[255]
    return Difference(
        mask, f"{count} pixels differ, in {len(tiles)} parts of {TILE}×{TILE} pixels, from {named}"
    )


def beside(then: Image.Image, now: Image.Image, mask: Image.Image) -> Image.Image:
    """Return expected, actual and difference side by side.

    In the difference, changes are red on the faded picture.
    """
    faded = Image.blend(now, Image.new("RGB", now.size, "white"), WASHED)
    faded.paste((220, 0, 0), mask=mask)
    sheet = Image.new("RGB", (then.width + 2 * now.width + 40, max(then.height, now.height)), "magenta")
    for art, left in ((then, 0), (now, then.width + 20), (faded, then.width + now.width + 40)):
        sheet.paste(art, (left, 0))
    return sheet


def show_differences(folder: Path) -> int:
    """Write a sheet for each picture that has changed; return how many there are."""
    found = 0
    for name in DRAWN:
        now = current_picture(name)
        then = kept_picture(name) or Image.new("RGB", now.size)
        changed = difference(then, now)
        if changed:
            found += 1
            folder.mkdir(parents=True, exist_ok=True)
            beside(then, now, changed.mask).save(folder / f"{name}.png")
            print(f"{name}: {changed.said}")
    print(
        "".join(unified_diff(_lines(kept_words()), _lines(current_words()), "words kept", "words now")),
        end="",
    )
    print(f"{found} of {len(DRAWN)} pictures differ" + (f"; see {folder}/" if found else ""))
    return found


def write() -> None:
    """Keep the pictures as they are drawn now, and nothing else."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        if path.stem not in DRAWN and path != WORDS:
            path.unlink()
    WORDS.write_text("".join(_lines(current_words())), encoding="utf-8")
    for name in DRAWN:
        now, then = current_picture(name), kept_picture(name)
        if then is None or difference(then, now):
            now.save(_path(name), lossless=True, quality=100, method=6)
            print(f"{name} is kept anew")


def main(arguments: Sequence[str]) -> int:
    """Carry out one of the two commands."""
    parser = ArgumentParser(prog="python -m tests.rendering.goldens", description=__doc__)
    parser.add_argument("command", choices=("diff", "write"))
    parser.add_argument("--folder", type=Path, default=FOUND, help="where `diff` writes (var/goldens)")
    given = parser.parse_args(arguments)
    if given.command == "write":
        write()
        return 0
    return 1 if show_differences(given.folder) or current_words() != kept_words() else 0


def _lines(words: dict[str, dict[str, str]]) -> list[str]:
    return (json.dumps(words, ensure_ascii=False, indent=1, sort_keys=True) + "\n").splitlines(keepends=True)


def _path(name: str) -> Path:
    # WebP without loss takes half the bytes of PNG.
    return FOLDER / f"{name}.webp"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
