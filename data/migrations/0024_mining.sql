-- Puzzles from a server's own finished matches: whether it lets them be looked through, and how many have been on which
-- day since the epoch; and whether a member does (NULL: no), without their name or with it.
ALTER TABLE server ADD COLUMN mined INTEGER NOT NULL DEFAULT 0 CHECK (mined IN (0, 1));

ALTER TABLE server ADD COLUMN mined_day INTEGER;

ALTER TABLE server ADD COLUMN mined_count INTEGER NOT NULL DEFAULT 0;

ALTER TABLE preference ADD COLUMN mined TEXT CHECK (mined IN ('nameless', 'named'));

-- Finished matches that are to be looked through. Whoever looks owns a row until `leased_until`.
CREATE TABLE mining (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    guild_id INTEGER NOT NULL,
    not_before REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    leased_until REAL
) STRICT;

CREATE INDEX mining_due ON mining (not_before);

CREATE INDEX mining_guild ON mining (guild_id);

-- What was found, at most one puzzle a match: as the files of the shipped set have it, and the key that it is known by.
CREATE TABLE mined (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    key TEXT NOT NULL,
    told TEXT NOT NULL,
    made_at REAL NOT NULL
) STRICT;

CREATE INDEX mined_guild ON mined (guild_id, key);
