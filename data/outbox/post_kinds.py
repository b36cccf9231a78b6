"""The kinds of posts, each with the rule for what depends on the kind.

How a post is made and sent is decided in the package `bot` (`bot/delivery/drain.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Self


class Purpose(Enum):
    """The purpose of a post; it determines how a refusal of the post is handled.

    The value is the column in the table of decisions (`bot/delivery/decisions.py`).
    """

    THREAD = 0
    """It makes the thread of a match."""
    HERE = 1
    """It belongs in the place of a match."""
    RESULT = 2
    """It tells the channel of a thread how a match ended."""
    HAND = 3
    """It shows a hand by direct message."""
    LOOKS = 4
    """It only changes the looks of an old card, or is a mere courtesy."""
    CARD = 5
    """It is the card of a challenge, a puzzle, a server, its digest or a competition."""


class Urgency(Enum):
    """How many seconds later a post may come than one that a player waits for.

    These limits ensure that no post waits forever behind later ones.
    """

    PLAYER = 0.0
    SOON = 1.0
    LOOKS = 2.0
    LAST = 5.0


@dataclass(frozen=True, slots=True)
class PostRule:
    """The rule that applies to all posts of a kind."""

    purpose: Purpose
    urgency: Urgency
    dedup: str = "{kind[0]}{match}{seat}v{version}"
    """The unique name, from the row and its payload; if empty, each row is given one."""
    wait: float = 0.0
    """Seconds before it is first posted, unless less is asked for.

    They leave others their time, or wait for more to happen.
    """
    newest_only: bool = False
    """Whether it shows the present state: a newer row replaces an unsent older one."""
    may_hasten: bool = False
    """Whether a row that is there already is due earlier if it is put again for then."""
    may_use_token: bool = False
    """Whether a player's press in the match's own place may post it.

    It proves that place open, because a player has acted there.
    """
    in_user_installs: bool = False
    """Whether a press can show it where the bot is no member; nothing else gets there."""
    redraws_server_card: bool = False
    """Whether the server's card may have to show its news too."""


class PostKind(StrEnum):
    """The kind of post in a row of the outbox, with its rule."""

    rule: PostRule

    def __new__(cls, kind: str, rule: PostRule | None = None) -> Self:
        """Create a member with its value in the database and its rule."""
        assert rule is not None  # a kind is looked up without one, which makes none
        member = str.__new__(cls, kind)
        member._value_ = kind
        member.rule = rule
        return member

    PLACE = "place", PostRule(Purpose.THREAD, Urgency.PLAYER, redraws_server_card=True)
    """The thread of a new match."""
    BOARD = (
        "board",
        PostRule(
            Purpose.HERE,
            Urgency.PLAYER,
            newest_only=True,
            may_use_token=True,
            in_user_installs=True,
            redraws_server_card=True,
        ),
    )
    """The newest board of a match."""
    STRIP = "strip", PostRule(Purpose.LOOKS, Urgency.LOOKS, "s{message}", in_user_installs=True)
    """A former board, which loses its buttons."""
    OFFER = "offer", PostRule(Purpose.HERE, Urgency.PLAYER, may_use_token=True, in_user_installs=True)
    """An offer to the opponent."""
    HAND = "hand", PostRule(Purpose.HAND, Urgency.PLAYER, newest_only=True)
    """The hidden hand of one seat, by direct message; out of turn it is less urgent."""
    NOTICE = "notice", PostRule(Purpose.HERE, Urgency.SOON)
    """Tells of closed direct messages, or of a ruling on the match."""
    RESULT = "result", PostRule(Purpose.RESULT, Urgency.SOON)
    """How a match ended, for the channel of its thread."""
    CARD = (
        "card",
        PostRule(Purpose.CARD, Urgency.PLAYER, "card{challenge}", wait=5.0, redraws_server_card=True),
    )
    """The card of a new challenge, where no answer has shown it.

    None does after five seconds: Discord accepts no answer after three.
    """
    CHALLENGE = (
        "challenge",
        PostRule(Purpose.LOOKS, Urgency.LOOKS, "c{challenge}", wait=5.0, redraws_server_card=True),
    )
    """What became of a challenge: its card changes, unless an answer shows it first."""
    SEAT = "seat", PostRule(Purpose.LOOKS, Urgency.SOON, "o{challenge:x}u{to:x}", wait=60.0)
    """Direct message to a member with a seek: an open challenge waits for anyone.

    Anyone who is present has taken it by then, if they want it.
    """
    LEARN = "learn", PostRule(Purpose.LOOKS, Urgency.LOOKS, "")
    """Direct message to a member who wants it: exercises from their matches are due."""
    WITHDRAWN = "withdrawn", PostRule(Purpose.LOOKS, Urgency.SOON, "w{challenge}", redraws_server_card=True)
    """Direct message to a challenger: no card of their challenge could be posted."""
    LAPSE = "lapse", PostRule(Purpose.LOOKS, Urgency.LOOKS, "l{message}")
    """What became of an offer: its card loses its buttons."""
    MOVED = "moved", PostRule(Purpose.LOOKS, Urgency.SOON)
    """Where a moderator has moved a match, for the place it was in."""
    ARCHIVE = "archive", PostRule(Purpose.LOOKS, Urgency.LAST, wait=3600.0)
    """The thread of a finished match, which leaves the list of channels.

    There is time to talk about the match before, and to press its buttons.
    """
    TURN = "turn", PostRule(Purpose.LOOKS, Urgency.SOON, wait=120.0)
    """Tells a player by direct message of their turn, or that time is up.

    The board says it too. Players who are present have moved by then.
    """
    REMINDER = "reminder", PostRule(Purpose.LOOKS, Urgency.SOON)
    """Tells a player that their time runs low.

    It is a direct message, or else a post where they play.
    """
    GREETING = "greeting", PostRule(Purpose.LOOKS, Urgency.LOOKS, "g{guild}")
    """What the bot is, for a server that has just added it."""
    UNPLAYABLE = "unplayable", PostRule(Purpose.LOOKS, Urgency.SOON)
    """Tells in a match's place that it is in quarantine.

    Every press on a button of the match is answered with that too.
    """
    PUZZLE = "puzzle", PostRule(Purpose.CARD, Urgency.SOON, "z{post}")
    """The daily puzzle of a server."""
    SOLVERS = "solvers", PostRule(Purpose.LOOKS, Urgency.LOOKS, "zs{post}")
    """Who has solved a daily puzzle first: its post changes."""
    UNPOSTED = "unposted", PostRule(Purpose.LOOKS, Urgency.SOON, "")
    """Direct message: a channel no longer takes the daily puzzle, card or digest.

    It goes to the person who chose the channel, or tells those in a competition that its channel was
    deleted.
    """
    CLUB = "club", PostRule(Purpose.CARD, Urgency.LOOKS, "club{guild}", wait=3600.0)
    """The card of a server: it is posted, kept up to date, or taken away.

    It is looked at again an hour later at most.
    """
    DIGEST = "digest", PostRule(Purpose.CARD, Urgency.LOOKS, "")
    """The weekly digest of a server."""
    SEASON = "season", PostRule(Purpose.CARD, Urgency.SOON, "season{stage}")
    """The card of a league's season: who has signed up."""
    SECTION = "section", PostRule(Purpose.CARD, Urgency.SOON, "section{section}", wait=30.0, may_hasten=True)
    """The card of a section of a season: its table.

    It waits for more threads to link to, and changes only once for all that are made meanwhile.
    """
    EVENT = "event", PostRule(Purpose.LOOKS, Urgency.LOOKS, "event{stage}")
    """An event of Discord's that tells when a season or a tournament starts or closes.

    The card says it too.
    """
    WHEREABOUTS = "whereabouts", PostRule(Purpose.LOOKS, Urgency.LOOKS, "at{place:x}")
    """Whether a channel or a thread is still there that a new session has not named.

    The next post there finds it out too. A silent thread of a running match is kept awake.
    """


def kinds_sql(predicate: Callable[[PostRule], bool] = lambda rule: True) -> str:
    """Return the kinds whose rule satisfies a predicate, as a list in SQL."""
    return ", ".join(repr(str(kind)) for kind in PostKind if predicate(kind.rule))
