"""Coordinates: naming the squares of a board against the clock."""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.coordinates": "### Coordinates: {title}",
        "card.coordinates.about": (
            "I mark {count} squares one after the other, and you say what each is called. The clock runs from **Begin** on;"
            " a wrong name costs {seconds} seconds."
        ),
        "card.coordinates.best": "Your best time: {seconds} seconds",
        "card.coordinates.which": "**{number}/{count}** · Which square is marked?",
        "card.coordinates.missed": "It is not **{square}**: {seconds} seconds more. Look again.",
        "card.coordinates.time": PluralTemplate(
            "count",
            "**{seconds} seconds**, with {count} wrong name counted in.",
            "**{seconds} seconds**, with {count} wrong names counted in.",
        ),
        "card.coordinates.record": "That is faster than ever before!",
        "coordinates.gone": "This round is not there any more. {slash_rules} leads to another.",
        "coordinates.late": "This round has taken too long to count. **Coordinates** under {slash_rules} begins another.",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.coordinates": "Coordinates",
        "button.coordinates.begin": "Begin",
        "button.coordinates.again": "Once more",
    },
)

ALT = make_messages(
    MessagePlace.ALT, {"alt.coordinates": "An empty board without letters and numbers; one square is marked."}
)

MESSAGES = (*CARDS, *BUTTONS, *ALT)
