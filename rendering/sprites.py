"""Tools for small pictures, drawn once at eight times their size and cached."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from rendering.board import measures
from rendering.fonts import FONTS, MONO, SANS
from rendering.sprite_cache import check_drawing_allowed
from rendering.themes import Colour, Palette, blend

MIN_WIDTH_SHARE = 0.78
"""By what a line of prose may be made narrower before it is made lower too."""
Point = tuple[float, float]


class Pen:
    """Draws on a transparent sheet of `width` × `height` pixels.

    `finish` returns the sheet with smooth edges. Coordinates and lengths are in units of `unit` pixels.
    """

    def __init__(self, width: int, height: int | None = None, *, unit: float = 1) -> None:
        height = width if height is None else height
        # Large tiles need less: their edges are a smaller part of them.
        self.reduction = 8 if width <= 128 else 4
        self.scale = self.reduction * unit
        size = width * self.reduction, height * self.reduction
        check_drawing_allowed()
        self.sheet = Image.new("RGBA", size)
        self.draw = ImageDraw.Draw(self.sheet)

    def disc(self, centre: Point, radius: float, colour: Colour, alpha: int = 255) -> None:
        """Draw a filled disc."""
        self.draw.ellipse(self._around(centre, radius), fill=(*colour, alpha))

    def ring(self, centre: Point, radius: float, width: float, colour: Colour, alpha: int = 255) -> None:
        """Draw a circle; the radius is that of its outer edge."""
        self.draw.ellipse(
            self._around(centre, radius), outline=(*colour, alpha), width=round(width * self.scale)
        )

    def tile(
        self,
        box: tuple[float, float, float, float],
        corner: float,
        colour: Colour | None,
        *,
        rim: Colour | None = None,
        width: float = 0,
    ) -> None:
        """Draw a rectangle with round corners: filled, with a rim, or both."""
        left, top, right, bottom = (value * self.scale for value in box)
        self.draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1),
            corner * self.scale,
            fill=(*colour, 255) if colour else None,
            outline=(*rim, 255) if rim else None,
            width=round(width * self.scale),
        )

    def dashed_box(self, box: tuple[float, float, float, float], width: float, colour: Colour) -> None:
        """Draw a rectangle of dashes, with a dash around each corner."""
        left, top, right, bottom = box
        for horizontal, start, end in ((True, left, right), (False, top, bottom)):
            count = max(3, round((end - start) / 18)) | 1
            dash = (end - start) / count
            for i in range(0, count, 2):
                a, b = start + i * dash, start + (i + 1) * dash
                for side in (top, bottom - width) if horizontal else (left, right - width):
                    self.tile(
                        (a, side, b, side + width) if horizontal else (side, a, side + width, b), 0, colour
                    )

    def shape(self, points: Sequence[Point], colour: Colour, alpha: int = 255) -> None:
        """Draw a filled polygon."""
        self.draw.polygon([(x * self.scale, y * self.scale) for x, y in points], fill=(*colour, alpha))

    def line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """Draw a line with round joints and ends."""
        scaled = [(x * self.scale, y * self.scale) for x, y in points]
        self.draw.line(scaled, fill=(*colour, 255), width=round(width * self.scale), joint="curve")
        for point in (points[0], points[-1]):
            self.disc(point, width / 2, colour)

    def text(
        self,
        point: Point,
        text: str,
        size: float,
        colour: Colour,
        side: Literal["l", "m", "r"] = "m",
        *,
        face: str = MONO,
    ) -> None:
        """Write a word at a point.

        The point is at the middle height of the capitals, and at the left, middle or right of the word.
        """
        spot = (point[0] * self.scale, (point[1] + size * CAPITAL_HEIGHT / 2) * self.scale)
        draw_text(self.draw, spot, text, round(size * self.scale), (*colour, 255), side + "s", face)

    def squeezed_text(self, centre: Point, text: str, size: float, colour: Colour, max_width: float) -> None:
        """Write words in the prose font around the point `centre`.

        `size` sets their height. They are squeezed if they would be wider than `max_width`.
        """
        pixels = round(size * self.scale)
        wide = load_font(pixels, SANS).getlength(text)
        mask = Image.new("L", (max(1, round(wide)), round(pixels * 1.3)))
        draw_text(ImageDraw.Draw(mask), (0, pixels), text, pixels, (255,), "ls", SANS)
        mask = mask.resize((round(min(wide, max_width * self.scale)) or 1, mask.height))
        left = centre[0] * self.scale - mask.width / 2
        top = (centre[1] + size * CAPITAL_HEIGHT / 2) * self.scale - pixels
        self.sheet.paste((*colour, 255), (round(left), round(top)), mask)

    def shaded_tile(
        self, box: tuple[float, float, float, float], corner: float, near: Colour, far: Colour, tones: int = 6
    ) -> None:
        """Draw a rectangle with round corners in bands of colour.

        The bands go from one colour at its top to another at its foot.
        """
        left, top, right, low = (round(value * self.scale) for value in box)
        mask = Image.new("L", (right - left, low - top))
        shape = (0, 0, mask.width - 1, mask.height - 1)
        ImageDraw.Draw(mask).rounded_rectangle(shape, corner * self.scale, 255)
        light = Image.new("RGB", (1, tones))
        light.putdata([blend(near, far, tone / (tones - 1)) for tone in range(tones)])
        self.sheet.paste(light.resize(mask.size, Image.Resampling.NEAREST), (left, top), mask)

    def finish(self) -> Image.Image:
        """Return the sheet at its own size, in RGBA."""
        return reduce_sheet(self.sheet, self.reduction)

    def _around(self, centre: Point, radius: float) -> tuple[float, float, float, float]:
        x, y, r = centre[0] * self.scale, centre[1] * self.scale, radius * self.scale
        return x - r, y - r, x + r - 1, y + r - 1


def reduce_sheet(sheet: Image.Image, factor: int) -> Image.Image:
    """Return a transparent sheet reduced by `factor`, with smooth edges."""
    # Premultiplied alpha, because edges would take the colour of transparent pixels otherwise.
    return sheet.convert("RGBa").reduce(factor).convert("RGBA")


CAPITAL_HEIGHT = measures.CAPITAL_HEIGHT
"""Height of capitals and digits over the font's size."""


@lru_cache(maxsize=24)
def load_font(size: int, face: str = MONO) -> ImageFont.FreeTypeFont:
    """Return a font in a size in pixels."""
    # From a file, which all sizes share: of bytes each would have a copy.
    return ImageFont.truetype(FONTS / face, size)


def draw_text(
    draw: ImageDraw.ImageDraw,
    point: Point,
    text: str,
    size: int,
    colour: tuple[int, ...],
    anchor: str,
    face: str = MONO,
) -> None:
    """Draw a text with its anchor at a point, in a size in pixels.

    All text of all pictures is drawn by this function.
    """
    draw.text(point, text, font=load_font(size, face), fill=colour, anchor=anchor)


def fit_size(text: str, size: int, max_width: float) -> int:
    """Return the type size, at most `size` pixels, at which a line of prose fits.

    The line may be squeezed, as far as allowed, to be no wider than `max_width`.
    """
    wide = load_font(size, SANS).getlength(text) * MIN_WIDTH_SHARE
    return size if wide <= max_width else max(1, int(size * max_width / wide))


def fit_name(
    wording: Callable[[str], str], name: str, size: int, max_width: float, min_size: int
) -> tuple[int, str]:
    """Return a type size at which a phrase with a name fits, and the phrase.

    `wording` returns the phrase for a name. The name is cut if the size would be below `min_size`.
    """
    shorter = name
    while (fits := fit_size(wording(shorter), size, max_width)) < min_size and len(name) > 1:
        name = name[:-1].rstrip()
        shorter = f"{name}…"
    return fits, wording(shorter)


@lru_cache(maxsize=256)
def render_text(
    palette: Palette,
    text: str,
    size: int,
    ink: str,
    ground: str,
    *,
    max_width: int | None = None,
    digits: bool = False,
) -> Image.Image:
    """Return a line of text on a plain ground in the palette's numbers.

    Its capitals are in the middle of the height. A line that is wider than `max_width` pixels is made
    narrower and, if that is not enough, also lower. With `digits`, the font is that of numbers and
    coordinates, which are never made lower.
    """
    kind = MONO if digits else SANS
    size = size if max_width is None or digits else fit_size(text, size, max_width)
    face, capitals, below = load_font(size, kind), round(size * CAPITAL_HEIGHT), round(size * 0.25)
    picture = Image.new("RGB", (round(face.getlength(text)) + 1, capitals + 2 * below), palette.names[ground])
    draw_text(ImageDraw.Draw(picture), (0, below + capitals), text, size, palette.names[ink], "ls", kind)
    if max_width is not None and picture.width > max_width + 1:
        picture = picture.resize((max_width, picture.height))
    return palette.quantise(picture)


def flatten_onto(art: Image.Image, palette: Palette, ground: str) -> Image.Image:
    """Return transparent art on a plain ground in the palette's numbers."""
    picture = Image.new("RGBA", art.size, (*palette.names[ground], 255))
    picture.alpha_composite(art)
    return palette.quantise(picture.convert("RGB"))


def paste_art(picture: Image.Image, art: Image.Image, corner: tuple[int, int]) -> None:
    """Paste `art` on a picture with its upper left pixel at `corner`.

    Both are in the numbers of one palette.
    """
    # Pillow's core does it, because its images look at so much first that small pastes take four times as long.
    left, top = corner
    width, height = art.size
    picture.im.paste(art.im, (left, top, left + width, top + height))


@lru_cache(maxsize=64)
def draw_plate(palette: Palette, size: tuple[int, int], corner: int, name: str, ground: str) -> Image.Image:
    """Return a plain plate of a named colour with round corners, on a plain ground.

    The image is in the palette's numbers.
    """
    edge = 2 * corner + 2
    mask = Image.new("L", (edge * 4, edge * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, edge * 4 - 1, edge * 4 - 1), corner * 4, 255)
    smallest = Image.new("RGB", (edge, edge), palette.names[ground])
    smallest.paste(palette.names[name], (0, 0), mask.reduce(4))
    corners = palette.quantise(smallest)
    # Only the corners are not plain: to find the colours of all pixels of a large plate takes many times as long.
    picture = corners.crop((corner, corner, corner + 1, corner + 1)).resize(size, Image.Resampling.NEAREST)
    for left, right in ((0, 0), (edge - corner, size[0] - corner)):
        for top, low in ((0, 0), (edge - corner, size[1] - corner)):
            paste_art(picture, corners.crop((left, top, left + corner, top + corner)), (right, low))
    return picture
