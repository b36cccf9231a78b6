"""Promises that must hold once all faults are healed and the bot has come to rest.

They are checked in the store and on Discord.
"""

from dataclasses import dataclass

from bot.delivery.posts import EDITABLE_FOR
from club.play.match.waiting import CLAIM_AFTER, NUDGE_AFTER, waiting_options
from data.database.transaction import Row
from rules.catalogue import GAMES
from rules.match import read_record
from tests.discord_in_memory import Server
from tests.discord_parts import Message
from tests.simulation.database import Database, Look
from tests.simulation.invariants import Checkers
from tests.simulation.world import BEGIN, Violation, World


@dataclass(frozen=True, slots=True)
class Waited:
    """How long a person has waited, by a match's own account."""

    turn_at: float
    nudged_at: float | None
    absent_at: float | None
    control: None = None
    deadline_at: None = None
    computer: None = None


class Ends:
    """Slow checks of everything.

    At each death of the bot they check the store, at the end also the messages.
    """

    def __init__(self, world: World, server: Server, checkers: Checkers, database: Database) -> None:
        self.world = world
        self.server = server
        self.checkers = checkers
        self._database = database

    def check_stored(self) -> None:
        """Check the database's contents, whatever happened to the bot."""
        with self._database.look() as look:
            self._check_confirmed(look)
            self._records(look)
            self._silences(look)

    def going_on(self) -> None:
        """Check that no match waits for a place any more.

        Its players have taken it to one before.
        """
        with self._database.look() as look:
            stuck = look.execute("SELECT id FROM match WHERE status = 'suspended'").fetchall()
        if stuck:
            raise Violation("stuck", f"matches {[row['id'] for row in stuck]} cannot be played on")

    def back(self) -> None:
        """Check that no match is suspended if its channel is there.

        The check is made right after the bot has seen its server.
        """
        if stuck := self._held_back():
            self.checkers.report("back", f"the bot is on its server, and matches {stuck} are still suspended")

    def given_back(self) -> None:
        """Check that nothing stands still that Discord has given back."""
        if stuck := self._held_back():
            raise Violation("back", f"matches {stuck} stand still, and their places are there")

    def _held_back(self) -> list[int]:
        with self._database.look() as look:
            rows = look.execute("SELECT id, channel_id FROM match WHERE status = 'suspended'").fetchall()
        there = self.server.session_places()
        shut = [place for place in there.place_ids if not there.may_write(place)]
        known = self.server.channels
        return [
            row["id"]
            for row in rows
            if row["channel_id"] not in shut
            and row["channel_id"] in known
            and not self.server.is_lost(row["channel_id"])
        ]

    def check_shown(self) -> None:
        """Check that all that should be seen is seen, once, and nothing else."""
        with self._database.look() as look:
            rows = look.execute("SELECT * FROM outbox WHERE kind <> 'archive'").fetchall()
            if rows:
                what = [f"{row['kind']} {row['dedup']} {row['last_error']}" for row in rows]
                raise Violation("converges", f"still to be sent: {what}")
            for row in look.execute("SELECT * FROM match").fetchall():
                self._boards(row)
                self._threads(row)
                self._offers(row)
                self._result(row)
                self._hands(look, row)
            self._challenges(look)

    def _check_confirmed(self, look: Look) -> None:
        """Check that each confirmed interaction has exactly one event."""
        for told in self.checkers.confirmed.values():
            found = look.execute(
                "SELECT * FROM event WHERE interaction_id = ?", [told.interaction]
            ).fetchall()
            if len(found) != 1:
                raise Violation("confirmed", f"{told} has {len(found)} events")
            event = found[0]
            if (event["match_id"], event["user_id"]) != (told.match, told.user):
                raise Violation(
                    "confirmed", f"{told} is event {event['version']} of match {event['match_id']}"
                )
            if told.pressed is None:
                continue
            between = look.execute(
                "SELECT 1 FROM event WHERE match_id = ? AND kind IN ('move', 'takeback')"
                " AND version > ? AND version < ?",
                [told.match, told.pressed, event["version"]],
            ).fetchall()
            if between:
                raise Violation("pressed", f"{told} was played at version {event['version'] - 1}")
        for match_id, challenge_id in self.checkers.begun_matches.items():
            row = look.execute("SELECT match_id FROM challenge WHERE id = ?", [challenge_id]).fetchone()
            if row is None or row["match_id"] != match_id:
                raise Violation(
                    "confirmed", f"match {match_id} was begun, and challenge {challenge_id} forgot it"
                )

    def _records(self, look: Look) -> None:
        for row in look.execute("SELECT * FROM match").fetchall():
            match = read_record(row["record"], GAMES)
            happened: list[tuple[int, str]] = []
            for event in look.execute(
                "SELECT seat, text, kind FROM event WHERE match_id = ? ORDER BY version", [row["id"]]
            ):
                if event["kind"] == "move":
                    happened.append((event["seat"], event["text"]))
                elif event["kind"] == "takeback":
                    del happened[-int(event["text"]) :]
            if happened != [(ply.seat, ply.text) for ply in match.plies] or row["plies"] != len(happened):
                raise Violation("record", f"the record of match {row['id']} is not what happened")
            if (match.outcome is not None or row["reason"] is not None) != (row["status"] == "over"):
                raise Violation("record", f"match {row['id']} is {row['status']}")

    def _silences(self, look: Look) -> None:
        """Check that no player was nudged twice, lost or was left before their time."""
        if self.world.clock_jumped:
            return  # waiting times are counted by stored times
        waits = {"nudge": ("move", "takeback", "place"), "claim": ("nudge",), "adjourn": ("nudge",)}
        least = {"nudge": NUDGE_AFTER, "claim": CLAIM_AFTER, "adjourn": CLAIM_AFTER}
        since: dict[tuple[int, str], float] = {}
        for event in look.execute(
            "SELECT match_id, kind, at, created_at FROM event JOIN match ON id = match_id"
            " ORDER BY match_id, event.version"
        ):
            match_id, kind, at = event["match_id"], event["kind"], event["at"]
            if kind in waits:
                begin = [since[match_id, each] for each in waits[kind] if (match_id, each) in since]
                waited = at - max(begin, default=event["created_at"] if kind == "nudge" else at)
                moved = max((since.get((match_id, each), 0.0) for each in waits["nudge"]), default=0.0)
                again = kind == "nudge" and since.get((match_id, kind), 0.0) > moved
                if again or waited < least[kind] or moved > max(begin, default=at):
                    raise Violation("silence", f"match {match_id}: {kind} after {waited:.0f} s")
            since[match_id, kind] = at

    def _patience(self, row: Row, board: Message) -> None:
        """Check that a board says what the player who waits can do.

        Where Discord sets long limits, an edit of an old board may be given up: there are `/claim` and More as well.
        """
        if self.world.options.limited:
            return
        now = BEGIN + self.world.now
        told = {mark.split(":")[2] for mark in board.marks} & {"nudge", "claim"}
        known = waiting_options(Waited(row["turn_at"], row["nudged_at"], row["absent_at"]))
        wanted = {"nudge"} if known.may_nudge(now) else {"claim"} if known.may_claim(now) else set()
        if told != wanted and not self.server.channels[board.channel_id].ever_refused:
            raise Violation("silence", f"match {row['id']} offers {told}, not {wanted}")

    def _boards(self, row: Row) -> None:
        live = [each for each in self.server.live(row["id"]) if not self.server.is_gone(each)]
        newest = [each for each in live if each.id == row["board_message_id"]]
        others = [each for each in live if each not in newest and not self._had_to_stay(each)]
        if row["status"] == "suspended":
            return
        if others:
            what = [(each.id, sorted(each.marks)) for each in others]
            raise Violation("one board", f"match {row['id']} has live boards besides its newest: {what}")
        if row["status"] == "over":
            if newest:
                raise Violation("one board", f"match {row['id']} is over and has a live board")
            return
        if not newest:
            raise Violation("one board", f"match {row['id']} runs and has no board")
        place = row["thread_id"] or row["channel_id"]
        if f"v1:{row['id']}:play:{row['version']}" not in newest[0].marks or newest[0].channel_id != place:
            raise Violation(
                "one board", f"match {row['id']} is at {row['version']}: {sorted(newest[0].marks)}"
            )
        if not self.world.clock_jumped:
            self._patience(row, newest[0])

    def _threads(self, row: Row) -> None:
        """Check that Discord has not archived the thread of a match that runs."""
        self.server.doze()
        thread = self.server.channels.get(row["thread_id"] or 0)
        if row["status"] == "running" and thread and thread.slept and not thread.ever_refused:
            raise Violation("awake", f"match {row['id']} runs in thread {thread.id}, which sleeps")

    def _had_to_stay(self, message: Message) -> bool:
        """Whether a superseded card had to stay as it is.

        It was old, or the bot was shut out.
        """
        channel = self.server.channels[message.channel_id]
        lasted = (message.succeeded or self.world.now) - message.at
        return (
            channel.ever_refused or self.world.clock_jumped or lasted > EDITABLE_FOR - self._longest_delay()
        )

    def _was_refused(self, message: Message) -> bool:
        """Whether Discord has refused the bot anything in a message's channel."""
        return self.server.channels[message.channel_id].ever_refused

    def _longest_delay(self) -> float:
        """Return how many seconds an edit may have been late.

        The bot may have been away, or Discord told it to wait.
        """
        options = self.world.options
        least = 2700.0 if options.kills or options.stops or options.limited else 300.0
        return max(least, 300.0 + self.world.away)

    def _offers(self, row: Row) -> None:
        stands = row["status"] == "running"
        for action in ("draw", "undo"):
            asked = f"v1:{row['id']}:{action}:{row['version']}"
            live = [each for each in self.server.live(row["id"], action) if not self.server.is_gone(each)]
            lapsed = [
                each for each in live if not (stands and asked in each.marks) and not self._had_to_stay(each)
            ]
            if lapsed and row["status"] != "suspended":
                raise Violation(
                    "offers", f"match {row['id']} is at {row['version']}, and has offers: {lapsed}"
                )

    def _result(self, row: Row) -> None:
        if row["thread_id"] is None:
            return
        begin = f"v1:{row['id']}:rematch:"
        cards = [
            each
            for each in self.server.messages.values()
            if each.channel_id == row["channel_id"] and any(mark.startswith(begin) for mark in each.born_with)
        ]
        if len(cards) > 1:
            raise Violation("once", f"match {row['id']} has {len(cards)} cards of its result")
        shut = self.server.channels[row["channel_id"]].ever_refused or self.server.is_lost(row["channel_id"])
        called_off = row["reason"] == "ended.cancelled"  # there is no result to tell of
        if row["status"] == "over" and not cards and not shut and not called_off:
            raise Violation("result", f"nobody was told how match {row['id']} ended")

    def _hands(self, look: Look, row: Row) -> None:
        if row["game"] != "one-zero-one" or row["status"] == "suspended":
            return
        if row["status"] == "over" and self.server.is_lost(row["channel_id"]):
            return  # what had not been sent was forgotten with the channel
        changed = "kind NOT IN ('draw_offer', 'draw_decline', 'takeback_offer', 'takeback_decline', 'nudge')"
        last = look.execute(
            f"SELECT COALESCE(MAX(version), 0) AS version FROM event WHERE match_id = ? AND {changed}",
            [row["id"]],
        ).fetchone()["version"]
        for seat in look.execute("SELECT * FROM seat WHERE match_id = ?", [row["id"]]):
            user = seat["user_id"]
            closed = look.execute(
                "SELECT 1 FROM preference WHERE user_id = ? AND dm_closed_at IS NOT NULL", [user]
            ).fetchone()
            if closed or user in self.server.closed_dms:
                continue
            message = self.server.messages.get(seat["dm_message_id"] or 0)
            shown = -1 if seat["dm_version"] is None else seat["dm_version"]
            if message is None or shown < last:
                raise Violation(
                    "newest hand", f"user {user} has the hand of {seat['dm_version']} in {row['id']}"
                )

    def _challenges(self, look: Look) -> None:
        for row in look.execute("SELECT * FROM challenge"):
            begin = f"v1:c{row['id']}:accept:"
            cards = [
                each
                for each in self.server.messages.values()
                if any(mark.startswith(begin) for mark in each.born_with) and not each.deleted
            ]
            live = [
                each
                for each in cards
                if any(mark.startswith(begin) for mark in each.marks)
                and not self.server.is_lost(each.channel_id)
            ]
            hidden = self.world.options.vanished or self.world.options.closed
            if len(cards) > 1:
                raise Violation("once", f"challenge {row['id']} has {len(cards)} cards")
            if row["status"] == "open" and not live and not hidden:
                raise Violation("challenge seen", f"nobody can see challenge {row['id']}")
            if row["status"] != "open" and live and not self._was_refused(live[0]):
                raise Violation("challenge seen", f"challenge {row['id']} is {row['status']} and has buttons")
