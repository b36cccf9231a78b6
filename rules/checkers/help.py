"""How to play each kind of checkers, in our own words; what sets it apart is told from the table of rule sets."""

from rules.checkers.figures import FIGURES
from rules.checkers.moves import generator
from rules.checkers.notation import name
from rules.checkers.rulesets import OPTIONS, RULESETS, Ruleset, ruleset
from rules.checkers.traits import differences, move_count, traits
from rules.game import Help

KNOWN = ("american", "international")
"""The kinds that people are likely to know; each help says how it differs from them."""

_NAMES: dict[str, tuple[str, ...]] = {
    "american": ("english", "straight", "us"),
    "international": ("polish", "continental", "dammen", "jeu de dames", "dames"),
    "german": ("damespiel", "dame", "deutsche dame"),
    "pool": ("american pool", "spanish pool"),
    "russian": ("shashki", "шашки", "russkie"),
    "brazilian": ("damas", "brasil", "jogo de damas"),
    "spanish": ("damas", "españa", "espana", "juego de damas"),
    "italian": ("dama italiana", "italia"),
    "czech": ("ceska dama", "česká dáma"),
    "turkish": ("türk daması", "turk damasi", "turkiye"),
    "armenian": ("tama", "armenia"),
    "gothic": ("altdeutsches damespiel", "old german"),
    "malaysian": ("singaporean", "dam", "dam haji"),
    "frisian": ("frysk", "frysk damjen", "fries dammen"),
    "canadian": ("dames canadiennes", "quebec", "québec"),
}

_CROWNING_IN_BOOK = ("international", "pool", "russian", "canadian", "frisian")
"""Where the rulebook itself speaks of crowning in mid-capture, or refers to such a game."""

_COUNTED_BY_NOBODY = ("german", "spanish", "czech", "turkish", "armenian", "gothic", "malaysian", "canadian")
"""Where no source gives a move count for draws."""

_MALAYSIAN_RULINGS = (
    "What a declined capture costs is settled before the rule of the most pieces: whoever could capture at all counts, "
    "and the longest capture is the longest of all.",
    "Between pieces with equally long captures the one on the lowest square number is forfeited.",
)


def words_of(key: str) -> tuple[str, ...]:
    """Other names under which people look for a variant; everybody's game is checkers, draughts and dama."""
    return ("checkers", "draughts", "dama", *_NAMES[key])


def help_of(key: str) -> Help:
    """The help of a variant."""
    row = RULESETS[key]
    told = traits(row)
    return Help(
        summary=f"Capture every piece of the other side, or leave it no move. {_sentence(told['board'])} "
        f"{_sentence(told['men'])} {_sentence(told['first'])}",
        rules=(
            "**Moving.** "
            + _sentences(told, "man moves", "king moves")
            + " A man that ends its move on the far rank becomes a king.",
            "**Capturing.** A piece jumps over an enemy piece to a free square behind it, and goes on in the same turn "
            "while it can; no piece is jumped twice. "
            + _sentences(
                told,
                "man captures",
                "king captures",
                "victims",
                "obligation",
                "choice",
                "promotion",
                "removal",
                "reversal",
            ),
            *([_FORFEIT] if row.optional_capture else []),
            *_compared(row),
            *_options(row),
            f"**Not in the rulebook**, but from the federations and other sources: {'; '.join(_from_outside(row))}.",
        ),
        ending="A side without a piece or without a legal move has lost. A draw is agreed on, or comes when a position "
        "stands for the third time with the same side to move, or "
        + ", or ".join(f"after {move_count(rule)}" for rule in row.draws)
        + ".",
        notation=_notation(row),
        rulings=_rulings(row),
        figures=FIGURES[key],
        credit="Public domain; rulebook “Checkers” by Kanare Kato, 2022.",
    )


_FORFEIT = (
    "**Declining.** You may move quietly although you could capture. It costs one piece, removed after the move: the "
    "moved piece if it could have captured, else the one that could have captured most."
)


def _compared(row: Ruleset) -> list[str]:
    """How a variant differs from those that people know, by their rulebook's rules."""
    return [
        f"**Differs from {RULESETS[known].title} in:** {'; '.join(differences(row, RULESETS[known]))}."
        for known in KNOWN
        if known != row.key
    ]


def _options(row: Ruleset) -> list[str]:
    """What each option's other values change."""
    found = []
    for option, values in OPTIONS.get(row.key, {}).items():
        for value in list(values)[1:]:
            changes = differences(ruleset(row.key, **{option: value}), row)
            found.append(f"**`{option}={value}`:** {'; '.join(changes)}.")
    return found


def _from_outside(row: Ruleset) -> list[str]:
    """What the rulebook does not say."""
    found = []
    if row.key not in _CROWNING_IN_BOOK:
        found.append("crowning in the middle of a capture")
    if row.removal == "at once":
        found.append("that captured pieces leave at once and no half turn is allowed")
    if row.flying and row.landing == "any":
        found.append("that a king may land on any free square")
    if row.optional_capture:
        found.append("the number of men")
    return [*found, "that a player without a legal move loses", "every draw that is not agreed on"]


def _rulings(row: Ruleset) -> tuple[str, ...]:
    found = []
    if row.key in _COUNTED_BY_NOBODY:
        found.append(f"The count of {row.draws[0].moves} moves for a draw.")
    if row.optional_capture:
        found += _MALAYSIAN_RULINGS
    return tuple(found)


def _notation(row: Ruleset) -> str:
    quiet, capture, path = _examples(row)
    forms = f"From and to: `{quiet}`, captures `{capture}`; every landing square (`{path}`) where that is not enough."
    count = row.size**2 if row.squares == "all" else row.size**2 // 2
    if row.notation == "algebraic":
        return f"{forms} Numbers 1 to {count}, row by row from Black's end, are read too."
    corner = "Black's end of the board" if row.numbering == "upper left" else "White's right-hand corner"
    lettered = generator(row).squares[-1]
    return (
        f"{forms} Squares are numbered 1 to {count} from {corner}; file and rank (`{lettered}`) are read too."
    )


def _examples(row: Ruleset) -> tuple[str, str, str]:
    """A man's step, a jump and two jumps, up the board from the first square that has room for them."""
    gen = generator(row)
    (step_file, step_rank), (file, rank) = row.man_moves[0], row.man_captures[0]
    if row.squares != "all":
        file, rank = step_file, step_rank
    for start, (at_file, at_rank) in reversed(list(enumerate(gen.geometry.places))):
        places = [(at_file + step_file, at_rank + step_rank)]
        places += [(at_file + file * steps, at_rank + rank * steps) for steps in (2, 4)]
        if all(place in gen.geometry.places for place in places):
            first, second, third = (name(gen, gen.geometry.places.index(place)) for place in places)
            here, sign = name(gen, start), row.capture_sign
            return f"{here}-{first}", f"{here}{sign}{second}", f"{here}{sign}{second}{sign}{third}"
    raise AssertionError(f"no room on the board of {row.key}")


def _sentences(told: dict[str, str], *aspects: str) -> str:
    return " ".join(_sentence(told[aspect]) for aspect in aspects if aspect in told)


def _sentence(clause: str) -> str:
    return f"{clause[0].upper()}{clause[1:]}."
