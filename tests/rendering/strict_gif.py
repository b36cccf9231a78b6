"""A decoder of GIF that forgives nothing: what it reads, every program reads."""

import struct
from dataclasses import dataclass, field


@dataclass
class Decoded:
    """A decoded film: its size, its colours, and its pictures.

    Each picture is whole, as numbers of colours, with its box and the time it is shown.
    """

    width: int
    height: int
    colours: list[tuple[int, ...]]
    pictures: list[bytes] = field(default_factory=list)
    boxes: list[tuple[int, int, int, int]] = field(default_factory=list)
    pauses: list[int] = field(default_factory=list)
    loops: bool = False


def decode(data: bytes) -> Decoded:
    assert data[:6] == b"GIF89a"
    width, height, flags, background, aspect = struct.unpack_from("<HHBBB", data, 6)
    assert flags & 0x80 and background == aspect == 0
    count = 2 << (flags & 7)
    at = 13 + 3 * count
    plte = data[13:at]
    film = Decoded(width, height, [tuple(plte[i : i + 3]) for i in range(0, len(plte), 3)])
    canvas, transparent = bytearray(width * height), -1
    while data[at] != 0x3B:
        if data[at] == 0x21:
            kind = data[at + 1]
            block, at = _blocks(data, at + 2)
            if kind == 0xFF:
                assert block == b"NETSCAPE2.0\x01\x00\x00"
                film.loops = True
            else:
                assert kind == 0xF9
                flags, pause, transparent = struct.unpack("<BHB", block)
                assert flags >> 2 == 1  # keep
                transparent = transparent if flags & 1 else -1
                film.pauses.append(pause)
            continue
        assert data[at] == 0x2C
        left, top, w, h, flags = struct.unpack_from("<HHHHB", data, at + 1)
        assert flags == 0 and left + w <= width and top + h <= height and w and h
        depth = data[at + 10]
        codes, at = _blocks(data, at + 11)
        pixels = unpack_lzw(codes, depth)
        assert len(pixels) == w * h
        for y in range(h):
            row, start = pixels[y * w : (y + 1) * w], (top + y) * width + left
            if row.count(transparent) < w if transparent >= 0 else True:
                for x, pixel in enumerate(row):
                    if pixel != transparent:
                        canvas[start + x] = pixel
        film.pictures.append(bytes(canvas))
        film.boxes.append((left, top, left + w, top + h))
    assert at == len(data) - 1 and len(film.pauses) == len(film.pictures)
    return film


def unpack_lzw(data: bytes, depth: int) -> bytes:
    """Return the pixels of LZW codes, whose width grows exactly when the table does."""
    clear, end = 1 << depth, (1 << depth) + 1
    bits, have, at = 0, 0, 0
    table: list[bytes] = []
    pixels: list[bytes] = []
    width, former = depth + 1, b""
    opened = False
    while True:
        while have < width:
            bits |= data[at] << have
            have += 8
            at += 1
        code = bits & (1 << width) - 1
        bits >>= width
        have -= width
        if code == clear:
            table = [bytes([i]) for i in range(clear)] + [b"", b""]
            width, former, opened = depth + 1, b"", True
            continue
        assert opened, "the first code empties the table"
        if code == end:
            # A spare byte without a bit set is all that may follow.
            assert bits == 0 and data[at:] in (b"", b"\0")
            return b"".join(pixels)
        assert code < len(table) or (code == len(table) and former)
        found = table[code] if code < len(table) else former + former[:1]
        pixels.append(found)
        if former and len(table) < 4096:
            table.append(former + found[:1])
            if len(table) == 1 << width and width < 12:
                width += 1
        former = found


def _blocks(data: bytes, at: int) -> tuple[bytes, int]:
    parts = []
    while size := data[at]:
        parts.append(data[at + 1 : at + 1 + size])
        at += 1 + size
    return b"".join(parts), at + 1
