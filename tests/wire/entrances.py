"""Every entrance for people's input, each fed the longest that Discord accepts."""

from collections.abc import Collection, Coroutine, Iterator
from typing import Any, Final, TypeVar

from bot.cogs import HANDLERS
from playground.world.command_options import STRING, SUBCOMMAND_GROUP
from playground.world.errors import JSON, ActRefusedError
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from playground.world.uploads import Upload
from tests.rules.hostile import HOSTILE
from tests.wire import longest
from tests.wire.live_bot import Scene
from tests.wire.longest import PIECES, long
from tests.wire.timed_bot import FILE
from tests.wire.visible_message import buttons, find_challenge, loading, match_number

T = TypeVar("T")

GIVEN: Final = {"game": "one-zero-one", "move": "a1", "from": 1, "to": 2}
"""What a command is given in the options that are not looked at."""
SLASH: Final = 1
FEW: Final = ("a ", "9", "1,", "İ", "russian,", "canadian/", "turkish*/")
"""What fills the names of buttons."""
LAST: Final = ("forget",)
"""What would leave nothing to press."""


class Doors:
    """What took too long is told with the door by which it came.

    Of all that could be sent at one door every `step`-th is, another part of it at the next door.
    """

    def __init__(self, scene: Scene, step: int = 1) -> None:
        self.scene, self.world = scene, scene.world
        self._step, self._next = step, 0
        self.late: list[str] = []
        self.lost: list[str] = []
        self.came = 0

    def some(self, every: Collection[T]) -> list[T]:
        """Those of all that could be sent that are sent here."""
        self._next += 1
        return [*every][self._next % self._step :: self._step]

    async def by(self, door: str, act: Coroutine[Any, Any, Any]) -> Any:
        """Send something; what Discord's own client refuses is no door."""
        outcome: Any = {}
        try:
            outcome = await act
            self.came += 1
        except ActRefusedError as refused:
            if any(word in str(refused) for word in ("respond", "failed")):
                self.lost.append(f"{door}: {refused}")
        self.look(door)
        return outcome

    def look(self, door: str) -> None:
        """Note what has taken too long since the last look."""
        file = self.scene.bot.folder / FILE
        if file.exists():
            self.late += [f"{door}: {line}" for line in file.read_text(encoding="utf-8").splitlines()]
            file.unlink()

    async def wait_for_answer(self, outcome: JSON) -> JSON:
        """Return the answer once it is there in full; {} if there is none."""
        message = self.world.state.find_message(str(outcome.get("message_id")))
        if message is None:
            return {}
        await self.scene.until(lambda: not loading(message))
        return message.body

    # Commands

    @property
    def commands(self) -> Iterator[tuple[str, list[JSON]]]:
        """Every command by its words, with its options."""
        for command in self.world.offered_commands(ADA_ID):
            if command.get("type", SLASH) == SLASH:
                yield from self._leaves(command["name"], command.get("options", []))

    def _leaves(self, path: str, options: list[JSON]) -> Iterator[tuple[str, list[JSON]]]:
        inner = [each for each in options if each["type"] <= SUBCOMMAND_GROUP]
        if not inner:
            yield path, options
        for each in inner:
            yield from self._leaves(f"{path} {each['name']}", each.get("options", []))

    async def complete(self) -> None:
        """All that is completed, while it is typed."""
        for name, options in self.commands:
            others = {each["name"]: "russian" for each in options if each["name"] == "game"}
            for option in (each for each in options if each.get("autocomplete")):
                for piece in self.some(PIECES):
                    for length in (longest.OPTION, longest.LOOKED_AT):
                        typed = {**others, option["name"]: long(piece, length)}
                        act = self.world.complete(ADA_ID, GAMES_ID, name, typed, option["name"])
                        await self.by(f"completing {option['name']} of /{name} with {piece!r}", act)

    async def command(self) -> None:
        """All options that are texts."""
        for name, options in self.commands:
            needed = {each["name"]: GIVEN.get(each["name"], "1") for each in options if each.get("required")}
            for option in (each for each in options if each["type"] == STRING and not each.get("choices")):
                for piece in self.some(PIECES):
                    given = needed | {option["name"]: long(piece, longest.longest(option))}
                    act = self.world.slash(ADA_ID, GAMES_ID, name, given)
                    await self.by(f"{option['name']} of /{name} with {piece!r}", act)

    # Buttons, menus and forms

    async def press(self, place: str) -> None:
        """Send every action by a button and a menu, with any text in their names.

        The forms that they open are submitted too.
        """
        card = self.scene.board(place)
        about = match_number(card)
        for action in (*sorted(HANDLERS.keys() - set(LAST)), *LAST):
            for piece in self.some(FEW):
                named = f"v1:{about}:{action}:0:"
                custom_id = named + long(piece, longest.CUSTOM_ID - len(named))
                door, value = f"{action} with {piece!r}", long(piece, longest.VALUE)
                card["components"] = [longest.button(custom_id)]
                opened = await self.by(f"pressing {door}", self.world.click(ADA_ID, card["id"], custom_id))
                await self._fill_in(f"the form of {door}", opened, piece)
                card["components"] = [longest.menu(custom_id, value)]
                await self.by(f"choosing {door}", self.world.select(ADA_ID, card["id"], custom_id, [value]))

    async def _fill_in(self, door: str, opened: JSON, piece: str) -> None:
        """Send a form in, if one was opened, each field as full as it may be."""
        modal = self.world.state.modals.get(str(opened.get("modal_id")))
        if modal is not None:
            full = {
                each["custom_id"]: long(piece, longest.longest(each)) for each in longest.fields(modal.body)
            }
            await self.by(door, self.world.submit(ADA_ID, modal.id, full))

    # Records

    async def paste(self) -> None:
        """Records that fill the form."""
        for name, hostile in self.some(HOSTILE.items()):
            opened = await self.world.slash(ADA_ID, GAMES_ID, "import", {})
            text = hostile(longest.PASTED)[: longest.PASTED].strip().ljust(1, "x")
            await self.by(f"pasting {name}", self.world.submit(ADA_ID, opened["modal_id"], {"record": text}))

    async def bring(self, name: str, data: bytes) -> JSON:
        """A file as large as the bot takes it; the card that shows it, or says why not."""
        file = Upload("0", "record.txt", "text/plain", data)
        held = self.world.attach_file(ADA_ID, GAMES_ID, file)
        outcome = await self.by(
            f"bringing {name}", self.world.slash(ADA_ID, GAMES_ID, "import", {"record": held["id"]})
        )
        return await self.wait_for_answer(outcome)

    async def files(self) -> None:
        """Records that fill a file, and all that can be done with those that can be read."""
        for name, hostile in self.some(HOSTILE.items()):
            await self.bring(name, hostile(longest.FILE).encode()[: longest.FILE])
        for name, data in longest.LEGAL.items():
            card = await self.bring(name, data())
            await self._play(name, place := await self._play_on(name, card))
            await self.scene.resign(ADA_ID, place)  # or another match from a position like it is refused
            if last := buttons(card).get("Last"):
                act = self.world.click(ADA_ID, card["id"], last)
                await self.wait_for_answer(await self.by(f"the last position of {name}", act))

    async def _play_on(self, name: str, card: JSON) -> str:
        """Begin a match from the position on a record's card, and return its place."""
        known = {body["id"] for body in self.scene.messages(ADA_ID, GAMES_ID)}
        act = self.world.click(ADA_ID, card["id"], buttons(card)["Play on from here"])
        await self.by(f"playing on from {name}", act)
        place, accept = await self.scene.until(
            lambda: find_challenge(self.scene.messages(ADA_ID, GAMES_ID), known)
        )
        await self.by(f"accepting {name}", self.world.click(BEN_ID, place, accept))
        await self.scene.until(lambda: self.scene.boards(place))
        return place

    async def _play(self, name: str, place: str) -> None:
        """Open the pickers of a match, and move once."""
        board = self.scene.board(place)
        for member in (ADA_ID, BEN_ID):
            await self.by(
                f"the picker of {name}", self.world.click(member, board["id"], buttons(board)["Play"])
            )
        for member in (ADA_ID, BEN_ID):
            moves = await self.by(
                f"moves of {name}", self.world.complete(member, place, "move", {"move": ""}, "move")
            )
            if moves:
                await self.by(
                    f"a move of {name}",
                    self.world.slash(member, place, "move", {"move": moves[0]["value"]}),
                )
        await self.scene.until(lambda: len(self.scene.boards(place)) > 1)
        self.look(f"the board of {name}")
