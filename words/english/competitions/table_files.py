"""The table of a competition as downloadable files."""

from words.message import MessagePlace, PluralTemplate, make_messages

MESSAGES = (
    *make_messages(
        MessagePlace.SENTENCE,
        {
            "card.table.record": "### {league}, season {number}, section {section}: the table as files",
            "card.table.record.tournament": "### {league}: the table as files",
            "card.table.record.files": (
                "TRF16 is what programs for tournaments read: a win gives one point there, and **w** is who moves first. The"
                " JSON has everything, also what is still to be played. The CSV is for spreadsheets."
            ),
            "card.table.games": PluralTemplate(
                "count",
                "{league}: {count} game that is over, as PDN",
                "{league}: {count} games that are over, as one PDN",
            ),
            "table.games.none": "No game that you can see is over yet.",
        },
    ),
    *make_messages(
        MessagePlace.BUTTON,
        {
            "button.table.record": "Table as files",
            "button.table.games": "All games as PDN",
            "button.table.whole": "Whole table",
        },
    ),
    *make_messages(
        MessagePlace.ALT,
        {
            "file.table.trf": "The table of {league} as TRF16, which programs for tournaments read",
            "file.table.json": "The table of {league} as JSON",
            "file.table.csv": "The table of {league} as CSV, for spreadsheets",
            "file.games": "The games of {league} as PDN",
        },
    ),
)
