"""Puzzles: the task, right and wrong moves, and the lesson of the line."""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.puzzle": "### Puzzle: {title} {stars}",
        "card.puzzle.task": "**{side}** to move. Only one move wins: find it.",
        "card.puzzle.task.material": "**{side}** to move. Only one move comes out ahead: find it.",
        "card.puzzle.next": "**{steps} › …** · {side} to move",
        "card.puzzle.today": "### Puzzle of the day no. {number} ({day}): {title} {stars}",
        "card.puzzle.first": "An easy one to begin with, not rated. Today's puzzle is a press away at its end.",
        "card.puzzle.right": "`{move}` is right. The reply is `{text}`. What now?",
        "card.puzzle.right.forced": "`{move}` is right. It went on by itself, for you had one move alone: {steps}. What now?",
        "card.puzzle.wrong": "`{move}` is not it: another move does more here. Try again.",
        "card.puzzle.refuted": "`{move}` is not it: `{text}` answers it. Try again.",
        "card.puzzle.move": "The move is `{move}`.",
        "card.puzzle.unnamed": "After a hint today's puzzle counts as solved like any other, but its post does not name you.",
        "card.puzzle.solved.clean": "**Solved at the first try!**",
        "card.puzzle.solved.helped": "**Solved**, with a hint.",
        "card.puzzle.solved.tries": "**Solved** in {count} tries.",
        "card.puzzle.solved.tries.helped": "**Solved** in {count} tries, with a hint.",
        "card.puzzle.tries": "Twotone puzzle · {title} {text}",
        "card.puzzle.tries.today": "Twotone puzzle no. {number} · {title} {text}",
        "card.puzzle.shown": "**The solution:**",
        "card.puzzle.given": PluralTemplate(
            "count",
            "{side} gives up {count} piece, takes {more} and comes out ahead.",
            "{side} gives up {count} pieces, takes {more} and comes out ahead.",
        ),
        "card.puzzle.given.king": PluralTemplate(
            "count",
            "{side} gives up {count} piece, takes {more} and comes out ahead: a king is worth more than a man.",
            "{side} gives up {count} pieces, takes {more} and comes out ahead: a king is worth more than a man.",
        ),
        "card.puzzle.gained": "A quiet move can win as much as a sacrifice, if it leaves no good reply.",
        "card.puzzle.proven": "No other first move wins. Every reply has been looked at, up to the end of the match.",
        "card.puzzle.proven.open": (
            "Now every reply loses, and no other first move wins: all of it has been looked at, up to the end of the"
            " match."
        ),
        "card.puzzle.count": PluralTemplate(
            "count", "{count} puzzle solved so far", "{count} puzzles solved so far"
        ),
        "card.puzzle.streak": PluralTemplate(
            "days",
            "Puzzles solved so far: {count} · {days} day in a row.",
            "Puzzles solved so far: {count} · {days} days in a row.",
        ),
        "card.puzzle.keep": "One a day keeps your streak.",
        "card.puzzle.here": "From a match on this server.",
        "card.puzzle.from": "From a match of {name} and {opponent} on this server.",
        "card.puzzle.invited": "Your finished matches can become puzzles here too: say so in {slash_settings_me}.",
        "card.puzzle.rated": "First try: you {points} ({gain}) · this puzzle {hard} ({change}).",
        "card.puzzle.rated.provisional": (
            "First try: you {points} ({gain}), provisional · this puzzle {hard} ({change})."
        ),
        "card.puzzle.rated.soon": "First try {number} of {count}: then you have a puzzle rating.",
        "card.puzzle.themes": "**Theme:** {text}",
        "puzzle.none.theme": "There are no puzzles of {title} with the theme {theme} yet. There are: {themes}.",
        "puzzle.mode.theme": (
            "A streak, a race and your puzzles so far have no theme: leave out the option “theme”, or else “mode”."
        ),
        "card.puzzles": "### Your puzzles",
        "card.puzzles.tried": "Solved at the first try, without a hint: **{clean}** of {count}.",
        "card.puzzles.none": "You have tried none yet.",
        "card.puzzles.rating": "{title}: **{points}** ± {deviation}",
        "card.puzzles.rating.provisional": "{title}: **{points}** ± {deviation}, provisional",
        "card.puzzles.rating.soon": "{title}: {number} of {count} first tries before a rating",
        "card.puzzles.latest": "**Your last tries**",
        "card.puzzles.past": "{title} {stars}",
        "card.puzzles.missed": PluralTemplate(
            "count",
            "**A second try:** {count} puzzle that you missed waits for you.",
            "**A second try:** {count} puzzles that you missed wait for you.",
        ),
        "card.puzzles.about": (
            "The first try at a puzzle changes your puzzle rating in its game, and the puzzle's, once. A wrong move, a hint or"
            " the solution counts as a miss. Streaks and races change no ratings."
        ),
        "card.run.streak": "### Streak: {title}",
        "card.run.race": "### Race: {title}",
        "card.run.streak.about": "Puzzle after puzzle, each a little harder, until your first miss. No hints.",
        "card.run.race.about": (
            "As many puzzles as you can in {count} minutes. A miss costs ten seconds and brings the next puzzle. The clock"
            " goes while you think, not while I draw."
        ),
        "card.run.begun": PluralTemplate(
            "count",
            "You are on the way: {count} puzzle solved.",
            "You are on the way: {count} puzzles solved.",
        ),
        "card.run.streak.at": "### Streak of {count} · {title} {stars}",
        "card.run.race.at": "### Race: {count} solved · {title} {stars}",
        "card.run.ends": "Your time is up {since}.",
        "card.run.right": "**Right!** The next one:",
        "card.run.wrong": "**A miss**, ten seconds less. The next one:",
        "card.run.streak.over": PluralTemplate(
            "count",
            "### Your streak in {title}: {count} puzzle",
            "### Your streak in {title}: {count} puzzles",
        ),
        "card.run.race.over": PluralTemplate(
            "count",
            "### Your race in {title}: {count} puzzle",
            "### Your race in {title}: {count} puzzles",
        ),
        "card.run.solution": "The last one would have gone so:",
        "card.run.month": "**Best of the month on this server**",
        "card.run.month.none": "Nobody on this server has one this month yet.",
        "card.run.best.same": PluralTemplate("count", "{count} puzzle", "{count} puzzles"),
        "card.run.best": PluralTemplate("count", "{count} puzzle in {title}", "{count} puzzles in {title}"),
        "card.run.own": "Your best of the month: {text}",
        "puzzle.run.gone": "That puzzle is over. {slash_puzzle} begins a new streak or race, or goes on with yours.",
        "puzzle.run.shown": (
            "You have seen the solutions of all puzzles of {title} this week. Try another game, or come again in a few days."
        ),
        "puzzle.none": "There are no puzzles of {title} yet. There are some of: {titles}.",
        "puzzle.gone": "This puzzle is not there any more. {slash_puzzle} shows another.",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.puzzle.show": "Solution",
        "button.puzzle.next": "Another",
        "button.puzzle.mine": "My puzzles",
        "button.run.streak": "Streak",
        "button.run.race": "Race",
        "button.run.begin": "Begin",
        "button.run.on": "Go on",
        "button.run.again": "Once more",
    },
)

THEMES = make_messages(
    MessagePlace.OPTION,
    {
        "puzzle.theme.shot": "shot",
        "puzzle.theme.long_capture": "three or more at one stroke",
        "puzzle.theme.sacrifice": "sacrifice",
        "puzzle.theme.exchange": "exchange first",
        "puzzle.theme.breakthrough": "breakthrough",
        "puzzle.theme.king_hunt": "king hunt",
        "puzzle.theme.lure": "lure to the crown",
        "puzzle.theme.quiet": "quiet move on the way",
        "puzzle.theme.opposition": "opposition",
        "puzzle.theme.blockade": "blockade",
        "puzzle.theme.ending": "exact ending",
        "puzzle.theme.no_answer": "no answer",
        "puzzle.theme.holding_back": "holding back",
        "puzzle.theme.comeback": "comeback",
        "choice.puzzle.streak": "streak: harder until the first miss",
        "choice.puzzle.race": "race: three minutes",
        "choice.puzzle.history": "my puzzles: ratings, and a second try",
        "menu.puzzle.again.one": "{title} {stars}",
    },
)

MESSAGES = (
    *CARDS,
    *BUTTONS,
    *THEMES,
    *make_messages(MessagePlace.PLACEHOLDER, {"menu.puzzle.again": "Try one again"}),
    *make_messages(MessagePlace.CONSOLE, {"puzzles.usage": "Usage: python -m engines.puzzles GAME COUNT"}),
)
