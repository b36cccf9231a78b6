"""Notes beside a board: an open offer, moves taken back, a long wait."""

from bot.cards.kit.card_lines import quote_move
from bot.cards.kit.kit import ActionButton
from bot.cards.kit.names import mention, safe_name, safe_reason
from bot.custom_ids import CustomId
from club.clocks.time_control import MINUTE, duration_phrase
from club.play.after.history import MatchContext
from club.play.course.offers import Offer, OfferKind, plies_to_take_back
from club.play.match.matches import Table
from club.play.match.waiting import waiting_options
from words import Localizer, discord_timestamp


def story_lines(
    table: Table, story: MatchContext, say: Localizer, *, to_mover: bool = True, for_guest: bool = False
) -> list[str]:
    """Return the lines on what has happened since the last move, one for each.

    `to_mover` says whether the player to move reads them, and `for_guest` whether a guest does, who sees
    no channel of the match's server and knows no moderator there.
    """
    lines = []
    if story.is_conditional:
        last, answered = table.match.plies[-1], table.match.plies[-2]
        name = safe_name(table.player(last.seat).name)
        lines.append(say("card.advance.played", name=name, move=quote_move(answered.said)))
    if story.take_back:
        name = safe_name(table.player(story.take_back.seat).name)
        lines.append(say("card.taken_back", name=name, count=story.take_back.count))
    if story.place_change and not for_guest:
        code = "card.moved.here" if story.place_change.seat is None else "card.resumed.here"
        lines.append(
            say(code, name=mention(story.place_change.user_id), channel=f"<#{story.place_change.channel_id}>")
        )
    if story.ended_by is not None:
        if not for_guest:
            lines.append(say("card.ended.by", name=f"<@{story.ended_by}>"))
        if story.ended_why:
            lines.append(say("card.ended.why", text=safe_reason(story.ended_why)))
    if story.time_gift:
        giver, other = (
            safe_name(table.player(seat).name) for seat in (story.time_gift.seat, 1 - story.time_gift.seat)
        )
        span_given = duration_phrase(story.time_gift.seconds)
        lines.append(say("card.time_given", name=giver, opponent=other, span=span_given))
    if story.seconds_given_back >= MINUTE:
        lines.append(say("card.given_back", span=duration_phrase(story.seconds_given_back)))
    if story.vacation and table.turn is not None:
        begins, ends = map(discord_timestamp, story.vacation)
        code = "card.vacation" if story.vacation[0] <= story.now else "card.vacation.planned"
        lines.append(say(code, name=safe_name(table.player(table.turn).name), from_time=begins, time=ends))
    lines += waiting_lines(table, say, to_mover=to_mover)
    if story.offer:
        lines.append(offer_line(table, story.offer, say))
    return lines


def waiting_lines(table: Table, say: Localizer, *, to_mover: bool) -> list[str]:
    """Return the lines on how long one player has waited for the other.

    Return none while the wait is too short to mention. The line on a nudge speaks to the player to move,
    so it is left out unless they read it (`to_mover`).
    """
    row, turn = table.row, table.turn
    if turn is None:
        return []
    lines = []
    facts = {"name": safe_name(table.player(turn).name), "opponent": safe_name(table.player(1 - turn).name)}
    claim_from = waiting_options(row).claim_from
    if row.nudged_at is not None and to_mover:
        lines.append(say("card.nudged", time=discord_timestamp(row.turn_at), **facts))
    if row.absent_at is not None and claim_from is not None:
        lines.append(say("card.absent", time=discord_timestamp(claim_from), **facts))
    return lines


def waiting_buttons(table: Table, say: Localizer, *, may_nudge: bool, may_claim: bool) -> list[ActionButton]:
    """Return the buttons of the player who waits: a nudge, or a claim.

    In a match with a clock, the claim comes with a button that gives the opponent more time.
    """
    match_id, version = table.row.id, table.row.version
    if may_claim:
        claim = ActionButton.create(CustomId("claim", match_id, version), say("button.claim"))
        return [claim] if table.row.control is None else [claim, give_time_button(table, say)]
    if may_nudge:
        return [ActionButton.create(CustomId("nudge", match_id, version), say("button.nudge"))]
    return []


def give_time_button(table: Table, say: Localizer) -> ActionButton:
    """Return the button by which the waiting player gives the other more time."""
    return ActionButton.create(
        CustomId("give-time", table.row.id, table.row.version), say("button.give-time")
    )


def offer_line(table: Table, offer: Offer, say: Localizer) -> str:
    """Return the line on an open offer and the player who made it."""
    name = safe_name(table.player(offer.seat).name)
    if offer.kind is OfferKind.TAKEBACK:
        return say(
            "card.offer.takeback", name=name, move=plies_to_take_back(table.match, offer.seat)[0].notation
        )
    return say("card.offer.draw", name=name)
