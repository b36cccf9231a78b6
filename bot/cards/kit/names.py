"""Make text written by users safe to show, above all their names.

Nothing in the result is invisible, reverses a line, or is longer than fits. Mentions, commands, times,
addresses and invitations are shown as they were typed, but Discord does not turn them into live links.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from bot.cards.kit.visible import strip_invisible
from data.database.persons import COMPUTER, FORMER
from words import Localizer, Phrase, Words
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
JOINER: Final = "\u2060"
"""Parts two characters, without any width."""
NAME_LIMIT: Final = 64
"""Characters of a name on a card; the rest is left off."""
REASON_LIMIT: Final = 200
"""Characters of a moderator's reason."""
LOOKED_AT: Final = 8
"""Times the characters that are shown of a text, which are looked at for them."""
THREAD_LIMIT: Final = 100
"""Characters of a thread's name (Discord)."""


def tidy_name(name: str, limit: int | None = None) -> str:
    r"""Return a name on one line, without invisible characters.

    Piles of accents are reduced. The result may be empty. With a `limit` it is cut after that many
    characters, and no joiner is left at its end.

    >>> tidy_name(" Ada\u200b  L. "), tidy_name("Lovelace", 4)
    ('Ada L.', 'Love')
    """
    seen: list[str] = []
    marks = 0
    for character in strip_invisible(unicodedata.normalize("NFC", " ".join(name.split()))):
        if character in BLANK:
            continue
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= MARKS:
            seen.append(character)
    whole = " ".join(strip_invisible("".join(seen)).split())
    # A joiner that has lost its neighbour by the cut would be padding.
    return whole if limit is None else strip_invisible(whole[:limit]).rstrip()


def escape_live_markup(text: str) -> str:
    r"""Escape everything that Discord would turn into a mention or a link.

    >>> print(escape_live_markup("<@1> at https://x.y"))
    \<\@1> at https\://x.y
    """
    return LIVE.sub(lambda found: "\\" + found[0], text)


def _escape_markdown(text: str) -> str:
    """Escape the Markdown in a text."""
    return MARKDOWN.sub(lambda found: "\\" + found[0], text)


def safe_name(name: Words) -> Words:
    """Return a user's name, safe to insert into card text.

    It has no Markdown, line breaks or invisible characters, and at most 64 characters. If nothing is
    left of it, it is "Nameless". The words for a player whose data was deleted are kept, and in those
    for a team the captain's name is treated in the same way.
    """
    if isinstance(name, Phrase):
        return Phrase(name.code, **safe_facts(dict(name.facts)))
    return _safe_text_name(name)


@lru_cache(maxsize=1024)
def _safe_text_name(name: str) -> Words:
    """Return up to 64 characters of a name, safe for card text.

    If nothing is left of it, return "Nameless". The result is cached, because one card asks for it four
    times.
    """
    return safe_text(name, NAME_LIMIT) or Phrase("card.somebody")


def safe_text(words: str, limit: int) -> str:
    """Return text written by a user as one line of up to `limit` characters.

    Its Markdown is escaped, and so is everything that Discord would make live.
    """
    # However long it is, no more of it is looked at than can matter.
    return escape_live_markup(_escape_markdown(tidy_name(words[: LOOKED_AT * limit], limit)))


def safe_reason(why: str, limit: int = REASON_LIMIT) -> str:
    """Return a moderator's reason, safe for card text."""
    return safe_text(why, limit) or "–"


def plain_text_name(name: Words) -> Words:
    """Return a user's name for places that show no Markdown.

    It has at most 64 characters. Live markup is split by an invisible character instead of being
    escaped. If nothing is left, the name is "Nameless".
    """
    if isinstance(name, Phrase):
        return Phrase(name.code, **{each: _defuse_fact(fact) for each, fact in name.facts.items()})
    return _defuse_fact(name) or Phrase("card.somebody")


def _defuse_fact(fact: Any) -> Any:
    """Return a fact with its live markup split; a number is kept as it is."""
    if isinstance(fact, Phrase):
        return plain_text_name(fact)
    if not isinstance(fact, str):
        return fact
    return LIVE.sub(lambda found: found[0] + JOINER, tidy_name(fact, NAME_LIMIT))


def refusal_text(refusal: Phrase, language: str) -> str:
    """Return a refusal as card text.

    Text that users wrote, and what the refusal repeats of it, has neither Markdown nor live markup. The
    sentence's own Markdown stays.
    """
    return _neutralise_phrase(refusal, _escape_markdown).text(language)


def safe_facts(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a message, made safe to insert into Markdown.

    Names of people have no Markdown, and nothing that people wrote is live.
    """
    return {
        name: safe_name(fact) if name in NAMES else _neutralise_fact(name, fact)
        for name, fact in facts.items()
    }


def _neutralise_phrase(said: Phrase, escape: Callable[[str], str]) -> Phrase:
    """Return a message whose facts are safe to insert.

    `escape` is called with each text first.
    """
    return Phrase(
        said.code, **{name: _neutralise_fact(name, fact, escape) for name, fact in said.facts.items()}
    )


def _neutralise_fact(name: str, fact: Any, escape: Callable[[str], str] = str) -> Any:
    """Return a fact with the live markup of people's text escaped."""
    if isinstance(fact, Phrase):
        return _neutralise_phrase(fact, escape)
    if not isinstance(fact, str) or name in MARKUP:
        return fact
    seen = "".join(" " if each.isspace() else each for each in fact)
    return escape_live_markup(escape(strip_invisible(seen)))


def mention(user_id: int | None) -> Words:
    """Return a mention of a user.

    For the computer, and for a player whose data was deleted, return words instead.
    """
    if user_id == COMPUTER:
        return Phrase("computer.name")
    return f"<@{user_id}>" if user_id else FORMER


def thread_name(first: Words, second: Words, title: Words, say: Localizer) -> str:
    """Return the name of a match's thread: the players, then the game.

    Names that are too long are cut.
    """
    names = [tidy_name(say.text(name)) or say.text(Phrase("card.somebody")) for name in (first, second)]
    frame = len(say("thread.name", name="", opponent="", title=title))
    room = THREAD_LIMIT - frame - 2 * (len(ISOLATE) - 2)
    half = room // 2
    shorter = min(len(name) for name in names)
    cut = [_cut(name, max(half, room - shorter)) for name in names]
    shown = [_isolate_rtl(name) for name in cut]
    return say("thread.name", name=shown[0], opponent=shown[1], title=title)[:THREAD_LIMIT]


def _cut(name: str, limit: int) -> str:
    return name if len(name) <= limit else tidy_name(name, limit - 1) + "…"


def _isolate_rtl(name: str) -> str:
    """Wrap a name in direction isolates if it contains right-to-left characters."""
    turned = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name)
    return ISOLATE.format(name) if turned else name
