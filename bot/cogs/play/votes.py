"""/vote, and the buttons with which a team's members vote on its next move."""

from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.clock_choices import clock_value, read_clock
from bot.cards.kit.kit import Card
from bot.cards.play.votes import ACTION_PREFIX, ballot_closed_card, own_vote_card, vote_card
from bot.cogs.naming import completion
from bot.cogs.naming.game_options import ClockText, NameText, OptionsText, SideText, describe_game_options
from bot.cogs.naming.move_walk import MoveWalk, WalkNode, register_walk_buttons
from bot.cogs.play.challenges import post_challenge, resolve_opponent
from bot.cogs.play.match import load_button_match
from club.club import Club
from club.play.course.ballots import LEAST, MOST, TEAMS, USUAL, USUAL_SPAN, BallotTerms, Voter
from club.play.course.computer import TWOTONE
from club.play.course.votes import Ballot
from club.play.match.sides import RANDOM_SIDE
from club.play.seek.proposals import Proposal
from club.refusals import Refusal, StaleBoard
from rules.choosing import ChoiceNode

COG: Final = Cog()


@dataclass(frozen=True)
class VoteWalk(MoveWalk):
    """The choices with which a team member enters a vote."""

    ballot: Ballot

    async def card(self, walk_node: WalkNode, note: str | None = None) -> Card:
        """Return the card with the choices at a node, below a `note`."""
        return vote_card(self.ballot, *walk_node, self.request.say, theme=self.theme, note=note)

    async def submit(self, node: ChoiceNode) -> None:
        """Store a vote for the move that ends at this node."""
        await self.cast(node.text)

    async def cast(self, move: str, *, safe: bool = False) -> None:
        """Vote for a move, and show the count.

        With `safe`, which only the captain may use, the move counts only if no one votes.
        """
        try:
            after = await self.club.play.votes.cast(self.ballot, self.request.act, move, safe=safe)
        except StaleBoard:
            closed = await self.club.play.matches.load(self.table.row.id)
            await self.request.reply.update(ballot_closed_card(closed, self.request.say))
            return
        self.request.reply.mark_stored()
        await self.request.reply.update(own_vote_card(after, self.request.say, self.club.now()))


SPANS: Final = {"5m": 300, "1h": 3600, "12h": 12 * 3600, "1d": 24 * 3600, "2d": 48 * 3600}
"""The choices of how long a vote is open, in seconds."""


@COG.command("command.vote")
@app_commands.guild_only()
@describe_game_options(
    "command.vote",
    *("game", "teams", "opponent", "quorum", "side", "role"),
    open_for="command.vote.open",
    options="command.play.options",
    clock="command.play.clock",
)
@app_commands.rename(open_for="open")
@app_commands.choices(
    teams=[app_commands.Choice(name=locale_text(f"choice.vote.{teams}"), value=teams) for teams in TEAMS]
)
@app_commands.choices(
    open_for=[
        app_commands.Choice(name=locale_text(f"choice.vote.{key}"), value=span) for key, span in SPANS.items()
    ]
)
async def post_vote_challenge(
    club: Club,
    request: Request,
    game: NameText,
    teams: str = "own",
    opponent: discord.Member | discord.User | None = None,
    open_for: int = USUAL_SPAN,
    quorum: app_commands.Range[int, LEAST, MOST] = USUAL,
    options: OptionsText | None = None,
    clock: ClockText | None = None,
    side: SideText | None = None,
    role: discord.Role | None = None,
) -> None:
    """Post a challenge to a match in which a team votes on its moves.

    It is made to a member, to anyone or to the computer.
    """
    meant, chosen = await completion.parse_game_and_options(game, options, request.say)
    against = resolve_opponent(request, opponent)
    if against is TWOTONE and teams != "own":
        raise Refusal("vote.computer")
    proposal = Proposal(
        game=meant,
        options=chosen,
        opponent=against,
        side=side or RANDOM_SIDE,
        language=request.say.language,
        vote=BallotTerms(
            next(each for each in TEAMS if each == teams),
            float(open_for),
            quorum,
            None if role is None or role.is_default() else role.id,
        ),
    )
    await post_challenge(
        club, request, proposal, clock=clock_value(read_clock(clock, request.say)) if clock else None
    )


async def _find_walk(club: Club, request: Request) -> VoteWalk:
    """Return the vote in progress of the person who pressed.

    Raise `Refusal` if they may not vote.
    """
    table = await load_button_match(club, request)
    writes = (await request.asker.find_rights(table.row)).may_write
    ballot = await club.play.votes.load_ballot(table.row.id, Voter(request.user.id, writes, request.roles))
    preference = await club.members.preferences.get(request.user.id)
    stale = await club.play.matches.has_moved_since(ballot.table, request.custom_id.version)
    turned = replace(ballot, table=ballot.table.with_facing(preference))
    return VoteWalk(club, request, turned.table, turned.seat, preference, stale, turned)


@COG.action("ballot")
async def open_vote(club: Club, request: Request) -> None:
    """Show a member the choices for a vote, or the count if they have voted."""
    way = await _find_walk(club, request)
    if way.ballot.own is not None:
        await request.reply.update(own_vote_card(way.ballot, request.say, club.now()))
        return
    await way.show_start(request.say("match.stale") if way.stale else None)


register_walk_buttons(COG, ACTION_PREFIX, _find_walk)


@COG.action("vote-safe")
async def set_safe_move(club: Club, request: Request) -> None:
    """Turn the captain's vote into a safe move, or back into a vote.

    A safe move counts only if no one votes.
    """
    way = await _find_walk(club, request)
    if way.ballot.own is None or way.stale:
        await way.show_start(request.say("match.stale"))
        return
    await way.cast(way.ballot.own.move, safe=request.custom_id.rest == "1")
