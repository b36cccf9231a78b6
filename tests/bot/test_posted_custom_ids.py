"""Components posted by any landed version still answer.

If they cannot, they say kindly what to press. `fixtures/posted_custom_ids.txt` holds custom_ids
of every kind of button, menu and form that such a version has posted. Each has the game of its
match: number 1, with Ann and Ben. A version that posts another kind adds its lines; no line is
ever removed.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from bot.cogs import HANDLERS
from bot.custom_ids import CustomId, parse_custom_id
from tests.bot.server import Server, button, press_behind, select, texts, walk
from tests.sets import leave_to_ci

pytestmark = pytest.mark.usefixtures("pictures_undrawn")

FIXTURE = Path(__file__).parent / "fixtures" / "posted_custom_ids.txt"
FORMS: dict[str, dict[str, Any]] = {
    "written": {"move": "a1"},
    "set-options": {"size": ["4"]},
    "import": {"record": "junk"},
    "end-yes": {"why": "It hung"},
    "void-yes": {"why": "They agreed on it"},
    "note-put": {"move": "1", "note": "good"},
    "adv-written": {"lines": "a1, b2"},
    "set-zone": {"zone": "Berlin"},
    "server-tz": {"zone": "Berlin"},
    "set-clocks": {"clock": ["3d"]},
    "learn-hour": {"hour": ["9"]},
    "set-vacation": {"days": ["3"]},
    "rule-why": {"why": "late"},
}
"""Actions that a submitted form carries, with something to fill in."""
CHOSEN = {
    "show-match": "1",
    "choose": "a1",
    "me": "en",
    "chapter": "1",
    "compare": "american",
    "under": "german",
    "rest": "3",
}
"""What is chosen in menus; in all others a game."""
POSTED: dict[str, list[str]] = defaultdict(list)
for line in FIXTURE.read_text(encoding="utf-8").splitlines():
    game, custom_id = line.split(" ", 1)
    POSTED[game].append(custom_id)


def test_every_action_that_was_ever_posted_has_a_handler_and_a_line() -> None:
    posted = {custom_id.split(":")[2] for custom_ids in POSTED.values() for custom_id in custom_ids}
    assert posted == set(HANDLERS)


@pytest.mark.parametrize("game", leave_to_ci(POSTED, but=("yin-yang", "one-zero-one")))
async def test_what_was_posted_still_answers(room: Server, game: str) -> None:
    await room.ann.slash(room.channel, "play", game=game)
    place = await room.begin(game)
    members = (room.ann, room.ben, room.cleo)
    for number, custom_id in enumerate(POSTED[game]):
        known = parse_custom_id(custom_id)
        assert known
        # By one after the other: a button of each action is pressed by everybody in `test_everywhere.py`.
        member = members[number % 3]
        if known.action in FORMS:
            result = await submit_old_form(room, place, custom_id, FORMS[known.action])
        elif is_menu(known):
            value = CHOSEN.get(known.action, "binar")
            message = room.plant(place, [select(custom_id, [value])])
            result = await member.select(message, [value], custom_id=custom_id)
        else:
            message = room.plant(place, [button(custom_id)])
            result = await member.click(message, custom_id=custom_id)
        assert result.acknowledged, custom_id
        shown = (result.followups or [result.response])[-1]
        if shown and shown.components:
            assert "older version" not in texts(shown), custom_id
            assert "went wrong" not in texts(shown), custom_id


def is_menu(known: CustomId) -> bool:
    """Whether a menu carries this custom_id, not a button."""
    menus = (
        "block-set",
        "choose",
        "dare",
        "import-kind",
        "import-open",
        "place-take",
        "puzzle-again",
        "rule-pair",
        "strength",
        "team-pick",
    )
    choosing = (known.action in menus and known.rest != "1") or (known.action == "try" and known.version > 0)
    choosing = choosing or (known.action == "show-match" and not known.id)
    reading = known.action in ("chapter", "compare") or (
        known.action == "under" and known.rest.count(",") == 2
    )
    choosing = choosing or (known.action == "games" and known.rest.endswith(","))
    choosing = choosing or (known.action == "friend" and known.rest == "of")
    return choosing or reading or (known.action in ("me", "rest") and "," not in known.rest)


async def submit_old_form(room: Server, place: Any, custom_id: str, filled: dict[str, Any]) -> Any:
    """Submit a form as Ann that she opened before the last update."""
    if "set-options" in custom_id:
        cards = [
            m for m in room.channel.history() if any(p.get("label") == "Options" for p in walk(m.components))
        ]
        asked = cards or [
            (await room.ann.slash(room.channel, "play", game="binar", opponent=room.cleo)).response
        ]
        form = await press_behind(room.ann, asked[0], "Options")
    elif ":import:" in custom_id:
        form = await room.ann.slash(place, "import")
    else:
        opens = custom_id.replace("set-clocks", "server-time").replace("learn-hour", "learn-daily")
        opens = opens.replace("rule-why", "rule-set").replace("written", "write").replace("set-", "")
        opener = room.plant(place, [button(opens)])
        form = await room.ann.click(opener, label="forged")
    if form.modal is None:  # it is not her turn: there is no form to submit
        return form
    form.modal["custom_id"] = custom_id
    if "set-vacation" in custom_id:
        filled = filled | {"first": [room.env.now().date().isoformat()]}
    return await room.ann.submit_modal(form, filled)
