"""The settings of a member and of a server: each menu holds what is set."""

from typing import Any

import discord

from bot.cards.members.settings import own_settings_card, server_clocks_form, server_settings_card
from data.members.preferences import Preference
from data.members.servers import ServerRow
from tests.bot.cards.whole_card import SAY, presses_of


def chosen(card: Any) -> dict[str, list[Any]]:
    """What is chosen in each menu of a card, by the name of the setting."""
    found: dict[str, list[Any]] = {}
    for item in card.view.walk_children():
        if isinstance(item, discord.ui.ChannelSelect):
            found[item.custom_id.rpartition(":")[2]] = [each.id for each in item.default_values]
        elif isinstance(item, discord.ui.Select):
            found[item.custom_id.rpartition(":")[2]] = [each.value for each in item.options if each.default]
    return found


def buttons(card: Any) -> list[str]:
    return [line for line in presses_of(card) if line.startswith("[")]


def own(**given: Any) -> Any:
    return own_settings_card(Preference(1, **given), ["en", "de"], SAY, None)


def test_a_member_who_has_set_nothing_has_the_defaults() -> None:
    assert chosen(own()) == {"theme": ["wood"], "facing": ["own"], "language": ["auto"], "mined": ["auto"]}
    assert buttons(own()) == [
        "[Ask before a move counts: no] 0:me:0:confirm,1",
        "[Direct message: no] 0:me:0:dm_turn,1",
        "[Others may see my profile: yes] 0:me:0:profile_shown,0 success",
        "[Time zone, quiet hours, vacation] 0:me-time:0",
        "[Looking for a game] 0:look:0",
        "[My mistakes come back: no] 0:me:0:learning,1",
        "[My name in pictures of finished matches: yes] 0:me:0:pictured,0 success",
        "[Whom I blocked] 0:blocks:0",
    ]


def test_what_a_member_has_set_is_chosen() -> None:
    made = own(
        theme="night",
        confirm=True,
        dm_turn=True,
        learning=True,
        pictured=False,
        profile_shown=False,
        facing="first",
        mined="named",
        own_language="de",
    )
    assert chosen(made) == {"theme": ["night"], "facing": ["first"], "language": ["de"], "mined": ["named"]}
    assert buttons(made) == [
        "[Ask before a move counts: yes] 0:me:0:confirm,0 success",
        "[Direct message: yes] 0:me:0:dm_turn,0 success",
        "[Others may see my profile: no] 0:me:0:profile_shown,1",
        "[Time zone, quiet hours, vacation] 0:me-time:0",
        "[Looking for a game] 0:look:0",
        "[My mistakes come back: yes] 0:me:0:learning,0 success",
        "[My name in pictures of finished matches: no] 0:me:0:pictured,1",
        "[Whom I blocked] 0:blocks:0",
    ]
    assert chosen(own(theme="gone"))["theme"] == ["wood"]
    shown = own_settings_card(Preference(1), [], SAY, None, has_live_boards=True)
    assert [line for line in buttons(shown) if "live-close" in line] == ["[Close my boards] 0:live-close:0"]


def test_a_server_that_has_set_nothing_has_the_defaults() -> None:
    made = server_settings_card(ServerRow(10), ["en", "de"], SAY, None)
    assert chosen(made) == {
        "channels": [],
        "running_limit": ["auto"],
        "open_limit": ["auto"],
        "ratings": ["rated"],
        "language": ["auto"],
    }
    assert buttons(made) == [
        "[A thread for each match: yes] 0:server:0:threads,0 success",
        "[Playing the computer: yes] 0:server:0:computers,0 success",
        "[Clocks] 0:server-time:0",
        "[Daily puzzle] 0:server-puz:0",
        "[What was changed] 0:server-log:0",
        "[Club card, weekly digest] 0:server-club:0",
    ]


def test_what_a_server_has_set_is_chosen() -> None:
    server = ServerRow(
        10,
        channels=(5, 6),
        threads=False,
        running_limit=3,
        open_limit=2,
        language="de",
        computers=False,
        ratings="none",
        pages="listed",
        lab=False,
    )
    made = server_settings_card(
        server, ["en", "de"], SAY, "Well.", has_pages=True, page_address="https://page", has_lab=True
    )
    assert chosen(made) == {
        "channels": [5, 6],
        "running_limit": ["3"],
        "open_limit": ["2"],
        "ratings": ["none"],
        "language": ["de"],
        "pages": ["listed"],
    }
    assert buttons(made) == [
        "[A thread for each match: no] 0:server:0:threads,1",
        "[Playing the computer: no] 0:server:0:computers,1",
        "[Clocks] 0:server-time:0",
        "[Daily puzzle] 0:server-puz:0",
        "[What was changed] 0:server-log:0",
        "[Club card, weekly digest] 0:server-club:0",
        "[Links to the lab: no] 0:server:0:lab,1",
        "[What is public] https://page",
    ]


def test_the_clocks_of_a_server_are_chosen() -> None:
    def fields(**given: Any) -> list[list[str]]:
        form: Any = server_clocks_form(ServerRow(10, **given), SAY)
        return [[each.value for each in field.component.options if each.default] for field in form.children]

    assert fields() == [["none"], ["auto"], ["auto"]]
    assert fields(clock="3d", clock_least=86400, clock_most=604800) == [["3d"], ["86400"], ["604800"]]


def test_every_choice_of_a_form_begins_with_a_capital_or_a_number() -> None:
    form: Any = server_clocks_form(ServerRow(10), SAY)
    labels = [option.label for field in form.children for option in field.component.options]
    assert labels[:2] == ["No clock", "1 day a move"]
    assert [label for label in labels if label[0].islower()] == []
