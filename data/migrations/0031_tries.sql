-- In how many tries somebody has solved a server's daily puzzle; NULL: not solved, or before this was counted.
ALTER TABLE puzzle_solver ADD COLUMN tries INTEGER CHECK (tries > 0);
