"""Cards of opening trees: whose matches, which replies, and where one can go on."""

from typing import Any

from bot.cards.learning.openings import TreeContext, empty_tree_card, openings_card
from club.learning.openings import TreeOwner, TreePosition, TreeReply
from data.learning.trees import GameKind, ResultCounts
from rules.match import Match
from tests.bot.cards.made_tables import match_of
from tests.bot.cards.whole_card import SAY, drawn, frame_of, lines_of

ANN, BEN = 101, 102
RUSSIAN, BINAR = GameKind(1, "russian", "{}"), GameKind(2, "binar", '{"size": 3}')


def context(user_id: int | None = ANN, side: int | None = None, **given: Any) -> TreeContext:
    usual: dict[str, Any] = {"has_server_tree": True, "can_play": True, "can_play_computer": True}
    return TreeContext(owner=TreeOwner(user_id, side), viewer_id=ANN, **usual | given)


def reply(path: str, counts: tuple[int, int, int], *moves: str, wins: bool | None = None) -> TreeReply:
    return TreeReply(match=match_of("russian", *moves), path=path, counts=ResultCounts(*counts), wins=wins)


REPLIES = (reply("a", (3, 1, 0), "c3-b4"), reply("b", (0, 0, 2), "a3-b4"))


def position(
    match: Match | None = None, path: str = "", replies: tuple[TreeReply, ...] = REPLIES, **given: Any
) -> TreePosition:
    usual: dict[str, Any] = {
        "kind": RUSSIAN,
        "hidden_reply_count": 0,
        "counts": ResultCounts(3, 1, 2),
        "kinds": [(RUSSIAN, 6)],
        "opening": None,
    }
    return TreePosition(match=match or match_of(), path=path, replies=replies, **usual | given)


def shown(made: TreePosition, of: TreeContext | None = None) -> list[str]:
    return lines_of(openings_card(of or context(), made, SAY, theme="paper"))


def test_a_tree_begins_with_its_replies_and_their_results() -> None:
    assert frame_of(openings_card(context(), position(), SAY, theme="paper")) == "over"
    assert shown(position()) == [
        "### Openings: Russian checkers",
        "-# Your finished matches",
        "(picture)",
        "6 matches went on from here: White won 3, Black won 2, 1 drawn.",
        "[c3-b4] 101:tree:0:1,a primary",
        "[a3-b4] 101:tree:0:1,b primary",
        "[Back] 101:tree:0:1, disabled",
        "[With White] 101:tree:1:1,",
        "[With Black] 101:tree:2:1,",
        "[This server's] 0:tree:0:1,",
        "[Challenge from here] 0:tree-play:0:1, success",
        "[Play Twotone] 0:tree-twotone:0:1, success",
    ]


def test_whose_tree_it_is_decides_where_one_can_go() -> None:
    owners = [(None, None), (BEN, None), (BEN, 1), (ANN, None), (ANN, 0), (ANN, 1)]
    ways = []
    for owner in owners:
        lines = shown(position(), context(*owner))
        ways.append([lines[1], *(line for line in lines if ":tree:" in line and " primary" not in line)])
    assert ways == [
        [
            "-# Finished matches of this server, where you may see them",
            "[Back] 0:tree:0:1, disabled",
            "[My matches] 101:tree:0:1,",
        ],
        [
            "-# Finished matches of <@102> on this server, where you may see them",
            "[Back] 102:tree:0:1, disabled",
            "[With White] 102:tree:1:1,",
            "[With Black] 102:tree:2:1,",
            "[My matches] 101:tree:0:1,",
        ],
        [
            "-# Finished matches of <@102> with **Black** on this server, where you may see them",
            "[Back] 102:tree:2:1, disabled",
            "[Both sides] 102:tree:0:1,",
            "[With White] 102:tree:1:1,",
            "[My matches] 101:tree:0:1,",
        ],
        [
            "-# Your finished matches",
            "[Back] 101:tree:0:1, disabled",
            "[With White] 101:tree:1:1,",
            "[With Black] 101:tree:2:1,",
            "[This server's] 0:tree:0:1,",
        ],
        [
            "-# Your finished matches with **White**",
            "[Back] 101:tree:1:1, disabled",
            "[Both sides] 101:tree:0:1,",
            "[With Black] 101:tree:2:1,",
            "[This server's] 0:tree:0:1,",
        ],
        [
            "-# Your finished matches with **Black**",
            "[Back] 101:tree:2:1, disabled",
            "[Both sides] 101:tree:0:1,",
            "[With White] 101:tree:1:1,",
            "[This server's] 0:tree:0:1,",
        ],
    ]


def test_without_a_server_s_tree_there_is_no_way_to_it() -> None:
    assert [line for line in shown(position(), context(has_server_tree=False)) if "tree" in line][-3:] == [
        "[With Black] 101:tree:2:1,",
        "[Challenge from here] 0:tree-play:0:1, success",
        "[Play Twotone] 0:tree-twotone:0:1, success",
    ]


def test_a_position_on_the_way_leads_back_and_has_its_name() -> None:
    assert shown(position(match_of("russian", "c3-b4"), "a", opening="The Cross"))[1:6] == [
        "-# Your finished matches",
        "Opening: **The Cross**",
        "`1. c3-b4`",
        "(picture)",
        "6 matches went on from here: White won 3, Black won 2, 1 drawn.",
    ]
    assert [line for line in shown(position(match_of("russian", "c3-b4"), "a")) if "Back" in line] == [
        "[Back] 101:tree:0:1,"
    ]


def test_replies_that_are_known_to_win_or_lose_are_named() -> None:
    known = (reply("a", (1, 0, 0), "c3-b4", wins=True), reply("b", (1, 0, 0), "a3-b4", wins=False))
    assert shown(position(replies=known, hidden_reply_count=2))[3:7] == [
        "6 matches went on from here: White won 3, Black won 2, 1 drawn.",
        "● Wins if nobody errs: c3-b4",
        "○ Loses if nobody errs: a3-b4",
        "-# 2 rarer replies are not shown.",
    ]


def test_a_tree_ends_where_no_match_went_on() -> None:
    over = match_of()
    over.resign(0)
    assert [shown(position(match, replies=()))[-7:] for match in (match_of(), over)] == [
        [
            "No finished match among them went on from here.",
            "[Back] 101:tree:0:1, disabled",
            "[With White] 101:tree:1:1,",
            "[With Black] 101:tree:2:1,",
            "[This server's] 0:tree:0:1,",
            "[Challenge from here] 0:tree-play:0:1, success",
            "[Play Twotone] 0:tree-twotone:0:1, success",
        ],
        [
            "-# Your finished matches",
            "(picture)",
            "The game is over here.",
            "[Back] 101:tree:0:1, disabled",
            "[With White] 101:tree:1:1,",
            "[With Black] 101:tree:2:1,",
            "[This server's] 0:tree:0:1,",
        ],
    ]


def test_matches_begin_from_a_position_where_they_can() -> None:
    ways = [{"can_play": False}, {"can_play_computer": False}, {}]
    assert [[line for line in shown(position(), context(**way)) if "tree-" in line] for way in ways] == [
        [],
        ["[Challenge from here] 0:tree-play:0:1, success"],
        ["[Challenge from here] 0:tree-play:0:1, success", "[Play Twotone] 0:tree-twotone:0:1, success"],
    ]


def test_the_longest_way_fits_on_every_button() -> None:
    way = "z" * (2 + 19 * 3)  # on 12 by 12 squares of Binary each move but the first has three digits
    deep = position(path=way, kind=GameKind(1000, "russian", "{}"))
    assert shown(deep, context(2**63 - 1, side=1))[-1].startswith("[Play Twotone] ")


def test_several_games_have_a_menu() -> None:
    kinds = [(RUSSIAN, 6), (BINAR, 1), (GameKind(3, "gone", "{}"), 4)]
    assert [line for line in shown(position(kinds=kinds)) if "tree-kind" in line] == [
        "<Other games and options> 101:tree-kind:0:0,: 1=Russian checkers: 6 matches; 2=Binar (1 mat…"
    ]
    assert not any("tree-kind" in line for line in shown(position(kinds=kinds[1:])))


def test_an_empty_tree_says_what_is_missing() -> None:
    cards = [
        empty_tree_card(context(), SAY, title=None, is_counting=False),
        empty_tree_card(context(BEN), SAY, title="Binar", is_counting=True),
        empty_tree_card(context(has_server_tree=False), SAY, title=None, is_counting=False),
    ]
    assert [(frame_of(card), lines_of(card)) for card in cards] == [
        (
            "over",
            [
                "No finished match is counted here yet. Matches from a position that somebody set up never a…",
                "[This server's] 0:tree:0:0,",
            ],
        ),
        (
            "over",
            [
                "No finished match of Binar is counted here yet. Matches from a position that somebody set u…",
                "Your finished matches are being counted: look again in a minute.",
                "[My matches] 101:tree:0:0,",
            ],
        ),
        (
            "over",
            ["No finished match is counted here yet. Matches from a position that somebody set up never a…"],
        ),
    ]


def test_the_picture_has_the_results_of_each_reply() -> None:
    assert drawn(openings_card(context(), position(), SAY, theme="paper")) == [
        (
            "board.png",
            (
                "White to move. White: men a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3. Black: men b6 d6 f6 h6 a7 "
                "c7 e7 g7 b8 d8 f8 h8. What was played here: c3-b4: 4 matches, White won 3, Black won 0, 1 "
                "drawn. a3-b4: 2 matches, White won 0, Black won 2, 0 drawn."
            ),
        )
    ]
