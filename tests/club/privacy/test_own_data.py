"""All data kept about a member is theirs to read.

It holds nothing that another seat alone has seen.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from club.club import Club
from club.members.people import Act
from data.database.persons import PEOPLE, UNTOLD
from rules.catalogue import GAMES
from rules.match import read_record
from tests.club.people import BEN, act, interactions, start_match
from tests.club.privacy.whole_life import MARKS, ZOE, do_everything, forget, open_club
from tests.marker import personal_columns


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


async def own(club: Club, user_id: int = ZOE.id, **options: int) -> list[dict[str, Any]]:
    return [json.loads(data) for data in await club.privacy.export.export_files(user_id, **options)]


def columns(rows: dict[str, Sequence[dict[str, Any]]]) -> set[str]:
    return {f"{table}.{name}" for table, found in rows.items() for row in found for name in row}


async def test_every_column_that_holds_somebody_is_in_their_file(path: Path) -> None:
    async with open_club(path) as club:
        await do_everything(club)
        [file] = await own(club)
        given = columns(file["tables"]) | {
            name for match in file["matches"] for name in columns(match["tables"])
        }
        people = {
            f"{table}.{name}" for table in PEOPLE if table != "deletion" for name in personal_columns(table)
        }
        untold = {".".join(column) for column in UNTOLD}
        assert people - untold <= given
        assert MARKS.cells(path) - untold <= given
        assert str(ZOE.id) in json.dumps(file)
        kinds = {row["kind"] for match in file["matches"] for row in match["tables"]["outbox"]}
        assert kinds == {"hand", "notice", "turn"}
        assert [match["opponent"] for match in file["matches"]] == ["Cleo", "Ben", "Ben"]


async def test_moments_and_long_ids_are_text_and_what_was_json_is_no_text_any_more(path: Path) -> None:
    async with open_club(path) as club:
        await start_match(club, people=(ZOE, BEN))
        [file] = await own(club)
        [match] = file["matches"]
        assert file["user_id"] == str(ZOE.id)
        assert datetime.fromisoformat(match["created_at"]).tzinfo is UTC
        assert isinstance(match["options"], dict) and isinstance(match["id"], int)


@pytest.mark.parametrize("text", ["[NaN, 1e999]", '{"a": 1, "a": 2}', "[1456000000000000201]"])
async def test_a_note_that_looks_like_json_is_given_back_as_it_was_written(path: Path, text: str) -> None:
    async with open_club(path) as club:
        number = (await start_match(club, people=(ZOE, BEN))).row.id
        table = await club.play.matches.play(number, act(ZOE), "c3")
        await club.play.notes.write(table, act(ZOE), 1, text)
        [file] = await own(club)
    [note] = [each for match in file["matches"] for each in match["tables"]["note"]]
    assert note["text"] == text


async def test_of_what_is_stored_as_json_no_text_is_left(path: Path) -> None:
    async with open_club(path) as club:
        await do_everything(club)
        [file] = await own(club)
    told = [file["tables"], *(match["tables"] for match in file["matches"])]
    left = {
        f"{table}.{name}"
        for tables in told
        for table, rows in tables.items()
        for row in rows
        for name, value in row.items()
        if isinstance(value, str) and value[:1] in ("{", "[")
    }
    assert not left


async def test_ids_of_others_and_what_others_did_are_not_in_it(path: Path) -> None:
    async with open_club(path) as club:
        ben = type(BEN)(2_222_333_444_555_666_777, "Ben")
        table = await start_match(club, people=(ZOE, ben))
        for user_id, move in ((ZOE.id, "c3"), (ben.id, "a1")):
            await club.play.matches.play(table.row.id, Act(user_id, next(interactions)), move)
        [data] = await club.privacy.export.export_files(ZOE.id)
        assert str(ben.id).encode() not in data
        [match] = json.loads(data)["matches"]
        assert [event["text"][:2] for event in match["tables"]["event"]] == ["c3"]
        assert "a1" in match["record"]


async def test_of_hidden_cards_only_their_own_are_in_it_before_the_end_and_no_secret(path: Path) -> None:
    async with open_club(path) as club:
        table = await start_match(club, "one-zero-one", people=(ZOE, BEN))
        secret = table.row.secret.hex()
        [zoe], [ben] = (
            await club.privacy.export.export_files(ZOE.id),
            await club.privacy.export.export_files(BEN.id),
        )
        for data, seat in ((zoe, 0), (ben, 1)):
            [match] = json.loads(data)["matches"]
            assert secret.encode() not in data
            assert match["record"] == table.match.save(seat)
            assert f"Seen-by: {seat}" in match["record"]
        await club.play.matches.resign(table.row.id, act(BEN))
        [match] = (await own(club))[0]["matches"]
        assert secret in match["record"]
        assert read_record(match["record"], GAMES).outcome is not None


async def test_the_cards_in_the_other_hand_are_nowhere_in_it(path: Path) -> None:
    async with open_club(path) as club:
        table = await start_match(club, "one-zero-one", people=(ZOE, BEN))
        data = json.dumps(await own(club))
        for seat, there in ((0, True), (1, False)):
            view = table.match.save(seat).partition("View: ")[2].splitlines()[0]
            hand = json.loads(view)["hands"][seat]
            assert (json.dumps(json.dumps(hand))[1:-1] in data) is there


async def test_a_match_that_cannot_be_read_is_in_it_without_its_record(path: Path) -> None:
    async with open_club(path) as club:
        table = await start_match(club, "one-zero-one", people=(ZOE, BEN))
        await club.store.write(
            lambda tx: tx.run("UPDATE match SET rules_version = 99 WHERE id = ?", table.row.id)
        )
    async with open_club(path) as club:
        [match] = (await own(club))[0]["matches"]
        assert (match["game"], match["record"]) == ("one-zero-one", None)


async def test_what_is_too_long_for_one_file_comes_in_several_each_match_once(path: Path) -> None:
    async with open_club(path) as club:
        for _ in range(5):
            await start_match(club, people=(ZOE, BEN))
        files = await own(club, limit=5000)
        assert len(files) > 1
        assert [match["id"] for file in files for match in file["matches"]] == [5, 4, 3, 2, 1]
        assert [("tables" in file) for file in files] == [True] + [False] * (len(files) - 1)
        assert {file["user_id"] for file in files} == {str(ZOE.id)}


async def test_of_somebody_who_was_forgotten_there_is_nothing_to_give(path: Path) -> None:
    async with open_club(path) as club:
        await do_everything(club)
        await forget(club)
        [file] = await own(club)
        assert file["matches"] == []
        assert {name: rows for name, rows in file["tables"].items() if rows} == {}


async def test_very_many_rows_go_into_several_files_and_none_is_lost(path: Path) -> None:
    async with open_club(path) as club:
        await do_everything(club)
        [whole] = await own(club)
        files = await own(club, limit=3000)
        assert all(set(file) == {"twotone", "user_id", "tables", "matches"} for file in files[:2])
        assert set(files[0]["tables"]) == set(whole["tables"])
        rows = {
            table: [row for file in files for row in file.get("tables", {}).get(table, [])]
            for table in whole["tables"]
        }
        assert rows == whole["tables"]
        assert [match for file in files for match in file["matches"]] == whole["matches"]
