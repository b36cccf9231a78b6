"""Check a translation.

Its placeholders must be right, its texts must fit their place, and its terms must follow the
glossary. The rest is counted.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from words.english import MESSAGES
from words.facts import FACTS
from words.glossary import breaches
from words.message import Message, MessagePlace, placeholders

Translate = Callable[[Message], Sequence[str]]
"""A function that gives the templates of a message in a language.

There is one template, or one for each plural form; it is empty if there is no translation.
"""


@dataclass(slots=True)
class TranslationReport:
    """The findings of a check: codes of messages, grouped by fault."""

    language: str
    messages: int
    missing: list[str] = field(default_factory=list)
    """Messages without a translation, which are said in English."""
    fuzzy: list[str] = field(default_factory=list)
    """Messages whose English has changed since they were translated.

    They are shown in English too.
    """
    wrong: list[str] = field(default_factory=list)
    """Messages whose placeholders are wrong.

    One is not in the English, one of the English is missing, or there is a lone brace.
    """
    long: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    """Messages with a fact that `words/facts.py` does not explain."""
    unknown: list[str] = field(default_factory=list)
    """Codes that the catalogue does not have (any more)."""
    against: list[str] = field(default_factory=list)
    """Messages that break the glossary, each with what is wrong."""

    @property
    def sound(self) -> bool:
        """Whether the existing translations have no faults."""
        return not (self.wrong or self.long or self.unexplained or self.against)

    @property
    def complete(self) -> bool:
        """Whether every message is translated from the current English."""
        return not (self.missing or self.fuzzy)

    @property
    def status(self) -> str:
        """A line that describes the progress of the translation."""
        done = self.messages - len(self.missing) - len(self.fuzzy)
        left = f"{len(self.fuzzy)} fuzzy, {len(self.missing)} missing"
        return f"{self.language:8}{100 * done // self.messages:4} %  {done} of {self.messages}, {left}"

    def __str__(self) -> str:
        counts = (
            f"{self.messages:5} sentences {len(self.missing):5} missing {len(self.fuzzy):5} fuzzy "
            f"{len(self.wrong):5} wrong placeholders {len(self.long):5} too long {len(self.unknown):5} unknown "
            f"{len(self.against):5} against the glossary"
        )
        return f"{self.language:8}{counts}  {'sound' if self.sound else 'not sound'}"

    def details(self) -> list[str]:
        """Return a line for each message that needs attention."""
        kinds = {
            "wrong placeholders": self.wrong,
            "a fact that words/facts.py does not explain": self.unexplained,
            "too long": self.long,
            "unknown": self.unknown,
        }
        lines = [f"  {code}: {kind}" for kind, codes in kinds.items() for code in codes]
        return lines + [f"  {each}" for each in self.against]


def report(language: str, translate: Translate) -> TranslationReport:
    """Check a language's translations of all messages in the catalogue."""
    said = [message for message in MESSAGES.values() if message.place is not MessagePlace.SIGN]
    found = TranslationReport(language, len(said))
    for message in said:
        templates = translate(message)
        if not templates or not all(templates):
            found.missing.append(message.code)
            continue
        if not all(_fits_facts(message, template) for template in templates):
            found.wrong.append(message.code)
        elif not message.facts <= FACTS.keys():
            found.unexplained.append(message.code)
        elif any(len(template.format_map(examples(message))) > message.place.limit for template in templates):
            found.long.append(message.code)
        found.against += [f"{message.code}: {fault}" for fault in breaches(language, message, templates)]
    return found


def examples(message: Message) -> dict[str, str | int]:
    """Return an example of every fact of a message; a count has two digits."""
    facts = {name: FACTS[name].example for name in message.facts}
    return facts | ({message.by: 12} if message.by else {})


def _fits_facts(message: Message, template: str) -> bool:
    """Whether a template names the facts of the English.

    One plural form may leave the number out.
    """
    try:
        named = set(placeholders(template))
    except ValueError:
        return False
    needed = message.facts - ({message.by} if message.by else set())
    return needed <= named <= message.facts
