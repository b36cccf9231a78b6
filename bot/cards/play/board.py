"""The board of a match: for everyone, for one player, and as it once was."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.competitions.meetings import verdict_line
from bot.cards.kit.after import NOWHERE, WebAddresses, links_line, rematch_button, share_button
from bot.cards.kit.board_remarks import story_lines, waiting_buttons
from bot.cards.kit.card_lines import (
    clock_line,
    fairness_line,
    last_move_line,
    named_players_line,
    odds_line,
    options_line,
    player_name,
    players_line,
    rated_line,
    rating_lines,
    result_line,
    series_line,
    status_lines,
    title_line,
)
from bot.cards.kit.kit import (
    BOARD_FILE,
    IN_SIGHT,
    OVER,
    PRIMARY,
    RUNNING,
    SECONDARY,
    ActionButton,
    Card,
    framed_view,
    gallery,
    heading,
    row,
    text,
)
from bot.cards.kit.names import safe_name
from bot.cards.kit.pictures import Drawing, board_picture, end_picture
from bot.cards.kit.unfolding import OWN, MoreRows, more_button
from bot.cards.play.clock import clock_lines
from bot.cards.play.conditional_moves import conditional_moves_button
from bot.cards.play.more import make_public_button, words_button
from bot.cards.play.moves import analyse_button, replay_button
from bot.cards.play.relocation import resume_button
from bot.cards.play.votes import vote_button, vote_lines
from bot.custom_ids import CustomId
from club.play.after.history import MatchContext
from club.play.after.phrases import match_caption
from club.play.course.conditional_moves import may_prepare_moves
from club.play.match.matches import Table
from club.standing.ratings import NO_CHANGES, MatchRatingChanges, may_count
from data.play.matches import MatchStatus
from engines.beginner_guide import explain_end
from rendering.describe import describe, text_board
from rendering.themes import DEFAULT_THEME
from rules.choosing import ChoiceNode, in_reading_order
from rules.game import Seat, View
from words import Localizer

NO_STORY: Final = MatchContext()


def board_card(
    table: Table,
    say: Localizer,
    story: MatchContext = NO_STORY,
    changes: MatchRatingChanges = NO_CHANGES,
    addresses: WebAddresses = NOWHERE,
) -> Card:
    """Return the board of a match for everyone, with its buttons.

    It notifies the player to move. For a finished match it shows the rating `changes` and links to the
    web `addresses`.
    """
    view = table.view(None)
    board = match_picture(table, view, say)
    turn = table.turn
    to_move = None if turn is None else table.player(turn)
    waiting = waiting_buttons(table, say, may_nudge=story.may_nudge, may_claim=story.may_claim)
    buttons = _buttons(table, say)
    below = [
        last_move_line(table, view, say) if table.is_running else None,
        *running_status_lines(table, view, say),
        *story_lines(table, story, say),
        *vote_lines(table, story, say),
        say("card.to_move", name=player_name(to_move), side=table.side(turn))
        if to_move and turn is not None and not to_move.team
        else None,
        *clock_lines(table, say, is_time_up=story.may_claim, now=story.now),
    ]
    card = framed_view(
        RUNNING if table.is_running else OVER,
        text(
            heading(say.text(table.game.title)),
            players_line(table, say),
            options_line(table.game, table.match.settled_options, say),
            odds_line(table, story.series, say),
            clock_line(table.row.control, say),
            None if table.is_over and not may_count(table.match) else rated_line(table.row.rated, say),
            series_line(table, story.series, say),
            None
            if story.reason is None
            else cards_for_kind(story.reason.kind).reason_line(table, story.reason, say),
            fairness_line(table, say),
            *result_lines(table, view, story, say, changes),
            links_line(addresses, say),
        ),
        board,
        text(*below) if any(below) else None,
        row(*buttons),
        row(*waiting[: IN_SIGHT - len(buttons)]) if waiting else None,  # More has them all
    )
    # A person who plays the computer alone is there: it answers at once.
    asked = to_move is not None and (to_move.team or table.row.computer is None) and not to_move.guest
    return Card(card, pings=(to_move.user_id,) if to_move and asked else ())


def match_picture(
    table: Table, view: View, say: Localizer, theme: str = DEFAULT_THEME, choices: Sequence[str] = ()
) -> Drawing:
    """Draw the position, or the final picture once the match is over."""
    if table.is_over:
        return end_picture(view, table.match, table.reason, say, theme, caption=match_caption(table, say))
    return board_picture(view, say, theme, choices=choices)


def result_lines(
    table: Table, view: View, story: MatchContext, say: Localizer, changes: MatchRatingChanges = NO_CHANGES
) -> list[str | None]:
    """Return the result of a match and its consequences; none while it runs.

    The lines stand above the final picture.
    """
    if table.is_running:
        return []
    return [
        last_move_line(table, view, say),
        result_line(table, say),
        *rating_lines(table, changes, say),
        None if story.reason is None else verdict_line(table, story.reason, say),
    ]


def running_status_lines(table: Table, view: View, say: Localizer) -> list[str | None]:
    """Return what the game counts, such as points, for below the board.

    Return none once the match is over, because the final picture shows the counts itself, larger.
    """
    return [] if table.is_over else status_lines(table, view, say)


def end_buttons(table: Table, say: Localizer, *more: ActionButton) -> list[ActionButton]:
    """Return the buttons of a match that is over; the last ones are `more`."""
    return [
        *rematch_button(table, say),
        *replay_button(table, say),
        *analyse_button(table, say),
        *share_button(table, say),
        *more,
    ]


def _buttons(table: Table, say: Localizer) -> list[ActionButton]:
    match_id, version = table.row.id, table.row.version
    if not table.is_running:
        return end_buttons(table, say, more_button(table, say))
    return [
        vote_button(table, say)
        if table.row.is_team_to_move
        else ActionButton.create(CustomId("play", match_id, version), say("button.play"), PRIMARY),
        ActionButton.create(CustomId("view", match_id, version), say("button.view")),
        *(
            [ActionButton.create(CustomId("hand", match_id, version), say("button.hand"))]
            if table.game.hidden
            else []
        ),
        more_button(table, say),
    ]


def _private_end_buttons(table: Table, say: Localizer, has_others: bool) -> list[ActionButton]:
    """Return the buttons of a private match that is over.

    They lead to a friend first, if there are others in this place.
    """
    match_id, version = table.row.id, table.row.version
    friend = ActionButton.create(CustomId("friend", match_id, version), say("button.friend"), PRIMARY)
    again = ActionButton.create(
        CustomId("rematch", match_id, version), say("button.again"), SECONDARY if has_others else PRIMARY
    )
    return [
        *([friend] if has_others else []),
        again,
        *replay_button(table, say),
        *share_button(table, say),
    ]


def former_board_card(
    table: Table, plies: int | None, say: Localizer, *, has_picture: bool, for_guest: bool = False
) -> Card:
    """Return an outdated board, without buttons, which a newer one has replaced.

    It shows the position after `plies` plies, or a note if `plies` is `None` because some of its moves
    have been taken back. `has_picture` says whether the message holds a picture, which the edit keeps;
    a text board stays text. `for_guest` says that it is a guest's direct message, which has no mentions.
    """
    if plies is None:
        undone, above = say("card.former.taken_back"), text(heading(say.text(table.game.title)))
        return Card(
            framed_view(OVER, above, gallery(BOARD_FILE, undone) if has_picture else None, text(undone))
        )
    then = replace(table, match=table.match.copy_at(plies))
    seen = then.match.view(None)
    players = named_players_line(table, say) if for_guest else players_line(table, say)
    return Card(
        framed_view(
            OVER,
            text(heading(say.text(table.game.title)), players),
            gallery(BOARD_FILE, describe(seen, say.language))
            if has_picture
            else text(f"```\n{text_board(seen, say.language)}\n```"),
            text(line) if (line := last_move_line(then, seen, say)) else None,
        )
    )


def own_board_card(
    table: Table,
    seat: Seat | None,
    say: Localizer,
    *,
    theme: str,
    first_node: ChoiceNode | None = None,
    can_open: bool = False,
    note: str | None = None,
    more_rows: MoreRows = (),
) -> Card:
    """Return the board for one person: from their side and in their theme.

    `first_node` holds the first choices of the player to move, whose squares are marked. `can_open`
    says whether others are in this place, to whom a private match can be shown. `more_rows` are what More
    has unfolded.
    """
    seen = table.view(seat)
    choices = _marked_squares(first_node, seen)
    board = match_picture(table, seen, say, theme, choices)
    before, after = _own_lines(table, seat, seen, say, first_node, note)
    counted = running_status_lines(table, seen, say)
    if table.is_over and seat is not None:
        more = [] if more_rows else [more_button(table, say, OWN)]
        ways = _private_end_buttons(table, say, can_open) if table.row.is_private else end_buttons(table, say)
        ways += more
    else:
        opening = [make_public_button(table, say)] if can_open and table.row.is_private else []
        ways = [*next_action_buttons(table, seat, say), *opening, words_button(table, say)]
    return Card(
        framed_view(
            None,
            text(*before),
            board,
            text(*below) if (below := [*counted, *after]) else None,
            row(*ways) if ways else None,
            *more_rows,
        )
    )


def text_board_card(
    table: Table,
    seat: Seat | None,
    say: Localizer,
    *,
    first_node: ChoiceNode | None = None,
    note: str | None = None,
) -> Card:
    """Return the board for one person as text, for a screen reader."""
    seen = table.view(seat)
    before, after = _own_lines(table, seat, seen, say, first_node, note)
    board = f"```\n{text_board(seen, say.language, _marked_squares(first_node, seen))}\n```"
    counted = status_lines(table, seen, say)
    ways = next_action_buttons(table, seat, say)
    return Card(framed_view(None, text(*before, board, *counted, *after), row(*ways) if ways else None))


def _marked_squares(first_node: ChoiceNode | None, view: View) -> list[str]:
    """Return the squares to mark for the player to move."""
    steps = in_reading_order(first_node.choices, view) if first_node else ()
    return [step.square for step in steps if step.square]


def _own_lines(
    table: Table,
    seat: Seat | None,
    view: View,
    say: Localizer,
    first_node: ChoiceNode | None,
    note: str | None,
) -> tuple[list[str | None], list[str | None]]:
    """Return the lines above and below one person's board.

    There are none below the final picture, which shows the result itself.
    """
    turn = table.turn
    above = [title_line(table, say), note, last_move_line(table, view, say)]
    if table.is_over:
        told = explain_end(table.match, seat) if seat is not None and table.is_guided else None
        return [*above, f"**{say.text(told)}**" if told else result_line(table, say)], []
    whose = None
    if turn is not None:
        whose = say("card.is_to_move", name=safe_name(table.player(turn).name), side=table.side(turn))
    return above, [
        whose,
        say.text(first_node.duty) if first_node and first_node.duty else None,
        None if table.is_running else f"**{say('match.suspended')}**",
    ]


def next_action_buttons(table: Table, seat: Seat | None, say: Localizer) -> list[ActionButton]:
    """Return the button for the next action of a player, if there is one.

    It resumes a suspended match, or opens the conditional moves, the vote or the picker. Spectators
    have none, except for a vote.
    """
    if seat is not None and table.row.status is MatchStatus.SUSPENDED:
        return [resume_button(table.row.id, say("button.resume"))]
    if may_prepare_moves(table, seat):
        return [conditional_moves_button(table, say)]
    if table.is_running and table.row.is_team_to_move and table.turn == seat:
        return [vote_button(table, say)]
    if seat is None or table.turn != seat:
        return []
    return [
        ActionButton.create(CustomId("play", table.row.id, table.row.version), say("button.play"), PRIMARY)
    ]
