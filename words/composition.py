"""Messages put together: each with a value of every kind that reaches its facts.

Most faults of a translation are made when one message is put into another, which no single sentence
shows. `python -m words check` asks of every composition what a machine can ask (`words/faults.py`);
`python -m words sheet` writes them down for a reader.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from words.english import MESSAGES
from words.fact_kinds import COUNTS, Value, possible_values
from words.faults import Composition, find_faults
from words.message import Message, MessagePlace
from words.slash import SLASH_MENTIONS
from words.telling import Phrase

Translate = Callable[[Message], Sequence[str]]
"""A function that gives the templates of a message in a language.

There is one template, or one for each plural form; it is empty if there is no translation.
"""
PluralForm = Callable[[int], int]
"""The index of the template that a number needs."""

NUMBER: Final = 12
"""A count where another fact is looked at."""
TOGETHER: Final = 16
"""How often all facts of a message take their next value at once."""
MENUS: Final = (MessagePlace.BUTTON, MessagePlace.OPTION, MessagePlace.LABEL)
"""Places whose words are written alike within a sentence."""


class MissingTranslationError(Exception):
    """A message that a composition needs has no sound translation."""


@dataclass(frozen=True, slots=True)
class Composer:
    """Puts the messages of one language together.

    `sound` are the codes of its messages with a translation that can be filled in.
    """

    language: str
    translate: Translate
    plural_form: PluralForm
    sound: frozenset[str]

    def compose(self, message: Message) -> Iterator[Composition]:
        """Yield a message's compositions, each text once.

        A composition is left out if a message that it needs is not translated.
        """
        seen = set()
        for facts in _choices(message) if message.code in self.sound else ():
            given: list[str] = []
            try:
                text = self._render(message, facts, given)
            except MissingTranslationError:
                continue
            if text not in seen:
                seen.add(text)
                yield Composition(self.language, message, text, tuple(given))

    def find_faults(self) -> Iterator[tuple[str, str, str]]:
        """Yield code, fault and text of faulty messages, each fault once a message."""
        for message in MESSAGES.values():
            found: set[str] = set()
            for each in self.compose(message):
                for fault in find_faults(each):
                    if fault not in found:
                        found.add(fault)
                        yield message.code, fault, each.text

    def _render(self, message: Message, facts: Mapping[str, Value], given: list[str]) -> str:
        if message.code not in self.sound:
            raise MissingTranslationError(message.code)
        values = {fact: facts[fact] if fact in facts else _first(message, fact) for fact in message.facts}
        number = values[message.count_fact] if message.count_fact else 0
        form = self.plural_form(number if isinstance(number, int) else NUMBER) if message.count_fact else 0
        told = {}
        for fact, value in values.items():
            if isinstance(value, Phrase):
                part = MESSAGES[value.code]
                told[fact] = self._render(part, value.facts, given)
                if part.place in MENUS:
                    given.append(told[fact])
            else:
                told[fact] = str(value)
                given.append(told[fact])
        return self.translate(message)[form].format_map(told)


def _choices(message: Message) -> Iterator[Mapping[str, Value]]:
    """Yield the facts of each composition.

    The first has the first value of each fact. In others one fact takes its other values, or all take
    their next.
    """
    values = {
        fact: COUNTS if fact == message.count_fact else possible_values(message.code, fact)
        for fact in sorted(message.facts)
    }
    first = {fact: _first(message, fact) for fact in values}
    yield first
    for fact, others in values.items():
        yield from (first | {fact: value} for value in others)
    for i in range(min(TOGETHER, max((len(each) for each in values.values()), default=0))):
        yield {fact: each[i % len(each)] for fact, each in values.items()}


def _first(message: Message, fact: str) -> Value:
    if fact == message.count_fact:
        return NUMBER
    return SLASH_MENTIONS.get(fact) or possible_values(message.code, fact)[0]
