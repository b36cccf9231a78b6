"""Draw the five pictures and the clip of the app's listing.

`python -m workshop.tools.listing_pictures [FOLDER] [LANGUAGE …]` draws them in some languages, or in all, into
folders of `var/listing`. The computer plays the matches against itself, always alike; the names are made up. The
English ones are kept in `docs/listing/pictures`, beside the texts.
"""

import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image

from bot.cards.kit.board_sheets import sample_view
from engines.choose import choose_move
from engines.observation import observe
from rendering.board_sheet import LabelledBoard, draw_board_sheet
from rendering.caption import Caption, RatingChange
from rendering.people.league import LeagueStanding, draw_league_table
from rendering.people.profile import Career, GameScore, draw_profile
from rendering.picture import Picture, draw, draw_end, draw_hand
from rendering.replay import Moment, ReplayLength, render_replay
from rendering.result_marks import ResultMark
from rules.catalogue import GAMES
from rules.course import course_of
from rules.match import Match, move_numbers
from rules.one_zero_one.view import ProgramView
from words import Phrase
from words.telling import languages

LISTING: Final = Path(__file__).parents[2] / "docs" / "listing"
"""Where the texts are, a file of each language."""
SIZE: Final = 1280, 720
"""Pixels of a picture."""
GAP: Final = 20
"""Pixels around each part of a picture."""
THEME: Final = "wood"
LEVEL, SEED, DIVISOR = 3, 7, 4
"""How the computer plays: quickly, and always alike."""
PEOPLE: Final = ("Mira", "Tomás", "Noor", "Jonas", "Wanda", "Ilse")
"""Made-up names of players."""
FORMS: Final[Sequence[tuple[ResultMark, ...]]] = (
    ("won", "won", "drawn", "won", "won"),
    ("won", "lost", "won", "drawn", "won"),
    ("drawn", "won", "lost", "won", "lost"),
    ("lost", "drawn", "won", "lost", "drawn"),
    ("lost", "drawn", "lost", "lost", "won"),
    ("lost", "won", "lost", "lost", "lost"),
)
"""Their results in a league, in which each has met each."""
# fmt: off
SHEETS: Final = (
    ("binar", "binary", "zong-heng", "yin-yang", "incorrect-checkers", "one-zero-one", "american", "pool", "german"),
    ("international", "russian", "brazilian", "turkish", "italian", "spanish", "gothic", "canadian", "frisian"),
)
# fmt: on
"""The games of the first picture, in two sheets."""
CLIP: Final = "russian", 1, 6
"""Game, level and seed of the clip: its match is short and full of captures."""
MOMENTS: Final = 22
"""Last positions of its match in the clip; with pauses they last 20 seconds."""


def read_texts(language: str) -> dict[str, str]:
    """Return the texts of the listing in a language."""
    return tomllib.loads((LISTING / f"{language}.toml").read_text("utf-8"))


@cache
def play_match(key: str, level: int = LEVEL, seed: int = SEED, *, plies: int = 300) -> Match:
    """Return a match that the computer plays against itself, at most so many plies."""
    match = Match(GAMES[key], {}, bytes(32))
    while match.turn is not None and len(match.plies) < plies:
        seen = observe(match, match.turn)
        match.make_move(choose_move(seen, match.options, level, seed, divisor=DIVISOR).move)
    return match


def draw_games(language: str) -> list[Picture]:
    """Draw most of the games, each in a sample position."""
    return [
        draw_board_sheet(
            [LabelledBoard(sample_view(GAMES[key]), GAMES[key].title) for key in keys],
            theme=THEME,
            language=language,
        )
        for keys in SHEETS
    ]


def draw_match(language: str) -> list[Picture]:
    """Draw a board as all see it, and beside it the choice of the one to move."""
    match = play_match("international", plies=42)
    ways = [match.game.steps(match.position, move) for move in match.game.moves(match.position)]
    first = ways[0][0].square or ""
    then = [steps[1].square or "" for steps in ways if steps[0].square == first]
    return [
        draw(match.view(None), theme=THEME, language=language),
        draw(match.view(match.turn), theme=THEME, language=language, chosen=[first], choices=then),
    ]


def draw_hidden_hand(language: str) -> list[Picture]:
    """Draw the display of the card game, and the hand that one player alone sees."""
    match = play_match("one-zero-one", plies=12)
    view = match.view(match.turn)
    assert isinstance(view, ProgramView)
    return [
        draw(match.view(None), theme=THEME, language=language),
        draw_hand(view, theme=THEME, language=language),
    ]


def draw_ends(language: str) -> list[Picture]:
    """Draw how two matches ended."""
    ratings = RatingChange(1541, 62, 1553, 60), RatingChange(1574, 71, 1560, 69)
    return [
        draw_end(
            match.view(None),
            course_of(match),
            theme=THEME,
            language=language,
            caption=Caption(match.game.title, names, rated),
        )
        for match, names, rated in (
            (play_match("yin-yang"), PEOPLE[:2], ratings),
            (play_match("binar"), PEOPLE[2:4], (None, None)),
        )
    ]


def draw_club(language: str) -> list[Picture]:
    """Draw the table of a league, and a member's profile."""
    table = [
        LeagueStanding(
            rank,
            name,
            str(2 * form.count("won") + form.count("drawn")),
            form.count("won"),
            len(form),
            form,
            zone="up" if rank < 3 else "down" if rank > 4 else "",
        )
        for rank, (name, form) in enumerate(zip(PEOPLE, FORMS, strict=True), 1)
    ]
    league = draw_league_table(
        read_texts(language)["league"],
        Phrase("picture.league", section="A"),
        GAMES["russian"].title,
        table,
        theme=THEME,
        language=language,
    )
    scores = [
        GameScore(GAMES[key].title, sample_view(GAMES[key]), points, 60, *counts)
        for key, points, counts in (("russian", 1612, (21, 4, 11)), ("yin-yang", 1544, (12, 0, 9)))
    ]
    points = (1500, 1521, 1509, 1538, 1552, 1547, 1571, 1560, 1589, 1612)
    curve = tuple((1_780_000_000.0 + 86_400 * 5 * day, float(reached)) for day, reached in enumerate(points))
    career = Career(PEOPLE[0], tuple(scores), curve, ("won", "lost", "won", "won", "drawn", "won"))
    return [league, draw_profile(career, theme=THEME, language=language)]


PICTURES: Final[Mapping[str, Callable[[str], list[Picture]]]] = {
    "1-games": draw_games,
    "2-match": draw_match,
    "3-hidden-hand": draw_hidden_hand,
    "4-ends": draw_ends,
    "5-club": draw_club,
}
"""The pictures by their names, in the order of the listing."""


def place_parts(drawn: Sequence[Picture]) -> bytes:
    """Return pictures side by side on one ground, each as large as it fits, as PNG."""
    parts = [Image.open(BytesIO(each.png)).convert("RGB") for each in drawn]
    frame = Image.new("RGB", SIZE, parts[0].getpixel((0, 0)))
    width, height = (SIZE[0] - GAP) // len(parts) - GAP, SIZE[1] - 2 * GAP
    shares = [min(width / part.width, height / part.height) for part in parts]
    sizes = [
        (round(part.width * share), round(part.height * share))
        for part, share in zip(parts, shares, strict=True)
    ]
    left = (SIZE[0] - sum(wide for wide, _ in sizes) - GAP * (len(parts) - 1)) // 2
    for part, size in zip(parts, sizes, strict=True):
        frame.paste(part.resize(size, Image.Resampling.LANCZOS), (left, (SIZE[1] - size[1]) // 2))
        left += size[0] + GAP
    written = BytesIO()
    frame.quantize(128).save(written, "PNG", optimize=True)
    return written.getvalue()


def draw_clip(language: str) -> bytes:
    """Return the end of a match as a GIF."""
    match = play_match(*CLIP)
    numbers, last = move_numbers(match.plies), len(match.plies)
    moments = [
        Moment(match.copy_at(plies).view(None), plies, numbers[plies - 1])
        for plies in range(last - MOMENTS + 1, last)
    ]
    moments.append(Moment(match.view(None), last, numbers[-1]))
    return render_replay(moments, ReplayLength(last, numbers[-1]), theme=THEME, language=language).gif


def write_pictures(folder: Path, language: str) -> None:
    """Write all pictures and the clip of a language into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw_parts in PICTURES.items():
        (folder / f"{name}.png").write_bytes(place_parts(draw_parts(language)))
    (folder / "clip.gif").write_bytes(draw_clip(language))


def main(arguments: Sequence[str]) -> None:
    """Write the pictures of the languages that are named, or of all."""
    folder, *chosen = arguments or ["var/listing"]
    for language in chosen or languages():
        write_pictures(Path(folder) / language, language)
        print(Path(folder) / language, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
