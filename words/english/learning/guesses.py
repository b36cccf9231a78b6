"""Guess the move: spectators of a match guess its next move."""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.guess": "### Guess the move\n-# {title}: {name} – {opponent}",
        "card.guess.first": "**What will {name} play?** · {side}",
        "card.guess.next": "**{steps} › …** · {name} plays {side}",
        "card.guess.own": "Your guess: {move}. You can change it until {name} has moved.",
        "card.guess.alone": "Nobody but you sees it. It counts once the move is on the board.",
        "card.guess.right": "**Right:** {move} was your last guess here.",
        "card.guess.wrong": "Your last guess here was {text}; {move} was played.",
        "card.guess.title": "Guess the move",
        "card.guess.month": "**Most moves guessed this month on this server**",
        "card.guess.month.none": "Nobody has guessed a move right on this server this month.",
        "card.guess.line": "{number}. {name} · {text}",
        "card.guess.mine": "You: {text}",
        "card.guess.how": "Watch a match that goes on, press More under its board, then Guess the move.",
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "guess.player": "You play in this match. Only who watches guesses its moves.",
        "guess.voter": "You vote on moves of this match. Only who does not guesses them.",
        "guess.hidden": "In {title} nobody can guess a move: the cards to choose from are hidden.",
        "guess.server": "Moves are guessed only in matches on a server that Twotone is a member of.",
        "guess.computer": "The computer moves at once. Guess when a person is to move.",
        "guess.over": "This match is over: there is no next move to guess.",
        "guess.seen": "Moves were taken back, so the next one may be known. Guess again once the match is past them.",
        "guess.forced": "There is only one move here, so there is nothing to guess.",
    },
)

MESSAGES = (
    *CARDS,
    *REFUSALS,
    *make_messages(
        MessagePlace.PHRASE,
        {"card.guess.came_to": PluralTemplate("count", "{count} right of {all}", "{count} right of {all}")},
    ),
    *make_messages(
        MessagePlace.BUTTON,
        {
            "button.guess": "Guess the move",
            "button.guess.this": "{move}",
            "button.guess.change": "Change my guess",
            "button.guess.month": "Best guesses of the month",
        },
    ),
)
