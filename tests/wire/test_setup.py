"""`twotone setup` over real sockets: Discord learns about the app.

Every request follows its document.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import aiohttp
import pytest
from discord import app_commands

from bot.client import Twotone
from bot.host.config import Config
from bot.host.setup import PERMISSIONS, TAGS, configure_application, install_config
from playground.api.rest_api import RestApi
from playground.app import REST, make_app, serve
from playground.bot_process import TOKEN
from playground.checks.openapi import OpenAPI
from playground.pointing import point_discord_at
from playground.world.errors import JSON
from playground.world.world import World
from tests.pace import PATIENCE
from words import Phrase, TwotoneError, render_message

pytestmark = pytest.mark.ci

ROOT = Path(__file__).parents[2]
PATCH = "PATCH /applications/@me"


@dataclass
class Portal:
    """An application at a Discord of this machine's own."""

    world: World
    rest: RestApi

    @property
    def application(self) -> JSON:
        return self.world.state.application

    def changes(self) -> int:
        """How often it was asked to change."""
        return list(self.rest.requests).count(PATCH)

    async def set_up(self, token: str = TOKEN) -> tuple[bool, list[str]]:
        """Run the command; whether all is well, and the codes of what it said."""
        told: list[Phrase] = []
        done = await configure_application(token, COMMANDS, tell=told.append)
        assert all("\n" not in str(said) for said in told)
        assert told[-1].code == "setup.link"
        return done, [said.code for said in told[:-1]]


def tree() -> app_commands.CommandTree[Twotone]:
    """The bot's commands."""
    return Twotone(Config(None, Path("unused.db"), "text", 20, None)).tree


COMMANDS = tree()


@pytest.fixture
async def portal(openapi: OpenAPI) -> AsyncIterator[Portal]:
    world = World(patience=PATIENCE)
    app = make_app(world, openapi)
    runner = await serve(world, app)
    openapi.violations.clear()
    with (
        patch("discord.http.Route.BASE", ""),
        patch("discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY", None),
    ):
        point_discord_at(world.state.address)
        yield Portal(world, app[REST])
    await runner.cleanup()
    assert openapi.violations == []


async def test_it_sets_what_differs_and_a_second_run_changes_nothing(portal: Portal) -> None:
    done, told = await portal.set_up()
    assert done
    assert told[:4] == ["setup.description", "setup.tags", "setup.icon", "setup.cover_image"]
    assert told[4].startswith("setup.install")
    assert portal.application["description"] == render_message("app.description", {})
    assert portal.application["tags"] == [render_message(f"app.tag.{name}", {}) for name in TAGS]
    servers = portal.application["integration_types_config"]["0"]["oauth2_install_params"]
    assert servers == {"scopes": ["applications.commands", "bot"], "permissions": str(PERMISSIONS.value)}
    changes, before = portal.changes(), dict(portal.application)
    assert changes == 5
    assert portal.application["icon"] != portal.application["cover_image"]
    done, told = await portal.set_up()
    assert done
    assert told[0] == "setup.nothing"
    assert portal.changes() == changes
    assert portal.application == before


async def test_what_the_host_has_made_stays_and_is_told(portal: Portal) -> None:
    own = {"description": "Our\nown bot", "tags": ["fun"], "icon": "a" * 32, "cover_image": "b" * 32}
    portal.application.update(own)
    told: list[Phrase] = []
    assert await configure_application(TOKEN, COMMANDS, tell=told.append)
    assert "“Our own bot”" in str(told[0])
    assert "fun" in str(told[1])
    assert {name: portal.application[name] for name in own} == own
    assert portal.changes() == 1, "how it is installed"


async def test_what_differs_alone_is_set(portal: Portal) -> None:
    await portal.set_up()
    tags = portal.application["tags"]
    portal.application["tags"] = tags[::-1]
    portal.application["integration_types_config"]["0"]["oauth2_install_params"]["permissions"] = "8"
    changes = portal.changes()
    _, told = await portal.set_up()
    assert told[0].startswith("setup.install")
    assert portal.changes() == changes + 1
    assert portal.application["tags"] == tags[::-1]


async def test_a_way_to_install_without_settings_is_one_that_differs(portal: Portal) -> None:
    await portal.set_up()
    portal.application["integration_types_config"]["0"] = {}
    _, told = await portal.set_up()
    assert told[0].startswith("setup.install")


async def test_what_discord_refuses_is_told_and_the_rest_is_set(portal: Portal) -> None:
    with patch("bot.host.setup.TAGS", (*TAGS, "games")):
        done, told = await portal.set_up()
    assert not done
    assert told[1] == "setup.refused"
    assert "setup.nothing" not in told
    assert portal.application["description"]
    assert "tags" not in portal.application
    assert "integration_types_config" in portal.application


@pytest.mark.parametrize(
    ("state", "code"),
    [
        ({"interactions_endpoint_url": "https://example.org/"}, "setup.endpoint"),
        ({"bot_require_code_grant": True}, "setup.code_grant"),
    ],
)
async def test_what_only_the_host_can_mend_is_told(portal: Portal, state: JSON, code: str) -> None:
    portal.application.update(state)
    done, told = await portal.set_up()
    assert not done
    assert code in told


async def test_an_app_that_only_its_owner_can_invite_is_told_and_is_well(portal: Portal) -> None:
    done, told = await portal.set_up()
    assert done
    assert "setup.private" in told
    portal.application["bot_public"] = True
    _, told = await portal.set_up()
    assert "setup.private" not in told


async def test_addresses_that_only_the_host_can_enter_are_told_until_they_are_there(portal: Portal) -> None:
    async def told() -> list[str]:
        said: list[Phrase] = []
        site, help_at = "https://twotone.example", "https://discord.gg/twotone"
        await configure_application(TOKEN, COMMANDS, tell=said.append, public_url=site, support_url=help_at)
        return [str(each) for each in said if each.code in ("setup.enter", "setup.support")]

    privacy, terms, support = await told()
    assert privacy.endswith("the address of the privacy policy: https://twotone.example/privacy")
    assert terms.endswith("the address of the terms of service: https://twotone.example/terms")
    assert support == "People who need help are sent to https://discord.gg/twotone"
    portal.application["privacy_policy_url"] = "https://ada.example/privacy"
    assert await told() == [terms, support]


async def test_an_unknown_token_is_one_sentence(portal: Portal) -> None:
    with pytest.raises(TwotoneError, match="does not know this token"):
        await portal.set_up("unknown")
    assert portal.changes() == 0


async def test_a_connection_lost_between_two_steps_is_one_sentence(portal: Portal) -> None:
    lost = aiohttp.ServerDisconnectedError()
    with (
        patch("discord.http.HTTPClient.edit_application_info", side_effect=lost),
        pytest.raises(TwotoneError, match="ServerDisconnectedError"),
    ):
        await portal.set_up()


def test_people_can_install_the_app_for_themselves_where_a_command_is_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    commands = tree()
    for command in commands.get_commands():
        monkeypatch.setattr(command, "allowed_installs", app_commands.AppInstallationType(user=False))
    assert list(install_config(commands)) == ["0"]
    one = commands.get_commands()[0]
    monkeypatch.setattr(one, "allowed_installs", app_commands.AppInstallationType(guild=True, user=True))
    ways = install_config(commands)
    assert list(ways) == ["0", "1"]
    assert ways["1"]["oauth2_install_params"] == {"scopes": ["applications.commands"], "permissions": 0}


def test_the_invitation_of_the_documents_asks_for_the_same_permissions() -> None:
    assert f"permissions={PERMISSIONS.value}" in (ROOT / "README.md").read_text(encoding="utf-8")
