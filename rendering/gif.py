"""GIF in palette mode, of partial frames: each holds the box of what has changed, with the rest of it transparent.

A move changes a few places that lie apart. Each is a frame of its own, a hundredth of a second or two after the other:
one frame around all of them would have many times their pixels, and pixels are what a film costs.
"""

import struct
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from PIL import Image

from rendering.themes import Palette

Box = tuple[int, int, int, int]
"""Left, top, right and low edge in pixels; the last two are just outside."""

STEP: Final = 2
"""Hundredths of a second between the frames of one picture; browsers make a tenth of a second of anything less."""
APART: Final = 3
"""Places of one picture that are frames of their own, at most."""
FRAME: Final = 1 << 13
"""Pixels that are as much work as one more frame."""
ROOMY: Final = 0.8
"""A place is made smaller where less than this share of it is around what has changed."""
CROWD: Final = 24
"""With more places than that, all of them are one: to compare each with each would take longer than to draw."""
KEPT: Final = 64
"""Places whose codes are kept for one film, about a kilobyte each: the same plates come and go."""
KEEP: Final = 1 << 2 | 1
"""Disposal 1, the next frame is laid over this one; and one colour is transparent."""
SAME: Final = [255] + [0] * 255
"""Turns a difference into a mask of what is the same."""
ROOM: Final = 1 << 14
"""Bytes of codes that are fetched at once: while Pillow makes them, no other thread runs."""

MORE: Final = b"\x01\x00"
"""A block of one byte, none of whose bits is set. Pillow's encoder leaves the code of the end a bit too narrow where
the table outgrows it just then: with this a decoder that reads the whole of it finds what is missing."""


class Place(NamedTuple):
    """A part of a picture that may have changed; `shows` names its pixels if they come again, else it is `None`."""

    box: Box
    shows: Hashable = None


class Film:
    """A GIF as it grows, picture by picture; every picture has the same size and is in the palette's numbers."""

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
        self._size = size
        self._shown: Image.Image | None = None
        self._named: dict[Box, Hashable] = {}
        self._known: dict[Hashable, tuple[Box, bytes] | None] = {}
        self.size = sum(map(len, self._parts)) + 1
        """Bytes of the file."""

    def add(self, picture: Image.Image, centiseconds: int, places: Iterable[Place] | None = None) -> None:
        """Show a picture next, for so long. It is like the one before but for `places` (`None`: look everywhere)."""
        if self._shown is None:
            self._shown = picture.copy()
            self._frame((0, 0, *self._size), _coded(picture.im, self._bits), centiseconds)
            return
        changes = [self._change(picture, place) for place in places or [Place((0, 0, *self._size))]]
        # Where nothing has changed, one transparent pixel takes the time.
        frames = [change for change in changes if change] or [((0, 0, 1, 1), self._nothing())]
        for box, codes in frames[:-1]:
            self._frame(box, codes, STEP)
        self._frame(*frames[-1], centiseconds - STEP * (len(frames) - 1))

    def done(self) -> bytes:
        """Return the file."""
        return b"".join((*self._parts, b";"))

    def _change(self, picture: Image.Image, place: Place) -> tuple[Box, bytes] | None:
        """Return the box of what has changed within a place, with its codes; `None` where nothing has."""
        before, shows = self._named.get(place.box), place.shows
        self._named[place.box] = shows
        if before is None or shows is None:
            return self._drawn(picture, place.box)
        way = place.box, before, shows
        if way not in self._known:
            if len(self._known) >= KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[way] = self._drawn(picture, place.box)
        elif self._shown is not None:
            self._shown.im.paste(picture.im.crop(place.box), place.box)
        return self._known[way]

    def _drawn(self, picture: Image.Image, box: Box) -> tuple[Box, bytes] | None:
        """Return what `_change` does, and let it be shown from now on."""
        assert self._shown is not None  # the first picture is whole
        # The calls of Pillow's core, because those of its images take longer than most of this work.
        now = picture.im.crop(box)
        differs = self._shown.im.crop(box).chop_difference(now)
        inner = differs.getbbox()
        if inner is None:
            return None
        self._shown.im.paste(now, box)
        if _pixels(inner) < ROOMY * _pixels(box):
            now, differs = now.crop(inner), differs.crop(inner)
        else:
            inner = (0, 0, *now.size)
        now.paste(self._still, (0, 0, *now.size), differs.point(SAME, "1"))
        left, top = box[0] + inner[0], box[1] + inner[1]
        return (left, top, left + now.size[0], top + now.size[1]), _coded(now, self._bits)

    def _nothing(self) -> bytes:
        return _coded(Image.new("P", (1, 1), self._still).im, self._bits)

    def _frame(self, box: Box, codes: bytes, centiseconds: int) -> None:
        left, top, right, low = box
        frame = b"".join(
            (
                b"\x21\xf9",
                struct.pack("<BBHBB", 4, KEEP, centiseconds, self._still, 0),
                struct.pack("<BHHHHBB", 0x2C, left, top, right - left, low - top, 0, self._bits),
                codes,
                b"\0",
            )
        )
        self._parts.append(frame)
        self.size += len(frame)


def gathered(boxes: Sequence[Box]) -> list[Box]:
    """Return at most `APART` boxes that hold all of the given ones, with few pixels more."""
    if len(boxes) > CROWD:
        return [around(boxes)]
    found = list(boxes)
    while len(found) > 1:
        more, one, other = min(
            (_pixels(around((one, other))) - _pixels(one) - _pixels(other), one, other)
            for i, one in enumerate(found)
            for other in found[i + 1 :]
        )
        if more > FRAME and len(found) <= APART:
            break
        found.remove(one)
        found.remove(other)
        found.append(around((one, other)))
    return found


def around(boxes: Sequence[Box]) -> Box:
    """Return the smallest box that holds all boxes."""
    lefts, tops, rights, lows = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(lows)


def _pixels(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _coded(core: Any, bits: int) -> bytes:
    """Return the LZW codes of an image of Pillow's core in blocks, as Pillow's encoder has them."""
    # It is the one by which Pillow saves; nothing public gives the codes of a part alone.
    encoder = Image._getencoder("P", "gif", ("P",), (bits, 0))
    encoder.setimage(core, (0, 0, *core.size))
    data, finished = bytearray(), 0
    while not finished:
        _, finished, some = encoder.encode(ROOM)
        data += some
    return bytes(data + MORE)
