"""Files of games: what is read, what is named, and what is refused with its place."""

import pytest

from rules import json_records
from rules.catalogue import GAMES
from rules.checkers.reading.clean_files import write_clean
from rules.checkers.reading.game_reading import MOST_GAMES, read_games
from rules.checkers.reading.line_replay import Budget
from rules.game import BadRecord
from rules.match import Match
from rules.record_files import USUAL_BUDGET, read_bytes, read_text
from tests.rules.checkers.matches import new
from tests.rules.reads import keys, moves, read


@pytest.mark.parametrize(
    "movetext",
    [
        "1. 11 15 23 19 2. 8 11 22 17 *",
        "1. 1115 2319 2. 811 2217 *",
        "1115 2319 0811 2217",
        "1 11 15 23 19 2 8 11 22 17",
        "1. 11-15 23-19 2. 8-11 22-17",
        "1: 11-15 23-19 2: 8-11 22-17",
        "11-15,23-19, 8-11,\n22-17",
        "1) 11-15 23-19 2) 8-11 22-17",
        "111-15 23-19 28-11 22-17",
        "1.11-15 23-192.8-11 22-17",
        "1.11-15. 23-19. 2.8-11. 22-17.",
        "1. 11->15 23>19 2. 8—11 22−17",
        "1. 011-015 23-19 2. 08-11 22-17",
        "1. f6e5 e3f4 2. g7f6 c3b4",
        "1. fe5 ef4 2. gf6 cb4",
        "1. ф6-е5 е3-ф4 2. г7-ф6 с3-в4",
        "１． １１－１５ ２３－１９ ２． ８－１１ ２２－１７",
        "> 1. 11-15 23-19\n> 2. 8-11 22-17",
        "7. 11-15 23-19 7. 8-11 22-17",
        "1. 11-15 1. ... 23-19 2. 8-11 ... 22-17",
        "1. 11-15 (0:05) 23-19 0:07 2. 8-11 1:00:07 22-17 [%clk 0:09]",
        "[pdn]1. 11-15 23-19 2. 8-11 22-17[/pdn]",
        "```\n1. 11-15 23-19 2. 8-11 22-17\n```",
        "**1.** 11-15 23-19 **2.** 8-11 *22-17*",
        "||**1. 11-15 23-19\n2. 8-11 22-17**||",
        "__1.__ 11-15 (*) `23-19` (*) 2. 8-11 22-17",
        "* 11-15\n* 23-19\n* 8-11\n* 22-17",
        "1. 11-15\r23-19\r2. 8-11\r22-17\x1a",
        "1. 11-15±23-19+- 2. 8-11□ 22-17 $17",
        "1. 11-15 {a {b} c} 23-19 {one { } 2. 8-11 ;x\n22-17",
    ],
)
def test_every_way_of_writing_moves_is_read(movetext: str) -> None:
    game = read(movetext)
    assert (game.plies, game.unread, game.error) == (4, (), None)
    assert moves(game, "american") == ["11-15", "23-19", "8-11", "22-17"]


@pytest.mark.parametrize(
    ("movetext", "plies", "unread"),
    [
        ("1. 11-15 23 *", 1, [(1, 10, "23")]),
        ("1. 11-15 23-19 2. … 2-0", 2, []),
        ("1. 11-15 23-19 … 2-0", 2, [(1, 16, "…")]),
        ("1. 11-15 what is this 23-19", 2, [(1, 10, "what is this")]),
        ("1. 11-15\n\n  hm\n23-19 )", 2, [(3, 3, "hm"), (4, 7, ")")]),
        ("1. 11-15 [oops] 23-19", 2, [(1, 10, "[oops]")]),
        ("1. 11-15 23-19 7 8-11", 3, [(1, 16, "7")]),
        ("1. - - 2. - - 3. - - *", 0, [(1, 4, "- - 2. - - 3. - -")]),
        ('[Result "0-1"]\n1. 11-15 1-0', 1, [(1, 1, '[Result "0-1"]')]),
        ('[Event "a"]\n[Event "b"]\n1. 11-15', None, []),
        ('[Variant "Dameo"]\n1. 11-15', 1, [(1, 1, '[Variant "Dameo"]')]),
        ('[GameType "31"]\n1. 11-15', 1, [(1, 1, '[GameType "31"]')]),
        ('[GameType "20"]\n[Variant "German"]\n1. 11-15', 1, [(1, 1, '[GameType "20"]')]),
        (
            "1. 11-15 https://lidraughts.org/study/iqUEoU3B",
            1,
            [(1, 10, "https://lidraughts.org/study/iqUEoU3B")],
        ),
    ],
)
def test_what_is_no_part_of_a_game_is_named_with_its_place(
    movetext: str, plies: int | None, unread: list[tuple[int, int, str]]
) -> None:
    games = read_text(movetext).games
    game = games[-1]
    assert game.error is None
    assert plies is None or game.plies == plies
    assert [tuple(part) for part in game.unread] == unread


@pytest.mark.parametrize(
    ("text", "plies", "told", "rest"),
    [
        (
            '[GameType "21"]\n1. 11-15 22-17\n2. 15-20 17-13 1-0',
            2,
            "Line 3, column 4: 20 is not in one line with 15",
            "15-20 17-13",
        ),
        (
            "1. 11-15 23-10 8-11",
            1,
            "Line 1, column 10: no kind of checkers allows all these moves. ",
            "23-10 8-11",
        ),
        ("1. 11 15 23 10 8 11", 1, "Line 1, column 10: no kind of checkers allows", "23 10 8 11"),
        ("1. 1115 2310 811", 1, "Line 1, column 9: no kind of checkers allows", "2310 811"),
        ("1. cd4 fg5 aa8 2. 1-1", 2, "Line 1, column 12: no kind", "aa8 2."),
        ('[GameType "25"]1. c3-d4 (b2 {x', 1, "Line 1, column 25: this comment", "(b2 {x"),
        ('[GameType "25"]1. c3-d4 (b2', 1, "Line 1, column 25: this variation is never closed.", "(b2"),
        (
            '1. 32-28 /FEN "W:W1:B2"/ 19-23',
            1,
            "Line 1, column 10: here the record sets up another position",
            None,
        ),
        ('[FEN "W:W99:B2"]1. 32-28', 0, "Line 1, column 1: 99 is no square", "1. 32-28"),
        ("1. 32-28 " * 3, 1, "Line 1, column 13: no kind", None),
    ],
)
def test_a_game_that_cannot_be_read_whole_says_where_and_why(
    text: str, plies: int, told: str, rest: str | None
) -> None:
    game = read_text(text).games[0]
    assert game.plies == plies
    assert str(game.error).startswith(told), str(game.error)
    assert rest is None or game.unread[-1].text == rest
    with pytest.raises(BadRecord):
        game.open()


@pytest.mark.parametrize("title", ["Game 1: Ann - Ben", "Cup 2005, round 3, board 12", "3"])
def test_a_title_above_the_tags_is_no_game(title: str) -> None:
    text = '[GameType "20"]\n1. 32-28 19-23 *\n'
    game = read(f"{title}\n{text}")
    assert (game.plies, [part.text for part in game.unread]) == (2, [title])
    assert [each.plies for each in read_text(f"{text}\n{title}\n\n{text}").games] == [2, 2]


@pytest.mark.parametrize(
    "title", ["Ann - Ben, Delft 2005", "alice1 - bob22 2-0", "Cup, 12.05.1954\n\nAnn (1500) - Ben: 1-1"]
)
def test_a_title_above_the_first_move_is_no_move_and_no_result(title: str) -> None:
    text = "1. 32-28 19-23 2. 28x19 14x23"
    game = read(f"{title}\n{text}")
    assert (game.plies, [part.text for part in game.unread], game.result) == (4, [title], None)
    games = read_text(f"{text} 2-0\n\n{title}\n{text} 0-2\n").games
    assert [(each.plies, each.result) for each in games] == [(4, "2-0"), (4, "0-2")]
    assert [part.text for part in games[0].unread] == [title]


def test_a_score_below_moves_is_their_result() -> None:
    first, second = read_text("1. 32-28 19-23\n\nWhite won 2-0\n\n1. 31-27 19-23").games
    assert (first.result, [part.text for part in first.unread], second.plies) == ("2-0", ["White won"], 2)


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n\nGame 2\n", "\n\nAnn - Ben, 2005\n\n"])
def test_a_first_number_below_moves_begins_another_game(between: str) -> None:
    games = read_text(f"1. 32-28 19-23 2. 28x19 14x23{between}1. 31-27 18-23").games
    assert [(each.plies, each.error) for each in games] == [(4, None), (2, None)]


@pytest.mark.parametrize(
    ("text", "plies", "result"),
    [
        ("1. 32-28 19-23\n1. 28x19 14x23\n1. 31-27 10-14", 6, None),
        ("1. 32-28 19-23 (5-5) 2. 28x19 (1-1) 14x23 2-0", 4, "2-0"),
        ("1. 32-28 19-23 2. 28x19 14x23 (1-1) {well} 1. 31-27 18-23", 4, "1-1"),
    ],
)
def test_a_list_of_ones_or_a_count_in_brackets_cuts_no_game(
    text: str, plies: int, result: str | None
) -> None:
    game = read_text(text).games[0]
    assert (game.plies, game.result, game.error, game.unread) == (plies, result, None, ())


def test_a_setup_between_moves_stays_in_their_game() -> None:
    game = read('[GameType "20"] 1. 32-28 19-23 2. 28x19 14x23 /FEN "W:W31:B1"/\n1. 31-27 1-6')
    assert game.plies == 4 and "sets up another position" in str(game.error)


def test_a_fault_of_one_game_leaves_the_others() -> None:
    text = '[Event "a"]\n1. 32-28 {oops\n\n[Event "b"]\n1. 32-28 (19-23\n\n[Event "c"]\n1. 32-28 19-23 1-0\n'
    games = read_text(text).games
    assert [(game.line, game.plies, bool(game.error)) for game in games] == [
        (1, 1, True),
        (4, 1, True),
        (7, 2, False),
    ]


def test_a_comment_does_not_swallow_the_next_game() -> None:
    text = '[Event "a"]\n1. 32-28 {x {y} 19-23\n\n[Event "b"]\n1. 32-28 z} 19-23\n'
    first, second = read_text(text).games
    assert (first.plies, first.remarks[0].text) == (2, "{x {y}")
    assert (second.plies, [part.text for part in second.unread]) == (2, ["z}"])


@pytest.mark.parametrize(
    ("end", "winner", "how"),
    [
        ("2-0", 0, None),
        ("0 : 2", 1, None),
        ("1:1", "draw", None),
        ("5-5", "draw", None),
        ("½-½", "draw", None),
        ("1+ - 1-", "draw", None),
        ("(2-0)", 0, None),
        ("1 1/2 - 1/2", None, None),
        ("1.01-0.99", None, None),
        ("0-0", None, None),
        ("*", None, None),
        ("-", None, None),
        ("[Empty]", None, None),
    ],
)
def test_a_result_is_the_record_s_word(end: str, winner: object, how: str | None) -> None:
    game = read(f'[GameType "20"]\n1. 32-28 {end}')
    assert (game.result, game.winner, game.how, game.unread) == (end.strip("()"), winner, how, ())


def test_delft_s_results_are_results_where_the_tag_says_so() -> None:
    head = '[GameType "20"]\n'
    assert read(head + '[Result "4-6"]\n1. 32-28 19-23 4-6').result == "4-6"
    assert read(head + "1. 32-28 19-23 4-6").error


def test_an_open_end_leaves_the_result_to_the_tag() -> None:
    game = read('[GameType "20"]\n[Result "4-6"]\n1. 32-28 19-23 *')
    assert (game.result, game.winner, game.unread) == ("4-6", None, ())
    assert '[Result "4-6"]' in write_clean(game, game.open())


@pytest.mark.parametrize(
    ("tags", "how"),
    [
        ('[Termination "Time forfeit"]', "time"),
        ('[Termination "forfeit"]', "forfeit"),
        ('[Termination "resignation"]', "resign"),
        ('[Termination "normal"]', None),
        ('[Termination "Time control 5 min"]', None),
        ('[Result "1-0 (on time)"]', "time"),
        ('[Result "+:-"]', "forfeit"),
    ],
)
def test_how_it_ended_is_read_where_the_record_tells_it(tags: str, how: str | None) -> None:
    game = read(f'[GameType "20"]\n{tags}\n1. 32-28')
    assert game.how == how
    timed = read('[GameType "20"]\n[Termination "Time forfeit"]\n1. 32-28 2-0').open()
    assert timed.outcome
    assert timed.outcome.reason == "time"


def test_tags_are_read_in_any_case_and_in_other_languages() -> None:
    game = read('[WHITE “Ann”]\n[Nero "Bob"]\n[risultato "1-0"]\n[GAMETYPE "21"]\n1. 11-15')
    assert (game.players, game.winner, keys(game)) == (("Bob", "Ann"), 1, ["american"])
    assert game.tags["White"] == "Ann"


def test_a_short_capture_from_the_b_file_is_no_position() -> None:
    text = "1. cd4 dc5 2. bc3 fg5 3. cb4 gh4 4. b:d6 e:c5"
    assert moves(read(text), "russian")[-2:] == ["b4:d6", "e7:c5"]
    match = new("russian")
    for move in ["cd4", "dc5", "bc3", "fg5", "cb4", "gh4", "b:d6"]:
        match.play(move)
    assert match.plies[-1].text == "b4:d6"


# Remarks


REMARKS = (
    '[GameType "21"]\n{a} 1. 11-15! $1 {b} 22-18 (0:05 22-17 {c}) ;d\n2. 15x22 ± (0:05) 25x18 {e} 1-0 {f}'
)


def test_remarks_stand_at_their_moves() -> None:
    assert [tuple(remark) for remark in read(REMARKS).remarks] == [
        (0, "comment", "{a}"),
        (1, "glyph", "!"),
        (1, "glyph", "$1"),
        (1, "comment", "{b}"),
        (2, "variation", "(0:05 22-17 {c})"),
        (2, "comment", ";d"),
        (3, "glyph", "±"),
        (3, "clock", "0:05"),
        (4, "comment", "{e}"),
        (4, "comment", "{f}"),
    ]


def test_a_clean_file_keeps_the_record_s_words() -> None:
    game = read(f'[Event "Cup"]\n[Annotator "Me"]\n[White "Ann"]\n[Termination "Time forfeit"]\n{REMARKS}')
    text = write_clean(game, game.open())
    assert text == (
        '[Event "Cup"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Ann"]\n[Black "?"]\n'
        '[Annotator "Me"]\n[Result "1-0"]\n[GameType "21,B,8,8,N1,0"]\n[Termination "Time forfeit"]\n\n'
        "{a} 1. 11-15! $1 {b} 22-18 (0:05 22-17 {c}) {d} 2. 15x22 $16 {[%clk 0:05]}\n25x18 {e} {f} 1-0\n"
    )


@pytest.mark.parametrize(("result", "how"), [("1-0 (on time)", "time"), ("+:-", "forfeit"), ("1-0", None)])
def test_a_clean_file_says_how_it_ended_where_the_result_said_it(result: str, how: str | None) -> None:
    game = read(f'[GameType "20"]\n[Result "{result}"]\n1. 32-28')
    again = read(write_clean(game, game.open()))
    assert (again.winner, again.how) == (game.winner, game.how) == (0, how)


def test_a_clean_file_has_the_names_of_tags_that_every_reader_knows() -> None:
    game = read('[Dati "Torneo"]\n[Bianco "Ann"]\n[Nero "Bob"]\n[Risultato "1-0"]\n[Anno "2005"]\n1. 21-17')
    text = write_clean(game, game.open(game.kinds[0]))
    assert text.startswith(
        '[Event "Torneo"]\n[Site "?"]\n[Date "2005"]\n[Round "?"]\n[White "Ann"]\n[Black "Bob"]\n'
    )
    assert "Risultato" not in text
    assert (read(text).players, read(text).winner) == (game.players, game.winner)


def test_a_clean_file_of_a_turned_board_has_our_squares_and_colours() -> None:
    game = read('[GameType "23,W,8,8,A0,0"]\n[White "A"][Black "B"]\n1. c3-d4 d6-c5 (x) 2. b2-c3 f6-g5 1-0')
    text = write_clean(game, game.open())
    assert '[White "B"]\n[Black "A"]\n' in text
    assert "1. 11-15 23-19 {(x)} 2. 8-11 22-17 0-1" in text
    assert game.players == ("A", "B")


# Bounds, forms and letters


def test_a_text_without_a_game_is_refused() -> None:
    for text in ("", "hello there", "{only a comment}"):
        with pytest.raises(BadRecord, match="Line 1, column"):
            read_text(text)


def test_a_file_has_at_most_ten_thousand_games() -> None:
    assert len(read_text("*\n" * 50).games) == 1
    with pytest.raises(BadRecord, match="at most 10000 games"):
        read_text("1. 11-15 1-0\n" * (MOST_GAMES + 1))


@pytest.mark.ci
@pytest.mark.parametrize(
    "piece",
    [
        "{",
        "{{}",
        "(",
        "[",
        '["',
        '[a "',
        "1 ",
        "11 15 ",
        "3228 1823 ",
        "cd4 ",
        "\\",
        "46x5 ",
        '[FEN "W:W31-50:B1-20"]\n*\n',
    ],
)
def test_the_work_for_a_text_is_bounded(piece: str) -> None:
    budget = Budget(USUAL_BUDGET // 4)
    try:
        games = read_games((piece * 10_000)[:30_000], GAMES, budget)
    except BadRecord as refusal:
        assert str(refusal).startswith("Line ")
    else:
        assert all(game.error for game in games) or budget.left > 0 or games[-1].error


def test_a_game_for_which_no_work_is_left_says_so() -> None:
    games = read_games("1. 32-28 1-0\n" * 50, GAMES, Budget(3000))
    assert games[0].error is None
    assert "takes too long to be tried under every kind" in str(games[-1].error)
    assert games[-1].unread[0].text == "1. 32-28"


def test_our_own_forms_are_files_of_one_game() -> None:
    match = new("frisian", rules="federation")
    match.play("31-26")
    match.resign(0)
    (game,) = read_text(match.save()).games
    assert (keys(game), game.plies, game.winner, game.how) == (["frisian"], 1, 1, "resign")
    assert game.open().position == match.position
    broken = read(match.save().replace("31-26", "31-99"))
    assert "99" in str(broken.error)


@pytest.mark.parametrize("form", ["\n\n{}", "```\n{}```", "```json\n{}\n```\n", "  ``` \r\n{}"])
def test_our_own_forms_are_read_as_they_are_pasted(form: str) -> None:
    match = new("russian")
    match.play("c3-d4")
    for text in (match.save(), json_records.write(match, whole=True)):
        game = read(form.format(text))
        assert (game.error, game.plies) == (None, 1)
        assert game.open().position == match.position
    assert str(read("\n\n" + match.save().replace("c3-d4", "c3-d9")).error).startswith("Line 8,")


def test_the_letters_of_a_file_are_found_out() -> None:
    text = '[White "Иванов"]\n[Black "Петров"]\n1. c3-d4'
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "windows-1251"):
        found = read_bytes(text.encode(encoding), "ru")
        assert found.games[0].players == ("Иванов", "Петров"), encoding
        assert found.is_sure
    assert Match(GAMES["russian"], {}, bytes(32)).play("cd4").text == "c3-d4"


def test_of_several_meanings_none_is_taken_that_may_be_wrong() -> None:
    """Both ways are open until another move with two meanings in one of them."""
    game = read(
        "1. cd4 cb5 2. bb4 bb1 3. gg4 bb5 4. dc4 ed5 5. fe4 df1 6. gg3 bb3 7. ac3 dc6 8. cd4 fh1 9. ef2 de6 "
        "10. fe2 ab6 11. gh4 ba5 12. cd3 bc5 13. ef4 ba7 14. hh5 hh4 15. hh5 hh6 16. de4 ed7 17. dc4 aa4 "
        "18. ee5 ee4 19. fd4 cd6 0-1"
    )
    assert "fits several moves" in str(game.error)
    assert game.plies <= 13
