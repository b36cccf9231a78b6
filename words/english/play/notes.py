"""Private notes on the moves of a match, and the notes shown beside its replay."""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.notes": "### Your notes: {title}",
        "card.notes.none": "You have noted nothing in this match. A note is about one move; each move can have one.",
        "card.notes.line": "**{number}** {move} · {text}",
        "card.notes.back": "{move} (taken back) · {text}",
        "card.notes.alone": "Nobody but you sees this.",
        "card.notes.may": (
            "Nobody but you sees this. If you and {name} both want it, your notes and theirs stand beside the replay."
        ),
        "card.notes.waits": "You want your notes beside the replay. Until {name} wants it too, nobody but you sees them.",
        "card.notes.asked": "{name} wants the notes of you both beside the replay. Until you agree, nobody else sees yours.",
        "card.notes.shown": "The notes of you and {name} stand beside the replay: whoever may see the match sees them.",
        "card.replay.notes": "**Notes of the players**",
        "card.replay.note": "**{number}** {move} · {name}: {text}",
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "note.none": "No move has been made in this match yet, so there is nothing to note.",
        "note.no_move": (
            "There is no such move: {number} is the last one. Write the number as in the list of moves, with three dots for the"
            " second of a pair. Your note was: {text}"
        ),
        "note.there": "{number} has a note already: press Change beside it. Your new one was: {text}",
        "note.long": PluralTemplate(
            "limit", "A note has at most {limit} character.", "A note has at most {limit} characters."
        ),
        "note.many": PluralTemplate(
            "limit",
            "You can have {limit} note on a match. Delete one first.",
            "You can have {limit} notes on a match. Delete one first.",
        ),
        "note.many.all": PluralTemplate(
            "limit",
            "You can have {limit} note in all. Delete some first.",
            "You can have {limit} notes in all. Delete some first.",
        ),
        "note.running": "Notes can stand beside the replay once the match is over.",
        "note.alone": "Notes stand beside the replay where two people have played who are both still here.",
    },
)

MESSAGES = (
    *CARDS,
    *REFUSALS,
    *make_messages(
        MessagePlace.BUTTON,
        {
            "button.notes": "My notes",
            "button.note": "Write a note",
            "button.note.change": "Change",
            "button.notes.show": "Show beside the replay",
            "button.notes.keep": "Keep to myself",
        },
    ),
    *make_messages(MessagePlace.TITLE, {"form.note": "A note for yourself"}),
    *make_messages(MessagePlace.LABEL, {"form.note.move": "Move", "form.note.text": "Note"}),
    *make_messages(
        MessagePlace.DESCRIPTION,
        {
            "form.note.move.how": "Its number as in the list of moves; three dots: the second of a pair.",
            "form.note.text.how": "Leave it empty to delete the note.",
        },
    ),
)
