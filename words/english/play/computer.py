"""The computer as an opponent: texts about it and by it, and hints."""

from words.message import MessagePlace, make_messages

NAMES = make_messages(
    MessagePlace.PHRASE,
    {
        "computer.name": "Twotone",
        "computer.at": "Twotone {strength}",
        "computer.strength": "{stars} {level}",
        "strength.1": "gentle",
        "strength.2": "easy",
        "strength.3": "fair",
        "strength.4": "sharp",
        "strength.5": "strong",
        "strength.6": "at its best",
    },
)

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.challenge.computer": "{name} plays against Twotone, the computer. How strong shall it be? The match begins at once.",
    },
)

PRIVATE = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.private.title": "### {title} against Twotone",
        "card.private": "Only you see this match. Twotone plays {strength}.",
        "private.goes_on": "You are still in this match. **More** has the way to resign it.",
        "private.level.late": "A move has been made: how strong Twotone plays is chosen before the first one.",
        "answer.opened": "Everybody here sees this match from now on.",
        "open.already": "This match is in the open already: {slash_games} says where.",
        "open.empty": "No move was made in this match: there is nothing to show.",
        "open.nowhere": "Nobody else reads along here. Use {slash_board} on a server, and press the button there.",
        "open.writing": "You may not write in this channel. Use {slash_board} in one where you may, and press the button there.",
    },
)

HINTS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.hint.look": "Look here: **{item}**.",
        "card.hint.move": "A good move: `{move}`.",
        "hint.wins": "Why: it wins at once.",
        "hint.pieces": "Why: the pieces stand {became} after it, {was} before (yours first).",
        "hint.points": "Why: the points stand {became} after it, {was} before (yours first).",
        "help.own": (
            "This position, or one very like it, stands or stood in a match that you are playing. I help nobody in a match"
            " between people: ask again once it is over."
        ),
        "hint.people": "Hints are for puzzles and for matches against the computer; between people they would be outside help.",
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "computer.off": (
            "Playing against the computer is switched off on this server. {slash_play} without an opponent lets anyone take"
            " the seat."
        ),
        "computer.off.try": "Playing against the computer is switched off on this server. You can still play both sides yourself.",
        "computer.no_game": "The computer does not play {title} yet. Leave the opponent out, and anyone may take the seat.",
        "computer.clock": "The computer waits for you as long as you like: leave the clock out.",
        "computer.other": "{name} chooses how strong the computer is. Play it yourself with {slash_play}.",
        "computer.level": "The computer has no such level any more. Start again with {slash_play}.",
        "computer.meanwhile": (
            "{name} waits for an opponent here: take the seat with **Accept**, or play the computer with {slash_play}."
        ),
        "computer.games": (
            "Twotone is the computer: it plays everybody who names it as the opponent of {slash_play}, and waits as long"
            " as they like. {slash_games} lists your own matches."
        ),
        "computer.thinks": "The computer is at its move, and makes it by itself.",
        "computer.no_draw": (
            "The computer does not agree to a draw now. It does after ten moves each, where it does not see itself ahead."
        ),
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.meanwhile": "Play Twotone meanwhile",
        "button.hint": "Hint",
        "button.hint-move": "Show the move",
    },
)

MESSAGES = (*NAMES, *CARDS, *PRIVATE, *HINTS, *REFUSALS, *BUTTONS)
