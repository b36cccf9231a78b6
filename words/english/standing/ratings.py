"""Texts about ratings."""

from words.message import MessagePlace, PluralTemplate, make_messages

REFUSALS = make_messages(
    MessagePlace.SENTENCE,
    {
        "rated.computer": "Matches against the computer are never rated. Leave that out, or challenge a member.",
        "rated.abroad": "Matches are rated on servers that Twotone was invited to, and not here. Leave that out.",
        "rated.start": "A match that begins from a position of your own is never rated. Leave that out.",
        "rated.odds": "A match with odds is never rated. Leave that out.",
        "rated.none": "This server keeps no ratings. Leave that out.",
        "shown.not": "Only a match on a server that has ended with a result can be shown on a profile.",
        "rated.not": "Match {match} has not ended as a rated match: there is nothing to take back.",
        "rated.void.already": "Match {match} counts for nothing already.",
        "rated.void.not": "Match {match} counts already.",
        "rated.void.newcomers": (
            "Match {match} counts for nothing because one of its players had {limit} rated matches against newcomers"
            " within a week already. That is a rule, and no moderator's decision to take back."
        ),
        "rated.void.absence": (
            "Match {match} counts for nothing because its loser had lost another on time in the same absence. That is a"
            " rule, and no moderator's decision to take back."
        ),
    },
)

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.rated": "-# Rated",
        "card.pair": "-# Not rated: of matches of the same two, three a week are.",
        "card.newcomers": (
            "-# Counts for no rating: a player whose rating is known had {limit} rated matches against newcomers within"
            " a week already."
        ),
        "card.waits": "-# Changes ratings once both have also played somebody else.",
        "card.rating": "-# {name}: {was}\u00a0→ {became}",
        "standings.title": "Standings",
        "standings.of": "Standings: {title}",
        "standings.line": "{number}. {name} **{count}** ± {all}",
        "standings.line.provisional": "{name} {count} · provisional, needs {item}",
        "standings.line.waits": "{name} · {item}",
        "standings.empty": "Nobody has played a rated match here yet: {slash_play}",
        "standings.none_yet": "Nobody has played a rated match of this game here yet.",
        "standings.mine": "You: {number}. **{count}** ± {all}",
        "standings.mine.provisional": "You have no place yet: {item}.",
        "standings.mine.none": "-# You have no rating in this game here.",
        "standings.level": "{stars}\u00a0{points}",
        "standings.levels": "-# Twotone's levels, only estimated and in no table: {item}",
        "standings.none": "This server keeps no ratings.",
        "profile.page.none": "Profiles on this server have no pages.",
        "profile.page.own": "You show your profile to nobody else. Show it in {slash_settings_me} first, then make a page of it.",
        "standings.server": "Ratings are kept on servers that Twotone was invited to. Ask on one of them.",
        "profile.title": "{name}",
        "profile.line": "{title}: **{count}** ± {all}",
        "profile.line.provisional": "{title}: **{count}** ± {all}, provisional",
        "profile.empty": "No rating here yet.",
        "profile.about": "-# Provisional: before matches against four people, and until the number after ± is under 110.",
        "answer.shown": "Your profile on this server shows this match from now on: {slash_profile}",
        "answer.profile.paged": (
            "Your profile on this server has a page now. Whoever has its address sees your ratings here and your matches"
            " that have pages; no search engine finds it. It goes when you remove it, hide your profile or are forgotten."
        ),
        "answer.profile.unpaged": "Your profile on this server has no page any more.",
        "answer.shown.not": "Your profile on this server shows no match any more.",
        "card.void": "-# **Counts for nothing**: a moderator decided so. Why: {text}",
        "card.void.told": "{name}, {opponent}: a moderator let this match count for nothing. Why: {text}",
        "card.void.undone": "{name}, {opponent}: a moderator let this match count again. Why: {text}",
        "card.reopened": "{name}, {opponent}: a moderator lets this match go on. Why: {text}",
        "answer.void": "Match {match} counts for nothing from now on. The ratings follow in a moment.",
        "answer.counted": "Match {match} counts again. The ratings follow in a moment.",
        "profile.waiting": PluralTemplate(
            count_fact="count",
            one="-# {count} rated match waits: it counts once both its players have met others here.",
            other="-# {count} rated matches wait: each counts once both its players have met others here.",
        ),
        "profile.faced": "**You and {name}**: {won} won, {drawn} drawn, {lost} lost; the last was [match {match}]({link})",
        "profile.shown": "**A match to show**: {title}. {result}. [Match {match}]({link})",
        "profile.own": "{name} keeps their profile to themselves.",
        "profile.bot": "{name} is a bot, and has no rating.",
    },
)

PHRASES = make_messages(MessagePlace.PHRASE, {"rating": "{points}\u00a0±\u00a0{deviation}"})

PICTURES = [
    *make_messages(
        MessagePlace.PICTURE,
        {
            "picture.table": "Standings",
            "picture.table.rating": "rating",
            "picture.table.matches": "matches",
            "picture.member": "Member",
            "standings.missing.others": "has to meet others",
            "standings.missing.opponents": PluralTemplate(
                "count", one="{count} more opponent", other="{count} more opponents"
            ),
            "standings.missing.matches": "more matches",
            "picture.profile.matches": PluralTemplate(
                "count", one="{count} rated match", other="{count} rated matches"
            ),
            "picture.profile.favourite": "Favourite game",
            "picture.profile.form": "Last matches",
            "picture.profile.more": PluralTemplate(
                "count", one="and {count} more game", other="and {count} more games"
            ),
            "picture.rating.was": "from {points} ± {deviation}",
            "picture.profile.shown": "A match to show",
            "picture.profile.against": "{name} – {opponent}",
            "picture.profile.won": "won",
            "picture.profile.drawn": "drawn",
            "picture.profile.lost": "lost",
        },
    ),
    *make_messages(
        MessagePlace.ALT,
        {
            "alt.table": "The table of {title}.",
            "alt.table.place": PluralTemplate(
                "count",
                one="{number}. {name}: {points} ± {deviation}, {count} match.",
                other="{number}. {name}: {points} ± {deviation}, {count} matches.",
            ),
            "alt.table.own": PluralTemplate(
                "count",
                one="You: {number}. {points} ± {deviation}, {count} match.",
                other="You: {number}. {points} ± {deviation}, {count} matches.",
            ),
            "alt.table.own.provisional": PluralTemplate(
                "count",
                one="You, without a place: {points} ± {deviation}, {count} match.",
                other="You, without a place: {points} ± {deviation}, {count} matches.",
            ),
            "alt.table.provisional": "{name}, without a place: {item}.",
            "alt.profile": PluralTemplate(
                "count", one="{name}: {count} rated match.", other="{name}: {count} rated matches."
            ),
            "alt.profile.curve": (
                "Favourite game: {title}. The rating as a curve, from {points} on {day} to {other_points} on {other_day}, at most"
                " {more} and at least {less}."
            ),
            "alt.profile.form": "The last matches, the newest last: {results}.",
            "alt.end.rating": "{name}: rating {was} before, {became} after.",
            "alt.profile.shown": "A match to show: {title}, {name} – {opponent}. {result}.",
            "alt.profile.game": "{title}: {points} ± {deviation}; {won} won, {drawn} drawn, {lost} lost.",
        },
    ),
]

FORM = [
    *make_messages(MessagePlace.LABEL, {"form.rated": "Rated"}),
    *make_messages(MessagePlace.DESCRIPTION, {"form.rated.about": "It counts for both players' ratings"}),
]

BUTTONS = make_messages(
    MessagePlace.BUTTON,
    {
        "button.standings.back": "Above",
        "button.standings.on": "Below",
        "button.show": "Show this match",
        "button.profile.page": "Make a page of it",
        "button.profile.unpage": "Remove the page",
        "button.show.not": "Show it no more",
    },
)

HOST = make_messages(
    MessagePlace.CONSOLE,
    {
        "recount.done": "Rated matches: {count}. Servers: {all}. Servers whose ratings were wrong, and are right now: {number}.",
        "recount.edge": "{title}: the first mover has an advantage of {count} points, as {all} matches tell it.",
    },
)

MESSAGES = [*REFUSALS, *CARDS, *PHRASES, *PICTURES, *FORM, *BUTTONS, *HOST]
