"""The board of a match: for everyone, for one player, as it was, and its buttons."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.cards.competitions.every_kind import cards_of
from bot.cards.competitions.meetings import verdict_line
from bot.cards.kit.after import NOWHERE, Addresses, rematch_button, ways_after
from bot.cards.kit.board_remarks import story_lines, waiting_buttons
from bot.cards.kit.card_lines import (
    clock_line,
    fairness_line,
    last_move_line,
    odds_line,
    options_line,
    player_named,
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
    OVER,
    PRIMARY,
    RUNNING,
    Card,
    Press,
    framed_view,
    gallery,
    heading,
    row,
    text,
)
from bot.cards.kit.names import plain
from bot.cards.kit.pictures import Drawing, board_picture, caption_of, end_picture
from bot.cards.kit.ways import TWOTONE, games_id
from bot.cards.play.clock import clock_lines
from bot.cards.play.conditional_moves import conditional_button
from bot.cards.play.moves import analyse_button, replay_button
from bot.cards.play.private import open_button
from bot.cards.play.relocation import resume_button
from bot.cards.play.votes import vote_button, vote_lines
from bot.custom_ids import CustomId
from club.play.after.history import Story
from club.play.course.conditional_moves import may_prepare
from club.play.match.matches import Table
from club.standing.ratings import NO_CHANGES, MatchRatingChanges
from data.play.matches import MatchStatus
from rendering.describe import describe, text_board
from rendering.themes import DEFAULT
from rules.choosing import ChoiceNode, in_reading_order
from rules.game import Seat, View
from words import Speaker

NO_STORY: Final = Story()


def board_card(
    table: Table,
    say: Speaker,
    story: Story = NO_STORY,
    changes: MatchRatingChanges = NO_CHANGES,
    outside: Addresses = NOWHERE,
) -> Card:
    """Return the board for everyone, with the buttons of its version.

    It pings the player to move. For a finished match it shows the changes of the players' ratings, and
    links `outside`.
    """
    view = table.view(None)
    board = shown_board(table, view, say)
    turn = table.turn
    to_move = None if turn is None else table.player(turn)
    waiting = waiting_buttons(table, say, may_nudge=story.may_nudge, may_claim=story.may_claim)
    below = [
        last_move_line(table, view, say) if table.running else None,
        *counted_lines(table, view, say),
        *story_lines(table, story, say),
        *vote_lines(table, story, say),
        say("card.to_move", name=player_named(to_move), side=table.side(turn))
        if to_move and turn is not None and not to_move.team
        else None,
        *clock_lines(table, say, up=story.may_claim, now=story.now),
    ]
    card = framed_view(
        RUNNING if table.running else OVER,
        text(
            heading(say.text(table.game.title)),
            players_line(table, say),
            options_line(table.game, table.match.settled_options, say),
            odds_line(table, story.series, say),
            clock_line(table.row.control, say),
            rated_line(table.row.rated, say),
            series_line(table, story.series, say),
            None
            if story.reason is None
            else cards_of(story.reason.kind).reason_line(table, story.reason, say),
            fairness_line(table, say),
            *ended_lines(table, view, story, say, changes),
        ),
        board,
        text(*below) if any(below) else None,
        row(*_buttons(table, say)),
        row(*after) if (after := ways_after(table, say, outside)) else None,
        row(*waiting) if waiting else None,
    )
    # A person who plays the computer alone is there: it answers at once.
    asked = to_move is not None and (to_move.team or table.row.computer is None) and not to_move.guest
    return Card(card, pings=(to_move.user_id,) if to_move and asked else ())


def shown_board(
    table: Table, seen: View, say: Speaker, theme: str = DEFAULT, choices: Sequence[str] = ()
) -> Drawing:
    """Return the picture of what is `seen`, or of the end once the match is over."""
    if table.over:
        return end_picture(seen, table.match, table.reason, say, theme, caption=caption_of(table, say))
    return board_picture(seen, say, theme, choices=choices)


def ended_lines(
    table: Table, seen: View, story: Story, say: Speaker, changes: MatchRatingChanges = NO_CHANGES
) -> list[str | None]:
    """Return how a match ended and the consequences; nothing while it runs.

    The lines stand above the picture of the end.
    """
    if table.running:
        return []
    return [
        last_move_line(table, seen, say),
        result_line(table, say),
        *rating_lines(table, changes, say),
        None if story.reason is None else verdict_line(table, story.reason, say),
    ]


def counted_lines(table: Table, seen: View, say: Speaker) -> list[str | None]:
    """Return the game's counts, for below its picture.

    The picture of the end shows them itself, larger.
    """
    return [] if table.over else status_lines(table, seen, say)


def _buttons(table: Table, say: Speaker) -> list[Press]:
    match_id, version = table.row.id, table.row.version
    if not table.running:
        on = Press.of(CustomId("next", match_id, version), say("button.next"))
        if table.row.private:
            on = Press.of(games_id(TWOTONE, table.game.family), say("button.games"))
        return [
            *rematch_button(table, say),
            *replay_button(table, say),
            *analyse_button(table, say),
            Press.of(CustomId("moves", match_id, version), say("button.moves")),
            on,
        ]
    return [
        vote_button(table, say)
        if table.row.team_to_move
        else Press.of(CustomId("play", match_id, version), say("button.play"), PRIMARY),
        Press.of(CustomId("view", match_id, version), say("button.view")),
        *([Press.of(CustomId("hand", match_id, version), say("button.hand"))] if table.game.hidden else []),
        Press.of(CustomId("more", match_id, version), say("button.more")),
    ]


def former_card(table: Table, plies: int | None, say: Speaker, *, pictured: bool) -> Card:
    """Return an older board, after `plies` plies: no buttons, the same picture.

    A newer board has replaced it. `plies` is `None` if some of its moves have been taken back.
    `pictured` says whether it is a picture, which the edit has to keep; a board in characters stays
    one.
    """
    if plies is None:
        undone, above = say("card.former.taken_back"), text(heading(say.text(table.game.title)))
        return Card(framed_view(OVER, above, gallery(BOARD_FILE, undone) if pictured else None, text(undone)))
    then = replace(table, match=table.match.copy_at(plies))
    seen = then.match.view(None)
    return Card(
        framed_view(
            OVER,
            text(heading(say.text(table.game.title)), players_line(table, say)),
            gallery(BOARD_FILE, describe(seen, say.language))
            if pictured
            else text(f"```\n{text_board(seen, say.language)}\n```"),
            text(line) if (line := last_move_line(then, seen, say)) else None,
        )
    )


def own_board_card(
    table: Table,
    seat: Seat | None,
    say: Speaker,
    *,
    theme: str,
    first: ChoiceNode | None = None,
    opens: bool = False,
    note: str | None = None,
) -> Card:
    """Return the board for one person: their side at the bottom, in their theme.

    `first` is the node where the choices of a player to move begin: their squares are marked. `opens`
    says whether a private match can be made public there.
    """
    seen = table.view(seat)
    choices = _on_offer(first, seen)
    board = shown_board(table, seen, say, theme, choices)
    before, after = _own_lines(table, seat, seen, say, first, note)
    counted = counted_lines(table, seen, say)
    in_words = Press.of(CustomId("words", table.row.id, table.row.version), say("button.words"))
    ways = _buttons(table, say) if table.over and seat is not None else []
    private = table.row.private and (table.running or table.match.outcome is not None)
    opening = [open_button(table, say)] if opens and private else []
    return Card(
        framed_view(
            None,
            text(*before),
            board,
            text(*below) if (below := [*counted, *after]) else None,
            row(*ways) if ways else None,
            row(*ways_on(table, seat, say), *(ways_after(table, say) if ways else ()), *opening, in_words),
        )
    )


def text_board_card(
    table: Table, seat: Seat | None, say: Speaker, *, first: ChoiceNode | None = None, note: str | None = None
) -> Card:
    """Return the board as one person sees it, in characters for a screen reader."""
    seen = table.view(seat)
    before, after = _own_lines(table, seat, seen, say, first, note)
    board = f"```\n{text_board(seen, say.language, _on_offer(first, seen))}\n```"
    counted = status_lines(table, seen, say)
    ways = ways_on(table, seat, say)
    return Card(framed_view(None, text(*before, board, *counted, *after), row(*ways) if ways else None))


def _on_offer(first: ChoiceNode | None, seen: View) -> list[str]:
    """Return the squares that are marked for a player who is to move."""
    steps = in_reading_order(first.choices, seen) if first else ()
    return [step.square for step in steps if step.square]


def _own_lines(
    table: Table, seat: Seat | None, seen: View, say: Speaker, first: ChoiceNode | None, note: str | None
) -> tuple[list[str | None], list[str | None]]:
    """Return the lines above and below one person's board.

    There are none below the picture of an end, which shows the result itself.
    """
    turn = table.turn
    above = [title_line(table, say), note, last_move_line(table, seen, say)]
    if table.over:
        return [*above, result_line(table, say)], []
    whose = None
    if turn is not None:
        whose = say("card.is_to_move", name=plain(table.player(turn).name), side=table.side(turn))
    return above, [
        whose,
        say.text(first.duty) if first and first.duty else None,
        None if table.running else f"**{say('match.suspended')}**",
    ]


def ways_on(table: Table, seat: Seat | None, say: Speaker) -> list[Press]:
    """Return buttons to the picker or the vote, conditional moves, or another place.

    Return none for people who have no such action.
    """
    if seat is not None and table.row.status is MatchStatus.SUSPENDED:
        return [resume_button(table.row.id, say("button.resume"))]
    if may_prepare(table, seat):
        return [conditional_button(table, say)]
    if table.running and table.row.team_to_move and table.turn == seat:
        return [vote_button(table, say)]
    if seat is None or table.turn != seat:
        return []
    return [Press.of(CustomId("play", table.row.id, table.row.version), say("button.play"), PRIMARY)]
