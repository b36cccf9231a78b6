-- What was changed on a server: its settings, each by its name (`was` and `became` as JSON), and what its moderators did
-- with matches. `user_id` is NULL where the bot did it by itself, 0 for somebody who was forgotten.
CREATE TABLE admin_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    at REAL NOT NULL,
    user_id INTEGER,
    what TEXT NOT NULL,
    was TEXT,
    became TEXT,
    match_id INTEGER
) STRICT;

CREATE INDEX admin_log_guild ON admin_log (guild_id, id);

CREATE INDEX admin_log_user ON admin_log (user_id);

CREATE INDEX admin_log_at ON admin_log (at);
