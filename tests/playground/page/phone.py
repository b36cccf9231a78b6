"""Size of a phone's screen."""

from __future__ import annotations

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
