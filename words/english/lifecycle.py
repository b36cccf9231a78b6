"""What happens around the moves of a match: take-backs, rematches, silence, other places, the way on."""

from words.message import Counted, Place, rows

CARDS = rows(
    Place.SENTENCE,
    {
        "card.offer.takeback": "{name} asks to take back `{move}`.",
        "card.offer.takeback.question": "{name} ({side}) asks to take back `{move}`. {opponent}, do you agree?",
        "card.offer.takeback.question.answered": (
            "{name} ({side}) asks to take back `{move}`, and with it `{moves_after}`, which followed. {opponent}, do you"
            " agree?"
        ),
        "card.taken_back": Counted(
            "count",
            "{name} took a move back: {count} move was undone.",
            "{name} took a move back: {count} moves were undone.",
        ),
        "card.former.taken_back": "What this board showed was taken back.",
    },
)

ANSWERS = rows(
    Place.SENTENCE,
    {
        "answer.takeback.offered": "You asked to take your last move back; it is your opponent's to answer.",
        "answer.takeback.agreed": "The take-back is agreed: the board stands as before.",
        "answer.takeback.declined": "The take-back was declined; the match goes on as it stands.",
    },
)

REFUSALS = rows(
    Place.SENTENCE,
    {
        "offer.draw.first": "{name} offers a draw: answer that first, or make your move.",
        "offer.takeback.open": "You have asked for a take-back; it is your opponent's to answer.",
        "offer.takeback.declined": "Your take-back was declined. You can ask again after your next move.",
        "offer.takeback.none": "There is no take-back for you to answer.",
        "offer.takeback.first": "{name} asks for a take-back: answer that first, or make your move.",
        "takeback.nothing": "You have made no move yet that could be taken back.",
        "takeback.seen": (
            "This move cannot be taken back: cards that were hidden before have been seen since, and nobody can forget"
            " them."
        ),
    },
)

BUTTONS = rows(
    Place.BUTTON,
    {
        "button.takeback": "Take back",
        "button.accept_takeback": "Agree to the take-back",
        "button.decline_takeback": "Decline",
    },
)

MESSAGES = (*CARDS, *ANSWERS, *REFUSALS, *BUTTONS)
