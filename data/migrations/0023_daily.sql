-- The daily puzzle of a server: the channel that it is posted in (NULL: it is not), the hour of the day in the
-- server's time zone (NULL: UTC), who has chosen the channel and is told when it shuts, and when the next one is due.
ALTER TABLE server ADD COLUMN zone TEXT;

ALTER TABLE server ADD COLUMN puzzle_channel INTEGER;

ALTER TABLE server ADD COLUMN puzzle_hour INTEGER NOT NULL DEFAULT 9 CHECK (puzzle_hour BETWEEN 0 AND 23);

ALTER TABLE server ADD COLUMN puzzle_by INTEGER;

ALTER TABLE server ADD COLUMN puzzle_at REAL;

CREATE INDEX server_puzzle_at ON server (puzzle_at) WHERE puzzle_at IS NOT NULL;

CREATE INDEX server_puzzle_by ON server (puzzle_by) WHERE puzzle_by IS NOT NULL;

-- One row for each day on which a server was to get its puzzle: that is why it never gets two. `day` is the number of the
-- server's own date since the epoch; `message_id` stays NULL where Discord did not take it.
CREATE TABLE puzzle_post (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    key TEXT NOT NULL,
    made_at REAL NOT NULL,
    message_id INTEGER,
    UNIQUE (guild_id, day)
) STRICT;

CREATE INDEX puzzle_post_guild ON puzzle_post (guild_id, id);

-- Who has solved it, or was shown how before they had (`solved` is 0): the first of the two counts.
CREATE TABLE puzzle_solver (
    post_id INTEGER NOT NULL REFERENCES puzzle_post (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    at REAL NOT NULL,
    PRIMARY KEY (post_id, user_id)
) STRICT;

CREATE INDEX puzzle_solver_user ON puzzle_solver (user_id);
