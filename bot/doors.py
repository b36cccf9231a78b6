"""What each action gives access to, and the check of who may have it.

The check comes before the handler of every button, menu and form. A custom_id may be forged: it may name an
object that its sender cannot see, or come from a channel where its card never was.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from bot.answers.request import Request
from bot.answers.rights import can_member_see
from bot.cards.play.games import IN_LIST
from bot.delivery.wire import ask_discord
from club.club import Club
from club.members.quotas import REQUEST
from club.refusals import Refusal
from data.competitions.competitions import CompetitionPart
from data.play.challenges import ChallengeRow


class AccessSubject(StrEnum):
    """The kind of object that an action gives access to; it determines the check."""

    MATCH = "match"
    """A match; its handler checks access through `club.play.after.match_resolver`.

    Its players may act, and members who may see its place.
    """
    CHALLENGE = "challenge"
    """Both whom it brings together, and those who may see its place."""
    SEASON = "season"
    SECTION = "section"
    PAIRING = "pairing"
    """These three belong to a competition: open to anyone who presses on its cards."""
    GAME = "game"
    """Rules, first steps, openings and imported records: the same for everyone."""
    PUZZLE = "puzzle"
    """Puzzles are everybody's, their tries one's own."""
    PERSON = "person"
    """Data of the person who presses: they get no one else's."""
    SERVER = "server"
    """The server that it is pressed on, whatever it names."""


_NAMES: Final[Mapping[AccessSubject, tuple[str, ...]]] = {
    AccessSubject.MATCH: (
        "adjourn", "adv-do", "adv-drop", "adv-page", "adv-pick", "adv-write", "adv-written", "advance",
        "analyse", "analyse-at", "ballot", "call-off", "choose", "claim", "claim-win", "deal", "do", "draw",
        "end", "end-yes", "follow", "friend", "give-time", "guess", "guess-do", "guess-page", "guess-pick",
        "guest-send", "hand", "hint", "hint-move", "live", "more", "move-in", "moves", "next", "nodraw", "note",
        "note-put", "notes", "notes-show", "noundo", "nudge", "offer", "open", "page", "pick", "play",
        "private", "record", "rematch", "replay", "replay-all", "resign", "resign-no", "resign-yes", "resume",
        "share-end", "share-no", "share-replay", "share-report", "share-to", "share-yes", "show-match",
        "strength", "takeback", "try-turn", "undo", "unfollow", "verify", "view", "void", "void-yes", "vote-do",
        "vote-page", "vote-pick", "vote-safe", "words", "write", "written",
    ),
    AccessSubject.CHALLENGE: (
        "accept", "ask-block", "ask-more", "cancel", "decline", "level", "meanwhile", "options", "set-options", "terms",
    ),
    AccessSubject.SEASON: (
        "season-end", "season-go", "season-in", "season-out", "season-stop", "team-code", "team-down",
        "team-in", "team-line", "team-more", "team-out", "team-pick", "team-up",
    ),
    AccessSubject.SECTION: (
        "climb", "climb-to", "here", "place-take", "places", "round-back", "round-yes", "rule", "rule-pair",
        "seat-take", "table-games", "table-record", "table-whole", "team-again", "team-board", "withdraw",
        "withdraw-yes",
    ),
    AccessSubject.PAIRING: (
        "contest", "rule-set", "rule-why",
    ),
    AccessSubject.GAME: (
        "chapter", "compare", "coord", "coord-go", "coords", "differ", "howto", "import", "import-at",
        "import-clean", "import-file", "import-find", "import-gif", "import-kind", "import-list", "import-open",
        "import-play", "import-share", "record-at", "record-look", "step", "steps", "tree", "tree-kind", "tree-play",
        "tree-twotone", "try", "try-on", "try-record", "under",
    ),
    AccessSubject.PUZZLE: (
        "daily", "puzzle", "puzzle-again", "puzzle-hint", "puzzle-mine", "puzzle-move", "puzzle-next",
        "puzzle-show", "puzzle-try", "race", "run-begin", "run-open", "share-puzzle", "streak", "today",
    ),
    AccessSubject.PERSON: (
        "block", "block-set", "blocks", "forget", "forget-no", "games", "hide-match", "learn", "learn-daily",
        "learn-hint", "learn-hour", "learn-move", "learn-next", "learn-open", "learn-show", "live-close", "look",
        "look-all", "look-set", "me", "me-boards", "me-time", "my-time", "page-make", "page-remove", "rest",
        "set-vacation", "set-zone", "share-all", "share-self", "simul-next", "vacation", "vacation-off", "zone",
    ),
    AccessSubject.SERVER: (
        "club-mine", "dare", "guess-month", "rival", "seek", "server", "server-card", "server-club", "server-daily",
        "server-log", "server-more", "server-puz", "server-time", "server-tz", "server-zone", "set-clocks",
        "share-table", "standings", "standings-of",
    ),
}  # fmt: skip
ACCESS_SUBJECTS: Final[Mapping[str, AccessSubject]] = {
    action: door for door, names in _NAMES.items() for action in names
}
"""The door of every action.

`tests/bot/test_doors.py` checks them all, and fails for one that is missing here.
"""
_PARTS: Final[Mapping[AccessSubject, CompetitionPart]] = {
    AccessSubject.SEASON: CompetitionPart.STAGE,
    AccessSubject.SECTION: CompetitionPart.SECTION,
    AccessSubject.PAIRING: CompetitionPart.PAIRING,
}


async def check_access(club: Club, request: Request) -> None:
    """Raise `Refusal` if the person may not see the object of a component.

    The refusal is the same as if the object did not exist.
    """
    door = ACCESS_SUBJECTS[request.custom_id.action]
    if door is AccessSubject.CHALLENGE:
        await _check_challenge(club, request)
    elif door in _PARTS:
        await _check_competition(club, request, _PARTS[door])


async def _check_challenge(club: Club, request: Request) -> None:
    row = await club.play.challenges.get(request.custom_id.id)
    from_afar = request.custom_id.rest == IN_LIST and row.has_route
    if request.user.id in (row.challenger_id, row.opponent_id) or await _can_see(
        club, request, row, from_afar=from_afar
    ):
        return
    raise Refusal("look.unseen" if from_afar and row.opponent_id is None else "challenge.unknown")


async def _can_see(club: Club, request: Request, row: ChallengeRow, *, from_afar: bool) -> bool:
    """Whether the person can see the channel of a challenge.

    If `from_afar`, the challenge was announced to them elsewhere, and Discord is asked.
    """
    if row.home_server_id in (None, request.guild_id):
        return (await request.asker.find_rights(row)).may_see
    guild = request.get_guild(row.guild_id)
    if not from_afar or guild is None or not club.members.presses.try_take(request.user.id, REQUEST):
        return False
    return await ask_discord(can_member_see(guild, row, request.user.id))


async def _check_competition(club: Club, request: Request, part: CompetitionPart) -> None:
    number = request.custom_id.first_number
    places: Sequence[tuple[int, int]] = (
        [] if number is None else await club.competitions.all.load_card_places(part, number)
    )
    if (request.guild_id, request.parent_id or request.channel_id) not in places:
        raise Refusal("league.gone")
