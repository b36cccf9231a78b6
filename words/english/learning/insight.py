"""A summary of all finished matches of one person.

Results by kind, accuracy, their strengths, and the mistakes that cost most.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.overview": "### Your finished matches",
        "card.overview.shared": "### The finished matches of {name}",
        "card.overview.results": PluralTemplate(
            "count",
            one="**{count} match**: {won} won, {drawn} drawn, {lost} lost.",
            other="**{count} matches**: {won} won, {drawn} drawn, {lost} lost.",
        ),
        "card.overview.more": "These are the newest {limit}; older ones are not counted.",
        "card.overview.accuracy": PluralTemplate(
            "count",
            one="Accuracy **{less}%**, from the {count} match of {all} that I have looked through.",
            other="Accuracy **{less}%**, from the {count} matches of {all} that I have looked through.",
        ),
        "card.overview.unlooked": "I have looked through none of them yet, so I know nothing about accuracy and mistakes.",
        "card.overview.best": PluralTemplate(
            "count",
            one="**Best**: {item}. {more}% of the points in {count} match.",
            other="**Best**: {item}. {more}% of the points in {count} matches.",
        ),
        "card.overview.weakest": PluralTemplate(
            "count",
            one="**Weakest**: {item}. {less}% of the points in {count} match.",
            other="**Weakest**: {item}. {less}% of the points in {count} matches.",
        ),
        "card.overview.costly": PluralTemplate(
            "count",
            one="**Costs most**: {item}. It was the worst move of {count} match, and cost {less}% of the chance to win.",
            other="**Costs most**: {item}. It was the worst move of {count} matches, and cost {less}% of the chance to win on average.",
        ),
        "card.overview.even": "Nothing stands out yet: that takes five matches of a kind, and others to compare them with.",
        "card.overview.about": (
            "A draw is half the points. Matches against the computer count, and those without a result do not. Only you see"
            " this, unless you press **Share**."
        ),
        "card.overview.phase": (
            "A match is decided by the move from which on its winner stays clearly ahead. Early, midway and late are its"
            " thirds, known of those that I have looked through, where nothing is hidden."
        ),
        "card.overview.off": (
            "**Look through my matches** has me look at your finished matches when I have nothing else to do, up to"
            " {limit} a day; {slash_learn} has your mistakes from them to be solved. {slash_settings_me} turns it off."
        ),
        "card.overview.going": PluralTemplate(
            "count",
            one="{count} match waits to be looked through; I do that when I have nothing else to do.",
            other="{count} matches wait to be looked through; I do that when I have nothing else to do.",
        ),
        "overview.none": (
            "You have no finished match with a result yet. {slash_play} begins one; here you then see what goes well and"
            " what costs you most."
        ),
    },
)

PHRASES = make_messages(
    MessagePlace.PHRASE,
    {
        "overview.game.rest": "Other games",
        "overview.side.first": "Moving first",
        "overview.side.second": "Moving second",
        "overview.length.short": "Up to 15 moves",
        "overview.length.middling": "16 to 30 moves",
        "overview.length.long": "Over 30 moves",
        "overview.phase.early": "Decided early",
        "overview.phase.middle": "Decided midway",
        "overview.phase.late": "Decided late",
        "overview.clock.none": "No clock",
        "overview.clock.move": "Time a move",
        "overview.clock.bank": "Bank of time",
        "overview.clock.sitdown": "Sit-down clock",
        "overview.lesson.win": "missing a win",
        "overview.lesson.loss": "not holding on in a bad position",
        "overview.lesson.worse": "moves that leave the worse position",
        "overview.lesson.men": "giving up men",
        "overview.lesson.pieces": "giving up kings",
        "overview.lesson.capture": "missing a chance to capture",
        "overview.lesson.crowned": "letting a man through to crown",
        "overview.lesson.crown": "missing a chance to crown",
        "overview.lesson.cut_off": "letting a group be cut off",
        "overview.lesson.joined": "letting the other side join up a group",
        "overview.lesson.points": "giving away points",
        "overview.lesson.steps": "falling behind in steps",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.overview.best": "A good match",
        "button.overview.weakest": "A weak match",
        "button.overview.costly": "The worst mistake",
        "button.overview.look": "Look through my matches",
    },
)

PICTURES = make_messages(
    MessagePlace.PICTURE,
    {
        "picture.overview.matches": PluralTemplate("count", one="{count} match", other="{count} matches"),
        "picture.overview.accuracy": "Accuracy: {count}%",
        "picture.overview.looked": "{count} of {all} looked at",
        "picture.overview.lost": "Chance lost, by thirds",
        "picture.overview.early": "Beginning",
        "picture.overview.middle": "Middle",
        "picture.overview.late": "End",
    },
)

ALT_TEXTS = make_messages(
    MessagePlace.ALT,
    {
        "alt.overview": PluralTemplate(
            "count", one="{name}: {count} finished match.", other="{name}: {count} finished matches."
        ),
        "alt.overview.accuracy": (
            "Accuracy {count}% in the {all} that were looked at, as a curve, from {less}% on {day} to {more}% on {other_day}."
        ),
        "alt.overview.lost": (
            "Of the chance to win a match loses {less}% in its beginning, {count}% in its middle, {more}% in its end."
        ),
        "alt.overview.kind": "{item}: {count}% of the points, {won} won, {drawn} drawn, {lost} lost.",
    },
)

MESSAGES = (*CARDS, *PHRASES, *BUTTONS, *PICTURES, *ALT_TEXTS)
