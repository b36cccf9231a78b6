-- What is over and past is found by its age, where a host keeps it for so many days only.
CREATE INDEX match_ended ON match (updated_at) WHERE status = 'over';

CREATE INDEX challenge_unplayed ON challenge (created_at) WHERE status <> 'open' AND match_id IS NULL;

-- A match that goes looks for those who wanted it played again.
CREATE INDEX challenge_again ON challenge (rematch_of) WHERE rematch_of IS NOT NULL;
