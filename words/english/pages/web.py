"""Texts of the pages outside Discord, and their refusals."""

from words.message import MessagePlace, make_messages

PAGES = make_messages(
    MessagePlace.SENTENCE,
    {
        "web.start.about": (
            "A bot for Discord with twenty-one games of two players: national and international checkers, games that fill a "
            "board, and a card game with hidden hands."
        ),
        "web.start.pages": (
            "A match has a page here only where its server wants that and every member may see it, only after its end, and "
            "only for whoever was given the address."
        ),
        "web.match.begins": "The position at the beginning.",
        "web.match.over": "The end of the match.",
        "web.match.step": "Move {number} of {count}.",
        "web.turned": ("{name} played {move}: a chance of {more} became {less}. Better was {item}."),
        "web.accuracy": "Accuracy: {name} {count}%, {opponent} {other_count}%.",
        "web.no_table": "It has not begun yet.",
        "web.pair.running": "{name} – {opponent}: they are playing",
        "web.pair.waiting": "{name} – {opponent}: to be played",
        "web.pair.won": "{name} – {opponent}: {name} won",
        "web.pair.lost": "{name} – {opponent}: {opponent} won",
        "web.pair.drawn": "{name} – {opponent}: a draw",
        "web.won": "{name} won",
        "web.drawn": "A draw",
        "web.pair.ahead": "{name} – {opponent}: a draw, {name} ahead",
        "web.pair.behind": "{name} – {opponent}: a draw, {opponent} ahead",
        "web.pair.none": "{name} – {opponent}: counts nothing",
        "web.table.alt": "The table: everybody's rank, points and last results.",
        "web.server.about": "What a Discord server made public last: its finished matches, leagues and tournaments.",
        "web.profile.about": "Somebody's ratings and matches on a Discord server, where they wanted this page.",
        "web.rating.unsure": "A question mark says that too little is known yet.",
        "web.ratings.none": "No rating here yet.",
        "web.list.empty": "Nothing has been made public yet.",
        "web.puzzle.task": "{side} to move. Only one move wins: find it.",
        "web.puzzle.task.material": "{side} to move. Only one move comes out ahead: find it.",
        "web.puzzle.later": "This is a puzzle of the day. Its solution is here once that day is over everywhere.",
        "web.no_page": "There is no such page here, or it is not here any more.",
        "web.no_move": "The match has no such move.",
        "web.no_analysis": "Nobody has had this match analysed lately.",
        "web.only_read": "These pages can only be read.",
        "web.body": "These pages take nothing that is sent to them.",
        "web.bad": "This is no request for a page.",
        "web.often": "That was very often in a short time. Wait a moment, then try again.",
        "web.busy": "The pages have much to do just now. Try again in a moment.",
        "web.later": "The pages are not ready yet. Try again in a moment.",
        "web.failed": "This page could not be made. Whoever runs this bot finds the reason in its log.",
    },
)

PHRASES = make_messages(
    MessagePlace.PHRASE,
    {
        "web.site": "Twotone",
        "web.start.title": "Twotone: games of two on Discord",
        "web.start.games": "The games",
        "web.start.lab": "Try every game in the lab",
        "web.match.title": "{title}: {name} – {opponent}",
        "web.moves": "Moves",
        "web.steps": "Moves of the match",
        "web.first": "To the beginning",
        "web.former": "One move back",
        "web.later_move": "One move on",
        "web.last": "To the end",
        "web.in_words": "The board in words",
        "web.analysis": "Analysis",
        "web.analysis.alt": "The chance to win after each move, as a curve.",
        "web.puzzle": "Puzzle: {title} {stars}",
        "web.puzzle.today": "Puzzle of the day no. {number} ({day}): {title} {stars}",
        "web.puzzle.solution": "Solution",
        "web.puzzle.themes": "Theme: {text}",
        "web.server.title": "Matches of a Discord server",
        "web.feed": "Feed (Atom)",
        "web.profile.title": "Profile: {name}",
        "web.ratings": "Ratings",
        "web.rating": "Rating",
        "web.game": "Game",
        "web.stage.open": "People sign up",
        "web.stage.running": "Being played",
        "web.stage.over": "Over",
        "web.section": "Section {section}",
        "web.table": "Table",
        "web.rank": "Rank",
        "web.name": "Name",
        "web.points": "Points",
        "web.played": "Played",
        "web.possible": "Can reach",
        "web.player": "Player {number}",
        "web.matches": "Matches",
        "web.files": "Take it with you",
        "web.refused": "No page",
        "web.skip": "To the content",
        "web.start": "Start",
        "web.privacy": "Privacy",
        "web.terms": "Terms",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "web.invite": "Add to a Discord server",
        "web.replay": "Replay",
        "web.record.pdn": "Record (PDN)",
        "web.record.json": "Record (JSON)",
        "web.preview.table": "See the table",
        "web.preview.puzzle": "Solve it",
        "web.preview.open": "Step through it",
        "button.page": "Page",
        "button.lab": "Open in the lab",
    },
)

MESSAGES = (*PAGES, *PHRASES, *BUTTONS)
