-- Whether cards on a server lead to the lab, where the host has one.
ALTER TABLE server ADD COLUMN lab INTEGER NOT NULL DEFAULT 1 CHECK (lab IN (0, 1));
