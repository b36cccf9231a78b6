"""No byte that the pages serve holds anything hidden, for any request."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from club.members.people import Act, Person
from club.pages.hooks import News
from club.play.course.ballots import BallotTerms, Voter
from data.database.persons import FORMER
from data.pages.hooks import NewsKind
from rules.catalogue import GAMES
from tests.club.people import GUILD, act, interactions, start_match
from tests.club.room import Room
from tests.club.tournaments import Evening
from tests.web.site import BASE, CLOSED, Site
from web.page_server import PageServer

KINDS = (
    *("paged", "running", "secret", "elsewhere", "abroad", "off", "forgotten", "hiding", "cancelled"),
    *("noted", "voted"),
)
IDS = 7_000_000_000_000_000
"""First of the user ids, which are no other numbers.

No user's id is in any byte.
"""
LETTERS = {b"tEXt", b"zTXt", b"iTXt", b"eXIf"}
"""Parts of a picture that hold words."""


@dataclass
class Hunt:
    """What was made: the paths of pages, and marks that none may see."""

    paths: list[str] = field(default_factory=list)
    hidden: set[str] = field(default_factory=set)


def chunks(png: bytes) -> Iterator[bytes]:
    """The names of the parts of a picture."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at = 8
    while at < len(png):
        size, name = struct.unpack(">I4s", png[at : at + 8])
        yield name
        at += 12 + size


async def forget(met: Site, who: Person) -> None:
    await met.club.privacy.deletion.begin_deletion(who.id)
    while await met.club.privacy.deletion.work() is not None:
        pass


async def begin(met: Site, game: str, kind: str, people: tuple[Person, Person], number: int) -> Any:
    """A match of a kind, as far as it is played."""
    places: dict[str, dict[str, Any]] = {
        "elsewhere": {"guild_id": GUILD + 7},
        "abroad": {"abroad": "en"},
        "voted": {"vote": BallotTerms("own", 3600.0, 3)},
    }
    place = places.get(kind, {})
    if not place:
        return await met.play_random(
            game, people=people, seed=number, most=12, end=kind not in ("running", "cancelled")
        )
    table = await start_match(met.club, game, people=people, **place)
    if kind == "voted":
        voter = Person(IDS + 500_000 + number, f"Voter{number}x")
        if table.turn == 0:
            ballot = await met.club.play.votes.load_ballot(table.row.id, Voter(voter.id, may_write=True))
            await met.club.play.votes.cast(ballot, act(voter), table.match.moves()[0], safe=False)
    return await met.club.play.matches.resign(table.row.id, act(people[1]))


async def hide(met: Site, hunt: Hunt, number: int) -> None:
    """Make a match of a kind, with marks of its own in names, ids, notes and seed."""
    kind, game = KINDS[number % len(KINDS)], list(GAMES)[number % len(GAMES)]
    kind = "hiding" if kind == "voted" and GAMES[game].hidden else kind  # no team plays with hidden cards
    ann, ben = (Person(IDS + 2 * number + side, f"Mark{'AB'[side]}{number}x") for side in (0, 1))
    table = await begin(met, game, kind, (ann, ben), number)
    hunt.hidden |= {
        str(ann.id),
        str(ben.id),
        str(IDS + 500_000 + number),
        f"Note{number}x",
        f"Voter{number}x",
    }
    secret = {ann.name, ben.name, table.row.secret.hex()}
    if kind == "cancelled":
        await met.club.play.moderation.end_match(table.row.id, Act(5, next(interactions)))
        table = await met.club.play.matches.load(table.row.id)
    elif kind == "secret":
        change = "UPDATE match SET channel_id = ? WHERE id = ?"
        await met.club.store.write(lambda tx: tx.run(change, CLOSED, table.row.id))
        table = await met.club.play.matches.load(table.row.id)
    elif kind == "noted" and table.match.plies:
        await met.club.play.notes.write(table, act(ann), 1, f"Note{number}x", replaced_ply=None)
    url = await met.club.pages.single.make_match_page(table, met.is_open)
    if kind in ("running", "secret", "elsewhere", "abroad", "cancelled"):
        assert url is None, kind
        hunt.hidden |= secret
        return
    assert url is not None, kind
    hunt.paths.append(url.removeprefix(BASE))
    if kind == "off":
        hunt.hidden |= secret
        for change in ("match SET guild_id = ? WHERE id = ?", "page SET guild_id = ? WHERE match_id = ?"):
            await met.club.store.write(lambda tx, c=change: tx.run(f"UPDATE {c}", GUILD + 9, table.row.id))
    elif kind == "forgotten":
        hunt.hidden |= secret
        await forget(met, ann)
    elif kind == "hiding":
        hunt.hidden |= {ann.name, ben.name}
        for each in (ann, ben):
            await met.club.members.preferences.change(each.id, profile_shown=False)


async def compete(met: Site, hunt: Hunt) -> list[News]:
    """Play a round of a tournament and return the webhook's messages about it.

    One player hides and one is forgotten.
    """
    people = [Person(IDS + 900_000 + number, f"Entrant{number}x") for number in range(6)]
    evening = await Evening.start(Room(met.club, met.time), people, rounds=2)
    row = (await met.club.competitions.all.load_stage_view(1)).competition
    url = await met.club.pages.single.make_competition_page(row, met.is_open)
    assert url is not None
    await evening.here()
    await evening.play()
    for table in [
        await met.club.play.matches.load(each.match_id or 0) for each in (await evening.pairings())
    ]:
        if (match := await met.club.pages.single.make_match_page(table, met.is_open)) is not None:
            hunt.paths.append(match.removeprefix(BASE))
    await met.club.members.preferences.change(people[0].id, profile_shown=False)
    await forget(met, people[1])
    hunt.hidden |= {str(each.id) for each in people} | {people[0].name, people[1].name}
    path = url.removeprefix(BASE)
    hunt.paths.append(path)
    return [News("x", GUILD, path.rpartition("/")[2], each, stage_id=1) for each in list(NewsKind)[1:]]


async def fetch_everything(met: Site, hunt: Hunt, news: list[News]) -> list[tuple[str, bytes]]:
    """Return every byte that is served, with the headers."""
    own = await met.club.pages.lists.find_server_url(GUILD)
    assert own is not None
    lists = own.rpartition("/")[2]
    asked = [*("/", "/privacy", "/terms", "/robots.txt", f"/s/{lists}", f"/s/{lists}/feed.atom")]
    asked.append(f"/api/v1/servers/{lists}")
    for path in hunt.paths:
        kind, address = path.strip("/").split("/")
        asked.append(f"/api/v1/{'matches' if kind == 'm' else 'competitions'}/{address}")
        parts = (
            "",
            "/0",
            "/2",
            "/record.json",
            "/record.pdn",
            "/end.png",
            "/preview.png",
            "/1.png",
            "/replay.gif",
        )
        asked += [path + part for part in (parts if kind == "m" else ("", "/0.png"))]
    found, shown = [], 0
    for path in asked:
        came = await met.get(path)
        shown += came.status == 200 and path in hunt.paths
        found.append((path, came.body + repr(came.headers).encode()))
        if path.endswith(".png") and came.status == 200:
            assert not LETTERS & set(chunks(came.body)), path
        if path.endswith(".gif") and came.status == 200:
            assert b"\x21\xfe" not in came.body[:800], path
    assert 3 <= shown < len(hunt.paths)
    told = PageServer(met.host)
    news = news + [News("x", GUILD, path.rpartition("/")[2], NewsKind.MATCH_OVER) for path in hunt.paths]
    return found + [(f"told {each}", repr(await told.webhook_body(each)).encode()) for each in news]


@pytest.mark.parametrize("matches", [10, pytest.param(200, marks=pytest.mark.deep)])
@pytest.mark.timeout(1200)
async def test_what_is_hidden_is_in_no_byte(met: Site, matches: int) -> None:
    hunt = Hunt()
    news = await compete(met, hunt)
    for number in range(matches):
        await hide(met, hunt, number)
    bodies = await fetch_everything(met, hunt, news)
    marks = [mark.encode() for mark in hunt.hidden]
    assert len(marks) > 4 * matches and len(bodies) > matches
    assert [(path, mark) for path, body in bodies for mark in marks if mark in body] == []
    assert not any(str(FORMER).encode() in body for path, body in bodies if path.startswith("/m/"))
    names = {f"Mark{side}{number}x" for number in range(matches) for side in "AB"} - hunt.hidden
    assert names and all(any(name.encode() in body for _, body in bodies) for name in names), (
        "the others are named"
    )
