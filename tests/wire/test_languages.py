"""A player whose Discord is in the pseudo-language plays on an English server.

Everything that only they see is in their language.
"""

import random
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from playground.world.errors import JSON
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from tests.sets import leave_to_ci
from tests.untranslated import untranslated_words
from tests.wire import players
from tests.wire.live_bot import Scene
from tests.wire.visible_message import EPHEMERAL, alt_texts, buttons, version, words
from words import PSEUDO
from words.pseudo import ACCENTS

NAMES = ("Ada", "Ben", "Cleo", "Twotone", "Games", "games")
PLIES = 250

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def abroad(scene: Scene) -> AsyncIterator[Scene]:
    """The scene with Ben's Discord in the pseudo-language.

    All others and the server are in English.
    """
    scene.world.choose_language(BEN_ID, PSEUDO)
    yield scene
    scene.world.choose_language(BEN_ID, "en-US")


def everything(body: JSON) -> str:
    """All that a message says: words, labels of buttons and menus, alt texts."""
    return "\n".join([words(body), *labels(body), *alt_texts(body)])


def labels(body: JSON) -> Iterator[str]:
    """The labels of buttons, the placeholders and options of menus."""
    for part in _parts(body["components"]):
        for name in ("label", "placeholder"):
            if part.get(name):
                yield str(part[name])
        for option in part.get("options", ()):
            yield str(option["label"])


def _parts(components: list[JSON]) -> Iterator[JSON]:
    for part in components:
        yield part
        yield from _parts(part.get("components", []))


def is_ephemeral(body: JSON) -> bool:
    return bool(body["flags"] & EPHEMERAL)


async def pick(scene: Scene, member_id: str, card: JSON, chance: random.Random) -> list[str]:
    """Make one move through the picker that Play opens, going by custom_ids alone.

    Return all words shown on the way.
    """
    play = next(each for each in buttons(card).values() if ":play:" in each)
    shown = await scene.press_component(member_id, card["id"], play)
    seen = [everything(shown)]
    while buttons(shown):
        shown = await _choose(scene, member_id, shown, chance)
        seen.append(everything(shown))
    return seen


async def _choose(scene: Scene, member_id: str, picker: JSON, chance: random.Random) -> JSON:
    ways = [each.split(":", 4) for each in buttons(picker).values()]
    deepest = max((len(way[4].split(",")) for way in ways if way[2] == "pick" and len(way) > 4), default=0)
    onward = [
        ":".join(way)
        for way in ways
        if way[2] in ("do", "page")
        or (way[2] == "pick" and len(way) > 4 and len(way[4].split(",")) == deepest)
    ]
    if any(":do:" in each for each in onward):
        onward = [each for each in onward if ":do:" in each]
    custom_id = chance.choice(onward)
    return await scene.press_component(member_id, picker["id"], custom_id)


@pytest.mark.ci
@pytest.mark.parametrize(
    "game", leave_to_ci(["binar", pytest.param("russian", marks=pytest.mark.deep), "one-zero-one"], after=1)
)
async def test_a_match_in_two_languages(abroad: Scene, game: str) -> None:
    scene, chance = abroad, random.Random(7)
    place = await scene.begin(game)
    private: list[tuple[str, str]] = []
    played = 0
    while "Play" in buttons(board := scene.board(place)) and played < PLIES:
        mover = players.mover(board)
        private += [(mover, said) for said in await pick(scene, mover, board, chance)]
        await scene.wait_for_board(place, version(board))
        played += 1
    for label in ("More", "My view", "Hand"):
        if label in buttons(board):
            private.append((BEN_ID, everything(await scene.press(BEN_ID, board["id"], label))))
    private += [
        (member, everything(body))
        for member in (ADA_ID, BEN_ID)
        for dm in scene.world.member_view(member)["dms"]
        for body in dm["messages"]
        if f"/{place}" in str(body)
    ]
    assert {member for member, _ in private} == {ADA_ID, BEN_ID}
    for member, said in private:
        if member == BEN_ID:
            assert untranslated_words(said, NAMES) == [], said
            assert "[" in said
        else:
            assert not _has_accents(said), said
    public = [
        body
        for channel in (place, GAMES_ID)
        for body in scene.messages(ADA_ID, channel)
        if not is_ephemeral(body)
    ]
    assert len(public) >= 2
    for body in public:
        assert not _has_accents(everything(body)), everything(body)


def _has_accents(said: str) -> bool:
    return any(letter in said for letter in "áéíóúýçñÁÉÍÓÚÝÇÑ")


@pytest.mark.ci
async def test_commands_and_refusals_answer_in_the_person_s_language(abroad: Scene) -> None:
    scene = abroad
    place = await scene.begin("binar")
    asked = [
        ("help", {}),
        ("games", {}),
        ("rules", {"game": "one-zero-one"}),
        ("rules", {"game": "gothic"}),
        ("verify", {}),
    ]
    for command, options in asked:
        answer = await scene.answer(scene.world.slash(BEN_ID, place, command, options))
        assert untranslated_words(everything(answer), NAMES) == [], everything(answer)
    refused = await scene.answer(scene.world.slash(BEN_ID, place, "move", {"move": "zz9"}))
    assert untranslated_words(words(refused).replace("zz9", ""), NAMES) == []
    english = await scene.answer(scene.world.slash(ADA_ID, place, "help", {}))
    assert not _has_accents(everything(english))


@pytest.mark.ci
async def test_on_a_server_in_the_pseudo_language_what_everybody_sees_is_in_it(scene: Scene) -> None:
    scene.world.choose_server_language(PSEUDO)
    try:
        place = await scene.begin("binar")
        board = scene.board(place)
        assert untranslated_words(everything(board), NAMES) == []
        assert untranslated_words(everything(scene.message(place)), NAMES) == []
        mover = next(who for who in (ADA_ID, BEN_ID) if f"<@{who}> to move" in _strip_accents(words(board)))
        seen = await pick(scene, mover, board, random.Random(3))
        assert not any(map(_has_accents, seen))
    finally:
        scene.world.choose_server_language("en-US")


def _strip_accents(said: str) -> str:
    """Return a text without the pseudo-language's accents."""
    return said.translate({ord(new): chr(old) for old, new in ((o, chr(n)) for o, n in ACCENTS.items())})
