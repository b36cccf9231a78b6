"""Data for pictures of ratings in tests: a table, and a player's record."""

from rendering.caption import Caption, RatingChange
from rendering.people.insight import InsightTotals, ResultsBar
from rendering.people.profile import Career, GameScore
from rendering.people.profile_match import ProfileMatch
from rendering.people.table import TablePlace
from tests.rendering.samples import BINAR_END, BINARY, CHECKERS, EARLY, END, ENDED, ZONG_HENG
from words import Phrase

TABLE = tuple(
    TablePlace(rank, name, points, deviation, matches)
    for rank, name, points, deviation, matches in (
        (1, "Ada", 1712, 62, 41),
        (2, "Bartholomew of the Very Long Name", 1688, 71, 33),
        (3, "井上", 1640, 90, 28),
        (4, "Cleo 🌟", 1604, 84, 19),
        (4, "Dmitri", 1604, 77, 52),
        (6, "Emi", 1551, 101, 9),
        (7, "Farid", 1530, 69, 127),
        (8, "Господин", 1498, 88, 14),
        (9, "Hänsel", 1466, 95, 22),
        (10, "Ivo", 1387, 108, 7),
    )
)
"""A table of names that are hard to write.

It has a long name, one in letters that no typeface has, and a shared rank.
"""
FAR = TablePlace(23, "Zoë", 1312, 104, 11, is_own=True)

_POINTS = (
    1504,
    1522,
    1511,
    1530,
    1509,
    1498,
    1531,
    1560,
    1592,
    1571,
    1566,
    1590,
    1608,
    1596,
    1581,
    1622,
    1640,
    1612,
)
CAREER = Career(
    "Ada",
    (
        GameScore("Russian checkers", CHECKERS, 1612, 72, 12, 2, 4),
        GameScore("Zong-Heng", ZONG_HENG, 1548, 84, 7, 0, 4),
        GameScore("One Zero One", EARLY, 1533, 96, 3, 0, 3),
        GameScore("Binar", BINAR_END, 1471, 121, 0, 1, 2),
        GameScore("Binary", BINARY, 1490, 210, 1, 0, 0),
        GameScore("Yin Yang", ZONG_HENG, 1500, 300, 0, 1, 0),
    ),
    tuple(
        (1780488000.0 + day * 86400, float(points))
        for day, points in zip(
            (0, 3, 4, 9, 15, 16, 30, 38, 44, 51, 60, 66, 80, 96, 101, 120, 140, 171), _POINTS, strict=True
        )
    ),
    ("won", "lost", "won", "won", "drawn", "won", "lost", "won", "won", "drawn", "won", "lost"),
)
"""Six games and a year's half; four of the games have room."""

SHOWN = ProfileMatch(ENDED, Caption("Russian checkers", ("Ada", "Ben")), 0, 24, "2026-11-21")
"""A match to show."""
SHOWN_PROGRAM = ProfileMatch(
    END, Caption("One Zero One", ("井上", "Bartholomew of the Very Long Name")), 1, 131, "2026-10-02"
)
"""One of a game without a board, and of players who are hard to write."""

SHARED = Caption(
    "Russian checkers",
    ("Ada", "Ben"),
    (RatingChange(1603, 75, 1612, 72), RatingChange(1583, 350, 1421, 292)),
    "g7:e1",
)
"""What the picture of a match says that both its players share."""

WHOLE = InsightTotals(
    "Ada",
    214,
    (
        (
            ResultsBar("Russian checkers", 61, 12, 30, 65),
            ResultsBar("One Zero One", 24, 0, 31, 44),
            ResultsBar("Zong-Heng", 20, 3, 11, 63),
            ResultsBar("Binar", 4, 1, 9, 32),
            ResultsBar(Phrase("overview.game.rest"), 6, 0, 2, 75),
        ),
        (
            ResultsBar(Phrase("overview.side.first"), 66, 7, 35, 64),
            ResultsBar(Phrase("overview.side.second"), 49, 9, 48, 50),
        ),
        (
            ResultsBar(Phrase("overview.length.short"), 31, 1, 40, 44),
            ResultsBar(Phrase("overview.length.middling"), 70, 9, 40, 63),
            ResultsBar(Phrase("overview.length.long"), 14, 6, 3, 74),
        ),
        (
            ResultsBar(Phrase("overview.phase.early"), 18, 0, 31, 37),
            ResultsBar(Phrase("overview.phase.middle"), 29, 0, 11, 72),
            ResultsBar(Phrase("overview.phase.late"), 9, 0, 7, 56),
        ),
        (
            ResultsBar(Phrase("overview.clock.none"), 81, 9, 60, 57),
            ResultsBar(Phrase("overview.clock.move"), 30, 6, 21, 58),
            ResultsBar(Phrase("overview.clock.bank"), 0, 0, 1, 0),
            ResultsBar(Phrase("overview.clock.sitdown"), 4, 1, 1, 75),
        ),
    ),
    120,
    71,
    tuple((at, 62.0 + number % 3 + (points - 1500) / 15) for number, (at, points) in enumerate(CAREER.curve)),
    (4, 11, 7),
)
"""All matches of a player, of every kind; most of them were analysed."""
BARE = InsightTotals(
    "井上", 1, ((ResultsBar("Binar", 0, 0, 1, 0),), (ResultsBar(Phrase("overview.side.first"), 0, 0, 1, 0),))
)
"""One match that was not analysed, of a player whose name is hard to write."""
