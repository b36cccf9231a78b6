"""A member's rest times: when their clocks stop, and when they get no reminders.

This is the second card of /settings me, and its form.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.rest": "### Your time",
        "card.rest.zone": "**Time zone**: {zone}. It is {hour} there now.",
        "card.rest.hours": "**Quiet hours**, in which no reminder comes, and no message of mine makes a sound: from",
        "card.rest.until": "until",
        "card.rest.days": PluralTemplate(
            "limit",
            "**Quiet days**, up to {limit} a week: your clocks stand all day. In matches that go on already they count a week"
            " after you choose them.",
            "**Quiet days**, up to {limit} a week: your clocks stand all day. In matches that go on already they count a week"
            " after you choose them.",
        ),
        "card.rest.vacation": PluralTemplate(
            "days",
            "**Vacation**: your clocks stand. You have {days} of {all} days left this year.",
            "**Vacation**: your clocks stand. You have {days} of {all} days left this year.",
        ),
        "card.rest.vacation.planned": PluralTemplate(
            "days",
            "**Vacation** from {since} until {time}: your clocks stand then. You have {days} of {all} days left this year.",
            "**Vacation** from {since} until {time}: your clocks stand then. You have {days} of {all} days left this year.",
        ),
        "card.rest.vacation.now": PluralTemplate(
            "days",
            "**You are on vacation** until {time}: your clocks stand. You have {days} of {all} days left this year.",
            "**You are on vacation** until {time}: your clocks stand. You have {days} of {all} days left this year.",
        ),
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "zone.unknown": (
            "I know no time zone “{text}”. Name a large city of yours, such as Berlin, or the difference from UTC, such as"
            " UTC+2."
        ),
        "zone.several": "“{text}” may be {choices}. Write one of them.",
        "zone.difference": "No clock in the world is at “{text}”. Name a large city of yours, such as Berlin.",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.rest": "Time zone, quiet hours, vacation",
        "button.boards": "Boards and language",
        "button.zone": "Change the time zone",
        "button.settings.reminders.on": "Reminders of clocks: yes",
        "button.settings.reminders.off": "Reminders of clocks: no",
        "button.vacation": "Take a vacation",
        "button.vacation.end": "End the vacation",
        "button.vacation.off": "Call the vacation off",
    },
)

CHOSEN = make_messages(
    MessagePlace.OPTION,
    {
        "settings.quiet.none": "No quiet hours",
        "weekday.0": "Monday",
        "weekday.1": "Tuesday",
        "weekday.2": "Wednesday",
        "weekday.3": "Thursday",
        "weekday.4": "Friday",
        "weekday.5": "Saturday",
        "weekday.6": "Sunday",
    },
)

FORMS = (
    *make_messages(MessagePlace.TITLE, {"form.zone": "Your time zone", "form.vacation": "Take a vacation"}),
    *make_messages(
        MessagePlace.LABEL,
        {
            "form.zone.label": "City, or difference from UTC",
            "form.vacation.first": "First day",
            "form.vacation.days": "Days",
        },
    ),
    *make_messages(MessagePlace.DESCRIPTION, {"form.zone.help": "Such as Berlin, Europe/Berlin or UTC+2"}),
    *make_messages(MessagePlace.PLACEHOLDER, {"menu.quiet_days": "No quiet days"}),
)

MESSAGES = (*CARDS, *REFUSALS, *BUTTONS, *CHOSEN, *FORMS)
