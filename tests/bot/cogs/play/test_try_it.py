"""Try it: every game, with one person playing both sides.

It opens from /rules and from a challenge, and no one else sees it.
"""

import random
from typing import Any

import pytest

from bot.cards.kit.choices import preview_choices
from bot.cards.play.try_it import TryIds, TryState, try_card, try_view
from bot.cogs.play.try_it import resolve_state
from bot.custom_ids import LIMIT, parse_custom_id
from rules.catalogue import GAMES
from rules.checkers.rulesets import RULESETS
from rules.compact import CompactMatch
from tests.bot.limits import every
from tests.bot.server import Server, buttons, press_behind, texts, walk
from tests.examples.every_game import EVERY
from tests.simulation.drawing import undrawn
from words import ENGLISH, localizer_for

SAY = localizer_for(ENGLISH)
FEW, MANY = 16, 60
"""How much of a game its buttons remember when a walk ends.

Another test checks the most they can hold.
"""
ALIKE = sorted({*RULESETS} - {"american", "international", "turkish", "malaysian"})
"""Checkers whose buttons are those of others: the deep run tries them."""
FAR = "as far as Try it goes"


def show_state(state: TryState) -> tuple[list[dict[str, Any]], str, TryState]:
    """Return what a try-out shows: its components, its words, and its new state.

    The new state follows the moves that its choices complete.
    """
    compact, reached = resolve_state(state)
    choices = (
        None if reached is None else preview_choices(compact.match, reached, try_view(compact), state.part)
    )
    card = try_card(state, compact, reached, choices, SAY)
    parts = list(every(part.to_component_dict() for part in card.view.children))
    return parts, "\n".join(part.get("content", "") for part in parts), TryState(state.game, str(compact))


def test_cards_end_with_what_happened_and_who_won_by_it() -> None:
    game, chance = GAMES["one-zero-one"], random.Random(2)
    compact = CompactMatch.begin(game, {})
    while compact.match.turn is not None:
        compact.play(chance.choice(compact.match.moves()))
    outcome = compact.match.outcome
    assert outcome and outcome.happened and outcome.score and outcome.winner is not None
    card = try_card(TryState(game), compact, None, None, SAY)
    parts = every(part.to_component_dict() for part in card.view.children)
    words = "\n".join(part.get("content", "") for part in parts)
    names = [f"Player {digit}" for digit in compact.match.sides]
    high, low = max(outcome.score), min(outcome.score)
    assert f"**{outcome.happened} {names[outcome.winner]} wins {high}–{low}.**" in words
    assert f"{names[0]} laid" in words or f"{names[1]} laid" in words


@pytest.mark.ci
@pytest.mark.parametrize("length", [FEW, pytest.param(MANY, marks=pytest.mark.deep)])
@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=pytest.mark.deep if key in ALIKE else ()) for key in EVERY],
    indirect=True,
)
def test_every_game_is_tried_by_its_buttons_until_it_ends_or_says_how_far_it_goes(
    key: str, length: int
) -> None:
    chance = random.Random(5)
    state = TryState(GAMES[key])
    for _ in range(4 * length):
        with undrawn():  # hundreds of pictures that no one looks at
            parts, words, after = show_state(state)
        assert len(parts) <= 40
        pressable = [part for part in parts if part["type"] == 2 and not part.get("disabled")]
        assert all(len(part["custom_id"]) <= LIMIT for part in pressable)
        onward = [
            part["custom_id"]
            for part in pressable
            if ":try-on:" in part["custom_id"] and part["label"] != "Back"
        ]
        if not onward or len(after.moves) > length:
            assert FAR in words or "wins" in words or "Draw" in words or len(after.moves) > length
            break
        pressed = parse_custom_id(chance.choice(onward))
        assert pressed is not None
        state = TryState.parse(pressed.rest) or state
    assert after.moves


def test_the_way_back_and_both_kinds_of_choice_are_read_from_a_custom_id() -> None:
    ids = TryIds("binary", "g")
    for custom_id, path, part, sure in (
        (ids.choice_id(("b1", "c2")), ("b1", "c2"), None, False),
        (ids.choice_id(()), (), None, False),
        (ids.part_id(12, ("b1",)), ("b1",), 12, False),
        (ids.play_id(("b1",)), ("b1",), None, True),
    ):
        state = TryState.parse(custom_id.rest)
        assert state is not None
        assert (state.game.key, state.moves, state.path, state.part, state.plays_now) == (
            "binary",
            "g",
            path,
            part,
            sure,
        )
    assert TryState.parse("b2a1") is None
    assert TryState.parse("nogame//") is None


@pytest.mark.ci
def test_a_game_that_no_longer_fits_into_a_button_says_so_kindly() -> None:
    chance = random.Random(1)
    state = TryState(GAMES["incorrect-checkers"])
    compact, reached = resolve_state(state)
    while reached and TryIds(state.game.key, str(compact)).can_hold(reached):
        compact.play(chance.choice(compact.match.moves()))
        compact, reached = resolve_state(TryState(state.game, str(compact)))
    assert len(compact.match.plies) > 40
    _, words, _ = show_state(TryState(state.game, str(compact)))
    assert FAR in words


async def test_try_it_opens_from_rules_and_a_challenge_for_one_person_alone(room: Server) -> None:
    rules = await room.ann.slash(room.channel, "rules", game="yin-yang")
    from_rules = await press_behind(room.ann, rules.response, "Try it")
    assert "Try it: Yin Yang" in texts(from_rules.response)
    asked = await room.ann.slash(room.channel, "play", game="russian", opponent=room.ben)
    from_card = await press_behind(room.cleo, asked.response, "Try it")
    assert "Try it: Russian checkers" in texts(from_card.response)
    for answer in (from_rules, from_card):
        assert answer.ephemeral


@pytest.mark.parametrize(
    "custom_id", ["v1:0:try-on:0:b2a1b1c1b3", "v1:0:try-on:0:binar/ä/", "v1:0:try-on:0:binar//z9"]
)
async def test_a_try_out_of_an_older_version_begins_anew(room: Server, custom_id: str) -> None:
    old = room.plant(
        room.channel,
        [
            {
                "type": 1,
                "id": 1,
                "components": [
                    {
                        "type": 2,
                        "id": 2,
                        "style": 1,
                        "label": "old",
                        "disabled": False,
                        "custom_id": custom_id,
                    }
                ],
            }
        ],
    )
    fresh = await room.ann.click(old, label="old")
    assert "begins anew" in texts(fresh.response)
    assert {"a1", "b2", "c3"} <= set(buttons(fresh.response))


def grid(message: Any) -> list[list[str]]:
    """The buttons, row by row, by their labels."""
    return [
        [part["label"] for part in row["components"]]
        for row in walk(message.components)
        if row.get("type") == 1
    ]
