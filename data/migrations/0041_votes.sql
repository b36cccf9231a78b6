-- Whether a team has a seat: then its user is the team's captain.
ALTER TABLE seat ADD COLUMN team INTEGER NOT NULL DEFAULT 0 CHECK (team IN (0, 1));

-- How the sides of a challenge vote that are teams; NULL where two people play.
ALTER TABLE challenge ADD COLUMN vote TEXT;

-- The ballots of a match that a team plays, one at a time: each is open for `span` seconds, or until `quorum` members
-- have voted. The open one is about the position that event `since` has led to. It closes at `closes_at` (NULL: never by
-- itself); `empty` counts how often it was to close and nobody had voted. At `due_at` it is looked at.
CREATE TABLE ballot (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    span REAL NOT NULL,
    quorum INTEGER NOT NULL,
    since INTEGER NOT NULL DEFAULT 0,
    closes_at REAL,
    empty INTEGER NOT NULL DEFAULT 0,
    due_at REAL
) STRICT;

CREATE INDEX ballot_due ON ballot (due_at) WHERE due_at IS NOT NULL;

-- Who is of a team of a running match, with their last vote: a move as written, for the position that event `since` has
-- led to. One that is `safe`, the captain's, counts where there is no other. Later votes have greater ids.
CREATE TABLE vote (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    user_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    move TEXT NOT NULL,
    safe INTEGER NOT NULL DEFAULT 0 CHECK (safe IN (0, 1)),
    interaction_id INTEGER
) STRICT;

CREATE UNIQUE INDEX vote_match_user ON vote (match_id, user_id);

CREATE INDEX vote_user ON vote (user_id);

-- How many of those who voted wanted the move that event `version` has stored.
CREATE TABLE tally (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    votes INTEGER NOT NULL,
    voters INTEGER NOT NULL,
    PRIMARY KEY (match_id, version)
) STRICT;

-- Simuls, team matches and ladders are competitions of more kinds. SQLite cannot change a CHECK, so the column is made
-- anew. `sides` says which side the giver of a simul has: the first, the second, or each by turns.
ALTER TABLE competition ADD COLUMN sort TEXT NOT NULL DEFAULT 'league'
    CHECK (sort IN ('league', 'swiss', 'robin', 'knockout', 'simul', 'teams', 'ladder'));

UPDATE competition SET sort = kind;

ALTER TABLE competition DROP COLUMN kind;

ALTER TABLE competition RENAME COLUMN sort TO kind;

ALTER TABLE competition ADD COLUMN sides TEXT CHECK (sides IN ('first', 'second', 'turns'));
