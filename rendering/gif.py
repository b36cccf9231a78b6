"""GIF in palette mode, of partial frames: each holds the box of what has changed, with the rest of it transparent.

Pillow's encoder makes the LZW codes of the rows that have changed. Rows between them in which nothing has are a run of
one colour, whose codes are known without looking at its pixels. The parts are joined bit by bit: each begins with the
code that empties the table, so that it refers to nothing before it.
"""

import struct
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from PIL import Image, ImageChops

from rendering.themes import Palette

STILL: Final = 12
"""Rows that are compared at once; those alike are not looked at more closely."""
CODES: Final = 4096
"""Entries of the table; Pillow's encoder empties it when it is full."""
WIDEST: Final = 12
"""Bits of the longest code."""
FEW: Final = 1 << 16
"""Pixels of rows whose codes are kept."""
KEPT: Final = 32
"""How many such rows are kept for one film."""
BLOCK: Final = 255
"""Bytes of a block of codes."""
KEEP: Final = 1 << 2 | 1
"""Disposal 1, the next frame is laid over this one; and one colour is transparent."""
CHANGED: Final = bytes([255] + [0] * 255)
"""Turns a difference into a mask of what is the same."""


class Codes(NamedTuple):
    """LZW codes as one number, the first in its lowest bits; how many bits; and bits of the code that follows."""

    packed: int
    bits: int
    width: int


class Change(NamedTuple):
    """Rows that have changed, from `top` on; `differs` is 0 where they have not."""

    top: int
    now: Image.Image
    differs: Image.Image


class Film:
    """A GIF as it grows, frame by frame; every frame has the same size and is in the palette's numbers."""

    def __init__(self, size: tuple[int, int], palette: Palette) -> None:
        self._still = len(palette.colours)
        # The colour after the last one is transparent.
        self._bits = max(2, self._still.bit_length())
        colours = palette.plte.ljust(3 << self._bits, b"\0")
        self._parts = [
            b"GIF89a" + struct.pack("<HHBBB", *size, 0xF0 | self._bits - 1, 0, 0),
            colours,
            b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00",  # again and again
        ]
        self._shown = b""
        self._known: dict[bytes, Codes] = {}
        self.size = sum(map(len, self._parts)) + 1
        """Bytes of the file."""

    def add(self, picture: Image.Image, centiseconds: int) -> None:
        """Show a picture next, for so long."""
        pixels, box = picture.tobytes(), (0, 0, *picture.size)
        if not self._shown:
            codes = [_codes(picture.size, pixels, self._bits)]
        else:
            changes = list(_changes(self._shown, pixels, picture.width))
            # A frame without a change is one transparent pixel, that it takes its time.
            box = _around(changes) or (0, 0, 1, 1)
            codes = list(self._laid_over(changes, box))
        control = struct.pack("<BBHB", 4, KEEP, centiseconds, self._still)
        left, top, right, low = box
        frame = b"".join(
            (
                b"\x21\xf9" + control + b"\0",
                struct.pack("<BHHHHB", 0x2C, left, top, right - left, low - top, 0),
                bytes([self._bits]),
                *_blocks(_joined(codes, self._bits)),
                b"\0",
            )
        )
        self._parts.append(frame)
        self.size += len(frame)
        self._shown = pixels

    def done(self) -> bytes:
        """Return the file."""
        return b"".join((*self._parts, b";"))

    def _laid_over(self, changes: Sequence[Change], box: tuple[int, int, int, int]) -> Iterator[Codes]:
        """Yield the codes of what has changed within a box, from the top, and of the rows between."""
        left, top, right, low = box
        for change in changes:
            begins, ends = max(top, change.top), min(low, change.top + change.now.height)
            if top < begins:
                yield _run(self._still, (right - left) * (begins - top), self._bits)
            within = (left, begins - change.top, right, ends - change.top)
            part, differs = change.now.crop(within), change.differs.crop(within)
            same = Image.frombytes("L", part.size, differs.tobytes().translate(CHANGED))
            part.paste(self._still, (0, 0), same)
            yield self._codes(part)
            top = ends
        if top < low:
            yield _run(self._still, (right - left) * (low - top), self._bits)

    def _codes(self, part: Image.Image) -> Codes:
        """Return the codes of some rows; those of few are kept, for the same words come and go."""
        pixels = part.tobytes()
        if len(pixels) > FEW:
            return _codes(part.size, pixels, self._bits)
        if pixels not in self._known:
            if len(self._known) >= KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[pixels] = _codes(part.size, pixels, self._bits)
        return self._known[pixels]


def _changes(before: bytes, after: bytes, width: int) -> Iterator[Change]:
    """Yield the stretches of rows that differ between two pictures of that width; those between are alike."""
    some = STILL * width
    alike = [before[at : at + some] == after[at : at + some] for at in range(0, len(after), some)]
    begun = 0
    for same, parts in groupby(alike):
        ends = min(len(after), begun + some * len(list(parts)))
        if not same:
            size = width, (ends - begun) // width
            then, now = (Image.frombytes("L", size, pixels[begun:ends]) for pixels in (before, after))
            yield Change(begun // width, now, ImageChops.difference(then, now))
        begun = ends


def _around(changes: Sequence[Change]) -> tuple[int, int, int, int] | None:
    """Return the box of all that has changed, `None` where nothing has."""
    boxes = [(change.top, box) for change in changes if (box := change.differs.getbbox())]
    if not boxes:
        return None
    (first, (_, top, _, _)), (last, (_, _, _, low)) = boxes[0], boxes[-1]
    return min(box[0] for _, box in boxes), first + top, max(box[2] for _, box in boxes), last + low


def _codes(size: tuple[int, int], pixels: bytes, bits: int) -> Codes:
    """Return the codes of some pixels, as Pillow's encoder has them, without those that open and end them."""
    # It is the one by which Pillow saves; nothing public gives the codes of a part alone.
    encoder = Image._getencoder("P", "gif", ("P",), (bits, 0))
    encoder.setimage(Image.frombytes("P", size, pixels).im, (0, 0, *size))
    data, finished = bytearray(), 0
    while not finished:
        _, finished, some = encoder.encode(1 << 16)
        data += some
    packed, at = bytearray(), 0
    while at < len(data):  # in blocks, each after its length
        packed += data[at + 1 : at + 1 + data[at]]
        at += 1 + data[at]
    held, width = _held(len(packed) * 8 - bits - 1, bits)
    return Codes(int.from_bytes(packed, "little") >> (bits + 1) & (1 << held) - 1, held, width)


def _held(bits: int, depth: int) -> tuple[int, int]:
    """Return of codes that fill so many bits, up to seven at the end apart, how many they have without the last.

    With it the width that a decoder expects after them. As every code has more bits than a byte may have to spare, only
    one number of codes fits.
    """
    sums, ends = _widths(depth)
    period = sums[-1] + WIDEST
    times = (bits - ends[0]) // period
    last = bisect_right(ends, bits - times * period) - 1
    return times * period + sums[last], min(WIDEST, ((1 << depth) + last + 2).bit_length())


@cache
def _widths(depth: int) -> tuple[list[int], list[int]]:
    """Return how many bits the first 1, 2, 3 … codes of a table have together, and the same with the end's code."""
    clear = 1 << depth
    sums, ends, total = [], [], 0
    for number in range(1, CODES - clear):
        width = (clear + number).bit_length()
        total += width
        sums.append(total)
        ends.append(total + width)
    return sums, ends


@lru_cache(maxsize=256)
def _run(colour: int, pixels: int, depth: int) -> Codes:
    """Return the codes of pixels of one colour: each is one longer than the code before, the last is what is left."""
    clear = 1 << depth
    codes, length = [colour], 2
    pixels -= 1
    while pixels >= length:
        codes.append(clear + length)
        pixels -= length
        length += 1
    if pixels:
        codes.append(colour if pixels == 1 else clear + pixels)
    packed = bits = 0
    for number, code in enumerate(codes, 1):
        packed |= code << bits
        bits += (clear + number).bit_length()
    return Codes(packed, bits, (clear + len(codes) + 1).bit_length())


def _joined(parts: list[Codes], depth: int) -> bytes:
    """Return the codes of all parts in a row, with those that open a part and end the last."""
    clear = 1 << depth
    packed, bits, width = 0, 0, depth + 1
    for part in parts:
        packed |= (clear | part.packed << width) << bits
        bits += width + part.bits
        width = part.width
    packed |= (clear + 1) << bits
    return packed.to_bytes((bits + width + 7) // 8, "little")


def _blocks(data: bytes) -> Iterator[bytes]:
    for at in range(0, len(data), BLOCK):
        some = data[at : at + BLOCK]
        yield bytes([len(some)]) + some
