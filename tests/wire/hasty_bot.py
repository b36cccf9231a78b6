"""The bot at a playground, beside other processes on one database.

The others count a dead process as gone within four seconds. All its boards are the same small
picture: drawing takes a quarter of its time, and other tests look at pictures.
"""

from io import BytesIO
from typing import Any
from unittest.mock import patch

from PIL import Image

import club.running.processes
import data.processes
from rendering.picture import Picture
from workshop.bench.busy_bot import run

LEASE = 3.0
BEAT = 0.8


def picture() -> Picture:
    """Any picture."""
    file = BytesIO()
    Image.new("P", (8, 8)).save(file, "PNG")
    return Picture(file.getvalue(), "A board.", 8, 8)


def main() -> None:
    """Run it until it is told to end."""
    data.processes.LEASE, club.running.processes.BEAT = LEASE, BEAT  # shorter than anybody's
    always = picture()

    def draw(*_: Any, **__: Any) -> Picture:
        return always

    with patch("bot.cards.kit.pictures.draw", draw), patch("bot.cards.kit.pictures.draw_end", draw):
        run()


if __name__ == "__main__":
    main()
