"""How to play: /rules, its pages, and comparisons of checkers variants."""

import asyncio
import json
from dataclasses import replace
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card
from bot.cards.learning.contrast import CheckersPair, contrast_card, other_rules_card
from bot.cards.learning.guide import IN_WORDS, HelpSubject, rules_card
from bot.cogs.naming import completion
from bot.cogs.play.match import FORMS, load_button_match
from club.club import Club
from club.play.match.matches import Table
from club.refusals import Refusal
from rules.checkers.rulesets import RULESETS
from rules.game import RulesError
from rules.named_games import NamedGame, find_by_key

COG: Final = Cog()


@COG.command("command.rules")
@app_commands.rename(form="as")
@app_commands.describe(game=locale_text("command.rules.game"), form=locale_text("command.rules.as"))
@app_commands.choices(form=FORMS)
@app_commands.autocomplete(game=completion.complete_named_games)
async def show_rules(
    club: Club, request: Request, game: app_commands.Range[str, 1, 60], form: str = "picture"
) -> None:
    """Show the rules of a game.

    In the thread of a match of that game, show them with the options of the match.
    """
    subject = await _load_subject_here(
        club, request, completion.find_named_game(game, request.say), as_text=form == "text"
    )
    await request.reply.show(await _card(club, request, subject, 0))


@COG.action("howto")
async def show_rules_page(club: Club, request: Request) -> None:
    """Show a page of the rules of the button's game.

    A press on the rules card itself turns the page.
    """
    subject, (page,) = await _load_subject(club, request, 1)
    card = await _card(club, request, subject, _page_number(page))
    await (request.reply.update(card) if page else request.reply.show(card))


@COG.action("chapter")
async def turn_to_page(club: Club, request: Request) -> None:
    """Turn to the page of the rules that was chosen in the menu."""
    subject, _ = await _load_subject(club, request, 0)
    page = request.fields.get("choice", "")
    await request.reply.update(await _card(club, request, subject, _page_number(page)))


@COG.action("compare")
async def start_comparison(club: Club, request: Request) -> None:
    """Show how a variant of checkers differs from the one chosen in the menu."""
    subject, _ = await _load_subject(club, request, 0)
    await _show_difference(request, subject, request.fields.get("choice", ""), 0)


@COG.action("differ")
async def show_difference(club: Club, request: Request) -> None:
    """Show one example of how two variants of checkers differ."""
    subject, (other, number) = await _load_subject(club, request, 2)
    await _show_difference(request, subject, other, _page_number(number))


@COG.action("under")
async def show_under_other_rules(club: Club, request: Request) -> None:
    """Show an example's position under the rules of another variant."""
    subject, (other, number, shown) = await _load_subject(club, request, 3)
    chosen = request.fields.get("choice", shown)
    pair = await _compare_kinds(subject, other)
    if chosen not in RULESETS:
        raise Refusal("game.gone")
    await request.reply.update(other_rules_card(subject, pair, _page_number(number), chosen, request.say))


async def _card(club: Club, request: Request, subject: HelpSubject, number: int) -> Card:
    """Return the card of one page of the rules.

    It has a link to the lab, except for the rules of a running match.
    """
    lab = (
        None
        if subject.is_ongoing
        else await club.pages.lab.link_to_game(subject.game, subject.options, request.guild_id)
    )
    return rules_card(subject, request.say, number, lab)


async def _show_difference(request: Request, subject: HelpSubject, other: str, number: int) -> None:
    pair = await _compare_kinds(subject, other)
    await request.reply.update(contrast_card(subject, pair, number, request.say))


async def _compare_kinds(subject: HelpSubject, other: str) -> CheckersPair:
    """Compare two variants of checkers on another thread.

    Raise `Refusal` unless they are two different variants.
    """
    if subject.game.key not in RULESETS or other not in RULESETS or other == subject.game.key:
        raise Refusal("game.gone")
    return await asyncio.to_thread(CheckersPair.from_subject, subject, other)


async def _load_subject(club: Club, request: Request, count: int) -> tuple[HelpSubject, list[str]]:
    """Return the subject of a rules card, from the custom_id of its button.

    Also return the `count` parts of the custom_id after the game's key. If its match or challenge is
    gone, the subject is the game in general.
    """
    known = request.custom_id
    key, *rest = known.rest.split(",")
    named = find_by_key(key)
    if named is None:
        raise Refusal("game.gone")
    game, as_text = named.game, rest[-1:] == [IN_WORDS]
    parts = [*(rest[:-1] if as_text else rest), *[""] * count][:count]
    subject = await _load_general_subject(club, request, named, as_text=as_text)
    try:
        if known.is_challenge:
            challenge = await club.play.challenges.get(known.id)
            if challenge.game == game.key:
                options = game.read_options(json.loads(challenge.options))
                subject = replace(subject, options=options, id=known.id, is_challenge=True)
        elif known.id:
            table = await load_button_match(club, request)
            subject = _subject_of_match(subject, table) if table.game.key == game.key else subject
    except (Refusal, RulesError):
        pass
    return subject, parts


async def _load_subject_here(club: Club, request: Request, named: NamedGame, *, as_text: bool) -> HelpSubject:
    """Return a game with the options of the match in whose thread this is asked.

    Outside such a thread, and if the game's name implies options other than the match's, return the game
    in general.
    """
    subject = await _load_general_subject(club, request, named, as_text=as_text)
    try:
        row = await club.play.resolver.resolve_for_moderator(channel_id=request.channel_id, match_id=None)
        if row.thread_id == request.channel_id and row.game == named.game.key:
            of_match = _subject_of_match(subject, await club.play.matches.load_table(row))
            if named.options.items() <= (of_match.options or {}).items():
                return of_match
    except Refusal:
        pass
    return subject


def _subject_of_match(subject: HelpSubject, table: Table) -> HelpSubject:
    """Return the subject with the options of a match."""
    return replace(
        subject, options=table.match.settled_options, id=table.row.id, is_ongoing=not table.is_over
    )


async def _load_general_subject(
    club: Club, request: Request, named: NamedGame, *, as_text: bool
) -> HelpSubject:
    """Return a game in general as a subject, in the caller's board theme.

    It has the options that the game's name implies, if any.
    """
    theme = await club.members.preferences.load_theme(request.user.id)
    options = named.game.read_options(named.options) if named.options else None
    return HelpSubject(named.game, options, name=named.key, as_text=as_text, theme=theme)


def _page_number(text: str) -> int:
    """Return the number of a page, from 0; any other text means the first page."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0
