"""Every statement about guesses and notes, as `test_statements` looks at them all."""

from collections.abc import Callable
from functools import partial

from data.learning import guesses
from data.learning.guesses import GuessRow
from data.play import notes
from data.play.notes import NoteRow
from tests.data.samples import ADA, GUILD, START

CALLS: list[Callable[..., object]] = [
    partial(guesses.put, row=GuessRow(1, ADA, 0, "c3")),
    partial(guesses.get, match_id=1, user_id=ADA),
    partial(guesses.find_open_event, match_id=1),
    partial(guesses.settle, match_id=1, since=0, played="c3", guild_id=GUILD, month=24_000, at=START),
    partial(guesses.list_best, guild_id=GUILD, month=24_000, limit=9),
    partial(guesses.find_score, guild_id=GUILD, month=24_000, user_id=ADA),
    partial(guesses.drop_open, match_id=1),
    partial(guesses.drop, match_id=1),
    partial(notes.put, row=NoteRow(1, ADA, 1, "c3", "good", START)),
    partial(notes.list_for_user, match_id=1, user_id=ADA),
    partial(notes.count, user_id=ADA),
    *(partial(notes.set_sharing, match_id=1, user_id=ADA, on=on) for on in (True, False)),
    partial(notes.list_sharing_users, match_id=1),
    partial(notes.drop, match_id=1, user_id=ADA, ply=1),
]
