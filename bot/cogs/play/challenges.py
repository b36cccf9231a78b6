"""Challenges: /play, a member's menu, and the challenge card's buttons and form."""

import json
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.permissions import check_permissions, check_posting
from bot.answers.reply import Unseen
from bot.answers.request import TICKED, Request, person
from bot.answers.user_install import check_present
from bot.cards.kit.card_lines import challenge_link
from bot.cards.kit.clock_choices import clock_value, read_clock
from bot.cards.kit.kit import Card, sentence
from bot.cards.kit.ways import TWOTONE as AGAINST_TWOTONE
from bot.cards.play.challenge import challenge_card, games_card
from bot.cards.play.challenge_form import has_options, options_form, side_named, terms_form
from bot.cards.play.games import IN_LIST
from bot.cogs.naming import completion
from bot.cogs.naming.game_options import ClockText, NameText, OptionsText, game_options
from bot.delivery.wire import ask_discord
from club.clocks.time_control import read_control
from club.club import Club
from club.members.people import Person
from club.members.quotas import REQUEST
from club.play.course.computer import TWOTONE
from club.play.match.match_starts import game_of
from club.play.match.sides import BOTH, RANDOM_SIDE
from club.play.seek.challenges import Equal
from club.play.seek.proposals import Proposal
from club.refusals import Refusal
from data.database.persons import COMPUTER
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.matches import MatchRow
from rules.catalogue import GAMES
from rules.match import Match
from words import Phrase

COG: Final = Cog()


@COG.command("command.play")
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=True)
@game_options("command.play", "game", "opponent", "options", "clock", "side", "rated")
async def play(
    club: Club,
    request: Request,
    game: NameText,
    opponent: discord.Member | discord.User | None = None,
    options: OptionsText | None = None,
    clock: ClockText | None = None,
    side: app_commands.Range[str, 1, 20] | None = None,
    rated: bool | None = None,
) -> None:
    """Challenge a member, anyone or the computer to a game."""
    meant, chosen = await completion.named_game(game, options, request.say)
    proposal = Proposal(
        game=meant,
        options=chosen,
        opponent=opponent_of(request, opponent),
        side=side or RANDOM_SIDE,
        language=request.say.language,
        rated=rated,
    )
    await challenge(
        club, request, proposal, clock=clock_value(read_clock(clock, request.say)) if clock else None
    )


@COG.action("seek")
async def seek(club: Club, request: Request) -> None:
    """Post a challenge to the game of the button, to anyone or to the computer."""
    purpose, _, key = request.custom_id.rest.partition(",")
    if key not in GAMES:
        raise Refusal("game.gone")
    opponent = TWOTONE if purpose == AGAINST_TWOTONE else None
    await challenge(club, request, Proposal(game=GAMES[key], options={}, opponent=opponent))


@COG.menu("command.dare")
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=True)
async def dare(club: Club, request: Request, member: discord.Member | discord.User) -> None:
    """Ask which game the member is challenged to whose menu was used."""
    named = request.home is None
    if member.id == request.bot_id:
        club.servers.check_computer(request.home)
    elif named:
        _check_member(request, member)
        if member.bot:
            raise Refusal("challenge.bot", name=member.display_name)
    await request.reply.show(games_card(member.id, member.display_name, request.say, named=named))


@COG.action("dare")
async def post_dare(club: Club, request: Request) -> None:
    """Post the challenge to the member whose menu was used, once the game is chosen."""
    opponent = await _load_opponent(club, request)
    game = completion.find_game(request.fields.get("choice", ""))
    await challenge(club, request, Proposal(game=game, options={}, opponent=opponent))


async def _load_opponent(club: Club, request: Request) -> Person:
    """Return the person whose menu was used.

    Outside its servers the bot cannot look members up, so the menu of games carries the name.
    """
    guild, member_id, name = request.guild, request.custom_id.id, request.custom_id.rest
    if member_id == request.bot_id:
        return TWOTONE
    if guild is None or request.home is None:
        if not name:
            raise Refusal("challenge.server")
        return Person(member_id, name)
    try:
        member = guild.get_member(member_id)
        if member is None:
            club.presses.count(request.who.id, REQUEST)
            member = await ask_discord(guild.fetch_member(member_id))
    except discord.NotFound:
        raise Refusal("challenge.left") from None
    return person(member)


@COG.action("accept")
async def accept(club: Club, request: Request) -> None:
    """Take the seat.

    The card changes once the match has its thread, in a user install at once.
    """
    challenge_id = request.custom_id.id
    row = await club.challenges.get(challenge_id)
    in_list = request.custom_id.rest == IN_LIST
    if not in_list:
        await _check_begin(club, request, row)
    await club.challenges.accept(challenge_id, taker=request.who, interaction_id=request.id)
    if in_list:
        request.reply.mark_stored()
        link = challenge_link(await club.challenges.get(challenge_id))
        await request.reply.say("answer.accepted", link=link)
    else:
        await _answer_begin(club, request, row)


@COG.action("level")
async def play_computer(club: Club, request: Request) -> None:
    """Let the computer take the seat at the button's level.

    The card changes as when a member accepts.
    """
    level = int(request.custom_id.rest) if request.custom_id.rest.isdecimal() else 0
    challenge_id = request.custom_id.id
    row = await club.challenges.get(challenge_id)
    await _check_begin(club, request, row)
    await club.challenges.play_computer(challenge_id, request.act, level=level)
    await _answer_begin(club, request, row)


async def _check_begin(club: Club, request: Request, row: ChallengeRow) -> None:
    """Raise `Refusal` if no match can begin where the card is.

    Store the id of the card's message.
    """
    if row.has_route:
        check_permissions(request)
        await club.challenges.note_message(row.id, request.message_id)


async def _answer_begin(club: Club, request: Request, row: ChallengeRow) -> None:
    """Answer a press that has begun a match.

    The outbox changes the card; in a user install this answer does.
    """
    if row.has_route:
        request.reply.mark_stored()
        await request.reply.nod()
    else:
        await show_changed(club, request, await club.challenges.get(row.id))


@COG.action("meanwhile")
async def meanwhile(club: Club, request: Request) -> None:
    """Post the card of the same match against the computer for a waiting challenger."""
    row = await club.challenges.get(request.custom_id.id)
    if request.who.id != row.challenger_id:
        raise Refusal("computer.meanwhile", name=row.challenger_name)
    proposal = Proposal(
        game=game_of(row),
        options=json.loads(row.options),
        opponent=TWOTONE,
        side=RANDOM_SIDE if row.side in (RANDOM_SIDE, BOTH) else request.say.text(side_named(row.side)),
        language=request.say.language,
        start=row.start,
    )
    await challenge(club, request, proposal)


@COG.action("decline")
async def decline(club: Club, request: Request) -> None:
    """Decline a challenge to oneself."""
    in_list = request.custom_id.rest == IN_LIST
    if not in_list:
        await club.challenges.note_message(request.custom_id.id, request.message_id)
    row = await club.challenges.decline(request.custom_id.id, request.act)
    if in_list:
        request.reply.mark_stored()
        await request.reply.say("answer.declined")
        return
    await show_changed(club, request, row)


@COG.action("cancel")
async def cancel(club: Club, request: Request) -> None:
    """Take one's own challenge back."""
    await club.challenges.note_message(request.custom_id.id, request.message_id)
    row = await club.challenges.cancel(request.custom_id.id, request.act)
    await show_changed(club, request, row)


@COG.action("options")
async def open_options(club: Club, request: Request) -> None:
    """Open the form of the game's own options.

    If there are none, the button of an older card opens the other form.
    """
    row = await club.challenges.load_own(request.custom_id.id, user_id=request.who.id)
    if has_options(row):
        await request.reply.ask(options_form(row, request.say))
    else:
        await open_terms(club, request)


@COG.action("terms")
async def open_terms(club: Club, request: Request) -> None:
    """Open the form of the clock, the side, and whether it is rated."""
    row = await club.challenges.load_own(request.custom_id.id, user_id=request.who.id)
    rates = await club.challenges.never_rated(replace(row, side=RANDOM_SIDE)) is None
    await request.reply.ask(terms_form(row, request.say, rates=rates))


@COG.action("set-options")
async def set_options(club: Club, request: Request) -> None:
    """Apply a submitted form to a challenge; what it did not ask stays the same."""
    await club.challenges.note_message(request.custom_id.id, request.message_id)
    row = await club.challenges.get(request.custom_id.id)
    game = game_of(row)
    fields = dict(request.fields)
    clock, rated = fields.pop("clock", "") or row.clock or "", fields.pop("rated", None)
    side = fields.pop("side", "") or row.side
    given = game.read_form(fields, game.read_options(json.loads(row.options)))
    control = None if row.opponent_id == COMPUTER else await club.servers.clock_for(row.home, clock)
    changed = await club.challenges.change_options(
        row.id,
        request.act,
        options=given,
        clock=control,
        side=side,
        rated=row.rated if rated is None else rated == TICKED,
    )
    await show_changed(club, request, changed)


async def show_changed(club: Club, request: Request, row: ChallengeRow) -> None:
    """Show the changed challenge on its card.

    If this answer is lost, the outbox does it on a server of the bot's.
    """
    request.reply.mark_stored()
    match = (await club.matches.load(row.match_id)).row if row.match_id else None
    await request.reply.update(await _card(club, request, row, match), public=True)
    await club.challenges.confirm_change(request.id)


async def _card(club: Club, request: Request, row: ChallengeRow, match: MatchRow | None = None) -> Card:
    """Return the card of a challenge for everyone where it is."""
    say, computer = row.choose_speaker(request.public), club.servers.has_computer(row.home)
    series = await club.lists.series(row.rematch_of)
    ahead = await club.ratings.far_ahead(row)
    return challenge_card(row, say, match, computer=computer, series=series, ahead=ahead)


async def challenge(
    club: Club, request: Request, proposal: Proposal, *, clock: str | None = None, start: Match | None = None
) -> None:
    """Store a challenge and post its card as the public answer.

    Without a `clock` it has the server's. `start` is a match from whose position it begins.
    """
    if request.place.private:
        raise Refusal("challenge.server")
    await check_posting(club, request)
    if start is not None:
        proposal = replace(proposal, start=await club.imports.start(start, request.who.id))
    computer = proposal.opponent is TWOTONE
    control = read_control(clock or "") if computer else await club.servers.clock_for(request.home, clock)
    try:
        row = await club.challenges.make(
            replace(proposal, clock=control),
            challenger=request.who,
            place=request.place,
            interaction_id=request.id,
        )
    except Equal as first:
        await lead_to(club, request, first.challenge, "challenge.equal")
        return
    request.reply.mark_stored()
    await post_card(club, request, row)


async def lead_to(club: Club, request: Request, row: ChallengeRow, code: str, **facts: object) -> None:
    """Say that there is a challenge, with a link to its card.

    In a user install no link leads to an open one, so its card is posted here, perhaps once more.
    """
    if row.has_route or row.status is not ChallengeStatus.OPEN:
        await request.reply.say(code, link=challenge_link(row), **facts)
    else:
        await post_card(club, request, row)


async def post_card(club: Club, request: Request, row: ChallengeRow) -> None:
    """Post a challenge's card, once more if it was posted before.

    Close the challenge if no one else can see the card.
    """
    quiet = await club.preferences.quiet(row.opponent_id, club.now())
    try:
        message_id = await request.reply.post(replace(await _card(club, request, row), silent=quiet))
    except Unseen:
        await club.challenges.unseen(row.id)
        permission = Phrase("permission.use_external_apps")
        await request.reply.instead(Card(sentence(request.say("challenge.unseen", permission=permission))))
        return
    if message_id is not None:
        await club.challenges.confirm_card(row.id, message_id)
    else:
        await club.challenges.post_card_now(row.id)
        await request.reply.replace("answer.posted")


def opponent_of(request: Request, user: discord.User | discord.Member | None) -> Person | None:
    """Return the challenged person; the bot itself means the computer.

    Raise `Refusal` if the challenge would reach no one.
    """
    if user is None:
        return None
    if user.id == request.bot_id:
        return TWOTONE
    _check_member(request, user)
    return person(user)


def _check_member(request: Request, opponent: discord.Member | discord.User) -> None:
    """Raise `Refusal` if a challenge would reach no one.

    Discord lets people name anyone they know.
    """
    if request.guild_id is not None and not isinstance(opponent, discord.Member):
        raise Refusal("challenge.left")
    check_present(request.reply.interaction, opponent.id)
