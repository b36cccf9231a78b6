-- Ids of matches, challenges and outbox rows are never used twice (AUTOINCREMENT): an old button or a late
-- worker must not reach a newer row. Discord's ids are 64-bit integers, times are seconds since the epoch in UTC.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    secret BLOB NOT NULL,
    rules_version INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'over', 'suspended')),
    version INTEGER NOT NULL CHECK (version >= 0),
    turn INTEGER CHECK (turn IN (0, 1)),
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    thread_id INTEGER,
    record TEXT NOT NULL,
    board_channel_id INTEGER,
    board_message_id INTEGER,
    board_posted_at REAL,
    board_version INTEGER,
    winner INTEGER CHECK (winner IN (0, 1)),
    reason TEXT,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL
) STRICT;

CREATE INDEX match_thread ON match (thread_id) WHERE thread_id IS NOT NULL;

CREATE INDEX match_channel ON match (channel_id) WHERE thread_id IS NULL;

CREATE INDEX match_guild ON match (guild_id);

CREATE TABLE seat (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    dm_channel_id INTEGER,
    dm_message_id INTEGER,
    dm_posted_at REAL,
    PRIMARY KEY (match_id, seat)
) STRICT;

CREATE INDEX seat_user ON seat (user_id);

CREATE TABLE event (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    version INTEGER NOT NULL CHECK (version >= 1),
    seat INTEGER CHECK (seat IN (0, 1)),
    user_id INTEGER,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    interaction_id INTEGER UNIQUE,
    at REAL NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (match_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE challenge (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    side TEXT NOT NULL,
    challenger_id INTEGER NOT NULL,
    challenger_name TEXT NOT NULL,
    opponent_id INTEGER,
    opponent_name TEXT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    status TEXT NOT NULL CHECK (status IN ('open', 'accepted', 'declined', 'cancelled', 'expired')),
    match_id INTEGER REFERENCES match (id) ON DELETE SET NULL,
    created_at REAL NOT NULL,
    expires_at REAL NOT NULL,
    interaction_id INTEGER UNIQUE,
    closed_by_interaction INTEGER UNIQUE
) STRICT;

CREATE INDEX challenge_due ON challenge (expires_at) WHERE status = 'open';

CREATE INDEX challenge_opponent ON challenge (opponent_id) WHERE status = 'open';

CREATE INDEX challenge_challenger ON challenge (challenger_id) WHERE status = 'open';

CREATE TABLE preference (
    user_id INTEGER PRIMARY KEY,
    theme TEXT,
    confirm INTEGER NOT NULL CHECK (confirm IN (0, 1)),
    dm_closed_at REAL
) STRICT;

-- dedup is also the nonce of Discord's posts, hence its 25 characters.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    dedup TEXT NOT NULL UNIQUE CHECK (length(dedup) <= 25),
    match_id INTEGER REFERENCES match (id) ON DELETE CASCADE,
    challenge_id INTEGER REFERENCES challenge (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER CHECK (seat IN (0, 1)),
    version INTEGER NOT NULL,
    payload TEXT NOT NULL,
    not_before REAL NOT NULL,
    leased_until REAL,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT
) STRICT;

CREATE INDEX outbox_due ON outbox (not_before);

CREATE INDEX outbox_match ON outbox (match_id, kind) WHERE match_id IS NOT NULL;

CREATE INDEX outbox_challenge ON outbox (challenge_id, kind) WHERE challenge_id IS NOT NULL;
