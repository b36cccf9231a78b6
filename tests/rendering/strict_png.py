"""A decoder of PNG that forgives nothing.

Most decoders silently accept a wrong checksum or header. This one knows the form of our pictures:
palette mode with 8 bits a pixel, not interlaced, filter 0 on every line, and no chunk but the four
that such a picture needs. The form is that of the PNG specification, third edition, and of RFC
1950.
"""

import struct
import zlib
from dataclasses import dataclass

SIGNATURE = b"\x89PNG\r\n\x1a\n"


class BadPng(Exception):  # noqa: N818 - what it is called in the tests' messages
    """A file that is not as the specification, or our own form of it, says."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded picture: its size, its palette and its pixels.

    The pixels are the numbers of their colours, line by line.
    """

    width: int
    height: int
    palette: tuple[tuple[int, int, int], ...]
    pixels: bytes


def decode(data: bytes) -> Decoded:
    """Return the picture of a file; raise `BadPng` with what is wrong with it."""
    chunks = _chunks(data)
    kinds = [kind for kind, _ in chunks]
    count = kinds.count(b"IDAT")
    wanted = [b"IHDR", b"PLTE", *[b"IDAT"] * count, b"IEND"]
    _must(count > 0, "no IDAT")
    _must(kinds == wanted, f"chunks {b' '.join(dict.fromkeys(kinds)).decode()}, not IHDR PLTE IDAT IEND")
    bodies = [body for _, body in chunks]
    _must(len(bodies[0]) == 13, f"an IHDR of {len(bodies[0])} bytes")
    width, height, depth, colour, compression, filtering, interlace = struct.unpack(">IIBBBBB", bodies[0])
    _must(width > 0 and height > 0, f"a picture of {width}×{height}")
    _must(
        (depth, colour, compression, filtering, interlace) == (8, 3, 0, 0, 0),
        f"IHDR says depth {depth}, colour type {colour}, methods {compression} {filtering} {interlace}",
    )
    palette = bodies[1]
    _must(0 < len(palette) <= 768 and len(palette) % 3 == 0, f"a PLTE of {len(palette)} bytes")
    _must(bodies[-1] == b"", "an IEND that is not empty")
    lines = _inflate(b"".join(bodies[2:-1]))
    _must(len(lines) == height * (width + 1), f"{len(lines)} bytes of lines for {width}×{height} pixels")
    _must(not any(lines[:: width + 1]), "a line with a filter")
    pixels = b"".join(lines[at + 1 : at + 1 + width] for at in range(0, len(lines), width + 1))
    _must(max(pixels) < len(palette) // 3, f"colour {max(pixels)} of a palette of {len(palette) // 3}")
    colours = tuple((red, green, blue) for red, green, blue in struct.iter_unpack("BBB", palette))
    return Decoded(width, height, colours, pixels)


def _must(holds: bool, otherwise: str) -> None:
    if not holds:
        raise BadPng(otherwise)


def _chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """Return the chunks in order, every CRC checked; the last one ends the file."""
    _must(data[:8] == SIGNATURE, "a wrong signature")
    chunks, at = [], 8
    while at < len(data):
        _must(at + 12 <= len(data), f"{len(data) - at} bytes after the last chunk")
        length = int.from_bytes(data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        crc = data[at + 8 + length : at + 12 + length]
        _must(kind.isalpha() and kind.isascii(), f"a chunk of the kind {kind!r}")
        _must(len(crc) == 4, f"{kind.decode()} is longer than the file")
        _must(int.from_bytes(crc) == zlib.crc32(kind + body), f"a wrong CRC of {kind.decode()}")
        chunks.append((kind, body))
        at += 12 + length
    return chunks


def _inflate(stream: bytes) -> bytes:
    """Return the contents of a zlib stream.

    Its header, its window and its Adler-32 are checked, and nothing may follow it.
    """
    _must(len(stream) >= 6, "a zlib stream without header and checksum")
    method, flags = stream[:2]
    _must(method & 15 == 8 and method >> 4 <= 7, f"zlib's method {method & 15}, window {method >> 4}")
    _must((method << 8 | flags) % 31 == 0, "a wrong checksum of zlib's header")
    _must(not flags & 32, "a zlib stream with a dictionary")
    inflate = zlib.decompressobj(-(8 + (method >> 4)))
    try:
        lines = inflate.decompress(stream[2:])
    except zlib.error as fault:
        raise BadPng(f"deflate: {fault}") from None
    _must(inflate.eof, "a deflate stream without an end")
    _must(len(inflate.unused_data) == 4, f"{len(inflate.unused_data)} bytes after the deflate stream, not 4")
    _must(int.from_bytes(inflate.unused_data) == zlib.adler32(lines), "a wrong Adler-32")
    return lines
