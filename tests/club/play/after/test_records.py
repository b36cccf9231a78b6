"""A record says when its match began, as each of its forms writes a day."""

import json

from club.club import Club
from club.play.after.records import export_record
from tests.club.people import ANN, start_match


async def test_the_day_is_written_with_the_month_before_it(club: Club) -> None:
    files = {
        file.format: file.text
        for file in export_record(await start_match(club, "russian"), ANN.id, may_link=True).files
    }
    assert '[Date "2023.11.14"]' in files["pdn"].splitlines()
    assert json.loads(files["json"])["date"] == "2023-11-14"
