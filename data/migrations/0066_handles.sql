-- Discord's handle of people whose name has letters that the faces of pictures lack.
ALTER TABLE preference ADD COLUMN handle TEXT; -- theirs
