"""People's acts: they see messages and press the buttons on them.

They do so too early, too late, twice, and two at once.
"""

import random
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final

from club.club import Club
from club.members import people
from club.members.people import Person
from club.play.course.offers import OfferKind
from club.play.match.matches import Table
from club.play.seek.challenges import DuplicateChallenge
from club.refusals import StaleBoard
from tests.club.people import CHANNEL, GUILD, make_challenge
from tests.discord_in_memory import ANOTHER, Server
from tests.discord_parts import Message
from tests.simulation.answers import Answers
from tests.simulation.invariants import Checkers, Confirmed
from tests.simulation.scenario import GAMES as SHORT
from tests.simulation.world import World

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
ON_BOARDS: Final = ("press", "form")
"""Acts that begin with a press on a board.

They are the picker, and the form for a written move.
"""
MOST_DARES: Final = 8
"""Challenges of one simulation; where all of them went unseen, people give up."""
OFFERED: Final = {"offer": OfferKind.DRAW, "takeback": OfferKind.TAKEBACK}
ANSWERED: Final = {
    "draw": OfferKind.DRAW,
    "nodraw": OfferKind.DRAW,
    "undo": OfferKind.TAKEBACK,
    "noundo": OfferKind.TAKEBACK,
}
MODERATOR: Final = Person(99, "Mod")


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An interaction: a person's press or command, with Discord's number for it.

    `target` is a match or a challenge, `version` that of the board that was pressed, `place` where
    that is.
    """

    number: int
    who: Person
    kind: str
    target: int = 0
    version: int | None = None
    message: int | None = None
    place: int = CHANNEL
    """Where it is made."""
    game: int = 0
    opponent: Person | None = None

    @property
    def club_act(self) -> people.Act:
        """The act as the club's use cases take it."""
        return people.Act(self.who.id, self.number)

    def __str__(self) -> str:
        version = "" if self.version is None else f" at version {self.version}"
        return f"{self.number} {self.who.name} {self.kind} {self.target}{version}"


class People:
    """Draws who does what next, from what there is to be seen."""

    def __init__(self, world: World, server: Server, checkers: Checkers) -> None:
        self.world = world
        self.server = server
        self.checkers = checkers
        self.people = [Person(number + 1, NAMES[number]) for number in range(world.options.people)]
        self._lots = world.lots("people")
        self._numbers = count(1000)
        self._dared = 0
        self._remembered: list[Act] = []

    def acts(self) -> list[Act]:
        """Return what happens next: one interaction, or some at once."""
        options, lots = self.world.options, self._lots
        if self._dared < options.challenges:
            return [self._dare()]
        if self._remembered and lots.random() < options.stale:
            return [replace(lots.choice(self._remembered), number=next(self._numbers))]
        act = self._answer_challenge() or self._sit()
        if act is None:
            return [self._dare()] if self._dared < MOST_DARES else []
        self._remembered.append(act)
        if lots.random() < options.together:
            return [act, self._beside(act)]
        return [act]

    def nudges(self) -> list[Act]:
        """Return a move by command in every running match.

        By then, the bot notices whatever went unnoticed.
        """
        return [
            self._act(self._person(seen.users[seat]), "move", target=match_id)
            for match_id, seen in self.checkers.matches.items()
            if seen.status == "running"
            for seat in (0, 1)
        ]

    def resumes(self) -> list[Act]:
        """Return an act of a player that resumes each match that waits for a place."""
        return [
            self._act(self._person(self._lots.choice(seen.users)), "resume", target=match_id, place=ANOTHER)
            for match_id, seen in self.checkers.matches.items()
            if seen.status == "suspended"
        ]

    def _act(self, who: Person, kind: str, **given: Any) -> Act:
        return Act(number=next(self._numbers), who=who, kind=kind, **given)

    def _person(self, user: int) -> Person:
        return self.people[user - 1]

    def _dare(self) -> Act:
        lots = self._lots
        who = lots.choice(self.people)
        others = [each for each in self.people if each != who]
        opponent = lots.choice([None, *others])
        place = ANOTHER if self.server.is_lost(CHANNEL) else CHANNEL
        act = self._act(who, "dare", game=lots.randrange(len(SHORT)), opponent=opponent, place=place)
        self._dared += 1
        return act

    def _answer_challenge(self) -> Act | None:
        open_cards = [
            each for each in self._visible_messages() if any(":accept:" in mark for mark in each.marks)
        ]
        if not open_cards:
            return None
        card = self._lots.choice(open_cards)
        [number] = {int(mark.split(":")[1][1:]) for mark in card.marks if ":accept:" in mark}
        kind = self._lots.choices(("accept", "decline", "cancel"), (20, 1, 1))[0]
        return self._act(self._lots.choice(self.people), kind, target=number, message=card.id)

    def _sit(self) -> Act | None:
        """Return a person's act in a match that runs or that waits for a place."""
        if (waiting := self.resumes()) and self._lots.random() < 0.3:
            return self._lots.choice(waiting)
        boards = [each for each in self._visible_messages() if any(":play:" in mark for mark in each.marks)]
        if not boards:
            return None
        lots = self._lots
        board = lots.choice(boards)
        mark = next(mark for mark in sorted(board.marks) if ":play:" in mark)
        match_id, version = int(mark.split(":")[1]), int(mark.split(":")[3])
        users = self.checkers.matches[match_id].users
        who = self._person(lots.choice(users))
        for accept, decline in (("draw", "nodraw"), ("undo", "noundo")):
            asked = [each for each in self.server.live(match_id, accept) if not self.server.is_gone(each)]
            if asked and lots.random() < 0.5:
                kind = lots.choice((accept, decline))
                return self._act(who, kind, target=match_id, message=asked[-1].id, place=asked[-1].channel_id)
        if patient := [
            mark.split(":")[2] for mark in sorted(board.marks) if mark.split(":")[2] in ("nudge", "claim")
        ]:
            kind = "nudge" if patient[0] == "nudge" else lots.choice(("claim", "adjourn"))
            if lots.random() < 0.7:
                return self._act(who, kind, target=match_id, place=board.channel_id)
        if lots.random() < 0.4:
            return self._act(who, "play", target=match_id, message=board.id, place=board.channel_id)
        kinds = (
            "press",
            "form",
            "move",
            "offer",
            "takeback",
            "resign",
            "end",
            "call off",
            "rematch",
            "elsewhere",
        )
        kind = lots.choices(kinds, (50, 15, 25, 6, 6, 1, 1, 2, 4, 2))[0]
        if kind in ("end", "elsewhere"):
            return self._act(MODERATOR, kind, target=match_id)
        if kind == "rematch":
            match_id = lots.choice(sorted(self.checkers.matches))
            who = self._person(lots.choice(self.checkers.matches[match_id].users))
        pressed = version if kind in ON_BOARDS else None
        return self._act(who, kind, target=match_id, version=pressed, place=board.channel_id)

    def _visible_messages(self) -> list[Message]:
        """Messages with buttons that are visible now."""
        return [
            each for each in self.server.messages.values() if each.marks and not self.server.is_gone(each)
        ]

    def _beside(self, act: Act) -> Act:
        """Return the act again, by another person or by its own person a second time."""
        who = act.who
        seen = self.checkers.matches.get(act.target)
        if (
            self._lots.random() < 0.5
            and seen
            and act.kind not in ("play", "accept", "decline", "cancel", "dare", "end")
        ):
            who = self._person(next((user for user in seen.users if user != who.id), who.id))
        elif self._lots.random() < 0.5:
            who = self._lots.choice(self.people)
        return replace(act, number=next(self._numbers), who=who)


async def carry_out(act: Act, club: Club, checkers: Checkers, answers: Answers) -> str:
    """Do as the handlers do with an interaction; return what became of it."""
    if act.kind in ("dare", "accept", "decline", "cancel"):
        return await _challenge(act, club, checkers, answers)
    if act.kind == "rematch":
        return await _rematch(act, club, checkers, answers)
    if act.kind == "end":
        await club.play.moderation.end_match(act.target, act.club_act)
        checkers.note_confirmed(_confirmation(act, act.target))
        await answers.say()
        return "ended"
    if act.kind == "play":
        table = await club.play.matches.load(act.target)
        club.play.matches.require_turn(table, act.who.id)
        await answers.nod(act.message)
        return "is to move"
    table = await _in_match(act, club)
    checkers.note_confirmed(_confirmation(act, table.row.id))
    await answers.say()
    return f"version {table.row.version}"


async def _challenge(act: Act, club: Club, checkers: Checkers, answers: Answers) -> str:
    number = act.number
    match act.kind:
        case "dare":
            game, options = SHORT[act.game]
            try:
                row = await make_challenge(
                    club,
                    game,
                    people=(act.who, act.opponent),
                    channel_id=act.place,
                    interaction_id=number,
                    options=options,
                )
            except DuplicateChallenge as first:
                return f"equal to challenge {first.challenge.id}"
            message_id = await answers.post(row)
            if message_id is None:
                await club.play.challenges.post_card_now(row.id)
            else:
                await club.play.challenges.confirm_card(row.id, message_id)
            return f"challenge {row.id}"
        case "accept":
            await club.play.challenges.confirm_pressed_card(act.target, act.message)
            table = await club.play.challenges.accept(act.target, taker=act.who, interaction_id=number)
            checkers.note_new_match(table.row.id, act.target)
            await answers.say()
            return f"match {table.row.id}"
    await club.play.challenges.confirm_pressed_card(act.target, act.message)
    close = club.play.challenges.decline if act.kind == "decline" else club.play.challenges.cancel
    row = await close(act.target, act.club_act)
    assert act.message is not None  # the button is on a card
    await answers.update(act.message, row)
    await club.play.challenges.confirm_card_change(number)
    return "closed"


async def _rematch(act: Act, club: Club, checkers: Checkers, answers: Answers) -> str:
    try:
        challenge, begun = await club.play.beginnings.request_rematch(
            act.target, person=act.who, interaction_id=act.number
        )
    except DuplicateChallenge as first:
        challenge, begun = first.challenge, None
    if begun is not None:
        checkers.note_new_match(begun.row.id, challenge.id)
    await answers.say()
    return f"challenge {challenge.id}" if begun is None else f"match {begun.row.id}"


async def _in_match(act: Act, club: Club) -> Table:
    match act.kind:
        case "press":
            return await _press(act, club)
        case "move" | "form":
            table = await club.play.matches.load(act.target)
            return await club.play.matches.play(
                act.target, act.club_act, _write_move(act, table), version=act.version
            )
        case "offer" | "takeback":
            return await club.play.offers.offer(act.target, act.club_act, OFFERED[act.kind])
        case "draw" | "undo":
            return await club.play.offers.accept(act.target, act.club_act, ANSWERED[act.kind])
        case "nodraw" | "noundo":
            return await club.play.offers.decline(act.target, act.club_act, ANSWERED[act.kind])
        case "call off":
            table, _ = await club.play.beginnings.cancel(act.target, act.club_act, channel_id=act.place)
            return table
        case "nudge":
            return await club.play.silences.nudge(act.target, act.club_act)
        case "claim" | "adjourn":
            return await club.play.silences.claim(act.target, act.club_act, win=act.kind == "claim")
        case "resume":
            return await club.play.mover.resume(
                act.target, act.club_act, guild_id=GUILD, channel_id=act.place
            )
        case "elsewhere":
            return await club.play.mover.move(act.target, act.club_act, channel_id=ANOTHER)
        case _:
            return await club.play.matches.resign(act.target, act.club_act)


async def _press(act: Act, club: Club) -> Table:
    """Play as the picker does: only on the position that the pressed board shows."""
    table = await club.play.matches.load(act.target)
    assert act.version is not None  # a board has a version
    if table.is_running and await club.play.matches.has_moved_since(table, act.version):
        club.play.matches.require_seat(table, act.who.id)
        raise StaleBoard
    club.play.matches.require_turn(table, act.who.id)
    legal = list(table.game.moves(table.match.position))
    move = random.Random(act.number).choice(legal)
    return await club.play.matches.play(act.target, act.club_act, move, version=act.version)


def _write_move(act: Act, table: Table) -> str:
    """Return a legal move as text; "none" if there is none."""
    legal = table.match.moves()
    return random.Random(act.number).choice(legal) if legal else "none"


def _confirmation(act: Act, match_id: int) -> Confirmed:
    """The club's confirmation of an act as an event of a match."""
    return Confirmed(
        interaction=act.number, match=match_id, user=act.who.id, kind=act.kind, pressed=act.version
    )
