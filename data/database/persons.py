"""Where the database keeps personal data: every column of every table is named.

`/privacy` exports and deletes according to this list. A new table or column is added here,
together with whether it holds a person, and the rest follows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from words import Phrase, Words

NOBODY: Final = 0
"""Stands in for the ID of a forgotten person where a table must hold one.

No Discord user has this ID.
"""
COMPUTER: Final = -1
"""Stands in for a person's ID where the computer sits; no Discord user has it."""
NO_NAME: Final = ""
"""In place of their name."""
OPAQUE: Final = object()
"""Marks an ID that is replaced by an opaque number.

The number is different on each server and linked to nothing, so that other players keep their
ratings.
"""
FORMER: Final = Phrase("person.former")
"""How people read it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The contents of one table's columns.

    `nobody` are the columns that say nothing about a person: games, places, times. `people` are the
    columns that hold a person's ID. Each says what becomes of the row when that person is forgotten:
    the columns that change with it and their new values, or `None` if the row is deleted. `theirs`
    are the other columns of a row that is deleted. `within` are texts that may name a person among
    other things; `forgetting` must be able to find any that is added. `acts` are interactions of
    people who are not named beside them.
    """

    key: tuple[str, ...]
    people: Mapping[str, Mapping[str, object] | None] = field(default_factory=dict)
    theirs: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    nobody: tuple[str, ...] = ()

    @property
    def all(self) -> frozenset[str]:
        """Return every column that is named."""
        changed = (name for becomes in self.people.values() for name in becomes or ())
        return frozenset(
            (*self.key, *self.people, *changed, *self.theirs, *self.within, *self.acts, *self.nobody)
        )


TABLES: Final[Mapping[str, Columns]] = {
    "meta": Columns(key=("key",), nobody=("value",)),
    "server": Columns(
        key=("guild_id",),
        people={"puzzle_by": {"puzzle_by": None}, "card_by": {"card_by": None}, "digest_by": {"digest_by": None}},
        nobody=("channels", "threads", "running_limit", "open_limit", "language", "greeted_at",
                "clock", "clock_least", "clock_most", "locale", "computers", "zone", "puzzle_channel",
                "puzzle_hour", "puzzle_at", "mined", "mined_day", "mined_count", "ratings", "card_channel",
                "digest_channel", "digest_day", "digest_hour", "digest_at", "digest_last", "pages", "lab"),
    ),
    "club_card": Columns(
        key=("guild_id",),
        nobody=(
            "changes", "channel_id", "message_id", "number", "posted_at", "acted_at", "looked_at", "away", "pinned",
            "shown",
        ),
    ),
    "admin_log": Columns(
        key=("id",),
        people={"user_id": {"user_id": NOBODY}},
        nobody=("guild_id", "at", "what", "was", "became", "match_id"),
    ),
    "match": Columns(
        key=("id",),
        nobody=(
            "game", "options", "secret", "rules_version", "status", "version", "turn", "guild_id", "channel_id",
            "thread_id", "record", "board_channel_id", "board_message_id", "board_posted_at", "board_version",
            "board_attachment_id", "offer_channel_id", "offer_message_id", "offer_version", "winner", "reason",
            "created_at", "updated_at", "plies", "set_aside", "turn_at", "nudged_at", "absent_at", "due_at", "abroad",
            "start", "rated",
        ),
    ),
    "seat": Columns(
        key=("match_id", "seat"),
        people={
            "user_id": {
                "user_id": NOBODY, "name": NO_NAME, "dm_channel_id": None, "dm_message_id": None,
                "dm_posted_at": None, "dm_version": None,
            },
        },
        nobody=("running", "suspended", "level", "seed", "chance", "team", "guest"),
    ),
    "event": Columns(
        key=("match_id", "version"),
        people={"user_id": {"user_id": None, "interaction_id": None}},
        nobody=("seat", "kind", "text", "at", "hash", "advance"),
    ),
    "advance": Columns(
        key=("match_id", "seat"), people={"user_id": None}, theirs=("since", "lines"),
    ),
    "ballot": Columns(key=("match_id",), nobody=("span", "quorum", "since", "closes_at", "empty", "due_at", "role_id")),
    "vote": Columns(
        key=("id",),
        people={"user_id": None},
        theirs=("match_id", "seat", "since", "move", "safe", "interaction_id"),
    ),
    "tally": Columns(key=("match_id", "version"), nobody=("votes", "voters")),
    "guess": Columns(
        key=("match_id", "user_id"), people={"user_id": None}, theirs=("since", "move", "played"),
    ),
    "guess_month": Columns(
        key=("guild_id", "month", "user_id"), people={"user_id": None}, theirs=("made", "found", "at"),
    ),
    "note": Columns(
        key=("match_id", "user_id", "ply"), people={"user_id": None}, theirs=("move", "text", "at"),
    ),
    "note_consent": Columns(key=("match_id", "user_id"), people={"user_id": None}),
    "challenge": Columns(
        key=("id",),
        people={
            "challenger_id": {
                "challenger_id": NOBODY, "challenger_name": NO_NAME, "interaction_id": None,
                "closed_by_interaction": None,
            },
            "opponent_id": {
                "opponent_id": NOBODY, "opponent_name": NO_NAME, "closed_by_interaction": None,
            },
        },
        nobody=(
            "game", "options", "side", "guild_id", "channel_id", "message_id", "status", "match_id", "created_at",
            "expires_at", "anyone", "rematch_of", "clock", "abroad", "start",
            "rated", "told", "vote",
        ),
    ),
    "thinking": Columns(
        key=("match_id",), acts=("interaction_id",), nobody=("not_before", "attempts", "owner", "leased_until"),
    ),
    "mining": Columns(key=("match_id",), nobody=("guild_id", "not_before", "attempts", "owner", "leased_until")),
    "learning": Columns(key=("match_id",), nobody=("not_before", "attempts", "owner", "leased_until")),
    "exercise": Columns(
        key=("user_id", "key"),
        people={"user_id": None},
        theirs=("match_id", "game", "told", "step", "due_day", "made_at"),
    ),
    "appraisal": Columns(
        key=("user_id", "match_id"),
        people={"user_id": None},
        theirs=("accuracy", "lost_early", "lost_middle", "lost_late", "ply", "cost", "lesson", "decided"),
    ),
    "fastest": Columns(key=("user_id", "game"), people={"user_id": None}, theirs=("seconds",)),
    "first_step": Columns(key=("user_id", "game", "number"), people={"user_id": None}),
    "learner": Columns(
        key=("user_id",), people={"user_id": None}, theirs=("hour", "due_at", "told_at", "day", "looked"),
    ),
    "tree_job": Columns(key=("match_id",), nobody=("not_before", "attempts", "owner", "leased_until")),
    "tree_kind": Columns(key=("id",), nobody=("game", "options")),
    "tree_line": Columns(
        key=("match_id",), nobody=("kind_id", "turned", "told", "guild_id", "channel_id", "stands"),
    ),
    "tree_count": Columns(
        key=("user_id", "node", "kind_id", "guild_id", "channel_id", "side", "stands", "reply"),
        people={"user_id": None},
        theirs=("first", "drawn", "second"),
    ),
    "mined": Columns(key=("match_id",), nobody=("guild_id", "game", "key", "told", "made_at")),
    "preference": Columns(
        key=("user_id",),
        people={"user_id": None},
        theirs=(
            "theme", "confirm", "dm_closed_at", "language", "dm_channel_id", "facing", "dm_turn", "own_language",
            "rest", "mined", "profile_shown", "learning", "pictured",
        ),
    ),
    "puzzle": Columns(key=("user_id", "key"), people={"user_id": None}, theirs=("solved", "day", "hinted")),
    "puzzle_try": Columns(
        key=("user_id", "key"), people={"user_id": None},
        theirs=("game", "won", "at", "points", "gain", "strength", "strength_gain", "again"),
    ),
    "puzzle_rating": Columns(
        key=("user_id", "game"), people={"user_id": None}, theirs=("points", "deviation", "at", "tries"),
    ),
    "puzzle_strength": Columns(
        key=("key",), nobody=("points", "deviation", "tries", "told_points", "told_deviation"),
    ),
    "puzzle_run": Columns(
        key=("user_id", "kind"), people={"user_id": None},
        theirs=("guild_id", "game", "keys", "step", "solved", "seconds_left", "since", "ended"),
    ),
    "puzzle_best": Columns(
        key=("guild_id", "kind", "month", "user_id"), people={"user_id": None}, theirs=("game", "solved", "at"),
    ),
    "puzzle_post": Columns(
        key=("id",), nobody=("guild_id", "channel_id", "day", "key", "made_at", "message_id"),
    ),
    "puzzle_solver": Columns(
        key=("post_id", "user_id"), people={"user_id": None}, theirs=("solved", "hinted", "tries", "at")
    ),
    "rated": Columns(
        key=("guild_id", "number"),
        people={
            "first_id": {"first_id": OPAQUE, "first_name": NO_NAME, "void_why": None},
            "second_id": {"second_id": OPAQUE, "second_name": NO_NAME, "void_why": None},
            "void_by": {"void_by": None, "void_why": None},
        },
        nobody=("match_id", "game", "winner", "at", "edge", "on_time", "void", "void_at"),
    ),
    "rating": Columns(
        key=("guild_id", "game", "user_id"),
        people={"user_id": {"user_id": OPAQUE, "name": NO_NAME}},
        nobody=("points", "deviation", "at", "matches", "opponents"),
    ),
    "rating_wait": Columns(key=("guild_id", "low_id", "high_id"), people={"low_id": None, "high_id": None}),
    "rating_list": Columns(key=("guild_id",), nobody=("last", "at", "recount", "recounted", "opaque")),
    "edge": Columns(key=("game",), nobody=("points", "matches", "at")),
    "shown": Columns(key=("user_id", "guild_id"), people={"user_id": None}, theirs=("match_id",)),
    "competition": Columns(
        key=("id",),
        people={"organiser_id": {"organiser_id": NOBODY, "interaction_id": None}},
        nobody=("guild_id", "channel_id", "kind", "name", "game", "options", "control", "hour", "created_at",
                "due_at", "paused_at", "stopped", "adrift", "sides", "boards", "rematch_of"),
    ),
    "team": Columns(
        key=("id",),
        people={"captain_id": {"captain_id": None}},
        nobody=("competition_id", "side", "name", "role_id", "guest", "guild_id", "channel_id", "code", "code_until",
                "gone", "stage_message_id", "section_message_id", "former_id"),
    ),
    "stage": Columns(
        key=("id",),
        nobody=("competition_id", "number", "status", "starts_at", "closes_at", "put_off", "reminded", "warned",
                "version", "message_id", "round", "rounds", "called_at"),
    ),
    "stage_event": Columns(key=("stage_id", "what"), nobody=("at", "event_id")),
    "section": Columns(key=("id",), nobody=("stage_id", "number", "version", "message_id", "former_id")),
    "entrant": Columns(
        key=("id",),
        people={"user_id": {"user_id": NOBODY, "name": NO_NAME, "absent_at": None}},
        nobody=("stage_id", "section_id", "seed", "joined_at", "withdrawn",
                "here", "here_at", "bye", "side", "place"),
    ),
    "pairing": Columns(
        key=("id",),
        nobody=("section_id", "round", "first_id", "second_id", "turned", "match_id", "result", "judged", "ruling",
                "void", "first_place", "second_place"),
    ),
    "section_log": Columns(
        key=("id",),
        people={"user_id": {"user_id": NOBODY}},
        nobody=("section_id", "at", "what", "entrant_id", "pairing_id", "result", "round"),
    ),
    "page": Columns(
        key=("address",),
        nobody=("guild_id", "made_at", "match_id", "competition_id"),
    ),
    "hook": Columns(key=("match_id",), nobody=("not_before", "attempts", "owner", "leased_until")),
    "stage_hook": Columns(
        key=("id",),
        nobody=("what", "stage_id", "number", "made_at", "not_before", "attempts", "owner", "leased_until"),
    ),
    "profile_page": Columns(
        key=("user_id", "guild_id"), people={"user_id": None}, theirs=("address", "made_at"),
    ),
    "looking": Columns(
        key=("user_id", "guild_id"), people={"user_id": None},
        theirs=("games", "since", "until", "most", "told_at", "told"),
    ),
    "deletion": Columns(key=("user_id",), people={"user_id": None}, theirs=("asked_at",)),
    "clock": Columns(
        key=("match_id",),
        within=("state",),
        nobody=(
            "control", "number", "deadline_at", "next_at", "away_id", "owner", "leased_until",
        ),
    ),
    "clock_event": Columns(
        key=("match_id", "number"), within=("text",), nobody=("version", "kind", "seat", "at"),
    ),
    "process": Columns(
        key=("name",), nobody=("shards", "version", "started_at", "seen_at", "leaving", "schema"),
    ),
    "session_start": Columns(key=("bucket",), nobody=("next_at",)),
    "beat": Columns(key=("shard",), nobody=("shards", "at")),
    "away": Columns(key=("id",), nobody=("shard", "shards", "since", "until")),
    "outbox": Columns(
        key=("id",),
        within=("payload",),
        acts=("dedup",),
        nobody=(
            "match_id", "challenge_id", "kind", "seat", "version", "not_before", "leased_until",
            "attempts", "last_error", "owner", "unclear", "reserved_for", "reserved_until", "refused",
            "due_since",
        ),
    ),
}  # fmt: skip
"""Every table.

Seals cover nothing that is named under `people`, so that they still hold when it is gone.
"""


def display_name(name: str) -> Words:
    """Return a name as read from a table, or a substitute for a forgotten person."""
    return FORMER if name == NO_NAME else name
