"""Exercises: a member's own mistakes that come back to be solved.

Also when the next one comes.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.learn": "### Learn: {title}",
        "card.learn.due": PluralTemplate("count", "{count} exercise is due.", "{count} exercises are due."),
        "card.learn.from": "From your match with {name}, move {number}.",
        "card.learn.task": "You are **{side}** and played `{move}` here. One move is clearly better: find it.",
        "card.learn.better": "The better move is `{move}`.",
        "card.learn.same": "`{move}` is what you played in the match. Try another move.",
        "card.learn.shown": "**The better move: `{move}`**",
        "card.learn.played": "You played: {steps}",
        "card.learn.line": "Better, as on the board: {steps}",
        "card.learn.back": PluralTemplate(
            "count", "It comes back in {count} day.", "It comes back in {count} days."
        ),
        "card.learn.known": "You know this one now: it does not come back.",
        "card.learn.none": "### Learn from your matches",
        "card.learn.done": "Nothing is due now. You have solved all there is for today.",
        "card.learn.held": PluralTemplate(
            "count",
            "{count} exercise is due, but waits: its position stands, or stood, in a match that you are playing. It comes"
            " once that is over.",
            "{count} exercises are due, but wait: their positions stand, or stood, in matches that you are playing. They"
            " come once those are over.",
        ),
        "card.learn.next": PluralTemplate(
            "count", "The next exercise comes in {count} day.", "The next exercise comes in {count} days."
        ),
        "card.learn.looking": PluralTemplate(
            "count",
            "I am looking through {count} finished match of yours for moves that cost you much. That takes a few minutes.",
            "I am looking through {count} finished matches of yours for moves that cost you much. That takes a few minutes.",
        ),
        "card.learn.empty": (
            "There is nothing to solve yet. When you finish a match and a move of yours cost you much, it comes here."
        ),
        "card.learn.about": (
            "-# An exercise comes back after 1, 3, 7 and 21 days, and from the beginning after a miss or a hint. Only"
            " you see them; {slash_settings_me} turns them off. With hidden cards, what counts is what you could see."
        ),
        "card.learn.why": "-# You wanted to hear of that once a day; **Daily message** changes it.",
        "learn.daily.on": (
            "At {hour} ({zone}) I write to you on each day on which exercises are due. If that is not your time,"
            " {slash_settings_me} sets your time zone."
        ),
        "learn.daily.off": "I write to you no more when exercises are due. {slash_learn} always shows them.",
        "learn.gone": "This exercise is not there any more. {slash_learn} shows what is due.",
        "learn.off": "Your exercises are turned off. {slash_learn} turns them on again.",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.learn.due": PluralTemplate(
            "count", "Your mistakes: {count} due", "Your mistakes: {count} due"
        ),
        "button.learn.next": "Next exercise",
        "button.learn.again": "Look again",
        "button.learn.match": "The match, analysed",
        "button.learn.begin": "Solve them",
        "button.learn.daily": "Daily message",
    },
)

FORM = (
    *make_messages(MessagePlace.TITLE, {"form.learn": "When exercises are due"}),
    *make_messages(MessagePlace.LABEL, {"form.learn.hour": "Write to me once a day, at"}),
    *make_messages(
        MessagePlace.DESCRIPTION, {"form.learn.zone": "Your time zone: {zone}, where it is {hour} now"}
    ),
    *make_messages(MessagePlace.OPTION, {"settings.learn.never": "Never"}),
)

MESSAGES = (*CARDS, *BUTTONS, *FORM)
