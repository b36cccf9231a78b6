"""Tables of the newest schema: their columns and keys."""

from data.database.tables import all_tables


def test_a_key_is_one_column_or_several_in_their_order() -> None:
    tables = all_tables()
    assert tables["match"].key == ("id",)
    assert tables["server"].key == ("guild_id",)
    assert tables["vote"].key == ("id",)
    assert tables["seat"].key == ("match_id", "seat")


def test_a_row_is_named_by_its_key() -> None:
    seat = all_tables()["seat"]
    assert list(seat.columns) == sorted(seat.columns)
    row = tuple({"match_id": 7, "seat": 1}.get(name, name) for name in seat.columns)
    assert seat.describe_key(row) == "7, 1"


def test_a_table_comes_after_those_that_it_refers_to() -> None:
    names = list(all_tables())
    assert names.index("match") < names.index("seat")
    assert names.index("competition") < names.index("stage") < names.index("section")
