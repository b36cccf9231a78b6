"""In every language every word of every picture is wholly on it.

It is also large enough to be read.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from PIL import ImageDraw

from rendering import sprites
from rendering.fonts import MONO
from rendering.people.bracket import draw_bracket
from rendering.people.league import draw_league_table
from rendering.people.opening_tree import ReplyBranch, draw_opening_tree
from rendering.people.simul import SimulBoard, draw_simul
from rendering.people.table import draw_rating_table
from rendering.people.teams import TeamMatchBoard, draw_team_match
from rendering.picture import Picture, draw, draw_end, draw_hand
from rules.game import Outcome
from tests.rendering.brackets import EIGHT
from tests.rendering.fresh_pictures import forget_pictures
from tests.rendering.goldens import DRAWN
from tests.rendering.league import SECTION
from tests.rendering.rating_samples import FAR, SHARED
from tests.rendering.samples import CHECKERS, COURSE, EARLY, END, ENDED, MIDDLE, YIN_YANG
from words import ENGLISH, Phrase, languages, telling
from words.english import MESSAGES
from words.message import MessagePlace

pytestmark = pytest.mark.ci

PHONE = 290
"""Pixels that Discord gives a picture on a phone."""
LEAST = 6.7
"""Least height of capitals there in pixels, in whatever language."""
INSIDE = ("profile-shown", "end-shared", "sheet-paper")
"""Pictures with a small board, whose words are not for reading.

One has an endless name instead.
"""
NARROW = ("binary-end",)
"""Pictures with the narrowest plates, where words may be a little lower."""
DRAW = Outcome(None, "agreement", (9, 9))
LACKED: tuple[tuple[str, dict[str, int]], ...] = (
    ("others", {}), ("matches", {}), ("opponents", {"count": 1}), ("opponents", {"count": 2})
)  # fmt: skip
"""What a provisional rating still takes, with its facts."""
LONGEST = "each in whatever language it is longest"


def end(**changed: Any) -> Picture:
    """The end of a game of checkers; `tallied` is what its curve counts."""
    tallied = changed.pop("tallied", "pieces")
    moves = changed.pop("moves", COURSE.moves)
    return draw_end(replace(ENDED, **changed), replace(COURSE, tallied=tallied, moves=moves))


def section(part: Phrase) -> Picture:
    return draw_league_table("", part, "Binar", SECTION)


def boards(part: Phrase, points: tuple[int, int] | None) -> Picture:
    board = TeamMatchBoard(("Ada", "Ben"), points)
    return draw_team_match("", "Binar", part, ("Home", "Away"), points or (0, 0), [board])


MORE: dict[str, Callable[[], Picture]] = {
    "boards": lambda: boards(Phrase("picture.teams.done", done=1, count=1), None),
    "boards over": lambda: boards(Phrase("picture.teams.over"), (2, 0)),
    "ladder": lambda: section(Phrase("picture.ladder")),
    "simul over": lambda: draw_simul(
        "Ada", "Binar", Phrase("picture.simul.over"), ("0", "2"), 1, [SimulBoard("Ben", "lost")] * 2
    ),
    "certain": lambda: draw_league_table(
        "", Phrase("picture.ladder"), "Binar", [replace(SECTION[0], possible_ranks="1")]
    ),
    "robin": lambda: section(Phrase("picture.tournament.robin")),
    "bracket of seven": lambda: draw_bracket("", Phrase("picture.bracket.final"), "Binar", EIGHT),
    "tree": lambda: draw_opening_tree(
        CHECKERS, [ReplyBranch("c3-d4", 60, 20, 20, True), ReplyBranch("g3-h4", 9, 2, 2, False)]
    ),
    "draw": lambda: end(outcome=DRAW, tallied="largest"),
    "none": lambda: end(outcome=None, tallied="points"),
    "steps": lambda: end(tallied="steps", moves=tuple(Phrase("side.black") for _ in COURSE.moves)),
    "drawn board": lambda: draw(replace(ENDED, outcome=DRAW)),
    "yin yang": lambda: draw(replace(YIN_YANG, turn=0, sides=(Phrase("side.first"), Phrase("side.second")))),
    "own win": lambda: draw(replace(END, viewer=1, outcome=Outcome(1, "agreement", (9, 30)))),
    "drawn program": lambda: draw(replace(END, outcome=DRAW)),
    "preview": lambda: draw(replace(MIDDLE, preview=True)),
    "waiting": lambda: draw(replace(EARLY, turn=1)),
    "provisional": lambda: draw_rating_table(
        "Binar",
        [
            replace(FAR, rank=None, missing=Phrase(f"standings.missing.{each}", **facts))
            for each, facts in LACKED
        ],
    ),
    "rated end": lambda: draw_end(ENDED, COURSE, SHARED),
    "no cards": lambda: draw_hand(replace(EARLY, hands=((), None))),
}
"""Pictures of words that no golden picture has."""
assert not MORE.keys() & DRAWN.keys()
EVERYTHING = {name: drawn for name, drawn in DRAWN.items() if "pseudo" not in name} | MORE


@dataclass
class Painted:
    """Every text that was painted, with its type size.

    Also whether it was whole on its surface.
    """

    language: str = ENGLISH
    texts: list[tuple[str, int, bool]] = field(default_factory=list)
    told: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """What was told of each message."""
    heights: dict[tuple[str, str], float] = field(default_factory=dict)
    """The least height of each text on a phone, by picture and text."""

    def all(self, language: str) -> list[tuple[str, int, bool]]:
        """Return all texts that the pictures show in a language.

        A text that two pictures share is painted once.
        """
        self.language, self.texts, self.heights = language, [], {}
        forget_pictures()
        for name, drawn in EVERYTHING.items():
            start, width = len(self.texts), drawn().width
            for text, size, _ in self.texts[start:]:
                height = size * sprites.CAPITAL_HEIGHT * PHONE / width
                self.heights[name, text] = min(height, self.heights.get((name, text), height))
        return self.texts


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Painted]:
    """A watch over painted texts.

    Texts that are told in English are told in the language of the watch instead.
    """
    found = Painted()
    tell, paint = telling.render_message, sprites.draw_text

    def letter(
        drawing: ImageDraw.ImageDraw,
        at: sprites.Point,
        text: str,
        size: int,
        colour: tuple[int, ...],
        anchor: str,
        face: str = MONO,
    ) -> None:
        left, top, right, low = drawing.textbbox(at, text, font=sprites.load_font(size, face), anchor=anchor)
        wide, high = drawing.im.size
        is_whole = left >= -1 and top >= -1 and right <= wide + 1 and low <= high + 1
        found.texts.append((text, size, is_whole))
        paint(drawing, at, text, size, colour, anchor, face)

    def tell_longest(code: str, facts: Mapping[str, Any], language: str = ENGLISH) -> str:
        """Tell a message in the watch's language.

        If the watch asks for the longest, take the language in which it is longest.
        """
        if language != ENGLISH:
            return tell(code, facts, language)
        among = languages() if found.language == LONGEST else (found.language,)
        text = max((tell(code, facts, each) for each in among), key=len)
        found.told[code].add(text)
        return text

    monkeypatch.setattr(sprites, "draw_text", letter)
    monkeypatch.setattr(telling, "render_message", tell_longest)
    yield found
    forget_pictures()


@pytest.mark.parametrize(
    "language",
    [LONGEST, *(pytest.param(each, marks=pytest.mark.deep) for each in languages()[1:])],
)
def test_every_word_is_there_whole_and_large_enough_to_be_read(language: str, painted: Painted) -> None:
    texts = painted.all(language)
    shown = {text for text, _, _ in texts}
    assert [
        message.code
        for message in MESSAGES.values()
        if message.place is MessagePlace.PICTURE and painted.told[message.code].isdisjoint(shown)
    ] == []
    assert [text for text, _, is_whole in texts if not is_whole] == []
    small = {key: height for key, height in painted.heights.items() if height < LEAST}
    assert {key: height for key, height in small.items() if key[0] not in (*INSIDE, *NARROW)} == {}
    assert all(height >= 6 for (name, _), height in small.items() if name in NARROW)
