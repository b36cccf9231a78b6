"""/vote, and the buttons by which members of a team vote on its next move."""

from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.clock_choices import clock_value, read_clock
from bot.cards.kit.kit import Card
from bot.cards.play.votes import WALK, closed_card, vote_card, voted_card
from bot.cogs.naming import completion
from bot.cogs.naming.game_options import ClockText, NameText, OptionsText, game_options
from bot.cogs.naming.move_walk import MoveWalk, WalkStage, walks
from bot.cogs.play.challenges import challenge, opponent_of
from bot.cogs.play.match import match_of_button
from club.club import Club
from club.play.course.ballots import LEAST, MOST, TEAMS, USUAL, USUAL_SPAN, BallotTerms, Voter
from club.play.course.computer import TWOTONE
from club.play.course.votes import Ballot
from club.play.match.sides import RANDOM_SIDE
from club.play.seek.proposals import Proposal
from club.refusals import Refusal, Stale
from rules.choosing import ChoiceNode

COG: Final = Cog()


@dataclass(frozen=True)
class VoteWalk(MoveWalk):
    """The choices that lead to a member's vote."""

    ballot: Ballot

    async def card(self, level: WalkStage, note: str | None = None) -> Card:
        """Return the choices of a level."""
        return vote_card(self.ballot, *level, self.request.say, theme=self.theme, note=note)

    async def keep(self, reached: ChoiceNode) -> None:
        """Vote for the move."""
        await self.cast(reached.text)

    async def cast(self, move: str, *, safe: bool = False) -> None:
        """Vote for a move; a captain's `safe` move counts only if no one votes."""
        try:
            after = await self.club.votes.cast(self.ballot, self.request.act, move, safe=safe)
        except Stale:
            closed = await self.club.matches.load(self.table.row.id)
            await self.request.reply.update(closed_card(closed, self.request.say))
            return
        self.request.reply.mark_stored()
        await self.request.reply.update(voted_card(after, self.request.say))


SPANS: Final = {"5m": 300, "1h": 3600, "12h": 12 * 3600, "1d": 24 * 3600, "2d": 48 * 3600}
"""The choices of how long a vote is open, in seconds."""


@COG.command("command.vote")
@app_commands.guild_only()
@game_options(
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
async def vote_match(
    club: Club,
    request: Request,
    game: NameText,
    teams: str = "own",
    opponent: discord.Member | discord.User | None = None,
    open_for: int = USUAL_SPAN,
    quorum: app_commands.Range[int, LEAST, MOST] = USUAL,
    options: OptionsText | None = None,
    clock: ClockText | None = None,
    side: app_commands.Range[str, 1, 20] | None = None,
    role: discord.Role | None = None,
) -> None:
    """Challenge a member, anyone or the computer to a match with a voting team."""
    meant, chosen = await completion.named_game(game, options, request.say)
    against = opponent_of(request, opponent)
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
    await challenge(
        club, request, proposal, clock=clock_value(read_clock(clock, request.say)) if clock else None
    )


async def _way(club: Club, request: Request) -> VoteWalk:
    """Return the vote in progress of the person who pressed.

    Raise `Refusal` if they may not vote.
    """
    table = await match_of_button(club, request)
    writes = (await request.asker.rights(table.row)).writes
    ballot = await club.votes.get(table.row.id, Voter(request.who.id, writes, request.roles))
    preference = await club.preferences.get(request.who.id)
    stale = await club.matches.has_moved_since(ballot.table, request.custom_id.version)
    turned = replace(ballot, table=ballot.table.with_facing(preference))
    return VoteWalk(club, request, turned.table, turned.seat, preference, stale, turned)


@COG.action("ballot")
async def vote(club: Club, request: Request) -> None:
    """Show the member the choices for their vote, or the count if they have voted."""
    way = await _way(club, request)
    if way.ballot.own is not None:
        await request.reply.update(voted_card(way.ballot, request.say))
        return
    await way.begin(request.say("match.stale") if way.stale else None)


walks(COG, WALK, _way)


@COG.action("vote-safe")
async def keep_safe(club: Club, request: Request) -> None:
    """Let the captain's vote be their safe move alone, or a vote again."""
    way = await _way(club, request)
    if way.ballot.own is None or way.stale:
        await way.begin(request.say("match.stale"))
        return
    await way.cast(way.ballot.own.move, safe=request.custom_id.rest == "1")
