"""The notice of a ruling in the match: whom it tells, and how it is contested."""

from bot.cards.competitions.rulings import ruling_card, ruling_form, ruling_marker
from club.competitions.rulings import PairingRulings
from data.competitions.pairings import PairingResult, TableChange, TableChangeRow
from data.database.persons import NOBODY
from tests.bot.cards.competitions.made_sheets import ORGANISER, change, competition, pairing, section
from tests.bot.cards.whole_card import SAY, frame_of, lines_of

FIRST = PairingResult.FIRST
RULED, CONTESTED = TableChange.RULED, TableChange.CONTESTED


def rulings(*changes: TableChangeRow, players: list[tuple[int, str]] | None = None) -> PairingRulings:
    both = players or [(101, "Ann"), (102, "Ben")]
    return PairingRulings(competition(), section(), pairing(5, 1, 2), both, changes)


def test_both_players_learn_of_a_ruling_and_may_contest_it() -> None:
    made = rulings(change(RULED, result=FIRST, why="Ben *left*."))
    card = ruling_card(made, 50, SAY)
    assert (frame_of(card), card.pings) == ("asked", (101, 102))
    assert lines_of(card) == [
        "<@101>, <@102>",
        "<@109> has ruled on this match (**Ann won**).",
        "Why: Ben \\*left\\*.",
        "-# One of you can contest this, once: another manager is asked then.",
        "[Ask another manager] 0:contest:0:5,1",
        "[The table] https://discord.com/channels/10/20/40",
    ]
    assert ruling_marker(made) == "v1:0:contest:0:5,1"


def test_a_ruling_that_is_taken_back() -> None:
    card = ruling_card(rulings(change(RULED, result=None)), 50, SAY)
    assert lines_of(card)[:3] == [
        "<@101>, <@102>",
        "<@109> has taken back the ruling on this match: it counts **as it was played**.",
        "-# One of you can contest this, once: another manager is asked then.",
    ]


def test_a_forgotten_player_is_not_told() -> None:
    card = ruling_card(rulings(change(RULED, result=FIRST), players=[(NOBODY, "Ann"), (102, "Ben")]), 50, SAY)
    assert (card.pings, lines_of(card)[:2]) == (
        (102,),
        ["<@102>", "<@109> has ruled on this match (**Ann won**)."],
    )


def test_a_contested_ruling_asks_the_organiser_and_the_owner() -> None:
    card = ruling_card(rulings(change(RULED, result=FIRST), change(CONTESTED, user_id=102)), 50, SAY)
    assert (frame_of(card), card.pings) == ("asked", (ORGANISER, 50))
    assert lines_of(card) == [
        "<@102> contests this ruling. A manager who has not made it can keep it or change it: “Rule …",
        "<@9>, <@50>",
        "[Ask another manager] 0:contest:0:5,2 disabled",
        "[The table] https://discord.com/channels/10/20/40",
    ]


def test_who_has_ruled_themselves_is_not_asked() -> None:
    card = ruling_card(rulings(change(RULED, user_id=ORGANISER), change(CONTESTED, user_id=102)), None, SAY)
    assert (card.pings, lines_of(card)[:2]) == (
        (),
        [
            "<@102> contests this ruling. A manager who has not made it can keep it or change it: “Rule …",
            "[Ask another manager] 0:contest:0:5,2 disabled",
        ],
    )


def test_after_a_contest_the_next_ruling_is_the_last() -> None:
    made = rulings(change(RULED, result=FIRST), change(CONTESTED), change(RULED, result=FIRST))
    card = ruling_card(made, 50, SAY)
    assert lines_of(card) == [
        "<@101>, <@102>",
        "<@109> has ruled on this match (**Ann won**).",
        "[Ask another manager] 0:contest:0:5,3 disabled",
        "[The table] https://discord.com/channels/10/20/40",
    ]


def test_the_form_asks_for_the_reason() -> None:
    form = ruling_form(5, "first", SAY).to_dict()
    assert form == {
        "custom_id": "v1:0:rule-why:0:5,first",
        "title": "Why this result?",
        "components": [
            {
                "type": 18,
                "label": "The reason, for both players",
                "component": {
                    "type": 4,
                    "style": 2,
                    "label": None,
                    "custom_id": "why",
                    "required": True,
                    "max_length": 200,
                },
            }
        ],
    }
