"""Texts of the doors to live boards, on Discord and on their page."""

from words.message import MessagePlace, make_messages

SENTENCES = make_messages(
    MessagePlace.SENTENCE,
    {
        "live.closed": "This board is closed. Press **Open the board** on Discord for another one.",
        "live.off": "Matches are not opened on pages here any more. Press **Play** instead.",
        "live.user_install": "This match has no such board: I was not added to this server, so I could not show your moves.",
        "live.nothing_waits": "No match waits for you. Press **Open the board** below the one that you want.",
        "live.many": "You have too many boards open. Close one of them, then try again.",
        "card.live": "Here is your board. The link is for you alone: it opens once, in the next two minutes.",
        "answer.live.closed": "All your boards are closed.",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.live": "Open the board",
        "button.live.watch": "Watch",
        "button.live-close": "Close my boards",
    },
)

MESSAGES = (*SENTENCES, *BUTTONS)
