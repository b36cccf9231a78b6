"""The request passed to handlers: who acts, where, the input, the reply."""

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
from club.play.match.access import Asker, SpectatorRefusal
from club.refusals import MatchSuspended, Refusal
from data.database.errors import StoreError
from data.play.places import Place
from rendering.caption import drawable_name
from words import Localizer, language_for_locale, localizer_for

Interaction = discord.Interaction[Any]
"""A Discord interaction; of its client, only `club` is used."""

TICKED: Final = "1"
"""The value of a ticked box in a form's fields; an unticked box is empty."""
COMMAND: Final = CustomId("command", 0)
"""In the place of a custom_id where no component was pressed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A button press, menu choice, form or command, and the reply to it.

    `user` is the person who acts, and `asker` determines which matches they may see. `permissions` and
    `roles` are that person's in this channel; `bot_permissions` are the bot's. `get_guild` returns a
    server that the bot is on by its id, or `None`. `bot_id` is the bot's user id. `parent_id` is the
    channel of a thread; `message_id` is the message with the pressed component. `fields` holds the
    input: a menu's choice under "choice", a form's fields under their own names. `chosen_values` are
    all values chosen in a menu, `chosen_people` the people among them, and `chosen_channels` the bot's
    permissions in the channels among them.
    `attachments` are the files of the message with the pressed component, and `uploads` those of a form.
    `say` renders a message in the person's language, for a private answer; `say_publicly` renders it in the
    language of the place, for a public one.
    """

    id: int
    user: Person
    asker: Asker
    bot_id: int
    guild: discord.Guild | None
    guild_id: int | None
    channel_id: int | None
    parent_id: int | None
    message_id: int | None
    place: Place
    say: Localizer
    say_publicly: Localizer
    permissions: discord.Permissions
    roles: frozenset[int]
    bot_permissions: discord.Permissions
    get_guild: Callable[[int], discord.Guild | None]
    custom_id: CustomId
    fields: Mapping[str, str]
    chosen_values: tuple[str, ...]
    chosen_people: tuple[Person, ...]
    chosen_channels: Mapping[int, discord.Permissions]
    attachments: tuple[discord.Attachment, ...]
    uploads: tuple[discord.Attachment, ...]
    reply: Reply

    @property
    def act(self) -> Act:
        """This request as an act: the user id, the interaction's id and its time."""
        return Act(self.user.id, self.id, discord.utils.snowflake_time(self.id).timestamp())

    @property
    def home(self) -> int | None:
        """The id of the server whose settings apply here, or `None`.

        It is `None` if the bot is not on a server here.
        """
        return self.place.home_server_id

    def require_home(self, code: str) -> int:
        """Return the id of the server whose settings apply.

        Raise a `Refusal` with this code if there is none.
        """
        if self.home is None:
            raise Refusal(code)
        return self.home

    async def check_writing(self) -> None:
        """Raise `Refusal` if the person may not write here.

        The bot does not post on their behalf in that case.
        """
        if self.home is not None and not (await self.asker.find_rights(self.place)).may_write:
            raise Refusal("place.writing")

    async def share(self, card: Card) -> None:
        """Post a card for everyone here.

        Raise `Refusal` if the person may not write here.
        """
        await self.check_writing()
        await self.reply.share(card)


Handler = Callable[[Club, Request], Awaitable[None]]
"""Answers one request."""


def bot_id(interaction: Interaction) -> int:
    """Return the bot's user id."""
    user = interaction.client.user
    return interaction.application_id if user is None else user.id


def club_of(interaction: Interaction) -> Club:
    """Return the club (the services behind the bot) of an interaction's client."""
    club: Club = interaction.client.club
    return club


def speaker_of(interaction: Interaction) -> Localizer:
    """Return the speaker that renders messages in this person's language."""
    locale = language_for_locale(str(interaction.locale))
    return localizer_for(club_of(interaction).members.preferences.language_for(interaction.user.id, locale))


async def answer(
    interaction: Interaction,
    handler: Handler,
    *,
    custom_id: CustomId = COMMAND,
    fields: Mapping[str, str] | None = None,
    ephemeral: bool = True,
) -> None:
    """Answer an interaction with `handler`, and show any error as a message.

    `fields` is the input of a menu or form.
    """

    async def work(reply: Reply) -> None:
        club = club_of(interaction)
        club.privacy.deletion.check_not_leaving(interaction.user.id)
        with suppress(StoreError):  # the answer matters more than its language
            user = interaction.user
            handle = None if drawable_name(user.display_name) else user.name
            reply.language = await club.members.preferences.note_user(user.id, reply.language, handle)
        say = localizer_for(reply.language)
        place = place_of(interaction, reply.language)
        if place.home_server_id is not None and interaction.guild_locale:
            with suppress(StoreError):
                await club.members.servers.note_locale(place.home_server_id, str(interaction.guild_locale))
        request = Request(
            id=interaction.id,
            user=person(interaction.user),
            asker=asker_of(interaction),
            bot_id=bot_id(interaction),
            guild=interaction.guild,
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            parent_id=getattr(interaction.channel, "parent_id", None),
            message_id=interaction.message.id if interaction.message else None,
            place=place,
            say=say,
            say_publicly=place.choose_speaker(_public_speaker(interaction, say)),
            permissions=interaction.permissions,
            roles=frozenset(role.id for role in getattr(interaction.user, "roles", ())),
            bot_permissions=interaction.app_permissions,
            get_guild=interaction.client.get_guild,
            custom_id=custom_id,
            fields=fields or {},
            chosen_values=_values(interaction),
            chosen_people=_chosen_people(interaction),
            chosen_channels=_chosen_channels(interaction),
            attachments=tuple(interaction.message.attachments) if interaction.message else (),
            uploads=_uploads(interaction),
            reply=reply,
        )
        try:
            await handler(club, request)
        except SpectatorRefusal as watching:
            if not await request.asker.may_see(watching.row):
                raise Refusal("match.unknown") from None
            raise
        except MatchSuspended as suspended:
            words = refusal_text(suspended.sentence, reply.language)
            await reply.show(suspended_card(suspended.match_id, words, say))

    await Reply(interaction, ephemeral=ephemeral).run_handler(work)


def _public_speaker(interaction: Interaction, say: Localizer) -> Localizer:
    """Return the speaker for the server's language.

    This is the language set for the server, or otherwise the server's locale in Discord.
    """
    if interaction.guild_id is None or not interaction.guild_locale:
        return say
    chosen = club_of(interaction).members.servers.language_of(interaction.guild_id)
    return localizer_for(chosen or language_for_locale(str(interaction.guild_locale)))


def _values(interaction: Interaction) -> tuple[str, ...]:
    """Return all values chosen in the menu that was used."""
    data: Mapping[str, Any] = interaction.data or {}
    return tuple(map(str, data.get("values") or ()))


def _chosen_people(interaction: Interaction) -> tuple[Person, ...]:
    """Return the people chosen in a menu, whom Discord describes in the interaction."""
    data: Mapping[str, Any] = interaction.data or {}
    found = data.get("resolved", {}).get("users", {}) if data.get("values") else {}
    return tuple(
        Person(int(user_id), user.get("global_name") or user["username"], bool(user.get("bot")))
        for user_id, user in found.items()
    )


def _uploads(interaction: Interaction) -> tuple[discord.Attachment, ...]:
    """Return the files in a submitted form, which Discord sends with the interaction."""
    data: Mapping[str, Any] = interaction.data or {}
    if interaction.type is not discord.InteractionType.modal_submit:
        return ()
    # The library resolves them only for forms that it keeps in memory.
    state = interaction._state
    sent = data.get("resolved", {}).get("attachments", {})
    return tuple(discord.Attachment(data=each, state=state) for each in sent.values())


def _chosen_channels(interaction: Interaction) -> Mapping[int, discord.Permissions]:
    """Return the bot's permissions in the channels chosen in a menu.

    The keys are channel ids. Discord sends the permissions with the interaction.
    """
    data: Mapping[str, Any] = interaction.data or {}
    named = data.get("resolved", {}).get("channels", {})
    return {
        int(channel_id): discord.Permissions(int(channel["app_permissions"]))
        for channel_id, channel in named.items()
        if "app_permissions" in channel
    }


def person(user: discord.User | discord.Member) -> Person:
    """Convert a Discord user to a `Person`."""
    return Person(user.id, user.display_name, user.bot, user.name)


def menu_fields(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the first value chosen in a menu, from the interaction's data.

    It is under the key "choice". The result is empty for a button.
    """
    chosen = data.get("values") or ()
    return {"choice": str(chosen[0])} if chosen else {}


def form_fields(components: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the values of a submitted form by field id.

    Fields may be nested in other components.
    """
    found: dict[str, str] = {}
    for component in components:
        inner = component.get("component")
        found |= form_fields([inner] if inner else component.get("components", ()))
        if "custom_id" in component and ("value" in component or "values" in component):
            found[component["custom_id"]] = _field_value(component)
    return found


def _field_value(field: Mapping[str, Any]) -> str:
    """Return the value of a form field as a string.

    This is a text, a choice, several choices joined by commas, `TICKED`, or an empty string.
    """
    value = field.get("value")
    if isinstance(value, bool):
        return TICKED if value else ""
    return str(value or ",".join(map(str, field.get("values") or ())))
