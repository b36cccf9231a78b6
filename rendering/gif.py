"""GIF files in palette mode, made of partial frames.

Each frame has only the box of pixels that changed; the rest of it is transparent. A move changes a few
areas that lie apart. Each area is a frame of its own, two hundredths of a second after the one before:
one frame around all of them would have many times their pixels, which decide the size of the file.
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
MAX_AREAS: Final = 12
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


class FrameArea(NamedTuple):
    """An area of a picture that may have changed.

    `change_key` identifies the change if it can recur in other films, else it is `None`. Equal keys mean
    equal pixels before and after, wherever the area is.
    """

    box: Box
    change_key: Hashable = None


class FramePatch(NamedTuple):
    """A changed part of a picture: its box within an area, and its LZW codes."""

    box: Box
    lzw_data: bytes


class PatchCache:
    """Cache of encoded changes by key.

    The same changes occur in many films: pieces move alike, and equal plates come and go.
    """

    def __init__(self, max_size: int = KEPT) -> None:
        self._kept = max_size
        self._known: dict[Hashable, FramePatch | None] = {}

    def __len__(self) -> int:
        return len(self._known)

    def get(self, name: Hashable, make: Callable[[], FramePatch | None]) -> FramePatch | None:
        """Return the patch cached under a key; call `make` for it if there is none."""
        try:
            return self._known[name]
        except KeyError:
            change = make()
        if len(self._known) >= self._kept:
            # Several threads make films, and only one of them may look for the oldest.
            self._known.clear()
        self._known[name] = change
        return change


class Film:
    """A GIF that grows picture by picture.

    Every picture has the same size and is in the palette's numbers. `changes` and `first_pictures` are
    caches that films can share; a key must then have one meaning in all of them.
    """

    def __init__(
        self,
        size: tuple[int, int],
        palette: Palette,
        changes: PatchCache | None = None,
        first_pictures: PatchCache | None = None,
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
        self._openings = PatchCache(OPENINGS) if first_pictures is None else first_pictures
        self.size = sum(map(len, self._parts)) + 1
        """Bytes of the file."""

    def add_picture(
        self, picture: Image.Image, centiseconds: int, areas: Iterable[FrameArea] | None = None
    ) -> None:
        """Add a picture that is shown for the given number of hundredths of a second.

        The picture may differ from the one before only in `areas` (`None` means anywhere). For the first
        picture, `areas` are the parts it consists of.
        """
        areas = [FrameArea((0, 0, *self._size))] if areas is None else areas
        if self._shown is None:
            self._shown = picture.copy().im
            self._frame((0, 0), self._opening(tuple(place.change_key for place in areas)), centiseconds)
            return
        parts = [(box, picture.im.crop(box), name) for box, name in areas]
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
                change.lzw_data,
                b"\0",
            )
        )
        self._parts.append(frame)
        self.size += len(frame)


def merge_boxes(boxes: Sequence[Box], max_boxes: int = MAX_AREAS) -> list[Box]:
    """Return at most `max_boxes` boxes that cover the given ones, in their order.

    Merging adds as few pixels as possible.
    """
    found: list[Box] = []
    for box in boxes:
        if found and _more(found[-1], box) <= FRAME:
            box = bounding_box((found.pop(), box))
        found.append(box)
    while len(found) > 1:
        more, i = min((_more(one, other), i) for i, (one, other) in enumerate(pairwise(found)))
        if more > FRAME and len(found) <= max_boxes:
            break
        found[i : i + 2] = [bounding_box(found[i : i + 2])]
    return found


def _more(one: Box, other: Box) -> int:
    """Return the number of pixels added by merging two boxes into one."""
    return _pixels(bounding_box((one, other))) - _pixels(one) - _pixels(other)


def bounding_box(boxes: Sequence[Box]) -> Box:
    """Return the smallest box that contains all of the given boxes."""
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
