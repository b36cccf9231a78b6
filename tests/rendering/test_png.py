"""Our PNG files follow the specification exactly.

Our decoder notices every deviation.
"""

import random
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

from rendering import band_cache, png
from rendering.board.painter import paint_board
from rendering.picture import draw
from rendering.png import encode_png
from rendering.sprite_cache import UncachedPart, only_cached_parts
from rendering.themes import DEFAULT_THEME, THEMES
from tests.rendering.goldens import DRAWN
from tests.rendering.samples import BINARY, KINGS
from tests.rendering.strict_png import BadPng, decode
from tests.sets import leave_to_ci

LIBRARIES = {library.__name__: library for library in (vars(png)["zlib"], zlib)}
"""What deflates here, and what does where nothing else is installed."""

WITHOUT_ISAL = """
import sys
sys.modules["isal"] = None
from tests.rendering.goldens import DRAWN
sys.stdout.buffer.write(DRAWN["hand"]().png)
"""


@pytest.fixture(params=LIBRARIES)
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    deflates = LIBRARIES[request.param]
    monkeypatch.setattr(png, "zlib", deflates)
    # Parts of files that the other library has made are not looked at again.
    monkeypatch.setattr(band_cache, "cached_bands", {})
    return deflates


@pytest.mark.ci
@pytest.mark.parametrize("name", leave_to_ci(DRAWN, every=10))
@pytest.mark.usefixtures("library")
def test_every_sample_is_decoded_strictly(name: str) -> None:
    picture = DRAWN[name]()
    decoded = decode(picture.png)
    assert (decoded.width, decoded.height) == (picture.width, picture.height)
    with Image.open(BytesIO(picture.png)) as image:
        assert image.tobytes() == decoded.pixels


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("size", [(1, 1), (1, 300), (300, 1), (37, 41)])
def test_pictures_of_any_size_are_decoded_strictly(size: tuple[int, int]) -> None:
    palette = THEMES[DEFAULT_THEME].board
    picture = palette.blank(size, "light")
    picture.putpixel((size[0] - 1, size[1] - 1), palette.index("dark"))
    decoded = decode(encode_png(picture, palette))
    assert (decoded.width, decoded.height) == size
    assert decoded.pixels == picture.tobytes()


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("cuts", [(0, 41), (0, 1, 41), (0, 13, 14, 40, 41), tuple(range(42))])
def test_bands_of_any_height_are_the_whole_picture(cuts: tuple[int, ...]) -> None:
    palette, chance = THEMES[DEFAULT_THEME].board, random.Random(12)
    picture = palette.blank((37, 41), "light")
    picture.putdata([chance.randrange(len(palette.colours)) for _ in range(37 * 41)])
    bands = [png.deflate_lines(picture, top, low) for top, low in pairwise(cuts)]
    assert decode(png.join_bands(picture.size, palette, bands)).pixels == picture.tobytes()
    assert decode(png.join_bands((37, 2), palette, [png.deflate_lines(picture, 7, 9)])).pixels == (
        picture.crop((0, 7, 37, 9)).tobytes()
    )


@pytest.mark.ci
@pytest.mark.usefixtures("library")
def test_a_picture_with_lines_longer_than_what_is_fetched_at_once_is_whole() -> None:
    palette, chance = THEMES[DEFAULT_THEME].board, random.Random(13)
    picture = palette.blank((70_000, 3), "light")
    picture.putdata([chance.randrange(len(palette.colours)) for _ in range(210_000)])
    assert decode(encode_png(picture, palette)).pixels == picture.tobytes()


@pytest.mark.ci
def test_pictures_are_drawn_where_only_zlib_is_installed() -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", WITHOUT_ISAL], cwd=root, capture_output=True, check=True)
    assert decode(done.stdout) == decode(DRAWN["hand"]().png)


def chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk with its right length and CRC."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


GOOD = draw(BINARY).png
LENGTH = GOOD.index(b"IEND") - 4
PALETTE = chunk(b"PLTE", bytes(6))
START, END = GOOD[:8], chunk(b"IEND", b"")


def make_png(
    header: tuple[int, ...] = (2, 1, 8, 3, 0, 0, 0), lines: bytes = b"\0\0\1", **parts: bytes
) -> bytes:
    """Return a file of two pixels, with some parts replaced by wrong ones."""
    packed = zlib.compress(lines, 1)
    body = parts.get("stream", packed)
    return b"".join(
        (
            parts.get("start", START),
            chunk(b"IHDR", struct.pack(">IIBBBBB", *header) + parts.get("more", b"")),
            parts.get("palette", PALETTE),
            parts.get("data", chunk(b"IDAT", body)),
            parts.get("end", END),
        )
    )


def test_the_smallest_right_file_is_taken() -> None:
    assert decode(make_png()).pixels == b"\0\1"


def change_byte(at: int, value: int) -> bytes:
    """Return a picture of ours with one byte changed."""
    return GOOD[:at] + bytes([GOOD[at] ^ value]) + GOOD[at + 1 :]


def wrong_adler() -> bytes:
    return make_png(stream=zlib.compress(b"\0\0\1")[:-1] + b"\xff")


WRONG: dict[str, tuple[Callable[[], bytes], str]] = {
    "signature": (lambda: make_png(start=b"\x89PNG\n\r\x1a\n"), "signature"),
    "trailing": (lambda: make_png() + b"\0", "1 bytes after the last chunk"),
    "trailing chunk": (lambda: make_png() + END, "chunks IHDR PLTE IDAT IEND"),
    "text": (lambda: make_png(palette=PALETTE + chunk(b"tEXt", b"Ada")), "chunks IHDR PLTE tEXt"),
    "no palette": (lambda: make_png(palette=b""), "chunks IHDR IDAT"),
    "two palettes": (lambda: make_png(palette=PALETTE * 2), "chunks"),
    "no pixels": (lambda: make_png(data=b""), "no IDAT"),
    "no end": (lambda: make_png(end=b""), "chunks IHDR PLTE IDAT,"),
    "long end": (lambda: make_png(end=chunk(b"IEND", b"\0")), "IEND"),
    "CRC of the header": (lambda: change_byte(29, 1), "CRC of IHDR"),
    "CRC of the pixels": (lambda: change_byte(LENGTH - 1, 1), "CRC of IDAT"),
    "CRC of the end": (lambda: change_byte(len(GOOD) - 1, 1), "CRC of IEND"),
    "cut": (lambda: GOOD[:-20], "longer than the file|after the last chunk"),
    "kind": (lambda: make_png(palette=PALETTE + chunk(b"\0\1\2\3", b"")), "of the kind"),
    "wider": (lambda: make_png((3, 1, 8, 3, 0, 0, 0)), "3 bytes of lines for 3×1"),
    "higher": (lambda: make_png((2, 2, 8, 3, 0, 0, 0)), "3 bytes of lines for 2×2"),
    "turned": (lambda: make_png((1, 2, 8, 3, 0, 0, 0)), "3 bytes of lines for 1×2"),
    "no width": (lambda: make_png((0, 1, 8, 3, 0, 0, 0)), "a picture of 0×1"),
    "depth": (lambda: make_png((2, 1, 4, 3, 0, 0, 0)), "depth 4"),
    "colour": (lambda: make_png((2, 1, 8, 0, 0, 0, 0)), "colour type 0"),
    "compression": (lambda: make_png((2, 1, 8, 3, 1, 0, 0)), "methods 1 0 0"),
    "filtering": (lambda: make_png((2, 1, 8, 3, 0, 1, 0)), "methods 0 1 0"),
    "interlace": (lambda: make_png((2, 1, 8, 3, 0, 0, 1)), "methods 0 0 1"),
    "long header": (lambda: make_png(more=b"\0"), "IHDR of 14"),
    "palette of 4 bytes": (lambda: make_png(palette=chunk(b"PLTE", bytes(4))), "PLTE of 4"),
    "no colours": (lambda: make_png(palette=chunk(b"PLTE", b"")), "PLTE of 0"),
    "colour beyond": (lambda: make_png(palette=chunk(b"PLTE", bytes(3))), "colour 1 of a palette of 1"),
    "filter": (lambda: make_png(lines=b"\1\0\1"), "filter"),
    "zlib's method": (lambda: make_png(stream=b"\x77\x85" + zlib.compress(b"\0\0\1")[2:]), "method 7"),
    "zlib's window": (lambda: make_png(stream=b"\x88\x1c" + zlib.compress(b"\0\0\1")[2:]), "window 8"),
    "zlib's header": (lambda: make_png(stream=b"\x78\x02" + zlib.compress(b"\0\0\1")[2:]), "zlib's header"),
    "dictionary": (lambda: make_png(stream=b"\x78\x20" + zlib.compress(b"\0\0\1")[2:]), "dictionary"),
    "Adler-32": (wrong_adler, "Adler-32"),
    "no Adler-32": (lambda: make_png(stream=zlib.compress(b"\0\0\1")[:-4]), "0 bytes after"),
    "bytes in the stream": (lambda: make_png(stream=zlib.compress(b"\0\0\1") + b"\0"), "5 bytes after"),
    "no end of deflate": (lambda: make_png(stream=b"\x78\x01" + b"\0\0\0\xff\xff"), "without an end"),
    "deflate": (lambda: make_png(stream=b"\x78\x01\x07\0\0\0\0\0"), "deflate: "),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused(name: str) -> None:
    file, reason = WRONG[name]
    with pytest.raises(BadPng, match=reason):
        decode(file())


def test_a_dense_file_is_smaller_and_is_never_made_on_the_event_loop() -> None:
    palette, image = THEMES["wood"].board, paint_board(KINGS, "wood")
    assert len(encode_png(image, palette, is_dense=True)) < 0.85 * len(encode_png(image, palette))
    with only_cached_parts(), pytest.raises(UncachedPart):
        encode_png(image, palette, is_dense=True)
