"""The meaning of each fact, once for the whole catalogue.

Facts are the named placeholders of messages, written between braces. Each has an example.
Translators read the meanings beside the messages; length checks and the template for translators
fill in the examples. A name means the same in every message. If one message needs another example,
`EXAMPLES` has it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from words.slash import SLASH_MENTIONS


@dataclass(frozen=True, slots=True)
class Fact:
    """The meaning of a message's placeholder, and an example value.

    Translators see both.

    The example is text, or a number if the placeholder is counted.
    """

    meaning: str
    example: str | int


FACTS: Final[Mapping[str, Fact]] = {
    # Squares and pieces
    "square": Fact("the name of a square", "c3"),
    "second": Fact("the second of two squares", "d4"),
    "rank": Fact("the number of a row of squares, counted from below", 3),
    "origin": Fact("the square that a piece starts from", "c3"),
    "target": Fact("the square that a piece wants to go to", "d4"),
    "to": Fact("the square or cell where a move ends", "e5"),
    "here": Fact("a square on the way of a move", "c3"),
    "there": Fact("the next square on the way of a move", "e5"),
    "over": Fact("the square that is jumped over", "d4"),
    "blocker": Fact("the square of the piece that stands in the way", "d4"),
    "crown": Fact("the square on which a man is crowned", "d8"),
    "corner": Fact("the last square of the board, a corner", "j10"),
    "last": Fact("the last square of the board, or its number", "h8"),
    "row": Fact("the number of a row", 3),
    "column": Fact("the letter of a column, or the number of a character in its line", "c"),
    "place": Fact("a number in order of size: 2 for the second largest", 2),
    "symbol": Fact("the letter that stands for a piece", "x"),
    # Sides and people
    "side": Fact("a side, by its colour or digit", "Black"),
    "other": Fact("the other side, or the other number of two", "White"),
    "own": Fact("the mover's own side, or the number of their own pieces", "White"),
    "winner": Fact("whoever has won: a name, or a side", "White"),
    "loser": Fact("whoever has lost: a name, or a side", "Black"),
    "owner": Fact("whoever a card belongs to, because it shows their digit: a name, or a digit", "Ada"),
    "colour": Fact("a colour: of a side, a piece or a square", "black"),
    "captain": Fact("the captain of a team: a mention", "@Ada"),
    "role": Fact("a role of a server: a mention", "<@&1183492020123456789>"),
    "seat": Fact("a seat as programs number it: 0 or 1", 0),
    # Moves
    "example": Fact("a move that would be legal, as written", "c3xe5"),
    "moves_after": Fact("the moves that followed, as written, with commas between", "d4, e3"),
    "candidates": Fact("moves as written, with commas between", "c3xe5, g3xe5"),
    "text": Fact("what somebody wrote", "c3 d5"),
    "way": Fact("a direction", "up"),
    "other_way": Fact("the other direction of two", "<"),
    "quiet": Fact("a move without a capture, as written", "11-15"),
    "capture": Fact("a capture as written", "15x22"),
    "point": Fact("the sign of a direction: < > ^ v", ">"),
    # Numbers
    "count": Fact("how many", 3),
    "joined": Fact("how many have joined", 3),
    "board": Fact("the number of a board, perhaps as a link to it: a message of its own", "Board 3"),
    "boards": Fact("on how many boards two teams play", 8),
    "done": Fact("how many boards of a team match are over", 5),
    "others": Fact("the points of the other of two teams", 6),
    "clean": Fact("how many people, or how many puzzles, made it at the first try", 3),
    "at_second": Fact("how many people solved a puzzle at the second try", 2),
    "later": Fact("how many people solved a puzzle in more tries, or with help", 1),
    "seconds": Fact("how many seconds", 45),
    "tenths": Fact("the digit after the decimal point", 5),
    "whole": Fact("the digits before the decimal point", 12),
    "from_number": Fact("the number of the first move that is shown", 8),
    "to_number": Fact("the number of the last move that is shown", 17),
    "level": Fact("the strength of a computer player, 1 the weakest", 3),
    "strength": Fact("how strong the computer plays: a message of its own", "★★★☆☆☆ fair"),
    "stars": Fact("how strong the computer plays, in stars", "★★★☆☆☆"),
    "limit": Fact("how many at most", 16),
    "length": Fact("how long, in characters or pieces", 5),
    "distance": Fact("how many squares", 2),
    "size": Fact("the number of squares along the board's edge", 8),
    "many": Fact("how many pieces could be taken: a message of its own", "3 pieces"),
    "few": Fact("how many pieces this move takes: a message of its own", "1 piece"),
    "kings": Fact("how many kings", 2),
    "king": Fact("the square of a king", "e5"),
    "moves": Fact("how many moves", 25),
    "times": Fact("how many times", 3),
    "more": Fact("the larger of two numbers", 12),
    "less": Fact("the smaller of two numbers", 9),
    "high": Fact("the winner's points", 60),
    "low": Fact("the loser's points", 50),
    "points": Fact("how many points; in messages about cards: where a card points", 50),
    "deviation": Fact("how far off a rating may be, in points", 90),
    "gain": Fact("what a try has changed of somebody's rating, with its sign", "+12"),
    "hard": Fact("how hard a puzzle is, as a rating", 1540),
    "change": Fact("what a try has changed of a puzzle's rating, with its sign", "−8"),
    "won": Fact("how many matches were won", 24),
    "drawn": Fact("how many matches were drawn", 5),
    "lost": Fact("how many matches were lost", 12),
    "results": Fact("results of matches, with commas between", "won, lost, drawn"),
    "day": Fact("a day, by its numbers", "2026-06-03"),
    "other_day": Fact("the second of two days, by its numbers", "2026-11-24"),
    "year": Fact("a year", "2026"),
    "month": Fact("the number of a month, in two digits", "06"),
    "day_of_month": Fact("the number of a day in its month, in two digits", "03"),
    "all": Fact("how many there are in all", 20),
    "abandoned": Fact("how many matches ended without a result in a week", 3),
    "both": Fact("how many servers played in both weeks", 2),
    "door": Fact("how matches begin: alone, by a challenge, in competitions", "by challenge"),
    # Competitions
    "league": Fact("the name of a league", "Autumn league"),
    "table_of": Fact("what a table is of: a section of a league, or so many rounds", "Section B"),
    "ready": Fact("how many have said that they are there", 12),
    "everybody": Fact("how many there are in all", 17),
    "section": Fact("the letter of a section of a league", "B"),
    "names": Fact("mentions of members, with commas between", "<@1183492020123456789>"),
    "links": Fact("links to messages, with commas between", "[A](https://discord.com/channels/1/2/3)"),
    "possible": Fact("ranks that somebody can still reach", "2–4"),
    "other_time": Fact("the second of two dates and times", "<t:1700000000:f>"),
    # Games, options, records, positions
    "title": Fact("the name of a game", "Russian checkers"),
    "name": Fact("the name of an option, a field, a person or a tag", "size"),
    "value": Fact("the value that somebody gave", "purple"),
    "given": Fact("what was given instead", "7"),
    "known": Fact("the names that are known, with commas between", "size, digits, lines"),
    "numbers": Fact("the numbers that are known, with commas between", "20, 21, 25"),
    "choices": Fact("the values to choose from, with commas between", "3, 4, 5"),
    "key": Fact("the short name of a game that programs use", "russian"),
    "turn": Fact("what was given as the turn", "5"),
    "field": Fact("the name of a field in a program's text", "cells"),
    "part": Fact("a piece of a position string", "W:x"),
    "line": Fact("the number of a line", 20),
    "letter": Fact("the letter of a place to play to", "B"),
    "lines": Fact("rows and columns, as a list", "row 3 and column c"),
    "word": Fact("a word in a text", "xyz"),
    "why": Fact("the reason, as a sentence of its own", "c3 is already taken."),
    "rule": Fact(
        "a rule as a part of a sentence, told by a message of its own", "a man moves diagonally forward"
    ),
    "men": Fact("a sentence about men", "Men move one square diagonally forward."),
    "clauses": Fact("a list of parts of a sentence", "White moves first; captures are mandatory"),
    "count_a": Fact("a count of moves", "40 moves by each side without a capture or a man's move"),
    "count_b": Fact("another count of moves", "15 moves by each side with three kings against one"),
    "count_c": Fact("one more count of moves", "5 moves by each side with two kings against one"),
    # One Zero One
    "card": Fact("a playing card as written", "DELETE-h"),
    "deck": Fact("the cards of a deck as a list", "6 PLAIN, DELETE-h, DELETE-v"),
    "real": Fact("the cards that there are of one kind", "DELETE-h and DELETE-v"),
    "command": Fact("the command on a playing card", "DELETE"),
    "cell": Fact("a place in a program line: line and column", "20.3"),
    "digit": Fact("a digit, 0 or 1", 1),
    "above": Fact("the number of the line above", 10),
    "entry": Fact("one entry of a list of cards", "DELETTE-h"),
    "missing": Fact("the card that is missing", "PASTE-h"),
    "present": Fact("the card that is there", "CUT-h"),
    "flag": Fact("the name of a mark on a card in a program's text", "saved"),
    "whose": Fact("whose card something happens to: a message of its own", "Ben's ENTER"),
    "where": Fact("a cell, a line or a pile, by a message of its own", "the hand of seat 0"),
    # Pictures and alt texts
    "squares": Fact("the names or numbers of squares, with spaces between", "a1 c1 e1"),
    "crowned": Fact("the names or numbers of squares with kings, with spaces between", "f8 h8"),
    "total": Fact("the sum of a line of digits", 5),
    "hand": Fact("how many pieces the first side has in hand", 4),
    "other_hand": Fact("how many pieces the other side has in hand", 5),
    "wins": Fact("how many matches somebody has won", 2),
    "other_wins": Fact("how many matches the other one has won", 1),
    "draws": Fact("how many matches nobody has won", 1),
    "other_points": Fact("how many points the other side has", 4),
    "other_count": Fact("how many pieces or squares the other side has", 9),
    "groups": Fact("groups by size, each with its squares", "5 (a1 a2 b2 b3 c3), 2 (e5 f5)"),
    "sizes": Fact("how large some groups are, with commas between", "5, 4"),
    "distances": Fact("squares and how far the stone on each moves", "c4:1 d2:2"),
    "move": Fact("a move as written", "c3-d4"),
    "tried": Fact("a move that somebody has just tried, as written", "e3-f4"),
    "answer": Fact("the move that answers another one, as written", "e5-f4"),
    "next_move": Fact("the move that may follow that answer, as written", "b2-c3"),
    "next_answer": Fact("the move that answers this one, as written", "f4-g3"),
    "zeros": Fact("how many zeros, or the points of the player of 0", 3),
    "ones": Fact("how many ones, or the points of the player of 1", 2),
    "cards": Fact("playing cards, with commas between", "PRINT-h, PLAIN"),
    "effects": Fact("what a move did, as sentences", "DELETE removed 1's 1 from line 20."),
    # Programs
    "verb": Fact("what a program asks for", "play"),
    # Messages of the bot
    "opponent": Fact("the other person: a name, or a mention that Discord shows as one", "Ben"),
    "mover": Fact("the name of who is to move", "Ada"),
    "reason": Fact("why a match ended, as a part of a sentence", "Black resigned"),
    "result": Fact("how a match ended, as a sentence", "Ben (Black) wins: White resigned"),
    "link": Fact("the address of a message or a channel", "https://discord.com/channels/1/2/3"),
    "channel": Fact(
        "a mention of a channel or thread, which Discord shows as its name", "<#1183492020123456789>"
    ),
    "running": Fact("how many running matches somebody has", 2),
    "waiting": Fact("how many matches somebody has that nobody can play on", 0),
    "challenges": Fact("how many open challenges there are by somebody and to them", 1),
    "finished": Fact("how many finished matches somebody has", 30),
    "former": Fact("what stands for the name of somebody who was forgotten", "a former player"),
    "channels": Fact("mentions of channels, with commas between", "<#1183492020123456789>"),
    "time": Fact("a date and time that Discord shows in the reader's own way", "<t:1700000000:f>"),
    "since": Fact(
        "how long ago something was, which Discord shows in the reader's own way", "<t:1700000000:R>"
    ),
    "team": Fact("the name of a team", "Home"),
    "from_time": Fact("a date and time at which something began", "<t:1700000000:f>"),
    "days": Fact("how many days", 7),
    "zone": Fact("a time zone, by the name that computers use or the difference from UTC", "Europe/Berlin"),
    "hour": Fact("a time of day", "14:05"),
    "clock": Fact("a match's clock: a message of its own", "3 days a move"),
    "span": Fact("a length of time: a message of its own", "3 days"),
    "increment": Fact("the time that a turn adds to a clock: a message of its own", "12 hours"),
    "least": Fact("the shortest time that is possible: a message of its own", "1 hour"),
    "most": Fact("the longest time that is possible: a message of its own", "14 days"),
    "options": Fact("the options of a match in words", "7×7 board, own digits, single lines"),
    "steps": Fact("the choices made so far on the way to a move", "c3 › e5"),
    "seed": Fact("the number that decides a deal, as 64 hexadecimal digits", "0f" * 32),
    "commitment": Fact("the SHA-256 of a seed, as 64 hexadecimal digits", "a5" * 32),
    "first_choice": Fact("the first of several choices in a row", "a8"),
    "last_choice": Fact("the last of several choices in a row", "h8"),
    "page": Fact("the name of a page", "Moves"),
    "number": Fact("the number of a page", 1),
    "pages": Fact("how many pages there are", 3),
    "button": Fact("what is written on a button", "Play"),
    "other_button": Fact("what is written on another button", "More"),
    "code": Fact("the number that Discord answers a request with: of an error, or 200", 50013),
    "theme": Fact("what a puzzle is about", "shot"),
    "themes": Fact("what puzzles are about, with commas between", "shot, breakthrough"),
    "titles": Fact("the names of games, with commas between", "Binar, Binary"),
    "permission": Fact("a permission as Discord calls it", "Use External Apps"),
    "permissions": Fact(
        "the names of Discord's permissions, with commas between", "View Channel, Send Messages"
    ),
    "error": Fact("the name of a fault, by which the host finds it in the log", "1F3A"),
    "ruling": Fact("what the bot decides where the rules are silent", "Sizes 3 to 9 can be chosen."),
    # Lists
    "before": Fact("the items of a list so far", "a1, b2"),
    "chosen": Fact("what was chosen before", "5×5 board"),
    "was": Fact("what was set before a change: a message of its own, or a mention", "20"),
    "became": Fact("what is set by a change: a message of its own, or a mention", "5"),
    "item": Fact("the next item of a list", "c3"),
    "empty": Fact("the side that has no pieces left", "Black"),
    # The database
    "path": Fact("the name of a file", "twotone.db"),
    "fault": Fact(
        "what is wrong, as the operating system, SQLite or another message says it", "Permission denied"
    ),
    "faults": Fact("what is wrong, as a list", "match 42 cannot be read and match 43 cannot be read"),
    "row_key": Fact("what names a row of a table: a number, or several with commas between", "42, 7"),
    "last_schema": Fact("the number of the newest form of the database that this Twotone knows", 3),
    "match": Fact("the number of a match", 42),
    "event": Fact("the number of an event within a match", 7),
    # The host
    "version": Fact("the number of a version of Twotone", "1.0.0"),
    "schema": Fact("the number of the database's form", 11),
    "megabytes": Fact("a number of megabytes", "1.5"),
    "shards": Fact("the shards of a process, as its host writes them", "0-3/16"),
    "process": Fact(
        "one process of the bot: a message of its own", "0-3/16, Twotone 1.0.0, seen 2 seconds ago"
    ),
    "ago": Fact("how long ago something was: a message of its own", "3 hours ago"),
    "port": Fact("the number of a network port", 9464),
    "tags": Fact("the tags of the app at Discord, with commas between", "board games, checkers"),
    # Commands
    **{
        fact: Fact("a command of the bot that people can press; its name stays as it is", mention)
        for fact, mention in SLASH_MENTIONS.items()
    },
}
