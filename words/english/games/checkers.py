"""Texts of checkers."""

from words.message import MessagePlace, PluralTemplate, make_messages

SENTENCES = make_messages(
    MessagePlace.SENTENCE,
    {
        "checkers.no_square.all": (
            "{square} is no square of {title}: every square is played on, numbered 1 to {last} or named by file and rank "
            "up to {corner}."
        ),
        "checkers.no_square.dark": (
            "{square} is no square of {title}: only dark squares are played on, numbered 1 to {last} or named by file and rank "
            "up to {corner}."
        ),
        "checkers.no_square.light": (
            "{square} is no square of {title}: only light squares are played on, numbered 1 to {last} or named by file and rank "
            "up to {corner}."
        ),
        "checkers.too_many": PluralTemplate(
            "limit",
            "There is more than {limit} way to capture here: too many to choose from.",
            "There are more than {limit} ways to capture here: too many to choose from.",
        ),
        "checkers.theirs": "The piece on {square} is {colour}'s; it is {own}'s turn.",
        "checkers.stays": "The piece on {square} would stay where it is; only a capture can end where it began.",
        "checkers.must_capture": "You must capture: {example} is possible ({title}: captures are mandatory).",
        "checkers.duty": "You must capture ({title}: captures are mandatory).",
        "checkers.duty.pieces": "You must capture, and take the most pieces ({title}: the most pieces must be taken).",
        "checkers.duty.value": (
            "You must capture, and take the most value ({title}: a king counts more than a man, and the highest value "
            "must be taken)."
        ),
        "checkers.duty.by_king": (
            "A king must capture here ({title}: where a king can capture, a man may not)."
        ),
        "checkers.duty.kings": (
            "You must capture, and take the most kings ({title}: of equal captures the one with the most kings must be "
            "chosen)."
        ),
        "checkers.duty.king_earliest": (
            "You must capture, and take a king as early as possible ({title}: of equal captures the one that meets a "
            "king first must be chosen)."
        ),
        "checkers.duty.optional": (
            "You can capture; if you do not, it costs you a piece ({title}: captures are optional, but declining one "
            "costs a piece)."
        ),
        "checkers.choice_pieces": (
            "You must take {many}: {example} does, this takes {few} ({title}: the most pieces must be taken)."
        ),
        "checkers.choice_value": (
            "You must take the most value: {example} takes more than this ({title}: a king counts more than a man, "
            "and the highest value must be taken)."
        ),
        "checkers.choice_by_king": (
            "A king must capture here: {example} ({title}: where a king can capture, a man may not)."
        ),
        "checkers.choice_kings": (
            "You must take {kings} of the kings: {example} does ({title}: of equal captures the one with the most "
            "kings must be chosen)."
        ),
        "checkers.choice_king_earliest": (
            "You must take a king as early as possible: {example} does ({title}: of equal captures the one that "
            "meets a king first must be chosen)."
        ),
        "checkers.stopped": (
            "The capture cannot stop on {to}: it goes on, {example} ({title}: a capture once begun is finished)."
        ),
        "checkers.crowned": (
            "The man is crowned on {crown} and stops there ({title}: a man crowned in a capture captures no more "
            "in that move)."
        ),
        "checkers.no_line": ("{there} is not in one line with {here} ({title}: {rule})."),
        "checkers.taken_square.white": (
            "{there} is taken by a White piece ({title}: a move ends on an empty square)."
        ),
        "checkers.taken_square.black": (
            "{there} is taken by a Black piece ({title}: a move ends on an empty square)."
        ),
        "checkers.own": "Your own piece stands on {over}, between {here} and {there} ({title}: nobody jumps their own piece).",
        "checkers.several": (
            "Several pieces stand between {here} and {there} ({title}: a jump passes over one piece only)."
        ),
        "checkers.twice": "The piece on {over} has been jumped already ({title}: no piece is jumped twice).",
        "checkers.nothing_there": (
            "There is nothing to capture between {here} and {there} ({title}: a capture jumps over a piece)."
        ),
        "checkers.mixed": (
            "Where a piece has captured, it can only go on capturing ({title}: a capture is never followed by a step)."
        ),
        "checkers.goes_on": (
            "Nothing is captured on the way to {here}, so the move ends there ({title}: only captures go on)."
        ),
        "checkers.man_back": "The piece on {square} is a man, and men do not step back ({title}: only kings do).",
        "checkers.direction.man": ("The man on {square} cannot go to {to} ({title}: {rule})."),
        "checkers.direction.king": ("The king on {square} cannot go to {to} ({title}: {rule})."),
        "checkers.one_step.man": (
            "The man on {square} cannot go as far as {to} ({title}: a man moves one square at a time)."
        ),
        "checkers.one_step.king": (
            "The king on {square} cannot go as far as {to} ({title}: a king moves one square at a time)."
        ),
        "checkers.man_captures_back": (
            "The piece on {square} is a man, and men do not capture backwards ({title}: only kings do)."
        ),
        "checkers.capture_direction.man": ("The man on {square} cannot capture that way ({title}: {rule})."),
        "checkers.capture_direction.king": (
            "The king on {square} cannot capture that way ({title}: {rule})."
        ),
        "checkers.man_takes_king": "The man on {square} cannot take a king ({title}: men capture men only).",
        "checkers.short_jump.man": (
            "The man on {square} is too far from what it would jump, or from where it would land ({title}: a man "
            "jumps over a piece beside it, to the square just behind)."
        ),
        "checkers.short_jump.king": (
            "The king on {square} is too far from what it would jump, or from where it would land ({title}: a king "
            "jumps over a piece beside it, to the square just behind)."
        ),
        "checkers.behind": (
            "The king cannot land on {to} ({title}: a king lands on the square just behind the piece it takes)."
        ),
        "checkers.reversal": (
            "On {here} the capture would turn straight round ({title}: no half turn between two captures)."
        ),
        "checkers.landing": (
            "A piece that lands on {to} could not go on capturing; {example} is possible ({title}: a capture goes on "
            "where it can)."
        ),
        "checkers.king_limit": PluralTemplate(
            "limit",
            "The king on {square} has made {limit} move in a row ({title}: while you have men, the same king makes at most {limit} quiet move in a row).",
            "The king on {square} has made {limit} moves in a row ({title}: while you have men, the same king makes at most {limit} quiet moves in a row).",
        ),
        "checkers.impossible": "{square} to {to} is not a legal move here ({title}).",
        "checkers.fits_none": "“{text}” fits no legal move here; {example} would be one.",
        "checkers.fen": "“{part}” is not part of a position string; write it like W:W31-50:B1-20, with K before a king.",
        "checkers.fen_range": "“{part}” is a range that runs backwards: write its lowest square first.",
        "checkers.fen_comma": "A square is missing beside a comma of “{part}”.",
        "checkers.fen_quotes": "A position string has no quotation marks; write it like W:W31-50:B1-20.",
        "checkers.fen_long": PluralTemplate(
            "limit",
            "A position string has at most {limit} character; this one has {length}.",
            "A position string has at most {limit} characters; this one has {length}.",
        ),
        "checkers.history": PluralTemplate(
            "limit",
            "A position remembers at most {limit} position before it; this one has {count}.",
            "A position remembers at most {limit} positions before it; this one has {count}.",
        ),
        "checkers.fen_twice": "The position string names {square} twice.",
        "checkers.man_crowned": (
            "A man stands on {square}, where men of {colour} are crowned ({title}: it would be a king)."
        ),
        "checkers.crowned_twice": PluralTemplate(
            "count",
            "{count} king stands on the board; in breakthrough the first one ends the match.",
            "{count} kings stand on the board; in breakthrough the first one ends the match.",
        ),
        "checkers.did.moved": "{name} moved from {origin} to {target}.",
        "checkers.did.moved.crowned": "{name} moved from {origin} to {target} and has a new king.",
        "checkers.did.captured": PluralTemplate(
            "count",
            "{name} captured {count} piece, from {origin} to {target}.",
            "{name} captured {count} pieces, from {origin} to {target}.",
        ),
        "checkers.did.captured.crowned": PluralTemplate(
            "count",
            "{name} captured {count} piece, from {origin} to {target}, and has a new king.",
            "{name} captured {count} pieces, from {origin} to {target}, and has a new king.",
        ),
        "checkers.no_piece": "{loser} has no piece left",
        "checkers.no_move": "{loser} has no legal move",
        "checkers.no_piece.wins": "{winner} has no piece left, which wins in giveaway",
        "checkers.no_move.wins": "{winner} has no legal move, which wins in giveaway",
        "checkers.first_king": "{winner} has the first king",
        "checkers.repetition": PluralTemplate(
            "times",
            "the same position stood {times} time with the same side to move",
            "the same position stood {times} times with the same side to move",
        ),
        "checkers.played_on": (
            "It was a draw for whoever had claimed it: {reason}. Nobody did, and the match went on."
        ),
        "checkers.forfeit": (
            "{side} declined a capture: the piece on {square} is forfeited and removed ({title}: captures are optional, "
            "but declining one costs a piece)."
        ),
        "checkers.opening.near": (
            "“{value}” is no opening of {title}; its tables are {known}. Names near it: {choices}."
        ),
        "checkers.opening.men": PluralTemplate(
            "count",
            "The tables of {title} have no openings with {count} man a side.",
            "The tables of {title} have no openings with {count} men a side.",
        ),
        "checkers.opening.unknown": "“{value}” is no opening of {title}; its tables are {known}.",
        "checkers.opening.lost": "The tables hold opening {value} to be lost for one side.",
        "checkers.deal.opening": "The opening: {value}",
        "checkers.begun.lot": "The match begins in opening {value}, drawn by lot from the tables.",
        "checkers.begun.lot.moves": (
            "The match begins in opening {value} ({moves}), drawn by lot from the tables."
        ),
        "checkers.begun.chosen": "The match begins in opening {value}, as agreed.",
        "checkers.begun.chosen.moves": "The match begins in opening {value} ({moves}), as agreed.",
        "pdn.character": "Line {line}, column {column}: “{word}” is not part of a game in PDN.",
        "pdn.unclosed.variation": "Line {line}, column {column}: this variation is never closed.",
        "pdn.unclosed.comment": "Line {line}, column {column}: this comment is never closed.",
        "pdn.secret": (
            "Line {line}, column {column}: {name} “{value}” is not known here: it is 64 hexadecimal digits."
        ),
        "pdn.unknown_variant": (
            "Line {line}, column {column}: {name} “{value}” is not known here: the numbers are {numbers}, "
            "the other variants {known}."
        ),
        "pdn.no_variant": (
            "Line {line}, column {column}: this game names no kind of checkers, and its moves are legal in several: "
            'choose one of {known}, or write it in a tag such as [GameType "21"] or [Variant "german"].'
        ),
        "pdn.no_kind": (
            "Line {line}, column {column}: no kind of checkers allows all these moves. {title} comes furthest: {why}"
        ),
        "pdn.unread": "Line {line}, column {column}: “{word}” is not part of a game in PDN.",
        "pdn.setup": (
            "Line {line}, column {column}: here the record sets up another position. A match cannot jump, so it is "
            "read up to here."
        ),
        "pdn.costly": (
            "Line {line}, column {column}: this text takes too long to be tried under every kind of checkers. Write "
            'the kind in a tag such as [GameType "21"], or bring fewer games at once.'
        ),
        "pdn.many": PluralTemplate(
            "limit",
            "Line {line}, column {column}: a file may have at most {limit} game; this one has more.",
            "Line {line}, column {column}: a file may have at most {limit} games; this one has more.",
        ),
        "pdn.number": PluralTemplate(
            "count",
            "Line {line}, column {column}: there is no game number {number} in this text; it has {count}.",
            "Line {line}, column {column}: there is no game number {number} in this text; it has {count}.",
        ),
        "pdn.illegal": "“{move}” is not a legal move here.",
        "pdn.ambiguous": "“{move}” fits several moves here.",
        "pdn.crowded": "Here are too many captures to find “{move}” among them.",
        "pdn.after_end": "{move} comes after the end of the match: {reason}.",
        "pdn.no_checkers": "A text in PDN holds games of checkers, not of {title}.",
        "pdn.empty": "Line {line}, column {column}: there is no game in this text.",
    },
)

PHRASES = make_messages(
    MessagePlace.PHRASE,
    {
        "title.lose": "{title}, giveaway",
        "title.frysk": "Frysk!",
        "title.crown": "{title}, breakthrough",
        "title.federation": "{title}, federation rules",
        "checkers.pieces": PluralTemplate("count", "{count} piece", "{count} pieces"),
        "checkers.rule.man_moves.forward_diagonals": "a man moves diagonally forward",
        "checkers.rule.man_moves.forward_and_sides": "a man moves straight forward or sideways",
        "checkers.rule.man_moves.forward_five": "a man moves straight forward, sideways or diagonally forward",
        "checkers.rule.man_captures.forward_diagonals": "a man captures diagonally forward",
        "checkers.rule.man_captures.diagonals": "a man captures diagonally forward or back",
        "checkers.rule.man_captures.forward_and_sides": "a man captures straight forward or sideways",
        "checkers.rule.man_captures.orthogonals": "a man captures straight forward, back or sideways",
        "checkers.rule.man_captures.forward_five": "a man captures straight forward, sideways or diagonally forward",
        "checkers.rule.man_captures.eight": "a man captures in any of the eight directions",
        "checkers.rule.king_moves.diagonals": "a king moves diagonally forward or back",
        "checkers.rule.king_moves.orthogonals": "a king moves straight forward, back or sideways",
        "checkers.rule.king_moves.eight": "a king moves in any of the eight directions",
        "checkers.rule.king_captures.diagonals": "a king captures diagonally forward or back",
        "checkers.rule.king_captures.orthogonals": "a king captures straight forward, back or sideways",
        "checkers.rule.king_captures.eight": "a king captures in any of the eight directions",
    },
)
"""Parts of the sentences above.

A game by name, a number of pieces, a rule as a clause.
"""

MESSAGES = (*SENTENCES, *PHRASES)
