"""Everything around the moves of a match.

Take-backs, rematches, silence, other places, and how to go on.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.offer.takeback": "{name} asks to take back `{move}`.",
        "card.offer.takeback.question": "{name} ({side}) asks to take back `{move}`. {opponent}, do you agree?",
        "card.offer.takeback.question.answered": (
            "{name} ({side}) asks to take back `{move}`, and with it `{moves_after}`, which followed. {opponent}, do you"
            " agree?"
        ),
        "card.taken_back": PluralTemplate(
            "count",
            "{name} took a move back: {count} move was undone.",
            "{name} took a move back: {count} moves were undone.",
        ),
        "card.moved.to": "{name} moved this match to {channel}.",
        "card.moved.here": "{name} moved this match here; it was played in {channel} before.",
        "card.resumed.here": "{name} brought this match here: {channel}, where it was played before, is gone.",
        "card.ended.by": "-# Ended by {name}, who moderates here.",
        "card.nudged": "{name}, {opponent} has waited for your move since {time}.",
        "card.absent": (
            "{name} has left this server. If they do not come back, {opponent} can claim the win or adjourn from {time} on."
        ),
        "card.nudge": (
            "Your match of {title}: {name} has been to move since {from_time}. You can nudge them now, once, with one ping."
        ),
        "card.claim": (
            "Your match of {title}: {name} has been to move since {from_time}. Claim the win, or adjourn the match without a"
            " result?"
        ),
        "card.former.taken_back": "What this board showed was taken back.",
    },
)

ANSWERS = make_messages(
    MessagePlace.SENTENCE,
    {
        "answer.takeback.offered": "You asked to take your last move back; it is your opponent's to answer.",
        "answer.takeback.agreed": "The take-back is agreed: the board stands as before.",
        "answer.takeback.declined": "The take-back was declined; the match goes on as it stands.",
        "answer.accepted": "You accepted. The match begins: {link}",
        "answer.declined": "You declined the challenge.",
        "answer.resumed": "The match goes on here.",
        "answer.moved": "The match goes on in {channel}.",
        "answer.follows": "You follow this match: Discord shows you what is new in {channel}.",
        "answer.unfollows": "You do not follow {channel} any more.",
        "answer.nudged": (
            "{name} has been nudged. If they do not move within a week, you can claim the win or adjourn with {slash_claim}."
        ),
        "answer.claimed": "The win is yours.",
        "answer.adjourned": "The match is adjourned, without a result.",
        "answer.cancelled": "The match is cancelled, without a result.",
        "answer.cancelled.open": (
            "The match is cancelled, without a result. The challenge was open to anyone, so it is posted again."
        ),
        "card.rematch": "**Rematch**, with sides swapped. So far: {name} {wins}, {opponent} {other_wins}.",
        "card.rematch.draws": PluralTemplate(
            "draws",
            "**Rematch**, with sides swapped. So far: {name} {wins}, {opponent} {other_wins}, {draws} draw.",
            "**Rematch**, with sides swapped. So far: {name} {wins}, {opponent} {other_wins}, {draws} draws.",
        ),
        "card.rematch.odds": "**Rematch**, with the same odds. So far: {name} {wins}, {opponent} {other_wins}.",
        "card.rematch.odds.draws": PluralTemplate(
            "draws",
            "**Rematch**, with the same odds. So far: {name} {wins}, {opponent} {other_wins}, {draws} draw.",
            "**Rematch**, with the same odds. So far: {name} {wins}, {opponent} {other_wins}, {draws} draws.",
        ),
        "card.mini.1": "Game 1 of 2; the second begins as this one ends.",
        "card.mini.1.over": "Game 1 of 2; the second has begun.",
        "card.mini.2": "Game 2 of 2, from the same beginning with sides swapped.",
        "card.series": "So far: {name} {wins}, {opponent} {other_wins}.",
        "card.series.draws": PluralTemplate(
            "draws",
            "So far: {name} {wins}, {opponent} {other_wins}, {draws} draw.",
            "So far: {name} {wins}, {opponent} {other_wins}, {draws} draws.",
        ),
        "rematch.private": "A rematch, with sides swapped.",
        "answer.rematch.asked": "You asked {name} for a rematch: {link}",
        "answer.rematch.begun": "The rematch begins: {link}",
        "answer.rematch.there": "The rematch has begun already: {link}",
        "answer.next": "{title} against {name}: your turn · {since}. {link}",
        "answer.next.private": "{title} against {name}: your turn · {since}.",
        "answer.next.none": "No match waits for you now.",
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "offer.draw.first": "{name} offers a draw: answer that first, or make your move.",
        "offer.takeback.open": "You have asked for a take-back; it is your opponent's to answer.",
        "offer.takeback.declined": "Your take-back was declined. You can ask again after your next move.",
        "offer.takeback.none": "There is no take-back for you to answer.",
        "offer.takeback.first": "{name} asks for a take-back: answer that first, or make your move.",
        "takeback.nothing": "You have made no move yet that could be taken back.",
        "silence.your_turn": "It is your own turn: nobody else is keeping you waiting.",
        "silence.nudge_first": (
            "{name} has been to move since {from_time}. After two weeks without a move, from {time} on, you can nudge them, and"
            " a week after that claim the win or adjourn."
        ),
        "silence.claim_later": "{name} still has time: you can claim the win or adjourn from {time} on.",
        "silence.claim_now": "You need not nudge any more: claim the win or adjourn with {slash_claim}.",
        "resume.running": "This match is going on already; {slash_board} shows it, and {slash_games} says where.",
        "follow.player": "You play in this match: you hear of every move of your opponent anyway.",
        "follow.channel": "This match is played in the channel itself, where everybody sees every move.",
        "follow.refused": "I cannot do that in the thread of this match. Open it and use Discord's own “Follow” there.",
        "resume.server": (
            "A match needs a channel. On the server {name}, use {slash_games} in a channel where I can write, and press the button"
            " there."
        ),
        "resume.anywhere": (
            "A match needs a channel. Use {slash_games} in a channel of any server where both of you are and I can write, and"
            " press the button there."
        ),
        "resume.home": (
            "This match belongs to the server {name}. Use {slash_games} in one of its channels, and press the button there."
        ),
        "place.writing": "You may not write in this channel. Press the button in one where you may.",
        "resume.alone": (
            "{name} is not on this server. Use {slash_games} on a server where both of you are, and press the button there."
        ),
        "resume.barred": (
            "{name} cannot play on this server just now. Use {slash_games} on another server where both of you are, and press"
            " the button there."
        ),
        "move.there": "The match is played there already.",
        "move.permissions": "You may not move a match to {channel}: it takes the right to write and to manage messages there.",
        "cancel.late": "The first move has been made. You can offer a draw with {slash_draw}, or resign with {slash_resign}.",
        "rematch.former": (
            "Whoever played against you had Twotone forget them, so nobody can be asked. {slash_play} starts a match."
        ),
        "rematch.running": "This match is not over yet.",
        "rematch.none": "You have no finished match to play again. Start one with {slash_play}.",
        "takeback.seen": (
            "This move cannot be taken back: cards that were hidden before have been seen since, and nobody can forget"
            " them."
        ),
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.resume": "Go on here",
        "button.resume.of": "Go on here: {title} with {name}",
        "button.follow": "Follow",
        "button.unfollow": "Unfollow",
        "button.nudge": "Nudge",
        "button.nudge.of": "Nudge {name}",
        "button.claim.of": "{name} does not move: claim or adjourn",
        "button.accept.of": "Accept {title} from {name}",
        "button.decline.of": "Decline {title} from {name}",
        "button.claim": "Claim or adjourn",
        "button.claim_win": "Claim the win",
        "button.adjourn": "Adjourn",
        "button.call-off": "Cancel the match",
        "button.rematch": "Rematch",
        "button.next": "Next match",
        "button.takeback": "Take back",
        "button.accept_takeback": "Agree to the take-back",
        "button.decline_takeback": "Decline",
    },
)

CHOICES = make_messages(MessagePlace.OPTION, {"choice.match.over": "{title} against {name}"})

MESSAGES = (*CARDS, *ANSWERS, *REFUSALS, *BUTTONS, *CHOICES)
