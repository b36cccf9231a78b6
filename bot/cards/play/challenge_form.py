"""The two forms of a challenge: side, clock and rating; and game options."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

import discord

from bot.cards.kit.clock_choices import clock_options, clock_value
from bot.cards.kit.forms import FormField, checkbox_field, choice_field, form, labelled_field
from bot.custom_ids import CustomId
from club.clocks.time_control import is_live_clock, parse_control
from club.play.match.match_starts import build_match, find_game
from club.play.match.sides import BOTH, RANDOM_SIDE, may_be_mini_match, odds_codes, odds_of, side_code
from data.database.persons import COMPUTER
from data.play.challenges import ChallengeRow
from rules.game import AnyGame
from rules.options import FormText, Option
from words import Localizer, Phrase, Words

FREE_TEXT_LIMIT: Final = 1000
"""Characters of an option that is written as free text."""
NO_ODDS: Final = "none"
"""The value of the choice of no handicap."""
ACTION: Final = "set-options"
"""What both forms submit: what one of them does not ask stays as it is."""


def terms_form(
    challenge: ChallengeRow,
    say: Localizer,
    *,
    can_be_rated: bool,
    allows_clock: Callable[[str], bool] = lambda _: True,
) -> discord.ui.Modal:
    """Return the form for side, handicap, clock and rating of a challenge.

    Against the computer there is no clock. `can_be_rated` adds the choice of a rated match, and
    `allows_clock` says of a clock in its stored form whether it can be chosen there.
    """
    named = [(RANDOM_SIDE, say("form.side.random"))]
    named += [(side_code(side), say.text(side)) for side in build_match(challenge, b"").sides]
    if may_be_mini_match(challenge) and challenge.vote is None:
        named.append((BOTH, say("form.side.both")))
    given = challenge.side if odds_of(challenge.side) else NO_ODDS
    fields = [
        choice_field("side", say("form.side"), named, challenge.side if given is NO_ODDS else RANDOM_SIDE)
    ]
    options = json.loads(challenge.options)
    if challenge.start is None and (odds := odds_codes(find_game(challenge), options)):
        handicaps = [(NO_ODDS, say("form.handicap.none"))]
        handicaps += [(code, say(code)) for code in odds]
        about = say("form.side.odds.rated" if can_be_rated else "form.side.odds")
        fields.append(choice_field("handicap", say("form.handicap"), handicaps, given, description=about))
    if challenge.opponent_id != COMPUTER:
        control = parse_control(challenge.clock or "")
        held = clock_value(control)
        clocks = [each for each in clock_options(say, control) if each[0] == held or allows_clock(each[0])]
        if challenge.vote is not None:  # votes take longer
            clocks = [each for each in clocks if not is_live_clock(each[0])]
        fields.append(choice_field("clock", say("form.clock"), clocks, held))
    if can_be_rated:
        fields.append(
            checkbox_field(
                "rated", say("form.rated"), is_checked=challenge.rated, description=say("form.rated.about")
            )
        )
    title = say("form.terms", title=find_game(challenge).title)
    return form(title, CustomId(ACTION, challenge.id, is_challenge=True), *fields)


def options_form(challenge: ChallengeRow, say: Localizer) -> discord.ui.Modal:
    """Return the form for the options of a challenge's game."""
    game = find_game(challenge)
    options = game.read_options(json.loads(challenge.options))
    fields = [
        _option_field(option, options.get(option.name, option.default), say)
        for option in choosable_options(game)
    ]
    fields += [_text_field(text, say) for text in game.form_texts(options)]
    title = say("form.options", title=game.title)
    return form(title, CustomId(ACTION, challenge.id, is_challenge=True), *fields)


def has_options(challenge: ChallengeRow) -> bool:
    """Whether a challenge has options to agree on.

    A challenge from a position keeps the options that led to it.
    """
    return challenge.start is None and bool(choosable_options(find_game(challenge)))


def choosable_options(game: AnyGame) -> Sequence[Option]:
    """Return the options of a game that have more than one choice."""
    return [option for option in game.options if len(option.choices) > 1]


def _option_field(option: Option, chosen: Any, say: Localizer) -> FormField:
    """Return the form field of an option, with its current choice.

    A free option may have a value that is not among the choices.
    """
    free = option.free and chosen not in option.choices
    values = (*option.choices, chosen) if free else option.choices
    named = [(str(value), say.text(option.describe(value))) for value in values]
    return choice_field(
        option.name, say.text(option.label), named, str(chosen), description=say.text(option.help)
    )


def _text_field(text: FormText, say: Localizer) -> FormField:
    """Return the form field of an option that is written as text."""
    area: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=text.name,
        style=discord.TextStyle.paragraph if text.value else discord.TextStyle.short,
        default=text.value,
        placeholder=say("form.example", text=text.example) if text.example else None,
        required=False,
        max_length=FREE_TEXT_LIMIT,
    )
    return labelled_field(say.text(text.label), area)


def side_name(side: str) -> Words:
    """Return the name of a challenge's side: a digit, or a message code."""
    return side if side.isdigit() else Phrase(side)
