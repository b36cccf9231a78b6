"""Texts of Zong-Heng."""

from words.message import MessagePlace, PluralTemplate, make_messages

SENTENCES = make_messages(
    MessagePlace.SENTENCE,
    {
        "zong_heng.which_way": "Say which way the pieces from {square} shift: up, down, left or right.",
        "zong_heng.beside": (
            "{target} is not next to {square}: write the dark square and the square beside it, or a direction."
        ),
        "zong_heng.light": (
            "{square} is a light square: the new piece goes on a dark one, so a shift begins on a dark square."
        ),
        "zong_heng.edge.up": (
            "The pieces from {square} up reach the edge: there must be an empty square behind them to shift into."
        ),
        "zong_heng.edge.right": (
            "The pieces from {square} right reach the edge: there must be an empty square behind them to shift into."
        ),
        "zong_heng.edge.down": (
            "The pieces from {square} down reach the edge: there must be an empty square behind them to shift into."
        ),
        "zong_heng.edge.left": (
            "The pieces from {square} left reach the edge: there must be an empty square behind them to shift into."
        ),
        "zong_heng.alone": "The piece on {square} is {side}'s: a piece shifted alone must be your own.",
        "zong_heng.majority": PluralTemplate(
            "length",
            "{count} of this {length} piece is {side}'s: you need a majority "
            "(more than half of the pieces that shift must be yours).",
            "{count} of these {length} pieces are {side}'s: you need a majority "
            "(more than half of the pieces that shift must be yours).",
        ),
        "zong_heng.did.up": PluralTemplate(
            "count",
            "{name} pushed {count} piece from {square} up and put a new one on {square}.",
            "{name} pushed {count} pieces from {square} up and put a new one on {square}.",
        ),
        "zong_heng.did.right": PluralTemplate(
            "count",
            "{name} pushed {count} piece from {square} to the right and put a new one on {square}.",
            "{name} pushed {count} pieces from {square} to the right and put a new one on {square}.",
        ),
        "zong_heng.did.down": PluralTemplate(
            "count",
            "{name} pushed {count} piece from {square} down and put a new one on {square}.",
            "{name} pushed {count} pieces from {square} down and put a new one on {square}.",
        ),
        "zong_heng.did.left": PluralTemplate(
            "count",
            "{name} pushed {count} piece from {square} to the left and put a new one on {square}.",
            "{name} pushed {count} pieces from {square} to the left and put a new one on {square}.",
        ),
        "zong_heng.progress": PluralTemplate(
            "count", "{count} square is still empty.", "{count} squares are still empty."
        ),
        "zong_heng.skipped": "{side} had nothing to shift and was skipped: {other} moves again.",
        "zong_heng.larger": PluralTemplate(
            "more",
            "the largest group has {more} pieces against {less}",
            "the largest group has {more} pieces against {less}",
        ),
        "zong_heng.later": PluralTemplate(
            "more",
            "the largest groups are equal, and so on down to number {place}, which has {more} pieces against {less}",
            "the largest groups are equal, and so on down to number {place}, which has {more} pieces against {less}",
        ),
        "zong_heng.equal": "all groups are equal in size, one by one",
    },
)

HELP = make_messages(
    MessagePlace.HELP,
    {
        "zong_heng.help.summary": (
            "Half of the board is full from the start. Push pieces that stand in a line one square on, and put a new"
            " piece of yours where the line began. When the board is full, the largest group wins."
        ),
        "zong_heng.help.rules.start": "At the start every dark square is taken, half of them by each side. **Black** moves first.",
        "zong_heng.help.rules.run": (
            "Choose a dark square and a direction. The piece there and all that follow it in that direction "
            "without a gap are the run. It shifts one square that way, so the square beyond its far end must be"
            " on the board and empty; a new piece of yours fills the dark square."
        ),
        "zong_heng.help.rules.majority": (
            "You may shift a run only if **more than half** of its pieces are yours, so a piece alone must "
            "be your own."
        ),
        "zong_heng.help.rules.skip": "Whoever can shift nothing is skipped; nobody else may pass.",
        "zong_heng.help.ending": (
            "The board is full in the end. Groups are pieces of one colour joined along rows and columns: "
            "the larger largest group wins, then the larger second group, and so on; all equal is a draw."
        ),
        "zong_heng.help.notation": "The dark square and the direction, `d4 up`, or the square it shifts to, `d4-d5`.",
        "zong_heng.help.rulings.start": (
            "The rulebook's picture of the start is lost; both layouts are reconstructions. With *in "
            "rows* the dark squares of odd ranks are black; with *in diagonals* the colours alternate by diagonals."
        ),
        "zong_heng.help.rulings.enough": "There are always enough pieces.",
        "zong_heng.help.figures.majority": (
            "Four of the five pieces on a1–a5 are Black's, so a1 up was allowed: the run has moved to a2–a6 "
            "and a new black piece stands on a1."
        ),
        "zong_heng.help.figures.end": (
            "The end of a match on 6×6. The largest groups are outlined: 14 pieces against 10, so Black wins."
        ),
        "zong_heng.help.figures.start": "The start on a board of 6×6: each piece still stands alone, so you can shift your own only.",
        "zong_heng.help.credit": "Kanare Kato, 2022.",
    },
)

MESSAGES = (*SENTENCES, *HELP)
