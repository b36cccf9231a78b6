"""Answers that come late: each only after Discord has been told that it must wait."""

from collections.abc import Awaitable, Callable

import pytest

from bot.answers.reply import Reply


def late(patch: pytest.MonkeyPatch) -> None:
    """Let every answer be promised before anything is done for it."""
    answer = Reply._work

    async def answering(reply: Reply, work: Callable[[Reply], Awaitable[None]]) -> None:
        await reply._defer()
        await answer(reply, work)

    patch.setattr(Reply, "_work", answering)
