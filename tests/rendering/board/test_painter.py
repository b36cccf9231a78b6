"""Boards: orientation, marks, numbers and sums.

Parts of files that are kept show the present state.
"""

import random
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from rendering import band_cache
from rendering.board.layout import LINE, PICTURE_HEIGHT, PICTURE_WIDTH, SIDE, STRIP, lay_out
from rendering.board.measures import start_ring_radius
from rendering.board.painter import paint_board
from rendering.board.scene import empty_cells, make_scene
from rendering.board.squares import GRAINS, SquareCell, square_sprite
from rendering.board.stands import seat_standings
from rendering.board.strips import seat_plates
from rendering.board.trail import LEVELS, trail_colours
from rendering.picture import draw
from rendering.png import Band, encode_png
from rendering.themes import THEMES
from rules.board import BoardView, Group, Trace
from rules.catalogue import GAMES
from rules.game import Outcome
from rules.match import Match
from rules.squares import square_numbers
from tests.rendering.pixels import colours_of, open_picture, part, rgb
from tests.rendering.samples import (
    BINAR,
    BINAR_END,
    BINARY,
    BINARY_END,
    BOARDS,
    CANADIAN,
    CHECKERS,
    INCORRECT_END,
    YIN_YANG,
    ZONG_HENG,
    start_view,
)
from tests.sets import leave_to_ci
from words import localizer_for


@pytest.mark.parametrize("size", range(3, 13))
def test_a_board_of_any_size_is_as_wide_as_the_picture(size: int) -> None:
    for game, least in (("binar", 594), ("binary", 668), ("pool", 690)):
        labels = {"a1": "1"} if game == "pool" else {}
        view = start_view(game, size=size, cells={}, hands=(1, 1), frame=(), labels=labels)
        assert (draw(view).width, draw(view).height) == (720, 780)
        layout = lay_out(view)
        assert layout.left >= SIDE + LINE and layout.right + LINE <= PICTURE_WIDTH - SIDE
        assert layout.top >= SIDE + LINE and layout.bottom + LINE <= PICTURE_HEIGHT - STRIP
        assert layout.square_size * size >= least
        if labels:
            assert abs(layout.left - (720 - layout.right)) <= 1, "in the middle"
        if not view.sums:
            below = paint_board(view, "wood").crop(
                (0, PICTURE_HEIGHT - STRIP, PICTURE_WIDTH, PICTURE_HEIGHT - STRIP + 2)
            )
            assert below.getextrema() == (THEMES["wood"].board.index("panel"),) * 2, (
                "no letter leaves the frame"
            )


@pytest.mark.ci
@pytest.mark.parametrize(
    "game", leave_to_ci(["binar", "binary", "zong-heng", "yin-yang", "russian", "frisian"], after=2)
)
def test_ranks_kept_from_former_pictures_show_what_is_there_now(game: str) -> None:
    match = Match(GAMES[game], {}, bytes(32))
    chance = random.Random(7)
    for _ in range(50):
        moves = match.game.moves(match.position)
        view = match.game.seen_by(match.position, len(match.plies) % 2)
        assert isinstance(view, BoardView)
        chosen = chance.sample(sorted(view.cells), min(1, len(view.cells)))
        for marks in ((), chosen):
            png = draw(view, chosen=marks, choices=chosen[:0]).png
            whole = encode_png(paint_board(view, "wood", chosen=marks), THEMES["wood"].board)
            pixels = Image.open(BytesIO(png)).tobytes()
            assert pixels == Image.open(BytesIO(whole)).tobytes(), view.last_move
        if not moves:
            break
        match.make_move(chance.choice(moves))


def test_the_upper_side_sees_the_board_turned() -> None:
    plain = replace(CHECKERS, trace=None, cells={"b2": "w", "g7": "B"})
    turned = replace(plain, viewer=1)
    assert part(draw(plain), plain, "b2") == part(draw(turned), turned, "b2")
    upright, upside = lay_out(plain), lay_out(turned)
    for square in range(64):
        assert upright.corner(square) == upside.corner(63 - square)
    assert lay_out(replace(plain, viewer=0)) == upright
    assert lay_out(replace(plain, viewer=1, top=None)) == upright


def test_a1_is_dark_or_light_as_the_view_says() -> None:
    board = THEMES["wood"].board.names
    for dark, name in ((True, "dark"), (False, "light")):
        view = start_view("russian", cells={}, a1_dark=dark)
        x, y = lay_out(view).centre(0)
        wood = [board[name + kind] for kind in ("", "_streak", "_gleam")]
        assert rgb(draw(view)).getpixel((x, y)) in wood


def test_the_last_move_is_marked_by_shape_and_not_by_tint_alone() -> None:
    still = replace(CHECKERS, trace=None)
    marked, plain = draw(CHECKERS), draw(still)
    accent = THEMES["wood"].board_colours["accent"]
    # A seat where it began, a trail through the square between the two captures, a halo where it ended.
    for square in ("b4", "d6", "f8"):
        assert accent in colours_of(marked, CHECKERS, square)
        assert accent not in colours_of(plain, still, square)
    for captured in ("c5", "e7"):
        assert THEMES["wood"].board_colours["cross"] in colours_of(marked, CHECKERS, captured)
    assert part(marked, CHECKERS, "h2") == part(plain, still, "h2")


def test_a_trail_runs_under_what_stands_on_its_way() -> None:
    middle = {"e1": "b", "d2": "w", "c3": "b"}
    view = start_view("incorrect-checkers", cells=middle, trace=Trace(path=("e1", "c3")))
    still = replace(view, trace=None)
    crossed, alone = part(draw(view), view, "d2"), part(draw(still), still, "d2")
    centre = (
        crossed.width // 2 - 12,
        crossed.height // 2 - 12,
        crossed.width // 2 + 12,
        crossed.height // 2 + 12,
    )
    assert crossed.crop(centre) == alone.crop(centre)
    assert crossed != alone


def test_chosen_squares_pieces_and_targets_on_offer_have_marks_of_their_own() -> None:
    still = replace(CHECKERS, trace=None)
    plain = draw(still)
    marked = draw(still, chosen=["d2"], choices=["e3", "c7"])
    boxes = {square: part(marked, still, square) for square in ("d2", "e3", "c7")}
    for square, box in boxes.items():
        assert box != part(plain, still, square)
    middle = lay_out(still).square_size // 2
    edges = {square: box.getpixel((2, middle)) for square, box in boxes.items()}
    centres = {square: box.getpixel((middle, middle)) for square, box in boxes.items()}
    accent = THEMES["wood"].board_colours["accent"]
    assert [square for square, colour in edges.items() if colour == accent] == ["d2", "c7"]
    assert [square for square, colour in centres.items() if colour == accent] == ["e3"]
    assert boxes["c7"].getpixel((2, 2)) != accent, "a piece on offer has a ring, no frame"


def test_the_last_move_is_drawn_until_a_piece_is_chosen() -> None:
    still = replace(CHECKERS, trace=None)
    assert draw(CHECKERS, choices=["e3"]).png != draw(still, choices=["e3"]).png
    assert draw(CHECKERS, chosen=["d2"]).png == draw(still, chosen=["d2"]).png
    assert draw(CHECKERS, chosen=["d2"], choices=["e3"]).png == draw(still, chosen=["d2"], choices=["e3"]).png


def test_a_king_differs_from_a_man_by_crown_and_ring() -> None:
    man, king = (replace(CHECKERS, trace=None, cells={"d4": symbol}) for symbol in "wW")
    change = ImageChops.difference(part(draw(man), man, "d4"), part(draw(king), king, "d4"))
    box = change.getbbox()
    assert box and box[3] - box[1] > 50, "a king is two discs high"
    assert THEMES["wood"].board_colours["white_crown"] in [
        colour for _, colour in part(draw(king), king, "d4").getcolors(8100) or ()
    ]


@pytest.mark.ci
def test_numbers_name_occupied_and_empty_squares() -> None:
    with_numbers, without = draw(CANADIAN), rgb(draw(replace(CANADIAN, labels={})))
    for square in CANADIAN.labels:
        layout = lay_out(CANADIAN)
        x, y = layout.corner(square_numbers(12)[square])
        there = without.crop((x, y, x + layout.square_size, y + layout.square_size))
        assert part(with_numbers, CANADIAN, square) != there, square


def test_at_the_end_the_last_move_keeps_its_trail_unless_regions_lie_there() -> None:
    def way(view: BoardView) -> Sequence[int]:
        return make_scene(view, "wood", "en", (), ()).path

    assert way(INCORRECT_END) and way(replace(YIN_YANG, turn=None))
    assert not way(replace(YIN_YANG, turn=None, outcome=Outcome(0, "yin_yang.more_own"))), (
        "its stones are dimmed"
    )
    assert way(ZONG_HENG) and not way(replace(ZONG_HENG, turn=None, groups=(Group(1, ("b8", "b6")),)))


@pytest.mark.parametrize("view", BOARDS.values(), ids=BOARDS)
def test_the_strip_says_of_whoever_is_to_move_that_they_are(view: BoardView) -> None:
    for turn in (0, 1):
        stands = seat_standings(replace(view, turn=turn, outcome=None), localizer_for("en"))
        assert ["to move" in stand.label.casefold() for stand in stands] == [turn == 0, turn == 1]


def test_the_strip_says_who_moves_and_who_has_won() -> None:
    accent = THEMES["wood"].board_colours["accent"]

    def lit(view: BoardView) -> list[int]:
        strip = rgb(draw(view)).crop((0, PICTURE_HEIGHT - STRIP, PICTURE_WIDTH, PICTURE_HEIGHT))
        halves = strip.crop((0, 0, 360, STRIP)), strip.crop((360, 0, 720, STRIP))
        return [
            seat for seat, half in enumerate(halves) if accent in {c for _, c in half.getcolors(20_000) or ()}
        ]

    assert lit(CHECKERS) == [1]
    assert lit(replace(CHECKERS, turn=0)) == [0]
    assert lit(CHECKERS.with_outcome(Outcome(0, "resignation", facts={"loser": "Black"}))) == [0]
    assert lit(CHECKERS.with_outcome(Outcome(None, "agreement"))) == []
    assert lit(CHECKERS.with_outcome(None)) == []


CHANGES: dict[str, tuple[BoardView, dict[str, object]]] = {
    "turn": (BINARY, {"turn": 0}),
    "hands": (BINARY, {"hands": (4, 6)}),
    "score": (BINARY, {"score": (9, 5)}),
    "frame": (BINARY, {"frame": ("b2", "c2")}),
    "trace": (BINARY, {"trace": None}),
    "groups": (BINARY_END, {"groups": BINARY_END.groups[1:]}),
    "tones of groups": (BINARY_END, {"tones": ("white", "black")}),
    "tones of icons": (ZONG_HENG, {"tones": ("white", "black")}),
    "squares that count": (YIN_YANG, {"scores_on": ("other", "own")}),
    "numbers": (YIN_YANG, {"numbers": {"c4": 3}}),
    "a1": (YIN_YANG, {"a1_dark": True}),
    "sums": (BINAR_END, {"sums": False}),
    "winner": (BINARY_END, {"outcome": Outcome(0, "agreement")}),
    "labels": (CANADIAN, {"labels": {}}),
    "viewer": (CHECKERS, {"viewer": 1}),
}


@pytest.mark.ci
@pytest.mark.parametrize("name", CHANGES)
def test_a_fact_that_changes_the_picture_changes_what_is_kept_of_it(name: str) -> None:
    view, facts = CHANGES[name]
    changed = replace(view, **facts)  # pyrefly: ignore[bad-argument-type]  # fields of BoardView
    before, after = draw(view), draw(changed)
    assert before.png != after.png
    assert open_picture(after).tobytes() == paint_board(changed, "wood").tobytes()


@pytest.mark.ci
def test_a_game_of_sums_has_one_empty_board_however_many_lines_are_full() -> None:
    empty_cells.cache_clear()
    match, chance = Match(GAMES["binar"], {"size": 4}, bytes(32)), random.Random(4)
    while match.turn is not None:
        match.play(chance.choice(match.moves()))
        draw(match.view(None))
    assert empty_cells.cache_info().currsize == 1


class Watched(dict[Hashable, Band]):
    """Bands that only a thread holding the lock may change.

    The lock is needed to look for the oldest band too.
    """

    def __iter__(self) -> Iterator[Hashable]:
        assert band_cache.bands_lock.locked()
        return super().__iter__()

    def __setitem__(self, key: Hashable, band: Band) -> None:
        assert band_cache.bands_lock.locked()
        super().__setitem__(key, band)

    def __delitem__(self, key: Hashable) -> None:
        assert band_cache.bands_lock.locked()
        super().__delitem__(key)


def test_one_thread_at_a_time_forgets_the_oldest_rank_for_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(band_cache, "cached_bands", Watched())
    monkeypatch.setattr(band_cache, "BANDS", 3)
    for number in range(5):
        band_cache.cache_band(number, Band(b"", 1, 0))
    assert list(band_cache.cached_bands.keys()) == [2, 3, 4]
    assert not band_cache.bands_lock.locked()


@pytest.mark.parametrize(
    "view", [CHECKERS, CANADIAN, BINARY, BINAR], ids=["plain", "numbered", "hands", "sums"]
)
def test_frame_and_plates_begin_at_one_left_edge_and_end_at_one_right_edge(view: BoardView) -> None:
    picture, panel = paint_board(view, "wood"), THEMES["wood"].board.index("panel")
    for y in (PICTURE_HEIGHT // 2, PICTURE_HEIGHT - STRIP // 2):
        row = picture.crop((0, y, PICTURE_WIDTH, y + 1)).tobytes()
        drawn = [x for x, index in enumerate(row) if index != panel]
        assert (drawn[0], drawn[-1]) == (SIDE, PICTURE_WIDTH - SIDE - 1)


def test_the_strip_says_what_its_numbers_count() -> None:
    def units(view: BoardView) -> list[str]:
        return [stand.unit for stand in seat_standings(view, localizer_for("en"))]

    assert units(CHECKERS) == ["pieces"] * 2 and units(BINARY) == ["points"] * 2
    assert units(ZONG_HENG) == ["group"] * 2 and units(INCORRECT_END) == ["home"] * 2
    assert units(BINAR) == [""] * 2
    narrow, wide = (
        seat_plates("wood", view, seat_standings(view, localizer_for("en")), PICTURE_HEIGHT)
        for view in (CHECKERS, BINAR)
    )
    assert narrow[1].box[0] - narrow[0].box[2] > 80, "room for the word"
    assert wide[1].box[0] - wide[0].box[2] < 12


@pytest.mark.parametrize("view", [CHECKERS, CANADIAN], ids=["plain", "numbered"])
def test_a_trail_begins_at_the_ring_and_leaves_its_inside_free(view: BoardView) -> None:
    start, end = ("b4", "f8") if view is CHECKERS else ("c5", "g9")
    moved = replace(view, cells={end: "w"}, trace=Trace(path=(start, end)))
    still = (
        make_scene(moved, "wood", "en", (), ()).cells[square_numbers(view.size)[start]]._replace(trail=None)
    )
    cell = lay_out(moved).square_size
    alone, crossed = square_sprite("wood", cell, still).convert("RGB"), part(draw(moved), moved, start)
    change = ImageChops.difference(alone, crossed).convert("L").point([0] + [255] * 255)
    changed = [(at % cell, at // cell) for at, value in enumerate(change.tobytes()) if value]
    ring = start_ring_radius(cell, numbered=bool(view.labels))
    middle = cell / 2 - 0.5
    far = [((x - middle) ** 2 + (y - middle) ** 2) ** 0.5 for x, y in changed]
    assert far and ring * 0.7 <= min(far) <= ring * 1.15


def test_a_trail_grows_towards_its_end_and_its_edges_are_smooth() -> None:
    moved = replace(CHECKERS, cells={"h8": "w"}, trace=Trace(path=("a1", "h8")))
    accent, palette = THEMES["wood"].board_colours["accent"], THEMES["wood"].board
    widths = []
    for name in ("b2", "d4", "f6"):
        square = part(draw(moved), moved, name)
        widths.append(square.tobytes().count(bytes(accent)))
        alone = part(draw(replace(moved, trace=None)), moved, name)
        over = [palette.colours[trail_colours("wood")[level]] for level in range(LEVELS, 2 * LEVELS + 1)]
        seen_there = {colour for _, colour in square.getcolors(8000) or ()}
        assert seen_there - {colour for _, colour in alone.getcolors(8000) or ()} - set(over), (
            "shades of the edge"
        )
    assert 0 < widths[0] < widths[1] < widths[2]


def test_squares_of_one_tone_are_of_several_pieces_of_wood() -> None:
    def woods(theme: str, *, is_film: bool = False) -> set[int]:
        scene = make_scene(CHECKERS, theme, "en", (), (), is_film=is_film)
        return {cell.grain for cell in empty_cells(scene.board)}

    assert woods("wood") == {0, 1, 2}
    assert woods("slate") == {0} == woods("wood", is_film=True)
    dark = {square_sprite("wood", 80, SquareCell(True, grain=grain)).tobytes() for grain in range(GRAINS)}
    assert len(dark) == GRAINS


def test_where_a_king_goes_there_are_circles_and_where_a_man_goes_dots() -> None:
    still = replace(CHECKERS, trace=None)
    picture = draw(still, choices=["e3", "d4"], king_choices=["d4"])
    accent, middle = THEMES["wood"].board_colours["accent"], lay_out(still).square_size // 2
    centres = [part(picture, still, name).getpixel((middle, middle)) == accent for name in ("e3", "d4")]
    assert centres == [True, False]
    assert accent in colours_of(picture, still, "d4")
