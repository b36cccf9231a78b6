"""Mistakes that a developer might make one day.

Each is a small change of the real code, which the simulation must notice.
"""

from collections.abc import Callable
from typing import Final

from bot.codes import NoAnswer
from bot.delivery.sender import REFUSED
from tests.simulation.scenario import Options, draw_options
from tests.simulation.simulation import simulate
from tests.simulation.sowing import Edit, Mistake, Value, make_mistake

NEVER_THERE: Final = {"one board", "converges"}
"""Rules that are broken at the end if a board never comes.

The rule that it is seen soon is broken before them.
"""


def _mistake(
    name: str,
    rules: str,
    *changes: Edit | Value,
    shows_in: Callable[[Options], object] = lambda _: True,
    seen_at: tuple[int, ...] = (),
) -> Mistake:
    broken = set(rules.split(", "))
    if broken & NEVER_THERE:
        broken.add("seen soon")
    return Mistake(name, changes, frozenset(broken), shows_in, seen_at)


POST_ROWS: Final = (
    "            await put_posts(tx, row, change.posts if after is match else move_posts(after), now, lent)\n"
)
KEPT: Final = "        self.replays.put(row, after)\n"
LATER_ROWS: Final = f"""
        async def rows(tx: Transaction) -> None:
            await put_posts(tx, row, change.posts, self.now(), lent)

        await self.store.write(rows)
{KEPT}"""
NONCE: Final = 'return hashlib.sha256(f"{self._salt}:{row.dedup}".encode()).hexdigest()[:NONCE_LIMIT]'
POSTED: Final = "await self._attempt(row)"
RESERVED: Final = "(reserved_for IS NULL OR reserved_for = ? OR reserved_until <= ?)"
HAND: Final = "hand_card(table, {}seat, say), False"

SOUGHT: Final = 1000
"""Number of evenings in which a mistake is searched for.

That is done if it does not show any more in the evening that showed it last.
"""

MISTAKES: Final[tuple[Mistake, ...]] = (
    _mistake(
        "no compare-and-set: who comes last wins",
        "record, confirmed, pressed",
        Edit(
            "data.play.match_events",
            "append",
            "    match_id, expected =",
            "    event = replace(event, version=(await matches.get_existing(tx, event.match_id)).version + 1)\n"
            "    match_id, expected =",
        ),
        seen_at=(11,),
    ),
    _mistake(
        "no outbox: commit first, then say what is to be sent",
        "one board, newest hand, result, offers",
        Edit("club.play.match.matches", "Matches.store_change", POST_ROWS, ""),
        Edit("club.play.match.matches", "Matches.store_change", KEPT, LATER_ROWS),
        shows_in=lambda options: options.kills,
        seen_at=(265,),
    ),
    _mistake(
        "no nonce",
        "once, one board, forward",
        Edit("bot.delivery.claims", "Claims.nonce", NONCE, 'return ""'),
        shows_in=lambda options: options.lost,
        seen_at=(2,),
    ),
    _mistake(
        "a row's owner does not matter",
        "one sender, spins",
        Edit("data.outbox.row_claims", "claim", "(owner IS NULL OR leased_until <= ?)", "(? > 0)"),
        shows_in=lambda options: options.twin,
        seen_at=(40, 52, 63),
    ),
    _mistake(
        "a lease is too short",
        "one sender",
        Value("bot.delivery.drain", "LEASE", 3.0),
        shows_in=lambda options: options.twin,
        seen_at=(43,),
    ),
    _mistake(
        "the order of posts is lost",
        "forward, once, one board, newest hand",
        Value("data.outbox.row_claims", "IN_ORDER", "1 = 1"),
        seen_at=(10,),
    ),
    _mistake(
        "what is unclear is not looked for",
        "once, one board, forward, result, offers",
        Edit("data.outbox.row_claims", "retry", "CASE WHEN ? = 1 THEN 1 ELSE unclear END", "? * 0"),
        Edit("data.outbox.row_claims", "free", "unclear = 1", "unclear = 0"),
        shows_in=lambda options: options.lost,
        seen_at=(58,),
    ),
    _mistake(
        "a refusal is taken at its word, though the library's try before it may have been taken",
        "one board, once, forward",
        Edit("bot.delivery.claims", "Claims.give_back", "unclear=unclear", 'unclear=error == "0"'),
        shows_in=lambda options: options.lost and (options.limited or options.shut),
        seen_at=(222, 239),
    ),
    _mistake(
        "a row is settled before it is posted",
        "one board, newest hand, result, converges",
        Edit(
            "bot.delivery.drain",
            "Delivery._deliver",
            POSTED,
            f"await self.claims.settle(row) if row.kind is not PostKind.PLACE else None; {POSTED}",
        ),
        seen_at=(2,),
    ),
    _mistake(
        "a newer row takes the place of one that is unclear",
        "one board, once, forward",
        Edit("data.outbox.outbox", "put", " AND owner IS NULL AND unclear = 0", ""),
        seen_at=(10,),
    ),
    _mistake(
        "an interaction is not remembered",
        "confirmed",
        Edit(
            "data.play.match_events",
            "append",
            "values(sealed)",
            "values(replace(sealed, interaction_id=None))",
        ),
    ),
    _mistake(
        "a hand goes to the other seat",
        "hands",
        Edit("bot.delivery.direct_messages", "DirectMessages._card", HAND.format(""), HAND.format("1 - ")),
    ),
    _mistake(
        "former boards keep their buttons",
        "one board",
        Edit(
            "bot.delivery.boards",
            "BoardPosts.strip_buttons",
            'self.claims.now() - where["posted"] < EDITABLE_FOR',
            "False",
        ),
    ),
    _mistake(
        "an old board can still be played from",
        "pressed",
        Edit("club.play.match.matches", "Matches.play", "version is not None and table.is_running", "False"),
        seen_at=(2,),
    ),
    _mistake(
        "two take the same seat",
        "confirmed",
        Edit("data.play.challenges", "close", " WHERE id = ? AND status = 'open'", " WHERE id = ?"),
        seen_at=(14, 29, 31),
    ),
    _mistake(
        "what a wrong clock has stored waits as long as it says",
        "converges",
        Edit("data.outbox.row_claims", "repair_due_times", "attempts = 0", "attempts < 0"),
        Value("tests.simulation.bot", "LONGEST_WAIT", 1e9),
        shows_in=lambda options: options.clock_jumps and options.kills,
        seen_at=(256,),
    ),
    _mistake(
        "direct messages are opened on while Discord finds it too fast",
        "limits",
        Edit(
            "bot.delivery.direct_messages",
            "DirectMessagePacer.note_too_fast",
            "return pause",
            "self._paused_until = 0.0; return 1.0",
        ),
        shows_in=lambda options: options.hurried and not options.twin,
        seen_at=(388,),
    ),
    _mistake(
        "a token is kept too long",
        "tokens",
        Value("bot.answers.tokens", "LIVES", 1e9),
        shows_in=lambda options: options.pace >= 60,
        seen_at=(15,),
    ),
    _mistake(
        "what was posted by a token is posted again where its answer is lost",
        "once, one board, forward",
        Value("bot.delivery.sender", "REFUSED", (*REFUSED, NoAnswer)),
        Edit("bot.delivery.sender", "Sender._handle_refusal", "raise fault", "pass"),
        shows_in=lambda options: options.lost,
    ),
    _mistake(
        "what only one person sees is taken for the board",
        "one board, offers",
        Edit("bot.delivery.sender", "Sender._follow_up", "if not sent.ephemeral", "if sent"),
        shows_in=lambda options: options.hidden,
        seen_at=(26,),
    ),
    _mistake(
        "what is reserved is anybody's",
        "tokens",
        Edit("data.outbox.row_claims", "claim", RESERVED, "(? <> '' OR ? > 0)"),
        shows_in=lambda options: options.twin,
        seen_at=(52, 6, 12),
    ),
    _mistake(
        "what is reserved waits for ever for a process that has died",
        "converges",
        Edit("data.outbox.row_claims", "claim", RESERVED, RESERVED.replace("reserved_until <= ?", "? < 0")),
        # A row that no process may claim is due for none, or the alarm would ring without end.
        Edit(
            "data.outbox.row_claims",
            "next_due_time",
            "FROM outbox WHERE not_before <= ? AND",
            "FROM outbox WHERE not_before <= ? AND (reserved_for IS NULL OR reserved_for = '{owner}') AND",
        ),
        shows_in=lambda options: options.twin and options.fallen,
        seen_at=(8,),
    ),
    _mistake(
        "old cards are edited",
        "limits",
        Value("bot.delivery.boards", "EDITABLE_FOR", 1e9),
        Value("bot.delivery.direct_messages", "EDITABLE_FOR", 1e9),
        seen_at=(1,),
    ),
    _mistake(
        "nobody takes the buttons off an offer that has lapsed",
        "offers",
        Edit(
            "club.play.match.matches",
            "Matches.store_change",
            "            await put_offer_lapse(tx, row, now)\n",
            "",
        ),
    ),
    _mistake(
        "an offer that is answered while it is posted keeps its buttons",
        "offers",
        Edit("bot.delivery.in_place", "PlacePosts.post_offer", "current.version != row.version", "False"),
        seen_at=(125,),
    ),
    _mistake(
        "what is taken back stays in the record",
        "record",
        Edit("rules.match", "Match.undo", "self.plies.pop()", "pass"),
        seen_at=(1,),
    ),
    _mistake(
        "a win is claimed before its time",
        "silence",
        Edit("club.play.course.silence", "SilenceKeeper.check_claim", "known.may_claim(self._now())", "True"),
        shows_in=lambda options: options.quiet,
        seen_at=(166, 180),
    ),
    _mistake(
        "no board says that one can nudge",
        "silence",
        Edit(
            "club.play.course.silence",
            "SilenceKeeper.redraw_due_boards",
            "if known.may_nudge(now) or known.may_claim(now)",
            "if False",
        ),
        shows_in=lambda options: options.quiet,
        seen_at=(430,),
    ),
    _mistake(
        "a nudge leaves the wait as it was",
        "silence",
        Edit(
            "data.play.match_events",
            "_changes",
            'changes["nudged_at"] = event.at',
            "pass",
        ),
        shows_in=lambda options: options.quiet,
        seen_at=(7,),
    ),
    _mistake(
        "a match that goes on here has no board",
        "one board",
        Edit("club.play.course.relocation", "MatchMover._move", "[Post(PostKind.BOARD), ", "["),
        seen_at=(57,),
    ),
    _mistake(
        "a match whose channel is gone cannot go on elsewhere",
        "stuck",
        Edit("data.play.match_events", "append", "{IN_STATE.get(event.kind, RUNNING)}", "{RUNNING}"),
        shows_in=lambda options: options.closed,
        seen_at=(11,),
    ),
    _mistake(
        "the matches of a server stay suspended when the bot is back",
        "back",
        Edit(
            "club.play.course.places",
            "PlaceKeeper._resume",
            "for match_id in going",
            "for match_id in going[1:]",
        ),
        shows_in=lambda options: options.left or options.missed,
        seen_at=(35,),
    ),
    _mistake(
        "what a new session names gives nothing back",
        "back",
        Edit(
            "club.play.course.places",
            "PlaceKeeper.sync_server",
            "return await self._let_go_on(channels, held)",
            "return 0",
        ),
        shows_in=lambda options: options.missed,
        seen_at=(35,),
    ),
    _mistake(
        "a full disk counts as a mistake in the program, and soon as the last of its tries",
        "one board, challenge seen",
        Edit("bot.delivery.drain", "Delivery._attempt", "not _is_passing(fault)", "True"),
        Value("bot.delivery.drain", "OUR_TRIES", 1),
        shows_in=lambda options: options.full,
        seen_at=(101,),
    ),
    _mistake(
        "nobody finds out that a place takes posts again",
        "seen soon",
        Value("data.outbox.refused_posts", "WAITS", "1 = 0 AND not_before > ?"),
        shows_in=lambda options: options.shut,
        seen_at=(60,),
    ),
    _mistake(
        "what came of a press waits behind a board that was refused before",
        "seen soon",
        Edit(
            "data.outbox.outbox",
            "put",
            "        await refused_posts.make_match_due(tx, match_id, at)\n",
            "        pass\n",
        ),
        shows_in=lambda options: options.shut,
        seen_at=(3748,),
    ),
    _mistake(
        "after an outage nothing is tried again for minutes",
        "seen soon",
        Value("bot.delivery.claims", "OUTAGE_WAITS", (1.0, 5.0, 30.0, 120.0, 300.0)),
        shows_in=lambda options: options.lost or options.refused,
        seen_at=(66,),
    ),
    _mistake(
        "nobody keeps threads awake",
        "awake",
        Edit(
            "club.play.course.places",
            "PlaceKeeper.check_silent_threads",
            "                    await put_place_checks(tx, each.guild_id, [each.thread_id], now)\n",
            "",
        ),
        shows_in=lambda options: options.quiet and options.threads,
        seen_at=(269,),
    ),
)

BECAME: Final = "begin == READING or await self._was_committed(attempt.number, life)"
ON_POSTGRES: Final[tuple[Mistake, ...]] = (
    _mistake(
        "a commit whose answer was lost counts as stored",
        "confirmed, one board, newest hand, converges",
        Edit("data.postgres.store", "PostgresStore._run_jobs", BECAME, "True"),
        seen_at=(1100,),
    ),
)
"""Mistakes that only PostgreSQL has room for."""


def find_seed(mistake: Mistake, *, postgres: bool = False) -> int | None:
    """Return the seed of an evening in which a mistake breaks a rule.

    Return `None` if there is no such evening.
    """
    seeds: tuple[int, ...] = (*mistake.seen_at, *range(SOUGHT))
    with make_mistake(mistake):
        for seed in seeds:
            if mistake.shows_in(draw_options(seed)):
                violation = simulate(seed, postgres=postgres).violation
                if violation and violation.rule in mistake.rules:
                    return seed
    return None
