"""Challenges: the card that waits for an answer, and the choice of a game."""

import json
from functools import lru_cache, partial
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import clock_line, options_line, rated_line, rematch_line
from bot.cards.kit.kit import (
    DANGER,
    OFFERED,
    OVER,
    PRIMARY,
    RUNNING,
    SUCCESS,
    ActionButton,
    Card,
    framed_view,
    heading,
    menu,
    row,
    small_print,
    text,
)
from bot.cards.kit.names import mention, safe_name, tidy_name
from bot.cards.kit.picking import split_choices
from bot.cards.kit.pictures import view_picture
from bot.cards.kit.ways import ANYONE
from bot.cards.play.challenge_form import has_options, side_name
from bot.cards.play.votes import vote_terms_line
from bot.custom_ids import CustomId
from club.clocks.time_control import NIGHT, TimeControl, duration_phrase, parse_control
from club.play.after.phrases import strength_phrase
from club.play.match.match_lists import listed_title
from club.play.match.match_starts import build_match
from club.play.match.matches import Table
from club.play.match.sides import BOTH, RANDOM_SIDE, give_odds, odds_of
from club.play.seek.challenges import DAYS
from data.database.persons import COMPUTER
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.matches import MatchRow
from data.play.rematches import SeriesScore
from data.standing.rated_rows import RATED
from engines.choose import level_count
from rendering.picture import Picture, draw
from rules.catalogue import GAMES
from rules.checkers.rulesets import AIM
from rules.game import AnyGame, Step, View
from rules.match import Match
from words import Localizer, Words, discord_timestamp

OPENINGS: Final = 32
"""Number of opening boards cached, about 30 KB each.

Most challenges are to a few games with their usual options.
"""
NAME_LIMIT: Final = 64
"""Characters of a name that a menu brings along: a custom_id holds no more."""
LEVELS_IN_ROW: Final = 2
"""Levels of the computer side by side: as many as a phone shows."""


def challenge_card(
    challenge: ChallengeRow,
    say: Localizer,
    match: MatchRow | None = None,
    *,
    computer: bool = True,
    series: SeriesScore | None = None,
    stronger_id: int | None = None,
    rated_code: str | None = RATED,
    is_unfolded: bool = False,
) -> Card:
    """Return a challenge: open with its buttons, or closed with its outcome.

    `computer` says whether the challenger can play the computer there while waiting. `series` is the
    score before a rematch. `stronger_id` is the id of the player who is rated so much higher that odds
    are suggested, if there is one. `rated_code` is the status of a match that the challenger wants rated.
    `is_unfolded` shows all its buttons.
    """
    if challenge.status is ChallengeStatus.ACCEPTED and match:
        return _started_card(challenge, match, say)
    if challenge.game not in GAMES:
        return _unknown_card(challenge, say)
    game = GAMES[challenge.game]
    options = game.read_options(json.loads(challenge.options))
    challenger = mention(challenge.challenger_id)
    opponent = None if challenge.opponent_id is None else mention(challenge.opponent_id)
    name = safe_name(challenge.challenger_name)
    lines = [
        heading(say.text(game.title)),
        say("card.challenge.computer", name=challenger)
        if challenge.opponent_id == COMPUTER
        else say("card.challenge.to", name=challenger, opponent=opponent)
        if opponent
        else say("card.challenge.anyone", name=challenger),
        rematch_line(challenge, series, say),
        side_line(challenge, name, say),
        options_line(game, options, say),
        clock_line(challenge.clock, say),
        rated_line(rated_code if challenge.rated else None, say),
        vote_terms_line(challenge, challenger, say),
    ]
    if challenge.status is not ChallengeStatus.OPEN:
        return Card(framed_view(OVER, text(*lines), text(_outcome_line(challenge, say))))
    odds = challenge.side if odds_of(challenge.side) else None
    begins = game.key, challenge.options, challenge.start, odds
    board = view_picture(_start_view(*begins), say, partial(_opening, *begins, say.language))
    advice, control = game.advice(options), parse_control(challenge.clock or "")
    lines += [
        small_print(say.text(advice)) if advice else None,
        _start_line(challenge, say),
        _pace_line(control, say),
        None if stronger_id is None else say("card.challenge.odds", name=mention(stronger_id)),
        say("card.challenge.until", time=discord_timestamp(challenge.expires_at)),
        say("card.challenge.told", count=challenge.told) if challenge.told else None,
        None if challenge.has_route else say("card.challenge.user_install"),
    ]
    pings = (challenge.opponent_id,) if challenge.opponent_id not in (None, COMPUTER) else ()
    return Card(
        framed_view(
            OFFERED,
            text(*lines),
            board,
            *_button_rows(challenge, game, say, computer=computer, is_unfolded=is_unfolded),
        ),
        pings=pings,
    )


def _outcome_line(challenge: ChallengeRow, say: Localizer) -> str:
    """Return the outcome of a challenge that is no longer open."""
    name = safe_name(challenge.opponent_name or "")
    return say(f"card.challenge.{challenge.status}", name=name, days=DAYS)


def _unknown_card(challenge: ChallengeRow, say: Localizer) -> Card:
    """Return a challenge to a game that this version of the bot does not know.

    It can be declined or cancelled, but not accepted.
    """
    title = heading(say.text(safe_name(challenge.game)))
    if challenge.status is not ChallengeStatus.OPEN:
        return Card(framed_view(OVER, text(title, _outcome_line(challenge, say))))
    ways = [ActionButton.create(CustomId("cancel", challenge.id, is_challenge=True), say("button.cancel"))]
    if challenge.opponent_id not in (None, COMPUTER):
        ways.insert(
            0,
            ActionButton.create(
                CustomId("decline", challenge.id, is_challenge=True), say("button.decline"), DANGER
            ),
        )
    return Card(framed_view(OFFERED, text(title, say("challenge.game")), row(*ways)))


def _pace_line(control: TimeControl | None, say: Localizer) -> str | None:
    """Return the warning about a clock with which a match is soon over.

    It is for the player who accepts.
    """
    if control is None or not control.may_expire_overnight:
        return None
    return (
        say("card.clock.sitdown") if control.is_live else say("card.clock.short", span=duration_phrase(NIGHT))
    )


def side_line(challenge: ChallengeRow, name: Words, say: Localizer) -> str | None:
    """Return the challenger's choice of sides or odds; `None` if random."""
    if challenge.side == RANDOM_SIDE:
        return None
    if challenge.side == BOTH or odds_of(challenge.side):
        return say(f"card.challenge.{challenge.side}", name=name)
    return say("card.challenge.side", name=name, side=side_name(challenge.side))


def seat_terms_lines(challenge: ChallengeRow, say: Localizer, *, usual: bool = True) -> list[str | None]:
    """Return what one agrees to by taking an open seat, besides its clock and rating.

    It is what the challenge's own card says of side, odds, options, position and team votes. Without
    `usual`, a game's usual options are left out.
    """
    game, name = GAMES[challenge.game], safe_name(challenge.challenger_name)
    options = game.read_options(json.loads(challenge.options))
    return [
        side_line(challenge, name, say),
        options_line(game, options, say) if usual or options != game.read_options({}) else None,
        _start_line(challenge, say),
        vote_terms_line(challenge, name, say),
    ]


def _start_line(challenge: ChallengeRow, say: Localizer) -> str | None:
    """Return the line on the side to move in a start position that was supplied.

    Return `None` for the usual start.
    """
    if challenge.start is None:
        return None
    match = build_match(challenge, b"")
    return say("card.challenge.start", side=match.sides[match.turn or 0])


def _start_view(key: str, options: str, start: str | None, odds: str | None) -> View:
    """Return the position in which a match with these options begins.

    If the colours are drawn by lot, odds are not shown, because it is not yet known whose men are left
    out.
    """
    game = GAMES[key]
    settings = game.read_options(json.loads(options))
    opening = game.opening(settings)
    if start is None and (odds is None or opening.lot):
        return opening
    match = Match(game, settings, b"")
    if start is not None:
        match.set_position(json.loads(start))
    if odds is not None:
        give_odds(match, odds)
    return match.view(None)


@lru_cache(maxsize=OPENINGS)
def _opening(key: str, options: str, start: str | None, odds: str | None, language: str) -> Picture:
    """Draw the board on which a match with these options begins; cached."""
    return draw(_start_view(key, options, start, odds), language=language)


def _button_rows(
    challenge: ChallengeRow, game: AnyGame, say: Localizer, *, computer: bool, is_unfolded: bool
) -> list[discord.ui.ActionRow[Any]]:
    """Return the buttons to answer with, and a More that unfolds the others.

    These are for the challenger, and for people who do not know the game. Against the computer all are in
    sight, because no one need answer.
    """

    def button(action: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> ActionButton:
        return ActionButton.create(
            CustomId(action, challenge.id, is_challenge=True), say(f"button.{action}"), style
        )

    options = [button("options")] if has_options(challenge) else []
    about = [
        ActionButton.create(
            CustomId("howto", challenge.id, rest=game.key, is_challenge=True), say("button.howto")
        ),
    ]
    if AIM not in json.loads(challenge.options):  # in Try it one plays for the usual aim
        about.append(ActionButton.create(CustomId("try", 0, rest=game.key), say("button.try")))
    if challenge.opponent_id == COMPUTER:
        side = ActionButton.create(CustomId("terms", challenge.id, is_challenge=True), say("button.side"))
        return [*_level_rows(challenge, game, say), row(side, *options, button("cancel")), row(*about)]
    if challenge.opponent_id is None:
        declines: list[ActionButton] = []
        further = [button("meanwhile")] if computer and level_count(game) else []
    else:
        declines = [button("decline", DANGER)]
        further = [
            ActionButton.create(CustomId("ask-block", challenge.id, is_challenge=True), say("button.block"))
        ]
    in_sight = [button("accept", SUCCESS), *declines, button("cancel"), button("terms")]
    behind = [*options, *about, *further]
    more = ActionButton.create(CustomId("ask-more", challenge.id, is_challenge=True), say("button.more"))
    return [row(*in_sight), row(*behind)] if is_unfolded else [row(*in_sight, more)]


def _level_rows(challenge: ChallengeRow, game: AnyGame, say: Localizer) -> list[discord.ui.ActionRow[Any]]:
    """Return a button for each level of the computer, weakest first.

    Pressing one starts the match.
    """
    most = level_count(game)
    presses = [
        ActionButton.create(
            CustomId("level", challenge.id, rest=str(level), is_challenge=True),
            say.text(strength_phrase(level, most, short=True)),
            PRIMARY,
        )
        for level in range(1, most + 1)
    ]
    return [row(*presses[start : start + LEVELS_IN_ROW]) for start in range(0, most, LEVELS_IN_ROW)]


def _started_card(challenge: ChallengeRow, match: MatchRow, say: Localizer) -> Card:
    first, second = (mention(seat.user_id) for seat in match.seats)
    if match.thread_id:
        words = say("card.challenge.thread", name=first, opponent=second, channel=f"<#{match.thread_id}>")
    else:
        code = "card.challenge.here" if match.has_route else "card.challenge.begun"
        words = say(code, name=first, opponent=second)
    title = heading(say.text(listed_title(challenge)))
    return Card(framed_view(RUNNING, text(title, words)))


def withdrawn_challenge_card(challenge: ChallengeRow, say: Localizer) -> Card:
    """Return the message that a challenge was withdrawn.

    It tells the challenger that the card could not be posted.
    """
    title, where = listed_title(challenge), f"<#{challenge.channel_id}>"
    return Card(framed_view(OVER, text(say("card.challenge.withdrawn", title=title, channel=where))))


def challenge_games_card(
    member_id: int, member_name: str, say: Localizer, *, with_name: bool = False
) -> Card:
    """Return the list of games to which a member can be challenged.

    With `with_name`, the menus' custom_ids carry the member's name.
    """
    steps = [Step(game.key, game.title) for game in GAMES.values()]
    name = (tidy_name(member_name, NAME_LIMIT) or member_name[:NAME_LIMIT]) if with_name else ""
    # A menu holds 25 games; the number keeps the custom_ids of several menus apart.
    which = [
        row(menu(CustomId("dare", member_id, number, name), say, say("menu.game"), part))
        for number, part in enumerate(split_choices(steps))
    ]
    return Card(framed_view(OFFERED, text(say("card.challenge.game", name=safe_name(member_name))), *which))


def friend_choice_card(table: Table, say: Localizer) -> Card:
    """Return the question whom to challenge to the game of a finished match."""
    match_id, version = table.row.id, table.row.version
    members: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        custom_id=str(CustomId("friend", match_id, version, "of")), placeholder=say("menu.friend")
    )
    anyone = ActionButton.create(CustomId("friend", match_id, version, ANYONE), say("button.home.anyone"))
    return Card(
        framed_view(OFFERED, text(say("card.friend", title=table.game.title)), row(members), row(anyone))
    )
