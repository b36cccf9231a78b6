"""Discord's preview of a page whose address a user posts.

It is a component embed of at most 3,000 bytes. The rules are from Discord's page "Component Embeds" of
November 2026: one container of text, galleries and link buttons. A client that cannot show it uses the
Open Graph tags of the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from web.html_pages import script_json

BYTES: Final = 3000
"""Bytes that it may have, escapes at their full length (Discord)."""
CONTAINER, TEXT, GALLERY, ROW, BUTTON, LINK = 17, 10, 12, 1, 2, 5
"""Discord's types of components, and the style of a link button."""
ACCENT: Final = 0x5B6472
"""The colour of a card of what is over."""
LABEL: Final = 80
"""Characters of a button (Discord)."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A preview: text in Discord's Markdown, a picture, and link buttons.

    `picture` is the address of the picture and `alt` its alt text. `buttons` are the labels and addresses of
    the buttons.
    """

    text: str
    picture: str | None
    alt: str
    buttons: Sequence[tuple[str, str]]

    def render(self) -> Markup:
        """Return the preview as JSON, ready to be placed inside a script element.

        The alt text of the picture is shortened until the JSON fits its limit.
        """
        alt = self.alt
        made = script_json(self._component(alt))
        while (over := len(made.encode()) - BYTES) > 0 and alt:
            alt = alt[: -(over // 6 + 1)]
            made = script_json(self._component(f"{alt}…" if alt else ""))
        return made

    def _component(self, alt: str) -> dict[str, Any]:
        parts: list[dict[str, Any]] = [{"type": TEXT, "content": self.text}]
        if self.picture:
            item: dict[str, Any] = {"media": {"url": self.picture}}
            if alt:
                item["description"] = alt
            parts.append({"type": GALLERY, "items": [item]})
        ways = [
            {"type": BUTTON, "style": LINK, "url": url, "label": label[:LABEL]} for label, url in self.buttons
        ]
        if ways:
            parts.append({"type": ROW, "components": ways})
        return {"component": {"type": CONTAINER, "accent_color": ACCENT, "components": parts}}
