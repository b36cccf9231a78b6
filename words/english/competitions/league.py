"""Leagues: cards, reasons of pairings, organisers' acts, and refusals."""

from words.message import MessagePlace, PluralTemplate, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.league.season": "### {league}: season {number}",
        "card.league.how": (
            "Everybody meets everybody of their section, which has up to seven members, within {span}. Then a quarter"
            " of each section goes up, and as many go down. Its matches are rated if challenges on this server are."
        ),
        "card.league.vacation": "In a season your clocks stand for up to seven days of vacation.",
        "card.league.both": "Two members play two games, once on each side, from the same opening where chance draws one.",
        "card.league.starts": "Starts {time}, {since}. Closes {other_time}.",
        "card.league.running": "Runs until {time}.",
        "card.league.over": "This season is over.",
        "card.league.off": "This season is called off: the league was ended.",
        "card.league.asleep": (
            "**Asleep**: too few had signed up. Who has stays in; it wakes by a press on “Join”, and starts a week later."
        ),
        "card.needs": PluralTemplate(
            "joined", "It needs {count}; {joined} has joined.", "It needs {count}; {joined} have joined."
        ),
        "card.league.joined": PluralTemplate(
            "count",
            "**{count} member has signed up**: {names}",
            "**{count} members have signed up**: {names}",
        ),
        "card.league.nobody": "Nobody has signed up yet.",
        "card.league.sections": "Sections: {links}",
        "card.league.section": "### {league}, season {number}: section {section}",
        "card.league.line": PluralTemplate(
            "points",
            "**{place}** · {name}: {points} point, {count} played",
            "**{place}** · {name}: {points} points, {count} played",
        ),
        "card.league.line.possible": PluralTemplate(
            "points",
            "**{place}** · {name}: {points} point, {count} played, can end {possible}",
            "**{place}** · {name}: {points} points, {count} played, can end {possible}",
        ),
        "card.league.line.halves": "**{place}** · {name}: {points} of {count}",
        "card.league.line.halves.possible": "**{place}** · {name}: {points} of {count}, can end {possible}",
        "card.league.pair.running": "[{name} – {opponent}]({link})",
        "card.league.pair.waiting": "{name} – {opponent}: begins when both have time",
        "card.league.pair.won": "[{name} – {opponent}]({link}): {name} won",
        "card.league.pair.lost": "[{name} – {opponent}]({link}): {opponent} won",
        "card.league.pair.drawn": "[{name} – {opponent}]({link}): a draw",
        "card.league.pair.ahead": "[{name} – {opponent}]({link}): a draw, {name} ahead",
        "card.league.pair.behind": "[{name} – {opponent}]({link}): a draw, {opponent} ahead",
        "card.league.pair.none": "{name} – {opponent}: counts nothing",
        "card.league.judged": "at the close",
        "card.league.ruled": "as the organiser ruled",
        "card.league.matches": "**Matches**",
        "card.league.closes": (
            "-# A win gives 2 points, a draw 1. It closes {time}: who is ahead by the analysis then (90 of 100) wins what is"
            " not finished, else it is a draw; who has never moved, or has no time left, loses. None of that is rated."
        ),
        "card.league.closes.scored": (
            "-# It closes {time}: who is ahead by the analysis then (90 of 100) wins what is not finished, else it is a draw;"
            " who has never moved, or has no time left, loses. None of that is rated."
        ),
        "scoring.halves": "-# A win gives 1 point, a draw ½.",
        "scoring.delft": (
            "-# The Delft system: a win gives 4 points, a draw 2. Who ends a draw three men ahead or more, a king counting"
            " two, has 3 points to 1."
        ),
        "scoring.plus": (
            "-# A win gives 2 points, a draw 1. Among equals counts first how many draws they have ended three men ahead or"
            " more, a king counting two."
        ),
        "card.league.unjudged": (
            "-# No analysis judges this game: what is not finished in time counts nothing, unless only one of the two has"
            " moved or a clock has run out."
        ),
        "card.league.warned": "**Two days are left.** What is not finished {time} will be judged by the analysis.",
        "card.league.absent": (
            "{name} has not begun to play. {opponent} and everybody: who is not in this season can take that place."
        ),
        "card.league.absent.all": (
            "{name} has not begun to play. Whoever is not in this season can take that place."
        ),
        "card.league.jump.withdrawn": "-# {time}: {name} has withdrawn.",
        "card.league.jump.replaced": "-# {time}: {name} has taken the place of somebody who had not begun.",
        "card.league.jump.ruled": "-# {time}: {name} has ruled on {opponent}: {result}.",
        "card.league.jump.contested": "-# {time}: {name} contests the ruling on {opponent}. Another manager is asked.",
        "card.league.notice": "{name} has ruled on this match (**{result}**).",
        "card.league.notice.undone": "{name} has taken back the ruling on this match: it counts **as it was played**.",
        "card.league.why": "Why: {text}",
        "card.league.contest": "One of you can contest this, once: another manager is asked then.",
        "card.league.contest.done": "Another manager is asked.",
        "card.league.contested": (
            "{name} contests this ruling. A manager who has not made it can keep it or change it: “Rule on a result” at the"
            " table."
        ),
        "card.league.jump.undone": "-# {time}: {name} has taken back their ruling on {opponent}.",
        "card.league.pair": "{name} – {opponent}",
        "card.league.reason": (
            "-# {league}, section {section}: everybody meets everybody. {name} begins by the order of play."
        ),
        "card.league.reason.turned": (
            "-# {league}, section {section}: everybody meets everybody. {name} begins because {opponent} began last time."
        ),
        "card.league.verdict.won": "Judged by the analysis: {name} is ahead, which counts as a win in the table.",
        "card.league.verdict.time": "{opponent}'s time was up at the close, so {name} wins in the table.",
        "card.league.verdict.unmoved": "{opponent} had not moved by the close, so {name} wins in the table.",
        "card.league.verdict.drawn": "Judged by the analysis: nobody is far ahead, which counts as a draw in the table.",
        "card.league.rule": (
            "### Rule on a result\nChoose a match that has ended, then what counts of it. Everybody can read that you did,"
            " and you can take it back the same way."
        ),
        "card.league.rule.none": "### Rule on a result\nNo match has ended yet.",
        "card.league.rule.pair": "### {name} – {opponent}\nWhat is to count?",
        "card.league.withdraw": (
            "Withdraw from this season? What you have begun you can still play, or lose; you get nothing new. If you have"
            " played less than half of your matches, none of them counts for anybody."
        ),
        "card.league.withdrew": "You have withdrawn. What you have begun goes on.",
        "card.league.left": "You have left the season.",
        "card.league.in": "You are in. Your matches begin {time}; a card in this channel will mention you then.",
        "card.league.took": "The place is yours. Your matches begin at once.",
        "card.league.ruled.done": "Noted, and on the card with the table for everybody.",
        "card.league.stop": (
            "End this league? A season that runs is played to its end; the one that people sign up for is called off."
        ),
        "card.league.stopped": "The league is ended.",
        "card.league.made": "The league is there: its card comes into this channel.",
        "card.league.adrift": (
            "The channel of **{league}** was deleted, so it stands still; nothing of it is lost. Use {slash_league_move} in"
            " another channel of that server, and it goes on there."
        ),
        "card.league.adrift.player": (
            "The channel of **{league}** was deleted, so it stands still, and your matches that were played there with it;"
            " nothing is lost. Its organiser can take it to another channel of that server."
        ),
        "card.league.here": "It goes on in this channel. Its matches that have lost their place come here too.",
    },
)

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "scoring.unknown": "There is no such scoring. Pick one from the list.",
        "scoring.none": "In this kind of tournament no points are counted. Leave the scoring out.",
        "scoring.checkers": (
            "Plus draws are told by the men and kings that are left in checkers with the usual aim. Choose another scoring."
        ),
        "league.there": "It is in this channel already.",
        "league.managers": "Only members who may manage this server can make a league.",
        "league.many": "This server has {limit} leagues and tournaments already. End one of them first.",
        "league.full": "All the {limit} places are taken.",
        "league.gone": "This is not there any more.",
        "league.started": "This season has started. The next one gets a card of its own.",
        "league.busy": "The season before it runs still.",
        "league.outside": "You are not in this section or tournament.",
        "league.withdrawn": "You have withdrawn already, or it is over.",
        "league.taken.in": "You are in this season already.",
        "league.taken": "That place is not free any more.",
        "league.rule.why": "A ruling needs a reason.",
        "league.rule.contested": "Your own ruling is contested, so another manager has to look at it.",
        "league.contested": "There is no ruling that you could contest, or it has been contested already.",
        "league.rule.early": "This match has not ended yet.",
        "league.organiser": "Only whoever has made this, or may manage this server, can do that.",
        "league.name": "A league needs a name of up to {limit} characters.",
        "league.clock": "A league needs a clock of hours or days, such as “3 days + 24 hours”.",
        "league.clock.evening": "A league of evenings needs a clock to sit down to, such as “10+5”.",
        "cancel.league": (
            "A match of a league or tournament cannot be called off. You can withdraw on the card with its table."
        ),
    },
)

MESSAGES = (
    *CARDS,
    *REFUSALS,
    *make_messages(
        MessagePlace.PHRASE,
        {
            "ended.judged": "ended at the close of its season or round, and the analysis says what it counts in the table",
            "ended.season.time": "ended at the close of its season or round, with no time left for one player",
            "ended.season.unmoved": "ended at the close of its season or round, and one player had never moved",
            "ended.season": "ended at the close of its season or round, and counts nothing in the table",
            "ended.replaced": "ended, for somebody else has taken the place of a player who had not begun",
            "ended.ruled": "ended, for its organiser had ruled on it while it could not be played",
            "league.result.won": "{name} won",
            "league.result.drawn": "a draw",
            "league.result.ahead": "a draw, {name} ahead",
            "league.result.none": "it counts nothing",
        },
    ),
    *make_messages(
        MessagePlace.BUTTON,
        {
            "button.league.join": "Join",
            "button.league.leave": "Leave",
            "button.league.stop": "End the league",
            "button.league.withdraw": "Withdraw",
            "button.league.rule": "Rule on a result",
            "button.league.take": "Take the place of {name}",
            "button.league.first": "{name} won",
            "button.league.draw": "A draw",
            "button.league.ahead": "A draw, {name} ahead",
            "button.league.none": "Counts nothing",
            "button.league.undo": "As it was played",
            "button.league.contest": "Ask another manager",
            "button.league.table": "The table",
        },
    ),
    *make_messages(MessagePlace.TITLE, {"form.rule": "Why this result?"}),
    *make_messages(MessagePlace.LABEL, {"form.rule.why": "The reason, for both players"}),
    *make_messages(MessagePlace.PLACEHOLDER, {"menu.league.pair": "A match that has ended"}),
    *make_messages(
        MessagePlace.PICTURE,
        {
            "picture.league": "Section {section}",
            "picture.league.won": "won",
            "picture.league.form": "last six",
            "picture.league.can_end": "can end {possible}",
            "picture.league.ends": "ends {possible}",
            "picture.league.up": "goes up",
            "picture.league.down": "goes down",
            "picture.league.points": "points",
        },
    ),
    *make_messages(
        MessagePlace.ALT,
        {
            "alt.league": "The table of {league}. {table_of}.",
            "alt.league.up": "Going up: {names}.",
            "alt.league.down": "Going down: {names}.",
            "alt.league.place": PluralTemplate(
                "points",
                "{place}. {name}: {points} point, {won} won of {count}, can still end {possible}.",
                "{place}. {name}: {points} points, {won} won of {count}, can still end {possible}.",
            ),
            "alt.league.place.halves": "{place}. {name}: {points} of {count}.",
            "alt.league.place.over": PluralTemplate(
                "points",
                "{place}. {name}: {points} point, {won} won of {count}.",
                "{place}. {name}: {points} points, {won} won of {count}.",
            ),
        },
    ),
)
