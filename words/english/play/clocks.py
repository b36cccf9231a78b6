"""Clocks: their names, refusals about them, and matches whose time is up."""

from words.message import MessagePlace, PluralTemplate, make_messages

PHRASES = make_messages(
    MessagePlace.PHRASE,
    {
        "clock.none": "no clock",
        "clock.move": "{span} a move",
        "clock.bank": "{span}, and {increment} more with each turn",
        "clock.days": PluralTemplate("count", "{count} day", "{count} days"),
        "clock.hours": PluralTemplate("count", "{count} hour", "{count} hours"),
        "clock.minutes": PluralTemplate("count", "{count} minute", "{count} minutes"),
        "clock.seconds": PluralTemplate("count", "{count} second", "{count} seconds"),
        "clock.both": "{before} {item}",
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "clock.unreadable": (
            "“{value}” is no clock. Write for example `3 days` for each move, `7 days + 12 hours` for a bank and what each"
            " turn adds to it, `10+5` for a game to sit down to (10 minutes, and 5 seconds with each turn), or `none`."
        ),
        "clock.bounds.move": "A clock gives {least} to {most} for each move; {span} is not within that.",
        "clock.bounds.bank": "A clock's bank holds {least} to {most}; {span} is not within that.",
        "clock.bounds.increment": "Each turn adds {least} to {most} to a clock's bank; {span} is not within that.",
        "clock.bounds.sitdown": (
            "A clock to sit down to has a bank of {least} to {most}, and {increment} to {span} more with each turn: for"
            " example `5+5`, `10+5` or `30+10`."
        ),
        "clock.sitdown.member": (
            "A clock to sit down to needs a server that I am a member of: elsewhere I do not learn when a board has come."
            " Choose another with the option `clock`, or `none`."
        ),
        "clock.waits": "No time goes yet: it goes from when the board is here that asks for the move.",
        "clock.on_its_way": (
            "The time is up, but a move from just before that may still be on its way, and counts. Try again in a few seconds."
        ),
        "clock.give.none": "This match has no clock: nobody's time runs out.",
        "clock.give.later": "{name} still has time until {time}: you can give them more when it is up.",
        "rest.days": "At most {limit} days of the week can be quiet, or matches would hardly go on.",
        "rest.vacation.dates": "A vacation is of whole days, begins within a year from today, and has {limit} days at most.",
        "rest.vacation.overlaps": "You have a vacation in that time already.",
        "rest.vacation.none_left": PluralTemplate(
            "count",
            "There are {limit} days of vacation in a year; you have {count} day left.",
            "There are {limit} days of vacation in a year; you have {count} days left.",
        ),
    },
)

MESSAGES = (*PHRASES, *REFUSALS)
