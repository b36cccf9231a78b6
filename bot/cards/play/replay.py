"""A replay as a card: the animation, its moves in words, and the final position."""

from collections.abc import Sequence
from typing import Final

from bot.cards.kit.after import page_button
from bot.cards.kit.card_lines import last_move_line, players_line, result_line, shared_line
from bot.cards.kit.kit import OVER, RUNNING, Card, CardFile, Press, framed_view, gallery, row, text
from bot.cards.play.moves import numbered_lines
from bot.cards.play.notes import beside_lines, notes_button
from bot.custom_ids import CustomId
from club.play.after.animations import Excerpt
from data.play.notes import NoteRow
from rendering.replay import Replay
from words import Speaker

REPLAY_FILE: Final = "replay.gif"
"""The file's name says nothing of what is in it."""
MOVES_SHOWN: Final = 1200
"""Characters of the moves below a replay; the full list is a card of its own."""


def replay_card(
    shown: Excerpt,
    made: Replay,
    say: Speaker,
    *,
    notes: Sequence[NoteRow] = (),
    by: str | None = None,
    page: str | None = None,
) -> Card:
    """Return a replay: the animation and its moves in words.

    It has a button for all moves if some are left out, and one that shares it. `notes` are those of
    both players that may stand beside it. `by` is the member who shares it with everyone, `None` if it
    is for one person; `page` is the address of the match's page.
    """
    table = shown.table
    facts = {"from_number": shown.first, "to_number": shown.last, "count": shown.total}
    heading = "card.replay.one" if shown.first == shown.last else "card.replay"
    ends = shown.last == shown.total
    match_id, version = table.row.id, table.row.version
    everything = Press.of(CustomId("replay-all", match_id, version), say("button.replay.all"))
    share = Press.of(
        CustomId("share-replay", match_id, version, f"{shown.first}-{shown.last}"), say("button.share")
    )
    alone = (
        by is not None and table.row.private
    )  # no one else may page through a shared replay of a private match
    ways = [
        *([] if shown.is_whole or alone else [everything]),
        *([share, *notes_button(table, say)] if by is None else []),
        *page_button(page, say),
    ]
    noted = beside_lines(shown, notes, say)
    card = framed_view(
        RUNNING if table.running else OVER,
        text(shared_line(by, say), say(heading, title=table.game.title, **facts), players_line(table, say)),
        gallery(REPLAY_FILE, made.alt),
        text(
            say("card.replay.moves", text=_moves(shown, say)),
            last_move_line(table, table.view(shown.seat), say) if ends else None,
            result_line(table, say) if ends and table.over else None,
        ),
        text(say("card.replay.notes"), *noted) if noted else None,
        row(*ways) if ways else None,
    )
    return Card(card, [CardFile(made.gif, REPLAY_FILE, made.alt)])


def _moves(shown: Excerpt, say: Speaker) -> str:
    """Return the moves of a replay in notation, the first ones left out if too many."""
    lines = list(numbered_lines(shown.table.match.plies, say))[shown.first - 1 : shown.last]
    kept: list[str] = []
    for line in reversed(lines):
        if sum(len(each) + 1 for each in (line, *kept)) > MOVES_SHOWN:
            return " ".join(("…", *kept))
        kept.insert(0, line)
    return " ".join(kept)
