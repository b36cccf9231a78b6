-- When a stage of a competition ended, so that the week's digest names its winners and feeds say when; unknown of older ones.
ALTER TABLE stage ADD COLUMN over_at REAL; -- nobody
CREATE INDEX stage_over ON stage (over_at) WHERE over_at IS NOT NULL;
