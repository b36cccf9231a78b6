"""Match options as people write them in `/play`.

They use the words of the cards, or `size=7 lines=single`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from club.refusals import Refusal
from rules.game import AnyGame
from rules.options import Option
from words import ENGLISH, Phrase, Speaker, Words, chain, clip, commas, tell

NO_WORD: Final = re.compile(r"[^\w=]+")
LONGEST: Final = 200
"""Longest options text, in characters.

All options of any game, each with its value, need fewer than 100.
"""
FREE_WORDS: Final = 5
"""Words of the longest value of a free option, as it is compared.

It is `opening=idf basic 15 viii`.
"""
SEVERAL: Final = 8
"""Number of possible values that a refusal names: it is a sentence, not a list."""
FREE_OFFERS: Final = 25
"""Values of a free option that a text may mean: as many as a completion shows."""


@dataclass(frozen=True)
class OptionValue:
    """One value of one option, with all its names in a language and in English."""

    option: Option
    value: int | str
    language: str

    @property
    def label(self) -> Phrase:
        """The value in the words of the cards."""
        return self.option.describe(self.value)

    @property
    def canonical(self) -> str:
        """The value as text that parses in any language."""
        return f"{self.option.name}={self.value}"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Its full names: its words in both languages, its value, and `name=value`."""
        said = (tell(self.label.code, self.label.facts, language) for language in (self.language, ENGLISH))
        return tuple(map(_plain, (*said, str(self.value), self.canonical)))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Return the words of its names."""
        return tuple(word for name in self.names for word in name.split())

    def fits(self, run: str) -> bool:
        """Return whether each word of `run` begins a word of its names."""
        return _begin(run, self.words)

    def likelihood(self, run: str) -> int:
        """Return a rank of how well `run` fits it; lower is nearer.

        The nearest is its full name, then its words, then only its option's name.
        """
        return 0 if run in self.names else 1 if _begin(run, self.words[: -len(self.names[-1].split())]) else 2


@dataclass(frozen=True)
class Reading:
    """A parsed text: the settled offers, and the possible ones for its last words.

    The likeliest offer comes first.
    """

    settled: tuple[OptionValue, ...] = ()
    last: str = ""
    meant: tuple[OptionValue, ...] = ()


def read_options(game: AnyGame, text: str, say: Speaker) -> dict[str, object]:
    """Return the options that a text names, and their values.

    Raises `Refusal` for words that name none, or several, or two values of one option.
    """
    if len(text) > LONGEST:
        raise Refusal("option.long", limit=LONGEST, length=len(text))
    reading = _parse(game, text, say)
    if not reading.last:
        return _values(reading.settled)
    offers = _offers(game, say)
    if not offers:
        raise Refusal("challenge.no_options", title=game.title)
    exact = [offer for offer in reading.meant if reading.last in offer.names]
    match exact or reading.meant:
        case [one]:
            return _values((*reading.settled, one))
        case []:
            _check_contradiction(reading, offers)
            named = [offer for offer in offers if reading.last.startswith(f"{offer.option.name}=")]
            if named and named[0].option.free:
                game.read_options({named[0].option.name: reading.last.partition("=")[2]})
            known = _list_offers(named or offers)
            raise Refusal("option.unknown", text=clip(reading.last), title=game.title, known=known)
        case several:
            raise Refusal("option.several", text=clip(reading.last), choices=_list_offers(several[:SEVERAL]))


def completions(game: AnyGame, typed: str, say: Speaker) -> Iterator[tuple[str, str]]:
    """Yield completions of a text, as words to read and as `name=value`.

    The likeliest come first, then the text with one option more.
    """
    if len(typed) > LONGEST:
        return
    reading = _parse(game, typed, say)
    settled = reading.settled
    if reading.last:
        yield from (_as_completion((*settled, offer), say) for offer in reading.meant)
        if len(reading.meant) != 1:
            return
        settled = (*settled, *reading.meant)
    yield from (_as_completion((*settled, offer), say) for offer in _open_offers(_offers(game, say), settled))


def _parse(game: AnyGame, text: str, say: Speaker) -> Reading:
    """Parse an options text, taking as many words together as name one value.

    A run is no longer than any value has words.
    """
    offers, typed = _offers(game, say), _plain(text).split() or text.split()
    most = max((len(offer.words) for offer in offers), default=0) + FREE_WORDS
    settled: tuple[OptionValue, ...] = ()
    while typed:
        left = _open_offers(offers, settled)
        meant = _matching_offers(left, " ".join(typed), game) if len(typed) <= most else ()
        if meant:
            return Reading(settled, " ".join(typed), meant)
        for count in range(min(len(typed) - 1, most), 0, -1):
            run = " ".join(typed[:count])
            meant = _matching_offers(left, run, game)
            if len(meant) == 1 or (meant and run in meant[0].names):
                settled, typed = (*settled, meant[0]), typed[count:]
                break
        else:
            free = any(offer.option.free and typed[0].startswith(f"{offer.option.name}=") for offer in left)
            last = " ".join(typed) if free else typed[0]
            return Reading(settled, last, _matching_offers(left, last, game))
    return Reading(settled)


def _matching_offers(offers: Sequence[OptionValue], run: str, game: AnyGame) -> tuple[OptionValue, ...]:
    """Return the offers that the words fit; offers named in full come first."""
    free = [offer for offer in _free(offers, run, game) if offer.value not in offer.option.choices]
    fitting = [offer for offer in (*offers, *free) if offer.fits(run)]
    return tuple(sorted(fitting, key=lambda offer: offer.likelihood(run)))


def _free(offers: Sequence[OptionValue], run: str, game: AnyGame) -> Iterator[OptionValue]:
    """Yield further values of free options that the words may mean.

    They follow `name=`, a word of their own, or nothing.
    """
    if run.count(" ") >= FREE_WORDS:
        return
    for option, language in {offer.option: offer.language for offer in offers if offer.option.free}.items():
        values = [value for value in (run.removeprefix(f"{option.name}="), run.partition(" ")[2]) if value]
        found = [name for value in values for name in game.suggest(option, value, FREE_OFFERS)]
        yield from (OptionValue(option, name, language) for name in dict.fromkeys(found))


def _open_offers(offers: Sequence[OptionValue], settled: Sequence[OptionValue]) -> list[OptionValue]:
    """Return the offers of the options that are not settled."""
    return [offer for offer in offers if all(offer.option != other.option for other in settled)]


def _check_contradiction(reading: Reading, offers: Sequence[OptionValue]) -> None:
    """Raise `Refusal` if the last words give a settled option another value."""
    for other in [offer for offer in offers if offer.fits(reading.last)][:1]:
        before = next(offer for offer in reading.settled if offer.option == other.option)
        raise Refusal("option.twice", item=other.label, chosen=before.label)


def _offers(game: AnyGame, say: Speaker) -> list[OptionValue]:
    asked = [option for option in game.options if len(option.choices) > 1]
    return [OptionValue(option, value, say.language) for option in asked for value in option.choices]


def _as_completion(offers: Sequence[OptionValue], say: Speaker) -> tuple[str, str]:
    """Return offers as words to read, and as text that parses in any language."""
    words = commas([say.text(offer.label) for offer in offers], say.language)
    return words, " ".join(offer.canonical for offer in offers)


def _values(offers: Sequence[OptionValue]) -> dict[str, object]:
    return {offer.option.name: offer.value for offer in offers}


def _list_offers(offers: Sequence[OptionValue]) -> Words:
    """Return the labels of offers as one list in words."""
    return chain("series.more", [offer.label for offer in offers])


def _begin(run: str, words: Sequence[str]) -> bool:
    return all(any(word.startswith(typed) for word in words) for typed in run.split())


def _plain(text: str) -> str:
    """Normalise a text for comparison.

    `7×7 Board, own` becomes `7x7 board own`, whatever punctuation a language uses.
    """
    return " ".join(NO_WORD.split(text.casefold().replace("×", "x"))).strip()
