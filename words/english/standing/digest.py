"""The weekly digest of a server, and its setting.

Also the note that its channel accepts no digest.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.digest": "### The week on this server",
        "card.digest.best": "**Match of the week**, the closest by its analysis: [{title}]({link})",
        "card.digest.won.heading": "**Who won**",
        "card.digest.winner": "**{name}** has won [{league}]({link})",
        "card.digest.winners": "**{names}** share first place in [{league}]({link})",
        "card.digest.score": "{text} · [{league}]({link})",
        "card.digest.ladder": "**{name}** stands at the top of [{league}]({link})",
        "card.digest.over": "[{league}]({link}) is over",
        "card.digest.results": "**Results**",
        "card.digest.won": "**{name}** won against {opponent} · [{title}]({link})",
        "card.digest.drawn": "{name} and {opponent} drew · [{title}]({link})",
        "card.digest.risers": "**Up in the tables**",
        "card.digest.riser": "**{name}** +{points} in {title}, now {became}",
        "card.digest.solvers": "**Daily puzzles solved without a hint**",
        "card.digest.solver": PluralTemplate(
            "count", one="{name} · {count} puzzle", other="{name} · {count} puzzles"
        ),
        "card.digest.next": "**What is next**",
        "card.digest.starts": "[{league}]({link}): season {number} starts {time}. Sign up on its card.",
        "card.digest.starts.once": "[{league}]({link}) starts {time}. Sign up on its card.",
        "card.digest.goes_on": "[{league}]({link}) is being played.",
        "card.digest.closes": "[{league}]({link}): season {number} closes {time}.",
        "card.digest.stopped": (
            "The weekly digest is not posted in {channel} any more: the channel is gone, or I may not write there. To have it"
            " again, choose a channel in {slash_settings_server} on that server."
        ),
        "card.settings.digest": "### The weekly digest",
        "card.settings.digest.about": (
            "Once a week one post: the closest match, if both players let it be shown, results, who has risen, who solved"
            " puzzles, what is next. A week without anything has none."
        ),
        "card.settings.digest.channel": "**Channel** in which it is posted; with none chosen, there is none",
        "card.settings.digest.next": "**Day** and **hour** at which it comes. The next one comes {time}, {since}.",
    },
)

MESSAGES = CARDS
