"""Texts of the lab, which has every game in the browser."""

from typing import Final

from words.message import MessagePlace, make_messages

SENTENCES = make_messages(
    MessagePlace.SENTENCE,
    {
        "lab.about": (
            "All games in your browser, alone or for two. Nothing you do here is sent anywhere; matches on Discord are not"
            " shown here."
        ),
        "lab.waits": "The rules are on their way to your browser. From the second time on they are here at once.",
        "lab.broken": "The lab could not start in this browser. It needs a browser of the last two years, with JavaScript.",
        "lab.thinks": "The computer is thinking.",
        "lab.covered": "The hands are face down. Hand the device over; whoever is to move turns up theirs.",
        "lab.link.about": "This address opens the position for anybody, both hands too where there are hands.",
        "lab.link.none": "There is no link yet: it would show the computer's cards.",
        "lab.link.long": "This link is too long: a position has at most {limit} characters here.",
        "lab.link.broken": "This link says no position. It may have been cut off on its way.",
        "lab.link.position": "The position of this link cannot be set up. {why}",
        "lab.opponent": "The computer cannot do that now.",
        "lab.choice": "This is no choice now. The board shows what can be chosen.",
        "lab.undo": "There is no move that can be taken back.",
        "lab.under.none": "Only a position of checkers that is not over can be put under other rules.",
        "lab.under.about": "The same position under other rules: kinds that allow the same moves stand together.",
        "lab.puzzle.none": "There is no puzzle of this game.",
        "lab.puzzle.find": "One move wins, or does far more than the others. Find it.",
        "lab.puzzle.right": "{move} is right. The reply is {text}. What now?",
        "lab.puzzle.wrong": "{move} is not it: another move does more here. Try again.",
        "lab.puzzle.solved": "Solved!",
    },
)

PHRASES = make_messages(
    MessagePlace.PHRASE,
    {
        "lab.title": "Twotone lab",
        "lab.game": "Game",
        "lab.opponent.who": "Opponent",
        "lab.opponent.two": "Two at this board",
        "lab.opponent.computer": "The computer, level",
        "lab.side": "You play",
        "lab.moves": "Moves",
        "lab.in_words": "The board in words",
        "lab.hand": "Your hand",
        "lab.chosen": "Chosen so far",
        "lab.typed": "A move, as you write it",
        "lab.link": "Link to this position",
        "lab.address": "Address",
        "lab.invite": "Play it on your server",
        "lab.offline": "Ready to play without the internet.",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "lab.button.begin": "Begin",
        "lab.button.new": "New game",
        "lab.button.puzzle": "Puzzle",
        "lab.button.next": "Next puzzle",
        "lab.button.undo": "Take back",
        "lab.button.back": "Back",
        "lab.button.play": "Play",
        "lab.button.link": "Link",
        "lab.button.copy": "Copy",
        "lab.button.under": "Other rules",
        "lab.button.uncover": "Show my hand",
        "lab.button.close": "Close",
    },
)

CONSOLE = make_messages(
    MessagePlace.CONSOLE,
    {
        "lab.build.done": "The lab is in {path}: {megabytes} MB, to be served by any web host.",
        "activity.failed": "Discord's SDK could not be brought: {fault}",
        "activity.done": "Discord's SDK is in {path}: {count} modules.",
        "lab.build.failed": "The lab could not be built: {fault}",
    },
)

LABELS: Final = tuple(message.code for message in (*SENTENCES, *PHRASES, *BUTTONS) if not message.facts)
"""The codes that the page itself says."""

MESSAGES = (*SENTENCES, *PHRASES, *BUTTONS, *CONSOLE)
