"""Every answer of Discord's that decides what becomes of a post."""

import discord

from bot.codes import Code, NoAnswer
from tests.fake_wire import refusal

STATUS = {
    Code.OLD_EDITS: 429,
    Code.UNKNOWN_CHANNEL: 404,
    Code.UNKNOWN_GUILD: 404,
    Code.UNKNOWN_MESSAGE: 404,
    Code.UNKNOWN_USER: 404,
    Code.UNKNOWN_WEBHOOK: 404,
    Code.UNKNOWN_INTERACTION: 404,
    Code.INVALID_TOKEN: 401,
    Code.MISSING_ACCESS: 403,
    Code.MISSING_PERMISSION: 403,
    Code.DM_REFUSED: 403,
    Code.DM_WITHOUT_SERVER: 403,
}
"""The status that a code comes with; 400 for all others."""


def rate_limit(seconds: int) -> discord.HTTPException:
    """A rate limit that says how long it lasts."""
    limit = refusal(429)
    limit.response.headers = {"Retry-After": str(seconds)}  # pyrefly: ignore[bad-argument-type]  # any mapping will do
    return limit


FAULTS: dict[str, Exception] = {
    **{str(code.value): refusal(STATUS.get(code, 400), code) for code in Code},
    **{f"status {status}": refusal(status) for status in (400, 401, 403, 404, 405, 413, 500, 502, 503, 524)},
    "status 429": rate_limit(600),
    "a form's mistake": refusal(400, 50035),
    "a code of tomorrow": refusal(403, 999_999),
    "long limit": discord.RateLimited(120.0),
    "no answer": NoAnswer("reset"),
}
