"""Rulings of organisers on results, which either player can contest."""

from collections.abc import Sequence
from dataclasses import dataclass

from club.competitions.lookup import load_section
from club.play.match.posts import Post, put_post
from club.refusals import Refusal
from data.competitions import competitions, pairings
from data.competitions.competitions import CompetitionRow, SectionRow
from data.competitions.pairings import PairingRow, TableChange, TableChangeRow
from data.database.errors import Unreadable
from data.database.persons import NOBODY
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from data.play import matches
from data.play.matches import MatchStatus


@dataclass(frozen=True, slots=True)
class PairingRulings:
    """The rulings on a pairing, and what contested them, oldest first.

    `players` are the ids and names of the two.
    """

    competition: CompetitionRow
    section: SectionRow
    pairing: PairingRow
    players: Sequence[tuple[int, str]]
    changes: Sequence[TableChangeRow]

    @property
    def is_contestable(self) -> bool:
        """Whether a player can still ask another manager."""
        return is_contestable(self.changes)

    def list_asked(self, owner_id: int | None) -> list[int]:
        """Return the users who are asked about a contested ruling.

        They are the organiser and the server's owner, but for who has ruled and for the players.
        """
        own = {NOBODY, self.changes[-2].user_id, *(user_id for user_id, _ in self.players)}
        return [
            each
            for each in dict.fromkeys((self.competition.organiser_id, owner_id))
            if each is not None and each not in own
        ]


def is_contestable(changes: Sequence[TableChangeRow]) -> bool:
    """Whether the last of these changes is a ruling, and none was contested before."""
    return bool(changes) and all(each.what is TableChange.RULED for each in changes)


async def load_contested_ruling(tx: Transaction, pairing: PairingRow) -> TableChangeRow | None:
    """Return the contested ruling on a pairing, if another manager must look at it."""
    changes = await pairings.list_rulings(tx, pairing)
    return changes[-2] if changes and changes[-1].what is TableChange.CONTESTED else None


async def load_rulings(tx: Transaction, pairing_id: int) -> PairingRulings:
    """Return the rulings on a pairing; raise `Refusal` if it is gone."""
    pairing = await pairings.get(tx, pairing_id)
    if pairing is None:
        raise Refusal("league.gone")
    section, stage = await load_section(tx, pairing.section_id)
    row = await competitions.get(tx, stage.competition_id)
    players = await pairings.get_players(tx, pairing.id)
    return PairingRulings(row, section, pairing, players, await pairings.list_rulings(tx, pairing))


async def queue_ruling_notice(tx: Transaction, pairing: PairingRow, now: float) -> None:
    """Queue the notice of the newest ruling, or that it is contested."""
    try:
        row = None if pairing.match_id is None else await matches.get(tx, pairing.match_id)
    except Unreadable:  # its damage must not keep an organiser from ruling
        return
    if row is None:
        return
    named = f"n{row.id}r{len(await pairings.list_rulings(tx, pairing))}"
    notice = Post(PostKind.NOTICE, payload={"pairing": pairing.id})
    await put_post(tx, row.id, row.version, notice, now, dedup=named)
    if row.status is MatchStatus.OVER:
        await put_post(tx, row.id, row.version, Post(PostKind.ARCHIVE), now)
