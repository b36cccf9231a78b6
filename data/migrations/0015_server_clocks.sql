-- The clock that a server gives to challenges that name none, and the least and most seconds that one may give.
ALTER TABLE server ADD COLUMN clock TEXT;

ALTER TABLE server ADD COLUMN clock_least INTEGER CHECK (clock_least > 0);

ALTER TABLE server ADD COLUMN clock_most INTEGER CHECK (clock_most > 0);
