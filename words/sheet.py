"""A sheet of messages as they are put together, for readers of a translation.

`python -m words sheet pt-BR` writes it: what every match shows comes first, then the rest. Each
message stands with its English, and with a few of its compositions, so that all kinds of facts are
seen. With a seed, lots are drawn from both halves, as two readers judge them.
"""

import random
from collections.abc import Iterator, Sequence
from html import escape
from itertools import zip_longest
from pathlib import Path
from typing import Final

from words.composition import Composer
from words.english import MESSAGES, SUBJECTS
from words.message import Message, MessagePlace

LOT: Final = 150
"""Messages that are drawn from each half."""
SHOWN: Final = 6
"""Compositions of a message on the sheet."""
EVERY_MATCH: Final = ("play", "games", "kit")
"""The folders of `words/english` whose messages every match shows."""
HEAD: Final = """<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Twotone · {language}</title><style>
body {{ font: 16px/1.45 sans-serif; max-width: 60em; margin: 1em auto; padding: 0 1em }}
h3 {{ font: 12px monospace; margin: 1.4em 0 0; color: #555 }}
i {{ color: #555 }} p {{ margin: 2px 0; white-space: pre-wrap }}
</style><h1>Twotone · {language}</h1>"""


def write_sheet(composer: Composer, english: Composer, path: Path, seed: int | None = None) -> Path:
    """Write the sheet of a language, whole or by lot, and return its path."""
    parts = [HEAD.format(language=composer.language)]
    for title, messages in halves():
        drawn = list(messages)
        if seed is not None:
            drawn = random.Random(f"{seed} {title}").sample(drawn, min(LOT, len(drawn)))
        parts.append(f"<h2>{title}: {len(drawn)}</h2>")
        parts += (_entry(number, message, composer, english) for number, message in enumerate(drawn, 1))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(parts), encoding="utf-8")
    return path


def halves() -> Iterator[tuple[str, Sequence[Message]]]:
    """Yield both halves of the catalogue: what every match shows, and the rest."""
    shown = {
        message.code
        for subject in SUBJECTS
        if subject.__name__.split(".")[2] in EVERY_MATCH
        for message in subject.MESSAGES
    }
    read = [each for each in MESSAGES.values() if each.place not in (MessagePlace.SIGN, MessagePlace.CONSOLE)]
    yield "What every match shows", [each for each in read if each.code in shown]
    yield "The rest", [each for each in read if each.code not in shown]


def _entry(number: int, message: Message, composer: Composer, english: Composer) -> str:
    """Return a message's code, its English, and what is put together of it."""
    told, said = (list(each.compose(message)) for each in (composer, english))
    step = max(1, len(told) // SHOWN)
    lines = [f"<h3>{number} · {escape(message.code)} · {escape(message.place.meaning)}</h3>"]
    for own, source in zip_longest(told[::step][:SHOWN], said[::step][:SHOWN]):
        lines += [f"<p>{escape(own.text)}</p>"] if own else []
        lines += [f"<p><i>{escape(source.text)}</i></p>"] if source else []
    return "\n".join(lines)
