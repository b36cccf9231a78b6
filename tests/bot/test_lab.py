"""Ways into the lab: from finished matches and from the rules.

None leads from a running match, and a server can leave the ways out.
"""

from typing import Any

import pytest

from rules import links
from rules.catalogue import GAMES
from rules.match import Match
from tests.bot.matches_over import resign
from tests.bot.officials import manager
from tests.bot.page_links import link_of
from tests.bot.server import Server, button, buttons, reply_text, texts, walk
from tests.bot.settings_cards import of_server

BASE = "https://twotone.example/lab/"
SWITCH = "Links to the lab: "


@pytest.fixture
def lab(room: Server) -> Server:
    """A server whose bot has a lab."""
    room.bot.club.pages.lab.base = BASE
    return room


def way(message: Any) -> str | None:
    """Where a card leads to in the lab."""
    found = link_of(message, "Open in the lab")
    assert found is None or (found.startswith(f"{BASE}#") and len(found) <= 512)
    return found and found.removeprefix(f"{BASE}#")


def lab_match(message: Any) -> Match:
    """The match that the lab shows there."""
    said = way(message)
    assert said is not None
    return links.parse(said)


@pytest.mark.ci
@pytest.mark.parametrize("game", ["binar", pytest.param("american", marks=pytest.mark.deep), "one-zero-one"])
async def test_both_final_cards_of_a_resigned_match_lead_to_the_position_it_had(
    lab: Server, game: str
) -> None:
    thread = await lab.begin(game)
    assert way(lab.board(thread)) is None, "it goes on"
    await resign(lab, thread)
    table = await lab.bot.club.play.matches.load_table(await lab.bot.club.play.matches.load_row(1))
    for card in (lab.board(thread), lab.board(lab.channel)):
        match = lab_match(card)
        assert match.game.key == game and match.turn is not None
        assert match.moves() == table.match.copy_at(len(table.match.plies)).moves()


@pytest.mark.ci
async def test_a_match_that_the_rules_have_ended_is_opened_before_its_last_move(lab: Server) -> None:
    thread = await lab.begin("binar", side="Even")
    table = await lab.bot.club.play.matches.load_table(await lab.bot.club.play.matches.load_row(1))
    while not table.is_over:
        mover = lab.ann if table.player(table.turn or 0).user_id == lab.ann.id else lab.ben
        await mover.slash(thread, "move", move=table.match.moves()[0])
        table = await lab.bot.club.play.matches.load_table(await lab.bot.club.play.matches.load_row(1))
    assert table.match.turn is None
    match = lab_match(lab.board(thread))
    assert table.match.plies[-1].text in match.moves()
    assert match.moves() == table.match.copy_at(len(table.match.plies) - 1).moves()


async def test_a_puzzle_leads_there_once_its_solution_is_known(lab: Server) -> None:
    asked = (await lab.ann.slash(lab.channel, "puzzle")).response
    assert way(asked) is None
    key = buttons(asked)["Solution"].rpartition(":")[2]
    ended = await lab.ann.click(asked, label="Solution")
    match = lab_match(ended.response)
    shown = await lab.bot.club.puzzles.solving.get(key, lab.guild.id)
    assert match.moves() == shown.puzzle.match_after(0).moves()


async def test_the_first_page_of_the_rules_leads_to_the_game_and_says_what_is_not_fair(lab: Server) -> None:
    shown = (await lab.ann.slash(lab.channel, "rules", game="russian")).response
    assert way(shown) == "russian"
    assert "use no help from it in one that is not over" in texts(shown)
    [further] = [
        label for label, custom_id in buttons(shown).items() if ":howto:" in custom_id and "2" in label
    ]
    after = (await lab.ann.click(shown, label=further)).response
    assert way(after) is None


async def test_the_rules_of_a_match_lead_there_once_it_is_over_whichever_way_they_were_opened(
    lab: Server,
) -> None:
    thread = await lab.begin("binar", side="Even")
    here = (await lab.ann.slash(thread, "rules", game="binar")).response
    assert way(here) is None and "use no help" not in texts(here), "it goes on"
    other = (await lab.ann.slash(thread, "rules", game="russian")).response
    assert way(other) == "russian"
    await resign(lab, thread)
    shown = (await lab.ann.slash(thread, "rules", game="binar")).response
    assert (way(shown) or "").partition("?")[0] == "binar"
    words = await lab.ann.click(here, label="In words")
    assert (way(words.response) or "").partition("?")[0] == "binar", "a button of before"


async def test_a_server_leaves_the_ways_out_and_that_is_in_its_log(lab: Server) -> None:
    mo = manager(lab)
    card = await of_server(lab, mo)
    after = (await mo.click(card, label=f"{SWITCH}yes")).response
    assert any(part.get("label") == f"{SWITCH}no" for part in walk(after.components))
    assert not (await lab.bot.club.members.servers.get(lab.guild.id)).lab
    log = (await mo.click(after, label="What was changed")).response
    assert "**Links to the lab** on cards here: yes" in texts(log)
    thread = await lab.begin("binar")
    await resign(lab, thread)
    puzzle = (await lab.ann.slash(lab.channel, "puzzle")).response
    ended = await lab.ann.click(puzzle, label="Solution")
    rules = (await lab.ann.slash(lab.channel, "rules", game="russian")).response
    cards = (lab.board(thread), lab.board(lab.channel), ended.response, rules)
    assert [way(each) for each in cards] == [None] * 4
    assert "lab" not in texts(rules)


async def test_without_a_lab_nothing_leads_there_and_the_setting_is_refused(room: Server) -> None:
    mo = manager(room)
    card = await of_server(room, mo)
    assert SWITCH not in str(walk(card.components))
    forged = room.plant(room.channel, [button("v1:0:server:0:lab,0")])
    refused = await mo.click(forged, custom_id="v1:0:server:0:lab,0")
    assert "not offered any more" in reply_text(refused)
    assert (await room.bot.club.members.servers.get(room.guild.id)).lab
    thread = await room.begin("binar")
    await resign(room, thread)
    assert way(room.board(thread)) is None


async def test_an_address_that_is_too_long_for_a_button_is_left_out(lab: Server) -> None:
    club = lab.bot.club
    assert await club.pages.lab.link_to_game(GAMES["binar"], None, None) is not None
    club.pages.lab.base = f"{BASE}{'x' * 512}"
    assert await club.pages.lab.link_to_game(GAMES["binar"], None, None) is None
