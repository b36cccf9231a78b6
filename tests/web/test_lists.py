"""Pages that list others.

They are the list that a server made public, with its feed, and the profile that a member put there.
"""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from club.members.people import Person
from club.play.match.matches import Table
from club.refusals import Refusal
from tests.club.people import ANN, BEN, CLEO, GUILD, act, start_match
from tests.web.api_answers import API, parse_valid
from tests.web.league_pages import league
from tests.web.league_pages import make_path as competed
from tests.web.match_previews import LARGEST
from tests.web.site import BASE, Site
from tests.web.standings_made import stands

ATOM = "{http://www.w3.org/2005/Atom}"


async def own_page(met: Site) -> str:
    """The path of the server's page."""
    address = await met.club.pages.lists.find_server_url(GUILD)
    assert address is not None and address.startswith(f"{BASE}/s/")
    return address.removeprefix(BASE)


async def profile(met: Site) -> str:
    """The path of Ann's page."""
    return (await met.club.pages.lists.make_profile_page(ANN.id, GUILD)).removeprefix(BASE)


def entries(text: str) -> list[dict[str, str]]:
    """The entries of a feed, each by the names of its parts."""
    feed = ElementTree.fromstring(text)
    assert feed.tag == f"{ATOM}feed"
    needed = {"id", "title", "updated"}
    assert needed <= {part.tag.removeprefix(ATOM) for part in feed}
    found = []
    for entry in feed.findall(f"{ATOM}entry"):
        parts = {part.tag.removeprefix(ATOM): str(part.text) for part in entry}
        assert needed <= set(parts)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", parts["updated"])
        found.append(parts)
    return found


async def every(met: Site, path: str) -> list[Any]:
    """What is said at a server's page in each of its forms."""
    came = [await met.get(path), await met.get(f"{path}/feed.atom")]
    return [*came, await met.get(API + path.replace("/s/", "/servers/"))]


@pytest.mark.ci
@pytest.mark.both_databases
async def test_it_lists_what_was_made_public_the_newest_first(met: Site) -> None:
    first = await met.make_page(await met.play_random("binar"))
    met.time[0] += 5
    competition = await competed(met, await league(met))
    met.time[0] += 5
    last = await met.make_page(await met.play_random("one-zero-one"))
    path = await own_page(met)
    page, feed, program = await every(met, path)
    assert page.status == feed.status == program.status == 200
    assert re.findall(r'<li><a href="([^"]+)', page.text) == [last, competition, first]
    assert feed.headers["Content-Type"].startswith("application/atom+xml")
    assert f'href="{path}/feed.atom"' in page.text and len(page.body) <= LARGEST
    listed = entries(feed.text)
    assert [entry["id"] for entry in listed] == [f"{BASE}{each}" for each in (last, competition, first)]
    assert "Autumn league" in listed[1]["title"] and "Binar" in listed[2]["title"]
    assert listed[1]["updated"] < "2030"
    await met.club.store.write(lambda tx: tx.run("UPDATE stage SET over_at = 1893456000.0"))  # it is over
    later = entries((await met.get(f"{path}/feed.atom")).text)
    assert [entry["updated"] for entry in later][1] == "2030-01-01T00:00:00Z"
    assert later[0]["updated"] == listed[0]["updated"], "only the competition has changed"
    assert listed[2]["summary"] in ("Ann won", "Ben won", "A draw")
    said = parse_valid(program.text, "Server")
    assert [item["page"] for item in said["items"]] == [entry["id"] for entry in listed]
    assert said["feed"] == f"{BASE}{path}/feed.atom" and said["page"] == BASE + path
    assert feed.headers["X-Robots-Tag"] == page.headers["X-Robots-Tag"] == "noindex"


async def damage_row(met: Site, table: Table, changed: str) -> None:
    """Change the row of a match from outside."""
    await met.club.store.write(lambda tx: tx.run(f"UPDATE match SET {changed} WHERE id = ?", table.row.id))


async def test_a_row_that_damage_has_changed_keeps_no_other_from_the_list(met: Site) -> None:
    sound = await met.make_page(await met.play_random("binar", people=(CLEO, BEN)))
    for number, changed in enumerate(("options = '{'", "options = '7'", "options = '{\"size\": 99}'")):
        table = await met.play_random("binar", seed=number)
        match = await met.make_page(table)
        await damage_row(met, table, changed)
        await met.club.members.preferences.change(ANN.id, profile_shown=False)
        for came in await every(met, await own_page(met)):
            assert came.status == 200 and sound in came.text and match not in came.text, changed


async def test_nothing_is_on_it_whose_page_is_not_there(met: Site) -> None:
    path = None
    for number, how in enumerate(("closed", "set aside", "hiding", "forgotten")):
        table = await met.play_random("binar", seed=number)
        match = await met.make_page(table)
        path = await own_page(met)
        assert all(match.rpartition("/")[2] in each.text for each in await every(met, path))
        if how == "closed":
            met.seen["closed"].add(table.row.channel_id)
        elif how == "set aside":
            await damage_row(met, table, "set_aside = 'match.unreadable'")
            assert (await met.get(match)).status == 404
        elif how == "hiding":
            await met.club.members.preferences.change(ANN.id, profile_shown=False)
            assert not any("Ann" in each.text for each in await every(met, path))
            continue
        else:
            await met.club.privacy.deletion.begin_deletion(BEN.id)
            while await met.club.privacy.deletion.work() is not None:
                pass
        assert not any(match.rpartition("/")[2] in each.text for each in await every(met, path))
        met.seen["closed"].discard(table.row.channel_id)
    assert path is not None
    await met.allow("none")
    assert {each.status for each in await every(met, path)} == {404}
    assert await met.club.pages.lists.find_server_url(GUILD) is None


async def test_it_is_of_one_server_and_there_before_any_match(met: Site) -> None:
    await met.club.pages.lists.make_server_page(GUILD)
    path = await own_page(met)
    assert "Nothing has been made public yet" in (await met.get(path)).text
    assert entries((await met.get(f"{path}/feed.atom")).text) == []
    await met.club.pages.lists.make_server_page(GUILD)
    assert await own_page(met) == path
    await met.allow(guild_id=GUILD + 1)
    await met.club.pages.lists.make_server_page(GUILD + 1)
    match = await met.make_page(await met.play_random("binar"))
    other = await met.club.pages.lists.find_server_url(GUILD + 1)
    assert other is not None
    assert match not in (await met.get(other.removeprefix(BASE))).text
    assert (await met.get(path.replace("/s/", "/m/"))).status == 404
    assert (await met.get(match.replace("/m/", "/s/"))).status == 404
    await met.club.pages.lists.make_server_page(GUILD + 2)
    assert await met.club.pages.lists.find_server_url(GUILD + 2) is None, "it wants no pages"


async def test_no_match_is_replayed_for_a_list(met: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty very long ones would keep all others waiting who ask for what takes long."""
    match = await met.make_page(await met.play_random("binar"))
    path, own = await own_page(met), await profile(met)
    await met.club.members.preferences.change(BEN.id, profile_shown=False)
    met.club.pages.single.replays.kept.clear()

    async def fail_if_replayed(*_: object) -> None:
        """Fail the test."""
        raise AssertionError

    monkeypatch.setattr(met.club.play.matches, "load_table", fail_if_replayed)
    for came in (*await every(met, path), await met.get(own)):
        assert came.status == 200 and match in came.text and "Ann" in came.text and "Ben" not in came.text


async def test_a_match_with_another_aim_is_called_so(met: Site) -> None:
    table = await start_match(met.club, "russian", options={"aim": "lose"})
    await met.make_page(await met.club.play.matches.resign(table.row.id, act(ANN)))
    [entry] = entries((await met.get(f"{await own_page(met)}/feed.atom")).text)
    assert "Russian checkers, giveaway" in entry["title"]


async def test_a_list_has_the_newest_alone(met: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.pages.lists.NEWEST", 2)
    made = []
    for number in range(3):
        met.time[0] += 5
        made.append(await met.make_page(await met.play_random("binar", seed=number)))
    page = (await met.get(await own_page(met))).text
    assert re.findall(r'<li><a href="([^"]+)', page) == [made[2], made[1]]


async def test_a_sign_that_no_xml_may_have_leaves_the_feed_whole(met: Site) -> None:
    met.seen["server"] = "The\uffff Corner"
    await met.make_page(await met.play_random("binar", people=(Person(ANN.id, "Ann\ufffe"), BEN)))
    [entry] = entries((await met.get(f"{await own_page(met)}/feed.atom")).text)
    assert "Ann – Ben" in entry["title"]


@pytest.mark.both_databases
async def test_pages_that_are_shut_now_leave_their_room_to_older_ones(
    met: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.pages.lists.NEWEST", 2)
    made = []
    for number in range(5):
        met.time[0] += 5
        table = await met.play_random("binar", seed=number)
        made.append(await met.make_page(table))
        if number > 1:
            await damage_row(met, table, "channel_id = 77")
    met.seen["closed"].add(77)
    for path in (await own_page(met), await profile(met)):
        page = (await met.get(path)).text
        assert re.findall(r'<li><a href="([^"]+)', page) == [made[1], made[0]]


@pytest.mark.ci
@pytest.mark.both_databases
async def test_a_profile_has_a_page_only_for_who_wants_it(met: Site) -> None:
    match = await met.make_page(await met.play_random("binar"))
    other = await met.make_page(await met.play_random("binar", people=(BEN, CLEO)))
    await stands(met)
    assert await met.club.pages.lists.find_profile_url(ANN.id, GUILD) is None
    path = await profile(met)
    assert await profile(met) == path
    page = await met.get(path)
    assert page.status == 200 and "Profile: Ann" in page.text and len(page.body) <= LARGEST
    assert f'href="{match}"' in page.text and other not in page.text
    assert page.headers["X-Robots-Tag"] == "noindex"
    program = parse_valid((await met.get(API + path.replace("/u/", "/profiles/"))).text, "Profile")
    assert program["name"] == "Ann" and [item["page"] for item in program["items"]] == [BASE + match]
    rated = program["ratings"]
    assert [line["game"] for line in rated] == ["binar"] and rated[0]["provisional"]
    assert f"{rated[0]['points']} ± {rated[0]['deviation']}?" in page.text
    await met.allow("listed")
    assert (await met.get(path)).headers["X-Robots-Tag"] == "noindex", "a profile is found by nobody"
    await met.club.pages.lists.remove_profile_page(ANN.id, GUILD)
    assert (await met.get(path)).status == 404
    assert await profile(met) != path


@pytest.mark.parametrize("how", ["hidden", "forgotten", "server"])
async def test_a_profile_is_gone_with_what_it_rests_on(met: Site, how: str) -> None:
    await met.make_page(await met.play_random("binar"))
    path = await profile(met)
    if how == "hidden":
        await met.club.members.preferences.change(ANN.id, profile_shown=False)
        with pytest.raises(Refusal, match="to nobody else"):
            await profile(met)
    elif how == "server":
        await met.allow("none")
        with pytest.raises(Refusal, match="no pages"):
            await profile(met)
    else:
        await met.club.privacy.deletion.begin_deletion(ANN.id)
        while await met.club.privacy.deletion.work() is not None:
            pass
        assert await met.club.store.read(lambda tx: tx.all("SELECT * FROM profile_page")) == []
    for each in (path, API + path.replace("/u/", "/profiles/")):
        came = await met.get(each)
        assert came.status == 404 and "Ann" not in came.text


async def test_without_ratings_a_profile_shows_matches_alone(met: Site) -> None:
    match = await met.make_page(await met.play_random("binar"))
    await met.club.members.servers.change(GUILD, moderator_id=ANN.id, ratings="none")
    page = (await met.get(await profile(met))).text
    assert "No rating here yet." in page and match in page and "Profile: Ann" in page


@pytest.mark.parametrize("path", ["/s/AAAAAAAAAAAAAAAAAAAAAA", "/u/AAAAAAAAAAAAAAAAAAAAAA", "/s/x/feed.atom"])
async def test_there_is_none_at_another_address(met: Site, path: str) -> None:
    assert (await met.get(path)).status == 404


async def test_a_server_that_this_process_does_not_hear_of_has_nothing_here(met: Site) -> None:
    await met.make_page(await met.play_random("binar"))
    server, own = await own_page(met), await profile(met)
    met.seen["unheard"].add(GUILD)
    assert {each.status for each in await every(met, server)} == {404}
    assert (await met.get(own)).status == 404
    met.seen["unheard"].clear()
    assert {each.status for each in await every(met, server)} == {200}


async def test_names_in_a_feed_are_text(met: Site) -> None:
    people = (Person(7, "<b>&\x00]]>"), Person(8, "@everyone"))
    await met.make_page(await met.play_random("binar", people=people))
    feed = (await met.get(f"{await own_page(met)}/feed.atom")).text
    assert "<\u2060b>&]]>" in entries(feed)[0]["title"] and "@everyone" not in feed
