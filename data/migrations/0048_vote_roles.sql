-- The role that members need to vote in a match that a team plays; NULL where everybody can who may write there.
ALTER TABLE ballot ADD COLUMN role_id INTEGER;
