"""The lab's table: every game by choices alone, puzzles, other rules.

Hidden facts stay hidden.
"""

import json
from typing import Any
from urllib.parse import parse_qsl

import pytest

from engines.choose import level_count
from engines.puzzles.puzzle import load_shipped_puzzles
from rules.catalogue import GAMES
from rules.checkers.rulesets import RULESETS
from rules.links import write_start
from rules.match import Match, secret_of
from rules.one_zero_one import decks
from workshop.lab.lab_table import LEVELS, LabTable, TableMatch


class Page:
    """What the page does: it sends lines and gets lines."""

    def __init__(self) -> None:
        self.table = LabTable()

    def __call__(self, verb: str, **request: object) -> dict[str, Any]:
        """Ask, and return the answer to what is not refused."""
        answer = self.table.answer(json.dumps({"do": verb, **request}).encode())
        assert answer["ok"], answer
        json.dumps(answer)
        return answer

    def refusal(self, verb: str, **request: object) -> str:
        """Make a request, and return the sentence with which it is refused."""
        answer = self.table.answer(json.dumps({"do": verb, **request}).encode())
        assert not answer["ok"], answer
        return str(answer["error"])


@pytest.fixture
def page() -> Page:
    return Page()


def make_choice(page: Page, state: dict[str, Any], number: int) -> dict[str, Any]:
    """Make one of the choices on offer."""
    if not state["choices"] or (state["ends"] and number % 3 == 0):
        return page("choose", path=state["path"], ends=True)
    return page("choose", path=state["choices"][number % len(state["choices"])]["path"])


def test_every_game_is_played_against_the_computer_by_choices_alone(page: Page, key: str) -> None:
    state, number = page("open", game=key, seed="lab", computer=1, level=1), 0
    while not state["over"] and number < 40:
        number += 1
        state = page("think", seed=number) if state["thinks"] else make_choice(page, state, number)
        assert state["standing"] and state["picture"].startswith("<svg")
    assert len(state["moves"]) > 3


def test_two_at_one_board_see_only_the_hand_of_who_is_to_move(page: Page, key: str) -> None:
    state = page("open", game=key, seed="lab")
    for number in range(12):
        if GAMES[key].hidden and number % 2 == 0 and state["covered"]:
            assert state["choices"] == [] and state["hand"] == ""
            assert page.refusal("choose", path=[])
            state = page("uncover")
            assert state["hand"]
        if not state["choices"]:
            break
        state = make_choice(page, state, number)
        if state["covered"]:
            state = page("uncover")
    assert state["link"]


def test_the_computers_cards_change_nothing_of_what_is_answered(page: Page) -> None:
    game = GAMES["one-zero-one"]
    dealt = game.dump(Match(game, {}, bytes(32)).position)
    swapped = json.loads(json.dumps(dealt))
    hand, deck = swapped["hands"][1], swapped["decks"][1]["deck"]
    at = next(
        i for i, card in enumerate(deck) if card["command"] not in {each["command"] for each in hand} and i
    )
    hand[0], deck[at] = deck[at], hand[0]
    told = []
    for position in (dealt, swapped):
        match = Match(game, {}, bytes(32))
        match.set_position(position)
        page.table.laid = TableMatch(match, computer=1)
        told.append(page("show"))
    assert told[0] == told[1]
    assert told[0]["link"] is None
    assert told[0]["hand"]


def test_a_move_is_typed_taken_back_and_refused_with_its_rule(page: Page) -> None:
    page("open", game="russian", seed="lab")
    assert page("play", move="c3d4")["moves"][0]["move"] == "c3-d4"
    assert "d4" in page.refusal("play", move="d4-e5")
    assert page("undo")["moves"] == []
    assert page.refusal("undo") == "There is no move that can be taken back."


def test_earlier_positions_are_shown_and_nothing_is_chosen_in_them(page: Page) -> None:
    first = page("open", game="russian", seed="lab")
    for move in ("c3d4", "b6a5"):
        last = page("play", move=move)
    assert last["way"] == ["b6", "a5"] and last["asks"]
    begun = page("look", number=0)
    assert begun["text"].splitlines()[1:] != last["text"].splitlines()[1:]
    assert (begun["look"], begun["choices"], begun["asks"]) == (0, [], False)
    assert [each["ply"] for each in begun["moves"]] == [1, 2] and first["moves"] == []
    assert "d4: white man" in page("look", number=1)["picture"]
    assert page("show")["picture"] == last["picture"]
    for number in (-1, 3, None, True):
        assert page.refusal("look", number=number)


def test_a_move_against_the_computer_is_taken_back_with_its_answer(page: Page) -> None:
    page("open", game="russian", seed="lab", computer=1, level=2)
    page("play", move="c3d4")
    assert page("think", seed=3)["undo"]
    assert page.refusal("think", seed=3)
    state = page("undo")
    assert (state["moves"], state["thinks"]) == ([], False)
    page("open", game="russian", seed="lab", computer=0)
    assert not page("think", seed=3)["undo"]


def test_a_shipped_puzzle_is_solved_by_its_line(page: Page, key: str) -> None:
    if not load_shipped_puzzles(key):
        assert page.refusal("puzzle", game=key, number=0)
        return
    puzzle = load_shipped_puzzles(key)[0]
    state = page("puzzle", game=key, number=0)
    wrong = next(move for move in puzzle.match_after(0).moves() if move != puzzle.line[0])
    assert wrong in page("play", move=wrong)["said"]
    for move in puzzle.line[::2]:
        assert not state["puzzle"]["solved"]
        state = page("play", move=move)
    assert state["puzzle"] == {"number": 0, "solved": True}
    assert state["said"] == "Solved!"
    assert page.refusal("play", move=wrong)
    assert page("puzzle", game=key, number=len(load_shipped_puzzles(key)))["puzzle"]["number"] == 0


def test_a_position_of_checkers_is_put_under_all_rules_whose_board_has_room(page: Page) -> None:
    page("open", game="russian", seed="lab")
    for move in ("c3-d4", "b6-a5", "d4-e5"):
        page("play", move=move)
    groups = page("under")["groups"]
    assert sum(len(group["games"]) for group in groups) == len(RULESETS)
    assert len({tuple(group["moves"]) for group in groups}) == len(groups) > 2
    # Black was to move: the position is turned round, so that White captures as Black could.
    russian = next(
        group for group in groups if "Russian checkers" in [each["title"] for each in group["games"]]
    )
    assert russian["moves"] == ["c3xe5", "e3xc5"] or all("x" in move for move in russian["moves"])
    opened = page("link", text=russian["games"][0]["link"])
    assert len(opened["choices"]) == len({move[:2] for move in russian["moves"]})
    page("open", game="binar", seed="lab")
    assert page.refusal("under").startswith("Only a position of checkers")


def test_a_game_is_begun_with_all_that_the_rules_of_any_match_lead_to(page: Page, key: str) -> None:
    game = GAMES[key]
    values: list[tuple[str, Any]] = [
        (option.name, value) for option in game.options for value in option.choices
    ]
    if key == "one-zero-one":  # a deck of the player's own
        cards = [*decks.DECKS["base"][:-1], *set(decks.DECKS["errors"]) - set(decks.DECKS["base"])][
            : decks.SIZE
        ]
        values.append(("deck", [{"command": card.command, "axis": card.axis} for card in cards]))
    for name, value in values:
        match = Match(game, {name: value}, secret_of(f"{name} {value}"))
        said = dict(parse_qsl(write_start(game, match.settled_options).partition("?")[2]))
        found = page("read", game=key, options={each: json.loads(text) for each, text in said.items()})[
            "options"
        ]
        assert set(found) == set(said) and all(each["label"] for each in found.values())
        page("open", game=key, options={each: told["value"] for each, told in found.items()}, seed="another")
        for option in game.options:
            assert page.table.table_match.match.settled_options.get(option.name) == match.settled_options.get(
                option.name
            )
    nothing = {"no": 1, **{option.name: "x y" for option in game.options}}
    assert page("read", game=key, options=nothing)["options"] == {}


def test_the_page_is_told_its_words_and_games_in_a_language_there_is(page: Page) -> None:
    said = page("hello", language="xx")
    assert (said["language"], said["labels"]["button.begin"]) == ("en", "Begin")
    games = [game for family in said["families"] for game in family["games"]]
    assert {game["key"] for game in games} == set(GAMES)
    for game in games:
        assert game["levels"] == min(LEVELS, level_count(GAMES[game["key"]]))
        assert game["puzzles"] == len(load_shipped_puzzles(game["key"]))


@pytest.mark.parametrize(
    "request_",
    [
        {"do": "show"},
        {"do": "open", "game": "chess", "seed": "x"},
        {"do": "open", "game": "binar"},
        {"do": "open", "game": "binar", "seed": "x", "options": []},
        {"do": "open", "game": "binar", "seed": "x", "options": {"size": 99}},
        {"do": "open", "game": "binar", "seed": "x", "computer": 2},
        {"do": "open", "game": "binar", "seed": "x", "computer": 1, "level": LEVELS + 1},
        {"do": "puzzle", "game": "binar", "number": -1},
        {"do": "link", "text": "nothing"},
        {"do": "choose", "path": ["a1"]},
        {"do": "think", "seed": 1},
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_changes_nothing(
    page: Page, request_: dict[str, object]
) -> None:
    assert len(page.refusal(str(request_.pop("do")), **request_)) > 10
    assert page.refusal("show")


def test_no_choice_is_made_for_the_computer_or_off_the_board(page: Page) -> None:
    page("open", game="russian", seed="lab", computer=0)
    assert page.refusal("choose", path=["c3"])
    assert page.refusal("play", move="c3-d4")
    page("think", seed=1)
    assert page.refusal("choose", path=["h8"])
    assert page.refusal("choose", path=[["x"]])
