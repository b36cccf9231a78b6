"""Discord's previews of pages stay within their bounds.

They do so in every language and for every game, with the longest names.
"""

import pytest

from club.clocks.time_control import parse_control
from club.competitions.kinds.knockout import KnockoutKind
from club.members.people import Person
from data.standing import ratings
from data.standing.ratings import RatingRow
from engines.puzzles.puzzle import load_shipped_puzzles
from rules.catalogue import GAMES
from tests.club.leagues import MO
from tests.club.people import CHANNEL, GUILD, act
from tests.sets import leave_to_ci
from tests.web.match_previews import LARGEST, parts, preview_of
from tests.web.site import BASE, Site
from words import languages

LONG = [Person(70 + number, name * 40) for number, name in enumerate(("𒐫*_", "<@1>", "ж__", "漢`~"))]
TYPES = {17, 10, 12, 1, 2}


async def start_tournament(met: Site, key: str) -> str:
    """Start a tournament and return the path of its page.

    The players have the longest names, and its own is as long as possible.
    """
    control = parse_control("10+5")
    assert control is not None
    row = await met.club.competitions.tournaments.create(
        kind=KnockoutKind(),
        name="𒐫" * 60,
        game=GAMES[key],
        options={},
        control=control,
        starts_in=600.0,
        rounds=None,
        organiser=act(MO),
        place=(GUILD, CHANNEL),
    )
    for person in LONG:
        await met.club.competitions.all.join(1, person)
    met.time[0] += 600.0
    await met.club.competitions.scheduler.take_due_steps()
    url = await met.club.pages.single.make_competition_page(row, met.is_open)
    assert url is not None
    return url.removeprefix(BASE)


@pytest.mark.ci
async def test_every_page_and_its_preview_are_small_in_every_language(met: Site, key: str) -> None:
    one, other = LONG[:2]
    paths = [
        await start_tournament(met, key),
        await met.make_page(await met.play_random(key, people=(one, other))),
    ]
    paths += [f"/p/{puzzle.key}" for puzzle in load_shipped_puzzles(key)[:1]]
    rows = [RatingRow(GUILD, each, one.id, one.name, 1600.0, 99.0, met.time[0], 9, 9) for each in GAMES]
    for row in rows:
        await met.club.store.write(lambda tx, row=row: ratings.put(tx, row))
    paths.append((await met.club.pages.lists.make_profile_page(one.id, GUILD)).removeprefix(BASE))
    for language in languages():
        for path in paths:
            page = await met.get(path, headers={"Accept-Language": language})
            assert page.status == 200 and f'<html lang="{language}">' in page.text, (path, language)
            assert len(page.body) <= LARGEST, (path, language)
            assert {part["type"] for part in parts(preview_of(page.text))} <= TYPES
            assert "<@1>" not in page.text.partition("</head>")[2]


@pytest.mark.parametrize("language", leave_to_ci(languages(), but=("en", "de", "ru")))
async def test_lists_are_small_too(met: Site, language: str) -> None:
    for number in range(3):
        await met.make_page(
            await met.play_random("international", people=(LONG[0], LONG[1]), seed=number, most=4)
        )
    own = await met.club.pages.lists.find_server_url(GUILD)
    assert own is not None
    page = await met.get(own.removeprefix(BASE), headers={"Accept-Language": language})
    # as large with the twenty that a list has
    assert len(page.body) + 17 * (len(page.body) // 3) <= LARGEST
