"""PNG files in palette mode, with the fastest deflate available.

Every line has filter 0, and there are no optional chunks. If `isal` is installed, it deflates a board
in a fifth of the time of zlib, which is used otherwise. The pixels are deflated band by band. Each band
has a chunk of its own and refers to no other band, so a cached band can be used in a new file; only the
checksums have to be combined.
"""

import struct
import zlib as standard_zlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image

from rendering.sprite_cache import check_drawing_allowed
from rendering.themes import Palette

try:
    from isal import isal_zlib as zlib
except ImportError:
    import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LEVEL = 1
DENSE = 6
"""Level of zlib for large pictures that are drawn once.

Three quarters of the bytes in many times the time.
"""
DENSEST = 8
"""Level of zlib for the largest pictures, which are drawn on request.

It takes a fifteenth less in twice the time.
"""
ROOM = 1 << 16
"""Bytes of pixels that are fetched at once: so many stay in a processor's cache."""
STREAM_START = b"\x78\x01"
STREAM_END = b"\x03\x00"
"""An empty last block of deflate."""
ADLER_BASE = 65521


class Band(NamedTuple):
    """Deflated lines of a picture: the chunk, and the data's Adler-32 and length."""

    chunk: bytes
    adler32: int
    length: int


def encode_png(picture: Image.Image, palette: Palette, *, is_dense: bool = False) -> bytes:
    """Return the PNG file of a picture in the palette's numbers.

    The same picture gives the same bytes. A file that `is_dense` takes more time and is smaller.
    """
    return join_bands(picture.size, palette, [deflate_lines(picture, level=DENSEST if is_dense else LEVEL)])


def deflate_lines(
    picture: Image.Image, top: int = 0, bottom: int | None = None, *, level: int = LEVEL
) -> Band:
    """Return the lines of a picture from `top` to just above `bottom` as a band."""
    if level > LEVEL:
        check_drawing_allowed()  # it takes as long as drawing
    line, bottom = picture.width + 1, picture.height if bottom is None else bottom
    # One more byte a line, a zero: PNG's filter type of the line after it. Nothing public takes only some lines.
    rows: Any = Image._getencoder("P", "raw", ("P", line, 1))
    rows.setimage(picture.im, (0, top, picture.width, bottom))
    library = standard_zlib if level > LEVEL else zlib
    packer = library.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    # The first line has its filter type from here, and the last zero is that of no line.
    packed, adler, left = [packer.compress(b"\0")], zlib.adler32(b"\0"), line * (bottom - top)
    finished = 0
    while not finished:
        _, finished, pixels = rows.encode(max(ROOM, line))
        left -= len(pixels)
        if not left:
            pixels = memoryview(pixels)[:-1]
        packed.append(packer.compress(pixels))
        adler = zlib.adler32(pixels, adler)
    # A full flush ends on a whole byte and lets nothing after it refer back.
    packed.append(packer.flush(zlib.Z_FULL_FLUSH))
    return Band(_chunk(b"IDAT", b"".join(packed)), adler, line * (bottom - top))


def join_bands(size: tuple[int, int], palette: Palette, bands: Iterable[Band]) -> bytes:
    """Return the PNG file of a picture of `size` (width, height) from its bands."""
    parts, low, high = [_opening(size, palette)], 1, 0
    for chunk, adler, length in bands:
        parts.append(chunk)
        # zlib's `adler32_combine`: what the band adds to both sums of all that is in front of it.
        high = (high + (adler >> 16) + length * (low - 1)) % ADLER_BASE
        low = (low + (adler & 0xFFFF) - 1) % ADLER_BASE
    parts += [_chunk(b"IDAT", STREAM_END + struct.pack(">HH", high, low)), END]
    return b"".join(parts)


@lru_cache(maxsize=64)
def _opening(size: tuple[int, int], palette: Palette) -> bytes:
    """Return the part of a file in front of the first band.

    Every picture of that size and palette has the same one.
    """
    return b"".join(
        (
            SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", palette.plte),
            _chunk(b"IDAT", STREAM_START),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    crc = zlib.crc32(data, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", crc)))


END = _chunk(b"IEND", b"")
