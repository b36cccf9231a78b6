-- Clocks. `clock` and `control` are so much time a move, or a bank and its increment; `rest` is JSON text: when a member
-- rests. `state` is JSON text too: how both clocks stand after event `number` of `clock_event`, from which it follows.
-- Whoever is to move has nothing left at `deadline_at`, and at `next_at` there is something to do; both are NULL while
-- no clock goes. What the bot was away up to `away_id` has been given back.
ALTER TABLE challenge ADD COLUMN clock TEXT;

ALTER TABLE preference ADD COLUMN rest TEXT;

CREATE TABLE clock (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    control TEXT NOT NULL,
    state TEXT NOT NULL,
    number INTEGER NOT NULL,
    deadline_at REAL,
    next_at REAL,
    away_id INTEGER NOT NULL,
    owner TEXT,
    leased_until REAL
) STRICT;

CREATE INDEX clock_next ON clock (next_at) WHERE next_at IS NOT NULL;

CREATE INDEX clock_away ON clock (away_id) WHERE next_at IS NOT NULL;

CREATE TABLE clock_event (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1),
    version INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER CHECK (seat IN (0, 1)),
    text TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;

-- When Discord last acknowledged a heartbeat of each of so many shards, and from when until when one was away.
CREATE TABLE beat (
    shard INTEGER PRIMARY KEY,
    shards INTEGER NOT NULL,
    at REAL NOT NULL
) STRICT;

CREATE TABLE away (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    shard INTEGER NOT NULL,
    shards INTEGER NOT NULL,
    since REAL NOT NULL,
    until REAL NOT NULL
) STRICT;
