-- Whether the pictures of ends call somebody by their name.
ALTER TABLE preference ADD COLUMN pictured INTEGER NOT NULL DEFAULT 1 CHECK (pictured IN (0, 1));
