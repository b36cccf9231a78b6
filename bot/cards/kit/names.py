"""What people write, as others may see it: names and echoes are text, and nothing in them is live.

Nothing is invisible or turns a line around, nothing is longer than fits; mentions, commands, times, addresses and
invitations that somebody has for a name stand there as they were typed.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Any, Final

from bot.cards.kit.visible import visible
from data.database.persons import COMPUTER, FORMER
from words import Said, Speaker, Words
from words.facts import FACTS

BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""
MARKS: Final = 2
"""Accents on one letter; more are no accents but noise over the lines around."""
ISOLATE: Final = "\u2068{}\u2069"
"""Around a name that runs from right to left, so that what is beside it stays in its place."""
LIVE: Final = re.compile(
    r"<(?=[^\s<])|(?<=<)@(?=[!&]?\d)|:(?=//)|@(?=everyone|here)"
    r"|(?<=discord\.gg)/|(?<=discord\.com)/|(?<=discordapp\.com)/|(?<=discord\.gift)/|(?<=discord\.new)/",
    re.IGNORECASE,
)
"""Where Discord would read something: a mention, a command, a time, an emoji, an address, an invitation, a gift.

A mention is parted too: who looks for mentions without a look at backslashes finds none.
"""
MARKDOWN: Final = re.compile(r"[_\\~|*`]|\](?=\()|^(?=\s*-)|^(?=>|#)", re.MULTILINE)
"""What Discord would format by. The library's own pattern takes all between two links for one, and leaves it be."""
MARKUP: Final = frozenset(name for name, fact in FACTS.items() if str(fact.example).startswith(("<", "http")))
"""Facts that are to be live: channels, times, addresses, commands. No person writes them."""
NAMES: Final = ("name", "opponent")
"""Facts that are people's names."""
STOP: Final = "\ue000"
"""Holds the place of a backslash while a whole sentence is escaped."""
JOINER: Final = "\u2060"
"""Parts two characters, without any width."""
NAME_LIMIT: Final = 64
"""Characters of a name on a card; the rest is left off."""
THREAD_LIMIT: Final = 100
"""Characters of a thread's name (Discord)."""


def tidy(name: str, limit: int | None = None) -> str:
    """Return a name in one line without invisible characters and heaps of accents; it may be empty.

    With a `limit` it is cut after so many characters; no joiner is left at its end.

    >>> tidy(" Ada\u200b  L. "), tidy("Lovelace", 4)
    ('Ada L.', 'Love')
    """
    seen, marks = [], 0
    for character in visible(unicodedata.normalize("NFC", " ".join(name.split()))):
        if character in BLANK:
            continue
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= MARKS:
            seen.append(character)
    whole = " ".join(visible("".join(seen)).split())
    # A joiner that has lost its neighbour by the cut would be padding.
    return whole if limit is None else visible(whole[:limit]).rstrip()


def inert(text: str, stop: str = "\\") -> str:
    """Return text in which Discord finds nothing to read, with a backslash (`stop`) before what it would.

    >>> print(inert("<@1> at https://x.y"))
    \\<\\@1> at https\\://x.y
    """
    return LIVE.sub(lambda found: stop + found[0], text)


def _escaped(text: str) -> str:
    return MARKDOWN.sub(lambda found: "\\" + found[0], text)


def plain(name: Words) -> Words:
    """Return a user's name as card text: no Markdown, no line breaks, no invisible controls, at most 64 characters.

    Where nothing is left of it, the name is "somebody"; the words for a player who was forgotten stay as they are, and
    those for a team have its captain's name as it says here.
    """
    if isinstance(name, Said):
        return Said(name.code, **harmless(dict(name.facts)))
    return _plain(name)


@lru_cache(maxsize=1024)
def _plain(name: str) -> Words:
    """Return up to 64 characters of a name as card text, or "somebody"; kept, for one card asks for it four times."""
    return written(name, NAME_LIMIT) or Said("card.somebody")


def written(words: str, limit: int) -> str:
    """Return up to `limit` characters of what somebody wrote as card text in one line: no Markdown, nothing live."""
    return inert(_escaped(tidy(words, limit)))


def bare(name: Words) -> Words:
    """Return up to 64 characters of a user's name for where there is no Markdown: what would be live is parted, unseen.

    Where nothing is left of it, the name is "somebody".
    """
    if isinstance(name, Said):
        return Said(name.code, **{each: _parted(fact) for each, fact in name.facts.items()})
    return _parted(name) or Said("card.somebody")


def _parted(fact: Any) -> Any:
    """Return a fact that has what would be live parted; a number stays."""
    if isinstance(fact, Said):
        return bare(fact)
    if not isinstance(fact, str):
        return fact
    return LIVE.sub(lambda found: found[0] + JOINER, tidy(fact, NAME_LIMIT))


def echoed(said: Said, language: str) -> str:
    """Return a refusal as card text: what people wrote, and what it repeats of that, is neither Markdown nor live."""
    return _escaped(_stopped(said).text(language)).replace(STOP, "\\")


def harmless(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a sentence that is Markdown itself: people's names without any, and nothing of them live."""
    return {name: plain(fact) if name in NAMES else _still(name, fact, "\\") for name, fact in facts.items()}


def _stopped(said: Said) -> Said:
    return Said(said.code, **{name: _still(name, fact, STOP) for name, fact in said.facts.items()})


def _still(name: str, fact: Any, stop: str) -> Any:
    """Return a fact without anything live that a person wrote."""
    if isinstance(fact, Said):
        return Said(fact.code, **{inner: _still(inner, each, stop) for inner, each in fact.facts.items()})
    if not isinstance(fact, str) or name in MARKUP:
        return fact
    seen = (" " if each.isspace() else each for each in fact if each != STOP)
    return inert(visible("".join(seen)), stop)


def mention(user_id: int | None) -> Words:
    """Return what Discord shows as a user's name, in words for the computer and for a player who was forgotten."""
    if user_id == COMPUTER:
        return Said("computer.name")
    return f"<@{user_id}>" if user_id else FORMER


def thread_name(first: Words, second: Words, title: Words, say: Speaker) -> str:
    """Return the name of a match's thread: its players first, then the game; names that are too long are cut."""
    names = [tidy(say.text(name)) or say.text(Said("card.somebody")) for name in (first, second)]
    frame = len(say("thread.name", name="", opponent="", title=title))
    room = THREAD_LIMIT - frame - 2 * (len(ISOLATE) - 2)
    half = room // 2
    shorter = min(len(name) for name in names)
    cut = [_cut(name, max(half, room - shorter)) for name in names]
    shown = [_isolated(name) for name in cut]
    return say("thread.name", name=shown[0], opponent=shown[1], title=title)[:THREAD_LIMIT]


def _cut(name: str, limit: int) -> str:
    return name if len(name) <= limit else tidy(name, limit - 1) + "…"


def _isolated(name: str) -> str:
    turned = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name)
    return ISOLATE.format(name) if turned else name
