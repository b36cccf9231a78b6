"""The daily puzzle of a server: its post and its settings.

Also the note that its channel accepts no puzzle.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.daily.before": PluralTemplate(
            "count",
            "{count} member solved the puzzle before this one: {clean} at the first try, {at_second} at the second, {later}"
            " later or with a hint.",
            "{count} members solved the puzzle before this one: {clean} at the first try, {at_second} at the second, {later}"
            " later or with a hint.",
        ),
        "card.daily.before.all": "The puzzle before this one was solved by {names}.",
        "card.daily.before.some": PluralTemplate(
            "count",
            "The puzzle before this one was solved by {names} and {count} other member.",
            "The puzzle before this one was solved by {names} and {count} other members.",
        ),
        "card.daily.before.one": PluralTemplate("count", "{name} ({count} try)", "{name} ({count} tries)"),
        "card.daily.task": "**{side}** to move. Only one move wins. **{button}** opens a board that only you see.",
        "card.daily.task.material": (
            "**{side}** to move. Only one move comes out ahead. **{button}** opens a board that only you see."
        ),
        "card.daily.nobody": "-# Nobody has solved it yet.",
        "card.daily.first": "**First to solve it**",
        "card.daily.streak": PluralTemplate("days", "day {days} of a streak", "{days} days in a row"),
        "card.daily.stopped": (
            "I post the daily puzzle no more in {channel}: the channel is gone, or I may not write there. To have it again,"
            " choose a channel in {slash_settings_server} on that server."
        ),
        "card.daily.gone": (
            "### Puzzle of the day\nThis puzzle is not there any more: it came from a match, and whoever played it, or this"
            " server, wants no puzzles from it now."
        ),
        "card.settings.mined": (
            "**Puzzles from matches here**: I look through finished matches for puzzles, for {slash_puzzle} and the daily one"
            " here. Only matches whose players have both agreed to it in {slash_settings_me}."
        ),
        "settings.mined.on": (
            "-# Saved. It holds for matches that end from now on, if both players have agreed in {slash_settings_me}."
        ),
        "settings.mined.off": "-# Saved. The puzzles from matches here are deleted.",
        "card.settings.puzzle": "### The daily puzzle on this server",
        "card.settings.puzzle.next": "The next one comes {time}, {since}.",
        "card.settings.puzzle.off": "None is posted: choose a channel to have one every day.",
        "card.settings.puzzle.channel": "**Channel** in which it is posted; with none chosen, it is not",
        "card.settings.puzzle.hour": "**Hour** at which it is posted",
        "card.settings.puzzle.zone": "**Time zone** of this server: {zone}. It is {hour} there now.",
    },
)

MESSAGES = (
    *CARDS,
    *make_messages(MessagePlace.BUTTON, {"button.daily": "Solve", "button.server.puzzle": "Daily puzzle"}),
    *make_messages(MessagePlace.TITLE, {"form.server_zone": "Time zone of this server"}),
    *make_messages(MessagePlace.PLACEHOLDER, {"menu.puzzle_channel": "None"}),
)
