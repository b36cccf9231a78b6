"""Names of the games, their sides, options and choices.

The choices on the way to a move are here too.
"""

from words.message import MessagePlace, make_messages

TITLES = make_messages(
    MessagePlace.TITLE,
    {
        "title.binar": "Binar",
        "title.binary": "Binary",
        "title.zong_heng": "Zong-Heng",
        "title.yin_yang": "Yin Yang",
        "title.incorrect_checkers": "Incorrect Checkers",
        "title.one_zero_one": "One Zero One",
        "title.american": "American checkers",
        "title.international": "International draughts",
        "title.german": "German checkers",
        "title.pool": "Pool checkers",
        "title.russian": "Russian checkers",
        "title.brazilian": "Brazilian checkers",
        "title.spanish": "Spanish checkers",
        "title.italian": "Italian checkers",
        "title.czech": "Czech checkers",
        "title.turkish": "Turkish checkers",
        "title.armenian": "Armenian checkers",
        "title.gothic": "Gothic checkers",
        "title.malaysian": "Malaysian checkers",
        "title.frisian": "Frisian draughts",
        "title.canadian": "Canadian draughts",
    },
)

SIDES = make_messages(
    MessagePlace.PICTURE,
    {
        "side.black": "Black",
        "side.white": "White",
        "side.even": "Even",
        "side.odd": "Odd",
        "side.first": "First",
        "side.second": "Second",
    },
)

LABELS = make_messages(
    MessagePlace.LABEL,
    {
        "option.size": "size",
        "option.digits": "digits",
        "option.lines": "lines",
        "option.layout": "layout",
        "option.deck": "deck",
        "option.hands": "hands",
        "option.rules": "rules",
        "option.kings": "kings",
        "option.first": "first",
        "option.opening": "opening",
        "option.aim": "aim",
        "option.men": "men",
        "one_zero_one.form.cards": "Or list sixteen cards yourself",
        "form.opening": "Or name an opening of the tables",
    },
)

DESCRIPTIONS = make_messages(
    MessagePlace.DESCRIPTION,
    {
        "binar.option.size": "The board's edge; odd sizes are recommended",
        "binar.option.digits": "Place your own digit, or either",
        "binar.option.lines": "Two lines of one parity win, or one line ends it",
        "binary.option.size": "The board's edge; each side has pieces for a quarter of the squares",
        "zong_heng.option.size": "The board's edge",
        "zong_heng.option.layout": "How the pieces stand at the start",
        "one_zero_one.option.deck": "Which sixteen cards both players have",
        "one_zero_one.option.hands": "Open Source: hands lie open on the table",
        "checkers.option.rules": "By the rulebook, or by the federations where they differ from it",
        "checkers.option.kings": "Kings move and capture one step, or any distance",
        "checkers.option.first": "Who moves first: drawn by lot, Black or White",
        "checkers.option.aim": "Capture all, lose all (giveaway), or crown first (breakthrough)",
        "checkers.option.men": "Twenty men a side, or five in one row (Frysk!)",
        "checkers.option.opening": "From the start, or from an opening of the tables",
    },
)

AGREED = make_messages(
    MessagePlace.OPTION,
    {
        "agreed.size": "{size}×{size} board",
        "agreed.digits.own": "own digits (Even 0 and Odd 1)",
        "agreed.digits.choose": "either digit",
        "agreed.lines.double": "double lines (row and column together)",
        "agreed.lines.single": "single lines (the first full one decides)",
        "agreed.layout.rows": "start in rows",
        "agreed.layout.diagonals": "start in diagonals",
        "agreed.deck.base": "base deck",
        "agreed.deck.errors": "deck with SYNTAX ERROR and ELSE",
        "agreed.deck.remarks": "deck with REM and SYNTAX ERROR",
        "agreed.deck.jumps": "deck with GOTO 10",
        "agreed.deck.clipboard": "deck with CUT and PASTE",
        "agreed.deck.everything": "deck with everything",
        "agreed.deck.own": "deck made for this match",
        "agreed.hands.hidden": "hidden hands",
        "agreed.hands.open": "open hands",
        "agreed.rules.rulebook": "by the rulebook",
        "agreed.rules.federation": "by the federations' rules",
        "agreed.kings.short": "short kings",
        "agreed.kings.flying": "flying kings",
        "agreed.aim.capture": "the usual aim",
        "agreed.aim.lose": "giveaway",
        "agreed.aim.crown": "breakthrough",
        "agreed.men": "{size} men a side",
        "agreed.first.lot": "first move by lot",
        "agreed.first.black": "Black moves first",
        "agreed.first.white": "White moves first",
        "agreed.opening.none": "from the start",
        "agreed.opening.lot": "opening drawn by lot",
        "agreed.opening.named": "opening {value}",
    },
)

STEPS = make_messages(
    MessagePlace.BUTTON,
    {
        "step.rank": "rank {rank}",
        "step.digit": "digit {digit}",
        "step.up": "↑ up",
        "step.right": "→ right",
        "step.down": "↓ down",
        "step.left": "← left",
        "step.line": "{letter} · {line}",
    },
)

RESULTS = make_messages(
    MessagePlace.SENTENCE,
    {
        "result.after.won": "{before} {name} wins {high}–{low}.",
        "result.after.draw": "{before} It is a draw.",
    },
)

FORETOLD = make_messages(
    MessagePlace.SENTENCE,
    {
        "foretold.score": "{points}–{other_points}",
        "foretold.points": "Beside a choice: your points and theirs after it, where it changes them.",
        "foretold.largest": "Beside a choice: your largest group and theirs after it, where it changes them.",
    },
)

MESSAGES = (*TITLES, *SIDES, *LABELS, *DESCRIPTIONS, *AGREED, *STEPS, *RESULTS, *FORETOLD)
