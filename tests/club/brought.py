"""Records that members bring along."""

from club.members.quotas import PressLimiter
from club.play.after.imports import ImportedRecord, RecordImporter
from rules.catalogue import GAMES
from rules.checkers.pdn.writing import write_pdn
from tests.ample import AMPLE
from tests.rules.playouts import random_match
from words import ENGLISH


def ample_importer() -> RecordImporter:
    """What reads records, with ample limits."""
    return RecordImporter(AMPLE, lambda: 0.0, PressLimiter(AMPLE, lambda: 0.0))


async def bring(
    imports: RecordImporter, data: bytes, user_id: int, game: str | None = None
) -> ImportedRecord:
    """The first game of a file, opened for a member whose language is English."""
    file = await imports.read_file(data, user_id, ENGLISH)
    opened = await imports.open_game(file, 1, game, user_id, ENGLISH)
    assert isinstance(opened, ImportedRecord)
    return opened


def club_file(count: int, plies: int = 12) -> str:
    """So many games of Russian checkers, whose kind the file does not say."""
    written = []
    for number in range(1, count + 1):
        match = random_match(GAMES["russian"], {}, seed=number, limit=plies)
        tags = {"Event": "Club night", "White": f"Player {number}", "Black": f"Guest {number}"}
        texts = [ply.text for ply in match.plies]
        written.append(write_pdn(tags, texts, second_begins=False, result="2-0"))
    return "\n".join(written)
