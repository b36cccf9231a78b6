-- Whether the bot was away at a time is asked whenever something of a competition closes: few absences ended after it.
CREATE INDEX away_until ON away (until);
