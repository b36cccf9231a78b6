"""What Discord shows of the slash commands: descriptions of commands and of their options, and fixed choices."""

from words.message import Place, rows

DESCRIPTIONS = rows(
    Place.DESCRIPTION,
    {
        "command.play": "Challenge somebody, or anyone, to a game.",
        "command.play.game": "Which game; any of its names will do",
        "command.play.opponent": "Whom you challenge; leave it out and anyone may accept",
        "command.play.options": "The game's options in words, such as: 7×7 board, single lines",
        "command.play.clock": "Time a move, such as: 3 days; the server's usual if left out",
        "command.play.side": "The side you want; random if left out",
        "command.move": "Make a move.",
        "command.move.move": "The move, in any notation the game reads",
        "command.match": "Which of your matches; not needed in its thread",
        "command.board": "The board as you see it, only for you.",
        "command.board.as": "A picture, or text for a screen reader",
        "command.hand": "Your hidden hand, only for you.",
        "command.draw": "Offer a draw, or accept your opponent's offer.",
        "command.hint": "Against the computer: where to look, then the move. Only you see it.",
        "command.takeback": "Ask to take your last move back.",
        "command.resign": "Give a match up.",
        "command.claim": "When they are out of time or silent for weeks: claim or adjourn.",
        "command.cancel": "Cancel a match before its first move.",
        "command.rematch": "Play a match again, with sides swapped.",
        "command.rematch.match": "Which match; your last one if left out",
        "command.replay": "The moves of a match as an animation: the last ten, or those you name.",
        "command.replay.from": "The number of the first move to show",
        "command.replay.to": "The number of the last move to show",
        "command.replay.match": "Which of your matches; not needed in its thread",
        "command.history": "The moves of a match, numbered as players do, in pages.",
        "command.export": "The record of a match as files: PDN for checkers, JSON for every game.",
        "command.import": "A game from a file or from text, as a board to page through.",
        "command.import.record": "A file in PDN or JSON; without one you can paste the text",
        "command.verify": "Check the deal of a finished match against the seed promised before it.",
        "command.verify.match": "The match; not needed in its thread",
        "command.games": "Matches in progress, whose turn it is, and challenges waiting for you.",
        "command.games.user": "Whose matches; yours if left out",
        "command.rules": "How to play a game, page by page with pictures.",
        "command.rules.game": "Which game; any of its names will do",
        "command.rules.as": "Pictures, or boards in words for a screen reader",
        "command.help": "What this is, and how to begin.",
        "command.privacy": "What is kept about you",
        "command.privacy.export": "All that is kept about you, as a file that only you see.",
        "command.privacy.delete": "Have Twotone forget you; you are asked once more before anything happens.",
        "command.settings": "What you, or your server, would rather have",
        "command.settings.me": "Your theme, boards, language and messages, on one card.",
        "command.settings.server": "Game channels, threads, limits and language of this server.",
        "command.admin": "For moderators",
        "command.admin.end": "End a match without a result.",
        "command.admin.status": "See which processes of the bot run.",
        "command.admin.move": "Move a match to another channel.",
        "command.admin.move.channel": "Where it is to go on",
        "command.admin.move.match": "The match to move; not needed in its thread",
        "command.admin.end.match": "The match to end; not needed in its thread",
    },
)

NAMES = rows(
    Place.LABEL,
    {
        "command.dare": "Challenge to a game…",
        "choice.picture": "picture",
        "choice.text": "text",
    },
)

MESSAGES = (*DESCRIPTIONS, *NAMES)
