"""What Zong-Heng says."""

from words.message import Place, rows

MESSAGES = rows(
    Place.SENTENCE,
    {
        "zong_heng.which_way": "Say which way the pieces from {square} shift: up, down, left or right.",
        "zong_heng.beside": (
            "{target} is not next to {square}: write the dark square and the square beside it, or a direction."
        ),
        "zong_heng.light": (
            "{square} is a light square: the new piece goes on a dark one, so a shift begins on a dark square."
        ),
        "zong_heng.edge": (
            "The pieces from {square} {way} reach the edge: there must be an empty square behind them to shift into."
        ),
        "zong_heng.alone": "The piece on {square} is {side}'s: a piece shifted alone must be your own.",
        "zong_heng.majority": (
            "{count} of these {length} pieces are {side}'s: you need a majority "
            "(more than half of the pieces that shift must be yours)."
        ),
        "zong_heng.skipped": "{side} had nothing to shift and was skipped: {other} moves again.",
        "zong_heng.larger": "the largest group has {more} pieces against {less}",
        "zong_heng.later": (
            "the largest groups are equal, and so on down to number {place}, which has {more} pieces against {less}"
        ),
        "zong_heng.equal": "all groups are equal in size, one by one",
    },
)
