"""The daily puzzle of a server: its post, its settings, and a failure notice."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.kit import OFFERED, OVER, SUCCESS, ActionButton, Card, framed_view, row, small_print, text
from bot.cards.kit.pictures import board_picture
from bot.cards.members.rest import HOURS
from bot.cards.members.settings import SettingChoices, channel_menu, setting_menu, toggle_button
from bot.cards.puzzles.puzzle import origin_line, puzzle_options_line, solver_view, title_line
from bot.custom_ids import CustomId
from club.clocks.zones import local_time_text, zone_label
from club.puzzles.daily import DailyPuzzle, DailyPuzzlePlan
from data.puzzles.daily import DailySolver, PuzzlePost, SolveCounts
from engines.puzzles.scales import SOLVERS
from rendering.describe import open_hands_text
from words import Localizer, Phrase, discord_timestamp, relative_timestamp

SETTING: Final = "server-daily"
"""The action of what is chosen on the card."""


def daily_puzzle_card(daily: DailyPuzzle, say: Localizer) -> Card:
    """Return the post of the daily puzzle.

    It has the position, the side to move, the first solvers, and a button with which each reader solves
    it. If the puzzle no longer exists, it says so and lists the first solvers.
    """
    if daily.view is None:
        return Card(
            framed_view(
                OVER,
                text(
                    say("card.daily.gone"),
                    *(_first_solvers(daily.first_solvers, say) if daily.first_solvers else ()),
                ),
            )
        )
    puzzle = daily.view.puzzle
    match = puzzle.match_after(0)
    view = solver_view(puzzle, match)
    task = "card.daily.task" if puzzle.game in SOLVERS else "card.daily.task.material"
    shown = framed_view(
        OFFERED,
        text(
            title_line(daily.view, say),
            puzzle_options_line(puzzle, match, say),
            origin_line(daily.view, say),
            say(task, side=match.sides[puzzle.solver], button=Phrase("button.daily")),
            small_print(open_hands_text(view, say.language)),
            _day_before_line(daily.previous_counts, say),
        ),
        board_picture(view, say),
        text(*_first_solvers(daily.first_solvers, say)),
        row(
            ActionButton.create(_solve(daily.post), say("button.daily"), SUCCESS),
            ActionButton.create(CustomId("howto", 0, rest=puzzle.game), say("button.howto")),
        ),
    )
    return Card(shown)


def _day_before_line(before: SolveCounts, say: Localizer) -> str | None:
    """Return the solvers of the day before with their tries, or their number.

    Return `None` if no one solved it.
    """
    if not before.count:
        return None
    if before.names:
        each = [say("card.daily.before.one", name=f"<@{by.user_id}>", count=by.tries) for by in before.names]
        others = before.count - len(each)
        code = "card.daily.before.some" if others else "card.daily.before.all"
        facts = {"count": others} if others else {}
        return small_print(say(code, names=", ".join(each), **facts))
    later = before.count - before.clean - before.second
    return small_print(
        say("card.daily.before", count=before.count, clean=before.clean, at_second=before.second, later=later)
    )


def daily_marker_id(post: PuzzlePost) -> str:
    """Return the custom_id that identifies the post of a daily puzzle."""
    return str(_solve(post))


def daily_puzzle_settings_card(plan: DailyPuzzlePlan, now: float, say: Localizer, note: str | None) -> Card:
    """Return the settings for where and when the daily puzzle is posted."""
    server = plan.server
    hours: SettingChoices = [(str(hour), f"{hour:02}:00") for hour in range(HOURS)]
    comes = say("card.settings.puzzle.off")
    if plan.next_at is not None:
        comes = say(
            "card.settings.puzzle.next",
            time=discord_timestamp(plan.next_at),
            since=relative_timestamp(plan.next_at),
        )
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
                    zone=zone_label(server.zone),
                    hour=local_time_text(server.zone, now),
                )
            ),
            text(say("card.settings.mined")),
            row(toggle_button(SETTING, "mined", server.mined, say)),
            row(
                ActionButton.create(CustomId("server-zone", 0), say("button.zone")),
                ActionButton.create(CustomId("server-more", 0), say("button.server.more")),
            ),
        )
    )


def daily_puzzle_stopped_card(channel_id: int, say: Localizer) -> Card:
    """Return the notice that the daily puzzle is no longer posted to a channel.

    It is for the person who chose the channel.
    """
    return Card(framed_view(OVER, text(say("card.daily.stopped", channel=f"<#{channel_id}>"))))


def _first_solvers(solvers: Sequence[DailySolver], say: Localizer) -> list[str]:
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


def _channel(chosen: int | None, say: Localizer) -> discord.ui.ChannelSelect[Any]:
    """Return the menu of the channel in which the puzzle is posted."""
    held = [] if chosen is None else [chosen]
    custom_id = CustomId(SETTING, 0, rest="puzzle_channel")
    return channel_menu(custom_id, held, say("menu.puzzle_channel"), limit=1)
