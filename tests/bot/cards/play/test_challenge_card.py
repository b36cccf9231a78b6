"""A challenge's card: who challenges whom to what, and the ways to answer."""

from typing import Any

import pytest

from bot.cards.play.challenge import (
    challenge_card,
    challenge_games_card,
    friend_choice_card,
    withdrawn_challenge_card,
)
from bot.cards.play.challenge_form import has_options, options_form, terms_form
from club.play.match.sides import BOTH, GIVES
from data.database.persons import COMPUTER
from data.play.challenges import ChallengeStatus
from tests.bot.cards.made_tables import BEN, match_of, open_seat, table_with
from tests.bot.cards.whole_card import SAY, lines_of, presses_of, told_by

TO_BEN = {"opponent_id": BEN, "opponent_name": "Ben"}
TO_TWOTONE = {"opponent_id": COMPUTER, "opponent_name": "Twotone"}


def shown(match: Any = None, of: dict[str, Any] | None = None, **given: Any) -> list[str]:
    card = challenge_card(open_seat(1, **given), SAY, match, **of or {})
    return told_by(card)


def test_an_open_challenge_is_for_everyone() -> None:
    assert shown() == [
        "offered",
        "### Russian checkers",
        "<@101> is looking for an opponent.",
        "-# Open until <t:9:f>",
        "(picture)",
        "c1:accept:0 success, c1:cancel:0, c1:terms:0, c1:ask-more:0",
    ]
    assert shown(of={"is_unfolded": True})[5:] == [
        "c1:accept:0 success, c1:cancel:0, c1:terms:0, c1:options:0, c1:howto:0:russian, 0:try:0:russian,",
        "c1:meanwhile:0",
    ]
    assert shown(of={"is_unfolded": True, "computer": False})[5:] == [
        "c1:accept:0 success, c1:cancel:0, c1:terms:0, c1:options:0, c1:howto:0:russian, 0:try:0:russian"
    ]
    assert challenge_card(open_seat(1), SAY).pings == ()


def test_a_challenge_to_somebody_pings_them_and_can_be_declined() -> None:
    assert challenge_card(open_seat(1, **TO_BEN), SAY).pings == (BEN,)
    assert shown(
        of={"is_unfolded": True, "stronger_id": BEN}, **TO_BEN, rated=True, clock="5m+3s", side=BOTH, told=3
    ) == [
        "offered",
        "### Russian checkers",
        "<@101> challenges <@102>.",
        "**Mini-match:** two games from one beginning, each player once on each side.",
        "-# Clock: 5 minutes, and 3 seconds more with each turn",
        "-# Rated",
        "-# A game to sit down to: it is played through at once. There are no reminders, and neither…",
        "-# <@102> is rated much higher here: with a handicap it would be more even.",
        "-# Open until <t:9:f>",
        "-# Told to 3 members who look for a game",
        "(picture)",
        "c1:accept:0 success, c1:decline:0 danger, c1:cancel:0, c1:terms:0, c1:options:0, c1:howto:0:russian,",
        "0:try:0:russian, c1:ask-block:0",
    ]


def test_the_computer_is_chosen_by_its_level() -> None:
    assert challenge_card(open_seat(1, **TO_TWOTONE), SAY).pings == ()
    assert shown(**TO_TWOTONE) == [
        "offered",
        "### Russian checkers",
        "<@101> plays against Twotone, the computer. How strong shall it be? The match begins at onc…",
        "-# Open until <t:9:f>",
        "(picture)",
        "c1:level:0:1 primary, c1:level:0:2 primary, c1:level:0:3 primary, c1:level:0:4 primary, c1:level:0:5",
        "primary, c1:level:0:6 primary, c1:terms:0, c1:options:0, c1:cancel:0, c1:howto:0:russian,",
        "0:try:0:russian",
    ]


def test_a_challenge_in_a_user_install_says_so() -> None:
    assert shown(abroad="en")[4:] == [
        "-# I am no member here, so this match lives on your presses alone: no reminders, and nothin…",
        "(picture)",
        "c1:accept:0 success, c1:cancel:0, c1:terms:0, c1:ask-more:0",
    ]


@pytest.mark.parametrize(
    "status", sorted({*ChallengeStatus} - {ChallengeStatus.OPEN, ChallengeStatus.ACCEPTED})
)
def test_a_closed_challenge_has_no_button(status: ChallengeStatus) -> None:
    for game in ("russian", "unknown"):
        told = shown(status=status, game=game, **TO_BEN)
        assert told[0] == "over" and not [line for line in told if line.startswith("[")]


def test_an_accepted_challenge_leads_to_its_match() -> None:
    def told(**given: Any) -> list[str]:
        return shown(table_with(match_of(), **given).row, status=ChallengeStatus.ACCEPTED, **TO_BEN)

    assert [told(), told(thread_id=None), told(thread_id=None, abroad="en")] == [
        ["running", "### Russian checkers", "<@101> and <@102> play <#30>."],
        ["running", "### Russian checkers", "<@101> and <@102> play here in this channel."],
        ["running", "### Russian checkers", "<@101> and <@102> play here, below."],
    ]


def test_a_challenge_to_a_game_of_tomorrow_can_be_cancelled() -> None:
    assert shown(game="unknown", **TO_BEN) == [
        "offered",
        "### unknown",
        "This version of the bot does not know the game of this challenge, so nobody can accept it h…",
        "c1:decline:0 danger, c1:cancel:0",
    ]
    assert [
        presses_of(challenge_card(open_seat(1, game="unknown", **to), SAY)) for to in ({}, TO_TWOTONE)
    ] == [["[Withdraw] c1:cancel:0"], ["[Withdraw] c1:cancel:0"]]


def test_its_withdrawal_names_the_channel() -> None:
    assert lines_of(withdrawn_challenge_card(open_seat(1), SAY)) == [
        "I could not post your challenge to Russian checkers in <#20>, so it is closed. Ask a modera…"
    ]


def test_games_and_friends_are_chosen_from_menus() -> None:
    card = challenge_games_card(BEN, "Ben", SAY, with_name=True)
    assert [line.partition("=")[0] for line in lines_of(card)] == [
        "Challenge Ben to a game",
        "<Which game?> 102:dare:0:Ben: binar",
    ]
    assert lines_of(friend_choice_card(table_with(match_of()), SAY)) == [
        "**Whom do you want to play at Russian checkers?** I post your challenge here.",
        "[Find an opponent] 7:friend:3:anyone",
    ]


def fields(form: Any) -> dict[str, Any]:
    """What is chosen in each field of a form; `None` where nothing can be."""
    found = {}
    for field in form.children:
        item = field.component
        options = getattr(item, "options", None)
        found[item.custom_id] = (
            [each.value for each in options if each.default]
            if options is not None
            else getattr(item, "default", None)
        )
    return found


def test_a_form_has_what_the_challenge_has() -> None:
    def terms(*, can_be_rated: bool = False, **given: Any) -> dict[str, Any]:
        return fields(terms_form(open_seat(1, **given), SAY, can_be_rated=can_be_rated))

    assert terms() == {"side": ["random"], "handicap": ["none"], "clock": ["none"]}
    assert terms(**TO_TWOTONE, side=BOTH) == {"side": [], "handicap": ["none"]}
    assert terms(can_be_rated=True, rated=True, clock="5m+3s") == {
        "side": ["random"],
        "handicap": ["none"],
        "clock": ["5m+3s"],
        "rated": True,
    }
    assert terms(side=f"{GIVES}man") == {
        "side": ["random"],
        "handicap": ["side.gives.man"],
        "clock": ["none"],
    }
    assert fields(options_form(open_seat(1, game="binar"), SAY)) == {
        "size": ["5"],
        "digits": ["own"],
        "lines": ["double"],
    }
    assert [has_options(open_seat(1, game=game)) for game in ("binar", "russian")] == [True, True]
