-- Doors to the live board of a match, each for one person. Of the key of a link and of the token of the session that it becomes,
-- only hashes are kept. A key opens nothing any more once there is a token. The page is believed to be open until `looks_until`.
CREATE TABLE live_board (
    key TEXT PRIMARY KEY, -- theirs
    user_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE, -- theirs
    token TEXT UNIQUE, -- theirs
    until REAL NOT NULL, -- theirs
    looks_until REAL -- theirs
) STRICT;

CREATE INDEX live_board_person ON live_board (user_id);
CREATE INDEX live_board_match ON live_board (match_id);
CREATE INDEX live_board_until ON live_board (until);
