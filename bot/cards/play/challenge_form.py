"""The two forms of a challenge: clock, side and rating; and the game's options."""

import json
from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.clock_choices import choices, clock_value
from bot.cards.kit.forms import FormField, choice, form, labelled_field, tick
from bot.custom_ids import CustomId
from club.clocks.time_control import read_control
from club.play.match.match_starts import build_match, game_of
from club.play.match.sides import BOTH, RANDOM_SIDE, may_be_mini_match, odds_codes, side_code
from data.database.persons import COMPUTER
from data.play.challenges import ChallengeRow
from rules.game import AnyGame
from rules.options import FormText, Option
from words import Phrase, Speaker, Words

FREE_TEXT_LIMIT: Final = 1000
"""Characters of an option that is written as free text."""
ACTION: Final = "set-options"
"""What both forms submit: what one of them does not ask stays as it is."""


def terms_form(challenge: ChallengeRow, say: Speaker, *, rates: bool) -> discord.ui.Modal:
    """Return the form of side, clock and rating; `rates` says whether it can be rated.

    Against the computer there is no clock.
    """
    named = [(RANDOM_SIDE, say("form.side.random"))]
    named += [(side_code(side), say.text(side)) for side in build_match(challenge, b"").sides]
    if may_be_mini_match(challenge):
        named.append((BOTH, say("form.side.both")))
    odds = odds_codes(game_of(challenge)) if challenge.start is None else ()
    named += [(code, _capital(Phrase(code), say)) for code in odds]
    about = say("form.side.odds.rated" if rates else "form.side.odds") if odds else None
    fields = [choice("side", say("form.side"), named, challenge.side, about=about)]
    if challenge.opponent_id != COMPUTER:
        control = read_control(challenge.clock or "")
        fields.append(choice("clock", say("form.clock"), choices(say, control), clock_value(control)))
    if rates:
        fields.append(tick("rated", say("form.rated"), on=challenge.rated, about=say("form.rated.about")))
    title = say("form.terms", title=game_of(challenge).title)
    return form(title, CustomId(ACTION, challenge.id, challenge=True), *fields)


def options_form(challenge: ChallengeRow, say: Speaker) -> discord.ui.Modal:
    """Return the form of the options of a challenge's game, which has some."""
    game = game_of(challenge)
    options = game.read_options(json.loads(challenge.options))
    fields = [
        _option(option, options.get(option.name, option.default), say) for option in choosable_options(game)
    ]
    fields += [_text_field(text, say) for text in game.form_texts(options)]
    title = say("form.options", title=game.title)
    return form(title, CustomId(ACTION, challenge.id, challenge=True), *fields)


def has_options(challenge: ChallengeRow) -> bool:
    """Return whether there are options to agree on.

    A challenge from a position keeps the options that led to it.
    """
    return challenge.start is None and bool(choosable_options(game_of(challenge)))


def choosable_options(game: AnyGame) -> Sequence[Option]:
    """Return the options with more than one choice."""
    return [option for option in game.options if len(option.choices) > 1]


def _option(option: Option, chosen: Any, say: Speaker) -> FormField:
    """Return the field of an option, with its current choice.

    A free option may have a value that is not among the choices.
    """
    free = option.free and chosen not in option.choices
    values = (*option.choices, chosen) if free else option.choices
    named = [(str(value), _capital(option.describe(value), say)) for value in values]
    return choice(option.name, _capital(option.label, say), named, str(chosen), about=say.text(option.help))


def _text_field(text: FormText, say: Speaker) -> FormField:
    """Return the text field of an option."""
    area: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=text.name,
        style=discord.TextStyle.paragraph if text.value else discord.TextStyle.short,
        default=text.value,
        placeholder=say("form.example", text=text.example) if text.example else None,
        required=False,
        max_length=FREE_TEXT_LIMIT,
    )
    return labelled_field(say.text(text.label), area)


def _capital(words: Words, say: Speaker) -> str:
    """Return words as a line of their own, capitalised if their script has capitals."""
    said = say.text(words)
    return said[:1].upper() + said[1:]


def side_named(side: str) -> Words:
    """Return the name of a challenge's stored side: a catalogue code, or a digit."""
    return side if side.isdigit() else Phrase(side)
