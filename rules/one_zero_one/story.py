"""The last move of One Zero One in sentences.

Who laid which cards, and the effects of the commands on each player's cards.
"""

from typing import Any

from rules.one_zero_one.commands import CHAINS
from rules.one_zero_one.playing_cards import Digit, LaidCard
from rules.one_zero_one.turn import PlayedTurn
from rules.one_zero_one.view import CommandEffect
from words import Phrase, SeatedPlayer, Words, join_phrases

QUIET = ("PLAIN", "REM")
"""Cards that do nothing when they arrive."""


def tell_move(last: PlayedTurn, digits: tuple[Digit, Digit], *, ended: bool) -> Words:
    """Return the move in sentences about its `SeatedPlayer`s.

    `digits` are those of seat 0 and seat 1. `ended` says that its last card ended the game at once,
    so that the card's command was not carried out.
    """
    first, *brought = last.placed
    mover = SeatedPlayer(last.seat, str(digits[last.seat]))
    said = [
        Phrase(f"one_zero_one.did.laid{_kind(first.card)}", name=mover, **_facts(first.card, first.cell.line))
    ]
    by = first.card.command
    for placed in brought:
        facts = _facts(placed.card, placed.cell.line)
        said.append(Phrase(f"one_zero_one.did.brought{_kind(placed.card)}", command=by, **facts))
        by = placed.card.command
    said += [_effect(effect, by, digits) for effect in last.effects]
    if not (last.effects or ended or by in (*QUIET, *CHAINS)):
        said.append(Phrase("one_zero_one.did.nothing", command=by))
    return join_phrases("series.sentences", said)


def _effect(effect: CommandEffect, by: str, digits: tuple[Digit, Digit]) -> Phrase:
    """Return the effect on a card of the command `by`, the last of a chain.

    The card belongs to the player whose digit it showed.
    """
    owner = digits.index(effect.before.digit)
    facts: dict[str, Any] = {
        "command": by,
        "owner": SeatedPlayer(owner, str(effect.before.digit)),
        "card": _face(effect.before),
        "line": effect.cell.line,
    }
    if effect.kind == "moved" and effect.to:
        if effect.to.line == effect.cell.line:
            return Phrase("one_zero_one.did.moved.along", **facts)
        facts["to"] = effect.to.line
    elif effect.kind == "flipped":
        facts["digit"] = 1 - effect.before.digit
    elif effect.kind == "waits" and effect.to:
        return Phrase("one_zero_one.did.waits", line=effect.to.line)
    elif effect.kind == "saved":
        del facts["command"]
    return Phrase(f"one_zero_one.did.{effect.kind}", **facts)


def _kind(card: LaidCard) -> str:
    return ".plain" if card.command == "PLAIN" else ""


def _facts(card: LaidCard, line: int) -> dict[str, Any]:
    return {"digit": card.digit, "line": line} if _kind(card) else {"card": card.command, "line": line}


def _face(card: LaidCard) -> str:
    """Return the visible face of a card: its command, or its digit if it is plain."""
    return str(card.digit) if _kind(card) else card.command
