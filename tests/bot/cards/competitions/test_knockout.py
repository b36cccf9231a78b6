"""Cards of knock-outs: the bracket in words, as far as it has come."""

from typing import Any

from bot.cards.competitions.every_kind import cards_for_kind
from data.competitions.competitions import StageStatus
from data.competitions.pairings import PairingResult, PairingRow
from tests.bot.cards.competitions.made_sheets import entrants, pairing, sheet, stage
from tests.bot.cards.whole_card import SAY, drawn, lines_of, presses_of

FIRST, SECOND = PairingResult.FIRST, PairingResult.SECOND


def bracket(count: int, met: list[PairingRow], **given: Any) -> list[str]:
    made = sheet(entrants(count), met, kind="knockout", of=stage(rounds=2, **given))
    lines = lines_of(cards_for_kind("knockout").section_card(made, SAY, None, is_new_post=False))
    return lines[
        lines.index("(picture)") + 1 : next(at for at, line in enumerate(lines) if line.startswith("-#"))
    ]


def test_before_the_first_match_the_final_has_nobody() -> None:
    assert bracket(4, []) == ["**Final**", "nobody yet", "**Round 1**", "Ann – Dan", "Cleo – Ben"]


def test_who_has_won_goes_on() -> None:
    assert bracket(4, [pairing(1, 1, 4, FIRST), pairing(2, 2, 3)]) == [
        "[Ann – Dan](https://discord.com/channels/10/1501): Ann won",
        "[Ben – Cleo](https://discord.com/channels/10/1502)",
        "**Final**",
        "Ann waits for the other",
        "**Round 1**",
        "Ann – Dan: Ann goes on",
        "Cleo – Ben",
    ]
    assert bracket(4, [pairing(1, 1, 4, SECOND), pairing(2, 2, 3, SECOND)]) == [
        "[Ann – Dan](https://discord.com/channels/10/1501): Dan won",
        "[Ben – Cleo](https://discord.com/channels/10/1502): Cleo won",
        "**Final**",
        "Dan – Cleo",
        "**Round 1**",
        "Ann – Dan: Dan goes on",
        "Cleo – Ben: Cleo goes on",
    ]


def test_an_empty_place_gives_a_free_first_round() -> None:
    assert bracket(3, [pairing(1, 2, 3)]) == [
        "[Ben – Cleo](https://discord.com/channels/10/1501)",
        "**Final**",
        "Ann waits for the other",
        "**Round 1**",
        "Ann has the first round free",
        "Cleo – Ben",
    ]


def test_the_winner_of_the_final_stands_above_it() -> None:
    met = [pairing(1, 1, 4, FIRST), pairing(2, 2, 3, FIRST), pairing(3, 1, 2, SECOND, round=1)]
    assert bracket(4, met, round=1) == [
        "[Ann – Ben](https://discord.com/channels/10/1503): Ben won",
        "**<@102> has won.**",
        "**Final**",
        "Ann – Ben",
        "**Round 1**",
        "Ann – Dan: Ann goes on",
        "Cleo – Ben: Ben goes on",
        "[Ann – Dan](https://discord.com/channels/10/1501): Ann won",
        "[Ben – Cleo](https://discord.com/channels/10/1502): Ben won",
    ]


SHOWN = cards_for_kind("knockout")


def test_the_bracket_names_the_winner_instead_of_a_line_and_has_all_players() -> None:
    met = [pairing(1, 2, 3, FIRST), pairing(2, 1, 2, FIRST, round=1)]
    made = sheet(entrants(3), met, kind="knockout", of=stage(StageStatus.OVER, rounds=2, round=1))
    card = SHOWN.section_card(made, SAY, None, is_new_post=False)
    assert lines_of(card)[:5] == [
        "### Autumn",
        "**Over after round 2 of 2.**",
        "(picture)",
        "[Ann – Ben](https://discord.com/channels/10/1502): Ann won",
        "**<@101> has won.**",
    ]
    assert [alt for _, alt in drawn(card)] == [
        "The bracket of Autumn. Round 2 of 2. Ann has won. Final. Ann – Ben. Round "
        "1. Ann has the first round free. Ben goes on, Cleo does not."
    ]
    many = sheet(entrants(21), kind="knockout", of=stage(rounds=5))
    presses = presses_of(SHOWN.section_card(many, SAY, None, is_new_post=False))
    assert not any("whole" in line for line in presses)
