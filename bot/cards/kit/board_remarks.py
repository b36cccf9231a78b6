"""Notes beside a board: an open offer, moves taken back, a conditional move."""

from bot.cards.kit.card_lines import quote_move
from bot.cards.kit.kit import Press
from bot.cards.kit.names import mention, plain
from bot.custom_ids import CustomId
from club.clocks.time_control import MINUTE, span
from club.play.after.history import Story
from club.play.course.offers import Offer, OfferKind, plies_to_take_back
from club.play.match.matches import Table
from club.play.match.waiting import silence_of
from words import Speaker, when


def story_lines(table: Table, story: Story, say: Speaker) -> list[str]:
    """Return one line for each thing that happened since the last move."""
    lines = []
    if story.in_advance:
        last, answered = table.match.plies[-1], table.match.plies[-2]
        name = plain(table.player(last.seat).name)
        lines.append(say("card.advance.played", name=name, move=quote_move(answered.said)))
    if story.taken_back:
        name = plain(table.player(story.taken_back.by).name)
        lines.append(say("card.taken_back", name=name, count=story.taken_back.count))
    if story.moved:
        code = "card.moved.here" if story.moved.seat is None else "card.resumed.here"
        lines.append(say(code, name=mention(story.moved.by), channel=f"<#{story.moved.channel_id}>"))
    if story.ended_by is not None:
        lines.append(say("card.ended.by", name=f"<@{story.ended_by}>"))
    if story.given:
        giver, other = (plain(table.player(seat).name) for seat in (story.given.by, 1 - story.given.by))
        span_given = span(story.given.seconds)
        lines.append(say("card.time_given", name=giver, opponent=other, span=span_given))
    if story.given_back >= MINUTE:
        lines.append(say("card.given_back", span=span(story.given_back)))
    lines += waiting_lines(table, say)
    if story.offer:
        lines.append(offer_line(table, story.offer, say))
    return lines


def waiting_lines(table: Table, say: Speaker) -> list[str]:
    """Return which player has been waiting long for the other.

    Return nothing while that is not worth saying.
    """
    row, turn = table.row, table.turn
    if turn is None:
        return []
    lines = []
    facts = {"name": plain(table.player(turn).name), "opponent": plain(table.player(1 - turn).name)}
    claim_from = silence_of(row).claim_from
    if row.nudged_at is not None:
        lines.append(say("card.nudged", time=when(row.turn_at), **facts))
    if row.absent_at is not None and claim_from is not None:
        lines.append(say("card.absent", time=when(claim_from), **facts))
    return lines


def waiting_buttons(table: Table, say: Speaker, *, may_nudge: bool, may_claim: bool) -> list[Press]:
    """Return what the player who waits can press by now."""
    match_id, version = table.row.id, table.row.version
    if may_claim:
        claim = Press.of(CustomId("claim", match_id, version), say("button.claim"))
        return [claim] if table.row.control is None else [claim, give_button(table, say)]
    if may_nudge:
        return [Press.of(CustomId("nudge", match_id, version), say("button.nudge"))]
    return []


def give_button(table: Table, say: Speaker) -> Press:
    """Return the button by which the player who waits gives the other more time."""
    return Press.of(CustomId("give-time", table.row.id, table.row.version), say("button.give-time"))


def offer_line(table: Table, offer: Offer, say: Speaker) -> str:
    """Return who offers what."""
    name = plain(table.player(offer.by).name)
    if offer.kind is OfferKind.TAKEBACK:
        return say("card.offer.takeback", name=name, move=plies_to_take_back(table.match, offer.by)[0].text)
    return say("card.offer.draw", name=name)
