"""Texts that any game may use."""

from words.message import MessagePlace, PluralTemplate, make_messages

MESSAGES = make_messages(
    MessagePlace.SENTENCE,
    {
        "ambiguous": "“{text}” fits several moves: {candidates}. Write one of them.",
        "ambiguous.more": PluralTemplate(
            "count",
            "“{text}” fits several moves: {candidates}, and {count} more. Write one of them.",
            "“{text}” fits several moves: {candidates}, and {count} more. Write one of them.",
        ),
        "unreadable": "“{text}” is not a move of {title}; write it like {example}.",
        "too_long": PluralTemplate(
            "limit",
            "A move is a text of at most {limit} character; this one has {length}.",
            "A move is a text of at most {limit} characters; this one has {length}.",
        ),
        "unknown_square": "{square} is not a square of this board: they run from a1 to {last}.",
        "occupied": "{square} is already taken.",
        "empty": "There is no piece on {square}.",
        "over": "The match is over.",
        "nothing_to_undo": "There is no move to take back.",
        "unknown_game": "There is no game “{key}”; the games are {known}.",
        "unknown_option": "{title} has no option “{name}”; it has: {known}.",
        "no_options": "{title} has no option “{name}”; it has: none.",
        "unknown_value": "“{value}” is no value for {name}; it takes {choices}.",
        "position.form": "A position is an object with “cells”; this is not one.",
        "position.size": "This match is played on a board of size {size}, the position says {given}.",
        "position.square": "{square} is not a square that can be occupied here.",
        "position.symbol": "{symbol} on {square} is no piece of this game; the symbols are {known}.",
        "position.turn": "“turn” is 0, 1 or null; this is {turn}.",
        "position.many": PluralTemplate(
            "count",
            "{side} has {count} piece; there are only {limit}.",
            "{side} has {count} pieces; there are only {limit}.",
        ),
        "position.empty": "Both sides are empty: there is nothing to play.",
        "position.field": "“{field}” is missing or has the wrong form.",
        "record.header": (
            "Line {line}, column {column}: a record begins with lines “Name: value”; this is “{text}”."
        ),
        "record.field": "Line {line}, column {column}: “{name}” has the wrong form.",
        "record.missing": "Line {line}, column {column}: this record needs “{name}”, which is missing.",
        "record.json": "Line {line}, column {column}: here the text stops being JSON.",
        "record.deep": (
            "Line {line}, column {column}: lists and objects lie too deep within one another for a record."
        ),
        "record.long": PluralTemplate(
            "limit",
            "Line {line}, column {column}: a record has at most {limit} move of both players together; this one goes on.",
            "Line {line}, column {column}: a record has at most {limit} moves of both players together; this one goes on.",
        ),
        "record.newer": (
            "Line {line}, column {column}: this record has form {given}, made by a newer Twotone; this one reads form "
            "{value}."
        ),
        "record.over": (
            "Line {line}, column {column}: {move} comes after the end of the match, which was already over: {reason}."
        ),
        "record.no_game": "Line {line}, column {column}: the record names no game.",
        "record.move": "Line {line}, column {column}: {why}",
        "record.unknown_game": "Line {line}, column {column}: there is no game “{key}”.",
        "record.other_game": "Line {line}, column {column}: this record is of {title}, not of {other}.",
        "record.other_option": (
            "Line {line}, column {column}: by this record “{name}” is {value}, not {given}."
        ),
        "record.partial": (
            "Line {line}, column {column}: this record shows only what one seat saw of a game with hidden cards; it "
            "cannot be replayed. Load the complete record, which is free once the match is over."
        ),
        "resignation": "{loser} resigned",
        "forfeit": "{loser} did not move any more",
        "time": "{loser} ran out of time",
        "agreement": "by agreement",
        "number.decimal": "{whole}.{tenths}",
        "series.more": "{before}, {item}",
        "series.last": "{before} and {item}",
        "series.clauses": "{before}; {item}",
        "series.sentences": "{before} {item}",
    },
)
