"""A replay as a card: the animation, its moves, and the final position."""

from collections.abc import Sequence
from typing import Final

from bot.cards.kit.after import page_button
from bot.cards.kit.card_lines import last_move_line, players_line, result_line, shared_by_line
from bot.cards.kit.kit import OVER, RUNNING, ActionButton, Card, CardFile, framed_view, gallery, row, text
from bot.cards.play.moves import numbered_lines
from bot.cards.play.notes import notes_button, replay_note_lines
from bot.custom_ids import CustomId
from club.play.after.animations import Excerpt
from data.play.notes import NoteRow
from rendering.replay import Replay
from rules.match import Ply
from words import Localizer

REPLAY_FILE: Final = "replay.gif"
"""The file's name says nothing of what is in it."""
MOVES_SHOWN: Final = 1200
"""Characters of the moves below a replay; the full list is a card of its own."""


def replay_card(
    excerpt: Excerpt,
    replay: Replay,
    say: Localizer,
    *,
    notes: Sequence[NoteRow] = (),
    sharer_name: str | None = None,
    page: str | None = None,
) -> Card:
    """Return a replay: the animation, and its moves in words.

    It has a button for all moves if some are left out, and one that shares it. `notes` are those of the
    players that may be shown beside it. `sharer_name` is the name of the member who shares it with
    everyone, `None` if it is for one person; `page` is the address of the match's web page.
    """
    table = excerpt.table
    facts = {"from_number": excerpt.first, "to_number": excerpt.last, "count": excerpt.total_moves}
    heading = "card.replay.one" if excerpt.first == excerpt.last else "card.replay"
    ends = excerpt.last == excerpt.total_moves
    match_id, version = table.row.id, table.row.version
    everything = ActionButton.create(CustomId("replay-all", match_id, version), say("button.replay.all"))
    share = ActionButton.create(
        CustomId("share-replay", match_id, version, f"{excerpt.first}-{excerpt.last}"), say("button.share")
    )
    alone = (
        sharer_name is not None and table.row.is_private
    )  # no one else may page through a shared replay of a private match
    ways = [
        *([] if excerpt.is_whole or alone else [everything]),
        *([share, *notes_button(table, say)] if sharer_name is None else []),
        *page_button(page, say),
    ]
    noted = replay_note_lines(excerpt, notes, say)
    card = framed_view(
        RUNNING if table.is_running else OVER,
        text(
            shared_by_line(sharer_name, say),
            say(heading, title=table.game.title, **facts),
            players_line(table, say),
        ),
        gallery(REPLAY_FILE, replay.alt),
        text(
            say(
                "card.replay.moves",
                text=replayed_moves(table.match.plies, excerpt.first, excerpt.last, say),
            ),
            last_move_line(table, table.view(excerpt.seat), say) if ends else None,
            result_line(table, say) if ends and table.is_over else None,
        ),
        text(say("card.replay.notes"), *noted) if noted else None,
        row(*ways) if ways else None,
    )
    return Card(card, [CardFile(replay.gif, REPLAY_FILE, replay.alt)])


def replayed_moves(plies: Sequence[Ply], first: int, last: int, say: Localizer) -> str:
    """Return the moves of a replay, from one number to another.

    The first ones are left out if there are too many.
    """
    lines = list(numbered_lines(plies, say))[first - 1 : last]
    kept: list[str] = []
    for line in reversed(lines):
        if sum(len(each) + 1 for each in (line, *kept)) > MOVES_SHOWN:
            return " ".join(("…", *kept))
        kept.insert(0, line)
    return " ".join(kept)
