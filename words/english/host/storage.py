"""Faults of the database or a backup, for the person who runs the bot."""

from words.message import MessagePlace, make_messages

MESSAGES = make_messages(
    MessagePlace.CONSOLE,
    {
        "store.full": (
            "The disk of {path} is full, so nothing was stored. Free some space; it goes on by itself."
        ),
        "store.full.ended": "The disk of {path} is full, so Twotone has ended. Free some space, then start it again.",
        "store.broken_off": (
            "PostgreSQL has broken off what {path} was asked for ({fault}), so nothing was stored. If it does so again, give the "
            "bot's role a longer statement_timeout."
        ),
        "store.garbled_log": (
            "The log {other} beside {path} holds nothing that SQLite can read, so it was taken for empty. Where the last moves "
            "are missing, restore the newest backup."
        ),
        "store.held": "{path} is held by another program, so nothing was stored. Try again in a moment.",
        "store.io": "{path} cannot be read or written ({fault}). Check the disk and its volume.",
        "store.read_only": "{path} cannot be written ({fault}). Check the owner of the file and its folder.",
        "store.forbidden": "{path} may not be opened ({fault}). Check the owner of the file and its folder.",
        "store.cannot_open": (
            "{path} cannot be opened ({fault}). Check that its folder exists and is the bot's own."
        ),
        "store.corrupt": "{path} is damaged ({fault}); it was left as it is. Restore the newest backup.",
        "store.no_database": (
            "{path} is not a database; it was left as it is. Restore a backup, or name another file."
        ),
        "store.closed": "The store is closed, so nothing was stored.",
        "store.closed.reading": "The store is closed.",
        "store.busy": "The store is busy, so nothing was stored. Try again in a moment.",
        "store.folder": "The folder of {path} cannot be used ({fault}). Check its owner and permissions.",
        "store.unwritable": "{path} cannot be written ({fault}). Check its owner and permissions.",
        "store.pragma": "{path}: {name} is {given}, not {value}. Put the database on a local disk.",
        "store.newer": (
            "The database has schema {given}, made by a newer Twotone; this one knows {last_schema}. "
            "Run the newer Twotone, or restore a backup made before the update."
        ),
        "store.older": (
            "{path} has schema {given}, made by an older Twotone; this one knows {last_schema}. Start the bot on it once."
        ),
        "store.copy": (
            "{path} has schema {given}, made by an older Twotone, so it is read in a copy beside it that is brought up to "
            "date; this copy could not be written: {fault}."
        ),
        "store.older_process": (
            "An older Twotone still runs on {path}, and could not go on with schema {last_schema}. Stop it, then start again."
        ),
        "store.running": "Another Twotone is already running on {path}. Stop it first.",
        "store.foreign": (
            "{path} is a database, but none of Twotone, or one whose tables are damaged; it was left as it is. "
            "Restore a backup, or name another file."
        ),
        "store.driver": 'The driver of PostgreSQL is missing. Install it: pip install "psycopg[binary]"',
        "store.address": (
            "What stands for the database (DATABASE_URL, or the address given) is no address of PostgreSQL: such a one is "
            "postgresql://name:password@host/database."
        ),
        "store.unreachable": (
            "{path} cannot be used ({fault}). Check that PostgreSQL runs there, and the name and the password in its address."
        ),
        "store.away": "{path} cannot be reached ({fault}), so nothing was stored. It goes on by itself.",
        "store.unknown": (
            "{path} was lost at the moment of storing, so nobody knows whether it was stored. Look before you try again."
        ),
        "store.too_old": "{path} is PostgreSQL {given}. Twotone needs {value} or newer.",
        "store.setting": "{path}: {name} is {given}, not {value}. Change that, for otherwise something may be lost.",
        "store.empty": "{path} is empty: it holds no database. Name another file.",
        "store.missing": "There is no database at {path}.",
        "backup.written": "Backup written to {path}.",
        "backup.source": "{path} could not be copied: {fault}.",
        "backup.target": "The backup {path} could not be written: {fault}.",
        "backup.folder": "{path} is a folder. Name a file in it for the backup.",
        "backup.itself": (
            "A backup to {path} would destroy a file of the database itself. Name another file for the backup."
        ),
        "backup.not_ours": (
            "{path} is there already and is no backup made by Twotone, so it was left as it is. "
            "Name another file for the backup."
        ),
        "restore.itself": "{path} is the database itself, so there is nothing to restore. Name a backup.",
        "restore.own": (
            "{path} is one of the database's own files, which a restore writes or deletes, so nothing was touched. "
            "Rename {other}, then restore it by its new name."
        ),
        "restore.interrupted": (
            "A restore of {path} was interrupted: it is still the database from before. "
            "To restore the backup, stop the bot and do it again."
        ),
        "restore.done": (
            "{path} was restored from a backup; the database from before is kept beside it as {other}. "
            "Delete that once nobody misses it."
        ),
        "start.old": (
            "{path} is missing or empty, but {other} is beside it, the database from before a restore. Restore a "
            "backup again, or rename {other} to {name}; to start without any matches, move {other} away."
        ),
        "start.restored": (
            "{path} is missing or empty, and {other} is beside it: a restore was interrupted. Delete {other}, then "
            "restore the backup again, or start without any matches."
        ),
        "start.log": (
            "{path} is missing or empty, but its log {other} is beside it. Put the database back beside its log, or "
            "restore a backup; to start without any matches, move {other} away."
        ),
        "restore.written": "{path} is restored from {given}.",
        "restore.failed": "{path} could not be restored: {fault}.",
        "restore.old": "{path} is still there from an earlier restore. Move it away first.",
        "transfer.done": (
            "{path} is carried over to {other}: every row was compared, and every match replayed. Set DATABASE_URL to the "
            "new address; {path} is as it was, and can go once nobody misses it."
        ),
        "transfer.copied": "{count} of {all} rows copied",
        "transfer.compared": "{count} of {all} rows compared",
        "transfer.not_empty": (
            "{path} is not empty: its table {name} has rows, so nothing was carried over. Name an empty database."
        ),
        "transfer.restoring": (
            "A restore of {path} was interrupted. Start the bot on it once, or restore the backup again, before it is "
            "carried over."
        ),
        "transfer.row": (
            "The row {row_key} of the table {name} holds a text that is damaged, so nothing was carried over. Carry over "
            "the newest backup without this damage."
        ),
        "transfer.differs": (
            "The row {row_key} of the table {name} is not the same on {path}, so nothing was carried over. See whether "
            "something else writes there, such as a trigger."
        ),
        "transfer.lost": "The connection to {path} was lost ({fault}), so nothing was carried over. Do it again.",
        "transfer.unknown": (
            "The connection to {path} was lost at the last moment ({fault}). Do it again: if the database is not empty any "
            "more, everything is there."
        ),
        "transfer.failed": "{path} does not take the rows ({fault}), so nothing was carried over.",
        "check.whole": "{path} is whole.",
        "check.whole.older": (
            "{path} is whole. An older Twotone made it, so a copy was brought up to date and checked; {path} is as it was."
        ),
        "check.progress": "{count} of {all} matches",
        "check.damaged": "{path} is damaged ({fault}). Restore another backup.",
        "check.foreign_key": "a row of {name} points nowhere",
        "check.types": "a value of another kind than its column",
        "check.changed": "{path} is damaged ({faults}). Restore another backup.",
        "check.event": "match {match} is changed at event {event}",
        "check.record": "the record of match {match} differs from its event {event}",
        "check.start": "the record of match {match} begins otherwise than the match",
        "check.length": "the record of match {match} has more or fewer moves than its events",
        "check.end": "the record of match {match} ends otherwise than its events",
        "check.clock": "the clocks of match {match} stand otherwise than their events say",
        "check.unplayable": "the record of match {match} cannot be replayed",
        "check.unreadable": "match {match} cannot be read",
        "rounds.found": (
            "The running bot has found damage in {path}: “twotone check” names it. Restore a backup from before."
        ),
        "rounds.table": "table {name}: {fault}",
        "check.more": "{count} more",
        "check.killed": (
            "The check of {path} was ended by the system, perhaps for want of memory. Try again when more is free."
        ),
    },
)
