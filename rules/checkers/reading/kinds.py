"""The kinds of checkers by the names and numbers that files use.

A record names its kind in `GameType` (a number of PDN) or `Variant`. Sources of the names, beside
each kind's own: [PDN] doc/gametype.rst of the standard; [L] lidraughts' variant keys, names and
numbers; [PS] PlayStrategy's; [P] PlayOK; [A] Aurora Borealis; [K] KingsRow; [T] Toernooibase; [F]
the federations FMJD, IDF, WCDF, FID and their members' languages.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.checkers.moves import BLACK, WHITE, Generator, generator
from rules.checkers.rulesets import LEFT_OUT, OPTIONS, RULESETS, Ruleset, ruleset

KindOptions = Mapping[str, str]
_NONE: Final[KindOptions] = MappingProxyType({})


class NamedKind(NamedTuple):
    """A kind, and the options that its name stands for."""

    game: str
    options: KindOptions = _NONE


BY_NUMBER: Final[Mapping[str, NamedKind]] = {
    **{str(row.gametype): NamedKind(key) for key, row in RULESETS.items() if row.gametype},
    "97": NamedKind("frisian", {"men": "5"}),  # [L] Frysk!
    "98": NamedKind("international", {"aim": "crown"}),  # [L] Breakthrough
    "99": NamedKind("international", {"aim": "lose"}),  # [L] Antidraughts
}
"""By the first field of `GameType`."""

_NAMES: Final[tuple[tuple[NamedKind, str], ...]] = (
    (
        NamedKind("international"),
        # [L] standard, std; [F] Polish, in Dutch, French, Russian, Polish, Portuguese, Italian, Chinese
        "international, standard, std, polish, internationaal, internationale, internazionale, internacional, "
        "международные, стоклетки, стоклеточные, polskie, 国际跳棋, 百格, fmjd",
    ),
    (
        NamedKind("american"),
        # [PDN] English; [K] [PS] english, american; [F] ACF, WCDF, Anglo-American, straight checkers
        "american, english, anglo american, straight, acf, wcdf, английские, английские и чекерс, 英国",
    ),
    (NamedKind("italian"), "italian, italiana, fid, итальянские, italiaans"),
    (
        NamedKind("pool"),
        # [PDN] American pool, unified pool, Zimbabwean pool, Jamaican; [K]
        "pool, american pool, unified pool, pool unified, zimbabwean pool, jamaican, пул, пул чекерс, apca",
    ),
    (NamedKind("spanish"), "spanish, espanola, espanolas, española, españolas, испанские"),
    (
        NamedKind("russian"),
        # [L] [P] [A] [F] IDF
        "russian, shashki, russisch, russe, rosyjskie, rusas, русские, 俄罗斯, 俄式",
    ),
    (NamedKind("brazilian"), "brazilian, brasileira, brasileiras, braziliaans, бразильские, 巴西"),
    (NamedKind("canadian"), "canadian, canadien, canadees, канадские, стосорокачетырехклеточные"),
    (NamedKind("czech"), "czech, ceska, česká, tschechisch, tsjechisch, чешские"),
    (NamedKind("turkish"), "turkish, turk, türk, türk daması, turks, турецкие, turcas, 土耳其"),
    (NamedKind("frisian"), "frisian, fries, frysk dammen, frysk damjen, фризские, 弗里斯兰"),
    (NamedKind("frisian", {"men": "5"}), "frysk, frysk!"),  # [L]
    (NamedKind("german"), "german, deutsch, deutsche, немецкие"),
    (NamedKind("armenian"), "armenian, tama, армянские, тама"),
    (NamedKind("gothic"), "gothic, altdeutsch, altdeutsche, готические"),
    (NamedKind("malaysian"), "malaysian, singaporean, malaysian singaporean, dam haji, малайские"),
    (NamedKind("international", {"aim": "lose"}), "antidraughts, anti"),  # [L] [PS]
    (NamedKind("international", {"aim": "crown"}), "breakthrough"),  # [L] [PS]
    (NamedKind("russian", {"aim": "lose"}), "poddavki, поддавки, обратные, russian giveaway"),  # [A] [F]
    (NamedKind("american", {"aim": "lose"}), "suicide, giveaway, giveaway checkers, losing"),  # [K]
)
_FILLERS: Final = re.compile(
    r"\b(?:draughts|checkers|dammen|dame|dames|damas|dama|dáma|шашки|warcaby|jeu|de|the|rules|variant|8x8|10x10|12x12|"
    r"8 8|10 10|12 12|8|10|12|64|100|144)\b|跳棋|格"
)
"""Words that names of kinds have in common."""
_SIGNS: Final = re.compile(r"[-_()/,.]")


def kind_by_number(gametype: str) -> NamedKind | None:
    """Return the kind of a `GameType`."""
    return BY_NUMBER.get(gametype.split(",")[0].strip())


def kind_by_name(name: str) -> NamedKind | None:
    """Return the kind of a `Variant`, with or without a word for the game.

    >>> kind_by_name("Russian draughts 8x8"), kind_by_name("Chess")
    (NamedKind(game='russian', options=mappingproxy({})), None)
    """
    key = " ".join(_SIGNS.sub(" ", name.lower()).split())
    short = _without_fillers(key)
    if found := _BY_NAME.get(key) or _BY_NAME.get(short):
        return found
    each = [_BY_NAME.get(word) for word in short.split()]
    return each[0] if each and all(kind == each[0] for kind in each) else None


def _without_fillers(name: str) -> str:
    return " ".join(_FILLERS.sub(" ", name).split())


_BY_NAME: Final[Mapping[str, NamedKind]] = {
    form: kind
    for kind, names in _NAMES
    for name in names.split(",")
    for form in (name.strip(), _without_fillers(name.strip()) or name.strip())
}


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_BY_SQUARES: Final[Mapping[str, Sequence[str]]] = {
    "letters": _words(
        "russian brazilian czech turkish armenian gothic pool american german italian spanish international frisian "
        "canadian malaysian"
    ),
    "few": _words(
        "american italian pool spanish german russian brazilian czech international frisian canadian malaysian "
        "turkish armenian gothic"
    ),
    "many": _words(
        "international frisian canadian malaysian turkish armenian gothic american italian pool spanish german "
        "russian brazilian czech"
    ),
}
_NUMBERS_ON_8X8: Final = 32


def likely_kinds(squares: Iterable[str]) -> Sequence[str]:
    """Return all kinds, likeliest first by the way in which squares are named."""
    highest = 0
    for name in squares:
        if not name.isdecimal():
            return _BY_SQUARES["letters"]
        highest = max(highest, int(name))
    return _BY_SQUARES["many" if highest > _NUMBERS_ON_8X8 else "few"]


class RuleChoice(NamedTuple):
    """A kind with all options that decide how a record is replayed."""

    game: str
    options: KindOptions
    row: Ruleset
    generator: Generator

    @property
    def first(self) -> int:
        """The colour that begins."""
        return WHITE if self.row.first == "white" else BLACK


@lru_cache(maxsize=256)
def rule_choices(game: str, given: tuple[tuple[str, str], ...] = ()) -> tuple[RuleChoice, ...]:
    """Return the ways in which a kind can be replayed, likeliest first.

    The federations' rules come before the rulebook's, because the world's files follow them. Options
    in `given` are settled; other options than `rules` and `first` have their default.
    """
    settled = dict(given)
    choices: list[dict[str, str]] = [{}]
    for name, values in OPTIONS.get(game, {}).items():
        if name in LEFT_OUT and settled.get(name, str(LEFT_OUT[name])) == str(LEFT_OUT[name]):
            continue
        if name in settled:
            allowed: Iterable[str] = [settled[name]] if settled[name] in values else []
        elif name == "rules":
            allowed = [value for value in ("federation", "rulebook") if value in values]
        elif name == "first":
            allowed = [value for value in values if value != "lot"]
        else:
            allowed = [next(iter(values))]
        choices = [{**choice, name: value} for choice in choices for value in allowed]
    rows = [(choice, ruleset(game, **choice)) for choice in choices]
    return tuple(RuleChoice(game, choice, row, generator(row)) for choice, row in rows)


@lru_cache(maxsize=64)
def squares_by_name(gen: Generator) -> Mapping[str, int]:
    """Return the index of every way to write a square: `7`, `07`, `c3`."""
    numbers = {
        form: index for index in range(len(gen.squares)) for form in (str(index + 1), f"{index + 1:02}")
    }
    return {**numbers, **gen.index}
