"""Texts for places where the bot is not a member and can only answer presses."""

from words.message import MessagePlace, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.challenge.user_install": (
            "-# I am no member here, so this match lives on your presses alone: no reminders, and nothing ends by itself."
        ),
        "card.challenge.begun": "{name} and {opponent} play here, below.",
    },
)

ANSWERS = make_messages(
    MessagePlace.SENTENCE,
    {
        "answer.played.user_install": (
            "You played {move}. I can show that where the match is played only when somebody presses a button there:"
            " {link}"
        ),
        "user_install.unseen": (
            "Your move counts, but this server shows my answers to you alone, because you lack the permission"
            " “{permission}”. The others see the board as soon as one of them presses a button of the match."
        ),
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "challenge.unseen": (
            "Nobody but you can see what I post here: on this server you lack the permission “{permission}”. So the"
            " challenge is closed. Ask whoever manages the server for that permission, or use {slash_play} in a direct"
            " message or a group."
        ),
        "user_install.absent": (
            "This person is not in this conversation, so the challenge would not reach them. Leave the opponent out, or"
            " challenge somebody who is here."
        ),
        "rematch.elsewhere": (
            "That match was played elsewhere, where I am no member. Press **Rematch** on its last board, or use"
            " {slash_rematch} there."
        ),
    },
)

BUTTONS = make_messages(MessagePlace.BUTTON, {"button.board.of": "Board: {title} with {name}"})

MESSAGES = (*CARDS, *ANSWERS, *REFUSALS, *BUTTONS)
