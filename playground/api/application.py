"""Requests that read the bot's application or change its settings."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final

from playground.api.calls import ApiResponse, Call
from playground.checks.body_errors import BodyErrors
from playground.world.errors import JSON
from playground.world.state import BOT_ID

SETTABLE: Final = ("description", "tags", "integration_types_config", "icon", "cover_image")
PICTURES: Final = ("icon", "cover_image")
PICTURE: Final = re.compile(r"data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}")
WAYS: Final = ("0", "1")
"""How an app can be installed: on servers, by people for themselves."""


async def get_application(call: Call) -> ApiResponse:
    """Return the application, with the fields that discord.py's `AppInfo` needs."""
    return 200, _application(call)


async def patch_application(call: Call) -> ApiResponse:
    """Change the fields of the application that the request names."""
    form, wanted = BodyErrors(), call.json_body()
    form.check_text(("description",), wanted.get("description"), 400)
    tags = form.check_values(("tags",), wanted.get("tags"), 5)
    for number, tag in enumerate(tags):
        form.check_text(("tags", number), tag, 20, min_length=1, required=True)
    ways = form.check_object(("integration_types_config",), wanted.get("integration_types_config"))
    for way in ways:
        form.check_choice(("integration_types_config", way), way, WAYS)
    for name in PICTURES:
        if (given := wanted.get(name)) is not None and not PICTURE.fullmatch(str(given)):
            form.add_error((name,), "BASE_TYPE_BAD_IMAGE", "Invalid image data")
    form.raise_errors()
    changed: JSON = {name: wanted[name] for name in SETTABLE if name in wanted}
    if "integration_types_config" in changed:
        changed["integration_types_config"] = {way: _describe_install(config) for way, config in ways.items()}
    for name in PICTURES:
        if changed.get(name):  # Discord names a picture by a hash of its own
            changed[name] = hashlib.md5(changed[name].encode(), usedforsecurity=False).hexdigest()
    call.world.state.application |= changed
    return 200, _application(call)


def _describe_install(config: Any) -> JSON:
    """Return an install configuration in Discord's form.

    Permissions are text; a configuration without settings stays empty.
    """
    params = (config or {}).get("oauth2_install_params")
    if not params:
        return {}
    return {
        "oauth2_install_params": {
            "scopes": sorted(params["scopes"]),
            "permissions": str(params["permissions"]),
        }
    }


def _application(call: Call) -> JSON:
    state = call.world.state
    owner = next(iter(state.members.values()))
    return {
        "id": BOT_ID,
        "name": state.bot.name,
        "icon": None,
        "type": None,
        "bot": state.bot.user(),
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": owner.user(),
        "approximate_guild_count": 1,
        "approximate_user_install_count": len(state.installed),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        **state.application,
    }
