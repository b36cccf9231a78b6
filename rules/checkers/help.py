"""How to play each kind of checkers, in our own words.

The differences between kinds come from the table of rule sets.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.checkers.draws import describe_rule
from rules.checkers.help_positions import FIGURES, is_valid_under, movement_figure
from rules.checkers.moves import generator
from rules.checkers.notation import square_name
from rules.checkers.rulesets import OPENING, OPTIONS, RULESETS, Ruleset, ruleset
from rules.checkers.traits import count_code, count_facts, differences, traits
from rules.help import Figure, Help
from words import Phrase, join_phrases

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
"""Kinds whose rulebook covers crowning in mid-capture.

The rulebook speaks of it, or refers to such a game.
"""

_COUNTED_BY_NOBODY = ("german", "spanish", "czech", "turkish", "armenian", "gothic", "malaysian", "canadian")
"""Where no source gives a move count for draws."""

_AIM_SUFFIX = {"capture": "", "lose": ".lose", "crown": ".crown"}

_SPECIAL = ("victims", "obligation", "choice", "promotion", "removal", "reversal", "king_limit")
"""The aspects that are told after how pieces move and capture."""


def search_words(key: str) -> tuple[str, ...]:
    """Return other names under which people look for a variant.

    All variants answer to checkers, draughts and dama.
    """
    return ("checkers", "draughts", "dama", *_NAMES[key])


def variant_help(key: str) -> Help:
    """Return the help of a variant by its default rules.

    It includes the effects of the variant's options.
    """
    row = RULESETS[key]
    general = _help(row, FIGURES[key])
    return replace(general, special=(*general.special, *_option_effects(row)))


def help_for_options(key: str, options: Mapping[str, str], changed: Mapping[str, Any]) -> Help:
    """Return the help of a match of a variant with these options.

    A match of a former version of the rules has changed fields of its rule set.
    """
    row = replace(ruleset(key, **options), **changed)
    general = _help(row, tuple(figure for figure in FIGURES[key] if is_valid_under(figure, row, options)))
    if OPENING not in options:
        return general
    agreed = Phrase("checkers.help.opening", value=options[OPENING])
    if options[OPENING] == "lot":
        agreed = Phrase("checkers.help.opening.lot")
    return replace(general, special=(*general.special, agreed))


def _help(row: Ruleset, figures: tuple[Figure, ...]) -> Help:
    found = traits(row)
    told = {aspect: trait.sentence for aspect, trait in found.items() if aspect not in ("aim", "draws")}
    beginning = [found[aspect].clause for aspect in ("board", "men", "first")]
    return Help(
        summary=Phrase(
            f"checkers.help.summary{_AIM_SUFFIX[row.aim]}", clauses=join_phrases("series.clauses", beginning)
        ),
        moves=(
            Phrase("checkers.help.moving", men=told["man_moves"], kings=told["king_moves"]),
            Phrase("checkers.help.capturing", men=told["man_captures"], kings=told["king_captures"]),
        ),
        special=(
            *(told[aspect] for aspect in _SPECIAL if aspect in told),
            *([Phrase("checkers.help.declining")] if row.optional_capture else []),
        ),
        ending=_ending(row),
        notation=_notation(row),
        rulings=_rulings(row),
        elsewhere=Phrase(
            "checkers.help.outside", clauses=join_phrases("series.clauses", _other_sources(row))
        ),
        figures={"moves": (movement_figure(row),), "special": figures},
        credit=Phrase("checkers.help.credit"),
    )


def _ending(row: Ruleset) -> Phrase:
    """Return the sentences on how a match ends.

    Before there is a king only men that go sideways can draw by repetition or by a count.
    """
    if row.aim == "capture":
        return Phrase(f"checkers.help.ending.{count_code(row)}", **count_facts(row))
    counts = join_phrases("series.clauses", [describe_rule(rule, row) for rule in row.draws])
    if row.aim == "lose":
        return Phrase("checkers.help.ending.lose", clauses=counts)
    if row.men_go_sideways:
        return Phrase("checkers.help.ending.crown.sideways", clauses=counts)
    return Phrase("checkers.help.ending.crown")


def _option_effects(row: Ruleset) -> list[Phrase]:
    """Return a sentence for each option value that changes the rules."""
    found = []
    for option, values in OPTIONS[row.key].items():
        for value in list(values)[1:]:
            changes = join_phrases("series.clauses", differences(ruleset(row.key, **{option: value}), row))
            found.append(Phrase("checkers.help.option", name=option, value=value, clauses=changes))
    return found


def _other_sources(row: Ruleset) -> list[Phrase]:
    """Return the rules that do not come from the rulebook."""
    found = {
        "crowning": row.key not in _CROWNING_IN_BOOK,
        "removal": row.removal == "at_once",
        "landing": row.flying and row.landing == "any",
        "men": row.optional_capture,
        "no_move": True,
        "draws": True,
    }
    return [Phrase(f"checkers.outside.{what}") for what, is_so in found.items() if is_so]


def _rulings(row: Ruleset) -> tuple[Phrase, ...]:
    found = []
    if row.key in _COUNTED_BY_NOBODY:
        found.append(Phrase("checkers.help.rulings.count", moves=row.draws[0].moves))
    if row.flying and row.landing == "behind":
        found.append(Phrase("checkers.help.rulings.goes_on"))
    if row.men_go_sideways:
        found.append(Phrase("checkers.help.rulings.sideways"))
    if any(rule.in_all for rule in row.draws):
        found += [Phrase("checkers.help.rulings.side_by_side"), Phrase("checkers.help.rulings.main_road")]
    if row.draws[-1].pieces == (1, 1):
        found.append(Phrase("checkers.help.rulings.one_king"))
    if row.optional_capture:
        found += [Phrase("checkers.help.rulings.decline"), Phrase("checkers.help.rulings.equal")]
    return tuple(found)


def _notation(row: Ruleset) -> Phrase:
    quiet, capture, path = _examples(row)
    last = row.size**2 if row.squares == "all" else row.size**2 // 2
    kind = "algebraic" if row.notation == "algebraic" else row.numbering
    lettered = generator(row).squares[-1]
    return Phrase(
        f"checkers.help.notation.{kind}", quiet=quiet, capture=capture, path=path, last=last, square=lettered
    )


def _examples(row: Ruleset) -> tuple[str, str, str]:
    """Return a man's step, a jump and a double jump as examples.

    They go up the board from the first square that has room for them.
    """
    gen = generator(row)
    (step_file, step_rank), (file, rank) = row.man_moves[0], row.man_captures[0]
    if row.squares != "all":
        file, rank = step_file, step_rank
    for start, (at_file, at_rank) in reversed(list(enumerate(gen.geometry.places))):
        places = [(at_file + step_file, at_rank + step_rank)]
        places += [(at_file + file * steps, at_rank + rank * steps) for steps in (2, 4)]
        if all(place in gen.geometry.places for place in places):
            first, second, third = (square_name(gen, gen.geometry.places.index(place)) for place in places)
            here, sign = square_name(gen, start), row.capture_sign
            return f"{here}-{first}", f"{here}{sign}{second}", f"{here}{sign}{second}{sign}{third}"
    raise AssertionError(f"no room on the board of {row.key}")
