"""Checks of a translation.

Its placeholders must be right, its texts must fit their place, its terms must follow the glossary,
and messages must fit into one another (`words/faults.py`). Missing and outdated translations are
only counted.
"""

from dataclasses import dataclass, field

from words.composition import Translate
from words.english import MESSAGES
from words.facts import FACTS
from words.glossary import find_glossary_breaches
from words.message import Message, MessagePlace, placeholders


@dataclass(slots=True)
class TranslationReport:
    """The result of a check: codes of messages, grouped by fault."""

    language: str
    message_count: int
    missing: list[str] = field(default_factory=list)
    """Messages without a translation, which are said in English."""
    fuzzy: list[str] = field(default_factory=list)
    """Messages whose English has changed since they were translated.

    They are shown in English too.
    """
    wrong_placeholders: list[str] = field(default_factory=list)
    """Messages whose placeholders are wrong.

    One is not in the English, one of the English is missing, or there is a lone brace.
    """
    too_long: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    """Messages with a fact that `words/facts.py` does not explain."""
    unknown_codes: list[str] = field(default_factory=list)
    """Codes that the catalogue does not have (any more)."""
    glossary_breaches: list[str] = field(default_factory=list)
    """Messages that break the glossary, each with what is wrong."""
    ill_composed: list[str] = field(default_factory=list)
    """Messages that go wrong when another one is put into them, each with its fault.

    They are looked for only if that is asked for.
    """

    @property
    def is_sound(self) -> bool:
        """Whether the existing translations have no faults."""
        return not (
            self.wrong_placeholders
            or self.too_long
            or self.unexplained
            or self.glossary_breaches
            or self.ill_composed
        )

    @property
    def is_complete(self) -> bool:
        """Whether every message is translated from the current English."""
        return not (self.missing or self.fuzzy)

    @property
    def status(self) -> str:
        """A line that describes the progress of the translation."""
        done = self.message_count - len(self.missing) - len(self.fuzzy)
        left = f"{len(self.fuzzy)} fuzzy, {len(self.missing)} missing"
        return (
            f"{self.language:8}{100 * done // self.message_count:4} %  {done} of {self.message_count}, {left}"
        )

    def __str__(self) -> str:
        counts = (
            f"{self.message_count:5} sentences {len(self.missing):5} missing {len(self.fuzzy):5} fuzzy "
            f"{len(self.wrong_placeholders):5} wrong placeholders {len(self.too_long):5} too long "
            f"{len(self.unknown_codes):5} unknown {len(self.glossary_breaches):5} against the glossary "
            f"{len(self.ill_composed):5} ill composed"
        )
        return f"{self.language:8}{counts}  {'sound' if self.is_sound else 'not sound'}"

    def detail_lines(self) -> list[str]:
        """Return a line for each message that needs attention."""
        kinds = {
            "wrong placeholders": self.wrong_placeholders,
            "a fact that words/facts.py does not explain": self.unexplained,
            "too long": self.too_long,
            "unknown": self.unknown_codes,
        }
        lines = [f"  {code}: {kind}" for kind, codes in kinds.items() for code in codes]
        return lines + [f"  {each}" for each in (*self.glossary_breaches, *self.ill_composed)]


def check_translation(language: str, translate: Translate) -> TranslationReport:
    """Check a language's translations of all messages in the catalogue."""
    said = [message for message in MESSAGES.values() if message.place is not MessagePlace.SIGN]
    found = TranslationReport(language, len(said))
    for message in said:
        templates = translate(message)
        if not templates or not all(templates):
            found.missing.append(message.code)
            continue
        if not all(_fits_facts(message, template) for template in templates):
            found.wrong_placeholders.append(message.code)
        elif not message.facts <= FACTS.keys():
            found.unexplained.append(message.code)
        elif any(
            len(template.format_map(example_facts(message))) > message.place.limit for template in templates
        ):
            found.too_long.append(message.code)
        found.glossary_breaches += [
            f"{message.code}: {fault}" for fault in find_glossary_breaches(language, message, templates)
        ]
    return found


def example_facts(message: Message) -> dict[str, str | int]:
    """Return an example value for every placeholder of a message.

    A count has two digits.
    """
    facts = {name: FACTS[name].example for name in message.facts}
    return facts | ({message.count_fact: 12} if message.count_fact else {})


def _fits_facts(message: Message, template: str) -> bool:
    """Whether a template has the placeholders of the English one.

    One plural form may leave the number out.
    """
    try:
        named = set(placeholders(template))
    except ValueError:
        return False
    needed = message.facts - ({message.count_fact} if message.count_fact else set())
    return needed <= named <= message.facts
