"""Whatever is on its way when the process dies is there once in the end."""

from collections import Counter
from pathlib import Path

import pytest

from bot.codes import Code, NoAnswer
from data.outbox.post_kinds import PostKind
from tests.bot.delivery.post_kinds import REQUESTS, bring_about, do_it, is_delivering
from tests.bot.memory_wire import posting
from tests.fake_wire import refusal

MINUTE, HOUR = 60.0, 3600.0
LOOKED_FOR = [kind for kind, requests in REQUESTS.items() if requests == ("post", "look")]
"""What is posted, and looked for where its answer was lost."""


async def shown(path: Path, kind: PostKind, *, crash: bool, taken: bool = False) -> Counter[tuple[str, ...]]:
    """What is at Discord after a post of this kind: each message by its buttons.

    With `crash` its answer is lost, and the process dies; `taken` says whether Discord took it.
    """
    async with posting(path) as post:
        await bring_about(post, kind)
        await post.run(MINUTE)
        lost: list[int] = []

        def closed(request: str, channel: int) -> Exception | None:
            """Let people have closed direct messages where a notice is to say so."""
            is_opened = kind is PostKind.NOTICE and request == "open"
            return refusal(403, Code.DM_REFUSED) if is_opened else None

        def lose(request: str, channel: int) -> Exception | None:
            if request != "post" or not is_delivering(kind):
                return closed(request, channel)
            lost.append(channel)
            return NoAnswer("reset")

        post.wire.accepts, post.wire.fault = taken, lose if crash else closed
        await do_it(post, kind)
        await post.run(MINUTE)
        if crash:
            assert lost
            await post.kill()
            post.wire.fault = closed
            await post.start(chance=2)
        await post.run(2 * HOUR)
        return Counter(tuple(sorted(sent.marks)) for sent in post.wire.messages.values())


@pytest.mark.parametrize(
    ("kind", "taken"),
    [
        pytest.param(kind, taken, marks=pytest.mark.ci if number % 2 == taken else pytest.mark.deep)
        if number % 4
        else (kind, taken)
        for number, kind in enumerate(LOOKED_FOR)
        for taken in (True, False)
    ],
)
async def test_after_a_crash_on_the_way_a_post_of_any_kind_is_there_once(
    tmp_path: Path, kind: PostKind, taken: bool
) -> None:
    undisturbed = await shown(tmp_path / "undisturbed.db", kind, crash=False)
    assert await shown(tmp_path / "crash.db", kind, crash=True, taken=taken) == undisturbed
    assert undisturbed
