"""Texts of messages.

Challenges, boards, offers, hands, results, lists, the picker, the guide.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

CHALLENGES = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.challenge.to": "{name} challenges {opponent}.",
        "card.challenge.anyone": "{name} is looking for an opponent.",
        "card.challenge.side": "{name} plays **{side}**.",
        "card.challenge.side.both": "**Mini-match:** two games from one beginning, each player once on each side.",
        "card.challenge.side.gives.move": "**Odds:** {name} lets the other one move first.",
        "card.challenge.side.gives.man": (
            "**Odds:** {name} begins with a man less, and the other one moves first."
        ),
        "card.challenge.side.gives.two_men": (
            "**Odds:** {name} begins with two men less, and the other one moves first."
        ),
        "card.challenge.side.takes.move": "**Odds:** {name} moves first.",
        "card.challenge.side.takes.man": "**Odds:** {name} moves first, and the other one begins with a man less.",
        "card.challenge.side.takes.two_men": (
            "**Odds:** {name} moves first, and the other one begins with two men less."
        ),
        "card.challenge.odds": "-# {name} is rated much higher here: with a handicap it would be more even.",
        "card.odds.man": "-# Odds: {name} has begun with a man less.",
        "card.odds.two_men": "-# Odds: {name} has begun with two men less.",
        "card.challenge.declined": "**{name} declined.**",
        "card.challenge.cancelled": "**Cancelled.**",
        "card.challenge.expired": PluralTemplate(
            "days",
            "**Expired: nobody took it within {days} day.**",
            "**Expired: nobody took it within {days} days.**",
        ),
        "card.challenge.withdrawn": (
            "I could not post your challenge to {title} in {channel}, so it is closed. Ask a moderator whether I may "
            "write there, or use {slash_play} in another channel."
        ),
        "card.challenge.until": "-# Open until {time}",
        "card.challenge.thread": "{name} and {opponent} play {channel}.",
        "card.challenge.here": "{name} and {opponent} play here in this channel.",
        "card.challenge.game": "Challenge {name} to a game",
        "card.friend": "**Whom do you want to play at {title}?** I post your challenge here.",
        "card.options": "-# {options}",
    },
)

MATCHES = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.players": "{name} ({side}) — {opponent} ({other})",
        "card.to_move": "**{name} to move** ({side})",
        "card.is_to_move": "{name} ({side}) is to move.",
        "card.result.won": "{name} ({side}) wins: {reason}",
        "card.result.won.points": "{name} ({side}) wins {high}–{low}: {reason}",
        "card.result.draw": "Draw: {reason}",
        "card.result.draw.points": "Draw {high}–{low}: {reason}",
        "card.result.none": "No result: {reason}",
        "card.offer.draw": "{name} offers a draw.",
        "card.offer.draw.question": "{name} ({side}) offers a draw. {opponent}, do you accept?",
        "card.offer.lapsed": "This offer was open until the next move; the match went on.",
        "card.offer.renewed": "This offer is still open, and asked once more where the match goes on.",
        "card.resign": "Resign your match of {title} against {name}?",
        "card.hand": "### {title} against {name}",
        "card.hand.own": "### Your hand against {name}",
        "card.hand.your_turn": "You play **{side}**. **Your turn.**",
        "card.hand.their_turn": "You play **{side}**. {name} is to move.",
        "card.hand.over": "You play **{side}**. **{result}**",
        "card.hand.closed": (
            "{name}, I cannot send you direct messages. Your hand is behind the button **{button}**, or {slash_hand}."
        ),
        "card.deal": "### The deal of {title}",
        "card.deal.sealed": "-# The deal is sealed: after the end {slash_verify} shows that it was fair.",
        "card.deal.check": "-# {slash_verify} shows that the deal was fair.",
        "card.deal.fair": (
            "**The deal was fair:** every card came from a number that was drawn before the first move, and could not be"
            " changed after it."
        ),
        "card.deal.unfair": (
            "**The deal cannot be confirmed:** the number kept for this match deals other cards. Tell whoever hosts the bot."
        ),
        "card.deal.sealed.now": (
            "**The deal is sealed:** it follows from a number that was drawn before the first move. After the end"
            " everybody can see that number, and check that it was never changed."
        ),
        "card.deal.promise": "The number is shown after the end. Its SHA-256 will be `{commitment}`.",
        "card.deal.seed": "Seed `{seed}`",
        "card.deal.commitment": "Its SHA-256 `{commitment}` is what **Details** promised while the match went on.",
    },
)

PICKER = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.pick.first": "**Your move** · you play {side}",
        "card.pick.next": "**{steps} › …** · you play {side}",
        "card.pick.alike": "You hold nothing but {card}: choose where it goes.",
        "card.pick.thinking": "You played {move}. **{name} thinks …**",
        "card.pick.confirm": "**Play {move}?** · you play {side}",
        "card.pick.told": "**{item}** {text}",
    },
)

ANSWERS = make_messages(
    MessagePlace.SENTENCE,
    {
        "answer.posted": "Posted.",
        "answer.played": "You played {move}.",
        "answer.played.link": "You played {move}. {link}",
        "answer.draw.offered": "Your draw offer is on the table.",
        "answer.draw.agreed": "The draw is agreed.",
        "answer.draw.declined": "The draw offer was declined; the match goes on.",
        "answer.resigned": "You resigned. Thanks for the game.",
        "answer.goes_on": "The match goes on.",
        "card.ended.why": "Why: {text}",
        "answer.ended": "The match is ended without a result.",
        "answer.reopened": "The match goes on as it stood, with the time that was left.",
    },
)

LISTS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.games": "### Matches of {name}",
        "card.games.none": "None in progress.",
        "card.games.challenges": "**Challenges**",
        "card.games.match.yours": "- [{title}]({link}) as {side} against {name}: **your turn** · {since}",
        "card.games.match.theirs": "- [{title}]({link}) as {side} against {name}: {mover} to move · {since}",
        "card.games.match.yours.time": "- [{title}]({link}) as {side} against {name}: **your turn**, your time is up {since}",
        "card.games.match.theirs.time": (
            "- [{title}]({link}) as {side} against {name}: {mover} to move, whose time is up {since}"
        ),
        "card.games.match.yours.private": "- {title} as {side} against {name}, for you alone: **your turn** · {since}",
        "card.games.match.theirs.private": "- {title} as {side} against {name}, for you alone: {name} to move · {since}",
        "card.games.match.suspended": "- {title} against {name}: its channel is gone",
        "card.games.challenge.own": "- [{title}]({link}): yours, to {name}",
        "card.games.challenge.own.anyone": "- [{title}]({link}): yours, to anyone",
        "card.games.challenge.unknown": "- [{title}]({link}): this version of the bot does not know this game",
        "card.games.challenge.waits": "- [{title}]({link}): {name} waits for your answer",
        "card.which": "In which match do you play {move}?",
        "card.more": PluralTemplate("count", "… and {count} more", "… and {count} more"),
        "card.somebody": "Nameless",
        "person.former": "Former player",
    },
)

GUIDE = make_messages(
    MessagePlace.HELP,
    {
        "card.rules.page": "### How to play {title} · {page}",
        "card.rules.lab": "The lab cannot know of your matches: use no help from it in one that is not over.",
        "card.rules.ruling": "**Our ruling:** {ruling}",
        "card.rules.start": "The start.",
        "card.rules.written": "{side} has played `{move}`.",
        "card.rules.could": "Possible: {moves}",
        "card.contrast": "### How {title} differs from {other}",
        "card.contrast.rules": "In {title}:",
        "card.contrast.rule": "**{title}:** {clauses}.",
        "card.contrast.board": "Pieces move alike in both; the boards differ, and so does the room that they leave.",
        "card.contrast.position": "The same position under both:",
        "card.contrast.must": "**{title}:** {side} must play `{move}`.",
        "card.contrast.can": "**{title}:** {side} can play `{move}`.",
        "card.contrast.other": "**{title}:** that is not possible; {side} can play `{moves}`.",
        "card.contrast.moves": "**{title}:** {side} can play `{moves}`.",
        "card.contrast.stuck": "**{title}:** {side} has no legal move.",
        "card.under": "### The same position under the rules of {title}",
        "card.under.alike": "Who plays alike in it:",
        "card.under.group": "- {titles}: `{moves}`",
        "card.under.stuck": "- {titles}: no legal move",
        "card.try": "### Try it: {title}",
        "card.try.turn": "You play both sides · **{side}** to move",
        "card.try.next": "**{steps} › …** · {side} to move",
        "card.try.won": "{name} wins: {reason}.",
        "card.try.draw": "Draw: {reason}.",
        "card.try.play": "{slash_play} starts a match against somebody.",
        "card.try.far": (
            "That is as far as Try it goes: it keeps no longer game. {slash_play} starts a match against somebody."
        ),
    },
)

PAGES = make_messages(
    MessagePlace.OPTION,
    {
        "page.summary": "In three sentences",
        "page.cards": "What the cards do",
        "page.first": "Your first match",
        "page.moves": "Moves",
        "page.special": "Special cases",
        "page.ending": "The end",
        "page.notation": "Writing moves",
        "page.rulings": "Rulings and sources",
        "page.part": "{page} ({number}/{count})",
    },
)

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.accept": "Accept",
        "button.decline": "Decline",
        "button.options": "Options",
        "button.terms": "Clock and side",
        "button.side": "Side",
        "button.cancel": "Withdraw",
        "button.howto": "How to play",
        "button.play": "Play",
        "button.go_on": "Go on",
        "button.words": "In words",
        "button.pictures": "As pictures",
        "button.contrast": "Back to {other}",
        "button.verify": "Check the deal",
        "button.view": "My view",
        "button.hand": "Hand",
        "button.more": "More",
        "button.rules": "Rules",
        "button.rules.next": "Read on ({number}/{pages})",
        "button.offer_draw": "Offer a draw",
        "button.accept_draw": "Accept the draw",
        "button.decline_draw": "Decline",
        "button.resign": "Resign",
        "button.keep_playing": "Keep playing",
        "button.see_match": "See the match",
        "button.to_match": "To the match",
        "button.only_move": "Play {move} (the only move)",
        "button.part": "{first_choice}–{last_choice}",
        "button.play_this": "Play {move}",
        "button.just": "Just {move}",
        "button.confirm": "Confirm",
        "button.foretold": "{item}: {text}",
        "button.back": "Back",
        "button.type": "Type a move",
        "button.try": "Try it",
        "button.try.against": "Against Twotone",
        "button.again": "Again",
        "button.deal": "Details",
    },
)

PLACEHOLDERS = make_messages(
    MessagePlace.PLACEHOLDER,
    {
        "menu.game": "Which game?",
        "menu.friend": "Choose a member …",
        "menu.page": "Turn to a page",
        "menu.compare": "How it differs from …",
        "menu.under": "Under other rules …",
    },
)

FORMS = (
    *make_messages(
        MessagePlace.TITLE,
        {
            "form.options": "Options of {title}",
            "form.terms": "Your challenge: {title}",
            "form.move": "Your move in {title}",
        },
    ),
    *make_messages(
        MessagePlace.LABEL, {"form.move.label": "Move", "form.side": "Your side", "form.handicap": "Handicap"}
    ),
    *make_messages(
        MessagePlace.OPTION,
        {
            "form.side.random": "Drawn by lot",
            "form.side.both": "Both: a mini-match of two games",
            "form.handicap.none": "None",
        },
    ),
    *make_messages(
        MessagePlace.DESCRIPTION,
        {
            "form.side.odds": "Who takes odds moves first.",
            "form.side.odds.rated": "Who takes odds moves first; such a match is never rated.",
        },
    ),
    *make_messages(MessagePlace.PLACEHOLDER, {"form.example": "Such as {text}"}),
)

NAMES = make_messages(
    MessagePlace.OPTION,
    {
        "thread.name": "{name} vs {opponent} · {title}",
        "choice.move": "{move} · {title} against {name}",
        "choice.match": "{title}: {name} – {opponent}",
        "choice.match.yours": "{title} against {name} (your turn)",
        "choice.match.theirs": "{title} against {name} (their turn)",
    },
)

MESSAGES = (
    *CHALLENGES,
    *MATCHES,
    *PICKER,
    *ANSWERS,
    *LISTS,
    *GUIDE,
    *PAGES,
    *BUTTONS,
    *PLACEHOLDERS,
    *FORMS,
    *NAMES,
)
