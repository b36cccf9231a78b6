"""The user who opened a live board in Discord's own window (an Activity).

The window's code is exchanged for a token, with which Discord says who the user is; the token is then
thrown away.
"""

import logging
from collections.abc import Mapping
from typing import Any, Final

import aiohttp
from discord.http import Route

log = logging.getLogger(__name__)

PATIENCE: Final = aiohttp.ClientTimeout(total=10.0)
"""How long Discord has for both answers together."""
LONGEST_CODE: Final = 200
"""Characters of a code."""


async def identify_user(application_id: int, secret: str, code: str) -> int | None:
    """Return the id of the user whose window got this code.

    Return `None` if Discord names no user. `secret` is that of the application.
    """
    if not 0 < len(code) <= LONGEST_CODE:
        return None
    form = {
        "client_id": str(application_id),
        "client_secret": secret,
        "grant_type": "authorization_code",
        "code": code,
    }
    try:
        async with aiohttp.ClientSession(timeout=PATIENCE, raise_for_status=True) as session:
            async with session.post(f"{Route.BASE}/oauth2/token", data=form) as answer:
                token: Mapping[str, Any] = await answer.json()
            headers = {"Authorization": f"Bearer {token['access_token']}"}
            async with session.get(f"{Route.BASE}/oauth2/@me", headers=headers) as answer:
                whose: Mapping[str, Any] = await answer.json()
            return int(whose["user"]["id"]) if whose["application"]["id"] == str(application_id) else None
    except (aiohttp.ClientError, TimeoutError, ValueError, LookupError, TypeError) as fault:
        log.info("window not identified", extra={"code": type(fault).__name__})
        return None
