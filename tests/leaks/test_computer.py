"""Matches against the computer tell viewers nothing that they may not see.

Two worlds that differ only in that tell them the same.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from club.play.course.computer import ComputerTurnFollower
from club.play.course.hints import Hint, Hints
from club.play.course.thinking import think_in_thread
from club.play.match.matches import Table
from engines.analysis import MIN_PLIES
from engines.choose import choose_move
from engines.observation import observe
from engines.player import MoveChoice
from engines.worker_messages import MoveRequest
from rules.catalogue import GAMES
from rules.match import Match
from rules.one_zero_one import decks
from rules.one_zero_one.decks import Deal, deal
from rules.one_zero_one.turn import Move
from rules.shuffle import Shuffle
from tests.bot.computer_matches import PAUSE, answer
from tests.bot.server import Server, buttons, serve, texts
from tests.leaks.evening import NEVER, SECRET, Party, acquaint, differences
from tests.leaks.sown_leaks import Leak, log_line
from tests.leaks.wire import Streams, Wire, listening
from tests.leaks.worlds import GAME, TYPED_AT_MOST, Eye, History, decks_that_differ, hands_that_differ, twin

pytestmark = pytest.mark.ci

SEEDS = range(3, 40)
"""Seeds of games to try until one is found that has all its twins.

Which one that is follows from how the computer's level plays.
"""
LEVEL = 1
"""Of the computer, at seat 1; hints are given at its best."""
LOOKED = 4
"""Moves after which Ann, who is to move, and Cleo look around and ask for hints."""
NAMES = {0: "Ann", None: "Cleo"}


EYES: tuple[tuple[Eye, ...], ...] = ((1, None), (0, None), (0, 1, None))
"""Who may not tell two worlds apart, in one test or another."""


@cache
def against_computer() -> History:
    """The beginning of a game that Ann plays against the computer.

    Its worlds differ in everything that any test here hides.
    """
    games = (beginning_of(seed) for seed in SEEDS)
    return next(
        told
        for told in games
        if told and all(hides(told, twin(told, eyes, ends=False), eyes) for eyes in EYES)
    )


def hides(told: History, dealt: Deal, eyes: tuple[Eye, ...]) -> bool:
    """Whether two worlds differ in hidden cards for most of the game.

    These are the hands of seats that do not look on, and a deck.
    """
    hands = [hands_that_differ(told, dealt, seat) for seat in {0, 1} - {*eyes}]
    return min([*hands, decks_that_differ(told, dealt, 1)]) > LOOKED


def beginning_of(seed: int) -> History | None:
    """A game in which Ann keeps back two cards of her first hand.

    Return `None` if she cannot.
    """
    dealt = deal(GAME.read_options({"deck": "base"}), Shuffle(seed.to_bytes(32, "big")))
    chance = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decks, "deal", lambda options, shuffle: dealt)
        match = Match(GAMES["one-zero-one"], {"deck": "base"}, SECRET)
    kept = set(match.position.hands[0][:2])
    moves: list[Move] = []
    while len(moves) < MIN_PLIES:
        if match.turn == 1:
            move = choose_move(observe(match, 1), match.options, LEVEL, 0).move
        else:
            position = match.position
            legal = [
                move for move in GAME.moves(position) if len(GAME.write(position, move)) <= TYPED_AT_MOST
            ]
            free = [each for each in legal if not kept & {play.card for play in each.plays}]
            if not free:
                return None
            move = chance.choice(free)
        moves.append(move)
        match.make_move(move)
    return History("base", dealt, tuple(moves))


@dataclass(frozen=True)
class Sitting:
    """Ann plays a history against the computer and gives up.

    Then the match is looked through. With `told_to_play`, the computer's moves are those of the
    history, whatever cards it holds; hints are computed anyway.
    """

    told: History
    told_to_play: bool = False
    leak: Leak | None = None

    async def run_world(self, dealt: Deal, database: Path) -> tuple[Streams, Streams]:
        """Play a world with this deal and return everything that was told.

        The first result ends before Ann gave up, the second one is complete.
        """
        with pytest.MonkeyPatch.context() as patch, listening(patch) as wire:
            patch.setattr(decks, "deal", lambda options, shuffle: dealt)
            patch.setattr(ComputerTurnFollower, "pause", PAUSE)
            patch.setattr("club.play.seek.challenges.SEEDS", 1)
            if self.told_to_play:
                patch.setattr("tests.bot.server.think_in_thread", self._think)
            if self.leak:
                self.leak(patch)
            async with serve(database, secret=lambda: SECRET, patience=NEVER) as room:
                return await self._play_through(room, wire)

    async def _think(self, question: MoveRequest) -> MoveChoice:
        if question.level != LEVEL:
            return await think_in_thread(question)
        return MoveChoice(self.told.moves[len(question.observation.views) - 1], None, 0)  # pyrefly: ignore[missing-attribute]  # it is a hidden game

    async def _play_through(self, room: Server, wire: Wire) -> tuple[Streams, Streams]:
        """Play the match and return the streams before Ann gives up and after it."""
        acquaint(wire, room)
        side = str(self.told.deal.digits[0])
        card = await room.ann.slash(
            room.channel, "play", game="one-zero-one", opponent=room.twotone, options="deck=base", side=side
        )
        await room.ann.click(card.response, label=list(buttons(card.response))[LEVEL - 1])
        wire.names[room.place.id] = "thread"
        party = Party(room, wire, room.place, room.restart)
        moves = [GAME.write(None, move) for move in self.told.moves]  # pyrefly: ignore[bad-argument-type]  # it needs none
        for ply, move in enumerate(moves):
            if ply == LOOKED:
                await party.look_around()
                await ask_for_hints(party)
            if ply % 2:
                await answer(room)
                assert (await room.match()).plies[-1].text == move
            else:
                await party.play(move, "written")
        before = wire.streams()
        asked = await room.ann.slash(party.place, "resign")
        await room.ann.click(asked.response.message, label="Resign")
        for member in (room.ann, room.cleo):
            await view_analysis(party, member)
        return before, wire.streams()


async def ask_for_hints(party: Party) -> None:
    """Ask for a hint as Ann and as Cleo.

    Ann is told where to look and then the move. Cleo is told nothing.
    """
    look = await party.room.ann.slash(party.place, "hint")
    given = await party.room.ann.click(look.response.message, label="Show the move")
    assert "A good move: " in texts(given.response)
    await party.room.cleo.slash(party.place, "hint", match="1")


async def view_analysis(party: Party, member: Any) -> None:
    """View the analysis of the match as a member, and each of its turning points."""
    shown = (await member.slash(party.place, "analyse", match="1")).response
    assert "### Analysis" in texts(shown)
    for label in [each for each in buttons(shown) if each[0].isdigit()]:
        point = (await member.click(shown.message, label=label)).response
        await member.click(point.message, label="Curve")


async def compare_worlds(
    sitting: Sitting, eyes: tuple[Eye, ...], folder: Path
) -> tuple[list[str], list[str]]:
    """Return the differences between two worlds that `eyes` cannot tell apart.

    The first result is of the time of the match, the second of all.
    """
    told = sitting.told
    dealt = twin(told, eyes, ends=False)
    assert hides(told, dealt, eyes)
    names = tuple(NAMES[eye] for eye in eyes if eye in NAMES)
    one, other = [
        await sitting.run_world(world, folder / f"{number}.db")
        for number, world in enumerate((told.deal, dealt))
    ]
    return differences(one[0], other[0], names), differences(one[1], other[1], names)


async def test_what_the_computer_does_tells_nobody_what_ann_holds(tmp_path: Path) -> None:
    during, _ = await compare_worlds(Sitting(against_computer()), (1, None), tmp_path)
    assert during == []


async def test_neither_cards_nor_hints_tell_ann_what_the_computer_holds(tmp_path: Path) -> None:
    during, _ = await compare_worlds(Sitting(against_computer(), told_to_play=True), (0, None), tmp_path)
    assert during == []


async def test_moves_hints_and_the_report_know_nothing_of_cards_that_nobody_drew(tmp_path: Path) -> None:
    assert await compare_worlds(Sitting(against_computer()), (0, 1, None), tmp_path) == ([], [])


def hint_of_all_hands(patch: pytest.MonkeyPatch) -> None:
    """A hint follows from both hands."""
    of = Hints.get_hint

    async def leaky(self: Hints, table: Table, *, user_id: int) -> Hint:
        hint = await of(self, table, user_id=user_id)
        return replace(hint, clue=f"{hint.clue} {table.match.position.hands[1]}")

    patch.setattr(Hints, "get_hint", leaky)


@pytest.mark.parametrize(
    ("leak", "eyes"),
    [
        pytest.param(log_line, (1, None), marks=pytest.mark.deep, id="log line"),
        pytest.param(hint_of_all_hands, (0, None), id="hint"),
    ],
)
async def test_a_seeded_leak_is_found(
    tmp_path: Path, leak: Callable[[pytest.MonkeyPatch], None], eyes: tuple[Eye, ...]
) -> None:
    sitting = Sitting(against_computer(), told_to_play=True, leak=leak)
    during, _ = await compare_worlds(sitting, eyes, tmp_path)
    assert during
