-- A side of a team match: side 0 moves first on board 1, 3 and so on. Members with the role `role_id` (NULL: everybody)
-- can join it. A `guest` plays for another server: `guild_id` and `channel_id` are where its cards are, NULL until
-- somebody there has entered `code`, which is good once, before `code_until`. `gone` says that this server has left.
-- `stage_message_id` and `section_message_id` are its cards, `former_id` as with a section.
CREATE TABLE team (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    competition_id INTEGER NOT NULL REFERENCES competition (id) ON DELETE CASCADE,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    name TEXT NOT NULL,
    captain_id INTEGER,
    role_id INTEGER,
    guest INTEGER NOT NULL DEFAULT 0 CHECK (guest IN (0, 1)),
    guild_id INTEGER,
    channel_id INTEGER,
    code TEXT,
    code_until REAL,
    gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    stage_message_id INTEGER,
    section_message_id INTEGER,
    former_id INTEGER,
    UNIQUE (competition_id, side)
) STRICT;

CREATE UNIQUE INDEX team_code ON team (code) WHERE code IS NOT NULL;

CREATE INDEX team_guild ON team (guild_id) WHERE guild_id IS NOT NULL;

CREATE INDEX team_captain ON team (captain_id) WHERE captain_id IS NOT NULL;

-- How many boards a team match has at most, and the one whose rematch it is: there is one of each.
ALTER TABLE competition ADD COLUMN boards INTEGER CHECK (boards > 0);

ALTER TABLE competition ADD COLUMN rematch_of INTEGER;

CREATE UNIQUE INDEX competition_rematch ON competition (rematch_of) WHERE rematch_of IS NOT NULL;

-- The side that somebody plays for, and where their captain has put them in its line-up (NULL: by rating).
ALTER TABLE entrant ADD COLUMN side INTEGER CHECK (side IN (0, 1));

ALTER TABLE entrant ADD COLUMN place INTEGER;

-- Who plays from another server, by direct messages.
ALTER TABLE seat ADD COLUMN guest INTEGER NOT NULL DEFAULT 0 CHECK (guest IN (0, 1));
