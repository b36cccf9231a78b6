"""No player is ever stuck, whatever is taken from a match.

Some player always has a way on, and it is shown to them.
"""

from typing import Any, Final

import pytest

from data.sqlite.check import check
from tests.bot.losses import LOSSES, Loss
from tests.bot.server import Server, buttons, reply_text, texts
from tests.sets import leave_to_ci

pytestmark = pytest.mark.usefixtures("pictures_undrawn")

DAY: Final = 24 * 3600


async def way_on(room: Server, elsewhere: Any) -> str:
    """Take the way on that `/games` shows Ann, and return which it was.

    Ways are taken until the match is over or it is played where both can see it.
    """
    listed = await room.ann.slash(elsewhere, "games")
    label = next(
        (name for name in buttons(listed.response) if name.startswith(("Go on", "Ben", "Nudge"))), ""
    )
    if not label:
        return "waits"
    pressed = await room.ann.click(listed.response, label=label)
    if label.startswith("Ben"):
        await room.ann.click(pressed.response, label="Claim the win")
        return "claims"
    return "goes on" if label.startswith("Go on") else "nudges"


ALIKE: Final = (
    "the channel is gone",
    "no sending at all",
    *(name for name in LOSSES if name.startswith("no ")),
)
"""Losses with the same ways on as another: the deep run has all but one."""


@pytest.mark.parametrize(
    ("lose", "ways"),
    [
        pytest.param(
            *loss,
            marks=() if number % 5 == 0 else pytest.mark.deep if name in ALIKE else pytest.mark.ci,
            id=name,
        )
        for number, (name, loss) in enumerate(LOSSES.items())
    ],
)
async def test_whatever_is_taken_somebody_has_a_way_on_and_sees_it(
    room: Server, lose: Loss, ways: list[str]
) -> None:
    thread = await room.begin("binar", side="Even")
    elsewhere = await lose(room, thread)
    await room.env.settle()
    first = await room.ann.slash(elsewhere, "move", move="c3", match="1")
    did = []
    if "suspended" in reply_text(first):
        await room.ann.click((first.followups or [first.response])[-1], label="Go on here")
        did.append("goes on")
        await room.ann.slash(elsewhere, "move", move="c3")
    for _ in range(30):
        await room.env.advance_time(1.5 * DAY)
        if (await room.bot.club.play.matches.load(1)).is_over:
            break
        did.append(await way_on(room, elsewhere))
    after = await room.bot.club.play.matches.load(1)
    assert (after.is_over, after.row.winner) == (True, 0), did
    assert [way for way in did if way != "waits"] == ways
    check(room.bot.config.database)


@pytest.mark.ci
@pytest.mark.parametrize(
    "name", leave_to_ci([name for name in LOSSES if name != "the opponent left"], every=4)
)
async def test_the_match_goes_on_where_both_see_it(room: Server, name: str) -> None:
    thread = await room.begin("binar", side="Even")
    elsewhere = await LOSSES[name][0](room, thread)
    await room.env.settle()
    await room.ann.slash(elsewhere, "move", move="c3", match="1")
    await room.env.advance_time(2 * DAY)
    await way_on(room, elsewhere)
    for member, move in ((room.ann, "c3"), (room.ben, "d4"), (room.ann, "e5")):
        await member.slash(elsewhere, "move", move=move, match="1")
    assert [ply.text for ply in (await room.match()).plies] == ["c3", "d4", "e5"]
    row = (await room.bot.club.play.matches.load(1)).row
    place = {each.id: each for each in (thread, room.channel, elsewhere)}[row.place_id]
    board = room.board(place)
    assert "Play" in buttons(board)
    assert f"<@{room.ben.id}> to move" in texts(board)
