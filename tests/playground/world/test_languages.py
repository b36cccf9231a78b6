"""Members and the server have a language each, which every interaction names."""

from __future__ import annotations

import discord
import pytest

from playground.world.directory import Channel
from playground.world.errors import JSON, ActRefusedError
from playground.world.languages import DEFAULT, LANGUAGES, LOCALES, PSEUDO
from playground.world.state import ADA_ID, BEN_ID, BOT_ID, CLEO_ID, GAMES_ID, GUILD_ID, LOUNGE_ID
from playground.world.world import World
from tests.playground.conftest import Server, logged_in, next_event
from tests.playground.plain_api import Api
from tests.playground.sample_bot import SampleBot

PLAY: JSON = {"id": "1", "name": "play", "description": "Play", "options": []}
BUTTON = {"type": 1, "components": [{"type": 2, "id": 2, "style": 1, "label": "Go", "custom_id": "go"}]}


@pytest.fixture
def dispatched() -> list[tuple[str, JSON]]:
    """Events that the world has dispatched, each with its body."""
    return []


@pytest.fixture
def world(dispatched: list[tuple[str, JSON]]) -> World:
    world = World(patience=0.001)
    world.state.commands = {"1": PLAY}

    def note(event: str, body: JSON, channel: Channel | None) -> None:
        dispatched.append((event, body))

    world.state.on_dispatch = note
    return world


def interactions(dispatched: list[tuple[str, JSON]]) -> list[JSON]:
    return [body for event, body in dispatched if event == "INTERACTION_CREATE"]


async def play(world: World, member_id: str, channel_id: str = GAMES_ID) -> None:
    """Use /play, which gets no answer."""
    with pytest.raises(ActRefusedError, match="did not respond"):
        await world.slash(member_id, channel_id, "play", {})


def test_the_languages_are_discords_and_the_pseudo_language() -> None:
    known = {locale.value for locale in discord.Locale}
    assert known <= set(LOCALES)
    assert set(LOCALES) - known == {"ar", "he"}, "newer than discord.py 2.7"
    assert set(LANGUAGES) - set(LOCALES) == {PSEUDO}
    assert LANGUAGES[PSEUDO] == "Pseudo (en-XA)"


def test_menus_offer_the_languages_that_the_bot_speaks_by_their_own_names(world: World) -> None:
    assert labels(world) == ["English, US", "Pseudo (en-XA)"]
    world.state.commands["1"] = WORDED
    assert labels(world) == ["Deutsch", "English, UK", "English, US", "Español", "Pseudo (en-XA)"]


def labels(world: World) -> list[str]:
    """The names of the languages in Ada's menu."""
    return [language["label"] for language in world.member_view(ADA_ID)["languages"]]


async def test_a_bot_that_learns_a_language_offers_it_to_those_who_are_there(
    server: Server, api: Api
) -> None:
    async with server.world.watch(ADA_ID) as events:
        status, _ = await api(
            "PUT", f"/applications/{BOT_ID}/commands", [{k: WORDED[k] for k in WORDED if k != "id"}]
        )
        event = await next_event(events, "commands")
    assert status == 200
    assert {"value": "de", "label": "Deutsch"} in event["languages"]


def test_everybody_starts_in_american_english(world: World) -> None:
    for member_id in (ADA_ID, BEN_ID, CLEO_ID):
        sight = world.member_view(member_id)
        assert (sight["me"]["locale"], sight["guild"]["preferred_locale"]) == (DEFAULT, DEFAULT)
    assert DEFAULT == "en-US"


async def test_an_interaction_names_the_members_language_and_the_servers(
    world: World, dispatched: list[tuple[str, JSON]]
) -> None:
    world.choose_language(ADA_ID, "ru")
    world.choose_server_language("pt-BR")
    await play(world, ADA_ID)
    await play(world, BEN_ID)
    ada, ben = interactions(dispatched)
    assert (ada["locale"], ada["guild_locale"], ada["guild"]["locale"]) == ("ru", "pt-BR", "pt-BR")
    assert (ben["locale"], ben["guild_locale"]) == (DEFAULT, "pt-BR")


async def test_every_kind_of_act_carries_the_language(
    world: World, dispatched: list[tuple[str, JSON]]
) -> None:
    world.choose_language(ADA_ID, PSEUDO)
    state = world.state
    message = state.post_message(state.channels[LOUNGE_ID], state.bot, {"components": [BUTTON]})
    state.commands["2"] = {"id": "2", "type": 2, "name": "Challenge"}
    await play(world, ADA_ID)
    with pytest.raises(ActRefusedError):
        await world.click(ADA_ID, message.id, "go")
    with pytest.raises(ActRefusedError):
        await world.context_menu(ADA_ID, "Challenge", BEN_ID, LOUNGE_ID)
    assert [body["locale"] for body in interactions(dispatched)] == [PSEUDO] * 3


async def test_a_dm_belongs_to_no_server_and_names_no_language_of_one(
    world: World, dispatched: list[tuple[str, JSON]]
) -> None:
    world.choose_language(ADA_ID, "fr")
    await play(world, ADA_ID, world.open_dm(ADA_ID)["id"])
    [body] = interactions(dispatched)
    assert body["locale"] == "fr"
    assert "guild_locale" not in body


async def test_a_members_language_is_told_to_them_alone(world: World) -> None:
    async with world.watch(ADA_ID) as mine, world.watch(BEN_ID) as others:
        world.choose_language(ADA_ID, "ja")
        event = mine.get_nowait()
        assert (event["type"], event["me"]["id"], event["me"]["locale"]) == ("me", ADA_ID, "ja")
        assert others.empty()
    assert "ja" not in str(world.member_view(BEN_ID)["guild"])


async def test_the_servers_language_is_told_to_all_and_to_the_bot(
    world: World, dispatched: list[tuple[str, JSON]]
) -> None:
    async with world.watch(ADA_ID) as ada, world.watch(BEN_ID) as ben:
        world.choose_server_language("de")
        for events in (ada, ben):
            event = events.get_nowait()
            assert (event["type"], event["guild"]["preferred_locale"]) == ("guild", "de")
    [(event_name, guild)] = dispatched
    assert (event_name, guild["id"], guild["preferred_locale"]) == ("GUILD_UPDATE", GUILD_ID, "de")


@pytest.mark.parametrize("locale", ["", "en", "en-us", "xx"])
def test_an_unknown_language_is_refused(world: World, locale: str) -> None:
    with pytest.raises(ActRefusedError, match="no language"):
        world.choose_language(ADA_ID, locale)
    with pytest.raises(ActRefusedError, match="no language"):
        world.choose_server_language(locale)
    assert (
        world.member_view(ADA_ID)["me"]["locale"]
        == world.member_view(ADA_ID)["guild"]["preferred_locale"]
        == DEFAULT
    )


WORDED: JSON = {
    "id": "3",
    "name": "play",
    "description": "Play",
    "description_localizations": {"de": "Spielen", "en-GB": "Have a game", "es-ES": "Jugar"},
    "options": [
        {
            "name": "side",
            "type": 3,
            "description": "Which side",
            "description_localizations": {"de": "Welche Seite"},
            "choices": [
                {"name": "Light", "value": "light", "name_localizations": {"de": "Hell"}},
                {"name": "Dark", "value": "dark", "name_localizations": None},
            ],
        }
    ],
}


def command_words(world: World) -> list[str]:
    """The words of the command as Ada sees them."""
    [command] = world.member_view(ADA_ID)["commands"]
    [option] = command["options"]
    assert (command["name"], option["name"]) == ("play", "side")
    return [command["description"], option["description"], *(choice["name"] for choice in option["choices"])]


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("de", ["Spielen", "Welche Seite", "Hell", "Dark"]),
        ("ja", ["Play", "Which side", "Light", "Dark"]),
        ("en-US", ["Have a game", "Which side", "Light", "Dark"]),
        ("es-419", ["Jugar", "Which side", "Light", "Dark"]),
        (PSEUDO, ["Play", "Which side", "Light", "Dark"]),
    ],
)
async def test_commands_are_offered_in_the_members_language(
    world: World, locale: str, words: list[str]
) -> None:
    world.state.commands = {"3": WORDED}
    async with world.watch(ADA_ID) as events:
        world.choose_language(ADA_ID, locale)
        assert [events.get_nowait()["type"] for _ in range(2)] == ["me", "commands"]
    assert command_words(world) == words


async def test_a_real_client_sees_both_languages_change(server: Server, bot: SampleBot) -> None:
    guild = bot.get_guild(int(GUILD_ID))
    assert guild is not None
    assert str(guild.preferred_locale) == DEFAULT
    before = (len(guild.channels), len(guild.roles), guild.member_count)
    server.world.choose_language(ADA_ID, PSEUDO)
    server.world.choose_server_language("ko")
    async with server.world.watch(ADA_ID) as events:
        await server.world.slash(ADA_ID, GAMES_ID, "languages", {})
        event = await next_event(events, "message_create")
    assert event["message"]["content"] == f"{PSEUDO} ko"
    assert guild.preferred_locale is discord.Locale.korean
    assert (len(guild.channels), len(guild.roles), guild.member_count) == before


async def test_a_bot_that_comes_later_is_greeted_with_the_servers_language(server: Server) -> None:
    server.world.choose_server_language(PSEUDO)
    async with logged_in(SampleBot()) as bot:
        guild = bot.get_guild(int(GUILD_ID))
        assert guild is not None
        assert str(guild.preferred_locale) == PSEUDO
