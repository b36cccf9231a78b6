"""Names of games and matches in commands, and the choices offered for them."""

from dataclasses import replace

import pytest

from bot.cogs.naming.completion import (
    CHOICE_LIMIT,
    ID_DIGITS,
    LIMIT,
    LONGEST,
    find_game,
    find_named_game,
    make_choices,
    make_match_choices,
    parse_game_and_options,
    parse_match_id,
)
from club.play.match.match_lists import ListedMatch
from club.refusals import Refusal
from data.database.persons import FORMER, NOBODY
from data.play.matches import MatchStatus
from rules.catalogue import GAMES
from rules.named_games import list_named_games
from tests.bot.cards.competitions import made_sheets
from words import languages, localizer_for

SAY = localizer_for("en")


def refusal(work: object) -> str:
    with pytest.raises(Refusal) as told:
        work()  # pyrefly: ignore[not-callable]  # a function
    return told.value.code


def test_so_many_choices_are_offered_and_their_names_are_cut() -> None:
    choices = make_choices((f"{number}" + "x" * CHOICE_LIMIT, str(number)) for number in range(LIMIT + 1))
    assert [choice.value for choice in choices] == [str(number) for number in range(LIMIT)]
    assert {len(choice.name) for choice in choices} == {CHOICE_LIMIT}
    assert make_choices([]) == []


@pytest.mark.parametrize(
    ("text", "match_id"),
    [(None, None), ("", None), ("0", 0), ("17", 17), ("9" * ID_DIGITS, 10**ID_DIGITS - 1)],
)
def test_a_match_is_told_by_its_number(text: str | None, match_id: int | None) -> None:
    assert parse_match_id(text) == match_id


@pytest.mark.parametrize("text", ["x", "-1", "1.0", "9" * (ID_DIGITS + 1), " 1"])
def test_anything_else_was_not_picked_from_the_list(text: str) -> None:
    assert refusal(lambda: parse_match_id(text)) == "match.pick"


def listed(
    match_id: int = 1, *, turn: int | None = 0, status: str = "running", game: str = "binar"
) -> ListedMatch:
    """A match of Ann (1), at seat 0, and Ben (2)."""
    row = made_sheets.listed(
        match_id, game=game, status=MatchStatus(status), version=0, turn=turn, thread_id=None, user_ids=(1, 2)
    )
    return ListedMatch(row)


def named(match: ListedMatch, user_id: int, typed: str = "", code: str | None = None) -> list[str]:
    return [choice.name for choice in make_match_choices([match], user_id, typed, SAY, finished_code=code)]


@pytest.mark.parametrize(
    ("user_id", "turn", "code"),
    [
        (1, 0, "choice.match.yours"),
        (1, 1, "choice.match.theirs"),
        (2, 1, "choice.match.yours"),
        (2, 0, "choice.match.theirs"),
    ],
)
def test_a_match_is_named_by_the_opponent_and_whose_turn_it_is(user_id: int, turn: int, code: str) -> None:
    match = listed(turn=turn)
    assert named(match, user_id) == [SAY(code, title=match.title, name="Ben" if user_id == 1 else "Ann")]


def test_a_match_that_waits_is_nobody_s_turn_and_a_spectator_sees_both_names() -> None:
    waits = listed(status="suspended")
    assert named(waits, 1) == [SAY("choice.match.theirs", title=waits.title, name="Ben")]
    assert named(waits, 3) == [SAY("choice.match", title=waits.title, name="Ann", opponent="Ben")]
    over = listed(status="over", turn=None)
    assert named(over, 2, code="choice.match.over") == [
        SAY("choice.match.over", title=over.title, name="Ann")
    ]


def test_only_matches_with_the_typed_text_are_offered_by_their_numbers() -> None:
    matches = [listed(7), listed(8, game="russian")]
    found = make_match_choices(matches, 1, "BINAR", SAY)
    assert [choice.value for choice in found] == ["7"]
    assert [choice.value for choice in make_match_choices(matches, 1, "ben", SAY)] == ["7", "8"]
    assert make_match_choices(matches, 1, "cleo", SAY) == []


def test_a_game_is_found_by_its_key_its_title_or_one_word_that_no_other_has() -> None:
    assert find_game("binar").key == "binar"
    assert find_game(" Russian ").key == "russian"
    assert find_game("russian checkers").key == "russian"
    assert find_named_game("russian:lose").options == {"aim": "lose"}
    assert refusal(lambda: find_game("russian:lose")) == "game.unknown"


@pytest.mark.parametrize("language", languages())
def test_a_game_is_found_by_its_title_in_the_reader_s_language(language: str) -> None:
    say = localizer_for(language)
    for named in list_named_games():
        assert find_named_game(say.text(named.title), say).key == named.key
    assert find_game(say.text(GAMES["german"].title), say).key == "german"


@pytest.mark.parametrize(
    ("text", "code"),
    [("checkers", "game.several"), ("nothing", "game.unknown"), ("x" * (LONGEST + 1), "game.unknown")],
)
def test_what_names_no_game_or_several_is_refused(text: str, code: str) -> None:
    assert refusal(lambda: find_game(text)) == code
    assert refusal(lambda: find_named_game(text)) == code


def test_a_text_is_looked_up_to_its_length() -> None:
    assert find_game("binar" + " " * (LONGEST - 5)).key == "binar"
    assert refusal(lambda: find_game("binar" + " " * (LONGEST - 4))) == "game.unknown"


async def test_options_are_read_with_those_that_the_name_implies() -> None:
    game, options = await parse_game_and_options("russian:lose", None, SAY)
    assert (game.key, options) == ("russian", {"aim": "lose"})
    game, options = await parse_game_and_options("binar", "3", SAY)
    assert (game.key, options.get("size")) == ("binar", 3)


def test_a_moderator_reads_both_players_though_one_is_forgotten() -> None:
    match = listed(status="over", turn=None)
    match = replace(match, row=replace(match.row, user_ids=(NOBODY, 2), names=(FORMER, "Ben")))
    [choice] = make_match_choices([match], None, "", SAY, finished_code="choice.match.over")
    assert choice.name == "Binar: Former player – Ben"


def test_several_matches_of_one_pair_are_told_apart_by_their_last_moves() -> None:
    twice = [replace(listed(number).row, turn_at=number * 3600.0) for number in (7, 8)]
    matches = [*map(ListedMatch, twice), listed(9, game="russian")]
    assert [choice.name for choice in make_match_choices(matches, None, "ann", SAY)] == [
        "Binar: Ann – Ben · 1970-01-01 07:00 UTC",
        "Binar: Ann – Ben · 1970-01-01 08:00 UTC",
        "Russian checkers: Ann – Ben",
    ]
