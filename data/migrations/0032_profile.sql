-- Whether others on a server may look at somebody's profile.
ALTER TABLE preference ADD COLUMN profile_shown INTEGER NOT NULL DEFAULT 1 CHECK (profile_shown IN (0, 1));
