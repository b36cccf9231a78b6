"""Check a translation: what is missing, what has wrong placeholders, what is too long for its place."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from words.english import MESSAGES
from words.facts import FACTS
from words.glossary import breaches
from words.message import Message, Place, placeholders

Translate = Callable[[Message], Sequence[str]]
"""Gives the templates of a message in a language: one, or one for each plural form; empty where there is none."""


@dataclass(slots=True)
class Report:
    """What a check has found: codes of messages, by what is wrong with them."""

    language: str
    messages: int
    complete: bool
    """Whether the language calls itself complete, so that people are spoken to in it."""
    missing: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """Messages with a placeholder that the English does not have, without one that it has, or with a lone brace."""
    long: list[str] = field(default_factory=list)
    reworded: list[str] = field(default_factory=list)
    """Messages whose English has changed since they were translated; they are used as they are."""
    unexplained: list[str] = field(default_factory=list)
    """Messages with a fact that `words/facts.py` does not explain."""
    unknown: list[str] = field(default_factory=list)
    """Codes that the catalogue does not have (any more)."""
    against: list[str] = field(default_factory=list)
    """Messages that break the glossary, each with what is wrong."""

    @property
    def sound(self) -> bool:
        """Return whether the language is what it calls itself."""
        broken = self.wrong or self.unexplained or self.against
        return not broken and not (self.complete and (self.missing or self.long))

    def __str__(self) -> str:
        counts = (
            f"{self.messages:5} sentences {len(self.missing):5} missing {len(self.wrong):5} wrong placeholders "
            f"{len(self.long):5} too long {len(self.reworded):5} reworded {len(self.unknown):5} unknown "
            f"{len(self.against):5} against the glossary"
        )
        state = "complete" if self.complete and self.sound else "not complete"
        return f"{self.language:8}{counts}  {state}"

    def details(self) -> list[str]:
        """Return a line for each message that somebody should look at."""
        kinds = {
            "missing": self.missing if self.complete else [],
            "wrong placeholders": self.wrong,
            "a fact that words/facts.py does not explain": self.unexplained,
            "too long": self.long,
            "reworded in English": self.reworded,
            "unknown": self.unknown,
        }
        lines = [f"  {code}: {kind}" for kind, codes in kinds.items() for code in codes]
        return lines + [f"  {each}" for each in self.against]


def report(language: str, translate: Translate, *, complete: bool) -> Report:
    """Check every message of the catalogue in a language."""
    found = Report(language, len(MESSAGES), complete)
    for message in MESSAGES.values():
        templates = translate(message)
        if message.place is Place.SIGN:
            continue
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
    """Return an example of every fact of a message; what is counted is a number of two digits."""
    facts = {name: FACTS[name].example for name in message.facts}
    return facts | ({message.by: 12} if message.by else {})


def _fits_facts(message: Message, template: str) -> bool:
    """Return whether a template names the facts of the English; one plural form may leave the number out."""
    try:
        named = set(placeholders(template))
    except ValueError:
        return False
    needed = message.facts - ({message.by} if message.by else set())
    return needed <= named <= message.facts
