-- Who wants to be forgotten: a row stays until nothing else holds them.
CREATE TABLE deletion (
    user_id INTEGER PRIMARY KEY,
    asked_at REAL NOT NULL
) STRICT;

-- All challenges of a person are found, not only those that are open.
DROP INDEX challenge_challenger;

DROP INDEX challenge_opponent;

CREATE INDEX challenge_challenger ON challenge (challenger_id, status);

CREATE INDEX challenge_opponent ON challenge (opponent_id, status);

-- What moderators did in matches of others; players are found by their seats.
CREATE INDEX event_moderator ON event (user_id) WHERE seat IS NULL;
