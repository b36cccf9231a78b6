-- A competition of a server: what is played in it, and how. `channel_id` is where its cards are, `hour` the hour of the
-- day in the server's time zone at which seasons start and close. At `due_at` it has something to do by itself (NULL:
-- never); since `paused_at` its server is gone. One that is `stopped` opens no season any more.
CREATE TABLE competition (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('league')),
    name TEXT NOT NULL,
    organiser_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    control TEXT NOT NULL,
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    interaction_id INTEGER,
    created_at REAL NOT NULL,
    due_at REAL,
    paused_at REAL,
    stopped INTEGER NOT NULL DEFAULT 0 CHECK (stopped IN (0, 1))
) STRICT;

CREATE UNIQUE INDEX competition_interaction ON competition (interaction_id);

CREATE INDEX competition_due ON competition (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX competition_guild ON competition (guild_id);

CREATE INDEX competition_organiser ON competition (organiser_id);

-- A season: open (for people who want to play in it), running, over. `put_off` counts the weeks by which its start was
-- put off. `reminded` and `warned`: whether its last morning, and its close, were announced. `version` counts what has
-- changed on its card, which is the message `message_id`.
CREATE TABLE stage (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    competition_id INTEGER NOT NULL REFERENCES competition (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'running', 'over')),
    starts_at REAL NOT NULL,
    closes_at REAL NOT NULL,
    put_off INTEGER NOT NULL DEFAULT 0,
    reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1)),
    warned INTEGER NOT NULL DEFAULT 0 CHECK (warned IN (0, 1)),
    version INTEGER NOT NULL DEFAULT 0,
    message_id INTEGER,
    UNIQUE (competition_id, number)
) STRICT;

-- A section of a season, 0 being the highest; its card as above.
CREATE TABLE section (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stage_id INTEGER NOT NULL REFERENCES stage (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    message_id INTEGER,
    UNIQUE (stage_id, number)
) STRICT;

-- A place in a season, and who has it; `section_id` and `seed`, the place in its order, are known once it starts.
-- Since `absent_at` it is known that they have not begun to play: somebody else may take their place.
CREATE TABLE entrant (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stage_id INTEGER NOT NULL REFERENCES stage (id) ON DELETE CASCADE,
    section_id INTEGER REFERENCES section (id) ON DELETE CASCADE,
    seed INTEGER,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    joined_at REAL NOT NULL,
    withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
    absent_at REAL
) STRICT;

-- 0 is nobody: whoever was forgotten.
CREATE UNIQUE INDEX entrant_stage_user ON entrant (stage_id, user_id) WHERE user_id > 0;

CREATE INDEX entrant_stage ON entrant (stage_id);

CREATE INDEX entrant_section ON entrant (section_id);

CREATE INDEX entrant_user ON entrant (user_id);

-- Who meets whom, in the round `round` of the section's order of play; `first_id` moves first, because the other did so
-- when they met last (`turned`), or as the order of play has it. The match is begun when both have time for it.
-- `result` is what became of it: who won, a draw, or nothing that counts; `judged` by the analysis. `ruling` is what
-- counts instead, as the organiser says.
CREATE TABLE pairing (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    section_id INTEGER NOT NULL REFERENCES section (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    first_id INTEGER NOT NULL REFERENCES entrant (id) ON DELETE CASCADE,
    second_id INTEGER NOT NULL REFERENCES entrant (id) ON DELETE CASCADE,
    turned INTEGER NOT NULL CHECK (turned IN (0, 1)),
    match_id INTEGER,
    result TEXT CHECK (result IN ('first', 'second', 'draw', 'none')),
    judged INTEGER NOT NULL DEFAULT 0 CHECK (judged IN (0, 1)),
    ruling TEXT CHECK (ruling IN ('first', 'second', 'draw', 'none'))
) STRICT;

CREATE UNIQUE INDEX pairing_match ON pairing (match_id);

CREATE INDEX pairing_section ON pairing (section_id);

CREATE INDEX pairing_first ON pairing (first_id);

CREATE INDEX pairing_second ON pairing (second_id);

-- What makes a table jump: somebody has withdrawn, has taken another's place, or the organiser has ruled on a pairing
-- (`result` NULL: it counts as it was played). `user_id` is who did it.
CREATE TABLE section_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    section_id INTEGER NOT NULL REFERENCES section (id) ON DELETE CASCADE,
    at REAL NOT NULL,
    user_id INTEGER NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('withdrawn', 'replaced', 'ruled')),
    entrant_id INTEGER,
    pairing_id INTEGER,
    result TEXT CHECK (result IN ('first', 'second', 'draw', 'none'))
) STRICT;

CREATE INDEX section_log_section ON section_log (section_id, id);

CREATE INDEX section_log_user ON section_log (user_id);
