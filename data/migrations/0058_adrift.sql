-- Whether the channel of a competition was deleted, and nobody has taken it to another one since: it stands still.
ALTER TABLE competition ADD COLUMN adrift INTEGER NOT NULL DEFAULT 0 CHECK (adrift IN (0, 1));

CREATE INDEX competition_channel ON competition (channel_id) WHERE adrift = 0;

-- What is not over, of all that ever was: a new session with Discord is compared with it.
CREATE INDEX stage_going ON stage (competition_id) WHERE status <> 'over';
