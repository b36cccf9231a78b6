"""The daily puzzle of a server: its post, its settings, and a failure notice."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.kit import OFFERED, OVER, SUCCESS, Card, Press, framed_view, row, small, text
from bot.cards.kit.pictures import board_picture
from bot.cards.members.rest import HOURS
from bot.cards.members.settings import SettingChoices, channel_menu, setting_menu, toggle
from bot.cards.puzzles.puzzle import origin_line, puzzle_options_line, solver_view, title_line
from bot.custom_ids import CustomId
from club.clocks.zones import time_there, zone_named
from club.puzzles.daily import DailyPuzzle, DailyPuzzlePlan
from data.puzzles.daily import DailySolver, PuzzlePost, SolveCounts
from engines.puzzles.scales import SOLVERS
from rendering.describe import open_hands
from words import Phrase, Speaker, ago, when

SETTING: Final = "server-daily"
"""The action of what is chosen on the card."""


def daily_card(posted: DailyPuzzle, say: Speaker) -> Card:
    """Return the post of the daily puzzle.

    It has the position, the side to move, the first solvers, and a button for one's own board. If the
    puzzle no longer exists, it says so and lists the first solvers.
    """
    if posted.shown is None:
        return Card(
            framed_view(
                OVER,
                text(say("card.daily.gone"), *(_first_solvers(posted.first, say) if posted.first else ())),
            )
        )
    puzzle = posted.shown.puzzle
    match = puzzle.after(0)
    view = solver_view(puzzle, match)
    task = "card.daily.task" if puzzle.game in SOLVERS else "card.daily.task.material"
    shown = framed_view(
        OFFERED,
        text(
            title_line(posted.shown, say),
            puzzle_options_line(puzzle, match, say),
            origin_line(posted.shown, say),
            say(task, side=match.sides[puzzle.solver], button=Phrase("button.daily")),
            small(open_hands(view, say.language)),
            _day_before_line(posted.before, say),
        ),
        board_picture(view, say),
        text(*_first_solvers(posted.first, say)),
        row(
            Press.of(_solve(posted.post), say("button.daily"), SUCCESS),
            Press.of(CustomId("howto", 0, rest=puzzle.game), say("button.howto")),
        ),
    )
    return Card(shown)


def _day_before_line(before: SolveCounts, say: Speaker) -> str | None:
    """Return the solvers of the day before with their tries, or how many there were.

    Return `None` if no one solved it.
    """
    if not before.count:
        return None
    if before.names:
        each = [say("card.daily.before.one", name=f"<@{by.user_id}>", count=by.tries) for by in before.names]
        others = before.count - len(each)
        code = "card.daily.before.some" if others else "card.daily.before.all"
        facts = {"count": others} if others else {}
        return small(say(code, names=", ".join(each), **facts))
    later = before.count - before.clean - before.second
    return small(
        say("card.daily.before", count=before.count, clean=before.clean, at_second=before.second, later=later)
    )


def daily_mark(post: PuzzlePost) -> str:
    """Return by which component a post is known."""
    return str(_solve(post))


def server_puzzle_card(plan: DailyPuzzlePlan, now: float, say: Speaker, note: str | None) -> Card:
    """Return the settings for where and when the daily puzzle is posted."""
    server = plan.server
    hours: SettingChoices = [(str(hour), f"{hour:02}:00") for hour in range(HOURS)]
    comes = say("card.settings.puzzle.off")
    if plan.at is not None:
        comes = say("card.settings.puzzle.next", time=when(plan.at), since=ago(plan.at))
    return Card(
        framed_view(
            OFFERED,
            text(say("card.settings.puzzle"), note, comes),
            text(say("card.settings.puzzle.channel")),
            row(_channel(server.puzzle_channel, say)),
            text(say("card.settings.puzzle.hour")),
            setting_menu(SETTING, "puzzle_hour", hours, str(server.puzzle_hour), say),
            text(
                say(
                    "card.settings.puzzle.zone",
                    zone=zone_named(server.zone),
                    hour=time_there(server.zone, now),
                )
            ),
            text(say("card.settings.mined")),
            row(toggle(SETTING, "mined", server.mined, say)),
            row(
                Press.of(CustomId("server-zone", 0), say("button.zone")),
                Press.of(CustomId("server-more", 0), say("button.server.more")),
            ),
        )
    )


def unposted_card(channel_id: int, say: Speaker) -> Card:
    """Return the notice that the daily puzzle is no longer posted to a channel.

    It is for the person who chose the channel.
    """
    return Card(framed_view(OVER, text(say("card.daily.stopped", channel=f"<#{channel_id}>"))))


def _first_solvers(solvers: Sequence[DailySolver], say: Speaker) -> list[str]:
    """Return the first solvers, a line each, with the number of tries if known."""
    if not solvers:
        return [say("card.daily.nobody")]
    lines = [say("card.daily.first")]
    for place, solver in enumerate(solvers, 1):
        name = f"<@{solver.user_id}>"
        if solver.tries is not None:
            name = say("card.daily.before.one", name=name, count=solver.tries)
        lines.append(f"{place}. {name} · {say('card.daily.streak', days=solver.days)}")
    return lines


def _solve(post: PuzzlePost) -> CustomId:
    # The number of a post is not that of a match.
    return CustomId("daily", 0, rest=str(post.id))


def _channel(chosen: int | None, say: Speaker) -> discord.ui.ChannelSelect[Any]:
    """Return the menu of the channel in which it is posted."""
    held = [] if chosen is None else [chosen]
    custom_id = CustomId(SETTING, 0, rest="puzzle_channel")
    return channel_menu(custom_id, held, say("menu.puzzle_channel"), most=1)
