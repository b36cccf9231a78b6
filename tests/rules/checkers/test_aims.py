"""Giveaway, breakthrough and Frysk!: the aims of a match, and five men a side."""

from typing import Any

import pytest

from rules.catalogue import GAMES, load_match, title_of
from rules.checkers import lidraughts, records
from rules.checkers.moves import generator
from rules.checkers.rulesets import OPTIONS, RULESETS, ruleset
from rules.game import BadOption, BadPosition
from rules.match import Match, read_record
from tests.rules.checkers.matches import VARIANTS, at, new
from tests.rules.english import english
from tests.rules.pipe import Pipe

AIMS = ("lose", "crown")
every_aim = pytest.mark.parametrize("aim", AIMS)


def result(match: Match) -> tuple[str | None, str]:
    """Return the side that has won, and why."""
    outcome = match.outcome
    assert outcome
    return (None if outcome.winner is None else english(match.sides)[outcome.winner], outcome.text)


@pytest.mark.parametrize("key", VARIANTS)
def test_every_kind_has_the_three_aims_and_frisian_five_men(key: str) -> None:
    options = {option.name: option for option in GAMES[key].options}
    assert options["aim"].choices == ("capture", "lose", "crown")
    assert options["aim"].default == "capture"
    assert ("men" in options) == (key == "frisian")
    if key == "frisian":
        assert (options["men"].choices, options["men"].default) == ((20, 5), 20)
    for name, option in options.items():
        if name in OPTIONS[key]:
            assert [str(option.describe(value)) for value in option.choices]


@pytest.mark.parametrize("key", VARIANTS)
def test_the_usual_aim_is_left_out_so_records_are_what_they_were(key: str) -> None:
    match = new(key, aim="capture")
    assert "aim" not in match.options
    assert "Aim" not in records.write(match)
    assert match.save() == new(key).save()


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("aim", ["capture", "lose", "crown"])
def test_a_side_without_a_piece_has_lost_or_in_giveaway_won(key: str, aim: str) -> None:
    start = new(key).origin
    square = start.generator.squares[len(start.generator.squares) // 2]
    match = at(key, square, "", "White", None, aim=aim, **({"first": "white"} if key == "malaysian" else {}))
    if aim == "lose":
        assert result(match) == ("Black", "Black has no piece left, which wins in giveaway")
    else:
        assert result(match) == ("White", "Black has no piece left")


@pytest.mark.parametrize(
    ("aim", "winner", "why"),
    [
        ("capture", "White", "Black has no legal move"),
        ("lose", "Black", "Black has no legal move, which wins in giveaway"),
        ("crown", "White", "Black has no legal move"),
    ],
)
def test_a_side_without_a_move_has_lost_or_in_giveaway_won(aim: str, winner: str, why: str) -> None:
    match = at("american", "g5 f4", "h6", "Black", aim=aim)
    assert result(match) == (winner, why)
    assert match.moves() == []


@pytest.mark.parametrize("key", VARIANTS)
def test_in_breakthrough_the_first_king_wins(key: str) -> None:
    start = new(key).origin
    gen = start.generator
    man = next(square for square in gen.squares if int(square[1:]) == gen.ruleset.size - 1)
    far = next(square for square in reversed(gen.squares) if int(square[1:]) == 2)
    options = {"first": "white"} if key == "malaysian" else {}
    match = at(key, man, far, "White", None, aim="crown", **options)
    plain = at(key, man, far, "White", None, **options)
    crowning = next(move for move in match.position.legal if move.promotes)
    text = match.game.write(match.position, crowning)
    match.play(text)
    plain.play(text)
    assert result(match) == ("White", "White has the first king")
    assert plain.outcome is None or plain.outcome.reason != "checkers.first_king"
    assert match.moves() == []
    match.undo()
    assert match.turn is not None


def test_in_breakthrough_a_man_crowned_in_mid_capture_takes_on_and_has_won() -> None:
    match = at("russian", "h6", "g7 b4 a5", aim="crown")
    match.play("h6:a3")
    assert result(match) == ("White", "White has the first king")
    passes = at("international", "b8", "c9 e9 a5", aim="crown")
    passes.play("b8xf8")
    assert passes.outcome is None


def test_in_giveaway_all_else_is_as_usual() -> None:
    """Captures are mandatory, kings are crowned, and draws come by the same counts."""
    match = at("russian", "Kf2 Kg1", "Kb8", aim="lose", counters={"counts": {"5": 9}})
    match.play(next(move for move in match.moves() if ":" not in move))
    assert result(match)[0] is None
    assert (
        at("international", "b2 i3", "c3 h4 f6", aim="lose").moves()
        == at("international", "b2 i3", "c3 h4 f6").moves()
    )


def test_a_position_with_two_kings_is_none_of_breakthrough_and_one_king_has_won() -> None:
    with pytest.raises(BadPosition, match="2 kings stand on the board; in breakthrough the first one ends"):
        at("russian", "Ka1", "Kh8", aim="crown")
    assert result(at("russian", "a1", "Kh8", aim="crown")) == ("Black", "Black has the first king")
    over = at("russian", "a1", "Kh8", aim="crown")
    again = new("russian", aim="crown")
    again.set_position(over.game.dump(over.position))
    assert again.position == over.position


@every_aim
@pytest.mark.parametrize("key", ["american", "russian", "international", "frisian", "malaysian"])
def test_matches_of_other_aims_are_saved_and_read_in_every_form(key: str, aim: str) -> None:
    match = new(key, aim=aim)
    for _ in range(8):
        match.play(match.moves()[-1])
    for again in (read_record(match.save(), GAMES), load_match(records.write(match))):
        assert (again.options["aim"], again.position) == (aim, match.position)
    assert f'[Aim "{aim}"]' in records.write(match)


@pytest.mark.parametrize(
    ("key", "options", "name", "address"),
    [
        ("international", {"aim": "lose"}, "Antidraughts", "antidraughts"),
        ("international", {"aim": "crown"}, "Breakthrough", "breakthrough"),
        ("frisian", {"men": 5}, "Frysk!", "frysk"),
        ("russian", {"aim": "lose"}, None, None),
        ("frisian", {"men": 5, "aim": "lose"}, "Frysk!", None),
        ("frisian", {"aim": "lose"}, None, None),
        ("international", {}, None, "standard"),
    ],
)
def test_names_of_lidraughts(
    key: str, options: dict[str, Any], name: str | None, address: str | None
) -> None:
    rules = {"rules": "federation"} if "rules" in OPTIONS[key] else {}
    match = Match(GAMES[key], {**rules, **options}, bytes(32))
    match.play(match.moves()[0])
    written = records.write(match)
    assert (f'[Variant "{name}"]' in written) == (name is not None)
    assert ("Variant" in written) == (name is not None)
    url, whole = lidraughts.analysis_url(match), lidraughts.import_url(match)
    assert (url is None, whole is None) == (address is None, address is None)
    if url and whole:
        assert f"/analysis/{address}/" in url
        assert (f"Variant+%22{(name or '').replace('!', '%21')}%22" in whole) == (name is not None)


@pytest.mark.parametrize(
    ("tags", "key", "options"),
    [
        ('[GameType "20"][Variant "Antidraughts"]', "international", {"rules": "federation", "aim": "lose"}),
        ('[GameType "20"][Variant "breakthrough"]', "international", {"rules": "federation", "aim": "crown"}),
        ('[Variant "Breakthrough"]', "international", {"rules": "federation", "aim": "crown"}),
        ('[GameType "40"][Variant "Frysk!"]', "frisian", {"rules": "federation", "men": 5}),
        ('[Variant "Antidraughts"][Aim "capture"]', "international", {"rules": "federation"}),
        ('[GameType "25"][Aim "lose"]', "russian", {"aim": "lose"}),
    ],
)
def test_files_of_lidraughts_are_read(tags: str, key: str, options: dict[str, Any]) -> None:
    match = load_match(tags + " *")
    assert (match.game.key, match.options) == (key, options)


def test_frysk_has_a_row_of_five_men() -> None:
    match = new("frisian", men="5")
    assert match.show_view(None)["cells"] == {
        **dict.fromkeys(("a1", "c1", "e1", "g1", "i1"), "w"),
        **dict.fromkeys(("b10", "d10", "f10", "h10", "j10"), "b"),
    }
    assert match.options["men"] == 5
    assert [str(line) for line in match.game.help_for(match.options).summary.facts.values()]
    assert "Each side has 5 men, on its first row" not in str(match.game.help.summary)
    assert "5 men, on its first row" in str(match.game.help_for(match.options).summary)
    with pytest.raises(BadPosition):
        match.set_position("W:W1-6:B50")


def test_openings_of_the_tables_are_of_all_men() -> None:
    with pytest.raises(
        BadOption, match=r"The tables of Frisian draughts have no openings with 5 men a side\."
    ):
        new("frisian", men="5", opening="lot")
    assert new("russian", aim="lose", opening="FMJD-64 1-I").origin.begun


def test_an_opening_held_to_be_lost_is_so_for_the_usual_aim_alone() -> None:
    game = GAMES["american"]
    lost = next(line.split()[0] for line in _lines("american") if " lost " in line)
    options = {"opening": f"2-move {lost}"}
    assert game.advice(game.read_options(options))
    assert game.advice(game.read_options({**options, "aim": "lose"})) is None


def _lines(key: str) -> list[str]:
    from rules.checkers.openings import TABLES

    return (TABLES / f"{key}.txt").read_text().splitlines()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"aim": "win"}, "aim cannot be win"),
        ({"men": 12}, "men cannot be 12"),
    ],
)
def test_other_values_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption) as refused:
        GAMES["frisian"].read_options(options)
    assert ", ".join(
        map(str, {"aim": ("capture", "lose", "crown"), "men": (20, 5)}[next(iter(options))])
    ) in str(refused.value)


@pytest.mark.parametrize("key", ["american", "russian", "international", "frisian"])
def test_perft_of_giveaway_is_the_usual_one_and_of_breakthrough_ends_at_the_first_king(key: str) -> None:
    """Against the leaves that the rules' own matches have."""
    up = RULESETS[key].size - 8
    for white, black in (
        (f"a1 c{7 + up} g{7 + up}", f"b2 h{8 + up} d{6 + up}"),
        (f"b{6 + up} d{6 + up} f{6 + up}", f"c3 e3 g3 h{8 + up}"),
    ):
        plain, lose, crown = (at(key, white, black, aim=aim) for aim in ("capture", *AIMS))
        counts = [match.game.perft(match.position, 4) for match in (plain, lose, crown)]
        assert counts[0] == counts[1]
        assert counts[2] == [_leaves(crown.position, depth) for depth in range(1, 5)]
        assert counts[2] != counts[0]


def _leaves(position: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if position.board.kings:
        return 0
    gen = position.generator
    boards = [
        gen.play(position.board, move, position.colour) for move in gen.moves(position.board, position.colour)
    ]
    return sum(_leaves(_Node(gen, board, 1 - position.colour), depth - 1) for board in boards)


class _Node:
    """A board and who moves."""

    def __init__(self, gen: Any, board: Any, colour: int) -> None:
        self.generator, self.board, self.colour = gen, board, colour


def test_perft_of_a_match_that_is_over_is_nothing() -> None:
    over = at("russian", "a1", "Kh8", aim="crown")
    assert over.game.perft(over.position, 3) == [0, 0, 0]


def test_a_kind_with_another_aim_has_a_title_of_its_own() -> None:
    assert str(title_of("frisian:crown")) == "Frisian draughts, breakthrough"
    assert str(title_of("russian:lose")) == "Russian checkers, giveaway"
    for key in ("chess", "chess:lose", "russian:win"):
        assert title_of(key) == key


@pytest.mark.parametrize("key", VARIANTS)
@every_aim
def test_help_says_how_to_win(key: str, aim: str) -> None:
    told = GAMES[key].help_for({"aim": aim})
    usual = GAMES[key].help
    assert ("giveaway" if aim == "lose" else "breakthrough") in str(told.summary)
    assert str(told.summary) != str(usual.summary)
    assert ("has won" in str(told.ending)) and str(told.ending) != str(usual.ending)
    sideways = generator(RULESETS[key]).ruleset.men_go_sideways
    assert ("third time" in str(told.ending)) == (aim == "lose" or sideways)
    for value in AIMS:
        assert any(f"`aim={value}`" in str(line) for line in usual.special)
    assert ruleset(key, aim=aim).aim == aim


def test_over_the_pipe(pipe: Pipe) -> None:
    games = {game["key"]: game for game in pipe.ask("games")["games"]}
    aim = {"name": "aim", "default": "capture", "choices": ["capture", "lose", "crown"]}
    assert aim in games["pool"]["options"]
    assert {"name": "men", "default": 20, "choices": [20, 5]} in games["frisian"]["options"]
    pipe.ask("new", game="russian", options={"aim": "lose"})
    pipe.ask("set", position="W:Wa1:Bh8", turn=0)
    pipe.ask("set", position="W:Wa1:B", turn=0)
    assert pipe.ask("outcome") == {
        "over": True,
        "winner": 1,
        "score": None,
        "reason": "Black has no piece left, which wins in giveaway",
    }
    assert "capture, lose, crown" in pipe.expect_refusal("new", game="russian", options={"aim": "draw"})
    assert "20, 5" in pipe.expect_refusal("new", game="frisian", options={"men": 12})
