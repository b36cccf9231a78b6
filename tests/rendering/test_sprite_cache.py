"""The event loop draws only cached parts.

A picture with a new part is drawn on another thread, and is cached from then on.
"""

from collections.abc import Callable
from functools import partial
from time import thread_time

import pytest

from rendering.people.analysis import MatchCourse, draw_analysis
from rendering.picture import Picture, draw, draw_end, draw_hand
from rendering.sprite_cache import UncachedPart, only_cached_parts
from rules.catalogue import GAMES
from rules.course import course_of
from rules.match import Match
from rules.one_zero_one.view import ProgramView
from tests.pace import slowness
from tests.rendering.cold import forget_parts
from tests.rendering.samples import CHECKERS
from tests.uncollected import no_garbage_collection


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    forget_parts()


def resigned_match(key: str) -> Match:
    """Return a match of a game that seat 0 resigned after the first move."""
    match = Match(GAMES[key], {}, bytes(32))
    match.play(match.moves()[0])
    match.resign(0)
    return match


def hand() -> Picture:
    view = Match(GAMES["one-zero-one"], {}, bytes(32)).view(0)
    assert isinstance(view, ProgramView)
    return draw_hand(view, raised_cards=[])


def end(key: str) -> Picture:
    match = resigned_match(key)
    return draw_end(match.view(None), course_of(match), theme="night")


def curve() -> Picture:
    went = MatchCourse((50, 60), (90, 80), (), (1,))
    return draw_analysis(resigned_match("binar").view(None), went)


PICTURES: dict[str, Callable[[], Picture]] = {
    "board": partial(draw, CHECKERS, theme="night", choices=["c3"]),
    "display": lambda: draw(Match(GAMES["one-zero-one"], {}, bytes(32)).view(0), theme="paper"),
    "hand": hand,
    "end of a board": lambda: end("russian"),
    "end of a display": lambda: end("one-zero-one"),
    "curve": curve,
}


@pytest.mark.ci
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_with_new_parts_is_not_drawn_of_kept_ones_until_it_has_been_drawn(name: str) -> None:
    make = PICTURES[name]
    with no_garbage_collection():
        began = thread_time()
        with pytest.raises(UncachedPart), only_cached_parts():
            make()
        taken = thread_time() - began
    assert taken < 0.05 * slowness(), "what is found out on the event loop is found out at once"
    drawn = make()
    if name.startswith("end"):  # its file is made dense, which takes as long as drawing
        with pytest.raises(UncachedPart), only_cached_parts():
            make()
        return
    with only_cached_parts():
        assert make() == drawn


def test_one_new_part_is_enough() -> None:
    draw(CHECKERS)
    with only_cached_parts():
        draw(CHECKERS)
    with pytest.raises(UncachedPart), only_cached_parts():
        draw(CHECKERS, choices=["c3"])


def test_everything_is_drawn_where_nobody_asks_for_kept_parts() -> None:
    with pytest.raises(UncachedPart), only_cached_parts():
        draw(CHECKERS)
    assert draw(CHECKERS).png
