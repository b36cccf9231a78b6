"""What each message shows: challenge, board, offer, hand, result. Pictures come from views, never from positions."""

import json
import logging
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any, Final

import discord

from bot.custom_ids import CustomId
from bot.invitations import RANDOM_SIDE
from bot.items import Press, link, row
from bot.tables import Table
from data.challenges import ChallengeRow
from data.matches import MatchRow
from rendering.describe import ALT_LIMIT, describe, hand_in_words, status, text_board
from rendering.picture import Picture, draw, draw_hand
from rendering.themes import DEFAULT
from rules.catalogue import GAMES
from rules.game import AnyGame, Seat, Settings, View
from rules.one_zero_one.view import ProgramView

log = logging.getLogger(__name__)

RUNNING: Final = discord.Colour(0xE0A040)
OVER: Final = discord.Colour(0x5B6472)
OFFERED: Final = discord.Colour(0x4A90D9)

INVISIBLE: Final = ("Cc", "Cf", "Cs")
"""Characters that show nothing but may turn a line around."""

BOARD_FILE: Final = "board.png"
HAND_FILE: Final = "hand.png"
"""Names say nothing of what is in the pictures."""

PRIMARY: Final = discord.ButtonStyle.primary
SUCCESS: Final = discord.ButtonStyle.success
DANGER: Final = discord.ButtonStyle.danger


@dataclass(frozen=True, slots=True)
class Card:
    """A message ready to be sent; only `pings` are mentioned aloud."""

    view: discord.ui.LayoutView
    files: list[discord.File] = field(default_factory=list)
    pings: tuple[int, ...] = ()


def framed(colour: discord.Colour | None, *items: discord.ui.Item[Any] | None) -> discord.ui.LayoutView:
    """One framed card of the given parts, `None`s left out."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*(item for item in items if item), accent_colour=colour))
    return view


def text(*lines: str | None) -> discord.ui.TextDisplay[Any]:
    """Lines of Markdown, `None`s left out."""
    return discord.ui.TextDisplay("\n".join(line for line in lines if line)[:4000])


def listed(lines: Sequence[str], limit: int) -> list[str]:
    """As many whole lines as `limit` characters hold, and how many are left out."""
    kept: list[str] = []
    room = limit - len("… and 999 more\n")
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return [*kept, f"… and {len(lines) - len(kept)} more"]
        kept.append(line)
    return kept


def gallery(*pictures: tuple[str, str]) -> discord.ui.MediaGallery[Any]:
    """Attached pictures by (file name, alt text)."""
    return discord.ui.MediaGallery(
        *(
            discord.MediaGalleryItem(f"attachment://{name}", description=alt[:ALT_LIMIT])
            for name, alt in pictures
        )
    )


def attached(picture: Picture, name: str) -> discord.File:
    """A picture as a file to send."""
    return discord.File(BytesIO(picture.png), name, description=picture.alt)


def drawn(view: View, theme: str = DEFAULT) -> tuple[discord.ui.Item[Any], list[discord.File]]:
    """A board as a picture, with its file; in words where it cannot be drawn, for the match goes on."""
    try:
        picture = draw(view, theme=theme)
    except Exception:
        log.exception("a board of %s could not be drawn", view.game)
        return text(f"```\n{text_board(view)}\n```"), []
    return gallery((BOARD_FILE, picture.alt)), [attached(picture, BOARD_FILE)]


def drawn_hand(
    view: ProgramView, theme: str = DEFAULT
) -> tuple[discord.ui.Item[Any] | None, list[discord.File]]:
    """A hand as a picture, with its file; nothing where it cannot be drawn, for words stand below it."""
    try:
        picture = draw_hand(view, theme=theme)
    except Exception as fault:
        # Its text, and that of its trace, might name a card.
        log.error("a hand could not be drawn: %s", type(fault).__name__)
        return None, []
    return gallery((HAND_FILE, picture.alt)), [attached(picture, HAND_FILE)]


def plain(name: str) -> str:
    """A user's name as card text: no Markdown of his own, no line breaks, no invisible controls, not endless."""
    seen = "".join(c for c in " ".join(name.split()) if unicodedata.category(c) not in INVISIBLE)
    return discord.utils.escape_markdown(seen[:64]) or "somebody"


def options_line(game: AnyGame, settings: Settings) -> str:
    """The options agreed on, as small print."""
    parts = [
        f"{name}: {value if isinstance(value, int | str) else 'of your own'}"
        for name, value in settings.items()
    ]
    return "-# " + (" · ".join(parts) or "no options")


def challenge_card(challenge: ChallengeRow, match: MatchRow | None = None) -> Card:
    """A challenge, open with its buttons or closed with what became of it."""
    game = GAMES[challenge.game]
    settings = game.settings(json.loads(challenge.options))
    challenger = f"<@{challenge.challenger_id}>"
    opponent = f"<@{challenge.opponent_id}>" if challenge.opponent_id else None
    if challenge.status == "accepted" and match:
        return _started_card(challenge, match)
    lines = [
        f"### {game.title}",
        f"{challenger} challenges {opponent}." if opponent else f"{challenger} is looking for an opponent.",
        None
        if challenge.side == RANDOM_SIDE
        else f"{plain(challenge.challenger_name)} plays **{challenge.side}**.",
        options_line(game, settings),
    ]
    advice = game.advice(settings)
    if challenge.status != "open":
        ends = {
            "declined": f"{plain(challenge.opponent_name or '')} declined.",
            "cancelled": "Cancelled.",
            "expired": "Expired: nobody took it within 7 days.",
        }
        return Card(framed(OVER, text(*lines), text(f"**{ends[challenge.status]}**")))

    def button(action: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Press:
        return Press.of(CustomId(action, challenge.id, challenge=True), label, style)

    buttons = [button("accept", "Accept", SUCCESS)]
    if opponent:
        buttons.append(button("decline", "Decline", DANGER))
    if game.options:
        buttons.append(button("options", "Options"))
    buttons += [button("cancel", "Cancel"), Press.of(CustomId("howto", 0, rest=game.key), "How to play")]
    small = f"-# {advice}" if advice else None
    expiry = f"-# Open until <t:{int(challenge.expires_at)}:f>"
    pings = (challenge.opponent_id,) if challenge.opponent_id else ()
    return Card(framed(OFFERED, text(*lines, small, expiry), row(*buttons)), pings=pings)


def _started_card(challenge: ChallengeRow, match: MatchRow) -> Card:
    first, second = (f"<@{seat.user_id}>" for seat in match.seats)
    where = f"<#{match.place_id}>" if match.thread_id else "here in this channel"
    title = GAMES[challenge.game].title
    return Card(framed(RUNNING, text(f"### {title}", f"{first} and {second} play {where}.")))


def board_card(table: Table, offer: Seat | None = None) -> Card:
    """The board for everyone, with the buttons of its version; the player to move is pinged."""
    view = table.view(None)
    board, files = drawn(view)
    turn = table.turn
    to_move = None if turn is None else table.player(turn)
    if table.running:
        version = table.row.version
        buttons = row(
            Press.of(CustomId("play", table.row.id, version), "Play", PRIMARY),
            Press.of(CustomId("view", table.row.id, version), "My view"),
            *([Press.of(CustomId("hand", table.row.id, version), "Hand")] if table.game.hidden else []),
            Press.of(CustomId("more", table.row.id, version), "More"),
        )
    else:
        buttons = row(Press.of(CustomId("moves", table.row.id, table.row.version), "Moves"))
    card = framed(
        RUNNING if table.running else OVER,
        text(
            f"### {table.game.title}",
            _players_line(table),
            options_line(table.game, table.match.settings) if not table.match.plies else None,
            fairness_line(table),
        ),
        board,
        text(
            last_move_line(table, view),
            f"-# {line}" if (line := status(view)) else None,
            _offer_line(table, offer),
            f"**<@{to_move.user_id}> to move** ({table.side(turn)})"
            if to_move and turn is not None
            else None,
            None if table.running else f"**{result_line(table)}**",
        ),
        buttons,
    )
    return Card(card, files, (to_move.user_id,) if to_move else ())


def former_card(table: Table, plies: int) -> Card:
    """The board as it was after so many plies, succeeded by another: its picture stays, its buttons go."""
    then = replace(table, match=table.match.at(plies))
    seen = then.match.view(None)
    return Card(
        framed(
            OVER,
            text(f"### {table.game.title}", _players_line(table)),
            gallery((BOARD_FILE, describe(seen))),
            text(line) if (line := last_move_line(then, seen)) else None,
        )
    )


def offer_card(table: Table, seat: Seat) -> Card:
    """The opponent of `seat` offers a draw; `seat` is asked."""
    asked, offering = table.player(seat), table.player(1 - seat)
    answers = row(
        Press.of(CustomId("draw", table.row.id, table.row.version), "Accept the draw", SUCCESS),
        Press.of(CustomId("nodraw", table.row.id, table.row.version), "Decline"),
    )
    words = (
        f"{plain(offering.name)} ({table.side(1 - seat)}) offers a draw. <@{asked.user_id}>, do you accept?"
    )
    return Card(framed(OFFERED, text(words), answers), pings=(asked.user_id,))


def result_card(table: Table) -> Card:
    """The end of a match, for the channel that its thread belongs to."""
    board, files = drawn(table.view(None))
    card = framed(
        OVER,
        text(
            f"### {table.game.title}", _players_line(table), f"**{result_line(table)}**", fairness_line(table)
        ),
        board,
        row(link("See the match", place_link(table.row))),
    )
    return Card(card, files)


def hand_card(table: Table, seat: Seat) -> Card:
    """A seat's hidden hand, for him alone, with the way to play from it."""
    view = table.view(seat)
    picture, files = drawn(view) if table.over else drawn_hand(hand_view(table, seat))
    other = table.player(1 - seat)
    title = f"### {table.game.title} against {plain(other.name)}"
    turn = "**Your turn.**" if table.turn == seat else f"{plain(other.name)} is to move."
    if table.over:
        turn = f"**{result_line(table)}**"
    buttons: list[Press | discord.ui.Button[Any]] = []
    if table.running:
        version = table.row.version
        buttons = [
            Press.of(CustomId("play", table.row.id, version), "Play", PRIMARY),
            Press.of(CustomId("view", table.row.id, version), "My view"),
        ]
    buttons.append(link("To the match", place_link(table.row)))
    words = None if table.over else hand_in_words(view)
    card = framed(
        RUNNING if table.running else OVER,
        text(title, f"You play **{table.side(seat)}**. {turn}"),
        picture,
        text(words) if words else None,
        row(*buttons),
    )
    return Card(card, files)


def hand_view(table: Table, seat: Seat) -> ProgramView:
    """The view of a seat that has a hand."""
    view = table.view(seat)
    assert isinstance(view, ProgramView)  # the one game with hidden hands
    return view


def dms_closed_card(table: Table, seat: Seat) -> Card:
    """A player cannot be reached by DM: where his hand is."""
    user_id = table.player(seat).user_id
    words = f"<@{user_id}>, I cannot send you direct messages. Your hand is behind the button **Hand**, or `/hand`."
    buttons = row(Press.of(CustomId("hand", table.row.id, table.row.version), "Hand"))
    return Card(framed(OFFERED, text(words), buttons), pings=(user_id,))


def last_move_line(table: Table, seen: View) -> str | None:
    """Who moved last, and what; with whatever a view of the board `seen` notes of the move (a skip, a forfeit)."""
    if not table.match.plies:
        return None
    ply = table.match.plies[-1]
    words = f"{plain(table.player(ply.seat).name)} ({table.side(ply.seat)}) played `{ply.text}`"
    return f"{words}. {seen.note}" if seen.note else words


def result_line(table: Table) -> str:
    """How a match ended, in one line."""
    winner, reason = table.row.winner, table.row.reason or ""
    outcome = table.match.outcome
    score = outcome.score if outcome else None
    # A winner's own points come first.
    points = " {}–{}".format(*(score[::-1] if winner == 1 else score)) if score else ""
    if winner is not None:
        return f"{plain(table.player(winner).name)} ({table.side(winner)}) wins{points}: {reason}"
    return f"Draw{points}: {reason}" if outcome else f"No result: {reason}"


def fairness_line(table: Table) -> str | None:
    """What lets anyone check the deal: the commitment before the first move, the secret after the last."""
    if not table.game.hidden:
        return None
    if table.over:
        return f"-# Seed `{table.match.secret.hex()}` — check the deal with /verify"
    if not table.match.plies:
        return f"-# Seed's SHA-256 `{table.match.commitment}`"
    return None


def place_link(match: MatchRow) -> str:
    """The address of a match's last board, or of its channel."""
    at = f"https://discord.com/channels/{match.guild_id}/{match.place_id}"
    return f"{at}/{match.board_message_id}" if match.board_message_id else at


def _players_line(table: Table) -> str:
    return " — ".join(f"{table.side(seat.seat)} <@{seat.user_id}>" for seat in table.row.seats)


def _offer_line(table: Table, offer: Seat | None) -> str | None:
    return None if offer is None else f"{plain(table.player(offer).name)} offers a draw."
