"""Who makes competitions and how, and what forged buttons of theirs do."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest

from tests.bot.cogs.competitions.league_steps import league
from tests.bot.cogs.competitions.team_steps import match
from tests.bot.cogs.competitions.tournament_steps import tournament
from tests.bot.officials import manager
from tests.bot.server import Server, button, reply_text

Cases = tuple[tuple[dict[str, str], str], ...]
MADE: Final[dict[str, tuple[dict[str, str], Cases]]] = {
    "league create": (
        {"name": "Mine"},
        tuple(({"clock": clock}, "A league needs a clock") for clock in ("none", "10+5")),
    ),
    "ladder create": (
        {"name": "Mine"},
        tuple(({"clock": clock}, "A ladder needs a clock of hours or days") for clock in ("none", "10+5")),
    ),
    "tournament create": (
        {"name": "Mine", "kind": "swiss", "clock": "10+5"},
        (
            ({"clock": "none"}, "needs a clock"),
            ({"clock": "1d"}, "clock to sit down to"),
            ({"clock": "3h+5s"}, "at most 60"),
            ({"name": "\u200b"}, "needs a name"),
        ),
    ),
    "team match": (
        {"first": "Red", "second": "Blue", "clock": "1d"},
        (
            ({"second": "RED"}, "need different names"),
            ({"second": "\u200b"}, "needs a name"),
            ({"clock": "none"}, "needs a clock"),
        ),
    ),
}
"""By command: what it is given, and what is said if something is otherwise."""
FORGED: Final = (
    (
        league,
        "season-in:77 season-in: withdraw:5 rule:x rule-set:1,gold seat-take:1 seat-take:1,2 season-end:9"
        " rule-pair:1 rule-set:9,draw",
    ),
    (tournament, "here:7 here:x round-back:7 round-yes: season-go:9"),
    (
        match,
        "team-in:7,0 team-in:1,5 team-in:1 season-in:1 team-line:1,7 team-up:1,0,9 team-again:9 team-board:9"
        " team-code:9",
    ),
)
"""What there is, and forged buttons: their actions and what they name."""


@pytest.mark.parametrize("command", MADE)
async def test_only_managers_make_one_with_a_name_and_a_clock_that_fit(room: Server, command: str) -> None:
    given, cases = MADE[command][0] | {"game": "binar"}, MADE[command][1]
    refused = await room.ann.slash(room.channel, command, **given)
    assert "manage this server" in reply_text(refused)
    mo = manager(room)
    for otherwise, said in cases:
        assert said in reply_text(await mo.slash(room.channel, command, **given | otherwise))
    assert room.channel.history() == []


@pytest.mark.parametrize(("begin", "buttons"), FORGED)
async def test_a_forged_button_of_a_competition_is_answered_with_a_sentence(
    room: Server, begin: Callable[[Server], Awaitable[Any]], buttons: str
) -> None:
    await begin(room)
    for action, rest in (each.split(":") for each in buttons.split()):
        planted = room.plant(room.channel, [button(f"v1:0:{action}:0:{rest}")])
        said = reply_text(await room.ann.click(planted, label="forged"))
        assert "not there any more" in said or "Only the captain" in said, (action, rest)
