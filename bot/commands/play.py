"""/play, and challenging a member from his context menu."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import cards
from bot.commands import completion
from bot.custom_ids import CustomId
from bot.invitations import RANDOM_SIDE, Person
from bot.items import menu, row
from bot.refusals import Refusal
from bot.reply import Reply
from rules.catalogue import GAMES
from rules.game import AnyGame, Step
from words import clip

if TYPE_CHECKING:
    from bot.client import Twotone


def register(tree: "app_commands.CommandTree[Twotone]") -> None:
    """Add the commands of this file."""

    @tree.command()
    @app_commands.guild_only()
    @app_commands.describe(
        game="Which game; any of its names will do",
        opponent="Whom you challenge; leave it out and anyone may accept",
        options="The game's own options, such as size=7 lines=single",
        side="The side you want; random if left out",
    )
    @app_commands.autocomplete(game=completion.games, options=completion.options, side=completion.sides)
    async def play(
        interaction: "discord.Interaction[Twotone]",
        game: app_commands.Range[str, 1, 60],
        opponent: discord.Member | None = None,
        options: app_commands.Range[str, 1, 400] | None = None,
        side: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        """Challenge somebody, or anyone, to a game."""

        async def work(reply: Reply) -> None:
            chosen = completion.find_game(game)
            given = read_options(options or "")
            await challenge(interaction.client, reply, chosen, given, opponent, side or RANDOM_SIDE)

        await Reply(interaction, ephemeral=True).attend(work)

    @tree.context_menu(name="Challenge to a game…")
    @app_commands.guild_only()
    async def dare(interaction: "discord.Interaction[Twotone]", member: discord.Member) -> None:
        async def work(reply: Reply) -> None:
            steps = [Step(game.key, game.title) for game in GAMES.values()]
            which = menu(CustomId("dare", member.id), "Which game?", steps)
            words = cards.text(f"Challenge {cards.plain(member.display_name)} to a game")
            await reply.show(cards.framed(cards.OFFERED, words, row(which)))

        await Reply(interaction).attend(work)


async def dared(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """The game was chosen in the context menu's list: the challenge goes to the channel."""
    guild = reply.interaction.guild
    if guild is None:
        raise Refusal("Challenges are made on a server.")
    try:
        member = guild.get_member(at.id) or await guild.fetch_member(at.id)
    except discord.NotFound:
        raise Refusal("This member has left the server.") from None
    await challenge(client, reply, completion.find_game(filled.get("choice", "")), {}, member, RANDOM_SIDE)


async def challenge(
    client: "Twotone",
    reply: Reply,
    game: AnyGame,
    options: Mapping[str, object],
    opponent: discord.Member | None,
    side: str,
) -> None:
    """Store a challenge and post its card as the public answer."""
    interaction = reply.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refusal("Challenges are made on a server.")
    client.check_permissions(interaction)
    user = interaction.user
    row = await client.invitations.challenge(
        game,
        options,
        side,
        Person(user.id, user.display_name, user.bot),
        Person(opponent.id, opponent.display_name, opponent.bot) if opponent else None,
        interaction.guild_id,
        interaction.channel_id,
        interaction.id,
    )
    card = cards.challenge_card(row)
    message_id = await reply.post(card.view, card.files, card.pings)
    if message_id is not None:
        await client.invitations.posted(row.id, message_id)
    client.expect_challenge()


def read_options(text: str) -> dict[str, object]:
    """`size=7 lines=single` as names and values; raises `Refusal`."""
    given: dict[str, object] = {}
    for part in text.replace(",", " ").split():
        name, equals, value = part.partition("=")
        if not equals or not value:
            raise Refusal(f"“{clip(part)}” is no option; write options like size=7 lines=single.")
        given[name.casefold()] = value
    return given
