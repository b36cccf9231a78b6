-- A server's own page, with its feed, is one of no match and of no competition; it lists the newest of the others.
CREATE UNIQUE INDEX page_of_server ON page (guild_id) WHERE match_id IS NULL AND competition_id IS NULL;
CREATE INDEX page_newest ON page (guild_id, made_at);

-- Pages of the profiles that people have wanted to be outside of Discord: 128 random bits as an address.
CREATE TABLE profile_page (
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    address TEXT NOT NULL UNIQUE,
    made_at REAL NOT NULL,
    PRIMARY KEY (user_id, guild_id)
) STRICT;

-- Matches whose pages are to be told to the host's webhook. The process that tells one owns its row until `leased_until`.
CREATE TABLE hook (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    not_before REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    leased_until REAL
) STRICT;

CREATE INDEX hook_due ON hook (not_before);
