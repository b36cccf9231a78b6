"""A replay shows every move of a match in turn, the last one longest.

It is never too large for Discord.
"""

import random
from collections import Counter
from collections.abc import Callable, Hashable
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from rendering.board.layout import PICTURE_HEIGHT, PICTURE_WIDTH, lay_out
from rendering.board.painter import paint_board
from rendering.caption import Caption
from rendering.gif import OPENINGS, STEP, Box, FramePatch, PatchCache
from rendering.one_zero_one import display
from rendering.one_zero_one.playback import HANDS
from rendering.replay import BAR, LAST, LINE, PAUSE, SCALES, Moment, Replay, ReplayLength, render_replay
from rendering.sprites import CAPITAL_HEIGHT
from rendering.themes import THEMES
from rules.board import BoardView, Trace
from rules.catalogue import GAMES
from rules.game import View
from rules.one_zero_one.view import ProgramView
from rules.squares import square_names, square_numbers
from tests.rendering.samples import start_view
from tests.rendering.strict_gif import decode
from tests.rules.playouts import random_match
from tests.sets import leave_to_ci
from words import PSEUDO

THEME = "wood"


def course(game: str, plies: int, seat: int | None = None, seed: int = 5) -> list[View]:
    """The views of a random match."""
    match = random_match(GAMES[game], {}, seed=seed, limit=plies)
    return [match.copy_at(number).view(seat) for number in range(len(match.plies) + 1)]


def make_replay(views: list[View], first: int = 0, total: int | None = None, **more: object) -> Replay:
    """Return the replay of views that each follow a ply.

    The first view follows ply `first`; two plies share a number.
    """
    moments = [Moment(view, plies, (plies + 1) // 2) for plies, view in enumerate(views, first)]
    plies = moments[-1].plies if total is None else total
    return render_replay(moments, ReplayLength(plies, (plies + 1) // 2), **{"theme": THEME, **more})  # pyrefly: ignore[bad-argument-type]  # options of replay


def pauses(gif: bytes) -> list[int]:
    """How long each frame is shown, in hundredths of a second."""
    with Image.open(BytesIO(gif)) as opened:
        found = []
        for number in range(getattr(opened, "n_frames", 1)):
            opened.seek(number)
            found.append(opened.info["duration"] // 10)
    return found


def frames(gif: bytes) -> list[Image.Image]:
    """Return the pictures of a film, without the steps between them.

    The pictures are shown longer than the steps.
    """
    found = []
    with Image.open(BytesIO(gif)) as opened:
        for number in range(getattr(opened, "n_frames", 1)):
            opened.seek(number)
            if opened.info["duration"] > 10 * STEP:
                found.append(opened.convert("RGB"))
    return found


@pytest.mark.ci
@pytest.mark.parametrize("seat", leave_to_ci([None, 1], every=4))
@pytest.mark.parametrize(
    ("game", "plies"),
    leave_to_ci(
        [
            ("binar", 30),
            ("binary", 30),
            ("zong-heng", 10),
            ("yin-yang", 40),
            ("incorrect-checkers", 10),
            ("italian", 10),
        ],
        every=4,
    ),
)
def test_every_board_is_shown_as_it_is_painted(game: str, plies: int, seat: int | None) -> None:
    views = course(game, plies, seat)
    found = frames(make_replay(views).gif)
    boards = [view for view in views if isinstance(view, BoardView)]
    painted = [paint_board(view, THEME, is_film=True).convert("RGB") for view in boards]
    assert len(found) == len(views)
    for number, art in enumerate(painted):
        assert found[number].crop((0, 0, *art.size)).tobytes() == art.tobytes(), number


@pytest.mark.parametrize("size", [(7, 4), (4, 7)])
def test_a_board_that_is_not_square_is_shown_as_it_is_painted(size: tuple[int, int]) -> None:
    ways = ("a1", "d4"), ("d1", "d3", "b1"), ("a4", "d4"), ("b2", "c3", "d2")
    chance = random.Random(1)
    views: list[View] = [
        start_view(
            "yin-yang",
            size=size,
            cells={name: chance.choice("bw") for name in chance.sample(square_names(size), 14)},
            trace=Trace(path=way),
        )
        for way in ways
    ]
    for frame, view in zip(frames(make_replay(views).gif), views, strict=True):
        assert isinstance(view, BoardView)
        art = paint_board(view, THEME, is_film=True).convert("RGB")
        assert frame.size == (art.width, art.height + BAR)
        assert frame.crop((0, 0, *art.size)).tobytes() == art.tobytes()


@pytest.mark.ci
@pytest.mark.parametrize(("game", "least"), [("russian", 0.5), ("binary", 0.5)])
def test_moves_that_look_alike_are_coded_once_and_each_match_is_shown_right(
    game: str, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes, made = PatchCache(), Counter[str]()
    monkeypatch.setattr("rendering.replay._changes", changes)
    get = changes.get

    def count_call(name: Hashable, make: Callable[[], FramePatch | None]) -> FramePatch | None:
        """Get a change, and count the request and whether it was made anew."""
        made["asked"] += 1
        known = len(changes)
        change = get(name, make)
        made["made"] += len(changes) - known
        return change

    monkeypatch.setattr(changes, "get", count_call)
    for seed in range(3):
        made.clear()
        views = course(game, 12, seat=seed % 2, seed=seed)
        found = frames(make_replay(views).gif)
        boards = [view for view in views if isinstance(view, BoardView)]
        for frame, view in zip(found, boards, strict=True):
            painted = paint_board(view, THEME, is_film=True).convert("RGB")
            assert frame.crop((0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)).tobytes() == painted.tobytes()
    assert made["made"] < (1 - least) * made["asked"]


@pytest.mark.ci
def test_an_opening_is_coded_once_for_all_matches_of_its_kind_however_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    openings = PatchCache(OPENINGS)
    monkeypatch.setattr("rendering.replay._openings", openings)
    for plies, theme, kept in ((6, THEME, 1), (9, THEME, 1), (6, "slate", 2)):
        gif = make_replay(course("russian", plies), theme=theme).gif
        assert len(openings) == kept
        painted = paint_board(course("russian", 0)[0], theme, is_film=True)  # pyrefly: ignore[bad-argument-type]  # a board
        assert (
            frames(gif)[0].crop((0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)).tobytes()
            == painted.convert("RGB").tobytes()
        )
    make_replay(course("international", 1))
    assert len(openings) == 3
    # Another length has its numbers elsewhere, and a replay from the middle begins with a board of its own.
    make_replay(course("russian", 30))
    assert len(openings) == 4
    make_replay(course("russian", 6)[3:], first=3)
    assert len(openings) == 4


def test_before_the_first_move_there_is_a_track_without_a_number() -> None:
    opening, moved = frames(make_replay(course("russian", 6)).gif)[:2]
    bar = (0, PICTURE_HEIGHT, PICTURE_WIDTH, PICTURE_HEIGHT + BAR)
    track, numbered = opening.crop(bar), moved.crop(bar)
    assert len(track.getcolors() or ()) == 2 < len(numbered.getcolors() or ())


@pytest.mark.ci
def test_the_display_of_one_zero_one_is_shown_on_a_canvas_that_holds_the_largest() -> None:
    views = course("one-zero-one", 10)
    found = frames(make_replay(views).gif)
    displays = [view for view in views if isinstance(view, ProgramView)]
    arts = [display.paint_display(view, THEME, "en", (), ()).convert("RGB") for view in displays]
    width, height = max(art.width for art in arts), max(art.height for art in arts)
    assert len(found) == len(views) and found[0].size == (width, height + BAR)
    for frame, art in zip(found, arts, strict=True):
        assert frame.crop((0, 0, *art.size)).tobytes() == art.tobytes()


def turns(gif: bytes) -> list[int]:
    """How long each picture is shown, with the steps to it, in hundredths of a second."""
    found, before = [], 0
    for pause in pauses(gif):
        before += pause
        if pause > STEP:
            found.append(before)
            before = 0
    return found


@pytest.mark.ci
def test_a_move_is_shown_0_8_seconds_the_last_3_and_long_matches_go_by_faster() -> None:
    assert turns(make_replay(course("russian", 6)).gif) == [PAUSE] * 6 + [LAST] == [80] * 6 + [300]
    views = course("binar", 3)
    many = [views[1 + i % 2] for i in range(160)]
    assert turns(make_replay(many, limit=1 << 30).gif) == [75] * 159 + [LAST]


@pytest.mark.ci
@pytest.mark.parametrize("limit", [60_000, 12_000])
def test_a_file_that_would_be_too_large_becomes_smaller_and_then_leaves_moves_out(limit: int) -> None:
    views = course("russian", 15)
    whole, small = make_replay(views), make_replay(views, limit=limit)
    assert len(small.gif) <= limit < len(whole.gif)
    first, last = frames(small.gif)[0], frames(small.gif)[-1]
    assert first.width < frames(whole.gif)[0].width
    # The end stays.
    end = frames(whole.gif)[-1].resize(last.size, Image.Resampling.BOX)
    near = sum(
        abs(a - b) for a, b in zip(end.convert("L").tobytes(), last.convert("L").tobytes(), strict=True)
    )
    assert near / (last.width * last.height) < 4


@pytest.mark.ci
@pytest.mark.parametrize(("game", "plies"), [("russian", 15), ("one-zero-one", 6)])
@pytest.mark.parametrize("scale", SCALES[1:])
def test_a_smaller_film_shows_every_picture_made_smaller(
    game: str, plies: int, scale: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has changed is made smaller to its last pixel, wherever it ends."""
    monkeypatch.setattr("rendering.replay.SCALES", (scale,))
    views = course(game, plies)
    found = frames(make_replay(views).gif)
    assert len(found) == len(views)
    for number, (view, frame) in enumerate(zip(views, found, strict=True)):
        if isinstance(view, BoardView):
            palette, art = THEMES[THEME].board, paint_board(view, THEME, is_film=True)
        else:
            assert isinstance(view, ProgramView)
            palette, art = THEMES[THEME].program, display.paint_display(view, THEME, "en")
        small = palette.quantise(art.convert("RGB").reduce(scale)).convert("RGB")
        box = (0, 0, art.width // scale, art.height // scale)
        assert frame.crop(box).tobytes() == small.crop(box).tobytes(), number


def test_each_frame_says_which_move_it_is_of_how_many() -> None:
    views = course("russian", 4)
    one, later = frames(make_replay(views).gif), frames(make_replay(views, 10, 20).gif)
    bars = [
        frame.crop((0, PICTURE_HEIGHT, PICTURE_WIDTH, PICTURE_HEIGHT + BAR)).tobytes()
        for frame in (*one, *later)
    ]
    assert len(set(bars)) == 10
    assert (
        bars[0]
        == frames(make_replay(views[:1], 0, 4).gif)[0]
        .crop((0, PICTURE_HEIGHT, PICTURE_WIDTH, PICTURE_HEIGHT + BAR))
        .tobytes()
    )
    # Both plies of a move have its number, and the track goes on.
    numbers = [frame.crop((0, PICTURE_HEIGHT, 110, PICTURE_HEIGHT + BAR)).tobytes() for frame in one]
    assert numbers[1] == numbers[2] and numbers[3] == numbers[4] and len(set(numbers)) == 3


@pytest.mark.ci
def test_the_words_say_which_moves_and_how_it_stands_after_them() -> None:
    views = course("russian", 4)
    assert make_replay(views, 0, 9).alt.startswith("An animation of moves 1 to 2 of 5. At its end: ")
    assert make_replay(views[2:], 2, 9).alt.startswith("An animation of move 2 of 5. ")
    assert make_replay(views[:1], 0, 9).alt.startswith("An animation of move 0 of 5. ")
    assert "Last move: " in make_replay(views, 0, 9).alt
    assert len(make_replay(course("one-zero-one", 40)).alt) <= 1024


@pytest.mark.ci
@pytest.mark.parametrize("game", leave_to_ci(["russian", "binar", "yin-yang", "zong-heng"], after=1))
def test_the_piece_that_moved_comes_after_what_is_left_of_the_move_before(game: str) -> None:
    views = [view for view in course(game, 20) if isinstance(view, BoardView)]
    film = decode(make_replay(list(views)).gif)
    at = 1
    for view in views[1:]:
        assert view.trace
        layout, known = lay_out(view), square_numbers(view.size)
        spots = [layout.centre(known[name]) for name in (*view.trace.placed, *view.trace.path[-1:])]
        boxes: list[Box] = []
        while film.pauses[at - 1] == STEP or not boxes:
            boxes.append(film.boxes[at])
            at += 1
        edge = layout.square_size // 8
        squares = [box for box in boxes if box[3] <= layout.bottom + edge and box[2] <= layout.right + edge]
        left, top, right, low = squares[-1]
        assert any(left <= x < right and top <= y < low for x, y in spots)
        assert boxes[: len(squares)] == squares, "how the match stands is last"
    assert at == len(film.boxes)


@pytest.mark.ci
def test_hands_that_everybody_may_see_are_below_the_display_and_no_others() -> None:
    match = random_match(GAMES["one-zero-one"], {}, seed=5, limit=8)
    game = GAMES["one-zero-one"]
    positions = [match.copy_at(plies).position for plies in range(len(match.plies) + 1)]
    hidden, opened = (
        frames(make_replay([see(position, None) for position in positions]).gif)
        for see in (game.seen_by, game.reveal)
    )
    assert [frame.height - hidden[0].height for frame in opened] == [HANDS] * len(opened)
    rows = [frame.crop((0, frame.height - BAR - HANDS, 1000, frame.height - BAR)) for frame in opened]
    halves = [
        (row.crop((0, 0, 500, HANDS)).tobytes(), row.crop((500, 0, 1000, HANDS)).tobytes()) for row in rows
    ]
    for number, (before, after) in enumerate(pairwise(positions)):
        for digit in (0, 1):
            seats = [position.digits.index(digit) for position in (before, after)]
            same = before.hands[seats[0]] == after.hands[seats[1]]
            assert (halves[number][digit] == halves[number + 1][digit]) is same, (number, digit)
    # One's own hand alone is in no replay, for the other would lie open by what is missing.
    views = [game.seen_by(position, 0) for position in positions]
    heights = [display.display_size(view)[1] for view in views if isinstance(view, ProgramView)]
    assert frames(make_replay(views).gif)[0].height == max(heights) + BAR


@pytest.mark.ci
@pytest.mark.parametrize("theme", leave_to_ci([*THEMES, "gone"], every=3))
def test_every_theme_and_an_old_one_has_its_replay(theme: str) -> None:
    for game in ("binar", "one-zero-one"):
        views = course(game, 1)
        assert len(frames(make_replay(views, theme=theme).gif)) > 1


def test_the_words_below_the_board_follow_the_language() -> None:
    views = course("russian", 0)
    assert make_replay(views, language=PSEUDO).gif != make_replay(views).gif


@pytest.mark.ci
@pytest.mark.parametrize("game", ["russian", "one-zero-one"])
def test_a_caption_names_game_and_people_and_at_last_how_the_match_ended(
    game: str, written: list[tuple[str, int]]
) -> None:
    match = random_match(GAMES[game], {}, seed=5, limit=3)
    match.resign(0)
    plies = len(match.plies)
    views = [*(match.copy_at(number).view(None) for number in range(plies)), match.view(None)]
    caption = Caption("A game", ("Ada", "Ben"))
    plain, named = make_replay(views), make_replay(views, caption=caption)
    assert decode(named.gif)
    said = [text for text, _ in written]
    assert "Ada – Ben" in said and "A game" in said
    [end] = {text for text in said if text.startswith("Ben wins · ")}
    assert "resigned" in end
    line = frames(named.gif)[0].height - frames(plain.gif)[0].height
    assert line == LINE[game == "one-zero-one"]
    first, last = frames(named.gif)[0], frames(named.gif)[-1]
    below = (0, first.height - BAR - line, first.width, first.height - BAR)
    assert first.crop(below).tobytes() != last.crop(below).tobytes()
    least = 7 / CAPITAL_HEIGHT * first.width / 290
    assert [text for text, size in written if "Ada" in text and size < least] == []


def test_the_same_opening_between_others_is_another_picture() -> None:
    views = course("binar", 2)
    films = [make_replay(views, caption=Caption("Binar", (name, "Ben"))).gif for name in ("Ada", "Eve")]
    assert frames(films[0])[0].tobytes() != frames(films[1])[0].tobytes()
