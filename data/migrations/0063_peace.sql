-- Whom members keep away from themselves, and whom the moderators of a server keep away from the bot there: until a time, or
-- for good (NULL), and why.
CREATE TABLE block (
    user_id INTEGER NOT NULL,
    blocked_id INTEGER NOT NULL,
    at REAL NOT NULL, -- theirs
    PRIMARY KEY (user_id, blocked_id)
) STRICT;

CREATE INDEX block_blocked ON block (blocked_id, user_id);

CREATE TABLE bar (
    guild_id INTEGER NOT NULL, -- theirs
    user_id INTEGER NOT NULL,
    why TEXT NOT NULL, -- theirs
    at REAL NOT NULL, -- theirs
    until REAL, -- theirs
    PRIMARY KEY (user_id, guild_id)
) STRICT;

CREATE INDEX bar_until ON bar (until);

-- About whom a moderator's act was, where it was about no match; 0 once they were forgotten.
ALTER TABLE admin_log ADD COLUMN whom_id INTEGER;

CREATE INDEX admin_log_whom ON admin_log (whom_id);
