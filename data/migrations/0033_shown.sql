-- The match that somebody shows on their profile on a server. It goes with the match.
CREATE TABLE shown (
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, guild_id)
) STRICT;

CREATE INDEX shown_match ON shown (match_id);
