"""Refusals: answers to requests that cannot be carried out."""

from words.message import MessagePlace, PluralTemplate, make_messages

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        # Which match
        "match.unknown": "This match is not known here any more.",
        "match.suspended": (
            "This match is suspended: the channel it was played in is gone. Either player can take it to another one."
        ),
        "match.unreadable": (
            "This match is set aside: its record cannot be read any more. The host of the bot finds the reason in the"
            " log; a moderator can end the match with {slash_admin_end}. Your other matches go on."
        ),
        "match.newer": (
            "This match is set aside: it was made by a newer version of the bot, and goes on once that is back."
            " Your other matches go on."
        ),
        "match.several": "You have several matches: say which one with the option “match”.",
        "match.none": "You have no match here. Start one with {slash_play}.",
        "match.which": "Say which match with the option “match”, or use the command in its thread.",
        "match.pick": "Pick the match from the list that “match” offers.",
        # In a match
        "match.watching": "This match is between {name} and {opponent}; you are watching.",
        "match.over": "This match is over: {reason}.",
        "match.over.already": "That match is over already.",
        "end.undo.not": "No moderator has ended that match.",
        "end.undo.late": "That match stays ended: a player is gone, or its competition went on without it.",
        "match.turn": "It is not your turn: {name} ({side}) is to move.",
        "match.stale": "The board has moved on since then. Here is how it stands now.",
        "picker.again": "This choice is of an older picker. Choose anew:",
        "offer.draw.open": "Your draw offer still stands; it is your opponent's to answer.",
        "offer.draw.declined": "Your offer was declined. You can offer again after your next move.",
        "offer.draw.none": "There is no draw offer for you to answer.",
        "hand.none": "{title} has no hidden hand: everything is on the board.",
        "deal.none": "{title} has no hidden deal to check.",
        # Challenges
        "challenge.unknown": "This challenge is not known here any more.",
        "challenge.game": (
            "This version of the bot does not know the game of this challenge, so nobody can accept it here. It can "
            "be declined or cancelled."
        ),
        "side.both.not": (
            "A mini-match is played with a member, on a server that Twotone was invited to. Ask for another side."
        ),
        "odds.start": "Odds are given from the usual start. Leave out the opening or the position, or the odds.",
        "odds.giveaway": "In giveaway a man less is no handicap, so no odds are given there. Leave them out.",
        "challenge.self": "You cannot challenge yourself. Leave the opponent out, and anyone may take the seat.",
        "challenge.bot": "{name} is a bot, and bots do not play here. Challenge a member, or anyone.",
        "challenge.own": "This is your own challenge; somebody else has to take it.",
        "challenge.reserved": "This challenge is for {name}. You can start your own with {slash_play}.",
        "challenge.anyone": "This challenge is open to anyone: if you do not want to play, just leave it.",
        "challenge.decline": "Only {name} can decline this challenge.",
        "challenge.cancel": "Only {name} can cancel this challenge.",
        "challenge.options": "Only {name} can change this challenge.",
        "challenge.side": "This game has no such side. Press **Clock and side** again.",
        "challenge.no_options": "{title} has no options.",
        "challenge.closed.accepted": "This challenge is closed: its seat is taken.",
        "challenge.closed.declined": "This challenge is closed: {name} declined it.",
        "challenge.closed.cancelled": "This challenge is closed: {name} cancelled it.",
        "challenge.closed.expired": "This challenge is closed: it has expired.",
        "challenge.server": "Challenges are made on a server, in a group or in a chat with somebody else.",
        "challenge.left": "This person is not on this server.",
        "challenge.permissions": (
            "I lack a permission in this channel: {permissions}. Ask a moderator, or play in another one."
        ),
        "challenge.elsewhere": "Games are played in {channels} here. Use {slash_play} there.",
        "challenge.equal": "You have asked for this already: {link} still waits for an answer.",
        # Limits
        "limit.running.own": (
            "You have as many matches going as one person can have here: {limit}. Finish or resign one first; {slash_games}"
            " lists them."
        ),
        "limit.running.other": (
            "{name} has as many matches going as one person can have here: {limit}. Try again when one of them is over."
        ),
        "limit.running.server": (
            "As many matches are going on this server as there can be: {limit}. Try again when one of them is over."
        ),
        "limit.open.own": (
            "As many of your challenges wait for an answer as one person can have: {limit}. Cancel one, or wait until"
            " somebody accepts; {slash_games} lists them."
        ),
        "limit.open.other": (
            "{name} takes no more challenges just now. Leave the opponent out, and anyone may take the seat."
        ),
        "limit.running.here": (
            "You have as many matches going as this server lets one member have: {limit}. Finish or resign one first;"
            " {slash_games} lists them."
        ),
        "limit.open.here": (
            "As many of your challenges wait here as this server lets one member have: {limit}. Cancel one, or wait"
            " until somebody accepts; {slash_games} lists them."
        ),
        "limit.open.server": (
            "As many challenges wait for an answer on this server as there can be: {limit}. Accept one of them, or try"
            " again later."
        ),
        "limit.challenges": (
            "One person can make {limit} challenges within a minute. Give people a moment to answer, then go on."
        ),
        "limit.presses": "That was a lot at once. Wait a few seconds, then go on; nothing is lost.",
        "option.long": PluralTemplate(
            "limit",
            "The options are a text of at most {limit} character; this one has {length}.",
            "The options are a text of at most {limit} characters; this one has {length}.",
        ),
        "option.unknown": "{title} has no option “{text}”; it has: {known}.",
        "option.several": "“{text}” may be {choices}. Say which one.",
        "option.twice": "“{item}” and “{chosen}” exclude each other. Choose one of them.",
        # Games
        "game.several": "“{text}” may be {titles}. Say which one.",
        "game.unknown": "There is no game “{text}” here. Pick one from the list that “game” offers.",
        "game.gone": "This game is not known here.",
        "try.anew": "This try-out was begun too long ago, so it begins anew.",
        # Moderators
        "admin.moderators": "Only moderators (who may manage messages) can end other people's matches.",
        "matter.own": "You cannot decide in your own matter, or your team's: somebody else who may do this can.",
        "admin.status": PluralTemplate(
            "count", "{count} process of Twotone runs:", "{count} processes of Twotone run:"
        ),
        "admin.process": "Shards {shards}: version {version}, seen {since}",
        # The answer itself
        "answer.late": "That took too long just now. Please press the button again.",
        "answer.store": (
            "I cannot read or store anything at the moment. Nothing has changed; please try again in a few minutes."
        ),
        "answer.store.unknown": (
            "I was cut off while storing this, so I do not know whether it counts. Look at the board before you try again."
        ),
        "answer.again": "Discord did not take my answer. Nothing has changed; please try again.",
        "answer.stored": "That counts: it is stored. Only my answer was lost; what everyone sees follows in a moment.",
        "answer.error": "Something went wrong on our side (error {error}). Nothing is lost; please try again.",
        "command.changed": "This command has changed lately. Reload Discord (Ctrl+R), then try again.",
        "command.value": "“{value}” does not fit here. Pick from what the option offers.",
        "button.outdated": (
            "This button is of an older version of the bot and does nothing any more. {slash_games} lists your matches."
        ),
    },
)

PHRASES = make_messages(
    MessagePlace.PHRASE,
    {
        "ended.moderator": "ended by a moderator",
        "ended.unclaimed": "adjourned, for a time was up and nobody claimed the match",
        "ended.unshown": "adjourned, for its board could not be shown for a week",
        "ended.adjourned": "adjourned, for nobody moved any more",
        "ended.left": "ended, for one of its players had Twotone forget them",
        "ended.cancelled": "cancelled before the first move",
        "side.random": "random",
        "side.both": "both",
        "side.gives.move": "giving the move",
        "side.gives.man": "giving a man",
        "side.gives.two_men": "giving two men",
        "side.takes.move": "taking the move",
        "side.takes.man": "taking a man",
        "side.takes.two_men": "taking two men",
        "permission.view_channel": "View Channel",
        "permission.send_messages": "Send Messages",
        "permission.attach_files": "Attach Files",
        "permission.read_message_history": "Read Message History",
        "permission.use_external_apps": "Use External Apps",
    },
)

MESSAGES = (*REFUSALS, *PHRASES)
