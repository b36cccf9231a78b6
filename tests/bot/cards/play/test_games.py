"""A member's matches and challenges in a list, with the ways on from it."""

from typing import Any

from bot.cards.home import action_rows
from bot.cards.kit.board_sheets import families_picture
from bot.cards.kit.ways import AvailableActions
from bot.cards.play.games import OngoingGames, games_card, match_choice_card, match_line
from club.play.match.match_lists import ListedMatch
from club.play.match.waiting import CLAIM_AFTER, NUDGE_AFTER
from data.play.matches import MatchStatus
from data.play.places import NOWHERE
from rendering.themes import DEFAULT_THEME
from tests.bot.cards.competitions.made_sheets import listed
from tests.bot.cards.made_tables import ANN, open_seat
from tests.bot.cards.whole_card import SAY, lines_of, presses_of


def match(number: int, **given: Any) -> ListedMatch:
    return ListedMatch(listed(number, **given))


def shown(matches: list[ListedMatch], *, now: float = 0.0, home: bool = True, **given: Any) -> list[str]:
    games = OngoingGames(user_id=ANN, name="Ann", matches=matches, **given)
    return lines_of(games_card(games, SAY, now=now, home_rows=[] if home else None))


def test_without_a_match_that_is_said() -> None:
    assert shown([], home=False) == ["### Matches of Ann", "None in progress."]


def test_each_match_says_whose_turn_it_is() -> None:
    matches = [
        match(1, turn=0, turn_at=60.0),
        match(2, turn=1, turn_at=60.0),
        match(3, turn=0, deadline_at=7200.0, control="1d"),
        match(4, turn=1, guild_id=NOWHERE, channel_id=NOWHERE, thread_id=None),
        match(5, turn=1, abroad="en"),
    ]
    gone = match(6, status=MatchStatus.SUSPENDED)
    assert shown(matches, suspended_matches=[gone]) == [
        "### Matches of Ann",
        "- [Russian checkers](https://discord.com/channels/10/1001) as White against Ben: **your tur…",
        "- [Russian checkers](https://discord.com/channels/10/1002) as White against Ben: Ben to mov…",
        "- [Russian checkers](https://discord.com/channels/10/1003) as White against Ben: **your tur…",
        "- Russian checkers as White against Ben, for you alone: Ben to move · <t:0:R>",
        "- [Russian checkers](https://discord.com/channels/10/1005) as White against Ben: Ben to mov…",
        "- Russian checkers against Ben: its channel is gone",
        "[Russian checkers against Ben · White · 1970-01-01 00:01 UTC] 1:play:1 primary",
        "[Russian checkers against Ben · White · 1970-01-01 00:00 UTC] 3:play:1 primary",
        "[Board: Russian checkers with Ben] 5:view:1",
        "[Go on here: Russian checkers with Ben] 6:resume:0 primary",
    ]


def test_a_long_name_leaves_room_for_what_tells_matches_apart() -> None:
    names = ("Ann", "B" * 32)
    matches = [match(1, names=names, turn_at=60.0), match(2, names=names, turn_at=120.0)]
    labels = [line for line in shown(matches) if line.startswith("[Russian checkers against B")]
    assert [line[line.index(" · 1970") : line.index("]")] for line in labels] == [
        " · 1970-01-01 00:01 UTC",
        " · 1970-01-01 00:02 UTC",
    ]


def test_a_list_names_another_aim() -> None:
    giveaway = {"options": '{"aim": "lose"}'}
    lines = shown([match(1, **giveaway)], received_challenges=[open_seat(1, **giveaway)])
    assert [line[:31] for line in lines if "Russian" in line] == [
        "- [Russian checkers, giveaway](",
        "- [Russian checkers, giveaway](",
        "[Russian checkers, giveaway aga",
        "[Accept Russian checkers, givea",
        "[Decline Russian checkers, give",
    ]


def test_damaged_options_keep_no_other_match_from_being_listed() -> None:
    for options in ("{", "[]"):
        lines = shown([match(2)], suspended_matches=[match(1, status=MatchStatus.SUSPENDED, options=options)])
        assert "- Russian checkers against Ben: its channel is gone" in lines


def test_somebody_else_is_not_told_that_it_is_their_turn() -> None:
    matches = [
        match(1, turn=0, turn_at=60.0),
        match(2, turn=1, turn_at=60.0),
        match(3, turn=0, deadline_at=7200.0, control="1d"),
    ]
    told = [match_line(each, ANN, SAY, own=False).partition("against ")[2] for each in matches]
    assert told == [
        "Ben: Ann to move · <t:60:R>",
        "Ben: Ben to move · <t:60:R>",
        "Ben: Ann to move, whose time is up <t:7200:R>",
    ]
    assert [line.partition("against ")[2] for line in shown(matches, home=False)[1:]] == [
        "Ben: Ann to mov…",
        "Ben: Ben to mov…",
        "Ben: Ann to mov…",
    ]


def test_four_buttons_of_each_kind_are_enough() -> None:
    def count(turn: int, action: str, **given: Any) -> int:
        told = shown([match(number, turn=turn, **given) for number in range(1, 7)], now=NUDGE_AFTER)
        return sum(f":{action}:" in line for line in told)

    assert [count(0, "play"), count(1, "play"), count(1, "nudge"), count(0, "nudge")] == [4, 0, 4, 0]
    gone = [match(number, status=MatchStatus.SUSPENDED) for number in range(1, 7)]
    assert sum(":resume:" in line for line in shown([], suspended_matches=gone)) == 4


def test_who_has_everything_has_no_more_buttons_than_a_message_holds() -> None:
    numbers = range(1, 5)
    matches = [
        match(number, turn=turn, abroad=abroad)
        for number in numbers
        for turn, abroad in ((0, None), (1, None), (1, "en"))
    ]
    games = OngoingGames(
        user_id=ANN,
        name="Ann",
        matches=matches,
        suspended_matches=[match(number, status=MatchStatus.SUSPENDED) for number in numbers],
        received_challenges=[open_seat(number) for number in numbers],
    )
    home, board = action_rows(SAY, AvailableActions(due_exercises=1)), families_picture(SAY, DEFAULT_THEME)
    card = games_card(games, SAY, now=NUDGE_AFTER, board=board, home_rows=home)
    assert [sum(f":{action}:" in line for line in lines_of(card)) for action in ("resume", "accept")] == [
        4,
        2,
    ]
    assert presses_of(card)[-1] == "[Your mistakes: 1 due] 0:learn-open:0 primary"


def test_who_waits_can_nudge_and_then_claim() -> None:
    def told(now: float, **given: Any) -> list[str]:
        return presses_of(
            games_card(
                OngoingGames(user_id=ANN, name="Ann", matches=[match(1, turn=1, **given)]),
                SAY,
                now=now,
                home_rows=[],
            )
        )

    assert [told(now) for now in (NUDGE_AFTER - 1, NUDGE_AFTER)] == [[], ["[Nudge Ben] 1:nudge:1"]]
    assert [told(now, nudged_at=0.0) for now in (CLAIM_AFTER - 1, CLAIM_AFTER)] == [
        [],
        ["[Ben does not move: claim or adjourn] 1:claim:1"],
    ]


def test_challenges_to_somebody_can_be_answered_there() -> None:
    received = [
        open_seat(1, challenger_name="Ben", opponent_id=ANN, opponent_name="Ann"),
        open_seat(2, game="unknown"),
        open_seat(3, abroad="en"),
        *(open_seat(number) for number in range(4, 8)),
    ]
    own = [open_seat(8), open_seat(9, opponent_id=102, opponent_name="Ben")]
    assert shown([], received_challenges=received, own_challenges=own) == [
        "### Matches of Ann",
        "None in progress.",
        "**Challenges**",
        "- [Russian checkers](https://discord.com/channels/10/20/61): Ben waits for your answer",
        "- [unknown](https://discord.com/channels/10/20/62): this version of the bot does not know t…",
        "- [Russian checkers](https://discord.com/channels/10/20/63): Ann waits for your answer",
        "- [Russian checkers](https://discord.com/channels/10/20/64): Ann waits for your answer",
        "- [Russian checkers](https://discord.com/channels/10/20/65): Ann waits for your answer",
        "- [Russian checkers](https://discord.com/channels/10/20/66): Ann waits for your answer",
        "- [Russian checkers](https://discord.com/channels/10/20/67): Ann waits for your answer",
        "- [Russian checkers](https://discord.com/channels/10/20/68): yours, to anyone",
        "- [Russian checkers](https://discord.com/channels/10/20/69): yours, to Ben",
        "[Accept Russian checkers from Ben] c1:accept:0:list success",
        "[Decline Russian checkers from Ben] c1:decline:0:list",
        "[Accept Russian checkers from Ann] c4:accept:0:list success",
        "[Decline Russian checkers from Ann] c4:decline:0:list",
        "[Accept Russian checkers from Ann] c5:accept:0:list success",
        "[Decline Russian checkers from Ann] c5:decline:0:list",
    ]


def test_a_typed_move_asks_in_which_match() -> None:
    matches = [match(number, turn_at=60.0 * number) for number in range(1, 13)]
    card = match_choice_card(matches, "c3-d4", ANN, SAY)
    assert [lines_of(card)[0], *presses_of(card)[:2], len(presses_of(card))] == [
        "In which match do you play c3-d4?",
        "[Russian checkers against Ben · White · 1970-01-01 00:01 UTC] 1:move-in:1:c3-d4 primary",
        "[Russian checkers against Ben · White · 1970-01-01 00:02 UTC] 2:move-in:1:c3-d4 primary",
        10,
    ]
    assert presses_of(match_choice_card(matches[:1], "x" * 200, ANN, SAY)) == [
        "[Russian checkers against Ben] 1:play:1 primary"
    ]


def test_two_games_with_sides_swapped_are_told_apart_by_the_side() -> None:
    first = match(1, turn=0)
    second = match(2, turn=1, user_ids=first.row.user_ids[::-1], names=first.row.names[::-1])
    other = match(3, game="binar")
    names = [
        "Russian checkers against Ben · White",
        "Russian checkers against Ben · Black",
        "Binar against Ben",
    ]
    for card in (
        games_card(
            OngoingGames(user_id=ANN, name="Ann", matches=[first, second, other]), SAY, now=0, home_rows=[]
        ),
        match_choice_card([first, second, other], "c3", ANN, SAY),
    ):
        assert [press.split("]")[0][1:] for press in presses_of(card)] == names
