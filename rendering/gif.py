"""GIF in palette mode, of partial frames.

Each frame holds the box of what has changed, with the rest of it transparent. A move changes a few
places that lie apart. Each is a frame of its own, two hundredths of a second after the other: one
frame around all of them would have many times their pixels, and pixels are what a film costs.
"""

import struct
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from PIL import Image

from rendering.themes import Palette

Box = tuple[int, int, int, int]
"""Left, top, right and low edge in pixels; the last two are just outside."""

STEP: Final = 2
"""Hundredths of a second between the frames of one picture.

Browsers make a tenth of a second of anything less.
"""
APART: Final = 12
"""Places of one picture that are gathered, at most."""
FRAME: Final = 8000
"""Pixels that are as much work as one more frame."""
ROOMY: Final = 0.8
"""Least share of a place that the box of its changes must fill to be kept whole."""
KEPT: Final = 1024
"""Changes whose codes are kept, about a kilobyte each."""
OPENINGS: Final = 24
"""Whole first pictures whose codes are cached, fifty kilobytes each.

Matches of a kind begin with one and the same.
"""
KEEP: Final = 1 << 2 | 1
"""Disposal 1, the next frame is laid over this one; and one colour is transparent."""
SAME: Final = [255] + [0] * 255
"""Turns a difference into a mask of what is the same."""
ROOM: Final = 1 << 14
"""Bytes of codes to fetch at once: no other thread runs while Pillow makes them."""

MORE: Final = b"\x01\x00"
"""A block of one byte with no bit set.

Pillow's encoder leaves the code of the end a bit too narrow if the table outgrows it just then.
With this block, a decoder that reads the whole of it finds the missing bits.
"""


class FramePlace(NamedTuple):
    """A part of a picture that may have changed.

    `change` names all that the change depends on if it recurs, else it is `None`. A name stands for the
    pixels before and after, wherever they are.
    """

    box: Box
    change: Hashable = None


class FramePatch(NamedTuple):
    """What has changed in a part of a picture: the box from its corner, and the codes."""

    box: Box
    codes: bytes


class PatchCache:
    """Cache of named changes.

    Pieces move alike in many films, and the same plates come and go.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._known: dict[Hashable, FramePatch | None] = {}

    def __len__(self) -> int:
        return len(self._known)

    def get(self, name: Hashable, made: Callable[[], FramePatch | None]) -> FramePatch | None:
        """Return a change by its name; make it if it is not cached."""
        try:
            return self._known[name]
        except KeyError:
            change = made()
        if len(self._known) >= self._kept:
            # Several threads make films, and only one of them may look for the oldest.
            self._known.clear()
        self._known[name] = change
        return change


class Film:
    """A GIF as it grows, picture by picture.

    Every picture has the same size and is in the palette's numbers. `changes` and `openings`, the first
    pictures, are kept for other films too; a name must then have one meaning in all of them.
    """

    def __init__(
        self,
        size: tuple[int, int],
        palette: Palette,
        changes: PatchCache | None = None,
        openings: PatchCache | None = None,
    ) -> None:
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
        self._shown: Any = None
        self._changes = PatchCache() if changes is None else changes
        self._openings = PatchCache(OPENINGS) if openings is None else openings
        self.size = sum(map(len, self._parts)) + 1
        """Bytes of the file."""

    def add(
        self, picture: Image.Image, centiseconds: int, places: Iterable[FramePlace] | None = None
    ) -> None:
        """Show a picture next, for the given number of hundredths of a second.

        The picture equals the one before except in `places` (`None`: look everywhere). For the first
        picture, `places` are the parts it consists of.
        """
        places = [FramePlace((0, 0, *self._size))] if places is None else places
        if self._shown is None:
            self._shown = picture.copy().im
            self._frame((0, 0), self._opening(tuple(place.change for place in places)), centiseconds)
            return
        parts = [(box, picture.im.crop(box), name) for box, name in places]
        # Each is compared with the picture before and not with what the last place left: a name says no more.
        changes = [(box[:2], change) for box, now, name in parts if (change := self._change(box, now, name))]
        for box, now, _ in parts:
            self._shown.paste(now, box)
        # Where nothing has changed, one transparent pixel takes the time.
        changes = changes or [((0, 0), FramePatch((0, 0, 1, 1), self._nothing()))]
        for corner, change in changes[:-1]:
            self._frame(corner, change, STEP)
        self._frame(*changes[-1], centiseconds - STEP * (len(changes) - 1))

    def to_bytes(self) -> bytes:
        """Return the finished file."""
        return b"".join((*self._parts, b";"))

    def _opening(self, names: tuple[Hashable, ...]) -> FramePatch:
        """Return the whole first picture, cached if all its parts have a name."""

        def whole() -> FramePatch:
            return FramePatch((0, 0, *self._size), _encode_lzw(self._shown, self._bits))

        return (self._openings.get(names, whole) if names and None not in names else None) or whole()

    def _change(self, box: Box, now: Any, name: Hashable) -> FramePatch | None:
        """Return the change within a box, which shows `now`; `None` if there is none."""
        if name is None:
            return self._encode_change(now, box)
        return self._changes.get(name, lambda: self._encode_change(now, box))

    def _encode_change(self, now: Any, box: Box) -> FramePatch | None:
        """Return the encoded change within a box, which shows `now`.

        Return `None` if there is none.
        """
        # The calls of Pillow's core, because those of its images take longer than most of this work.
        differs = self._shown.crop(box).chop_difference(now)
        inner = differs.getbbox()
        if inner is None:
            return None
        same = differs.point(SAME, "1")
        if _pixels(inner) < ROOMY * _pixels(box):
            now, same = now.crop(inner), same.crop(inner)
        else:
            inner, now = (0, 0, *now.size), now.copy()
        now.paste(self._still, (0, 0, *now.size), same)
        return FramePatch(inner, _encode_lzw(now, self._bits))

    def _nothing(self) -> bytes:
        return _encode_lzw(Image.new("P", (1, 1), self._still).im, self._bits)

    def _frame(self, corner: tuple[int, int], change: FramePatch, centiseconds: int) -> None:
        left, top, right, low = change.box
        frame = b"".join(
            (
                b"\x21\xf9",
                struct.pack("<BBHBB", 4, KEEP, centiseconds, self._still, 0),
                struct.pack(
                    "<BHHHHBB",
                    0x2C,
                    corner[0] + left,
                    corner[1] + top,
                    right - left,
                    low - top,
                    0,
                    self._bits,
                ),
                change.codes,
                b"\0",
            )
        )
        self._parts.append(frame)
        self.size += len(frame)


def merge_boxes(boxes: Sequence[Box], most: int = APART) -> list[Box]:
    """Return at most `most` boxes that cover the given ones, in their order.

    Merging adds as few pixels as possible.
    """
    found: list[Box] = []
    for box in boxes:
        if found and _more(found[-1], box) <= FRAME:
            box = around((found.pop(), box))
        found.append(box)
    while len(found) > 1:
        more, i = min((_more(one, other), i) for i, (one, other) in enumerate(pairwise(found)))
        if more > FRAME and len(found) <= most:
            break
        found[i : i + 2] = [around(found[i : i + 2])]
    return found


def _more(one: Box, other: Box) -> int:
    """Return the number of pixels added by merging two boxes into one."""
    return _pixels(around((one, other))) - _pixels(one) - _pixels(other)


def around(boxes: Sequence[Box]) -> Box:
    """Return the smallest box that holds all boxes."""
    lefts, tops, rights, lows = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(lows)


def _pixels(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _encode_lzw(core: Any, bits: int) -> bytes:
    """Return the LZW codes of an image of Pillow's core, in blocks.

    The blocks are as Pillow's encoder makes them.
    """
    # It is the one by which Pillow saves; nothing public gives the codes of a part alone.
    encoder = Image._getencoder("P", "gif", ("P",), (bits, 0))
    encoder.setimage(core, (0, 0, *core.size))
    data, finished = bytearray(), 0
    while not finished:
        _, finished, some = encoder.encode(ROOM)
        data += some
    return bytes(data + MORE)
