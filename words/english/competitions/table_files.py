"""The table of a competition as downloadable files."""

from words.message import MessagePlace, rows

MESSAGES = (
    *rows(
        MessagePlace.SENTENCE,
        {
            "card.table.record": "### {league}, season {number}, section {section}: the table as files",
            "card.table.record.tournament": "### {league}: the table as files",
            "card.table.record.files": (
                "TRF16 is what programs for tournaments read: a win gives one point there, and **w** is who moves first. The"
                " JSON has everything, also what is still to be played."
            ),
        },
    ),
    *rows(MessagePlace.BUTTON, {"button.table.record": "Table as files"}),
    *rows(
        MessagePlace.ALT,
        {
            "file.table.trf": "The table of {league} as TRF16, which programs for tournaments read",
            "file.table.json": "The table of {league} as JSON",
        },
    ),
)
