"""How to play: /rules, its pages, and comparisons between kinds of checkers."""

import asyncio
import json
from dataclasses import replace
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card
from bot.cards.learning.contrast import KindPair, contrast_card, under_card
from bot.cards.learning.guide import IN_WORDS, Subject, rules_card
from bot.cogs.naming import completion
from bot.cogs.play.match import FORMS, match_of_button
from club.club import Club
from club.play.match.matches import Table
from club.refusals import Refusal
from rules.catalogue import GAMES
from rules.checkers.rulesets import RULESETS
from rules.game import AnyGame, RulesError

COG: Final = Cog()


@COG.command("command.rules")
@app_commands.rename(form="as")
@app_commands.describe(game=locale_text("command.rules.game"), form=locale_text("command.rules.as"))
@app_commands.choices(form=FORMS)
@app_commands.autocomplete(game=completion.games)
async def rules(
    club: Club, request: Request, game: app_commands.Range[str, 1, 60], form: str = "picture"
) -> None:
    """Show the rules of a game, as the match in whose thread one asks has it."""
    subject = await _here(club, request, completion.find_game(game), as_text=form == "text")
    await request.reply.show(await _card(club, request, subject, 0))


@COG.action("howto")
async def howto(club: Club, request: Request) -> None:
    """Show the rules of the button's game, or turn the page on the rules card itself."""
    subject, (page,) = await _subject(club, request, 1)
    card = await _card(club, request, subject, _number(page))
    await (request.reply.update(card) if page else request.reply.show(card))


@COG.action("chapter")
async def chapter(club: Club, request: Request) -> None:
    """Turn to the page that was chosen."""
    subject, _ = await _subject(club, request, 0)
    page = request.fields.get("choice", "")
    await request.reply.update(await _card(club, request, subject, _number(page)))


@COG.action("compare")
async def compare(club: Club, request: Request) -> None:
    """Show how a kind of checkers differs from the one that was chosen."""
    subject, _ = await _subject(club, request, 0)
    await _differ(request, subject, request.fields.get("choice", ""), 0)


@COG.action("differ")
async def differ(club: Club, request: Request) -> None:
    """Show how two kinds of checkers differ, example by example."""
    subject, (other, number) = await _subject(club, request, 2)
    await _differ(request, subject, other, _number(number))


@COG.action("under")
async def under(club: Club, request: Request) -> None:
    """Show the position of an example under the rules of another kind."""
    subject, (other, number, shown) = await _subject(club, request, 3)
    chosen = request.fields.get("choice", shown)
    pair = await _pair(subject, other)
    if chosen not in RULESETS:
        raise Refusal("game.gone")
    await request.reply.update(under_card(subject, pair, _number(number), chosen, request.say))


async def _card(club: Club, request: Request, subject: Subject, number: int) -> Card:
    """Return a page of the rules.

    The rules of a running match have no link to the lab.
    """
    lab = None if subject.goes_on else await club.lab.of_game(subject.game, subject.options, request.guild_id)
    return rules_card(subject, request.say, number, lab)


async def _differ(request: Request, subject: Subject, other: str, number: int) -> None:
    pair = await _pair(subject, other)
    await request.reply.update(contrast_card(subject, pair, number, request.say))


async def _pair(subject: Subject, other: str) -> KindPair:
    """Compare two kinds of checkers on another thread.

    Raise `Refusal` if there are not two of them.
    """
    if subject.game.key not in RULESETS or other not in RULESETS or other == subject.game.key:
        raise Refusal("game.gone")
    return await asyncio.to_thread(KindPair.of, subject, other)


async def _subject(club: Club, request: Request, count: int) -> tuple[Subject, list[str]]:
    """Return the subject of a custom_id, and the `count` parts after the game's key.

    If its match or challenge is gone, the subject is the game in general.
    """
    known = request.custom_id
    key, *rest = known.rest.split(",")
    if key not in GAMES:
        raise Refusal("game.gone")
    game, as_text = GAMES[key], rest[-1:] == [IN_WORDS]
    parts = [*(rest[:-1] if as_text else rest), *[""] * count][:count]
    subject = await _general(club, request, game, as_text=as_text)
    try:
        if known.challenge:
            challenge = await club.challenges.get(known.id)
            if challenge.game == key:
                options = game.read_options(json.loads(challenge.options))
                subject = replace(subject, options=options, id=known.id, challenge=True)
        elif known.id:
            table = await match_of_button(club, request)
            subject = _as_in(subject, table) if table.game.key == key else subject
    except (Refusal, RulesError):
        pass
    return subject, parts


async def _here(club: Club, request: Request, game: AnyGame, *, as_text: bool) -> Subject:
    """Return a game as the match in whose thread one asks has it, else in general."""
    subject = await _general(club, request, game, as_text=as_text)
    try:
        row = await club.match_resolver.here(channel_id=request.channel_id, match_id=None)
        if row.thread_id == request.channel_id and row.game == game.key:
            return _as_in(subject, await club.matches.load_table(row))
    except Refusal:
        pass
    return subject


def _as_in(subject: Subject, table: Table) -> Subject:
    """Return a game as a match has it."""
    return replace(subject, options=table.match.settled_options, id=table.row.id, goes_on=not table.over)


async def _general(club: Club, request: Request, game: AnyGame, *, as_text: bool) -> Subject:
    """Return a game in general, in the theme of the person who asks."""
    theme = await club.preferences.theme(request.who.id)
    return Subject(game, as_text=as_text, theme=theme)


def _number(text: str) -> int:
    """Return the number of a page; whatever is none is the first."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0
