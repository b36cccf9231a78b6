-- How often a post was refused, or failed by a mistake of ours: what gives it up counts these. Before, it counted all
-- tries (`attempts`), so that outages of Discord's gave posts up as well.
ALTER TABLE outbox ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;
