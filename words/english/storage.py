"""What is wrong with the database or a backup, for the person who runs the bot."""

from words.message import Place, rows

MESSAGES = rows(
    Place.CONSOLE,
    {
        "store.full": (
            "The disk of {path} is full, so nothing was stored. Free some space; it goes on by itself."
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
        "store.running": "Another Twotone is already running on {path}. Stop it first.",
        "store.missing": "There is no database at {path}.",
        "backup.source": "{path} could not be copied: {fault}.",
        "backup.target": "The backup {path} could not be written: {fault}.",
        "restore.failed": "{path} could not be restored: {fault}.",
        "restore.old": "{path} is still there from an earlier restore. Move it away first.",
        "check.failed": "{path} could not be checked: {fault}.",
        "check.damaged": "{path} is damaged ({fault}). Restore another backup.",
        "check.foreign_key": "a row of {name} points nowhere",
        "check.event": "match {match} is changed at event {event}",
    },
)
