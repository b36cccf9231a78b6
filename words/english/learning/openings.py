"""The opening trees.

They show the moves played from a position in finished matches, and the results of those.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.openings": "### Openings: {title}",
        "card.openings.own": "Your finished matches",
        "card.openings.own.side": "Your finished matches with **{side}**",
        "card.openings.of": "Finished matches of {name} on this server, where you may see them",
        "card.openings.of.side": "Finished matches of {name} with **{side}** on this server, where you may see them",
        "card.openings.server": "Finished matches of this server, where you may see them",
        "card.openings.named": "Opening: **{value}**",
        "card.openings.went": PluralTemplate(
            "count",
            one="{count} match went on from here: {side} won {won}, {other} won {lost}, {drawn} drawn.",
            other="{count} matches went on from here: {side} won {won}, {other} won {lost}, {drawn} drawn.",
        ),
        "card.openings.more": PluralTemplate(
            "count", one="{count} rarer reply is not shown.", other="{count} rarer replies are not shown."
        ),
        "card.openings.wins": "● Wins if nobody errs: {candidates}",
        "card.openings.loses": "○ Loses if nobody errs: {candidates}",
        "card.openings.end": "No finished match among them went on from here.",
        "card.openings.last": "A tree ends after {limit} moves of both players together.",
        "card.openings.over": "The game is over here.",
        "card.openings.none": "No finished match is counted here yet. Matches from a position that somebody set up never are.",
        "card.openings.none.game": (
            "No finished match of {title} is counted here yet. Matches from a position that somebody set up never are."
        ),
        "card.openings.waiting": "Your finished matches are being counted: look again in a minute.",
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "openings.hidden": "{title} has hidden cards, so there is no tree of its openings.",
        "openings.server": "Only on a server that I am a member of can you look at matches of others. {slash_openings} alone shows yours.",
        "openings.own": "They keep their profile to themselves, and with it how they open.",
        "openings.gone": "This position is not there any more. {slash_openings} begins anew.",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.openings.back": "Back",
        "button.openings.start": "Start",
        "button.openings.both": "Both sides",
        "button.openings.side": "With {side}",
        "button.openings.own": "My matches",
        "button.openings.server": "This server's",
        "button.openings.play": "Challenge from here",
        "button.openings.computer": "Play Twotone",
    },
)

CHOICES = make_messages(
    MessagePlace.OPTION,
    {
        "choice.openings": PluralTemplate(
            "count", one="{title}: {count} match", other="{title}: {count} matches"
        ),
        "choice.openings.options": PluralTemplate(
            "count",
            one="{title} ({count} match): {options}",
            other="{title} ({count} matches): {options}",
        ),
    },
)

MENUS = make_messages(MessagePlace.PLACEHOLDER, {"menu.openings": "Other games and options"})

PICTURES = [
    *make_messages(
        MessagePlace.PICTURE,
        {
            "picture.tree.move": "reply",
            "picture.tree.wins": "wins if nobody errs",
            "picture.tree.loses": "loses if nobody errs",
        },
    ),
    *make_messages(
        MessagePlace.ALT,
        {
            "alt.tree": "What was played here:",
            "alt.tree.reply": PluralTemplate(
                "count",
                one="{move}: {count} match, {side} won {won}, {other} won {lost}, {drawn} drawn.",
                other="{move}: {count} matches, {side} won {won}, {other} won {lost}, {drawn} drawn.",
            ),
            "alt.tree.wins": "Wins if nobody errs.",
            "alt.tree.loses": "Loses if nobody errs.",
        },
    ),
]

MESSAGES = (*CARDS, *REFUSALS, *BUTTONS, *CHOICES, *MENUS, *PICTURES)
