"""/play, the context menu to challenge a member, and the challenge card."""

import json
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.permissions import check_permissions, check_posting
from bot.answers.reply import PostNotPublic
from bot.answers.request import TICKED, Request, person
from bot.answers.user_install import check_present
from bot.cards.kit.card_lines import challenge_link
from bot.cards.kit.clock_choices import clock_value, read_clock
from bot.cards.kit.kit import Card, text_view
from bot.cards.kit.ways import ANYONE
from bot.cards.kit.ways import TWOTONE as AGAINST_TWOTONE
from bot.cards.play.challenge import challenge_card, challenge_games_card, friend_choice_card
from bot.cards.play.challenge_form import NO_ODDS, has_options, options_form, side_name, terms_form
from bot.cards.play.games import IN_LIST
from bot.cogs.naming import completion
from bot.cogs.naming.game_options import ClockText, NameText, OptionsText, SideText, describe_game_options
from bot.cogs.play.match import load_button_match
from bot.delivery.wire import ask_discord
from club.clocks.time_control import parse_control
from club.club import Club
from club.members.people import Person
from club.members.quotas import REQUEST
from club.play.course.computer import TWOTONE
from club.play.match.match_starts import find_game
from club.play.match.sides import BOTH, RANDOM_SIDE
from club.play.seek.challenges import DuplicateChallenge
from club.play.seek.proposals import Proposal
from club.refusals import Refusal
from data.database.persons import COMPUTER
from data.play.challenges import ChallengeRow, ChallengeStatus
from rules.catalogue import GAMES
from rules.match import Match
from words import Phrase

COG: Final = Cog()


@COG.command("command.play")
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=True)
@describe_game_options("command.play", "game", "opponent", "options", "clock", "side", "rated")
async def play(
    club: Club,
    request: Request,
    game: NameText,
    opponent: discord.Member | discord.User | None = None,
    options: OptionsText | None = None,
    clock: ClockText | None = None,
    side: SideText | None = None,
    rated: bool | None = None,
) -> None:
    """Challenge a member, anyone or the computer to a game."""
    meant, chosen = await completion.parse_game_and_options(game, options, request.say)
    proposal = Proposal(
        game=meant,
        options=chosen,
        opponent=resolve_opponent(request, opponent),
        side=side or RANDOM_SIDE,
        language=request.say.language,
        rated=rated,
    )
    await post_challenge(
        club, request, proposal, clock=clock_value(read_clock(clock, request.say)) if clock else None
    )


@COG.action("seek")
async def post_seek(club: Club, request: Request) -> None:
    """Post a challenge to the button's game, open to anyone or to the computer."""
    purpose, _, key = request.custom_id.rest.partition(",")
    if key not in GAMES:
        raise Refusal("game.gone")
    opponent = TWOTONE if purpose == AGAINST_TWOTONE else None
    await post_challenge(club, request, Proposal(game=GAMES[key], options={}, opponent=opponent))


@COG.context_menu("command.dare")
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=True)
async def choose_game_for_member(club: Club, request: Request, member: discord.Member | discord.User) -> None:
    """Ask which game to challenge the context menu's member to."""
    named = request.home is None
    if member.id == request.bot_id:
        club.members.servers.check_computer(request.home)
    elif named:
        _check_reachable(request, member)
        if member.bot:
            raise Refusal("challenge.bot", name=member.display_name)
    await request.reply.show(
        challenge_games_card(member.id, member.display_name, request.say, with_name=named)
    )


@COG.action("dare")
async def challenge_member(club: Club, request: Request) -> None:
    """Challenge the member picked by context menu to the chosen game."""
    opponent = await load_member(club, request, request.custom_id.id, request.custom_id.rest)
    game = completion.find_game(request.fields.get("choice", ""))
    await post_challenge(club, request, Proposal(game=game, options={}, opponent=opponent))


@COG.action("friend")
async def challenge_friend(club: Club, request: Request) -> None:
    """Ask whom to challenge to the game of a match, and challenge the chosen member."""
    table = await load_button_match(club, request)
    opponent = None
    if request.custom_id.rest != ANYONE:
        if not request.chosen_people:
            await request.reply.show(friend_choice_card(table, request.say))
            return
        [chosen] = request.chosen_people[:1]
        check_present(request.reply.interaction, chosen.id)
        opponent = await load_member(club, request, chosen.id, chosen.name)
    options = json.loads(table.row.options)
    await post_challenge(club, request, Proposal(game=table.game, options=options, opponent=opponent))


async def load_member(club: Club, request: Request, member_id: int, name: str = "") -> Person:
    """Return a member whom a card names.

    In a user install the bot cannot look members up, so the card must have brought their `name`.
    """
    guild = request.guild
    if member_id == request.bot_id:
        return TWOTONE
    if guild is None or request.home is None:
        if not name:
            raise Refusal("challenge.server")
        return Person(member_id, name)
    try:
        member = guild.get_member(member_id)
        if member is None:
            club.members.presses.check_rate(request.user.id, REQUEST)
            member = await ask_discord(guild.fetch_member(member_id))
    except discord.NotFound:
        raise Refusal("challenge.left") from None
    return person(member)


@COG.action("accept")
async def accept(club: Club, request: Request) -> None:
    """Accept a challenge: take the open seat and begin the match.

    The card is updated once the match has its thread, or at once in a user install.
    """
    challenge_id = request.custom_id.id
    row = await club.play.challenges.get(challenge_id)
    in_list = request.custom_id.rest == IN_LIST
    if not in_list:
        await _check_may_begin(club, request, row)
    await club.play.challenges.accept(challenge_id, taker=request.user, interaction_id=request.id)
    if in_list:
        request.reply.mark_stored()
        link = challenge_link(await club.play.challenges.get(challenge_id))
        await request.reply.say("answer.accepted", link=link)
    else:
        await _answer_match_start(club, request, row)


@COG.action("level")
async def play_computer(club: Club, request: Request) -> None:
    """Begin the challenge's match against the computer, at the button's level.

    The card is then updated in the way it is when a member accepts.
    """
    level = int(request.custom_id.rest) if request.custom_id.rest.isdecimal() else 0
    challenge_id = request.custom_id.id
    row = await club.play.challenges.get(challenge_id)
    await _check_may_begin(club, request, row)
    await club.play.challenges.play_computer(challenge_id, request.act, level=level)
    await _answer_match_start(club, request, row)


async def _check_may_begin(club: Club, request: Request, row: ChallengeRow) -> None:
    """Raise `Refusal` if the bot lacks a permission to begin a match here.

    Also store which message shows the card.
    """
    if row.has_route:
        check_permissions(request)
        await club.play.challenges.confirm_pressed_card(row.id, request.message_id)


async def _answer_match_start(club: Club, request: Request, row: ChallengeRow) -> None:
    """Answer a press that has begun a match.

    The outbox updates the challenge's card; in a user install this answer does.
    """
    if row.has_route:
        request.reply.mark_stored()
        await request.reply.acknowledge()
    else:
        await show_changed_challenge(club, request, await club.play.challenges.get(row.id))


@COG.action("meanwhile")
async def play_computer_meanwhile(club: Club, request: Request) -> None:
    """Offer a waiting challenger the same game against the computer meanwhile.

    It is posted as a separate challenge.
    """
    row = await club.play.challenges.get(request.custom_id.id)
    if request.user.id != row.challenger_id:
        raise Refusal("computer.meanwhile", name=row.challenger_name)
    proposal = Proposal(
        game=find_game(row),
        options=json.loads(row.options),
        opponent=TWOTONE,
        side=RANDOM_SIDE if row.side in (RANDOM_SIDE, BOTH) else request.say.text(side_name(row.side)),
        language=request.say.language,
        start=row.start,
    )
    await post_challenge(club, request, proposal)


@COG.action("decline")
async def decline(club: Club, request: Request) -> None:
    """Decline a challenge made to the caller."""
    in_list = request.custom_id.rest == IN_LIST
    if not in_list:
        await club.play.challenges.confirm_pressed_card(request.custom_id.id, request.message_id)
    row = await club.play.challenges.decline(request.custom_id.id, request.act)
    if in_list:
        request.reply.mark_stored()
        await request.reply.say("answer.declined")
        return
    await show_changed_challenge(club, request, row)


@COG.action("cancel")
async def cancel(club: Club, request: Request) -> None:
    """Withdraw a challenge made by the caller."""
    await club.play.challenges.confirm_pressed_card(request.custom_id.id, request.message_id)
    row = await club.play.challenges.cancel(request.custom_id.id, request.act)
    await show_changed_challenge(club, request, row)


@COG.action("ask-more")
async def unfold(club: Club, request: Request) -> None:
    """Show all buttons of a challenge's card, for everyone who sees it."""
    row = await club.play.challenges.get(request.custom_id.id)
    await request.reply.update(await _card(club, request, row, is_unfolded=True), public=True)
    after = await club.play.challenges.get(row.id)
    if after != row:  # it was answered meanwhile, and this card may have come last
        await request.reply.update(await _card(club, request, after), public=True)


@COG.action("options")
async def open_options_form(club: Club, request: Request) -> None:
    """Open the form for the game's own options.

    A game without options is only met on older cards; open the form for clock, side and rating then.
    """
    row = await club.play.challenges.load_own(request.custom_id.id, user_id=request.user.id)
    if has_options(row):
        await request.reply.open_form(options_form(row, request.say))
    else:
        await open_terms_form(club, request)


@COG.action("terms")
async def open_terms_form(club: Club, request: Request) -> None:
    """Open the form for the clock, the side, and whether the match is rated."""
    row = await club.play.challenges.load_own(request.custom_id.id, user_id=request.user.id)
    rates = await club.play.challenges.find_unrated_reason(replace(row, side=RANDOM_SIDE)) is None
    allows = await club.members.servers.allows_clock(row.home_server_id)
    await request.reply.open_form(terms_form(row, request.say, can_be_rated=rates, allows_clock=allows))


@COG.action("set-options")
async def apply_form(club: Club, request: Request) -> None:
    """Apply a submitted form to a challenge.

    Values that are not in the form stay unchanged.
    """
    await club.play.challenges.confirm_pressed_card(request.custom_id.id, request.message_id)
    row = await club.play.challenges.get(request.custom_id.id)
    game = find_game(row)
    fields = dict(request.fields)
    clock, rated = fields.pop("clock", "") or row.clock or "", fields.pop("rated", None)
    side = _side_in_form(fields.pop("side", ""), fields.pop("handicap", "")) or row.side
    given = game.read_form(fields, game.read_options(json.loads(row.options)))
    control = (
        None
        if row.opponent_id == COMPUTER
        else await club.members.servers.clock_for(row.home_server_id, clock)
    )
    changed = await club.play.challenges.change_options(
        row.id,
        request.act,
        options=given,
        clock=control,
        side=side,
        rated=row.rated if rated is None else rated == TICKED,
    )
    await show_changed_challenge(club, request, changed)


def _side_in_form(side: str, handicap: str) -> str:
    """Return the code of the side that a form asks for, empty if it asks for none.

    A handicap is a side of its own, and goes before the other choice.
    """
    return side if handicap in ("", NO_ODDS) else handicap


async def show_changed_challenge(club: Club, request: Request, row: ChallengeRow) -> None:
    """Update the card of a challenge after a change.

    If this answer is lost, the outbox updates the card, except in a user install.
    """
    request.reply.mark_stored()
    await request.reply.update(await _card(club, request, row), public=True)
    await club.play.challenges.confirm_card_change(request.id)


async def _card(club: Club, request: Request, row: ChallengeRow, *, is_unfolded: bool = False) -> Card:
    """Return the public card of a challenge."""
    match = (await club.play.matches.load(row.match_id)).row if row.match_id else None
    say, computer = (
        row.choose_speaker(request.say_publicly),
        club.members.servers.has_computer(row.home_server_id),
    )
    series = await club.play.lists.load_series(row.rematch_of)
    ahead = await club.standing.ratings.find_much_stronger_player(row)
    return challenge_card(
        row,
        say,
        match,
        computer=computer,
        series=series,
        stronger_id=ahead,
        rated_code=await club.play.challenges.load_rated_status(row),
        is_unfolded=is_unfolded,
    )


async def post_challenge(
    club: Club, request: Request, proposal: Proposal, *, clock: str | None = None, start: Match | None = None
) -> None:
    """Store a challenge and post its card as the public answer.

    If `clock` is `None`, the server's default applies. `start` is a match from whose position the new
    match begins.
    """
    if request.place.is_private:
        raise Refusal("challenge.server")
    await check_posting(club, request)
    if start is not None:
        proposal = replace(
            proposal, start=await club.play.imports.dump_start_position(start, request.user.id)
        )
    computer = proposal.opponent is TWOTONE
    control = (
        parse_control(clock or "") if computer else await club.members.servers.clock_for(request.home, clock)
    )
    try:
        row = await club.play.challenges.make(
            replace(proposal, clock=control),
            challenger=request.user,
            place=request.place,
            interaction_id=request.id,
        )
    except DuplicateChallenge as first:
        await link_to_challenge(club, request, first.challenge, "challenge.equal")
        return
    request.reply.mark_stored()
    await post_challenge_card(club, request, row)


async def link_to_challenge(
    club: Club, request: Request, row: ChallengeRow, code: str, **facts: object
) -> None:
    """Tell the user about an existing challenge, with a link to its card.

    `code` and `facts` are those of the message.

    In a user install there is no link to an open challenge, so its card is posted here, possibly again.
    """
    if row.has_route or row.status is not ChallengeStatus.OPEN:
        await request.reply.say(code, link=challenge_link(row), **facts)
    else:
        await post_challenge_card(club, request, row)


async def post_challenge_card(club: Club, request: Request, row: ChallengeRow) -> None:
    """Post the card of a challenge, even if it has been posted before.

    If no one else can see the card, close the challenge and tell the challenger.
    """
    quiet = await club.members.preferences.is_quiet(row.opponent_id, club.now())
    try:
        message_id = await request.reply.post(replace(await _card(club, request, row), silent=quiet))
    except PostNotPublic:
        await club.play.challenges.close_unseen(row.id)
        permission = Phrase("permission.use_external_apps")
        await request.reply.replace_shown(
            Card(text_view(request.say("challenge.unseen", permission=permission)))
        )
        return
    if message_id is not None:
        await club.play.challenges.confirm_card(row.id, message_id)
    else:
        await club.play.challenges.post_card_now(row.id)
        await request.reply.replace("answer.posted")


def resolve_opponent(request: Request, user: discord.User | discord.Member | None) -> Person | None:
    """Return the challenged person, or `None` if anyone may accept.

    If the bot itself is challenged, this is the computer. Raise `Refusal` if the challenge would not
    reach the person.
    """
    if user is None:
        return None
    if user.id == request.bot_id:
        return TWOTONE
    _check_reachable(request, user)
    return person(user)


def _check_reachable(request: Request, opponent: discord.Member | discord.User) -> None:
    """Raise `Refusal` if a challenge would not reach this person.

    Discord lets people name anyone they know, also outside the server or the conversation.
    """
    if request.guild_id is not None and not isinstance(opponent, discord.Member):
        raise Refusal("challenge.left")
    check_present(request.reply.interaction, opponent.id)
