-- Lists show matches from their rows, and cost the same however many matches have ended. `plies` counts the moves,
-- `running` says of a seat whether its match can be played on, `set_aside` is the code of why nobody can play on: the
-- record cannot be read, or was made by newer rules.

ALTER TABLE match ADD COLUMN plies INTEGER NOT NULL DEFAULT 0 CHECK (plies >= 0);

ALTER TABLE match ADD COLUMN set_aside TEXT;

UPDATE match SET plies = (SELECT COUNT(*) FROM event WHERE event.match_id = match.id AND event.kind = 'move');

ALTER TABLE seat ADD COLUMN running INTEGER NOT NULL DEFAULT 1 CHECK (running IN (0, 1));

UPDATE seat SET running = 0 WHERE match_id IN (SELECT id FROM match WHERE status <> 'running');

CREATE INDEX seat_running ON seat (user_id) WHERE running = 1;

DROP INDEX match_guild;

CREATE INDEX match_guild_open ON match (guild_id, updated_at) WHERE status <> 'over';

CREATE INDEX match_channel_running ON match (channel_id) WHERE status = 'running';

CREATE INDEX match_set_aside ON match (id) WHERE set_aside IS NOT NULL;

CREATE INDEX challenge_guild ON challenge (guild_id) WHERE status = 'open';
