"""Messages to members who are looking for a game."""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.look": "### Looking for a game",
        "card.look.about": (
            "When somebody on this server waits for anyone to play, I tell you by direct message, with a button that takes the"
            " seat. Nobody learns that you were told."
        ),
        "card.look.games": "**Games** of which you want to hear; with none chosen, of nothing",
        "card.look.hours": "**Hours** at which you want to hear of them, but for your quiet ones: from",
        "card.look.most": "**How many** a day at most",
        "card.look.told": "{name} waits for somebody to play.",
        "card.look.why": "-# You wanted to hear of such challenges. {slash_settings_me} on that server changes it.",
        "card.challenge.told": PluralTemplate(
            "count",
            one="-# Told to {count} member who looks for a game",
            other="-# Told to {count} members who look for a game",
        ),
        "look.server": "You can look for a game on a server that Twotone was invited to. Open {slash_settings_me} there.",
        "look.unseen": "You cannot see the place of this challenge any more.",
    },
)

SHORT = (
    *make_messages(
        MessagePlace.BUTTON, {"button.look": "Looking for a game", "button.look.card": "See the challenge"}
    ),
    *make_messages(MessagePlace.OPTION, {"settings.look.any": "At any hour"}),
    *make_messages(MessagePlace.PLACEHOLDER, {"menu.look": "No games"}),
)

MESSAGES = (*CARDS, *SHORT)
