"""A replay shows every move of a match in turn, the last one longest, and is never too large for Discord."""

from io import BytesIO

import pytest
from PIL import Image

from rendering.board.painter import paint
from rendering.one_zero_one import display
from rendering.replay import BAR, LAST, PAUSE, SHORTEST, TURN, Replay, Span, replay
from rendering.themes import THEMES
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.game import View
from rules.one_zero_one.view import ProgramView
from tests.rules.playouts import random_match
from words import PSEUDO

THEME = "wood"


def course(game: str, plies: int, seat: int | None = None, seed: int = 5) -> list[View]:
    """The views of a random match."""
    match = random_match(GAMES[game], {}, seed=seed, limit=plies)
    return [match.at(number).view(seat) for number in range(len(match.plies) + 1)]


def shown(views: list[View], **more: object) -> Replay:
    count = len(views) - 1
    return replay(views, Span(0, count, count), theme=THEME, **more)  # type: ignore[arg-type]  # options of replay


def pauses(gif: bytes) -> list[int]:
    """How long each frame is shown, in hundredths of a second."""
    with Image.open(BytesIO(gif)) as opened:
        found = []
        for number in range(getattr(opened, "n_frames", 1)):
            opened.seek(number)
            found.append(opened.info["duration"] // 10)
    return found


def frames(gif: bytes) -> list[Image.Image]:
    found = []
    with Image.open(BytesIO(gif)) as opened:
        for number in range(getattr(opened, "n_frames", 1)):
            opened.seek(number)
            found.append(opened.convert("RGB"))
    return found


@pytest.mark.parametrize("seat", [None, 1])
@pytest.mark.parametrize(
    "game", ["binar", "binary", "zong-heng", "yin-yang", "incorrect-checkers", "italian"]
)
def test_every_board_is_shown_as_it_is_painted(game: str, seat: int | None) -> None:
    views = course(game, 10, seat)
    found = frames(shown(views).gif)
    boards = [view for view in views if isinstance(view, BoardView)]
    painted = [paint(view, THEME).convert("RGB") for view in boards]
    assert len(found) == 2 * len(views) - 1
    for number, art in enumerate(painted):
        assert found[2 * number].crop((0, 0, *art.size)).tobytes() == art.tobytes()
    # The move itself comes a moment before the plates below the board say who moves next.
    for number, art in enumerate(painted[1:], 1):
        assert found[2 * number - 1].crop((0, 0, 720, 600)).tobytes() == art.crop((0, 0, 720, 600)).tobytes()


def test_the_display_of_one_zero_one_is_shown_on_the_largest_of_its_canvases() -> None:
    views = course("one-zero-one", 30)
    found = frames(shown(views).gif)
    displays = [view for view in views if isinstance(view, ProgramView)]
    arts = [display.paint(view, THEME, "en", (), ()).convert("RGB") for view in displays]
    width, height = max(art.width for art in arts), max(art.height for art in arts)
    assert len(found) == len(views) and found[0].size == (width, height + BAR)
    for frame, art in zip(found, arts, strict=True):
        left, top = (width - art.width) // 2, (height - art.height) // 2
        assert frame.crop((left, top, left + art.width, top + art.height)).tobytes() == art.tobytes()


def test_a_move_is_shown_0_8_seconds_the_last_3_and_long_matches_go_by_faster() -> None:
    usual = pauses(shown(course("russian", 6)).gif)
    assert usual == [PAUSE, *[TURN, PAUSE - TURN] * 5, TURN, LAST - TURN]
    views = course("binar", 3)
    many = [views[1 + i % 2] for i in range(200)]
    assert set(pauses(shown(many, limit=1 << 30).gif)) == {60, TURN, 60 - TURN, LAST - TURN}
    assert SHORTEST > TURN


@pytest.mark.parametrize("limit", [60_000, 12_000])
def test_a_file_that_would_be_too_large_becomes_smaller_and_then_leaves_moves_out(limit: int) -> None:
    views = course("russian", 15)
    whole, small = shown(views), shown(views, limit=limit)
    assert len(small.gif) <= limit < len(whole.gif)
    first, last = frames(small.gif)[0], frames(small.gif)[-1]
    assert first.width < frames(whole.gif)[0].width
    # The end stays.
    end = frames(whole.gif)[-1].resize(last.size, Image.Resampling.BOX)
    near = sum(
        abs(a - b) for a, b in zip(end.convert("L").tobytes(), last.convert("L").tobytes(), strict=True)
    )
    assert near / (last.width * last.height) < 4


def test_each_frame_says_which_move_it_is_of_how_many() -> None:
    views = course("russian", 4)
    one = frames(replay(views, Span(0, 4, 4), theme=THEME).gif)
    later = frames(replay(views, Span(10, 14, 20), theme=THEME).gif)
    bars = [frame.crop((0, 720, 720, 720 + BAR)).tobytes() for frame in (*one[::2], *later[::2])]
    assert len(set(bars)) == 10
    assert (
        bars[0]
        == frames(replay(views[:1], Span(0, 0, 4), theme=THEME).gif)[0].crop((0, 720, 720, 764)).tobytes()
    )


def test_the_words_say_which_moves_and_how_it_stands_after_them() -> None:
    views = course("russian", 4)
    assert replay(views, Span(0, 4, 9)).alt.startswith("An animation of moves 1 to 4 of 9. At its end: ")
    assert replay(views[2:], Span(2, 4, 9)).alt.startswith("An animation of moves 2 to 4 of 9. ")
    assert "Last move: " in replay(views, Span(0, 4, 9)).alt
    assert len(replay(course("one-zero-one", 40), Span(0, 40, 40)).alt) <= 1024


@pytest.mark.parametrize("theme", [*THEMES, "gone"])
def test_every_theme_and_an_old_one_has_its_replay(theme: str) -> None:
    for game in ("binar", "one-zero-one"):
        views = course(game, 1)
        assert len(frames(replay(views, Span(0, 1, 1), theme=theme).gif)) > 1


def test_the_words_below_the_board_follow_the_language() -> None:
    views = course("russian", 0)
    assert replay(views, Span(0, 0, 0), language=PSEUDO).gif != shown(views).gif
