"""Parts of PNG files that are kept for the next pictures of a match.

A part that takes more than its share of a picture's bytes is deflated once more, in more time: only the
most crowded boards have such parts.
"""

from collections.abc import Hashable
from threading import Lock
from typing import Final

from PIL import Image

from rendering.png import DENSE, Band, deflate_lines

MOST_BYTES: Final = 56_000
"""Bytes of a file if all its parts were as large as the one in question.

More than a board should have, because next to a crowded part there are nearly always emptier ones.
"""
BANDS = 1024
"""How many parts of files are kept, about 4 KB each."""
cached_bands: dict[Hashable, Band] = {}
bands_lock = Lock()
"""Lock to keep or forget a band; several threads may look for the oldest one."""


def cached_band(key: Hashable) -> Band | None:
    """Return the band that is kept under a key, or `None`."""
    return cached_bands.get(key)


def cache_band(key: Hashable, band: Band) -> Band:
    """Cache a band and return it; drop the oldest band if there are too many."""
    with bands_lock:
        if len(cached_bands) >= BANDS:
            del cached_bands[next(iter(cached_bands))]
        cached_bands[key] = band
    return band


def deflate_part(picture: Image.Image, top: int, bottom: int, parts: int) -> Band:
    """Return lines of a picture as one of the `parts` of its file."""
    band = deflate_lines(picture, top, bottom)
    if len(band.chunk) * parts <= MOST_BYTES:
        return band
    return deflate_lines(picture, top, bottom, level=DENSE)
