"""Texts of /admin log: changed server settings and moderators' acts.

Changes are in the words of /settings. No line is broken before an arrow (U+00A0).
"""

from words.message import MessagePlace, make_messages

CARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "card.log": "### What was changed on this server",
        "card.log.none": "Nothing was changed here in the last year: no setting, and moderators did nothing.",
        "card.log.kept": "-# What is older than a year, or than the last {limit} changes, is not kept.",
        "card.log.page": "-# Page {number} of {pages}",
        "log.by": "-# {name} · {time}",
        "log.managers": "Only members who may manage the server can see what was changed here.",
        "log.channels": "**Game channels**: {was}\u00a0→ {became}",
        "log.threads.on": "**A thread for each match**: no\u00a0→\u00a0yes",
        "log.threads.off": "**A thread for each match**: yes\u00a0→\u00a0no",
        "log.ratings": "**Ratings** of challenges whose challenger does not say: {was}\u00a0→ {became}",
        "log.running_limit": "**Matches** that one member can have going here at a time: {was}\u00a0→ {became}",
        "log.open_limit": "**Challenges** of one member that can wait here at a time: {was}\u00a0→ {became}",
        "log.language": "**Language** of what everyone sees here: {was}\u00a0→ {became}",
        "log.clock": "**Clock** of challenges that name none: {was}\u00a0→ {became}",
        "log.clock_least": "**The shortest** time for a move, or in a bank: {was}\u00a0→ {became}",
        "log.clock_most": "**The longest** time for a move, or in a bank: {was}\u00a0→ {became}",
        "log.computers.on": "**Playing the computer**: no\u00a0→\u00a0yes",
        "log.computers.off": "**Playing the computer**: yes\u00a0→\u00a0no",
        "log.zone": "**Time zone** of this server: {was}\u00a0→ {became}",
        "log.puzzle_channel": "**Channel** of the daily puzzle: {was}\u00a0→ {became}",
        "log.pages": "**Pages** on the web of finished matches and tables here: {was}\u00a0→ {became}",
        "log.lab.on": "**Links to the lab** on cards here: no\u00a0→\u00a0yes",
        "log.lab.off": "**Links to the lab** on cards here: yes\u00a0→\u00a0no",
        "log.card_channel": "**Channel** of this server's card: {was}\u00a0→ {became}",
        "log.digest_channel": "**Channel** of the weekly digest: {was}\u00a0→ {became}",
        "log.digest_day": "**Day** of the weekly digest: {was}\u00a0→ {became}",
        "log.digest_hour": "**Hour** of the weekly digest: {was}\u00a0→ {became}",
        "log.puzzle_hour": "**Hour** of the daily puzzle: {was}\u00a0→ {became}",
        "log.mined.on": "**Puzzles from matches here**: no\u00a0→\u00a0yes",
        "log.mined.off": "**Puzzles from matches here**: yes\u00a0→\u00a0no",
        "log.end": "Ended a match of {title} between {name} and {opponent}, without a result: {link}",
        "log.end.hidden": "Ended a match that you cannot see, without a result",
        "log.end.gone": "Ended a match that is not kept any more, without a result",
        "log.reopen": "Let a match of {title} between {name} and {opponent} go on: {link}",
        "log.reopen.hidden": "Let a match that you cannot see go on",
        "log.reopen.gone": "Let a match that is not kept any more go on",
        "log.void": "Let a match of {title} between {name} and {opponent} count for nothing: {text}",
        "log.void.hidden": "Let a match that you cannot see count for nothing",
        "log.void.gone": "Let a match that is not kept any more count for nothing",
        "log.count": "Let a match of {title} between {name} and {opponent} count again: {text}",
        "log.count.hidden": "Let a match that you cannot see count again",
        "log.count.gone": "Let a match that is not kept any more count again",
        "log.move": "Moved a match of {title} between {name} and {opponent}: {was}\u00a0→ {became}",
        "log.move.hidden": "Moved a match that you cannot see",
        "log.move.gone": "Moved a match that is not kept any more: {was}\u00a0→ {became}",
    },
)

MESSAGES = (
    *CARDS,
    *make_messages(MessagePlace.PHRASE, {"log.forgotten": "Forgotten member"}),
    *make_messages(
        MessagePlace.BUTTON,
        {
            "button.log": "What was changed",
            "button.log.newer": "Newer",
            "button.log.older": "Older",
            "button.log.settings": "Settings of this server",
            "button.end": "End this match",
            "button.end.undo": "Let it go on",
            "button.void": "Let it count for nothing",
            "button.void.undo": "Let it count again",
        },
    ),
    *make_messages(
        MessagePlace.TITLE,
        {
            "form.end": "End this match?",
            "form.end.undo": "Let it go on?",
            "form.void": "Let it count for nothing?",
            "form.void.undo": "Let it count again?",
        },
    ),
    *make_messages(MessagePlace.LABEL, {"form.why": "Why"}),
    *make_messages(MessagePlace.DESCRIPTION, {"form.why.how": "Both players can read it: {text}."}),
)
