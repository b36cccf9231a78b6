"""What a challenge says of its terms, and which buttons it has."""

from typing import Any

from bot.cards.play.challenge import (
    challenge_card,
    challenge_games_card,
    friend_choice_card,
    withdrawn_challenge_card,
)
from club.play.match.sides import BOTH
from data.database.persons import COMPUTER
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.rematches import SeriesScore
from tests.bot.cards.made_tables import ANN, BEN, match_of, open_seat, table_with
from tests.bot.cards.whole_card import SAY, drawn, framed_lines, presses_of


def challenge(**given: Any) -> ChallengeRow:
    """Ann's challenge 8 to Ben in Russian checkers, until 9000."""
    usual: dict[str, Any] = {
        "opponent_id": BEN,
        "opponent_name": "Ben",
        "message_id": 40,
        "expires_at": 9000.0,
        "anyone": False,
    }
    return open_seat(8, **usual | given)


ANYONE: dict[str, Any] = {"opponent_id": None, "opponent_name": None}
ALONE: dict[str, Any] = {"opponent_id": COMPUTER, "opponent_name": "Twotone"}


def terms(**given: Any) -> list[str]:
    lines = framed_lines(challenge_card(challenge(**given), SAY))
    return lines[3 : lines.index("(picture)")]


def test_a_challenge_to_one_member_pings_them() -> None:
    card = challenge_card(challenge(), SAY)
    assert card.pings == (BEN,)
    assert framed_lines(card) == [
        "offered",
        "### Russian checkers",
        "<@101> challenges <@102>.",
        "-# Open until <t:9000:f>",
        "(picture)",
        "[Accept] c8:accept:0 success",
        "[Decline] c8:decline:0 danger",
        "[Withdraw] c8:cancel:0",
        "[Clock and side] c8:terms:0",
        "[More] c8:ask-more:0",
    ]


def test_a_challenge_to_anyone_pings_nobody() -> None:
    card = challenge_card(challenge(**ANYONE), SAY)
    assert card.pings == ()
    assert framed_lines(card)[2:] == [
        "<@101> is looking for an opponent.",
        "-# Open until <t:9000:f>",
        "(picture)",
        "[Accept] c8:accept:0 success",
        "[Withdraw] c8:cancel:0",
        "[Clock and side] c8:terms:0",
        "[More] c8:ask-more:0",
    ]
    assert framed_lines(challenge_card(challenge(**ANYONE), SAY, computer=False, is_unfolded=True))[-6:] == [
        "[Accept] c8:accept:0 success",
        "[Withdraw] c8:cancel:0",
        "[Clock and side] c8:terms:0",
        "[Options] c8:options:0",
        "[How to play] c8:howto:0:russian",
        "[Try it] 0:try:0:russian",
    ]
    assert (
        framed_lines(challenge_card(challenge(**ANYONE), SAY, is_unfolded=True))[-1]
        == "[Play Twotone meanwhile] c8:meanwhile:0"
    )


def test_all_buttons_of_an_unfolded_challenge() -> None:
    assert presses_of(challenge_card(challenge(), SAY, is_unfolded=True)) == [
        "[Accept] c8:accept:0 success",
        "[Decline] c8:decline:0 danger",
        "[Withdraw] c8:cancel:0",
        "[Clock and side] c8:terms:0",
        "[Options] c8:options:0",
        "[How to play] c8:howto:0:russian",
        "[Try it] 0:try:0:russian",
        "[Block] c8:ask-block:0",
    ]


def test_against_the_computer_one_chooses_its_level() -> None:
    card = challenge_card(challenge(**ALONE), SAY)
    assert card.pings == ()
    assert framed_lines(card)[2:] == [
        "<@101> plays against Twotone, the computer. How strong shall it be? The match begins at onc…",
        "-# Open until <t:9000:f>",
        "(picture)",
        "[1★ gentle] c8:level:0:1 primary",
        "[2★ easy] c8:level:0:2 primary",
        "[3★ fair] c8:level:0:3 primary",
        "[4★ sharp] c8:level:0:4 primary",
        "[5★ strong] c8:level:0:5 primary",
        "[6★ at its best] c8:level:0:6 primary",
        "[Side] c8:terms:0",
        "[Options] c8:options:0",
        "[Withdraw] c8:cancel:0",
        "[How to play] c8:howto:0:russian",
        "[Try it] 0:try:0:russian",
    ]


def test_the_sides_that_the_challenger_wants_are_said() -> None:
    assert [terms(side=side)[0] for side in ("random", BOTH, "side.white", "side.black")] == [
        "-# Open until <t:9000:f>",
        "**Mini-match:** two games from one beginning, each player once on each side.",
        "Ann plays **White**.",
        "Ann plays **Black**.",
    ]


def test_clocks_with_which_a_match_is_soon_over_are_warned_of() -> None:
    assert [terms(clock=clock) for clock in ("3 days", "2 h", "5 min + 3 s")] == [
        ["-# Clock: 3 days a move", "-# Open until <t:9000:f>"],
        [
            "-# Clock: 2 hours a move",
            "-# Under 8 hours: somebody may be asleep when their time is up.",
            "-# Open until <t:9000:f>",
        ],
        [
            "-# Clock: 5 minutes, and 3 seconds more with each turn",
            "-# A game to sit down to: it is played through at once. There are no reminders, and neither…",
            "-# Open until <t:9000:f>",
        ],
    ]


def test_rated_teams_and_how_many_were_told() -> None:
    assert terms(rated=True, told=3) == [
        "-# Rated",
        "-# Open until <t:9000:f>",
        "-# Told to 3 members who look for a game",
    ]
    assert [terms(vote=vote) for vote in ("own,3600,2", "other,3600,2", "both,3600,2,55")] == [
        [
            "**Vote match:** a team plays the side of <@101>, who is its captain. Whoever presses Vote o…",
            "-# Open until <t:9000:f>",
        ],
        [
            "**Vote match:** <@101> plays alone against a team, whose captain is the other one. Whoever …",
            "-# Open until <t:9000:f>",
        ],
        [
            "**Vote match:** two teams; <@101> is the captain of one, whoever accepts of the other. Whoe…",
            "Only members with the role <@&55> vote, and the captains.",
            "-# Open until <t:9000:f>",
        ],
    ]


def test_a_stronger_player_is_advised_to_give_odds() -> None:
    lines = framed_lines(challenge_card(challenge(), SAY, stronger_id=BEN))
    assert lines[3:5] == [
        "-# <@102> is rated much higher here: with a handicap it would be more even.",
        "-# Open until <t:9000:f>",
    ]


def test_odds_leave_out_men_and_nothing_chance_decides() -> None:
    assert [
        (terms(side=side), drawn(challenge_card(challenge(side=side), SAY))[0][1][-60:])
        for side in ("side.gives.man", "side.takes.two_men")
    ] == [
        (
            [
                "**Odds:** Ann begins with a man less, and the other one moves first.",
                "-# Open until <t:9000:f>",
            ],
            "h2 a3 c3 e3 g3. Black: men b6 d6 f6 h6 a7 c7 e7 g7 b8 f8 h8.",
        ),
        (
            [
                "**Odds:** Ann moves first, and the other one begins with two men less.",
                "-# Open until <t:9000:f>",
            ],
            "f2 h2 a3 c3 e3 g3. Black: men b6 d6 f6 h6 a7 c7 e7 g7 b8 h8.",
        ),
    ]


def test_a_rematch_has_the_score_so_far() -> None:
    score = SeriesScore({ANN: 2, BEN: 1}, 0, False)
    drawn_once = SeriesScore({ANN: 2}, 1, False)
    made = challenge(rematch_of=7)
    assert [
        framed_lines(challenge_card(made, SAY, series=series))[3] for series in (score, drawn_once, None)
    ] == [
        "**Rematch**, with sides swapped. So far: Ann 2, Ben 1.",
        "**Rematch**, with sides swapped. So far: Ann 2, Ben 0, 1 draw.",
        "-# Open until <t:9000:f>",
    ]
    assert framed_lines(challenge_card(challenge(), SAY, series=score))[3] == "-# Open until <t:9000:f>"


def closed(status: ChallengeStatus, **given: Any) -> list[str]:
    return framed_lines(challenge_card(challenge(status=status, **given), SAY))


def test_a_closed_challenge_has_its_outcome_and_no_buttons() -> None:
    assert [
        closed(each)
        for each in (ChallengeStatus.DECLINED, ChallengeStatus.CANCELLED, ChallengeStatus.EXPIRED)
    ] == [
        ["over", "### Russian checkers", "<@101> challenges <@102>.", "**Ben declined.**"],
        ["over", "### Russian checkers", "<@101> challenges <@102>.", "**Cancelled.**"],
        [
            "over",
            "### Russian checkers",
            "<@101> challenges <@102>.",
            "**Expired: nobody took it within 7 days.**",
        ],
    ]


def test_an_accepted_challenge_leads_to_the_match() -> None:
    made = challenge(status=ChallengeStatus.ACCEPTED)
    rows = [
        table_with(match_of(), **place).row
        for place in ({}, {"thread_id": None}, {"thread_id": None, "abroad": "dm"})
    ]
    assert [framed_lines(challenge_card(made, SAY, row)) for row in rows] == [
        ["running", "### Russian checkers", "<@101> and <@102> play <#30>."],
        ["running", "### Russian checkers", "<@101> and <@102> play here in this channel."],
        ["running", "### Russian checkers", "<@101> and <@102> play here, below."],
    ]
    assert framed_lines(challenge_card(challenge(), SAY, rows[0])) == framed_lines(
        challenge_card(challenge(), SAY)
    )


def test_a_game_that_is_not_known_can_be_declined_or_cancelled() -> None:
    assert [
        framed_lines(challenge_card(challenge(game="gone", **given), SAY)) for given in ({}, ANYONE, ALONE)
    ] == [
        [
            "offered",
            "### gone",
            "This version of the bot does not know the game of this challenge, so nobody can accept it h…",
            "[Decline] c8:decline:0 danger",
            "[Withdraw] c8:cancel:0",
        ],
        [
            "offered",
            "### gone",
            "This version of the bot does not know the game of this challenge, so nobody can accept it h…",
            "[Withdraw] c8:cancel:0",
        ],
        [
            "offered",
            "### gone",
            "This version of the bot does not know the game of this challenge, so nobody can accept it h…",
            "[Withdraw] c8:cancel:0",
        ],
    ]
    assert closed(ChallengeStatus.CANCELLED, game="gone") == ["over", "### gone", "**Cancelled.**"]


def test_who_challenges_learns_that_the_card_could_not_be_posted() -> None:
    assert framed_lines(withdrawn_challenge_card(challenge(), SAY)) == [
        "over",
        "I could not post your challenge to Russian checkers in <#20>, so it is closed. Ask a modera…",
    ]


def test_the_games_to_which_a_member_can_be_challenged() -> None:
    menus = [
        [
            line.partition(": ")[0]
            for line in presses_of(challenge_games_card(BEN, "Ben", SAY, with_name=named))
        ]
        for named in (False, True)
    ]
    assert menus == [["<Which game?> 102:dare:0"], ["<Which game?> 102:dare:0:Ben"]]


def test_a_finished_game_is_offered_to_a_friend_or_to_anyone() -> None:
    card = friend_choice_card(table_with(match_of()), SAY)
    assert framed_lines(card) == [
        "offered",
        "**Whom do you want to play at Russian checkers?** I post your challenge here.",
        "[Find an opponent] 7:friend:3:anyone",
    ]
