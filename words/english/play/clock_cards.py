"""A match's clock, in cards and answers."""

from words.message import MessagePlace, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.clock": "-# Clock: {clock}",
        "card.clock.short": "-# Under {span}: somebody may be asleep when their time is up.",
        "card.clock.sitdown": (
            "-# A game to sit down to: it is played through at once. There are no reminders, and neither quiet hours, quiet"
            " days nor a vacation stop this clock."
        ),
        "card.clock.sitdown.runs": "{name} has {span}: their time is up {since}.",
        "card.clock.runs": "{name}'s time is up {since}.",
        "card.clock.vacation": "**{name} is on vacation** until {time}: the clock stands.",
        "card.clock.vacation.planned": "{name} is on vacation from {from_time} to {time}: the clock stands then.",
        "card.vacation": "**{name} is on vacation** until {time}.",
        "card.vacation.planned": "{name} is on vacation from {from_time} to {time}.",
        "card.vacation.line": "{text} · on vacation until {time}",
        "card.clock.other": "{name} has {span} left for later.",
        "card.clock.up": "**{name}'s time was up {since}.** {opponent} can claim the win, or give more time.",
        "card.time_up": "{name}'s time was up {since} in {title}: you can claim the win, or give more time.",
        "card.clock.stands": "-# The clock stands still.",
        "card.time_given": "{name} gave {opponent} {span} more.",
        "card.given_back": "-# I was away for {span}: that counts for nobody's clock.",
        "card.claim.time": (
            "Your match of {title}: {name}'s time was up at {from_time}. Claim the win, give {span} more, or adjourn the match"
            " without a result?"
        ),
        "card.reminder": "**Your time runs low** in {title} against {opponent}: it is up {since}, {time}.",
        "card.reminder.aloud": "{name}, **your time runs low** in {title} against {opponent}: it is up {since}, {time}.",
        "card.reminder.rest": (
            "Quiet hours, quiet days and vacation are under {slash_settings_me}, and so is the switch for these reminders."
        ),
        "answer.time_given": "{name} has {span} more.",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON, {"button.give-time": "Give more time", "button.my-time": "Quiet hours, vacation"}
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "clock.server.least": (
            "A clock on this server gives at least {least} for a move, or in a bank. Choose another with the option `clock` of"
            " {slash_play}."
        ),
        "clock.server.most": (
            "A match on this server has a clock, of at most {most} for a move, or in a bank. Choose one with the option"
            " `clock` of {slash_play}."
        ),
    },
)

FORM = make_messages(MessagePlace.LABEL, {"form.clock": "Clock"})

MESSAGES = (*BUTTONS, *FORM, *CARDS, *REFUSALS)
