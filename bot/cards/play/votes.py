"""Votes on a team's next move: the choices, the tally, and the board's lines."""

from typing import Final

from bot.cards.kit.card_lines import last_move_line, place_link, player_names, quote_move
from bot.cards.kit.choices import MatchIds, VisibleChoices, beside_board, choice_lines, choice_rows
from bot.cards.kit.kit import (
    PRIMARY,
    RUNNING,
    ActionButton,
    Card,
    fit_lines,
    framed_view,
    row,
    small_print,
    text,
)
from bot.cards.kit.names import safe_name
from bot.cards.play.picker import choices_picture, steps_line
from bot.custom_ids import CustomId
from club.clocks.time_control import duration_phrase
from club.play.after.history import MatchContext
from club.play.course.ballots import BallotTerms
from club.play.course.votes import Ballot
from club.play.match.matches import Table
from data.play.challenges import ChallengeRow
from rendering.describe import explain_numbers
from rules.choosing import ChoiceNode
from words import Localizer, Words, discord_timestamp, relative_timestamp

ACTION_PREFIX: Final = "vote-"
"""What the actions of the buttons on the way to a vote begin with."""
LABELS: Final = ("button.vote.for", "button.vote.for")
"""Of what ends a move here: it is a vote, which can be changed."""
TALLY_LIMIT: Final = 1500
"""Characters of a tally: with all else they fit into a message."""


def vote_button(table: Table, say: Localizer) -> ActionButton:
    """Return the button with which members vote on a team's next move.

    Anyone whom the terms of the vote admit can press it, and joins the team by voting.
    """
    return ActionButton.create(
        CustomId("ballot", table.row.id, table.row.version), say("button.vote"), PRIMARY
    )


def vote_card(
    ballot: Ballot,
    node: ChoiceNode,
    choices: VisibleChoices,
    say: Localizer,
    *,
    theme: str,
    note: str | None = None,
) -> Card:
    """Return the card on which a member chooses the move to vote for.

    `choices` are those shown that continue from `node`.
    """
    table, seat = ballot.table, ballot.seat
    ids, view = MatchIds(table.row.id, table.row.version, ACTION_PREFIX), table.view(seat)
    steps, side = steps_line(node, say), table.side(seat)
    return Card(
        framed_view(
            RUNNING,
            text(
                _heading(ballot, say),
                note,
                last_move_line(table, view, say),
                say("card.vote.next", steps=steps, side=side) if steps else say("card.vote.first", side=side),
                say.text(node.duty) if node.duty else None,
                small_print(explain_numbers(view, say.language)),
            ),
            *beside_board(
                choices_picture(view, node, choices, say, theme=theme),
                None,
                choice_lines(choices, say, player_names(table)),
            ),
            *choice_rows(node, choices, view, ids, say, labels=LABELS),
        )
    )


def own_vote_card(ballot: Ballot, say: Localizer, now: float, *, note: str | None = None) -> Card:
    """Return the member's own vote, and the tally at `now` if the vote counts.

    A captain may have chosen only a safe move, which is not counted as a vote.
    """
    own, ids = ballot.own, MatchIds(ballot.table.row.id, ballot.table.row.version, ACTION_PREFIX)
    assert own is not None  # they have voted
    buttons = [ActionButton.create(ids.choice_id(()), say("button.vote.change"), PRIMARY)]
    if ballot.is_captain:
        code = "button.vote.safe" if ballot.has_voted else "button.vote.count"
        buttons.append(
            ActionButton.create(
                CustomId("vote-safe", ids.match_id, ids.version, _safe_flag(ballot)), say(code)
            )
        )
    return Card(
        framed_view(
            RUNNING,
            text(
                _heading(ballot, say),
                note,
                say("card.vote.own" if ballot.has_voted else "card.vote.own.safe", move=quote_move(own.move)),
                *fit_lines(say, tally_lines(ballot, say), TALLY_LIMIT),
                small_print(say("card.vote.alone")) if ballot.has_voted else None,
                small_print(say("card.vote.as_of", since=relative_timestamp(now)))
                if ballot.has_voted
                else None,
                closing_time_line(ballot, say),
            ),
            row(*buttons),
        )
    )


def ballot_closed_card(table: Table, say: Localizer) -> Card:
    """Return the note that a ballot has already closed, with a link to the board."""
    return Card(framed_view(None, text(say("card.vote.closed", link=place_link(table.row)))))


def tally_lines(ballot: Ballot, say: Localizer) -> list[str]:
    """Return the votes for each move; none for a member who has not voted."""
    return [say("card.vote.line", move=quote_move(move), count=count) for move, count in ballot.tally]


def closing_time_line(ballot: Ballot, say: Localizer) -> str:
    """Return the line on when a ballot closes."""
    return _closes(ballot.row.closes_at, ballot.row.quorum, ballot.row.empty, say)


def vote_lines(table: Table, story: MatchContext, say: Localizer) -> list[str]:
    """Return a board's lines on votes: the last result and the open ballot."""
    if story.vote is None:
        return []
    lines: list[str] = []
    known, tally, voted = story.vote
    team = next((ply for ply in reversed(table.match.plies) if table.player(ply.seat).team), None)
    if tally is not None and team is not None:
        name, move = safe_name(table.player(team.seat).name), quote_move(team.said)
        if tally.votes:
            lines.append(say("card.vote.tally", name=name, count=tally.votes, all=tally.voters, move=move))
        else:
            lines.append(say("card.vote.tally.safe", name=name, move=move))
    turn = table.turn
    if known is not None and turn is not None:
        name, side = safe_name(table.player(turn).name), table.side(turn)
        lines.append(say("card.vote.open", name=name, side=side))
        if voted:
            lines.append(say("card.vote.voted", count=voted))
        lines.append(_closes(known.closes_at, known.quorum, known.empty, say))
        lines.append(say("card.vote.how"))
        if known.role_id is not None:
            lines.append(say("card.vote.role", role=f"<@&{known.role_id}>"))
    return lines


def vote_terms_line(challenge: ChallengeRow, name: Words, say: Localizer) -> str | None:
    """Return which sides of a challenge are teams, and how the teams vote.

    Return `None` for a challenge between two people.
    """
    if challenge.vote is None:
        return None
    terms = BallotTerms.parse(challenge.vote)
    said = say(
        f"card.challenge.vote.{terms.teams}", name=name, span=duration_phrase(terms.span), count=terms.quorum
    )
    if terms.role_id is None:
        return said
    return f"{said}\n{say('card.challenge.vote.role', role=f'<@&{terms.role_id}>')}"


def _closes(at: float | None, quorum: int, empty: int, say: Localizer) -> str:
    if at is None:
        return say("card.vote.waits")
    code = "card.vote.closes.again" if empty else "card.vote.closes"
    return say(code, time=discord_timestamp(at), since=relative_timestamp(at), count=quorum)


def _heading(ballot: Ballot, say: Localizer) -> str:
    return say(
        "card.vote", title=ballot.table.game.title, name=safe_name(ballot.table.player(ballot.seat).name)
    )


def _safe_flag(ballot: Ballot) -> str:
    """Return the flag for what the captain's button turns their vote into."""
    return "1" if ballot.has_voted else "0"
