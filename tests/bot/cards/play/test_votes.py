"""Lines and cards of a team's vote."""

from dataclasses import replace
from typing import Any

from bot.cards.play.votes import ballot_closed_card, closing_time_line, own_vote_card, vote_button, vote_lines
from club.play.after.history import MatchContext
from club.play.course.ballots import Voter
from club.play.course.votes import Ballot, VoteSummary
from club.play.match.matches import Table
from data.play.votes import BallotRow, TallyRow, VoteRow
from tests.bot.cards.made_tables import ANN, NUMBER, match_of, table_with
from tests.bot.cards.whole_card import SAY, frame_of, framed_lines, lines_of

TEAM: dict[str, Any] = {"team": True, "name": "Red"}
TABLE = table_with(match_of("russian", "c3-b4"), ben=TEAM)
AFTER = table_with(match_of("russian", "c3-b4", "b6-a5"), ben=TEAM)


def ballot(**given: Any) -> BallotRow:
    return BallotRow(NUMBER, 3600.0, 2, **given)


def lines(table: Table, *summary: Any) -> list[str]:
    return vote_lines(table, MatchContext(vote=VoteSummary(*summary)), SAY)


def test_without_a_team_nobody_votes() -> None:
    assert vote_lines(TABLE, MatchContext(), SAY) == []
    assert lines(TABLE, None, None) == []


def test_an_open_ballot_says_until_when() -> None:
    assert lines(TABLE, ballot(closes_at=7200.0), None) == [
        "**Red votes** (Black)",
        "It closes <t:7200:R> (<t:7200:f>), or when 2 have voted.",
        (
            "-# Press Vote to be of this team: one vote each. How it stands is hidden until you have "
            "voted. Draws, take-backs and resigning are up to its captain."
        ),
    ]
    assert lines(TABLE, ballot(closes_at=7200.0, empty=1, role_id=55), None, 3) == [
        "**Red votes** (Black)",
        "3 have voted so far.",
        (
            "Nobody had voted in time. It closes <t:7200:R> (<t:7200:f>), or when 2 have voted; it is "
            "not put off again."
        ),
        (
            "-# Press Vote to be of this team: one vote each. How it stands is hidden until you have "
            "voted. Draws, take-backs and resigning are up to its captain."
        ),
        "-# Only members with the role <@&55> vote here, and the captain.",
    ]
    assert lines(TABLE, ballot(), None, 1)[1:3] == [
        "1 has voted so far.",
        "Nobody has voted in time. The next vote opens it for as long once more; the clock goes on.",
    ]


def test_the_last_vote_is_told_after_the_team_s_move() -> None:
    assert [lines(AFTER, None, TallyRow(3, *counts)) for counts in ((3, 5), (1, 1), (0, 4))] == [
        ["Red: **3 of 5 for `b6-a5`**"],
        ["Red: **1 of 1 for `b6-a5`**"],
        ["Red: nobody had voted, so the captain's safe move `b6-a5` was made."],
    ]
    assert lines(TABLE, None, TallyRow(3, 3, 5)) == []


def vote(move: str = "b6-a5", *, safe: bool = False) -> VoteRow:
    return VoteRow(1, NUMBER, 1, ANN, 0, move, safe, None)


def own(user_id: int, row: VoteRow, tally: list[tuple[str, int]], **of: Any) -> list[str]:
    made = Ballot(TABLE, 1, ballot(**of), Voter(user_id, True), row, tally)
    card = own_vote_card(made, SAY, 1800.0)
    return framed_lines(card)


def test_one_s_own_vote_comes_with_the_tally() -> None:
    assert own(ANN, vote(), [("b6-a5", 2), ("f6-g5", 1)], closes_at=7200.0) == [
        "running",
        "### Russian checkers: Red votes",
        "You are for `b6-a5`. You can change your mind until it closes.",
        "`b6-a5` · **2** votes",
        "`f6-g5` · **1** vote",
        "-# Only who has voted sees this. Of equals the move wins that had its votes first.",
        "-# As it stood <t:1800:R>. Vote on the board shows it as it is.",
        "It closes <t:7200:R> (<t:7200:f>), or when 2 have voted.",
        "[Change my vote] 7:vote-pick:3 primary",
    ]


def test_a_captain_may_vote_or_leave_a_safe_move() -> None:
    captain = table_with(match_of("russian", "c3-b4"), ben=TEAM).player(1).user_id
    counted = VoteRow(1, NUMBER, 1, captain, 0, "b6-a5", False, None)
    assert own(captain, counted, [("b6-a5", 1)])[-2:] == [
        "[Change my vote] 7:vote-pick:3 primary",
        "[Only if nobody votes] 7:vote-safe:3:1",
    ]
    assert own(captain, replace(counted, safe=True), []) == [
        "running",
        "### Russian checkers: Red votes",
        "Your safe move is `b6-a5`: it counts if nobody has voted when it closes. You have no vote y…",
        "Nobody has voted in time. The next vote opens it for as long once more; the clock goes on.",
        "[Change my vote] 7:vote-pick:3 primary",
        "[Count it as my vote] 7:vote-safe:3:0",
    ]


def test_a_vote_that_has_closed_leads_to_the_board() -> None:
    card = ballot_closed_card(TABLE, SAY)
    assert (frame_of(card), lines_of(card)) == (
        "no frame",
        ["This vote has closed. [To the board](https://discord.com/channels/10/30)"],
    )


def test_a_ballot_closes_at_a_time_or_waits() -> None:
    def line(**of: Any) -> str:
        return closing_time_line(Ballot(TABLE, 1, ballot(**of), Voter(1, True), None), SAY)

    assert [line(), line(closes_at=7200.0), line(closes_at=7200.0, empty=2)] == [
        "Nobody has voted in time. The next vote opens it for as long once more; the clock goes on.",
        "It closes <t:7200:R> (<t:7200:f>), or when 2 have voted.",
        (
            "Nobody had voted in time. It closes <t:7200:R> (<t:7200:f>), or when 2 have voted; it is "
            "not put off again."
        ),
    ]


def test_the_button_votes_on_this_position() -> None:
    button = vote_button(TABLE, SAY)
    assert (button.label, button.custom_id, button.style.name) == ("Vote", "v1:7:ballot:3", "primary")
