"""User-written text made safe for display: names and echoes as plain text.

Nothing in the result is invisible, reverses a line, or is longer than fits. Mentions, commands,
times, addresses and invitations in a name are shown as they were typed, and none is live.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Any, Final

from bot.cards.kit.visible import visible
from data.database.persons import COMPUTER, FORMER
from words import Phrase, Speaker, Words
from words.facts import FACTS

BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""
MARKS: Final = 2
"""Accents on one letter; more are no accents but noise over the lines around."""
ISOLATE: Final = "\u2068{}\u2069"
"""Wraps a right-to-left name, so that its neighbours stay in place."""
LIVE: Final = re.compile(
    r"<(?=[^\s<])|(?<=<)@(?=[!&]?\d)|:(?=//)|@(?=everyone|here)"
    r"|(?<=discord\.gg)/|(?<=discord\.com)/|(?<=discordapp\.com)/|(?<=discord\.gift)/|(?<=discord\.new)/",
    re.IGNORECASE,
)
"""Where Discord would find markup that is live.

That is a mention, command, time, emoji, address, invitation or gift. Mentions are split as well, so
that tools that look for mentions and ignore backslashes find none.
"""
MARKDOWN: Final = re.compile(r"[_\\~|*`]|\](?=\()|^(?=\s*-)|^(?=>|#)", re.MULTILINE)
"""Characters that Discord would read as formatting.

discord.py's own pattern takes all text between two links for one link, and leaves it unescaped.
"""
MARKUP: Final = frozenset(name for name, fact in FACTS.items() if str(fact.example).startswith(("<", "http")))
"""Facts that are meant to be live: channels, times, addresses, commands.

None of them is written by a person.
"""
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
    """Return a name in one line without invisible characters and piled-up accents.

    It may be empty. With a `limit` it is cut after that many characters; no joiner is left at its end.

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
    """Return text with a backslash (`stop`) before whatever Discord would parse.

    >>> print(inert("<@1> at https://x.y"))
    \\<\\@1> at https\\://x.y
    """
    return LIVE.sub(lambda found: stop + found[0], text)


def _escape_markdown(text: str) -> str:
    """Escape the Markdown in a text."""
    return MARKDOWN.sub(lambda found: "\\" + found[0], text)


def plain(name: Words) -> Words:
    """Return a user's name as card text.

    It has no Markdown, line breaks or invisible controls, and at most 64 characters. If nothing is left
    of it, the name is "somebody". The words for a player who was forgotten are kept, and those for a
    team have its captain's name treated like this.
    """
    if isinstance(name, Phrase):
        return Phrase(name.code, **harmless(dict(name.facts)))
    return _plain(name)


@lru_cache(maxsize=1024)
def _plain(name: str) -> Words:
    """Return up to 64 characters of a name as card text, or "somebody".

    The result is cached, because one card asks for it four times.
    """
    return safe_text(name, NAME_LIMIT) or Phrase("card.somebody")


def safe_text(words: str, limit: int) -> str:
    """Return user text as one line of card text, up to `limit` characters.

    It has no Markdown and nothing live.
    """
    return inert(_escape_markdown(tidy(words, limit)))


def bare(name: Words) -> Words:
    """Return up to 64 characters of a user's name for places without Markdown.

    Live parts are split invisibly. If nothing is left, the name is "somebody".
    """
    if isinstance(name, Phrase):
        return Phrase(name.code, **{each: _defuse_fact(fact) for each, fact in name.facts.items()})
    return _defuse_fact(name) or Phrase("card.somebody")


def _defuse_fact(fact: Any) -> Any:
    """Return a fact with its live parts split; a number is kept as it is."""
    if isinstance(fact, Phrase):
        return bare(fact)
    if not isinstance(fact, str):
        return fact
    return LIVE.sub(lambda found: found[0] + JOINER, tidy(fact, NAME_LIMIT))


def refusal_text(said: Phrase, language: str) -> str:
    """Return a refusal as card text.

    User text in it, and what it repeats of that, is neither Markdown nor live.
    """
    return _escape_markdown(_mark_live_text(said).text(language)).replace(STOP, "\\")


def harmless(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a Markdown sentence, made safe to insert.

    Names of people have no Markdown, and nothing that people wrote is live.
    """
    return {name: plain(fact) if name in NAMES else _still(name, fact, "\\") for name, fact in facts.items()}


def _mark_live_text(said: Phrase) -> Phrase:
    """Return a sentence with `STOP` before everything live in its facts."""
    return Phrase(said.code, **{name: _still(name, fact, STOP) for name, fact in said.facts.items()})


def _still(name: str, fact: Any, stop: str) -> Any:
    """Return a fact without anything live that a person wrote."""
    if isinstance(fact, Phrase):
        return Phrase(fact.code, **{inner: _still(inner, each, stop) for inner, each in fact.facts.items()})
    if not isinstance(fact, str) or name in MARKUP:
        return fact
    seen = (" " if each.isspace() else each for each in fact if each != STOP)
    return inert(visible("".join(seen)), stop)


def mention(user_id: int | None) -> Words:
    """Return a mention of a user.

    For the computer, and for a player who was forgotten, return words instead.
    """
    if user_id == COMPUTER:
        return Phrase("computer.name")
    return f"<@{user_id}>" if user_id else FORMER


def thread_name(first: Words, second: Words, title: Words, say: Speaker) -> str:
    """Return the name of a match's thread: the players, then the game.

    Names that are too long are cut.
    """
    names = [tidy(say.text(name)) or say.text(Phrase("card.somebody")) for name in (first, second)]
    frame = len(say("thread.name", name="", opponent="", title=title))
    room = THREAD_LIMIT - frame - 2 * (len(ISOLATE) - 2)
    half = room // 2
    shorter = min(len(name) for name in names)
    cut = [_cut(name, max(half, room - shorter)) for name in names]
    shown = [_isolate_rtl(name) for name in cut]
    return say("thread.name", name=shown[0], opponent=shown[1], title=title)[:THREAD_LIMIT]


def _cut(name: str, limit: int) -> str:
    return name if len(name) <= limit else tidy(name, limit - 1) + "…"


def _isolate_rtl(name: str) -> str:
    """Wrap a name in direction isolates if it contains right-to-left characters."""
    turned = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name)
    return ISOLATE.format(name) if turned else name
