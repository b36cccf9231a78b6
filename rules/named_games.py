"""Games as people ask for them: by a name that may imply an option.

Beside the games themselves these are the kinds of checkers with another aim, and Frisian with five
men.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from rules.catalogue import AIM_TITLES, GAMES, rating_key, title_of
from rules.checkers.rulesets import AIM, RULESETS
from rules.game import AnyGame, Options
from words import Phrase, Words

_AIM_NAMES: Final[Mapping[str, str]] = {
    "lose": (
        "giveaway, give away, suicide, losing, antidraughts, anti draughts, misère, поддавки, poddavki, обратные,"
        " qui perd gagne, perdant gagnant, lege dammen, weggeefdammen, schlagdame, fressdame, vinciperdi, a perdere,"
        " a perder, gana pierde, perde ganha, antywarcaby"
    ),
    "crown": ("breakthrough, break through, первая дамка, doorbraak, doorbraakdammen, percée, durchbruch"),
}
"""What an aim is called, whatever the kind of checkers."""
_OWN_NAMES: Final[Mapping[str, str]] = {
    "russian:lose": "поддавки, poddavki, обратные шашки",
    "international:lose": "antidraughts, anti draughts, qui perd gagne, lege dammen, weggeefdammen",
    "american:lose": "suicide checkers, giveaway checkers, losing checkers",
    "german:lose": "schlagdame, fressdame",
    "italian:lose": "vinciperdi",
    "frisian:5": "frysk, frysk!",
}
"""Names that mean a game alone if they are typed in full."""


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A game, with the options that its name implies.

    `key` is the game's own, or one for the game with those options. `words` are further words that it
    is found by, and `own_names` names that mean it and no other game.
    """

    key: str
    game: AnyGame
    title: Words
    options: Options = field(default_factory=dict)
    words: tuple[str, ...] = ()
    own_names: tuple[str, ...] = ()


def _with_options(key: str, options: Options, title: Words, names: str) -> NamedGame:
    game, own = GAMES[key.partition(":")[0]], _split_names(_OWN_NAMES.get(key, ""))
    return NamedGame(key, game, title, options, (*game.words, *_split_names(names), *own), own)


def _split_names(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(",") if name)


def _with_aims() -> list[NamedGame]:
    keys = ((rating_key(kind, {AIM: aim}), aim) for kind in RULESETS for aim in AIM_TITLES)
    return [_with_options(key, {AIM: aim}, title_of(key), _AIM_NAMES[aim]) for key, aim in keys]


_OPTIONED: Final[Mapping[str, NamedGame]] = MappingProxyType(
    {
        named.key: named
        for named in (
            _with_options("frisian:5", {"men": 5}, Phrase("title.frysk"), ""),
            *_with_aims(),
        )
    }
)
"""Those whose name implies an option, by key."""


def plain_game(game: AnyGame) -> NamedGame:
    """Return a game under its own name."""
    return NamedGame(game.key, game, game.title, words=tuple(game.words))


def list_named_games() -> list[NamedGame]:
    """Return all of them, the games themselves first and in the order of their list."""
    return [*map(plain_game, GAMES.values()), *_OPTIONED.values()]


def find_by_key(key: str) -> NamedGame | None:
    """Return the game with a key, or `None` if this version does not know it.

    >>> found = find_by_key("russian:lose")
    >>> found and (found.game.key, found.options), find_by_key("chess")
    (('russian', {'aim': 'lose'}), None)
    """
    return plain_game(GAMES[key]) if key in GAMES else _OPTIONED.get(key)


def list_rated_games() -> list[NamedGame]:
    """Return those that have ratings of their own, under their keys."""
    return [named for named in list_named_games() if rating_key(named.game.key, named.options) == named.key]
