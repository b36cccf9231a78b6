"""The request of a press, form or command: who, where, language, input and reply."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.answers.reply import Reply
from bot.answers.rights import asker_of
from bot.answers.user_install import place_of
from bot.cards.kit.kit import Card
from bot.cards.kit.names import refusal_text
from bot.cards.play.relocation import suspended_card
from bot.custom_ids import CustomId
from club.club import Club
from club.members.people import Act, Person
from club.play.match.access import Asker, Watching
from club.refusals import Refusal, Suspended
from data.database.errors import StoreError
from data.play.places import Place
from words import Speaker, choose, speaker

Interaction = discord.Interaction[Any]
"""A Discord interaction; of its client, only `club` is used."""

TICKED: Final = "1"
"""The value of a ticked box in a form's fields; an unticked box is empty."""
COMMAND: Final = CustomId("command", 0)
"""In the place of a custom_id where no component was pressed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One press, submitted form or command that is being answered by `reply`.

    `asker` says what they may see. `permissions` and `roles` are theirs, `bot_permissions` those of the bot in this
    channel; `server` returns a server that the bot is on, `None` for every other id. `bot_id` is the bot itself, as
    people name it. `parent_id` is the channel that a thread belongs to; `message_id` the message that the pressed
    component is on. `fields` holds what was filled in: a menu's choice under "choice", a form's fields under their
    own names. `chosen` are all values of a pressed menu, `chosen_channels` the bot's permissions in those of them that
    are channels. `say` speaks the person's language, for what they alone see; `public` the place's, for what everyone
    sees.
    """

    id: int
    who: Person
    asker: Asker
    bot_id: int
    guild: discord.Guild | None
    guild_id: int | None
    channel_id: int | None
    parent_id: int | None
    message_id: int | None
    place: Place
    say: Speaker
    public: Speaker
    permissions: discord.Permissions
    roles: frozenset[int]
    bot_permissions: discord.Permissions
    server: Callable[[int], discord.Guild | None]
    custom_id: CustomId
    fields: Mapping[str, str]
    chosen: tuple[str, ...]
    chosen_channels: Mapping[int, discord.Permissions]
    attached: tuple[discord.Attachment, ...]
    reply: Reply

    @property
    def act(self) -> Act:
        """Return this press, form or command as a use-case takes it."""
        return Act(self.who.id, self.id, discord.utils.snowflake_time(self.id).timestamp())

    @property
    def home(self) -> int | None:
        """Return the server whose settings count, `None` if the bot is on none."""
        return self.place.home

    def require_home(self, code: str) -> int:
        """Return the server whose settings count, else raise `Refusal` with this code."""
        if self.home is None:
            raise Refusal(code)
        return self.home

    async def check_writing(self) -> None:
        """Raise `Refusal` if the person may not write here.

        Nothing is posted there on their behalf either.
        """
        if self.home is not None and not (await self.asker.rights(self.place)).writes:
            raise Refusal("place.writing")

    async def share(self, card: Card) -> None:
        """Post a card for all who are here; raise `Refusal` where this person may not."""
        await self.check_writing()
        await self.reply.share(card)


Handler = Callable[[Club, Request], Awaitable[None]]
"""Answers one request."""


def bot_id(interaction: Interaction) -> int:
    """Return the id of the bot as a user."""
    user = interaction.client.user
    return interaction.application_id if user is None else user.id


def club_of(interaction: Interaction) -> Club:
    """Return the club that the interaction's client serves."""
    club: Club = interaction.client.club
    return club


def speaker_of(interaction: Interaction) -> Speaker:
    """Return who speaks the language of the person who acts."""
    locale = choose(str(interaction.locale))
    return speaker(club_of(interaction).preferences.language_for(interaction.user.id, locale))


async def answer(
    interaction: Interaction,
    handler: Handler,
    *,
    custom_id: CustomId = COMMAND,
    fields: Mapping[str, str] | None = None,
    ephemeral: bool = True,
) -> None:
    """Answer an interaction with `handler`; any error becomes a message to the person."""

    async def work(reply: Reply) -> None:
        club = club_of(interaction)
        club.privacy.check(interaction.user.id)
        with suppress(StoreError):  # the answer matters more than its language
            reply.language = await club.preferences.saw(interaction.user.id, reply.language)
        say = speaker(reply.language)
        place = place_of(interaction, reply.language)
        if place.home is not None and interaction.guild_locale:
            with suppress(StoreError):
                await club.servers.saw(place.home, str(interaction.guild_locale))
        request = Request(
            id=interaction.id,
            who=person(interaction.user),
            asker=asker_of(interaction),
            bot_id=bot_id(interaction),
            guild=interaction.guild,
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            parent_id=getattr(interaction.channel, "parent_id", None),
            message_id=interaction.message.id if interaction.message else None,
            place=place,
            say=say,
            public=place.choose_speaker(_public(interaction, say)),
            permissions=interaction.permissions,
            roles=frozenset(role.id for role in getattr(interaction.user, "roles", ())),
            bot_permissions=interaction.app_permissions,
            server=interaction.client.get_guild,
            custom_id=custom_id,
            fields=fields or {},
            chosen=_values(interaction),
            chosen_channels=_chosen_channels(interaction),
            attached=tuple(interaction.message.attachments) if interaction.message else (),
            reply=reply,
        )
        try:
            await handler(club, request)
        except Watching as watching:
            if not await request.asker.may_see(watching.row):
                raise Refusal("match.unknown") from None
            raise
        except Suspended as suspended:
            words = refusal_text(suspended.sentence, reply.language)
            await reply.show(suspended_card(suspended.match_id, words, say))

    await Reply(interaction, ephemeral=ephemeral).attend(work)


def _public(interaction: Interaction, say: Speaker) -> Speaker:
    """Return the speaker for the server's language.

    This is the language set for the server, else the server's locale at Discord.
    """
    if interaction.guild_id is None or not interaction.guild_locale:
        return say
    chosen = club_of(interaction).servers.language_of(interaction.guild_id)
    return speaker(chosen or choose(str(interaction.guild_locale)))


def _values(interaction: Interaction) -> tuple[str, ...]:
    """Return all values of the menu that was pressed."""
    data: Mapping[str, Any] = interaction.data or {}
    return tuple(map(str, data.get("values") or ()))


def _chosen_channels(interaction: Interaction) -> Mapping[int, discord.Permissions]:
    """Return the bot's permissions in the chosen channels, as Discord sends them."""
    data: Mapping[str, Any] = interaction.data or {}
    named = data.get("resolved", {}).get("channels", {})
    return {
        int(channel_id): discord.Permissions(int(channel["app_permissions"]))
        for channel_id, channel in named.items()
        if "app_permissions" in channel
    }


def person(user: discord.User | discord.Member) -> Person:
    """Return a user of Discord's as the club knows them."""
    return Person(user.id, user.display_name, user.bot)


def pressed_fields(data: Mapping[str, Any]) -> dict[str, str]:
    """Return what was chosen in a menu, from the data of a component's interaction."""
    chosen = data.get("values") or ()
    return {"choice": str(chosen[0])} if chosen else {}


def form_fields(components: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the fields of a submitted form, whatever they are wrapped in."""
    found: dict[str, str] = {}
    for component in components:
        inner = component.get("component")
        found |= form_fields([inner] if inner else component.get("components", ()))
        if "custom_id" in component and ("value" in component or "values" in component):
            found[component["custom_id"]] = _field_value(component)
    return found


def _field_value(field: Mapping[str, Any]) -> str:
    """Return the value of a form field as a string.

    That is a text, a choice, several choices joined by commas, `TICKED`, or the empty string.
    """
    value = field.get("value")
    if isinstance(value, bool):
        return TICKED if value else ""
    return str(value or ",".join(map(str, field.get("values") or ())))
