-- Moves that players have made in advance: of one seat of a running match, as a tree of lines. `lines` is a JSON list of
-- lists of moves as written, each from the position that event `since` of the match has led to (0: its start) on.
CREATE TABLE advance (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    user_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT;

-- Whether a move was made in advance.
ALTER TABLE event ADD COLUMN advance INTEGER NOT NULL DEFAULT 0 CHECK (advance IN (0, 1));
