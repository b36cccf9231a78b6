"""PNG in palette mode: filter 0 on every line and zlib's fastest level, nothing else in the file."""

import struct
import zlib

from PIL import Image

from rendering.themes import Palette

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LEVEL = 1


def encode(picture: Image.Image, palette: Palette) -> bytes:
    """The file's bytes for a picture in the palette's numbers; the same picture gives the same bytes."""
    width, height = picture.size
    # A column of zeros before the picture is PNG's filter type of each line.
    lines = Image.new("P", (width + 1, height))
    lines.paste(picture, (1, 0))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette.plte),
            _chunk(b"IDAT", zlib.compress(lines.tobytes(), LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join(
        (struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(data, zlib.crc32(kind))))
    )
