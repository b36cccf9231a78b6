"""Simuls, in which one member plays many others at once."""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.simul": "### {league}",
        "card.simul.how.first": (
            "{name} plays everybody who joins, up to 20, all at once, and moves first on every board."
        ),
        "card.simul.how.second": (
            "{name} plays everybody who joins, up to 20, all at once, and moves second on every board."
        ),
        "card.simul.how.turns": (
            "{name} plays everybody who joins, up to 20, all at once, and moves first on every other board."
        ),
        "card.simul.time": "{name} has the time of all boards on each of them.",
        "card.simul.joined": PluralTemplate(
            "count", "**{count} member has joined**: {names}", "**{count} members have joined**: {names}"
        ),
        "card.simul.nobody": "Nobody has joined yet.",
        "card.simul.score": "**{name} {high} – {low}**",
        "card.simul.score.running": "**{name} {high} – {low}**, {count} running",
        "card.simul.board.running": "running",
        "card.simul.board.won": "{name} won",
        "card.simul.board.drawn": "a draw",
        "card.simul.board.lost": "won against {name}",
        "card.simul.board.none": "counts nothing",
        "card.simul.closes": "-# What is unfinished {time} is judged by the analysis.",
        "card.simul.next": PluralTemplate(
            "count",
            "**Board {number} of {all}: {name}** · {count} board waits for you",
            "**Board {number} of {all}: {name}** · {count} boards wait for you",
        ),
        "card.simul.none": "No board waits for you just now.",
        "card.simul.over": "All boards are done.",
        "card.simul.made": "The simul is there: its card comes into this channel. Press Start now when you are ready.",
        "card.simul.left": "You have left the simul.",
        "card.simul.stop": (
            "End the simul? What is being played is played to its end; if it has not started, it is called off."
        ),
        "card.simul.stopped": "The simul ends.",
        "card.simul.withdraw": "Withdraw? What you have begun you can still play, or lose.",
        "card.tournament.reason.simul": "-# {league}: a simul. {name} moves first.",
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "simul.few": "Nobody has joined yet: a simul needs somebody to play against.",
        "simul.giver": "You give this simul. You can end it instead.",
        "simul.other": "Only whoever gives this simul is led from board to board.",
        "simul.own": "You give a simul here already. End that one first.",
        "simul.many": "This server has {limit} simuls already. Wait until one of them is over.",
    },
)

PICTURES = (
    *make_messages(
        MessagePlace.PICTURE,
        {
            "picture.simul.others": "All others",
            "picture.simul.results": "What the boards gave {name}",
            "picture.simul.running": "{count} running",
            "picture.simul.over": "Over",
        },
    ),
    *make_messages(
        MessagePlace.ALT,
        {
            "alt.simul": "A simul of {name}. {table_of}.",
            "alt.simul.score": "{name} {high}, all others {low}.",
            "alt.simul.board.open": "Board {number}, {name}: open.",
            "alt.simul.board.won": "Board {number}, {name}: lost.",
            "alt.simul.board.drawn": "Board {number}, {name}: a draw.",
            "alt.simul.board.lost": "Board {number}, {name}: won.",
            "alt.simul.board.none": "Board {number}, {name}: counts nothing.",
        },
    ),
)

MESSAGES = (
    *CARDS,
    *REFUSALS,
    *PICTURES,
    *make_messages(MessagePlace.PHRASE, {"simul.name": "Simul"}),
    *make_messages(
        MessagePlace.BUTTON, {"button.simul.next": "Next board", "button.simul.stop": "End the simul"}
    ),
    *make_messages(
        MessagePlace.OPTION,
        {
            "choice.simul.first": "I move first on every board",
            "choice.simul.second": "I move second on every board",
            "choice.simul.turns": "By turns",
        },
    ),
)
