"""When Discord took an answer, from what it says to it."""

from typing import Any

import pytest
from discord.utils import time_snowflake, utcnow

from bot.host.metrics import answer_delay

MADE = utcnow().replace(microsecond=0)
INTERACTION = time_snowflake(MADE)


def callback_reply(message_id: int | None = None, edited: str | None = None) -> dict[str, Any]:
    """Discord's reply to an answer that is this message.

    The message may have been edited.
    """
    body = {} if message_id is None else {"response_message_id": str(message_id)}
    message = {"id": str(message_id), "edited_timestamp": edited}
    return {"interaction": body, "resource": {"type": 4, "message": message}}


def test_a_message_that_was_posted_says_by_its_id_when() -> None:
    message = callback_reply(INTERACTION + (250 << 22))
    promise = message | {"resource": None}
    assert answer_delay(INTERACTION, message) == answer_delay(INTERACTION, promise) == 0.25


def test_a_message_that_was_edited_says_when_and_its_id_is_of_long_ago() -> None:
    edited = MADE.replace(microsecond=125000).isoformat()
    assert answer_delay(INTERACTION, callback_reply(INTERACTION - (60000 << 22), edited)) == 0.125


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"interaction": {"id": "1"}},
        {"interaction": None},
        callback_reply(),
        callback_reply(INTERACTION - (60000 << 22)),
        callback_reply(INTERACTION - (60000 << 22), "yesterday"),
        {"interaction": {"response_message_id": "1" * 40}},
    ],
)
def test_where_it_names_no_moment_nothing_is_made_up(said: dict[str, Any]) -> None:
    assert answer_delay(INTERACTION, said) is None
