"""Blocks between members, and bars by moderators."""

from words.message import MessagePlace, make_messages

MESSAGES = (
    *make_messages(
        MessagePlace.SENTENCE,
        {
            "card.block": (
                "### Keep {name} away from you?\n{name} can then no more challenge you, take a seat of yours, ping you with"
                " a nudge, ask for a rematch or see your profile, and is not told. Running matches go on; leagues and"
                " tournaments may still pair you."
            ),
            "card.blocked": (
                "**Blocked:** {name}. They are not told, and running matches go on. All whom you have blocked are also in"
                " {slash_settings_me}."
            ),
            "card.blocks": "### Whom you have blocked\nChoose whom to add, and take away whom to let back.",
            "card.blocks.meaning": (
                "They cannot challenge you, take a seat of yours, ping you with a nudge, ask for a rematch or see your"
                " profile, and are not told. Running matches go on."
            ),
            "block.self": "You cannot block yourself.",
            "block.bot": "{name} is a bot, and writes to nobody by itself.",
            "block.many": "You can block {limit} people at most. Take one off the list first.",
            "bar.you": "You cannot play here {time}. A moderator's reason: {text}",
            "bar.other": "{name} cannot play on this server just now. Leave the opponent out, and anyone may take the seat.",
            "bar.challenger": "{name} cannot play on this server just now. Take another open seat, or offer one by {slash_play}.",
            "bar.self": "You cannot bar yourself, or let yourself back.",
            "bar.bot": "{name} is a bot. The computer is turned off in {slash_settings_server}.",
            "bar.not": "{name} is not barred here.",
            "answer.barred": (
                "{name} cannot play here {time}. Running matches on this server have ended without a result, and {name} is"
                " out of its competitions. Managers of the server can read your reason."
            ),
            "answer.unbarred": "{name} can play here again. Competitions have to be joined anew.",
            "log.bar": "**Barred** {name} {time}: {text}",
            "log.unbar": "**Lets play again** {name}: {text}",
            "log.bar.forgotten": "**Barred** somebody who has had themselves forgotten.",
            "log.unbar.forgotten": "**Lets play again** somebody who has had themselves forgotten.",
        },
    ),
    *make_messages(MessagePlace.PHRASE, {"bar.always": "for good", "bar.until": "until {time}"}),
    *make_messages(
        MessagePlace.BUTTON,
        {"button.block": "Block", "button.unblock": "Let back", "button.blocks": "Whom I blocked"},
    ),
    *make_messages(MessagePlace.PLACEHOLDER, {"menu.blocks": "Nobody is blocked"}),
)
