-- Whether both players want a match rated: 'rated', or the code of why it does not count although they do; NULL: nobody
-- asked for it. And what a server wants of ratings: 'rated' or 'unrated' matches where a challenge says nothing, or 'none'.
ALTER TABLE challenge ADD COLUMN rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1));

ALTER TABLE match ADD COLUMN rated TEXT CHECK (rated IN ('rated', 'pair'));

ALTER TABLE server ADD COLUMN ratings TEXT NOT NULL DEFAULT 'rated' CHECK (ratings IN ('rated', 'unrated', 'none'));

-- A rated match that has ended: what ratings follow from, and nothing else. It outlives its match. `number` counts the
-- server's; `at` never goes back within a server. `winner` is a seat, NULL in a draw; `edge` are the points that the first
-- mover had on top; `on_time` says that the loser's time had run out. `void` is the code of why it does not count.
CREATE TABLE rated (
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    match_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    first_id INTEGER NOT NULL,
    first_name TEXT NOT NULL,
    second_id INTEGER NOT NULL,
    second_name TEXT NOT NULL,
    winner INTEGER CHECK (winner IN (0, 1)),
    at REAL NOT NULL,
    edge REAL NOT NULL,
    on_time INTEGER NOT NULL CHECK (on_time IN (0, 1)),
    void TEXT CHECK (void IN ('absence', 'moderator')),
    void_by INTEGER,
    void_why TEXT,
    void_at REAL,
    PRIMARY KEY (guild_id, number)
) STRICT;

CREATE UNIQUE INDEX rated_match ON rated (match_id);

CREATE INDEX rated_first ON rated (first_id, guild_id, second_id);

CREATE INDEX rated_second ON rated (second_id, guild_id, first_id);

CREATE INDEX rated_void_by ON rated (void_by) WHERE void_by IS NOT NULL;

-- Of each server with rated matches: the number of the last one and its time. `recount` is how often its ratings had to be
-- counted anew, `recounted` how often they have been; in between, those that are there are from before. `opaque` is
-- the lowest number that stands for somebody who was forgotten; -1 is nobody's, for it is the computer's elsewhere.
CREATE TABLE rating_list (
    guild_id INTEGER PRIMARY KEY,
    last INTEGER NOT NULL,
    at REAL NOT NULL,
    recount INTEGER NOT NULL DEFAULT 0,
    recounted INTEGER NOT NULL DEFAULT 0,
    opaque INTEGER NOT NULL DEFAULT -1
) STRICT;

CREATE INDEX rating_list_recount ON rating_list (guild_id) WHERE recount <> recounted;

-- Where everybody stands: follows from `rated`, kept so that nobody has to count. `at` is the time of the last match, since
-- which the deviation has grown; `opponents` are as many different ones.
CREATE TABLE rating (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    points REAL NOT NULL,
    deviation REAL NOT NULL,
    at REAL NOT NULL,
    matches INTEGER NOT NULL,
    opponents INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, user_id)
) STRICT;

CREATE INDEX rating_person ON rating (user_id, guild_id);

-- Pairs whose rated matches wait, as of the last recount: one of them is tied to the others by the other alone.
CREATE TABLE rating_wait (
    guild_id INTEGER NOT NULL,
    low_id INTEGER NOT NULL,
    high_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, low_id, high_id)
) STRICT;

CREATE INDEX rating_wait_low ON rating_wait (low_id);

CREATE INDEX rating_wait_high ON rating_wait (high_id);

-- The first mover's advantage in each game, in points, as it was last measured: it counts in matches that end from then on.
CREATE TABLE edge (
    game TEXT PRIMARY KEY,
    points REAL NOT NULL,
    matches INTEGER NOT NULL,
    at REAL NOT NULL
) STRICT;
