"""Files that a bot uploads: their bytes, and the facts Discord reads from them."""

from __future__ import annotations

import struct
from dataclasses import dataclass

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
GIF_SIGNATURES = (b"GIF87a", b"GIF89a")


@dataclass(frozen=True)
class Upload:
    """An uploaded file.

    `index` is the n of `files[n]`, by which the body's `attachments` refer to it.
    """

    index: str
    filename: str
    content_type: str
    data: bytes

    @property
    def size_px(self) -> tuple[int, int] | None:
        """Width and height of a PNG or GIF in pixels; `None` for another file."""
        if self.data.startswith(PNG_SIGNATURE) and len(self.data) >= 24:
            width, height = struct.unpack(">II", self.data[16:24])
            return width, height
        if self.data.startswith(GIF_SIGNATURES) and len(self.data) >= 10:
            width, height = struct.unpack("<HH", self.data[6:10])
            return width, height
        return None
