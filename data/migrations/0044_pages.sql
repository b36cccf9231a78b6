-- Whether a server's finished matches and its competitions have pages outside of Discord: 'none', 'unlisted' (whoever has
-- the address sees it) or 'listed' (search engines may find it too).
ALTER TABLE server ADD COLUMN pages TEXT NOT NULL DEFAULT 'none' CHECK (pages IN ('none', 'unlisted', 'listed'));

-- Pages: 128 random bits as an address, and what is there, a match or a competition.
CREATE TABLE page (
    address TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    made_at REAL NOT NULL,
    match_id INTEGER UNIQUE REFERENCES match (id) ON DELETE CASCADE,
    competition_id INTEGER UNIQUE REFERENCES competition (id) ON DELETE CASCADE
) STRICT;
