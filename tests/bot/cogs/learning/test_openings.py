"""/openings: the opening tree of one's own, a member's, or the server's matches.

Buttons lead through it, and one person alone sees it.
"""

from typing import Any

import pytest

from club.play.course.nearness import BY_HEART
from data.database.transaction import Transaction
from rules.catalogue import GAMES
from tests.bot.closed_places import overwrite
from tests.bot.explore_acts import play_counted
from tests.bot.server import Server, button, buttons, menus, reply_text, texts
from tests.bot.settings_cards import own

PLAY, COMPUTER = "Challenge from here", "Play Twotone"


async def open_tree(room: Server, who: Any, place: Any = None, **given: Any) -> Any:
    """Open the tree with /openings, and return the private answer."""
    shown = await who.slash(place or room.channel, "openings", **given)
    assert shown.ephemeral
    return shown.response


async def test_the_tree_of_ones_own_matches_is_walked_by_buttons(room: Server) -> None:
    empty = await open_tree(room, room.ann)
    assert "No finished match is counted here yet." in texts(empty)
    await play_counted(room, "c3", "d4", "b2")
    await play_counted(room, "c3", "a1")
    shown = await open_tree(room, room.ann)
    words = texts(shown)
    assert "### Openings: Binar" in words and "Your finished matches" in words
    assert "2 matches went on from here: Even won 2, Odd won 0, 0 drawn." in words
    assert "c3: 2 matches, Even won 2, Odd won 0, 0 drawn." in shown.attachments[0].description
    assert "Back" not in buttons(shown), "there is nothing before the start"
    moved = (await room.ann.click(shown, label="c3")).response
    assert "1. c3" in texts(moved) and {"a1", "d4"} <= set(buttons(moved))
    deeper = (await room.ann.click(moved, label="d4")).response
    deeper = (await room.ann.click(deeper, label="b2")).response
    assert "No finished match among them went on from here." in texts(deeper)
    back = (await room.ann.click(deeper, label="Back")).response
    assert "1. c3 d4" in texts(back) and "b2" in buttons(back)


@pytest.mark.ci
async def test_one_side_and_another_tree_are_a_press_away(room: Server) -> None:
    await play_counted(room, "c3", "d4")
    await play_counted(room, "b2", "d4", side="Odd")
    shown = await open_tree(room, room.ann)
    assert {"c3", "b2", "With Even", "With Odd", "This server's"} <= set(buttons(shown))
    odd = (await room.ann.click(shown, label="With Odd")).response
    assert "with **Odd**" in texts(odd) and "b2" in buttons(odd) and "c3" not in buttons(odd)
    both = (await room.ann.click(odd, label="Both sides")).response
    assert {"c3", "b2"} <= set(buttons(both))
    server = (await room.ann.click(both, label="This server's")).response
    assert "of this server" in texts(server) and "With Even" not in buttons(server)
    assert "2 matches went on from here" in texts(server)
    mine = (await room.ann.click(server, label="My matches")).response
    assert "Your finished matches" in texts(mine)


@pytest.mark.ci
async def test_games_and_options_are_chosen_from_a_menu(room: Server) -> None:
    await play_counted(room)
    await play_counted(room, "c3-d4", game="russian", side="White")
    shown = await open_tree(room, room.ann, game="russian")
    assert "### Openings: Russian checkers" in texts(shown)
    [menu] = menus(shown)
    labels = {option["label"]: option["value"] for option in menu["options"]}
    assert "Russian checkers: 1 match" in labels
    [other] = [value for label, value in labels.items() if label.startswith("Binar (1 match): 5×5")]
    changed = (await room.ann.select(shown, [other])).response
    assert "### Openings: Binar" in texts(changed)
    none = await open_tree(room, room.ann, game="turkish")
    assert "No finished match of Turkish checkers is counted here yet." in texts(none)
    cards = await open_tree(room, room.ann, game="one-zero-one")
    assert "has hidden cards" in texts(cards)


async def test_one_plays_on_from_a_position_against_somebody_and_against_the_computer(room: Server) -> None:
    await play_counted(room)
    shown = await open_tree(room, room.ann)
    moved = (await room.ann.click(shown, label="c3")).response
    challenge = await room.ann.click(moved, label=PLAY)
    assert not challenge.ephemeral
    await room.ben.click(challenge.response, label="Accept")
    match = await room.match(2)
    assert match.was_set and GAMES["binar"].dump(match.origin)["cells"] == {"c3": "0"}
    against = await room.ann.click(moved, label=COMPUTER)
    assert "★" in "".join(buttons(against.response))
    usual = await room.ann.click(await open_tree(room, room.ann), label=PLAY)
    await room.ben.click(usual.response, label="Accept")
    assert not (await room.match(3)).was_set


@pytest.mark.ci
async def test_nobody_is_helped_in_their_own_running_match(room: Server) -> None:
    moves = ("a1", "a2", "b3", "a4", "a5", "b1", "c2", "d3", "e4")
    await play_counted(room, *moves)
    place = await room.begin("binar", side="Even")
    for number, move in enumerate(moves[:BY_HEART]):
        await (room.ben if number % 2 else room.ann).slash(place, "move", move=move)
    for member, refused in ((room.ann, True), (room.cleo, False)):
        shown = await open_tree(room, member, server=True)
        for move in moves[: BY_HEART - 1]:
            shown = (await member.click(shown, label=move)).response
        kind, way = buttons(shown)[moves[BY_HEART - 1]].split(":")[-1].split(",")
        last = await member.click(shown, label=moves[BY_HEART - 1])
        assert ("a match that you are playing" in texts(last.response)) is refused
        for action in ("tree-play", "tree-twotone"):
            forged = room.plant(room.channel, [button(f"v1:0:{action}:0:{kind},{way}")])
            played = await member.click(forged, label="forged")
            assert played.ephemeral is refused


async def test_a_place_that_one_may_not_see_is_in_no_tree_of_others(room: Server) -> None:
    await play_counted(room)
    overwrite(room, room.channel, room.guild.default_role, view_channel=False)
    other = room.guild.create_text_channel("other")
    for given in ({"server": True}, {"member": room.ann}, {"member": room.ben}):
        seen = await open_tree(room, room.cleo, other, **given)
        assert "No finished match is counted here yet." in texts(seen)
        assert "c3" not in texts(seen) + "".join(buttons(seen))
        forged = room.plant(other, [button(f"v1:{room.ann.id}:tree:0:1,")])
        step = (await room.cleo.click(forged, label="forged")).response
        assert "c3" not in texts(step) + "".join(buttons(step)) + step.attachments[0].description
        assert "matches" not in "".join(map(str, menus(step)))
    assert "c3" in buttons(await open_tree(room, room.ann, other))
    overwrite(room, room.channel, room.cleo, view_channel=True)
    assert "c3" in buttons(await open_tree(room, room.cleo, other, server=True))
    assert "c3" in buttons(await open_tree(room, room.cleo, other, member=room.ann))


async def test_who_hides_their_profile_shows_no_tree(room: Server) -> None:
    await play_counted(room)
    await room.ann.click(await own(room, room.ann), label="Others may see my profile: yes")
    assert reply_text(await room.ben.slash(room.channel, "openings", member=room.ann)).startswith(
        "They keep their"
    )
    forged = room.plant(room.channel, [button(f"v1:{room.ann.id}:tree:0:1,")])
    assert reply_text(await room.ben.click(forged, label="forged")).startswith("They keep their")
    assert "c3" in buttons(await open_tree(room, room.ann, member=room.ann))
    assert "No finished match" in texts(await open_tree(room, room.cleo, server=True))


async def test_where_there_is_no_server_ones_own_tree_is_there(room: Server) -> None:
    await play_counted(room)
    shown = (await room.ann.user.slash("openings")).response
    assert "c3" in buttons(shown) and "This server's" not in buttons(shown) and PLAY not in buttons(shown)
    forged = await room.ann.user.slash("openings", server=True)
    assert "Only on a server" in texts(forged.response)


async def test_what_is_still_to_be_counted_is_said(room: Server) -> None:
    await play_counted(room)

    async def wait(tx: Transaction) -> None:
        await tx.run("DELETE FROM tree_count")
        await tx.run("INSERT INTO tree_job (match_id, not_before) VALUES (1, 9e12)")

    await room.run(room.bot.club.store.write(wait))
    assert "Your finished matches are being counted" in texts(await open_tree(room, room.ann))
    assert "being counted" not in texts(await open_tree(room, room.cleo))
    assert "being counted" not in texts(await open_tree(room, room.ann, server=True))
