"""Cards of Swiss tournaments: who checks in, has the bye, is mentioned."""

from typing import Any

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.competitions.swiss import places_card
from bot.cards.kit.kit import Card
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow
from data.database.persons import NOBODY
from tests.bot.cards.competitions.made_sheets import (
    competition,
    entrant,
    entrants,
    pairing,
    sheet,
    stage,
)
from tests.bot.cards.whole_card import SAY, frame_of, lines_of, presses_of

FIRST = PairingResult.FIRST


def shown(people: list[EntrantRow], met: list[PairingRow], of: StageRow, **given: Any) -> Card:
    made = sheet(people, met, kind="swiss", of=of, **given)
    return cards_for_kind("swiss").section_card(made, SAY, None, is_new_post=True)


def test_between_rounds_it_says_who_is_still_missing() -> None:
    people = [entrant(1, here=0), entrant(2), entrant(3, withdrawn=True), entrant(4)]
    card = shown(people, [], stage(rounds=3))
    assert card.pings == (102, 104)
    assert lines_of(card) == [
        "### Autumn",
        "**Round 1 of 3**: press “I’m here” before <t:7200:f>, <t:7200:R>. It begins as soon as ever…",
        "(picture)",
        "<@101>, <@102>, <@104>, <@103>",
        "-# A win gives 2 points, a draw 1. Among equals counts first how many points their opponent…",
        "[I’m here] 0:here:0:3 primary",
        "[Withdraw] 0:withdraw:0:3",
        "[Rule on a result] 0:rule:0:3",
        "[Take back the round] 0:round-back:0:3",
        "[Table as files] 0:table-record:0:3",
    ]


def test_the_number_of_rounds_may_not_be_known_yet() -> None:
    assert (
        lines_of(shown(entrants(2), [], stage()))[1]
        == "**Round 1 of 1**: press “I’m here” before <t:7200:f>, <t:7200:R>. It begins as soon as ever…"
    )


def here(met: list[PairingRow], of: StageRow, **given: Any) -> str | None:
    found = [line for line in presses_of(shown(entrants(2), met, of, **given)) if ":here:" in line]
    return found[0] if found else None


def test_one_checks_in_as_long_as_there_is_another_round() -> None:
    played = [pairing(1, 1, 2, FIRST, round=1)]
    assert [
        here([], stage(round=1, rounds=2)),
        here(played, stage(round=1, rounds=2)),
        here(played, stage(round=1, rounds=3)),
    ] == [
        "[I’m here] 0:here:0:3 primary",
        "[I’m here] 0:here:0:3 primary disabled",
        "[I’m here] 0:here:0:3 primary",
    ]
    assert [
        here([], stage(round=1)),
        here([], stage(rounds=2), competition=competition("swiss", stopped=True)),
    ] == ["[I’m here] 0:here:0:3 primary disabled", "[I’m here] 0:here:0:3 primary disabled"]
    assert here([], stage(StageStatus.OVER, rounds=2)) is None


def test_the_bye_of_this_round_alone_is_told() -> None:
    people = [entrant(1), entrant(2), entrant(3, bye=1), entrant(4, bye=0)]
    met = [pairing(1, 1, 2, round=1)]
    assert lines_of(shown(people, met, stage(round=1, rounds=3)))[3:6] == [
        "[Ann – Ben](https://discord.com/channels/10/1501)",
        "<@103> has this round free, for 2 points.",
        "<@104>",
    ]
    assert (
        lines_of(shown(people, met, stage(round=1, rounds=3, scoring="delft")))[4]
        == "<@103> has this round free, which counts as a win."
    )
    assert lines_of(shown(people, [], stage(round=1, rounds=3)))[3:5] == [
        "<@103>, <@104>, <@101>, <@102>",
        "**Round 1**",
    ]


def test_after_the_first_result_there_is_a_table() -> None:
    met = [pairing(1, 1, 2, FIRST), pairing(2, 3, 4)]
    assert lines_of(shown(entrants(4), met, stage(rounds=3)))[3:9] == [
        "[Ann – Ben](https://discord.com/channels/10/1501): Ann won",
        "[Cleo – Dan](https://discord.com/channels/10/1502)",
        "**1** · <@101>: 2 points, 1 played",
        "**2** · <@102>: 0 points, 1 played",
        "**2** · <@103>: 0 points, 0 played",
        "**2** · <@104>: 0 points, 0 played",
    ]


def test_where_all_play_no_others_are_named() -> None:
    assert lines_of(shown(entrants(2), [pairing(1, 1, 2)], stage(rounds=3)))[3:5] == [
        "[Ann – Ben](https://discord.com/channels/10/1501)",
        "-# A win gives 2 points, a draw 1. Among equals counts first how many points their opponent…",
    ]


def test_a_new_round_mentions_who_plays_or_has_the_bye_unless_the_call_was_later() -> None:
    met = [pairing(1, 1, 2), pairing(2, 3, 4, FIRST)]
    people = [
        entrant(1, here_at=60.0),
        entrant(2, here_at=61.0),
        *entrants(4)[2:],
        entrant(5, bye=0),
        entrant(6),
    ]
    assert shown(people, met, stage(rounds=3)).pings == (105, 101, 102)
    assert shown(people, met, stage(rounds=3, called_at=60.0)).pings == (105, 101)


def test_free_places_are_offered_while_it_is_played() -> None:
    people = [entrant(1), entrant(2, user_id=NOBODY, absent_at=0.0)]
    assert presses_of(shown(people, [], stage(rounds=3)))[-1] == "[This is me] 0:places:0:3"
    assert not any("places" in line for line in presses_of(shown(people, [], stage(StageStatus.OVER))))
    assert not any("places" in line for line in presses_of(shown(entrants(2), [], stage(rounds=3))))


def free(count: int, **given: Any) -> list[EntrantRow]:
    return [entrant(number, user_id=NOBODY, absent_at=0.0, **given) for number in range(1, count + 1)]


def test_no_place_is_free() -> None:
    card = places_card(sheet(entrants(2), kind="swiss"), SAY)
    assert (frame_of(card), lines_of(card)) == ("offered", ["All places of the file are taken."])


def test_a_place_is_chosen_by_its_name_and_rating() -> None:
    people = [*free(1, rating=1800), *free(2)[1:], entrant(3)]
    assert lines_of(places_card(sheet(people, kind="swiss"), SAY)) == [
        "Which of these are you? That place with its results is yours then, and you are in the next …",
        "<A player of the file> 0:place-take:0:3: 1=Ann (1800); 2=Ben",
    ]


def test_twenty_five_places_take_one_menu_and_twenty_six_two() -> None:
    menus = {count: presses_of(places_card(sheet(free(count), kind="swiss"), SAY)) for count in (25, 26)}
    assert [[line.partition(": ")[0] for line in each] for each in menus.values()] == [
        ["<A player of the file> 0:place-take:0:3"],
        ["<A player of the file> 0:place-take:0:3", "<A player of the file> 1:place-take:0:3"],
    ]
    assert (
        lines_of(places_card(sheet(free(26), kind="swiss"), SAY))[-1]
        == "<A player of the file> 1:place-take:0:3: 26=Player 26"
    )
