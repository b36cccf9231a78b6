"""Share buttons: where to share, and what others may do with it."""

from bot.cards.kit.share_buttons import Where, position_button, read_where, rival_button, where_card
from bot.cards.kit.user_install import board_button, unseen_move_card
from bot.custom_ids import CustomId
from tests.bot.cards.whole_card import SAY, frame_of, lines_of

SHARED = CustomId("share-report", 7, 3, "1,p,0")


def test_each_place_is_a_button_that_carries_what_is_shared() -> None:
    card = where_card(SHARED, list(Where), SAY)
    assert (frame_of(card), lines_of(card), card.files) == (
        "offered",
        [
            "Where do you want to share it?",
            "[Here] 7:share-to:3:here,report,1,p,0",
            "[In the channel above] 7:share-to:3:up,report,1,p,0",
            "[Only the picture, for me] 7:share-to:3:keep,report,1,p,0",
        ],
        [],
    )


def test_an_answer_is_read_back() -> None:
    assert read_where(CustomId("share-to", 7, 3, "up,report,1,p,0")) == (Where.UP, SHARED)
    assert read_where(CustomId("share-to", 7, 3, "down,report,1")) is None
    assert read_where(CustomId("share-to", 7, 3)) is None


def test_a_challenge_from_something_shared_has_its_game_and_options() -> None:
    made = [
        rival_button(9, "Play"),
        rival_button(9, "Play", game="binar"),
        rival_button(9, "Play", game="binar", match_id=7),
    ]
    assert [(each.label, each.custom_id, each.style.name) for each in made] == [
        ("Play", "v1:9:rival:0", "primary"),
        ("Play", "v1:9:rival:0:binar", "primary"),
        ("Play", "v1:9:rival:0:binar,7", "primary"),
    ]


def test_one_plays_on_from_a_shared_position() -> None:
    made = position_button(SHARED, SAY)
    assert (made.label, made.custom_id, made.style.name) == (
        "Try this position",
        "v1:7:share-report:3:1,p,0",
        "primary",
    )


def test_where_the_bot_is_no_member_the_board_is_behind_a_button() -> None:
    assert (board_button(7, 3, "B" * 99).label, board_button(7, 3, "B").custom_id) == (
        "B" * 80,
        "v1:7:view:3",
    )
    [text] = unseen_move_card(SAY).view.children
    assert getattr(text, "content", "") == (
        "Your move counts, but this server shows my answers to you alone, because you lack the "
        "permission “Use External Apps”. The others see the board as soon as one of them presses a "
        "button of the match."
    )
