-- Who wants to hear of open challenges on a server: to which games (a JSON list), from which hour of their own day to which
-- (both NULL: at any), and how many a day at most. `told_at` is when they were last to hear of one, `told` of how many they
-- had heard by then on that day. And to how many people a challenge went.
CREATE TABLE looking (
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    games TEXT NOT NULL,
    since INTEGER CHECK (since BETWEEN 0 AND 23),
    until INTEGER CHECK (until BETWEEN 0 AND 23),
    most INTEGER NOT NULL CHECK (most > 0),
    told_at REAL,
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, guild_id)
) STRICT;

CREATE INDEX looking_guild ON looking (guild_id, told_at);

ALTER TABLE challenge ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
