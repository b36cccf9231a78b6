-- What members and servers have set. A row of `server` exists once somebody has set something there, or once the bot has
-- introduced itself: `greeted_at` says when. `channels` is a JSON list of the channels where games are played.

ALTER TABLE preference ADD COLUMN facing TEXT;

ALTER TABLE preference ADD COLUMN dm_turn INTEGER NOT NULL DEFAULT 0 CHECK (dm_turn IN (0, 1));

ALTER TABLE preference ADD COLUMN own_language TEXT;

CREATE TABLE server (
    guild_id INTEGER PRIMARY KEY,
    channels TEXT NOT NULL,
    threads INTEGER NOT NULL CHECK (threads IN (0, 1)),
    running_limit INTEGER CHECK (running_limit > 0),
    open_limit INTEGER CHECK (open_limit > 0),
    language TEXT,
    greeted_at REAL
) STRICT;
