-- Which channel shows the card of a server (NULL: none does), and who has chosen it and is told when it shuts.
ALTER TABLE server ADD COLUMN card_channel INTEGER;

ALTER TABLE server ADD COLUMN card_by INTEGER;

CREATE INDEX server_card_by ON server (card_by) WHERE card_by IS NOT NULL;

-- The card of a server that wants one. `changes` counts what has happened that it may show; `shown` is the digest of what
-- it says. Discord was last asked something for it at `acted_at`, and whether it has scrolled away at `looked_at`; `away`
-- is 1 where it is to be posted anew, `pinned` is 1 where it has been pinned, or that was refused.
CREATE TABLE club_card (
    guild_id INTEGER PRIMARY KEY,
    changes INTEGER NOT NULL DEFAULT 0,
    channel_id INTEGER,
    message_id INTEGER,
    number INTEGER NOT NULL DEFAULT 0,
    posted_at REAL,
    acted_at REAL NOT NULL DEFAULT 0,
    looked_at REAL NOT NULL DEFAULT 0,
    away INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1)),
    pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    shown TEXT NOT NULL DEFAULT ''
) STRICT;
