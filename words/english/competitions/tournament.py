"""Tournaments: cards, reasons of pairings, organisers' acts, and refusals."""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.tournament": "### {league}",
        "card.tournament.how.swiss": (
            "A Swiss evening: in each round you meet somebody who has about as many points, and nobody twice. Before a round"
            " press “I’m here”. One of an odd number has the round free, which counts as a win. You can come late and leave"
            " early."
        ),
        "card.tournament.how.robin": "A round robin: everybody meets everybody once.",
        "card.tournament.how.knockout": (
            "A knock-out: who wins goes on. A drawn match is played again with sides swapped; after three draws the better"
            " seeded of the two goes on. The seeds are by rating, and the best have a free first round where places are empty."
        ),
        "card.tournament.rounds": PluralTemplate("count", "{count} round.", "{count} rounds."),
        "card.tournament.fide": "-# The rounds are paired by FIDE’s Dutch system.",
        "card.tournament.starts": "Starts {time}, {since}.",
        "card.tournament.running": "It has started: {link}.",
        "card.tournament.starting": "It has started.",
        "card.tournament.late": "It has started: {link}. You can still join, from the next round on.",
        "card.tournament.over": "It is over: {link}.",
        "card.tournament.off": PluralTemplate(
            "count",
            "It is called off: it was ended, or fewer than {count} member had signed up.",
            "It is called off: it was ended, or fewer than {count} members had signed up.",
        ),
        "card.tournament.link": "the table",
        "card.tournament.call": (
            "**Round {number} of {count}**: press “I’m here” before {time}, {since}. It begins as soon as everybody has."
            " {ready} of {everybody} are here."
        ),
        "card.tournament.round": "**Round {number} of {count}**: until {time}, {since}. What is not finished then is judged.",
        "card.tournament.all": "Until {time}, {since}. What is not finished then is judged.",
        "card.tournament.ended": "**Over after round {number} of {count}.**",
        "card.tournament.ended.none": "**Over: no round was played.**",
        "card.tournament.ended.all": "**Over.**",
        "card.tournament.won": "**{name} has won.**",
        "card.tournament.bye": "{name} has this round free, for 2 points.",
        "card.tournament.bye.scored": "{name} has this round free, which counts as a win.",
        "card.tournament.points.swiss": (
            "-# A win gives 2 points, a draw 1. Among equals counts first how many points their opponents have. Who is ahead by"
            " the analysis at the end of a round (90 of 100) wins what is not finished; who has never moved, or has no time"
            " left, loses."
        ),
        "card.tournament.points.swiss.scored": (
            "-# Among equals counts how many points their opponents have. Who is ahead by the analysis at the end of a round"
            " (90 of 100) wins what is not finished; who has never moved, or has no time left, loses."
        ),
        "card.tournament.points.robin.scored": (
            "-# Who is ahead by the analysis at the close (90 of 100) wins what is not finished; who has never moved, or has no"
            " time left, loses."
        ),
        "card.tournament.points.robin": (
            "-# A win gives 2 points, a draw 1. Who is ahead by the analysis at the close (90 of 100) wins what is not finished;"
            " who has never moved, or has no time left, loses."
        ),
        "card.tournament.points.knockout": (
            "-# After a draw sides are swapped; after three draws the better seeded goes on. Who is ahead by the analysis at the"
            " end of a round (90 of 100) wins what is not finished; who has never moved, or has no time left, loses."
        ),
        "card.tournament.free": "{name} has the first round free",
        "card.tournament.tie.open": "{name} – {opponent}",
        "card.tournament.tie.half": "{name} waits for the other",
        "card.tournament.tie.none": "nobody yet",
        "card.tournament.tie.won": "{name} – {opponent}: {name} goes on",
        "card.tournament.tie.lost": "{name} – {opponent}: {opponent} goes on",
        "card.tournament.heading": "**Round {number}**",
        "card.tournament.final": "**Final**",
        "card.tournament.jump.taken_back": "-# {time}: {name} has taken back round {number}; it is paired anew.",
        "card.tournament.jump.late": "-# {time}: {name} plays from round {number} on.",
        "card.tournament.reason.swiss": (
            "-# {league}, round {number}: you have about as many points, and have not met. {name} begins, for boards take turns."
        ),
        "card.tournament.reason.swiss.turned": (
            "-# {league}, round {number}: you have about as many points, and have not met. {name} begins, having begun less"
            " often than {opponent}."
        ),
        "card.tournament.reason.swiss.fide": (
            "-# {league}, round {number}: paired by FIDE’s Dutch system, by which {name} begins."
        ),
        "card.tournament.reason.robin": (
            "-# {league}: everybody meets everybody. {name} begins by the order of play."
        ),
        "card.tournament.reason.knockout": (
            "-# {league}, round {number}: who wins goes on. {name} begins, who is higher in the bracket."
        ),
        "card.tournament.reason.knockout.turned": (
            "-# {league}, round {number}: again after a draw, with sides swapped; {name} begins. Who wins goes on."
        ),
        "card.tournament.back": (
            "Take back the last round that was paired? Its results count no more in the table, what runs is ended, and it is"
            " paired anew."
        ),
        "card.tournament.backed": "The round is taken back, and everybody can read it on the card.",
        "card.tournament.here": "You are in round {number}. Its card mentions you when it begins.",
        "card.tournament.place": (
            "Which of these are you? That place with its results is yours then, and you are in the next round."
        ),
        "card.tournament.place.none": "All places of the file are taken.",
        "card.tournament.place.taken": "The place is yours. You are in round {number}; its card mentions you when it begins.",
        "card.tournament.in": "You are in. It starts {time}; a card in this channel will mention you then.",
        "card.tournament.in.late": "You are in from the next round on.",
        "card.tournament.left": "You are out.",
        "card.tournament.go": "It starts.",
        "card.tournament.stop": (
            "End this tournament? A round that runs is played to its end; no other follows. Before its start it is called off."
        ),
        "card.tournament.stopped": "The tournament ends.",
        "card.tournament.withdraw": (
            "Withdraw? What you have begun you can still play, or lose; you get nothing new."
        ),
        "card.tournament.made": "The tournament is there: its card comes into this channel.",
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "tournament.managers": "Only members who may manage this server can make a tournament.",
        "tournament.clock": (
            "A Swiss evening needs a clock to sit down to, of at most 60 minutes for each player, such as “10+5”."
        ),
        "tournament.clock.none": "A tournament needs a clock, such as “3 days + 24 hours” or “10+5”.",
        "tournament.started": "It has started already, or it is over.",
        "tournament.few": PluralTemplate(
            "count", "It needs {count} member to start.", "It needs {count} members to start."
        ),
        "tournament.over": "No round of it is to come.",
        "tournament.last": "No other round is to come.",
        "tournament.outside": "You are not in this tournament. Press “Join” on its first card.",
        "tournament.withdrawn": "You have withdrawn. Press “Join” on its first card to come back.",
        "tournament.back.none": "No round has been paired yet.",
        "tournament.playing": "You are in this tournament already.",
        "system.missing": (
            "FIDE’s pairing rules are not installed here. Whoever runs the bot can add them: its extra “fide”."
        ),
        "system.swiss": "Only the rounds of a Swiss evening are paired by the rules of a federation.",
        "trf.swiss": "Only a Swiss evening can go on from a file.",
        "trf.large": "The file is larger than {limit} KB, which no TRF16 file of a Swiss evening is.",
        "trf.none": "The file has no line that begins with 001, as each player has in TRF16.",
        "trf.teams": "Line {number} of the file is about a team (013). Only a tournament of single players can go on here.",
        "trf.players": PluralTemplate(
            "count",
            "The file has {count} player; a Swiss evening has {number} to {limit}.",
            "The file has {count} players; a Swiss evening has {number} to {limit}.",
        ),
        "trf.number": (
            "Line {number} of the file has no number of its own in columns 5 to 8, by which others name the player."
        ),
        "trf.name": "Line {number} of the file has no name in columns 15 to 47, or one that cannot be shown.",
        "trf.rating": "Line {number} of the file has something else than a number in columns 49 to 52, where the rating is.",
        "trf.cell": (
            "Line {number} of the file, round {count}: “{text}” is no opponent with a side (w or b) and a result of TRF16."
        ),
        "trf.opponent": "Line {number} of the file, round {count}: the line of the opponent does not say the same.",
        "trf.open": (
            "Line {number} of the file, round {count}: this game has no result. Finish the round where it began, or leave it"
            " out of the file."
        ),
        "trf.half": "Line {number} of the file, round {count}: half a point for a free round is not known here.",
        "trf.bye": "Line {number} of the file, round {count}: this player has a second free round with a full point.",
        "trf.over": "By the file all rounds are played already, so none is left to play here.",
        "tournament.rule.round": (
            "The next round is paired by this result already. Take that round back first, then rule on this match."
        ),
    },
)

MESSAGES = (
    *CARDS,
    *REFUSALS,
    *make_messages(
        MessagePlace.PHRASE,
        {"ended.taken_back": "ended, for the organiser has taken back its round"},
    ),
    *make_messages(
        MessagePlace.BUTTON,
        {
            "button.tournament.here": "I’m here",
            "button.tournament.go": "Start now",
            "button.tournament.stop": "End the tournament",
            "button.tournament.back": "Take back the round",
            "button.tournament.place": "This is me",
        },
    ),
    *make_messages(MessagePlace.PLACEHOLDER, {"menu.tournament.place": "A player of the file"}),
    *make_messages(
        MessagePlace.PICTURE,
        {
            "picture.tournament.round": "Round {number} of {count}",
            "picture.tournament.robin": "Round robin",
            "picture.bracket.round": "Round {number}",
            "picture.bracket.final": "Final",
            "picture.bracket.free": "free",
        },
    ),
    *make_messages(
        MessagePlace.ALT,
        {
            "alt.bracket": "The bracket of {league}. {table_of}.",
            "alt.bracket.winner": "{name} has won.",
            "alt.bracket.round": "Round {number}.",
            "alt.bracket.final": "Final.",
            "alt.bracket.none": "Nobody yet.",
            "alt.bracket.half": "{name} waits for the other.",
            "alt.bracket.free": "{name} has the first round free.",
            "alt.bracket.open": "{name} – {opponent}.",
            "alt.bracket.open.drawn": PluralTemplate(
                "count", "{name} – {opponent}: {count} draw.", "{name} – {opponent}: {count} draws."
            ),
            "alt.bracket.on": "{name} goes on, {opponent} does not.",
            "alt.bracket.on.drawn": PluralTemplate(
                "count",
                "{name} goes on after {count} draw, {opponent} does not.",
                "{name} goes on after {count} draws, {opponent} does not.",
            ),
        },
    ),
)
