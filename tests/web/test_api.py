"""Programs read exactly what the OpenAPI file describes.

They read nothing that no page shows.
"""

import json

import jsonschema
import pytest

from tests.club.people import ANN
from tests.web.api_answers import API, parse_valid, schema
from tests.web.league_pages import league, make_path
from tests.web.site import BASE, Site
from web.api import DESCRIPTION


async def test_every_route_is_described_and_every_description_answers(met: Site) -> None:
    came = json.loads((await met.get(f"{API}/openapi.json")).text)
    assert came["servers"] == [{"url": BASE}]
    assert came["paths"] == DESCRIPTION["paths"]
    from web.page_server import PageServer

    routes = {
        (route.resource.canonical if route.resource else "")
        for route in PageServer(met.host).make_application().router.routes()
    }
    assert {path for path in routes if path.startswith("/api/")} == set(DESCRIPTION["paths"])
    for name in DESCRIPTION["components"]["schemas"]:
        jsonschema.Draft202012Validator.check_schema(schema(name))


@pytest.mark.ci
async def test_a_match_of_every_game_is_as_described(met: Site, key: str) -> None:
    table = await met.play_random(key, most=8)
    path = await met.make_page(table)
    came = await met.get(API + path.replace("/m/", "/matches/"))
    assert came.headers["Access-Control-Allow-Origin"] == "*"
    found = parse_valid(came.text, "Match")
    assert found["moves"] == [ply.text for ply in table.match.plies]
    assert found["page"] == BASE + path and found["winner"] == table.row.winner
    assert [player["name"] for player in found["players"]] == [str(seat.name) for seat in table.row.seats]


async def test_a_competition_is_as_described_and_names_nobody_who_hides(met: Site) -> None:
    path = await make_path(met, await league(met))
    at = API + path.replace("/c/", "/competitions/")
    found = parse_valid((await met.get(at)).text, "Competition")
    assert {row["name"] for row in found["sections"][0]["rows"]} == {"Ann", "Ben", "Cleo", "Dan"}
    assert found["state"] == "running" and len(found["sections"][0]["pairings"]) == 6
    await met.club.members.preferences.change(ANN.id, profile_shown=False)
    assert "Ann" not in (await met.get(at)).text


@pytest.mark.parametrize(
    "path", ["matches/AAAAAAAAAAAAAAAAAAAAAA", "competitions/AAAAAAAAAAAAAAAAAAAAAA", "x", "matches/x"]
)
async def test_what_is_not_there_is_refused_in_json(met: Site, path: str) -> None:
    came = await met.get(f"{API}/{path}")
    assert came.status == 404 and "no such page" in parse_valid(came.text, "Refusal")["error"]
