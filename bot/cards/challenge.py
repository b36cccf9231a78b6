"""Challenges: the card that waits for an answer, the form of its options, the list of games to challenge to."""

import json
from typing import Any, Final

import discord

from bot.cards.kit import (
    DANGER,
    HINT_LIMIT,
    OFFERED,
    OVER,
    RUNNING,
    SUCCESS,
    TITLE_LIMIT,
    Card,
    Press,
    framed,
    menu,
    plain,
    row,
    small,
    text,
)
from bot.cards.lines import options_line
from bot.custom_ids import CustomId
from club.challenges import RANDOM_SIDE
from data.challenges import ChallengeRow, ChallengeStatus
from data.matches import MatchRow
from rules.catalogue import GAMES
from rules.game import AnyGame, Options, Step

FORM_WAITS: Final = 900.0
"""Seconds for which the library waits for a form; the router answers it whenever it comes."""
FREE_TEXT_LIMIT: Final = 1000
"""Characters of an option that is written as free text."""


def challenge_card(challenge: ChallengeRow, match: MatchRow | None = None) -> Card:
    """Return a challenge: open with its buttons, or closed with what became of it."""
    game = GAMES[challenge.game]
    options = game.read_options(json.loads(challenge.options))
    if challenge.status is ChallengeStatus.ACCEPTED and match:
        return _started_card(challenge, match)
    challenger = f"<@{challenge.challenger_id}>"
    opponent = f"<@{challenge.opponent_id}>" if challenge.opponent_id else None
    lines = [
        f"### {game.title}",
        f"{challenger} challenges {opponent}." if opponent else f"{challenger} is looking for an opponent.",
        None
        if challenge.side == RANDOM_SIDE
        else f"{plain(challenge.challenger_name)} plays **{challenge.side}**.",
        options_line(game, options),
    ]
    if challenge.status is not ChallengeStatus.OPEN:
        ends = {
            ChallengeStatus.DECLINED: f"{plain(challenge.opponent_name or '')} declined.",
            ChallengeStatus.CANCELLED: "Cancelled.",
            ChallengeStatus.EXPIRED: "Expired: nobody took it within 7 days.",
        }
        return Card(framed(OVER, text(*lines), text(f"**{ends[challenge.status]}**")))
    said = game.advice(options)
    advice = small(str(said) if said else None)
    expiry = f"-# Open until <t:{int(challenge.expires_at)}:f>"
    pings = (challenge.opponent_id,) if challenge.opponent_id else ()
    return Card(framed(OFFERED, text(*lines, advice, expiry), row(*_buttons(challenge, game))), pings=pings)


def _buttons(challenge: ChallengeRow, game: AnyGame) -> list[Press]:
    def button(action: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Press:
        return Press.of(CustomId(action, challenge.id, challenge=True), label, style)

    buttons = [button("accept", "Accept", SUCCESS)]
    if challenge.opponent_id:
        buttons.append(button("decline", "Decline", DANGER))
    if game.options:
        buttons.append(button("options", "Options"))
    return [
        *buttons,
        button("cancel", "Cancel"),
        Press.of(CustomId("howto", 0, rest=game.key), "How to play"),
    ]


def _started_card(challenge: ChallengeRow, match: MatchRow) -> Card:
    first, second = (f"<@{seat.user_id}>" for seat in match.seats)
    where = f"<#{match.place_id}>" if match.thread_id else "here in this channel"
    title = GAMES[challenge.game].title
    return Card(framed(RUNNING, text(f"### {title}", f"{first} and {second} play {where}.")))


def games_card(member_id: int, member_name: str) -> Card:
    """Return the list of games to challenge a member to."""
    steps = [Step(game.key, game.title) for game in GAMES.values()]
    which = menu(CustomId("dare", member_id), "Which game?", steps)
    return Card(framed(OFFERED, text(f"Challenge {plain(member_name)} to a game"), row(which)))


def options_form(game: AnyGame, options: Options, challenge_id: int) -> discord.ui.Modal:
    """Return the form that edits the options of a challenge."""
    form = discord.ui.Modal(
        title=f"Options of {game.title}"[:TITLE_LIMIT],
        custom_id=str(CustomId("set-options", challenge_id, challenge=True)),
        timeout=FORM_WAITS,
    )
    for option in game.options:
        choices = [
            discord.SelectOption(label=str(choice), value=str(choice), default=choice == options[option.name])
            for choice in option.choices
        ]
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=option.name, options=choices, required=False
        )
        form.add_item(
            discord.ui.Label(text=option.name, description=str(option.help)[:HINT_LIMIT], component=select)
        )
    for name, label, value in game.form_texts(options):
        area: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=name,
            style=discord.TextStyle.paragraph,
            default=value,
            required=False,
            max_length=FREE_TEXT_LIMIT,
        )
        form.add_item(discord.ui.Label(text=str(label)[:TITLE_LIMIT], component=area))
    return form
