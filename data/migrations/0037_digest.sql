-- Which channel gets the weekly digest of a server (NULL: none does), on which day of the week (0 is Monday) and at which
-- hour by its clocks; who has chosen it and is told when it shuts; when the next one is due, and when the last one was.
ALTER TABLE server ADD COLUMN digest_channel INTEGER;

ALTER TABLE server ADD COLUMN digest_day INTEGER NOT NULL DEFAULT 6 CHECK (digest_day BETWEEN 0 AND 6);

ALTER TABLE server ADD COLUMN digest_hour INTEGER NOT NULL DEFAULT 18 CHECK (digest_hour BETWEEN 0 AND 23);

ALTER TABLE server ADD COLUMN digest_by INTEGER;

ALTER TABLE server ADD COLUMN digest_at REAL;

ALTER TABLE server ADD COLUMN digest_last REAL;

CREATE INDEX server_digest_at ON server (digest_at) WHERE digest_at IS NOT NULL;

CREATE INDEX server_digest_by ON server (digest_by) WHERE digest_by IS NOT NULL;

CREATE INDEX match_guild_ended ON match (guild_id, updated_at) WHERE status = 'over';
