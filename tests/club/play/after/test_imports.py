"""Uploaded files: how large, how many at once, which are kept, what is told."""

import pytest

from club.play.after import imports
from club.play.after.imports import (
    SIZE_LIMIT,
    ImportedFile,
    ImportedRecord,
    RecordImporter,
    UnopenedGame,
    other_kinds,
)
from club.refusals import Refusal
from rules.record_files import read_text
from tests.club.brought import ample_importer, bring
from tests.club.refusing import refused_code

ANN = 1
FILE = """[Event "Club night"][White "Ann"][Black "Ben"]
1. c3-d4 {quiet} f6-g5 (1... b6-a5) 2. b2-c3! 2-0

[Event "Club night"][Date "2026.11.03"][White "Cleo"][Black "Dora"]
1. c3-d4 c3-d4 1-1

1. c3-d4 b6-a5 oops 2. d4-c5 *
"""


@pytest.fixture
def brought() -> RecordImporter:
    """Records that people bring along, with ample limits."""
    return ample_importer()


def pdn(name: str) -> bytes:
    return f'[White "{name}"][Black "Bob"][GameType "25"]\n1. c3-d4 f6-g5 *'.encode()


async def read(brought: RecordImporter, data: bytes, language: str = "en") -> ImportedFile:
    return await brought.read_file(data, ANN, language)


async def open_game(
    brought: RecordImporter, data: bytes, number: int = 1, game: str | None = None
) -> ImportedRecord | UnopenedGame:
    return await brought.open_game(await read(brought, data), number, game, ANN, "en")


async def test_a_record_may_be_as_large_as_the_limit_and_no_larger(brought: RecordImporter) -> None:
    await read(brought, pdn("Ann").ljust(SIZE_LIMIT))
    with pytest.raises(Refusal, match="at most 256 KB"):
        await read(brought, pdn("Ann").ljust(SIZE_LIMIT + 1))


async def test_whoever_was_read_stands_in_line_no_more(brought: RecordImporter) -> None:
    brought.line.waiting = 1
    await read(brought, pdn("Ann"))
    with pytest.raises(Exception, match="Line 1"):
        await read(brought, b"junk")
    await read(brought, pdn("Cleo"))
    brought.line.waiting = 0
    with pytest.raises(Refusal, match="Many records are being read just now"):
        await read(brought, pdn("Dora"))


async def test_the_file_that_was_not_asked_for_longest_is_forgotten(brought: RecordImporter) -> None:
    brought.files.most = 2200
    first, second = [await read(brought, pdn(name)) for name in ("Ann", "Cleo")]
    assert brought.get_cached(first.key, "en") is first
    third = await read(brought, pdn("Dora"))
    kept = [brought.get_cached(each.key, "en") for each in (first, second, third)]
    assert kept == [first, None, third]


async def test_so_is_the_game_that_was_not_asked_for_longest(brought: RecordImporter) -> None:
    brought.kept.most = 6
    first, second = [await bring(brought, pdn(name), ANN) for name in ("Ann", "Cleo")]
    assert await bring(brought, pdn("Ann"), ANN) is first
    await bring(brought, pdn("Dora"), ANN)
    assert await bring(brought, pdn("Ann"), ANN) is first
    assert await bring(brought, pdn("Cleo"), ANN) is not second


async def test_a_file_lists_its_games_with_the_reason_for_each_that_does_not_open(
    brought: RecordImporter,
) -> None:
    first, second, third = (await read(brought, FILE.encode())).entries
    assert (first.players, first.event, first.result, first.plies) == (("Ann", "Ben"), "Club night", "2-0", 3)
    assert (first.kinds[0], first.error) == ("russian", None)
    assert (second.date, second.kinds) == ("2026.11.03", ())
    [italian] = (
        await read(brought, b'[Dati "Campionato"]\n[Anno "2005"]\n[Bianco "Ann"]\n1. 21-17 *')
    ).entries
    assert (italian.event, italian.date) == ("Campionato", "2005"), "tags have names in other languages too"
    [unsure] = (await read(brought, b'[Date "????.??.??"][Event "?"]\n1. 32-28 *')).entries
    assert (unsure.date, unsure.event) == ("", ""), "PDN's marks for what is not known"
    assert str(second.error).startswith("Line 5, column 10: ")
    assert (third.players, third.error) == ((None, None), None)


async def test_games_are_found_by_a_part_of_a_name(brought: RecordImporter) -> None:
    file = await read(brought, FILE.encode())
    assert [[entry.number for entry in file.find(text)] for text in ("cleo", "NIGHT", "2026", "x", "")] == [
        [2], [1, 2], [2], [], [1, 2, 3],
    ]  # fmt: skip


async def test_a_game_opens_as_the_likeliest_kind_or_as_the_one_that_is_chosen(
    brought: RecordImporter,
) -> None:
    likeliest = await open_game(brought, FILE.encode())
    chosen = await open_game(brought, FILE.encode(), 1, "brazilian")
    unfit = await open_game(brought, FILE.encode(), 1, "turkish")
    assert isinstance(likeliest, ImportedRecord)
    assert isinstance(chosen, ImportedRecord)
    assert isinstance(unfit, UnopenedGame)
    assert [likeliest.match.game.key, chosen.match.game.key] == ["russian", "brazilian"]
    assert str(unfit.error).startswith("Line 2, column 4: ")
    assert "brazilian" in [kind.game for kind in unfit.game.kinds]
    assert "turkish" in other_kinds(unfit.game), "another kind can still be chosen"
    assert likeliest.game.opener is None, "it would keep all tokens of the file in memory"


async def test_a_game_that_is_not_there_is_refused(brought: RecordImporter) -> None:
    for number, game in ((4, None), (0, None), (1, "chess")):
        assert await refused_code(open_game(brought, FILE.encode(), number, game)) == "import.gone"


async def test_a_clean_file_has_the_words_of_the_record_and_its_kind(brought: RecordImporter) -> None:
    record = await bring(brought, FILE.encode(), ANN, "brazilian")
    clean = await brought.write_clean(record, ANN)
    assert "1. c3-d4 {quiet} f6-g5 (1... b6-a5) 2. b2-c3!" in clean
    assert '[Event "Club night"]' in clean
    [again] = read_text(clean).games
    assert ([kind.game for kind in again.kinds], again.plies, again.winner) == (["brazilian"], 3, 0)


async def test_letters_are_those_of_the_readers_language(brought: RecordImporter) -> None:
    data = pdn("Łukasz").decode().encode("windows-1250")
    assert (await read(brought, data, "pl")).entries[0].players[0] == "Łukasz"
    cyrillic = pdn("Иван").decode().encode("windows-1251")
    assert (await read(brought, cyrillic, "ru")).entries[0].players[0] == "Иван"


async def test_a_game_too_long_or_too_slow_is_refused(
    brought: RecordImporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MOVES", 2)
    assert isinstance(await open_game(brought, pdn("Ben")), ImportedRecord)
    monkeypatch.setattr(imports, "MOVES", 1)
    with pytest.raises(Refusal, match="at most 1 moves"):
        await open_game(brought, pdn("Ann"))
    monkeypatch.setattr(imports, "SECONDS", -1.0)
    with pytest.raises(Refusal, match="takes too long to replay"):
        await open_game(brought, pdn("Cleo"))
