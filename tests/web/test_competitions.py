"""The page of a league or a tournament.

Its tables, its matches with their pages, and the cases in which there is no page.
"""

import re
from typing import Any

import pytest

from club.competitions.crosstable import Crosstable
from club.competitions.lookup import load_crosstable
from data.competitions import competitions
from data.competitions.competitions import SectionRow
from data.database.transaction import Transaction
from data.play.places import Place
from rendering.people.bracket import draw_bracket
from rendering.picture import Picture
from tests.club.leagues import create_league
from tests.club.people import ANN, BEN, GUILD, act
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, Evening
from tests.web.league_pages import league, make_path
from tests.web.match_previews import LARGEST, parts, preview_of
from tests.web.site import BASE, CLOSED, Site
from words import PSEUDO


async def test_it_shows_the_table_and_leads_to_the_pages_of_its_matches(met: Site) -> None:
    path = await make_path(met, await league(met))
    page = (await met.get(path)).text
    assert "Autumn league" in page and "Being played" in page
    rows = re.findall(
        r'<tr><td class="figure">(\d+)</td><th scope="row"><bdi>(\w+)</bdi></th><td[^>]*>(\d+)', page
    )
    assert sorted(name for _, name, _ in rows) == ["Ann", "Ben", "Cleo", "Dan"]
    assert {points for _, _, points in rows} == {"0"}
    assert "they are playing" in page and 'href="/m/' not in page
    table = await met.club.play.matches.load(1)
    loser = table.row.seats[0]
    ended = await met.club.play.matches.resign(1, act(type(ANN)(loser.user_id, "")))
    match = await met.make_page(ended)
    page = (await met.get(path)).text
    assert f'href="{match}">' in page and f"{ended.row.seats[1].name} won" in page
    assert len(page.encode()) <= LARGEST


@pytest.mark.both_databases
async def test_its_preview_keeps_discords_rules_and_its_address_stays(
    met: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.html_pages.languages", lambda: ("en", PSEUDO))
    row = await league(met)
    path = await make_path(met, row)
    assert await make_path(met, row) == path
    for language in ("en", PSEUDO):
        page = await met.get(path, headers={"Accept-Language": language})
        found = parts(preview_of(page.text))
        assert [part["type"] for part in found] == [17, 10, 12, 1, 2]
    picture = await met.get(f"{path}/0.png")
    assert picture.body.startswith(b"\x89PNG")
    assert (await met.get(f"{path}/7.png")).status == 404


async def test_where_search_engines_may_come_pages_lead_back(met: Site) -> None:
    path = await make_path(met, await league(met))
    table = await met.club.play.matches.load(1)
    over = await met.club.play.matches.resign(1, act(type(ANN)(table.row.seats[0].user_id, "")))
    match = await met.make_page(over)
    server = ((await met.club.pages.lists.find_server_url(GUILD)) or "").removeprefix(BASE)
    to_league = f'<a href="{path}"><bdi>Autumn league</bdi>'
    to_server = f'<a href="{server}"><bdi>The Corner</bdi>'
    assert to_league in (await met.get(match)).text
    for page in (path, match):
        assert server not in (await met.get(page)).text, (
            "whoever has one address has not been given the other"
        )
    await met.allow("listed")
    for page in (path, match):
        assert to_server in (await met.get(page)).text
    met.seen["server"] = None
    assert "Matches of a Discord server" in (await met.get(path)).text
    await met.club.store.write(lambda tx: tx.run("UPDATE competition SET channel_id = ?", CLOSED))
    there = await met.get(match)
    assert there.status == 200 and "Autumn league" not in there.text


async def test_a_knock_out_is_drawn_as_its_bracket(met: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await Evening.start(Room(met.club, met.time), PEOPLE[:4], "knockout", clock="1d")
    stage = await evening.stage()
    row = await met.club.store.read(lambda tx: competitions.get(tx, stage.competition_id))
    path, drawn = await make_path(met, row), list[Any]()

    def record_drawing(*given: Any, **settings: Any) -> Picture:
        drawn.append(given[-1])
        return draw_bracket(*given, **settings)

    monkeypatch.setattr("club.competitions.kinds.knockout.draw_bracket", record_drawing)
    for _ in range(2):
        assert (await met.get(f"{path}/0.png")).body.startswith(b"\x89PNG")
    assert len(drawn) == 1, "as long as nothing changes"
    await evening.play()
    assert (await met.get(f"{path}/0.png")).status == 200
    first, (final,) = drawn[-1]
    assert [tie.winner is not None for tie in first] == [True, True] and final.winner is None


async def test_one_that_people_sign_up_for_has_no_table_yet(met: Site) -> None:
    path = await make_path(met, await create_league(met.club))
    page = (await met.get(path)).text
    assert "People sign up" in page and "It has not begun yet." in page
    assert (await met.get(f"{path}/0.png")).status == 404


async def test_who_hides_their_profile_has_a_number(met: Site) -> None:
    path = await make_path(met, await league(met))
    await met.club.members.preferences.change(ANN.id, profile_shown=False)
    for sub in ("", "/0.png"):
        assert b"Ann" not in (await met.get(path + sub)).body
    assert re.search(r"Player \d", (await met.get(path)).text)


async def test_its_table_is_counted_once_for_what_it_says(met: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    path, counted = await make_path(met, await league(met)), list[int]()

    async def counting(tx: Transaction, section: SectionRow) -> Crosstable:
        counted.append(section.version)
        return await load_crosstable(tx, section)

    monkeypatch.setattr("club.pages.pages.load_crosstable", counting)
    first = (await met.get(path)).text
    assert (await met.get(path)).text == first and len(counted) == 1
    await met.club.members.preferences.change(ANN.id, profile_shown=False)
    assert "Ann" not in (await met.get(path)).text and len(counted) == 1
    table = await met.club.play.matches.load(1)
    await met.club.play.matches.resign(1, act(type(ANN)(table.row.seats[0].user_id, "")))
    assert "won" in (await met.get(path)).text and len(counted) == 2
    await met.club.store.write(
        lambda tx: tx.run("UPDATE entrant SET name = 'Benny' WHERE user_id = ?", BEN.id)
    )
    assert "Benny" in (await met.get(path)).text, "whatever changes who is on it"
    await met.club.store.write(
        lambda tx: tx.run("UPDATE pairing SET result = 'draw' WHERE id = (SELECT MAX(id) FROM pairing)")
    )
    assert ": a draw" in (await met.get(path)).text, "or what became of a pairing alone"


@pytest.mark.parametrize("how", ["server", "place", "other"])
async def test_it_is_there_only_where_it_may_be(met: Site, how: str) -> None:
    row = await league(met)
    path = await make_path(met, row)
    if how == "server":
        await met.allow("none")
        assert await met.club.pages.single.make_competition_page(row, met.is_open) is None
    elif how == "place":
        met.seen["closed"].add(row.channel_id)
        assert not await met.is_open(Place(row.guild_id, row.channel_id))
        assert await met.club.pages.single.make_competition_page(row, met.is_open) is None
    else:
        path = path.replace("/c/", "/m/")
    assert (await met.get(path)).status == 404
