-- The whole schema after migration 69, as an empty database is made from it. Written by
-- `python -m workshop.tools.schema`, never by hand: a change is a new migration. These are SQLite's words;
-- `data/postgres/schema.py` puts them into PostgreSQL's.

-- database

-- Single values: the salt of nonces, the schema's number on PostgreSQL, what is still to be wiped.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Processes on this database: their shards, the schema they know, when they were last seen.
CREATE TABLE process (
    name TEXT PRIMARY KEY,
    shards TEXT NOT NULL,
    version TEXT NOT NULL,
    started_at REAL NOT NULL,
    seen_at REAL NOT NULL,
    leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1)),
    schema INTEGER NOT NULL DEFAULT 0
) STRICT;

-- When the next session with Discord may begin, a row for each bucket of shards.
CREATE TABLE session_start (
    bucket INTEGER PRIMARY KEY,
    next_at REAL NOT NULL
) STRICT;

-- The last heartbeat of each shard.
CREATE TABLE beat (
    shard INTEGER PRIMARY KEY,
    shards INTEGER NOT NULL,
    at REAL NOT NULL
) STRICT;

-- Absences of a shard: gaps between its heartbeats.
CREATE TABLE away (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    shard INTEGER NOT NULL,
    shards INTEGER NOT NULL,
    since REAL NOT NULL,
    until REAL NOT NULL
) STRICT;
CREATE INDEX away_until ON away (until);

-- play

-- Matches: game, options, place, record, version, result.
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    secret BLOB NOT NULL,
    rules_version INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'over', 'suspended')),
    version INTEGER NOT NULL CHECK (version >= 0),
    turn INTEGER CHECK (turn IN (0, 1)),
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    thread_id INTEGER,
    record TEXT NOT NULL,
    board_channel_id INTEGER,
    board_message_id INTEGER,
    board_posted_at REAL,
    board_version INTEGER,
    winner INTEGER CHECK (winner IN (0, 1)),
    reason TEXT,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    board_attachment_id INTEGER,
    offer_channel_id INTEGER,
    offer_message_id INTEGER,
    offer_version INTEGER,
    plies INTEGER NOT NULL DEFAULT 0 CHECK (plies >= 0),
    set_aside TEXT,
    turn_at REAL NOT NULL DEFAULT 0,
    nudged_at REAL,
    absent_at REAL,
    due_at REAL,
    abroad TEXT,
    start TEXT,
    rated TEXT CHECK (rated IN ('rated', 'pair')),
    look_at REAL
) STRICT;
CREATE INDEX match_thread ON match (thread_id) WHERE thread_id IS NOT NULL;
CREATE INDEX match_channel ON match (channel_id) WHERE thread_id IS NULL;
CREATE INDEX match_guild_open ON match (guild_id, updated_at) WHERE status <> 'over';
CREATE INDEX match_channel_running ON match (channel_id) WHERE status = 'running';
CREATE INDEX match_set_aside ON match (id) WHERE set_aside IS NOT NULL;
CREATE INDEX match_due ON match (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX match_ended ON match (updated_at) WHERE status = 'over';
CREATE INDEX match_guild_ended ON match (guild_id, updated_at) WHERE status = 'over';
CREATE INDEX match_thread_look ON match (look_at) WHERE status = 'running' AND thread_id IS NOT NULL;

-- Who sits in a match: 0 moves first, 1 is the other.
CREATE TABLE seat (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    dm_channel_id INTEGER,
    dm_message_id INTEGER,
    dm_posted_at REAL,
    dm_version INTEGER,
    running INTEGER NOT NULL DEFAULT 1 CHECK (running IN (0, 1)),
    suspended INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1)),
    level INTEGER CHECK (level >= 1),
    seed INTEGER,
    chance INTEGER,
    team INTEGER NOT NULL DEFAULT 0 CHECK (team IN (0, 1)),
    guest INTEGER NOT NULL DEFAULT 0 CHECK (guest IN (0, 1)),
    PRIMARY KEY (match_id, seat)
) STRICT;
CREATE INDEX seat_user ON seat (user_id);
CREATE INDEX seat_running ON seat (user_id) WHERE running = 1;
CREATE INDEX seat_suspended ON seat (user_id) WHERE suspended = 1;
CREATE INDEX seat_finished ON seat (user_id, match_id) WHERE running = 0;

-- The history of a match, one row for each version, sealed in a chain.
CREATE TABLE event (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    version INTEGER NOT NULL CHECK (version >= 1),
    seat INTEGER CHECK (seat IN (0, 1)),
    user_id INTEGER,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    interaction_id INTEGER UNIQUE,
    at REAL NOT NULL,
    hash BLOB NOT NULL,
    advance INTEGER NOT NULL DEFAULT 0 CHECK (advance IN (0, 1)),
    PRIMARY KEY (match_id, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_moderator ON event (user_id) WHERE seat IS NULL;

-- How the clocks of a match stand after its journal's last entry.
CREATE TABLE clock (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    control TEXT NOT NULL,
    state TEXT NOT NULL,
    number INTEGER NOT NULL,
    deadline_at REAL,
    next_at REAL,
    away_id INTEGER NOT NULL,
    owner TEXT,
    leased_until REAL
) STRICT;
CREATE INDEX clock_next ON clock (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX clock_away ON clock (away_id) WHERE next_at IS NOT NULL;
CREATE INDEX clock_owner ON clock (owner) WHERE owner IS NOT NULL;

-- The journal of a match's clocks.
CREATE TABLE clock_event (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1),
    version INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER CHECK (seat IN (0, 1)),
    text TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;

-- Challenges: what is asked for, of whom, and what became of it.
CREATE TABLE challenge (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    side TEXT NOT NULL,
    challenger_id INTEGER NOT NULL,
    challenger_name TEXT NOT NULL,
    opponent_id INTEGER,
    opponent_name TEXT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    status TEXT NOT NULL CHECK (status IN ('open', 'accepted', 'declined', 'cancelled', 'expired')),
    match_id INTEGER REFERENCES match (id) ON DELETE SET NULL,
    created_at REAL NOT NULL,
    expires_at REAL NOT NULL,
    interaction_id INTEGER UNIQUE,
    closed_by_interaction INTEGER UNIQUE,
    anyone INTEGER NOT NULL DEFAULT 0 CHECK (anyone IN (0, 1)),
    rematch_of INTEGER REFERENCES match (id) ON DELETE SET NULL,
    clock TEXT,
    abroad TEXT,
    start TEXT,
    rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)),
    told INTEGER NOT NULL DEFAULT 0,
    vote TEXT
) STRICT;
CREATE INDEX challenge_due ON challenge (expires_at) WHERE status = 'open';
CREATE INDEX challenge_guild ON challenge (guild_id) WHERE status = 'open';
CREATE INDEX challenge_channel ON challenge (channel_id) WHERE status = 'open';
CREATE UNIQUE INDEX challenge_rematch ON challenge (rematch_of) WHERE rematch_of IS NOT NULL AND status IN ('open', 'accepted');
CREATE INDEX challenge_match ON challenge (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX challenge_challenger ON challenge (challenger_id, status);
CREATE INDEX challenge_opponent ON challenge (opponent_id, status);
CREATE INDEX challenge_unplayed ON challenge (created_at) WHERE status <> 'open' AND match_id IS NULL;
CREATE INDEX challenge_again ON challenge (rematch_of) WHERE rematch_of IS NOT NULL;

-- Moves that a player has prepared against the opponent's next ones.
CREATE TABLE advance (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    user_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT;

-- The open vote of a team on its next move.
CREATE TABLE ballot (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    span REAL NOT NULL,
    quorum INTEGER NOT NULL,
    since INTEGER NOT NULL DEFAULT 0,
    closes_at REAL,
    empty INTEGER NOT NULL DEFAULT 0,
    due_at REAL,
    role_id INTEGER
) STRICT;
CREATE INDEX ballot_due ON ballot (due_at) WHERE due_at IS NOT NULL;

-- What each voter has chosen in a ballot.
CREATE TABLE vote (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    user_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    move TEXT NOT NULL,
    safe INTEGER NOT NULL DEFAULT 0 CHECK (safe IN (0, 1)),
    interaction_id INTEGER
) STRICT;
CREATE UNIQUE INDEX vote_match_user ON vote (match_id, user_id);
CREATE INDEX vote_user ON vote (user_id);

-- How a ballot ended: the votes for each move.
CREATE TABLE tally (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    votes INTEGER NOT NULL,
    voters INTEGER NOT NULL,
    PRIMARY KEY (match_id, version)
) STRICT;

-- Matches in which the computer is to move, and which process thinks.
CREATE TABLE thinking (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    not_before REAL NOT NULL,
    interaction_id INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    leased_until REAL
) STRICT;
CREATE INDEX thinking_due ON thinking (not_before);

-- Members who want to hear of open challenges, and of which.
CREATE TABLE looking (
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    games TEXT NOT NULL,
    since INTEGER CHECK (since BETWEEN 0 AND 23),
    until INTEGER CHECK (until BETWEEN 0 AND 23),
    most INTEGER NOT NULL CHECK (most > 0),
    told_at REAL,
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, guild_id)
) STRICT;
CREATE INDEX looking_guild ON looking (guild_id, told_at);

-- Private notes on the moves of a match.
CREATE TABLE note (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    move TEXT NOT NULL,
    text TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (match_id, user_id, ply)
) STRICT;
CREATE INDEX note_person ON note (user_id);

-- Players who let their notes stand beside the replay.
CREATE TABLE note_consent (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (match_id, user_id)
) STRICT;
CREATE INDEX note_consent_person ON note_consent (user_id);

-- outbox

-- What is still to be posted, edited or taken away, and which process has it in hand.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    dedup TEXT NOT NULL UNIQUE CHECK (length(dedup) <= 25),
    match_id INTEGER REFERENCES match (id) ON DELETE CASCADE,
    challenge_id INTEGER REFERENCES challenge (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER CHECK (seat IN (0, 1)),
    version INTEGER NOT NULL,
    payload TEXT NOT NULL,
    not_before REAL NOT NULL,
    leased_until REAL,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    owner TEXT,
    unclear INTEGER NOT NULL DEFAULT 0 CHECK (unclear IN (0, 1)),
    reserved_for TEXT,
    reserved_until REAL,
    refused INTEGER NOT NULL DEFAULT 0,
    due_since REAL
) STRICT;
CREATE INDEX outbox_due ON outbox (not_before);
CREATE INDEX outbox_match ON outbox (match_id, kind) WHERE match_id IS NOT NULL;
CREATE INDEX outbox_challenge ON outbox (challenge_id, kind) WHERE challenge_id IS NOT NULL;
CREATE INDEX outbox_late ON outbox (due_since) WHERE due_since IS NOT NULL;

-- members

-- What a member has set.
CREATE TABLE preference (
    user_id INTEGER PRIMARY KEY,
    theme TEXT,
    confirm INTEGER NOT NULL CHECK (confirm IN (0, 1)),
    dm_closed_at REAL,
    language TEXT,
    dm_channel_id INTEGER,
    facing TEXT,
    dm_turn INTEGER NOT NULL DEFAULT 0 CHECK (dm_turn IN (0, 1)),
    own_language TEXT,
    rest TEXT,
    mined TEXT CHECK (mined IN ('nameless', 'named')),
    profile_shown INTEGER NOT NULL DEFAULT 1 CHECK (profile_shown IN (0, 1)),
    learning INTEGER NOT NULL DEFAULT 0 CHECK (learning IN (0, 1)),
    pictured INTEGER NOT NULL DEFAULT 1 CHECK (pictured IN (0, 1)),
    handle TEXT
) STRICT;
CREATE INDEX preference_hidden ON preference (user_id) WHERE profile_shown = 0;

-- What a server has set.
CREATE TABLE server (
    guild_id INTEGER PRIMARY KEY,
    channels TEXT NOT NULL,
    threads INTEGER NOT NULL CHECK (threads IN (0, 1)),
    running_limit INTEGER CHECK (running_limit > 0),
    open_limit INTEGER CHECK (open_limit > 0),
    language TEXT,
    greeted_at REAL,
    clock TEXT,
    clock_least INTEGER CHECK (clock_least > 0),
    clock_most INTEGER CHECK (clock_most > 0),
    computers INTEGER NOT NULL DEFAULT 1 CHECK (computers IN (0, 1)),
    locale TEXT,
    zone TEXT,
    puzzle_channel INTEGER,
    puzzle_hour INTEGER NOT NULL DEFAULT 9 CHECK (puzzle_hour BETWEEN 0 AND 23),
    puzzle_by INTEGER,
    puzzle_at REAL,
    mined INTEGER NOT NULL DEFAULT 0 CHECK (mined IN (0, 1)),
    mined_day INTEGER,
    mined_count INTEGER NOT NULL DEFAULT 0,
    ratings TEXT NOT NULL DEFAULT 'rated' CHECK (ratings IN ('rated', 'unrated', 'none')),
    card_channel INTEGER,
    card_by INTEGER,
    digest_channel INTEGER,
    digest_day INTEGER NOT NULL DEFAULT 6 CHECK (digest_day BETWEEN 0 AND 6),
    digest_hour INTEGER NOT NULL DEFAULT 18 CHECK (digest_hour BETWEEN 0 AND 23),
    digest_by INTEGER,
    digest_at REAL,
    digest_last REAL,
    pages TEXT NOT NULL DEFAULT 'none' CHECK (pages IN ('none', 'unlisted', 'listed')),
    lab INTEGER NOT NULL DEFAULT 1 CHECK (lab IN (0, 1))
) STRICT;
CREATE INDEX server_puzzle_at ON server (puzzle_at) WHERE puzzle_at IS NOT NULL;
CREATE INDEX server_puzzle_by ON server (puzzle_by) WHERE puzzle_by IS NOT NULL;
CREATE INDEX server_card_by ON server (card_by) WHERE card_by IS NOT NULL;
CREATE INDEX server_digest_at ON server (digest_at) WHERE digest_at IS NOT NULL;
CREATE INDEX server_digest_by ON server (digest_by) WHERE digest_by IS NOT NULL;

-- Whom a member keeps away from themselves.
CREATE TABLE block (
    user_id INTEGER NOT NULL,
    blocked_id INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
) STRICT;
CREATE INDEX block_blocked ON block (blocked_id, user_id);

-- Whom the moderators of a server keep away from the bot there.
CREATE TABLE bar (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    why TEXT NOT NULL,
    at REAL NOT NULL,
    until REAL,
    PRIMARY KEY (user_id, guild_id)
) STRICT;
CREATE INDEX bar_until ON bar (until);

-- Changed settings and moderators' acts, by values and ids.
CREATE TABLE admin_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    at REAL NOT NULL,
    user_id INTEGER,
    what TEXT NOT NULL,
    was TEXT,
    became TEXT,
    match_id INTEGER,
    whom_id INTEGER
) STRICT;
CREATE INDEX admin_log_guild ON admin_log (guild_id, id);
CREATE INDEX admin_log_user ON admin_log (user_id);
CREATE INDEX admin_log_at ON admin_log (at);
CREATE INDEX admin_log_whom ON admin_log (whom_id);

-- standing

-- Rated matches: all that ratings follow from; they outlive their matches.
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
    void_by INTEGER,
    void_why TEXT,
    void_at REAL,
    void TEXT CHECK (void IN ('absence', 'moderator', 'newcomers')),
    PRIMARY KEY (guild_id, number)
) STRICT;
CREATE UNIQUE INDEX rated_match ON rated (match_id);
CREATE INDEX rated_first ON rated (first_id, guild_id, second_id);
CREATE INDEX rated_second ON rated (second_id, guild_id, first_id);
CREATE INDEX rated_void_by ON rated (void_by) WHERE void_by IS NOT NULL;

-- Each server's state of counting: how far its ratings are.
CREATE TABLE rating_list (
    guild_id INTEGER PRIMARY KEY,
    last INTEGER NOT NULL,
    at REAL NOT NULL,
    recount INTEGER NOT NULL DEFAULT 0,
    recounted INTEGER NOT NULL DEFAULT 0,
    opaque INTEGER NOT NULL DEFAULT -1
) STRICT;
CREATE INDEX rating_list_recount ON rating_list (guild_id) WHERE recount <> recounted;

-- The rating of a member in a game on a server.
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

-- Pairs who have met but do not count yet, because nobody else ties them to the rest.
CREATE TABLE rating_wait (
    guild_id INTEGER NOT NULL,
    low_id INTEGER NOT NULL,
    high_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, low_id, high_id)
) STRICT;
CREATE INDEX rating_wait_low ON rating_wait (low_id);
CREATE INDEX rating_wait_high ON rating_wait (high_id);

-- The measured advantage of moving first, by game.
CREATE TABLE edge (
    game TEXT PRIMARY KEY,
    points REAL NOT NULL,
    matches INTEGER NOT NULL,
    at REAL NOT NULL
) STRICT;

-- The match that a member shows on their profile.
CREATE TABLE shown (
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, guild_id)
) STRICT;
CREATE INDEX shown_match ON shown (match_id);

-- A server's card and digest: where they are, and what they showed last.
CREATE TABLE club_card (
    guild_id INTEGER PRIMARY KEY,
    changes INTEGER NOT NULL DEFAULT 0,
    channel_id INTEGER,
    message_id INTEGER,
    number INTEGER NOT NULL DEFAULT 0,
    posted_at REAL,
    acted_at REAL NOT NULL DEFAULT 0,
    looked_at REAL NOT NULL DEFAULT 0,
    away INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1)),
    pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    shown TEXT NOT NULL DEFAULT ''
) STRICT;

-- competitions

-- Leagues, tournaments, ladders, team matches and simuls.
CREATE TABLE competition (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    organiser_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    control TEXT NOT NULL,
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    interaction_id INTEGER,
    created_at REAL NOT NULL,
    due_at REAL,
    paused_at REAL,
    stopped INTEGER NOT NULL DEFAULT 0 CHECK (stopped IN (0, 1)),
    kind TEXT NOT NULL DEFAULT 'league' CHECK (kind IN ('league', 'swiss', 'robin', 'knockout', 'simul', 'teams', 'ladder')),
    sides TEXT CHECK (sides IN ('first', 'second', 'turns')),
    boards INTEGER CHECK (boards > 0),
    rematch_of INTEGER,
    adrift INTEGER NOT NULL DEFAULT 0 CHECK (adrift IN (0, 1)),
    days INTEGER NOT NULL DEFAULT 21 CHECK (days > 0)
) STRICT;
CREATE UNIQUE INDEX competition_interaction ON competition (interaction_id);
CREATE INDEX competition_due ON competition (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX competition_guild ON competition (guild_id);
CREATE INDEX competition_organiser ON competition (organiser_id);
CREATE UNIQUE INDEX competition_rematch ON competition (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX competition_channel ON competition (channel_id) WHERE adrift = 0;

-- A part of a competition with a start and a close: of a league, a season.
CREATE TABLE stage (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    competition_id INTEGER NOT NULL REFERENCES competition (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'running', 'over')),
    starts_at REAL NOT NULL,
    closes_at REAL NOT NULL,
    put_off INTEGER NOT NULL DEFAULT 0,
    reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1)),
    warned INTEGER NOT NULL DEFAULT 0 CHECK (warned IN (0, 1)),
    version INTEGER NOT NULL DEFAULT 0,
    message_id INTEGER,
    round INTEGER NOT NULL DEFAULT 0 CHECK (round >= 0),
    rounds INTEGER CHECK (rounds > 0),
    called_at REAL,
    scoring TEXT NOT NULL DEFAULT 'usual' CHECK (scoring IN ('usual', 'halves', 'delft', 'plus')),
    system TEXT NOT NULL DEFAULT 'club' CHECK (system IN ('club', 'fide')),
    asleep INTEGER NOT NULL DEFAULT 0 CHECK (asleep IN (0, 1)),
    over_at REAL,
    UNIQUE (competition_id, number)
) STRICT;
CREATE INDEX stage_going ON stage (competition_id) WHERE status <> 'over';
CREATE INDEX stage_over ON stage (over_at) WHERE over_at IS NOT NULL;

-- Members of a stage who share a table.
CREATE TABLE section (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stage_id INTEGER NOT NULL REFERENCES stage (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    message_id INTEGER,
    former_id INTEGER,
    UNIQUE (stage_id, number)
) STRICT;

-- A place in a stage, and who has it.
CREATE TABLE entrant (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stage_id INTEGER NOT NULL REFERENCES stage (id) ON DELETE CASCADE,
    section_id INTEGER REFERENCES section (id) ON DELETE CASCADE,
    seed INTEGER,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    joined_at REAL NOT NULL,
    withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
    absent_at REAL,
    here INTEGER,
    here_at REAL,
    bye INTEGER,
    side INTEGER CHECK (side IN (0, 1)),
    place INTEGER,
    rating INTEGER CHECK (rating >= 0)
) STRICT;
CREATE UNIQUE INDEX entrant_stage_user ON entrant (stage_id, user_id) WHERE user_id > 0;
CREATE INDEX entrant_stage ON entrant (stage_id);
CREATE INDEX entrant_section ON entrant (section_id);
CREATE INDEX entrant_user ON entrant (user_id);

-- Two entrants who meet, and the match that comes of it.
CREATE TABLE pairing (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    section_id INTEGER NOT NULL REFERENCES section (id) ON DELETE CASCADE,
    round INTEGER NOT NULL,
    first_id INTEGER NOT NULL REFERENCES entrant (id) ON DELETE CASCADE,
    second_id INTEGER NOT NULL REFERENCES entrant (id) ON DELETE CASCADE,
    turned INTEGER NOT NULL CHECK (turned IN (0, 1)),
    match_id INTEGER,
    judged INTEGER NOT NULL DEFAULT 0 CHECK (judged IN (0, 1)),
    void INTEGER NOT NULL DEFAULT 0 CHECK (void IN (0, 1)),
    first_place INTEGER CHECK (first_place > 0),
    second_place INTEGER CHECK (second_place > 0),
    result TEXT CHECK (result IN ('first', 'second', 'draw', 'first_ahead', 'second_ahead', 'none')),
    ruling TEXT CHECK (ruling IN ('first', 'second', 'draw', 'first_ahead', 'second_ahead', 'none'))
) STRICT;
CREATE UNIQUE INDEX pairing_match ON pairing (match_id);
CREATE INDEX pairing_section ON pairing (section_id);
CREATE INDEX pairing_first ON pairing (first_id);
CREATE INDEX pairing_second ON pairing (second_id);

-- What has happened in a section besides matches, in order.
CREATE TABLE section_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    section_id INTEGER NOT NULL REFERENCES section (id) ON DELETE CASCADE,
    at REAL NOT NULL,
    user_id INTEGER NOT NULL,
    entrant_id INTEGER,
    pairing_id INTEGER,
    round INTEGER,
    result TEXT CHECK (result IN ('first', 'second', 'draw', 'first_ahead', 'second_ahead', 'none')),
    why TEXT,
    what TEXT NOT NULL DEFAULT 'ruled' CHECK (what IN ('withdrawn', 'replaced', 'ruled', 'contested', 'taken_back', 'late', 'played', 'slid', 'silent'))
) STRICT;
CREATE INDEX section_log_section ON section_log (section_id, id);
CREATE INDEX section_log_user ON section_log (user_id);

-- The two teams of a team match.
CREATE TABLE team (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    competition_id INTEGER NOT NULL REFERENCES competition (id) ON DELETE CASCADE,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    name TEXT NOT NULL,
    captain_id INTEGER,
    role_id INTEGER,
    guest INTEGER NOT NULL DEFAULT 0 CHECK (guest IN (0, 1)),
    guild_id INTEGER,
    channel_id INTEGER,
    code TEXT,
    code_until REAL,
    gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    stage_message_id INTEGER,
    section_message_id INTEGER,
    former_id INTEGER,
    UNIQUE (competition_id, side)
) STRICT;
CREATE UNIQUE INDEX team_code ON team (code) WHERE code IS NOT NULL;
CREATE INDEX team_guild ON team (guild_id) WHERE guild_id IS NOT NULL;
CREATE INDEX team_captain ON team (captain_id) WHERE captain_id IS NOT NULL;

-- Discord's scheduled events that tell of a stage.
CREATE TABLE stage_event (
    stage_id INTEGER NOT NULL REFERENCES stage (id) ON DELETE CASCADE,
    what TEXT NOT NULL CHECK (what IN ('start', 'close')),
    at REAL NOT NULL,
    event_id INTEGER,
    PRIMARY KEY (stage_id, what)
) STRICT;

-- puzzles

-- What a member has made of a puzzle.
CREATE TABLE puzzle (
    user_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    day INTEGER NOT NULL,
    hinted INTEGER NOT NULL DEFAULT 0 CHECK (hinted IN (0, 1)),
    shown INTEGER,
    PRIMARY KEY (user_id, key)
) STRICT;

-- The daily puzzles of servers.
CREATE TABLE puzzle_post (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    key TEXT NOT NULL,
    made_at REAL NOT NULL,
    message_id INTEGER,
    UNIQUE (guild_id, day)
) STRICT;
CREATE INDEX puzzle_post_guild ON puzzle_post (guild_id, id);

-- Who has tried a daily puzzle, and how.
CREATE TABLE puzzle_solver (
    post_id INTEGER NOT NULL REFERENCES puzzle_post (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    at REAL NOT NULL,
    hinted INTEGER NOT NULL DEFAULT 0 CHECK (hinted IN (0, 1)),
    tries INTEGER CHECK (tries > 0),
    PRIMARY KEY (post_id, user_id)
) STRICT;
CREATE INDEX puzzle_solver_user ON puzzle_solver (user_id);

-- First tries at puzzles, which alone are rated.
CREATE TABLE puzzle_try (
    user_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    game TEXT NOT NULL,
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    at REAL NOT NULL,
    points REAL,
    gain REAL,
    strength REAL,
    strength_gain REAL,
    again INTEGER NOT NULL DEFAULT 0 CHECK (again IN (0, 1)),
    PRIMARY KEY (user_id, key)
) STRICT;

-- The rating of a member at the puzzles of a game.
CREATE TABLE puzzle_rating (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    points REAL NOT NULL,
    deviation REAL NOT NULL,
    at REAL NOT NULL,
    tries INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT;

-- The rating of a puzzle.
CREATE TABLE puzzle_strength (
    key TEXT PRIMARY KEY,
    points REAL NOT NULL,
    deviation REAL NOT NULL,
    tries INTEGER NOT NULL,
    told_points REAL NOT NULL,
    told_deviation REAL NOT NULL
) STRICT;

-- A member's streak or race that is under way.
CREATE TABLE puzzle_run (
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('streak', 'race')),
    guild_id INTEGER,
    game TEXT NOT NULL,
    keys TEXT NOT NULL,
    step INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    seconds_left REAL NOT NULL,
    since REAL,
    ended INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1)),
    PRIMARY KEY (user_id, kind)
) STRICT;

-- The best streaks and races of a month.
CREATE TABLE puzzle_best (
    guild_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('streak', 'race')),
    month INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    solved INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (guild_id, kind, month, user_id)
) STRICT;
CREATE INDEX puzzle_best_person ON puzzle_best (user_id);

-- Finished matches that are still to be looked through for puzzles.
CREATE TABLE mining (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    guild_id INTEGER NOT NULL,
    not_before REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    leased_until REAL
) STRICT;
CREATE INDEX mining_due ON mining (not_before);
CREATE INDEX mining_guild ON mining (guild_id);

-- Puzzles found in matches of a server.
CREATE TABLE mined (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    key TEXT NOT NULL,
    told TEXT NOT NULL,
    made_at REAL NOT NULL
) STRICT;
CREATE INDEX mined_guild ON mined (guild_id, key);

-- learning

-- Finished matches that are still to be looked through for their players.
CREATE TABLE learning (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    not_before REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    leased_until REAL
) STRICT;
CREATE INDEX learning_due ON learning (not_before);

-- Members whose matches are looked through, and when they are told.
CREATE TABLE learner (
    user_id INTEGER PRIMARY KEY,
    hour INTEGER CHECK (hour BETWEEN 0 AND 23),
    due_at REAL,
    told_at REAL,
    day INTEGER NOT NULL DEFAULT 0,
    looked INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX learner_due ON learner (due_at);

-- Positions of a member's own matches that come back to be solved.
CREATE TABLE exercise (
    user_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    told TEXT NOT NULL,
    step INTEGER NOT NULL DEFAULT 0,
    due_day INTEGER,
    made_at REAL NOT NULL,
    PRIMARY KEY (user_id, key)
) STRICT;
CREATE INDEX exercise_match ON exercise (match_id);

-- What a look through a match found of one player.
CREATE TABLE appraisal (
    user_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    accuracy INTEGER CHECK (accuracy BETWEEN 0 AND 100),
    lost_early INTEGER NOT NULL,
    lost_middle INTEGER NOT NULL,
    lost_late INTEGER NOT NULL,
    ply INTEGER,
    cost INTEGER NOT NULL,
    lesson TEXT,
    decided INTEGER CHECK (decided BETWEEN 0 AND 2),
    PRIMARY KEY (user_id, match_id)
) STRICT;
CREATE INDEX appraisal_match ON appraisal (match_id);

-- What a spectator believes to be the next move.
CREATE TABLE guess (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    move TEXT NOT NULL,
    played TEXT,
    PRIMARY KEY (match_id, user_id)
) STRICT;
CREATE INDEX guess_person ON guess (user_id);

-- How many moves a member has guessed on a server in a month.
CREATE TABLE guess_month (
    guild_id INTEGER NOT NULL,
    month INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    made INTEGER NOT NULL,
    found INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (guild_id, month, user_id)
) STRICT;
CREATE INDEX guess_month_person ON guess_month (user_id);

-- First steps that a member has done.
CREATE TABLE first_step (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, number)
) STRICT;

-- The best time of a member at the coordinates of a game.
CREATE TABLE fastest (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT;

-- Finished matches that are still to be counted into trees of openings.
CREATE TABLE tree_job (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    not_before REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    leased_until REAL
) STRICT;
CREATE INDEX tree_job_due ON tree_job (not_before);

-- Games and options that have a tree.
CREATE TABLE tree_kind (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    UNIQUE (game, options)
) STRICT;

-- What a match has added to trees, so that it can be taken back.
CREATE TABLE tree_line (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    kind_id INTEGER NOT NULL REFERENCES tree_kind (id) ON DELETE CASCADE,
    turned INTEGER NOT NULL CHECK (turned IN (0, 1)),
    told TEXT NOT NULL,
    guild_id INTEGER,
    channel_id INTEGER,
    stands INTEGER CHECK (stands IN (0, 1))
) STRICT;

-- How often a reply was played from a position, and how that ended.
CREATE TABLE tree_count (
    user_id INTEGER NOT NULL,
    node INTEGER NOT NULL,
    kind_id INTEGER NOT NULL REFERENCES tree_kind (id) ON DELETE CASCADE,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    stands INTEGER NOT NULL CHECK (stands IN (0, 1)),
    reply TEXT NOT NULL,
    first INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    second INTEGER NOT NULL,
    PRIMARY KEY (user_id, node, kind_id, guild_id, channel_id, side, stands, reply)
) STRICT, WITHOUT ROWID;
CREATE INDEX tree_count_server ON tree_count (guild_id, node, kind_id, channel_id, user_id, reply, first, drawn, second) WHERE stands = 1;

-- pages

-- Addresses of pages of matches and competitions.
CREATE TABLE page (
    address TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    made_at REAL NOT NULL,
    match_id INTEGER UNIQUE REFERENCES match (id) ON DELETE CASCADE,
    competition_id INTEGER UNIQUE REFERENCES competition (id) ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX page_of_server ON page (guild_id) WHERE match_id IS NULL AND competition_id IS NULL;
CREATE INDEX page_newest ON page (guild_id, made_at);

-- Addresses of members' pages.
CREATE TABLE profile_page (
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    address TEXT NOT NULL UNIQUE,
    made_at REAL NOT NULL,
    PRIMARY KEY (user_id, guild_id)
) STRICT;

-- Links to live boards and the sessions that they open, as hashes of their secrets.
CREATE TABLE live_board (
    key TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    token TEXT UNIQUE,
    until REAL NOT NULL,
    looks_until REAL
) STRICT;
CREATE INDEX live_board_person ON live_board (user_id);
CREATE INDEX live_board_match ON live_board (match_id);
CREATE INDEX live_board_until ON live_board (until);

-- Matches that the host's webhook is still to be told of.
CREATE TABLE hook (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    not_before REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    leased_until REAL
) STRICT;
CREATE INDEX hook_due ON hook (not_before);

-- What the host's webhook is still to be told of competitions.
CREATE TABLE stage_hook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    what TEXT NOT NULL,
    stage_id INTEGER NOT NULL REFERENCES stage (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    made_at REAL NOT NULL,
    not_before REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    leased_until REAL,
    UNIQUE (stage_id, what, number)
) STRICT;
CREATE INDEX stage_hook_due ON stage_hook (not_before);

-- privacy

-- Members who are being forgotten.
CREATE TABLE deletion (
    user_id INTEGER PRIMARY KEY,
    asked_at REAL NOT NULL
) STRICT;
