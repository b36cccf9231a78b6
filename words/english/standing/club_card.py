"""The server card, its setting, and the notice that its channel refuses the card."""

from words.message import MessagePlace, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.club": "### Playing here now",
        "card.club.quiet": "### Play here",
        "card.club.matches": "**Whose turn it is**",
        "card.club.matches.none": "No match is going on here just now.",
        "card.club.invite": "Press **{button}**: your challenge is shown here until somebody joins.",
        "card.club.board": "[{title}]({link}), **{name}** against **{opponent}**",
        "card.club.result": "**Last result**",
        "card.club.match": "**{name}** · [{title}]({link}) against {opponent} · {since}",
        "card.club.match.time": "**{name}** · [{title}]({link}) against {opponent} · time is up {since}",
        "card.club.seats": "**Open seats**",
        "card.club.seat": "[{title}]({link}) with {name} · {clock}",
        "card.club.seat.rated": "[{title}]({link}) with {name} · {clock} · rated",
        "card.club.puzzle": "**Today's puzzle** is [no. {number}]({link}).",
        "card.club.table": "**The best in {title}**",
        "card.club.top": "{number}. **{name}** {count}\u00a0±\u00a0{all}",
        "card.club.stopped": (
            "The card of that server is not in {channel} any more: the channel is gone, or I may not write there. To have it"
            " again, choose a channel in {slash_settings_server} on that server."
        ),
        "card.settings.club": "### The card of this server",
        "card.settings.club.about": (
            "One message that says whose turn it is, which seats are open, what today's puzzle is and who leads the table."
            " I keep it up to date, and ping nobody with it."
        ),
        "card.settings.club.channel": "**Channel** in which it is; with none chosen, there is none",
        "card.settings.club.private": (
            "Both show only what everybody who sees the channel may see. To have the card pinned, let me pin messages there."
        ),
    },
)

MESSAGES = (
    *CARDS,
    *make_messages(
        MessagePlace.BUTTON,
        {
            "button.club.seat": "Take the seat",
            "button.club.mine": "My matches",
            "button.server.card": "Club card, weekly digest",
            "button.server.page": "What is public",
        },
    ),
)
