"""Files of many games: the form, the menus, and what an opened game can do."""

from typing import Any

import pytest

from rules.checkers.rulesets import RULESETS
from rules.record_files import read_text
from tests.bot.cogs.play.import_steps import PDN, files_of, import_record, press
from tests.bot.matches_over import files
from tests.bot.server import Server, button, buttons, menus, reply_text, texts
from tests.club.brought import club_file

WORDS = b"""[Event "Cup"][Site "Rotterdam"][Round "3"][Date "2001.05.12"][Annotator "X"][White "Ann"][Black "Ben"]
{a *quiet* start} 1. c3-d4 {good} f6-g5 (1... b6-a5 2. b2-c3) 2. b2-c3! nonsense 2-0 {time}
"""


async def choose(room: Server, card: Any, value: str, at: int = -1) -> Any:
    """Choose a value in a menu of a card, the last one by default."""
    custom_id = menus(card)[at]["custom_id"]
    return (await room.ann.select(card, [value], custom_id=custom_id)).response


@pytest.mark.ci
async def test_a_file_in_the_form_is_a_menu_of_games_from_which_one_opens(room: Server) -> None:
    form = await room.ann.slash(room.channel, "import")
    sent = {"file": [("evening.pdn", club_file(40).encode())]}
    card = (await room.ann.submit_modal(form, sent)).response
    assert card.ephemeral
    assert texts(card).startswith("### A file of 40 games\nAll of them can be opened.")
    [menu] = menus(card)
    assert [len(menu["options"]), menu["options"][6]["label"]] == [25, "7. Player 7 – Guest 7 · 2-0"]
    assert menu["options"][6]["description"] == "Club night · 12 moves"
    await room.restart()
    later = await press(room, card, "Later games")
    assert menus(later)[0]["placeholder"] == "Games 26 to 40 of 40"
    opened = await choose(room, later, "30")
    assert texts(opened).startswith("### Russian checkers\nPlayer 30 (White) — Guest 30 (Black)\n")
    assert "-# Club night" in texts(opened)
    back = await press(room, opened, "All games")
    assert menus(back)[0]["placeholder"] == "Games 26 to 40 of 40"


async def test_the_form_takes_a_file_or_a_text_and_says_so(room: Server) -> None:
    form = await room.ann.slash(room.channel, "import")
    upload, area = [part["component"] for part in form.modal["components"]]
    assert (upload["type"], upload["file_types"]) == (19, [".pdn", ".json", ".fen", ".txt"])
    assert not (upload["required"] or area["required"])
    assert "the form was empty" in reply_text(await room.ann.submit_modal(form, {}))
    form = await room.ann.slash(room.channel, "import")
    both = {"file": [("game.pdn", PDN)], "record": PDN.decode()}
    assert "not both" in reply_text(await room.ann.submit_modal(form, both))


async def test_games_are_found_by_a_typed_name(room: Server) -> None:
    card = await import_record(room, club_file(30).encode())
    for typed, count, shown in (("player 2", 11, 11), ("nobody", 0, 0)):
        form = await room.ann.click(card, label="Find a name")
        found = (await room.ann.submit_modal(form, {"name": typed})).response
        assert f"{count} games with “{typed}”." in texts(found)
        assert sum(len(menu["options"]) for menu in menus(found)) == shown
        card = await press(room, found, "All games")


async def test_games_that_do_not_open_say_why_in_the_list_and_alone(room: Server) -> None:
    data = club_file(2).encode() + b'\n\n[White "Ann"][Black "Ben"]\n1. c3-d4 c3-d4 2-0\n'
    card = await import_record(room, data)
    assert "2 of 3 can be opened." in texts(card)
    assert "**3.** Line 17, column 10: no kind of checkers allows all these moves." in texts(card)
    failed = await choose(room, card, "3")
    assert texts(failed).startswith("### Game 3: not read whole\nAnn — Ben\n**Line 17, column 10: no kind")
    assert "1 part was not read:**\nLine 17, column 10: “c3-d4" in texts(failed)
    turkish = await choose(room, failed, "turkish")
    assert "**Line 17, column 4: " in texts(turkish)
    assert "(Turkish checkers" in texts(turkish)
    options = menus(turkish)[0]["options"]
    assert {each["value"] for each in options} == set(RULESETS)
    assert [each["value"] for each in options if each["default"]] == ["turkish"]
    assert texts(await press(room, turkish, "All games")) == texts(card)


async def test_guessed_letters_unread_parts_and_open_results_are_told(room: Server) -> None:
    guessed = b'[White "\xe9"]\n1. c3-d4 *'
    card = await import_record(room, guessed + b"\n\n1. c3-d4 *")
    assert "The letters of this file were guessed" in texts(card)
    assert "The letters of this file were guessed" not in texts(
        await import_record(room, club_file(2).encode())
    )
    assert " · *" not in menus(card)[0]["options"][0]["label"], "an open result says nothing"
    parts = " ".join(f"oops{number} {{between}}" for number in range(7))
    record = await import_record(room, f'[GameType "25"]\n1. c3-d4 {parts} f6-g5 *'.encode())
    assert "**7 parts were not read:**" in texts(record)
    assert "and 2 more" in texts(record)


async def test_the_last_game_of_a_page_leads_back_to_it(room: Server) -> None:
    card = await import_record(room, club_file(30).encode())
    opened = await choose(room, card, "25")
    assert menus(await press(room, opened, "All games"))[0]["placeholder"] == "Games 1 to 25 of 30"


async def test_a_kind_is_chosen_where_the_record_names_none(room: Server) -> None:
    card = await press(room, await import_record(room, WORDS), "On")
    assert "its moves are legal in 4 kinds. This is Russian checkers." in texts(card)
    [menu] = menus(card)
    fitting = [
        each["value"] for each in menu["options"] if each["description"] == "All moves are legal in it"
    ]
    assert fitting == [each["value"] for each in menu["options"][:4]]
    other = await choose(room, card, "brazilian")
    assert texts(other).startswith("### Brazilian checkers")
    assert "Move 1 of 3: 1. c3-d4" in texts(other)
    await room.restart()
    assert texts(await press(room, other, "On")).startswith("### Brazilian checkers")
    assert menus(await import_record(room)) == []


async def test_the_words_of_a_record_stand_at_their_moves(room: Server) -> None:
    card = await import_record(room, WORDS)
    assert "-# Cup, Rotterdam · round 3 · 2001.05.12 · annotated by X\n" in texts(card)
    assert "> a \\*quiet\\* start\n" in texts(card)
    assert "**1 part was not read:**\nLine 2, column 73: “nonsense”" in texts(card)
    first = await press(room, card, "On")
    assert "> good\n" in texts(first)
    second = await press(room, first, "On")
    assert "> Variation: 1... b6-a5 2. b2-c3\n" in texts(second)
    last = await press(room, second, "Last")
    assert "2. b2-c3 !" in texts(last)
    assert "**The record says 2-0: Ann (White) won.**" in texts(last)
    timed = await import_record(room, PDN.replace(b"[White", b'[Termination "time forfeit"][White'))
    assert "**The record says 1-0: Ada\\_ (White) won on time.**" in texts(await press(room, timed, "Last"))


async def test_an_opened_game_is_replayed_shared_and_given_back_as_a_clean_file(room: Server) -> None:
    card = await press(room, await import_record(room, WORDS), "On")
    await room.restart()
    clean = (await files(await press(room, card, "Clean file")))["pdn"]
    assert "{good} f6-g5 (1... b6-a5 2. b2-c3) 2. b2-c3!" in clean
    assert read_text(clean).games[0].tags["Annotator"] == "X"
    replay = (await room.ann.click(card, label="Replay")).response
    assert [file.filename for file in replay.attachments] == ["replay.gif", "record.pdn"]
    assert "-# 1. c3-d4 f6-g5 2. b2-c3" in texts(replay)
    for shown, names, labels in (
        (card, ["board.png", "record.json"], ["Try this position"]),
        (replay, ["replay.gif"], []),
    ):
        posted = (await room.ann.click(shown, label="Share")).response
        assert not posted.ephemeral
        assert "Shared by Ann" in texts(posted)
        assert [file.filename for file in posted.attachments] == names
        assert list(buttons(posted)) == labels


@pytest.mark.ci
async def test_a_card_of_the_version_before_still_turns_its_pages(room: Server) -> None:
    given = await files((await room.ann.slash(await room.begin("binar", side="Even"), "export")).response)
    card = await import_record(room, given["json"].encode(), "x.json")
    key = buttons(card)["Share"].split(":")[4].partition(".")[0]
    message = next(each for each in room.channel.history(viewer=room.ann) if each.id == card.id)
    await room.restart()
    room.forge(message, [button(f"v1:0:import-at:0:{key},first")])
    assert "A position alone" in texts((await room.ann.click(card, label="forged")).response)
    assert list(await files_of(card)) == ["record.json"]
