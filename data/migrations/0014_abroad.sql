-- Matches and challenges where the bot is no member: nothing reaches them but answers to presses. `abroad` is the
-- language that their cards speak, NULL everywhere else; outside of servers their `guild_id` is 0.
ALTER TABLE match ADD COLUMN abroad TEXT;

ALTER TABLE challenge ADD COLUMN abroad TEXT;
