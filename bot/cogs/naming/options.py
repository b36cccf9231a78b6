"""Match options as people type them in `/play`.

They can be written in the words of the cards, or as `size=7 lines=single`.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final

from club.refusals import Refusal
from rules.game import AnyGame
from rules.options import Option
from words import ENGLISH, Localizer, Phrase, Words, clip, join_phrases, join_with_commas, render_message

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
    """A value of a game option, with its names in one language and in English."""

    option: Option
    value: int | str
    language: str

    @property
    def label(self) -> Phrase:
        """The value in the words used on cards."""
        return self.option.describe(self.value)

    @property
    def canonical_text(self) -> str:
        """The value as `name=value`, which parses in any language."""
        return f"{self.option.name}={self.value}"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The full names: its words in both languages, the value, and `name=value`."""
        said = (
            render_message(self.label.code, self.label.facts, language)
            for language in (self.language, ENGLISH)
        )
        return tuple(map(_plain, (*said, str(self.value), self.canonical_text)))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of all its names."""
        return tuple(word for name in self.names for word in name.split())

    def is_matched_by(self, text: str) -> bool:
        """Whether each word of `text` is the beginning of one of the value's words."""
        return _have_words_starting(text, self.words)

    def match_rank(self, text: str) -> int:
        """Return how closely `text` matches this value: 0 to 2, with 0 the closest.

        0 means a full name, 1 words of the value, and 2 that some words match only the name of its
        option.
        """
        return (
            0
            if text in self.names
            else 1
            if _have_words_starting(text, self.words[: -len(self.names[-1].split())])
            else 2
        )


@dataclass(frozen=True)
class ParsedOptions:
    """The result of parsing an options text.

    `settled_values` have been recognised. `last_words` are the words after them, which are not complete
    yet, and `candidates` the values that they may mean, the likeliest first.
    """

    settled_values: tuple[OptionValue, ...] = ()
    last_words: str = ""
    candidates: tuple[OptionValue, ...] = ()


def read_options(
    game: AnyGame, text: str, say: Localizer, *, implied: Mapping[str, object] = MappingProxyType({})
) -> dict[str, object]:
    """Parse an options text into values by option name.

    `implied` are the options that the game's name implies, which the result includes. Raise `Refusal`
    for words that match no value or several, and for two values of one option.
    """
    if len(text) > LONGEST:
        raise Refusal("option.long", limit=LONGEST, length=len(text))
    typed = _read_typed_options(game, text, say)
    for option in game.options:
        if option.name in implied and typed.get(option.name, implied[option.name]) != implied[option.name]:
            item, chosen = (option.describe(values[option.name]) for values in (typed, implied))
            raise Refusal("option.twice", item=item, chosen=chosen)
    return {**implied, **typed}


def _read_typed_options(game: AnyGame, text: str, say: Localizer) -> dict[str, object]:
    reading = _parse(game, text, say)
    if not reading.last_words:
        return _values(reading.settled_values)
    offers = _choosable_values(game, say)
    if not offers:
        raise Refusal("challenge.no_options", title=game.title)
    exact = [offer for offer in reading.candidates if reading.last_words in offer.names]
    match exact or reading.candidates:
        case [one]:
            return _values((*reading.settled_values, one))
        case []:
            _check_contradiction(reading, offers)
            named = [offer for offer in offers if reading.last_words.startswith(f"{offer.option.name}=")]
            if named and named[0].option.free:
                game.read_options({named[0].option.name: reading.last_words.partition("=")[2]})
            known = _list_offers(named or offers)
            raise Refusal("option.unknown", text=clip(reading.last_words), title=game.title, known=known)
        case several:
            raise Refusal(
                "option.several", text=clip(reading.last_words), choices=_list_offers(several[:SEVERAL])
            )


def option_completions(
    game: AnyGame, text: str, say: Localizer, *, implied: Collection[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield completions of an options text, each in words and as `name=value`.

    The likeliest completions of the last words come first, then the text with one more option. Options
    that are `implied` are not offered any more.
    """
    if len(text) > LONGEST:
        return
    reading = _parse(game, text, say)
    settled = reading.settled_values
    if reading.last_words:
        yield from (_as_completion((*settled, offer), say) for offer in reading.candidates)
        if len(reading.candidates) != 1:
            return
        settled = (*settled, *reading.candidates)
    yield from (
        _as_completion((*settled, offer), say)
        for offer in _values_of_open_options(_choosable_values(game, say), settled)
        if offer.option.name not in implied
    )


def _parse(game: AnyGame, text: str, say: Localizer) -> ParsedOptions:
    """Parse an options text, using as many words as possible for each value.

    No value has more words than the longest known one, which bounds the search.
    """
    offers, typed = _choosable_values(game, say), _plain(text).split() or text.split()
    most = max((len(offer.words) for offer in offers), default=0) + FREE_WORDS
    settled: tuple[OptionValue, ...] = ()
    while typed:
        left = _values_of_open_options(offers, settled)
        meant = _matching_values(left, " ".join(typed), game)
        if meant:
            return ParsedOptions(settled, " ".join(typed), meant)
        for count in range(min(len(typed) - 1, most), 0, -1):
            run = " ".join(typed[:count])
            meant = _matching_values(left, run, game)
            if len(meant) == 1 or (meant and run in meant[0].names):
                settled, typed = (*settled, meant[0]), typed[count:]
                break
        else:
            free = any(offer.option.free and typed[0].startswith(f"{offer.option.name}=") for offer in left)
            last = " ".join(typed) if free else typed[0]
            return ParsedOptions(settled, last, _matching_values(left, last, game))
    return ParsedOptions(settled)


def _matching_values(offers: Sequence[OptionValue], run: str, game: AnyGame) -> tuple[OptionValue, ...]:
    """Return the values that match the words; full names come first."""
    free = [offer for offer in _free_values(offers, run, game) if offer.value not in offer.option.choices]
    fitting = [offer for offer in (*offers, *free) if offer.is_matched_by(run)]
    return tuple(sorted(fitting, key=lambda offer: offer.match_rank(run)))


def _free_values(offers: Sequence[OptionValue], run: str, game: AnyGame) -> Iterator[OptionValue]:
    """Yield values, suggested by the game, of options that accept free text.

    The text of the value may follow `name=` or one word, or be the whole of `run`.
    """
    if run.count(" ") >= FREE_WORDS:
        return
    for option, language in {offer.option: offer.language for offer in offers if offer.option.free}.items():
        values = [value for value in (run.removeprefix(f"{option.name}="), run.partition(" ")[2]) if value]
        found = [name for value in values for name in game.suggest(option, value, FREE_OFFERS)]
        yield from (OptionValue(option, name, language) for name in dict.fromkeys(found))


def _values_of_open_options(
    offers: Sequence[OptionValue], settled: Sequence[OptionValue]
) -> list[OptionValue]:
    """Return the values of options that have no recognised value yet."""
    return [offer for offer in offers if all(offer.option != other.option for other in settled)]


def _check_contradiction(reading: ParsedOptions, offers: Sequence[OptionValue]) -> None:
    """Raise `Refusal` if the last words give an option a second value."""
    for other in [offer for offer in offers if offer.is_matched_by(reading.last_words)][:1]:
        before = next(offer for offer in reading.settled_values if offer.option == other.option)
        raise Refusal("option.twice", item=other.label, chosen=before.label)


def _choosable_values(game: AnyGame, say: Localizer) -> list[OptionValue]:
    asked = [option for option in game.options if len(option.choices) > 1]
    return [OptionValue(option, value, say.language) for option in asked for value in option.choices]


def _as_completion(offers: Sequence[OptionValue], say: Localizer) -> tuple[str, str]:
    """Return values in words, and as a text that parses in any language."""
    words = join_with_commas([say.text(offer.label) for offer in offers], say.language)
    return words, " ".join(offer.canonical_text for offer in offers)


def _values(offers: Sequence[OptionValue]) -> dict[str, object]:
    return {offer.option.name: offer.value for offer in offers}


def _list_offers(offers: Sequence[OptionValue]) -> Words:
    """Return the labels of values as one list in words."""
    return join_phrases("series.more", [offer.label for offer in offers])


def _have_words_starting(run: str, words: Sequence[str]) -> bool:
    return all(any(word.startswith(typed) for word in words) for typed in run.split())


def _plain(text: str) -> str:
    """Normalise a text for comparison.

    `7×7 Board, own` becomes `7x7 board own`, whatever punctuation a language uses.
    """
    return " ".join(NO_WORD.split(text.casefold().replace("×", "x"))).strip()
