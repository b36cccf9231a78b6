"""PDN 3.0 out and in.

Tags, results, numbers, comments, variations, several games, and faults with their place.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.catalogue import GAMES, load_match, parse_record
from rules.checkers import records
from rules.checkers.reading import game_reading
from rules.game import BadRecord
from rules.match import Match
from rules.record_files import read_text
from tests.rules.checkers.matches import EVERY_VARIANT, SETUPS, VARIANTS, at, new
from tests.rules.english import english
from tests.rules.playouts import random_match

GAMETYPES = {
    "american": "21,B,8,8,N1,0",
    "international": "20,B,10,10,N1,0",
    "pool": "23,B,8,8,N1,0",
    "russian": "25,W,8,8,A0,0",
    "brazilian": "26,W,8,8,A0,0",
    "spanish": "24,W,8,8,N1,1",
    "italian": "22,W,8,8,N2,1",
    "czech": "29,W,8,8,A0,0",
    "turkish": "30,W,8,8,A0,0",
    "frisian": "40,B,10,10,N1,0",
    "canadian": "27,B,12,12,N1,0",
}


def tags(text: str) -> dict[str, str]:
    head = text.split("\n\n")[0]
    return {line.split(" ")[0][1:]: line.split('"')[1] for line in head.splitlines()}


def moves(text: str) -> str:
    return " ".join(text.split("\n\n", 1)[1].split())


def move_texts(match: Match) -> list[str]:
    """Return the moves of a match as written."""
    return [ply.text for ply in match.plies]


@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_each_variant_writes_its_number_or_its_name(key: str) -> None:
    written = tags(new(key).record())
    assert list(written)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert written.get("GameType") == GAMETYPES.get(key)
    assert written.get("Variant") == (None if key in GAMETYPES else key)
    assert written["Result"] == "*"


def test_the_secret_is_in_the_complete_record_and_not_in_a_seat_s_before_the_end() -> None:
    match = new("malaysian")
    secret = match.secret.hex()
    assert tags(match.record())["Secret"] == secret
    assert load_match(match.record()).secret == match.secret
    assert secret not in match.record(0) + match.record(1)
    match.resign(0)
    assert match.record(0) == match.record(1) == match.record()
    with pytest.raises(
        BadRecord, match="Line 11, column 1: Secret “x” is not known here: it is 64 hexadecimal"
    ):
        load_match(match.record().replace(secret, "x"))


def test_federation_games_of_the_large_boards_begin_with_white() -> None:
    written = tags(new("international", rules="federation").record())
    assert (written["GameType"], written["Rules"]) == ("20,W,10,10,N2,0", "federation")


def test_options_are_tags_and_the_lot_is_written_as_it_fell() -> None:
    assert tags(new("gothic", kings="flying").record())["Kings"] == "flying"
    match = new("malaysian")
    written = tags(match.record())
    assert written["First"] == str(match.sides[0]).lower()
    assert load_match(match.record()).sides == match.sides


def test_moves_are_numbered_in_pairs_and_wrapped() -> None:
    match = new("american")
    for text in ("11-15", "22-18", "15x22"):
        match.play(text)
    assert moves(match.record()) == "1. 11-15 22-18 2. 15x22 *"
    long = random_match(GAMES["canadian"], {}, seed=2, limit=200).record()
    assert max(map(len, long.splitlines())) <= 79


def test_after_a_position_set_up_the_fen_is_written_and_the_second_side_begins_with_dots() -> None:
    match = at("american", "a1 Kc1", "h8", "White")
    match.play("a1-b2")
    match.play("h8-g7")
    written = tags(match.record())
    assert (written["SetUp"], written["FEN"]) == ("1", "W:W29,K30:B4")
    assert moves(match.record()) == "1... 29-25 2. 4-8 *"
    again = load_match(match.record())
    assert again.show_view(None) == match.show_view(None)
    assert move_texts(again) == move_texts(match)


def test_what_draws_remember_of_a_position_set_up_is_kept() -> None:
    match = at(
        "international", "Ka1 Kc1 e3", "Kf10", counters={"quiet": 7, "repeated": 2, "counts": {"16": 9}}
    )
    assert load_match(match.record()).show_view(None) == match.show_view(None)
    assert load_match(match.record()).show_view(None)["clock"] == {
        "quiet": 7,
        "repeated": 2,
        "counts": {"16": 9},
    }


@pytest.mark.parametrize(
    ("key", "loser", "result"),
    [
        ("american", "Black", "1-0"),
        ("american", "White", "0-1"),
        ("american", None, "1/2-1/2"),
        ("russian", "Black", "1-0"),
        ("international", "Black", "2-0"),
        ("international", "White", "0-2"),
        ("international", None, "1-1"),
        ("frisian", None, "1-1"),
        ("malaysian", "White", "0-2"),
    ],
)
def test_an_ending_agreed_on_is_written_as_the_variant_scores_and_read_again(
    key: str, loser: str | None, result: str
) -> None:
    match = new(key)
    match.play(match.moves()[0])
    if loser is None:
        match.agree_draw()
    else:
        match.resign(english(match.sides).index(loser))
    written = tags(match.record())
    assert written["Result"] == result == moves(match.record()).split()[-1]
    assert written["Termination"] == ("agreement" if loser is None else "resignation")
    again = load_match(match.record())
    assert again.outcome == match.outcome
    assert again.record() == match.record()


@pytest.mark.parametrize("key", EVERY_VARIANT)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=5)
def test_a_match_written_loads_to_the_same_position_and_outcome(key: str, seed: int) -> None:
    choices = [options for name, options in SETUPS if name == key]
    check_that_it_reads_back(
        random_match(GAMES[key], choices[seed % len(choices)], seed, limit=seed % 160), seed
    )


@pytest.mark.deep
@pytest.mark.parametrize("key", VARIANTS)
def test_a_thousand_matches_of_each_variant_read_back_the_same(key: str) -> None:
    choices = [options for name, options in SETUPS if name == key]
    for seed in range(1000):
        match = random_match(GAMES[key], choices[seed % len(choices)], seed, limit=seed % 160)
        check_that_it_reads_back(match, seed)


def check_that_it_reads_back(match: Match, seed: int) -> None:
    if seed % 3 == 0 and match.turn is not None:
        match.resign(seed % 2)
    again = load_match(match.record())
    assert again.position == match.position
    assert again.show_view(None) == match.show_view(None)
    assert again.outcome == match.outcome
    assert move_texts(again) == move_texts(match)
    assert again.record() == match.record()


def test_who_played_is_read_and_whether_more_games_follow() -> None:
    text = records.write(new("russian"), {"White": "Ann", "Black": "Bo"})
    assert (parse_record(text).names, parse_record(text).goes_on) == (("Ann", "Bo"), False)
    assert parse_record(text.replace("Ann", "?")).names is None
    assert parse_record(new("russian").record()).names is None
    black_first = records.write(new("american"), {"White": "Ann", "Black": "Bo"})
    assert parse_record(black_first).names == ("Bo", "Ann")
    for more in (text, "1. c3-d4 {", '[GameType "99"]'):
        assert parse_record(text + more).goes_on


def test_tags_that_others_write_otherwise_are_passed_over() -> None:
    head = '[Event "The "Old" Cup"]\n[White-Elo "2100"]\n[Clock "W/1:40:23"]\n[FEN "W:W21:B2"]\n[GameType "21"]\n'
    match = load_match(head + "1. 21-17")
    assert move_texts(match) == ["21-17"]


def test_a_position_is_written_square_by_square_for_readers_that_know_no_ranges() -> None:
    match = new("international")
    match.set_position("W:W31-50:B1-20")
    assert tags(match.record())["FEN"] == (
        f"W:W{','.join(map(str, range(31, 51)))}:B{','.join(map(str, range(1, 21)))}"
    )


def test_names_of_the_players_can_be_written() -> None:
    names = {"White": 'Ann "the\\man"', "Black": "Bo\nB", "Event": "Server", "Result": "1-0"}
    text = records.write(new("american"), names)
    assert '[White "Ann \\"the\\\\man\\""]' in text
    assert '[Black "Bo B"]' in text
    assert '[Result "*"]' in text
    assert load_match(text).moves() == new("american").moves()


@pytest.mark.parametrize(
    "movetext",
    [
        "1. 11-15 22-18 2. 15x22 25x18",
        "1. 11-15 1... 22-18 2. 15x22 2... 25x18",
        "1.11-15 22-18 2.15x22 25x18",
        "1 11-15 22-18 2 15x22 25x18",
        "11-15 22-18 15x22 25x18",
        "1. 11-15 1. ... 22-18 2. 15x22 2. ... 25x18",
        "1. 11 - 15 22 - 18 2. 15 x 22 25 x 18",
        "1. f6-e5 c3-d4 2. e5xc3 b2xd4",
        "1. f6e5 c3d4 2. e5:c3 b2:d4",
        "1. 11-15! $1 22-18?! $142 2. 15x22 {forced (of course)} 25x18",
        "1. 11-15 {a comment\nover lines; with ) and [} 22-18 ; to the end of the line (\n2. 15x22 25x18",
        "1. 11-15 (1. 9-13 22-18 (22-17? 13x22) 2. 5-9) 22-18 2. 15x22 (2... 26x17) 25x18",
        "1. 11-15(!) 22-18* 2. 15x22(?!) 25x18",
        "1. 11-15 22-18 2. 15x22\n% an escaped line ( { [\n25x18",
        "1. 11‑15 22–18 2. 15×22 25x18",
        "1. 11-15 { [%clk 0:09:58] [%eval 0.1] } 22-18 {[%clk 0:09:57]} 2. 15x22 25x18",
        '1. 11-15 /FEN "W:W21-32:B1-10,12,15"/ 22-18 (22-17 /FEN "B:W32:B1"/ 2. 9-13) 2. 15x22 25x18',
        "1. 11-15 □ 1… 22-18 2. 15x22 2… 25x18",
        "01. 11-15 22-18 02. 15x22 25x18",
    ],
)
@pytest.mark.parametrize("end", ["", " *", " 1-0", "\n0-1"])
def test_every_usual_style_of_movetext_is_read(movetext: str, end: str) -> None:
    match = load_match(f'[GameType "21"]\n\n{movetext}{end}\n')
    assert move_texts(match) == ["11-15", "22-18", "15x22", "25x18"]
    assert (match.outcome is None) == (end in ("", " *"))


@pytest.mark.parametrize(
    ("result", "winner"),
    [
        ("1-0", "White"),
        ("2-0", "White"),
        ("0-1", "Black"),
        ("0-2", "Black"),
        ("1/2-1/2", ""),
        ("1-1", ""),
        ("1/2", ""),
        ("½-½", ""),
        ("0.5-0.5", ""),
    ],
)
def test_every_way_of_writing_a_result_is_read(result: str, winner: str) -> None:
    for text in (f'[GameType "20"] 1. 32-28 {result}', f'[GameType "20"] [Result "{result}"] 1. 32-28'):
        outcome = load_match(text).outcome
        assert outcome
        assert ("" if outcome.winner is None else str(load_match(text).sides[outcome.winner])) == winner


@pytest.mark.parametrize("end", ["*", "0-0", ""])
def test_an_open_result_leaves_the_match_open(end: str) -> None:
    assert load_match(f'[GameType "21"] 1. 11-15 {end}').turn == 1


@pytest.mark.parametrize(
    ("head", "rules"),
    [
        ('[GameType "20"]', "federation"),
        ('[GameType "20,W"]', "federation"),
        ('[GameType "20"][Rules "FMJD"]', "federation"),
        ('[GameType "20,B,10,10,N1,0"]', "rulebook"),
        ('[GameType "20,B"][Rules "federation"]', "federation"),
        ('[GameType "20,W"][Rules "rulebook"]', "rulebook"),
        ('[GameType "40,B"]', "rulebook"),
        ('[GameType "40,W,10,10,N2,0"]', "federation"),
        ('[GameType "27"]', "federation"),
        ('[GameType "30,W,8,8,A0,0"]', "federation"),
        ('[Variant "Armenian"]', "federation"),
        ('[Variant "malaysian"]', "federation"),
        ('[Variant "malaysian"][Rules "Rulebook"]', "rulebook"),
    ],
)
def test_the_rules_tag_decides_then_the_first_side_then_the_federation(head: str, rules: str) -> None:
    assert load_match(head).options["rules"] == rules


def test_a_game_of_the_world_ends_where_it_ended() -> None:
    text = """[Event "Ch"]
[GameType "25"]
[Result "0-1"]

1. c3-d4 f6-e5 2. d4xf6 g7xe5 3. b2-c3 h8-g7 4. g3-f4 e5xg3 5. h2xf4 g7-f6 6. a1-b2 b6-a5 7. e3-d4 d6-e5
8. f4xd6 c7xe5 9. d4-c5 0-1
"""
    match = load_match(text)
    assert len(match.plies) == 17
    assert move_texts(match)[2] == "d4:f6"
    assert match.outcome
    assert str(match.sides[match.outcome.winner or 0]) == "Black"


def read_all(text: str) -> list[Match]:
    """Every match of a file."""
    return [game.open() for game in read_text(text).games]


def test_several_games_of_a_file_are_read_and_load_takes_the_first() -> None:
    text = '\ufeff[GameType "21"]\n1. 11-15 *\r\n\r\n[GameType "25"]\n1. c3-d4\n[Variant "german"]\n\n1-0\n'
    assert [(match.game.key, move_texts(match)) for match in read_all(text)] == [
        ("american", ["11-15"]),
        ("russian", ["c3-d4"]),
        ("german", []),
    ]
    assert load_match(text).game.key == "american"
    both = new("american").record() + "\n" + new("gothic").record()
    assert [match.game.key for match in read_all(both)] == ["american", "gothic"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Line 1, column 1: there is no game in this text."),
        (" \n {only a comment}", "Line 2, column 18: there is no game in this text."),
        ("hello", "Line 1, column 1: “hello” is not part of a game in PDN."),
        ("1. 11-15", "Line 1, column 1: this game names no kind of checkers"),
        ('[GameType "31"]', "Line 1, column 1: GameType “31” is not known here"),
        ('[Event "x"]\n[Variant "dameo"]', "Line 2, column 1: Variant “dameo” is not known here"),
        ('[GameType "21"]\n\n1. 11-15 22-17\n2. 15-20', "Line 4, column 4: 20 is not in one line with 15"),
        ('[GameType "21"]\n1. 11-99', "Line 2, column 4: 99 is no square of American checkers"),
        ('[GameType "21"]\n1. 11-15 [oops]', "Line 2, column 10: “[oops]” is not part"),
        ('[GameType "21"]\n1. 11-15 {oops', "Line 2, column 10: this comment is never closed."),
        ('[GameType "21"]\n1. 11-15 (9-13 (2. x', "Line 2, column 10: this variation is never closed."),
        ('[GameType "21"]\n1. 11-15 (9-13 (2. 5-9)', "Line 2, column 10: this variation is never closed."),
        ('[GameType "21"]\n1. 11-15 )', "Line 2, column 10: “)” is not part"),
        ('[GameType "21"]\n1. 11-15 ♟', "Line 2, column 10: “♟” is not part"),
        ('[GameType "21"][FEN "W:W1:B2"]', "Line 1, column 16: A man stands on 1"),
        ('[GameType "21"]\n[FEN "oops"]', "Line 2, column 1: “oops” is not part of a position string"),
        (
            '[GameType "21"]\n[FEN "W:W21:B2"]\n[Clock "{oops"]',
            "Line 2, column 1: “Clock” is missing or has the wrong",
        ),
        ('[Variant "gothic"]\n[Kings "none"]', "Line 2, column 1: “none” is no value for kings"),
        ('[GameType "21"]\n[Secret "x"]', "Line 2, column 1: Secret “x” is not known here"),
    ],
)
def test_a_fault_is_told_with_its_line_and_column(text: str, told: str) -> None:
    with pytest.raises(BadRecord) as refused:
        load_match(text)
    assert told in str(refused.value)


@given(text=st.text(alphabet='[]"{}();$%.-x:*!?/0123456789abK \n\\GameType', max_size=60))
@settings(max_examples=150)
def test_no_text_breaks_the_reader(text: str) -> None:
    for tried in (text, f'[GameType "21"]\n1. 11-15 {text}'):
        try:
            for match in read_all(tried):
                assert match.game.key == "american"
        except BadRecord as refused:
            assert str(refused).startswith("Line ")
            assert str(refused).endswith((".", ")"))


@pytest.mark.ci
def test_a_long_hopeless_text_is_refused_at_once() -> None:
    for piece in ("1", "(", "{", "a", " ", "1 ", "[", '["', '[a "', "\\"):
        with pytest.raises(BadRecord):
            load_match((piece * 3_000)[:3_000])


def test_junk_is_given_up_after_a_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert game_reading.LOAD_BUDGET <= 3e6, "microseconds of a slow machine"
    monkeypatch.setattr(game_reading, "LOAD_BUDGET", 1e5)
    with pytest.raises(BadRecord, match="takes too long"):
        load_match("1 " * 200)


def test_the_project_s_own_form_is_still_read() -> None:
    match = new("frisian", rules="federation")
    match.play("31-26")
    assert load_match(match.save()).position == match.position
