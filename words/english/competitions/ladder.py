"""Ladders: their card, the reason for each challenge, and the refusals."""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.ladder": "### {league}: a ladder",
        "card.ladder.how": (
            "-# Join at any time, at the foot. Challenge somebody up to three places above you, one at a time: if you win,"
            " their place is yours; a draw or a loss changes nothing. Who is challenged has three days for their first move,"
            " else their place is lost. After a month without a match you slide one place. Matches are rated if challenges on"
            " this server are."
        ),
        "card.ladder.nobody": "Nobody stands on it yet.",
        "card.ladder.line": "**{place}** · {name}: {won} of {count} won",
        "card.ladder.runs": "[{name} – {opponent}]({link}): place {other} challenges place {place}",
        "card.ladder.waits": (
            "{name} – {opponent}: place {other} challenges place {place}; it begins when both have time"
        ),
        "card.ladder.joined": "-# {time}: {name} has joined at place {place}.",
        "card.ladder.left": "-# {time}: {name} has left place {place}.",
        "card.ladder.slid": "-# {time}: {name} has slid to place {place} after a month without a match.",
        "card.ladder.taken": "-# {time}: {name} has taken place {place} from {opponent}.",
        "card.ladder.kept": "-# {time}: {opponent} has kept place {place} against {name}.",
        "card.ladder.ending": "-# It is ended: what runs is still played.",
        "card.ladder.ended": "-# It is over.",
        "card.ladder.reached": "### Challenge somebody above you\nIf you win, their place is yours.",
        "card.ladder.met": "-# You have met {name} a short time ago: again {time}.",
        "card.ladder.challenged": (
            "You have challenged {name} for place {place}. Your match comes into this channel as soon as both of you have time."
        ),
        "card.ladder.reason": (
            "-# Ladder of {league}: place {other} challenges place {place}. {name} begins, who is challenged."
        ),
        "card.ladder.reason.turned": (
            "-# Ladder of {league}: place {other} challenges place {place}. {name} begins because {opponent} began last time."
        ),
        "card.ladder.in": "You stand at the foot of the ladder. Press “Challenge” to climb.",
        "card.ladder.withdraw": (
            "Leave the ladder? Those below move up. What you have begun you can still play, or lose. Who joins again begins at"
            " the foot."
        ),
        "card.ladder.stop": "End this ladder? What runs is played to its end; nobody can challenge or join any more.",
        "card.ladder.stopped": "The ladder is ended.",
        "card.ladder.made": "The ladder is there: its card comes into this channel.",
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "ladder.managers": "Only members who may manage this server can make a ladder.",
        "ladder.clock": "A ladder needs a clock of hours or days, such as “3 days + 24 hours”.",
        "ladder.over": "This ladder is ended.",
        "ladder.back": "You have left this ladder today. You can come back {time}.",
        "ladder.outside": "You do not stand on this ladder. Press “Join” on its card.",
        "ladder.top": "You stand at the top: there is nobody to challenge.",
        "ladder.one": "You have an open challenge already. Play it to its end first.",
        "ladder.reach": PluralTemplate(
            "count",
            "They are out of your reach: you can challenge up to {count} place above you.",
            "They are out of your reach: you can challenge up to {count} places above you.",
        ),
        "ladder.again": "You two have met a short time ago. You can challenge them again {time}.",
    },
)

MESSAGES = (
    *CARDS,
    *REFUSALS,
    *make_messages(
        MessagePlace.PHRASE,
        {"ended.unanswered": "ended, for the challenged member made no first move in three days"},
    ),
    *make_messages(
        MessagePlace.BUTTON,
        {
            "button.ladder.challenge": "Challenge",
            "button.ladder.place": "{place} · {name}",
            "button.ladder.stop": "End the ladder",
        },
    ),
    *make_messages(MessagePlace.PICTURE, {"picture.ladder": "Ladder"}),
    *make_messages(
        MessagePlace.ALT,
        {
            "alt.ladder.place": PluralTemplate(
                "count",
                "{place}. {name}: {won} won of {count} match.",
                "{place}. {name}: {won} won of {count} matches.",
            ),
        },
    ),
)
