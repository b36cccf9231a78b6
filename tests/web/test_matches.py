"""The page of a finished match.

Its contents, its readers, and the cases in which there is no page.
"""

import re
import struct
from typing import Any

import pytest

from club.members.people import Act, Person
from rules.catalogue import load_match
from rules.match import move_numbers
from tests.club.people import ANN, CLEO, GUILD, interactions, start_match
from tests.web.match_previews import LARGEST, parts, preview_of
from tests.web.site import BASE, Site
from web.matches import AROUND
from words import PSEUDO


@pytest.mark.ci
async def test_every_games_page_is_small_and_its_preview_keeps_discords_rules(met: Site, key: str) -> None:
    table = await met.play_random(key)
    path = await met.make_page(table)
    page = await met.get(path)
    assert page.status == 200
    assert len(page.body) <= LARGEST
    component = preview_of(page.text)
    found = parts(component)
    assert len(found) <= 40
    assert {part["type"] for part in found} == {17, 10, 12, 1, 2}
    for button in (part for part in found if part["type"] == 2):
        assert set(button) == {"type", "style", "url", "label"} and button["style"] == 5
        assert button["url"].startswith(f"{BASE}{path}")
    [gallery] = [part for part in found if part["type"] == 12]
    assert gallery["items"][0]["media"] == {"url": f"{BASE}{path}/preview.png"}
    assert f'<meta property="og:image" content="{BASE}{path}/preview.png">' in page.text
    assert str(table.game.title) in page.text and "Ann" in page.text and "Ben" in page.text


@pytest.mark.ci
async def test_the_preview_keeps_its_bound_in_the_longest_language_and_with_the_longest_names(
    met: Site, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setattr("web.html_pages.languages", lambda: ("en", PSEUDO))
    long = (Person(7, "𒐫*_" * 30), Person(8, "<@1>" * 40))
    path = await met.make_page(await met.play_random(key, people=long))
    page = await met.get(path, headers={"Accept-Language": PSEUDO})
    assert f'<html lang="{PSEUDO}">' in page.text
    component = preview_of(page.text)
    assert len(page.body) <= LARGEST
    assert re.search(r"(?<!\\)<@1>", component["components"][0]["content"]) is None
    assert "<@1>" not in page.text, "names are text"


async def test_the_preview_is_in_landscape_and_names_who_may_be_named(met: Site) -> None:
    path = await met.make_page(await met.play_random("binar", most=9))
    page = (await met.get(path)).text
    size = struct.unpack(">II", (await met.get(f"{path}/preview.png")).body[16:24])
    assert size == (1100, 722)
    for name, pixels in zip(("width", "height"), size, strict=True):
        assert f'<meta property="og:image:{name}" content="{pixels}">' in page
    assert "summary_large_image" in page
    before = (await met.get(f"{path}/end.png")).body
    await met.club.members.preferences.change(ANN.id, pictured=False)
    assert (await met.get(f"{path}/end.png")).body != before, "Ann is not named any more"


async def test_pictures_are_in_the_colours_that_a_readers_system_asks_for(met: Site) -> None:
    path = await met.make_page(await met.play_random("binar", most=9))
    page, drawn = (await met.get(f"{path}/3")).text, set()
    for wish, theme in (("color-scheme: light", "paper"), ("contrast: more", "contrast")):
        assert f'<source media="(prefers-{wish})" srcset="{path}/3.png?theme={theme}">' in page
        drawn.add((await met.get(f"{path}/3.png?theme={theme}")).body)
    plain = (await met.get(f"{path}/3.png")).body
    assert len({*drawn, plain}) == 3
    assert (await met.get(f"{path}/3.png?theme=night")).body == plain, "others would fill the cache"


async def test_one_steps_through_all_moves_without_a_script(met: Site) -> None:
    table = await met.play_random("binar", most=9)
    path, count = await met.make_page(table), 9
    seen, at = [], f"{path}/0"
    while True:
        page = (await met.get(at)).text
        [picture] = re.findall(r'<figure id="board">.*?<img src="([^"]+)" alt="([^"]+)"', page, re.S)
        seen.append(picture)
        [on] = re.findall(r'href="([^"]+)#board" aria-label="One move on"', page) or [None]
        if on is None:
            break
        at = on
    assert [source for source, _ in seen] == [*(f"{path}/{at}.png" for at in range(count)), f"{path}/end.png"]
    assert len({alt for _, alt in seen}) == len(seen)
    assert (await met.get(f"{path}/{count}")).status == 200
    assert (await met.get(f"{path}/{count + 1}")).status == 404
    for source, _ in (seen[0], seen[3], seen[-1]):
        drawn = await met.get(source)
        assert drawn.headers["Content-Type"] == "image/png" and drawn.body.startswith(b"\x89PNG")
    replay = await met.get(f"{path}/replay.gif")
    assert replay.headers["Content-Type"] == "image/gif" and replay.body.startswith(b"GIF89a")
    assert "nofollow" not in page and 'name="robots" content="noindex"' in page


async def test_a_match_without_a_move_has_its_page_too(met: Site) -> None:
    path = await met.make_page(await met.play_random("binar", most=0))
    page = await met.get(path)
    assert page.status == 200 and "replay.gif" not in page.text
    assert (await met.get(f"{path}/replay.gif")).status == 404
    assert (await met.get(f"{path}/0.png")).status == 200


async def test_a_long_match_lists_the_moves_around_the_one_that_is_shown(met: Site) -> None:
    table = await met.play_random("international", most=180)
    path = await met.make_page(table)
    count = len(table.match.plies)
    last = move_numbers(table.match.plies)[-1]
    assert last > AROUND + 10
    for plies in (0, count // 2, count):
        page = (await met.get(f"{path}/{plies}")).text
        listed = [int(number) for number in re.findall(r'<span class="number">(\d+)\.', page)]
        here = max(1, (plies + 1) // 2)
        assert listed == [n for n in range(here - AROUND, here + AROUND + 1) if 1 <= n <= last]
        assert page.count('aria-current="step"') == (plies > 0)
        assert page.count('class="gap"') == (listed[0] > 1) + (listed[-1] < last)


async def test_the_record_is_what_was_played(met: Site) -> None:
    table = await met.play_random("international", most=30)
    path = await met.make_page(table)
    for form in ("json", "pdn"):
        came = await met.get(f"{path}/record.{form}")
        assert came.status == 200 and came.headers["Content-Disposition"].startswith("attachment")
        assert [ply.text for ply in load_match(came.text).plies] == [ply.text for ply in table.match.plies]
    assert (await met.get(f"{await met.make_page(await met.play_random('binar'))}/record.pdn")).status == 404


async def test_an_analysis_is_there_where_one_was_made(met: Site) -> None:
    table = await met.play_random("binar")
    path = await met.make_page(table)
    assert "Analysis" not in (await met.get(path)).text
    assert (await met.get(f"{path}/analysis.png")).status == 404
    await met.club.play.analyses.make_report(table)
    page = (await met.get(path)).text
    assert "Analysis" in page and re.search(r"Accuracy: Ann \d+%, Ben \d+%\.", page)
    assert (await met.get(f"{path}/analysis.png")).body.startswith(b"\x89PNG")


async def test_who_hides_their_profile_is_called_by_their_side(met: Site) -> None:
    path = await met.make_page(await met.play_random("binar"))
    await met.club.members.preferences.change(ANN.id, profile_shown=False)
    for sub in ("", "/3", "/record.json"):
        page = (await met.get(path + sub)).text
        assert "Ann" not in page and "Ben" in page


async def test_a_page_pushes_no_match_out_that_is_played(met: Site) -> None:
    running = await met.play_random("binar", most=3, end=False)
    path = await met.make_page(await met.play_random("binar"))
    kept = met.club.play.matches.replays.kept
    kept.clear()
    await met.club.play.matches.load(running.row.id)
    assert len(kept) == 1
    assert (await met.get(path)).status == 200
    assert len(kept) == 1 and len(met.club.pages.single.replays.kept) == 1


async def test_a_name_is_text_in_which_nothing_is_live_and_is_not_long(met: Site) -> None:
    people = (Person(7, "@everyone https://x.example/\u202e <@1>"), Person(8, "\u200b" + "m" * 900))
    path = await met.make_page(await met.play_random("binar", people=people))
    program = await met.get("/api/v1" + path.replace("/m/", "/matches/"))
    for page in ((await met.get(path)).text, (await met.get(path + "/2")).text, program.text):
        page = page.replace("&lt;", "<")
        preview = re.sub("<script.*</script>", "", page, flags=re.S)
        assert {len(each) for each in re.findall("m{50,}", page)} == {64}
        assert "\u202e" not in page and "@everyone" not in preview and "https://x.ex" not in preview
        assert "<@1>" not in preview


async def test_there_is_none_without_a_result_or_before_the_end(met: Site) -> None:
    running = await met.play_random("binar", most=3, end=False)
    assert await met.club.pages.single.make_match_page(running, met.is_open) is None
    await met.club.play.moderation.end_match(running.row.id, Act(CLEO.id, next(interactions)))
    ended = await met.club.play.matches.load(running.row.id)
    assert ended.is_over
    assert await met.club.pages.single.make_match_page(ended, met.is_open) is None


async def test_there_is_none_where_its_server_wants_none_or_not_all_may_see(met: Site) -> None:
    table = await met.play_random("binar")
    await met.allow("none")
    assert await met.club.pages.single.make_match_page(table, met.is_open) is None
    await met.allow()
    met.seen["closed"].add(table.row.channel_id)
    assert await met.club.pages.single.make_match_page(table, met.is_open) is None


async def test_none_is_made_of_what_is_played_elsewhere(met: Site) -> None:
    places: list[dict[str, Any]] = [{"abroad": "en"}, {"guild_id": GUILD + 1}]
    for place in places:
        table = await start_match(met.club, "binar", **place)
        table = await met.club.play.matches.resign(table.row.id, Act(ANN.id, next(interactions)))
        assert await met.club.pages.single.make_match_page(table, met.is_open) is None


@pytest.mark.ci
@pytest.mark.parametrize("how", ["server", "place", "forgotten", "removed"])
async def test_it_is_gone_with_what_it_rests_on(met: Site, how: str) -> None:
    table = await met.play_random("binar")
    path = await met.make_page(table)
    everything = [
        path + sub for sub in ("", "/1", "/1.png", "/end.png", "/preview.png", "/replay.gif", "/record.json")
    ]
    assert {(await met.get(each)).status for each in everything} == {200}
    if how == "server":
        await met.allow("none")
    elif how == "place":
        met.seen["closed"].add(table.row.channel_id)
    elif how == "forgotten":
        await met.club.privacy.deletion.begin_deletion(ANN.id)
        while await met.club.privacy.deletion.work() is not None:
            pass
        assert (
            await met.club.store.read(lambda tx: tx.all("SELECT * FROM page WHERE match_id IS NOT NULL"))
            == []
        )
    else:
        await met.club.store.write(lambda tx: tx.run("DELETE FROM match WHERE id = ?", table.row.id))
        assert (
            await met.club.store.read(lambda tx: tx.all("SELECT * FROM page WHERE match_id IS NOT NULL"))
            == []
        )
    assert {(await met.get(each)).status for each in everything} == {404}


@pytest.mark.ci
@pytest.mark.both_databases
async def test_it_has_one_address_that_nobody_guesses(met: Site) -> None:
    table, other = await met.play_random("binar"), await met.play_random("binar")
    path, second = await met.make_page(table), await met.make_page(other)
    assert await met.make_page(table) == path != second
    assert await met.club.pages.single.find_match_url(table) == BASE + path
    assert re.fullmatch(r"/m/[A-Za-z0-9_-]{22}", path)
    near = path[:-1] + ("A" if path[-1] != "A" else "Q")
    assert (await met.get(near)).status == 404
    assert (await met.get(path)).status == 200


async def test_search_engines_find_it_only_where_its_server_wants_that(met: Site) -> None:
    path = await met.make_page(await met.play_random("binar"))
    assert (await met.get(path)).headers["X-Robots-Tag"] == "noindex"
    await met.allow("listed")
    page = await met.get(path)
    assert "X-Robots-Tag" not in page.headers and 'name="robots"' not in page.text
    assert "X-Robots-Tag" in (await met.get(f"{path}/2")).headers


async def test_without_an_address_for_everybody_there_are_none(met: Site) -> None:
    table = await met.play_random("binar")
    met.club.pages.single.base = None
    assert await met.club.pages.single.make_match_page(table, met.is_open) is None
    assert await met.club.pages.single.find_match_url(table) is None
