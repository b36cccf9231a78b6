-- What spectators guess to be the next move of a running match: `move` as written, in the position that event `since` of
-- the match has led to (0: its start). `played` is the move that was made there, once it was.
CREATE TABLE guess (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    move TEXT NOT NULL,
    played TEXT,
    PRIMARY KEY (match_id, user_id)
) STRICT;

CREATE INDEX guess_person ON guess (user_id);

-- How many moves everybody has guessed on a server in a month, which counts from the year 0, how many of them rightly,
-- and when they came to that.
CREATE TABLE guess_month (
    guild_id INTEGER NOT NULL,
    month INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    made INTEGER NOT NULL,
    found INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (guild_id, month, user_id)
) STRICT;

CREATE INDEX guess_month_person ON guess_month (user_id);

-- What somebody has written about a move of a match for themselves: `ply` counts the moves of both from 1, `move` is the
-- one that was made there then.
CREATE TABLE note (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    move TEXT NOT NULL,
    text TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (match_id, user_id, ply)
) STRICT;

CREATE INDEX note_person ON note (user_id);

-- Players who let their notes on a match that is over stand beside its replay: they do once both do.
CREATE TABLE note_consent (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (match_id, user_id)
) STRICT;

CREATE INDEX note_consent_person ON note_consent (user_id);
