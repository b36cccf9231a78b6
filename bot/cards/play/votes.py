"""Votes: the choices, the tally for members who voted, and the board's lines."""

from typing import Final

from bot.cards.kit.card_lines import last_move_line, names_of, place_link, quote_move
from bot.cards.kit.choices import Choices, MatchIds, beside_board, choice_lines, choice_rows
from bot.cards.kit.kit import PRIMARY, RUNNING, Card, Press, fit_lines, framed_view, row, small, text
from bot.cards.kit.names import plain
from bot.cards.play.picker import choosing, steps_line
from bot.custom_ids import CustomId
from club.clocks.time_control import span
from club.play.after.history import Story
from club.play.course.ballots import BallotTerms
from club.play.course.votes import Ballot
from club.play.match.matches import Table
from data.play.challenges import ChallengeRow
from rendering.describe import explain_numbers
from rules.choosing import ChoiceNode
from words import Speaker, Words, ago, when

WALK: Final = "vote-"
"""What the actions of the buttons on the way to a vote begin with."""
LABELS: Final = ("button.vote.for", "button.vote.for")
"""Of what ends a move here: it is a vote, which can be changed."""
TALLY_LIMIT: Final = 1500
"""Characters of a tally: with all else they fit into a message."""


def vote_button(table: Table, say: Speaker) -> Press:
    """Return the button by which anybody votes, and so is of the team that is to move."""
    return Press.of(CustomId("ballot", table.row.id, table.row.version), say("button.vote"), PRIMARY)


def vote_card(
    ballot: Ballot,
    reached: ChoiceNode,
    shown: Choices,
    say: Speaker,
    *,
    theme: str,
    note: str | None = None,
) -> Card:
    """Return the next choices on the way to a vote.

    `shown` are the choices in sight of the level reached.
    """
    table, seat = ballot.table, ballot.seat
    ids, view = MatchIds(table.row.id, table.row.version, WALK), table.view(seat)
    steps, side = steps_line(reached, say), table.side(seat)
    return Card(
        framed_view(
            RUNNING,
            text(
                _heading(ballot, say),
                note,
                last_move_line(table, view, say),
                say("card.vote.next", steps=steps, side=side) if steps else say("card.vote.first", side=side),
                say.text(reached.duty) if reached.duty else None,
                small(explain_numbers(view, say.language)),
            ),
            *beside_board(
                choosing(view, reached, shown, say, theme=theme),
                None,
                choice_lines(shown, say, names_of(table)),
            ),
            *choice_rows(reached, shown, view, ids, say, labels=LABELS),
        )
    )


def voted_card(ballot: Ballot, say: Speaker, *, note: str | None = None) -> Card:
    """Return the member's vote, and the tally so far if the vote counts.

    The captain's move may be a safe move alone, which is no vote.
    """
    own, ids = ballot.own, MatchIds(ballot.table.row.id, ballot.table.row.version, WALK)
    assert own is not None  # they have voted
    buttons = [Press.of(ids.pick(()), say("button.vote.change"), PRIMARY)]
    if ballot.is_captain:
        code = "button.vote.safe" if ballot.has_voted else "button.vote.count"
        buttons.append(Press.of(CustomId("vote-safe", ids.match, ids.version, _way(ballot)), say(code)))
    return Card(
        framed_view(
            RUNNING,
            text(
                _heading(ballot, say),
                note,
                say("card.vote.own" if ballot.has_voted else "card.vote.own.safe", move=quote_move(own.move)),
                *fit_lines(say, tally_lines(ballot, say), TALLY_LIMIT),
                small(say("card.vote.alone")) if ballot.has_voted else None,
                closes_line(ballot, say),
            ),
            row(*buttons),
        )
    )


def closed_card(table: Table, say: Speaker) -> Card:
    """Return that a ballot has closed meanwhile, with the way to the board."""
    return Card(framed_view(None, text(say("card.vote.closed", link=place_link(table.row)))))


def tally_lines(ballot: Ballot, say: Speaker) -> list[str]:
    """Return how many are for each move; nothing for who has not voted."""
    return [say("card.vote.line", move=quote_move(move), count=count) for move, count in ballot.tally]


def closes_line(ballot: Ballot, say: Speaker) -> str:
    """Return when a ballot closes."""
    return _closes(ballot.row.closes_at, ballot.row.quorum, ballot.row.empty, say)


def vote_lines(table: Table, story: Story, say: Speaker) -> list[str]:
    """Return a board's lines on votes: the last result, and when the open one closes."""
    if story.vote is None:
        return []
    lines, (known, tally) = [], story.vote
    team = next((ply for ply in reversed(table.match.plies) if table.player(ply.seat).team), None)
    if tally is not None and team is not None:
        name, move = plain(table.player(team.seat).name), quote_move(team.said)
        if tally.votes:
            lines.append(say("card.vote.tally", name=name, count=tally.votes, all=tally.voters, move=move))
        else:
            lines.append(say("card.vote.tally.safe", name=name, move=move))
    turn = table.turn
    if known is not None and turn is not None:
        name, side = plain(table.player(turn).name), table.side(turn)
        lines.append(say("card.vote.open", name=name, side=side))
        lines.append(_closes(known.closes_at, known.quorum, known.empty, say))
        lines.append(say("card.vote.how"))
        if known.role_id is not None:
            lines.append(say("card.vote.role", role=f"<@&{known.role_id}>"))
    return lines


def terms_line(challenge: ChallengeRow, name: Words, say: Speaker) -> str | None:
    """Return which sides of a challenge are teams, and how they vote.

    Return `None` if two people play.
    """
    if challenge.vote is None:
        return None
    terms = BallotTerms.parse(challenge.vote)
    said = say(f"card.challenge.vote.{terms.teams}", name=name, span=span(terms.span), count=terms.quorum)
    if terms.role_id is None:
        return said
    return f"{said}\n{say('card.challenge.vote.role', role=f'<@&{terms.role_id}>')}"


def _closes(at: float | None, quorum: int, empty: int, say: Speaker) -> str:
    if at is None:
        return say("card.vote.waits")
    code = "card.vote.closes.again" if empty else "card.vote.closes"
    return say(code, time=when(at), since=ago(at), count=quorum)


def _heading(ballot: Ballot, say: Speaker) -> str:
    return say("card.vote", title=ballot.table.game.title, name=plain(ballot.table.player(ballot.seat).name))


def _way(ballot: Ballot) -> str:
    """Return what the captain's button changes their vote into."""
    return "1" if ballot.has_voted else "0"
