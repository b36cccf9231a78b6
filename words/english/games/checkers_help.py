"""How to play checkers.

The differences between the variants, as clauses of a list and as sentences, and the text around
them.
"""

from words.message import MessagePlace, PluralTemplate, make_messages

CLAUSES = make_messages(
    MessagePlace.HELP,
    {
        "checkers.clause.board.all": "play is on all squares of a board of {size}×{size}",
        "checkers.clause.board.dark": "play is on the dark squares of a board of {size}×{size}",
        "checkers.clause.board.light": "play is on the light squares of a board of {size}×{size}",
        "checkers.clause.board.turned": "play is on the dark squares of a board of {size}×{size}, turned so that the corner at each player's right is dark",
        "checkers.clause.men.first_one": PluralTemplate(
            "count",
            "each side has {count} man, on its first row",
            "each side has {count} men, on its first row",
        ),
        "checkers.clause.men.first_two": PluralTemplate(
            "count",
            "each side has {count} man, on its first two rows",
            "each side has {count} men, on its first two rows",
        ),
        "checkers.clause.men.first_three": PluralTemplate(
            "count",
            "each side has {count} man, on its first three rows",
            "each side has {count} men, on its first three rows",
        ),
        "checkers.clause.men.first_four": PluralTemplate(
            "count",
            "each side has {count} man, on its first four rows",
            "each side has {count} men, on its first four rows",
        ),
        "checkers.clause.men.first_five": PluralTemplate(
            "count",
            "each side has {count} man, on its first five rows",
            "each side has {count} men, on its first five rows",
        ),
        "checkers.clause.men.second_and_third": PluralTemplate(
            "count",
            "each side has {count} man, on its second and third rows",
            "each side has {count} men, on its second and third rows",
        ),
        "checkers.clause.first.black": "Black moves first",
        "checkers.clause.first.white": "White moves first",
        "checkers.clause.first.lot": "a lot decides who moves first",
        "checkers.clause.men_move.forward_diagonals": "men move one square diagonally forward",
        "checkers.clause.men_move.forward_and_sides": "men move one square straight forward or sideways",
        "checkers.clause.men_move.forward_five": "men move one square straight forward, sideways or diagonally forward",
        "checkers.clause.men_capture.forward_diagonals": "men capture diagonally forward",
        "checkers.clause.men_capture.diagonals": "men capture diagonally forward or back",
        "checkers.clause.men_capture.forward_and_sides": "men capture straight forward or sideways",
        "checkers.clause.men_capture.orthogonals": "men capture straight forward, back or sideways",
        "checkers.clause.men_capture.forward_five": "men capture straight forward, sideways or diagonally forward",
        "checkers.clause.men_capture.eight": "men capture in any of the eight directions",
        "checkers.clause.kings_step.diagonals": "kings move one square diagonally forward or back",
        "checkers.clause.kings_fly.diagonals": "kings move any distance diagonally forward or back",
        "checkers.clause.kings_fly.orthogonals": "kings move any distance straight forward, back or sideways",
        "checkers.clause.kings_step.eight": "kings move one square in any of the eight directions",
        "checkers.clause.kings_fly.eight": "kings move any distance in any of the eight directions",
        "checkers.clause.kings_capture.beside.diagonals": "kings capture diagonally forward or back, jumping what stands next to them",
        "checkers.clause.kings_capture.behind.diagonals": "kings capture diagonally forward or back, from any distance, landing just behind the piece",
        "checkers.clause.kings_capture.any.diagonals": "kings capture diagonally forward or back, from any distance, landing on any free square behind the piece",
        "checkers.clause.kings_capture.any.orthogonals": "kings capture straight forward, back or sideways, from any distance, landing on any free square behind the piece",
        "checkers.clause.kings_capture.beside.eight": "kings capture in any of the eight directions, jumping what stands next to them",
        "checkers.clause.kings_capture.any.eight": "kings capture in any of the eight directions, from any distance, landing on any free square behind the piece",
        "checkers.clause.victims": "men cannot capture kings",
        "checkers.clause.no_victims": "men capture kings too",
        "checkers.clause.obligation.optional": "captures are optional, but declining one costs a piece",
        "checkers.clause.obligation.mandatory": "captures are mandatory",
        "checkers.clause.choice.free": "the choice between captures is free",
        "checkers.clause.choice.pieces": "the capture that takes the most pieces must be chosen",
        "checkers.clause.choice.by_king": "a king must capture rather than a man",
        "checkers.clause.choice.pieces_kings": "the capture that takes the most pieces must be chosen; if equal, the capture with the most kings among the taken must be chosen",
        "checkers.clause.choice.pieces_by_king_kings_king_earliest": "the capture that takes the most pieces must be chosen; if equal, a king must capture rather than a man; if equal, the capture with the most kings among the taken must be chosen; if equal, the capture that meets a king first must be chosen",
        "checkers.clause.choice.value": "the capture that takes the highest value must be chosen (a king counts 1½ men)",
        "checkers.clause.choice.value_by_king": "the capture that takes the highest value must be chosen (a king counts just under two men); if equal, a king must capture rather than a man",
        "checkers.clause.promotion.stops": "a man that reaches the far rank in the middle of a capture is crowned and stops there",
        "checkers.clause.promotion.as_man": "a man that only passes the far rank in the middle of a capture stays a man and goes on",
        "checkers.clause.promotion.king_at_once": "a man that reaches the far rank in the middle of a capture is a king at once and goes on as one",
        "checkers.clause.removal.end": "captured pieces stay, and block, until the whole capture is made",
        "checkers.clause.removal.at_once": "each captured piece leaves the board at once",
        "checkers.clause.reversal": "no half turn between two captures",
        "checkers.clause.no_reversal": "a capture may turn round",
        "checkers.clause.king_limit": PluralTemplate(
            "limit",
            "the same king makes at most {limit} quiet move in a row while its side has men",
            "the same king makes at most {limit} quiet moves in a row while its side has men",
        ),
        "checkers.clause.no_king_limit": "no limit on a king's quiet moves",
        "checkers.clause.aim.capture": "whoever has no piece or no move loses",
        "checkers.clause.aim.lose": "whoever has no piece or no move wins (giveaway)",
        "checkers.clause.aim.crown": "the first king wins (breakthrough)",
        "checkers.clause.draws.one": "a draw after {count_a}",
        "checkers.clause.draws.two": "a draw after {count_a}, or {count_b}",
        "checkers.clause.draws.three": "a draw after {count_a}, or {count_b}, or {count_c}",
        "checkers.clause.draws.many": "a draw after {clauses}",
    },
)
"""Parts of a list of differences.

An example: “Differs from … in: men capture diagonally forward; captures are mandatory.”
"""

SENTENCES = make_messages(
    MessagePlace.HELP,
    {
        "checkers.sentence.board.all": "Play is on all squares of a board of {size}×{size}.",
        "checkers.sentence.board.dark": "Play is on the dark squares of a board of {size}×{size}.",
        "checkers.sentence.board.light": "Play is on the light squares of a board of {size}×{size}.",
        "checkers.sentence.board.turned": "Play is on the dark squares of a board of {size}×{size}, turned so that the corner at each player's right is dark.",
        "checkers.sentence.men.first_one": PluralTemplate(
            "count",
            "Each side has {count} man, on its first row.",
            "Each side has {count} men, on its first row.",
        ),
        "checkers.sentence.men.first_two": PluralTemplate(
            "count",
            "Each side has {count} man, on its first two rows.",
            "Each side has {count} men, on its first two rows.",
        ),
        "checkers.sentence.men.first_three": PluralTemplate(
            "count",
            "Each side has {count} man, on its first three rows.",
            "Each side has {count} men, on its first three rows.",
        ),
        "checkers.sentence.men.first_four": PluralTemplate(
            "count",
            "Each side has {count} man, on its first four rows.",
            "Each side has {count} men, on its first four rows.",
        ),
        "checkers.sentence.men.first_five": PluralTemplate(
            "count",
            "Each side has {count} man, on its first five rows.",
            "Each side has {count} men, on its first five rows.",
        ),
        "checkers.sentence.men.second_and_third": PluralTemplate(
            "count",
            "Each side has {count} man, on its second and third rows.",
            "Each side has {count} men, on its second and third rows.",
        ),
        "checkers.sentence.first.black": "Black moves first.",
        "checkers.sentence.first.white": "White moves first.",
        "checkers.sentence.first.lot": "A lot decides who moves first.",
        "checkers.sentence.men_move.forward_diagonals": "Men move one square diagonally forward.",
        "checkers.sentence.men_move.forward_and_sides": "Men move one square straight forward or sideways.",
        "checkers.sentence.men_move.forward_five": "Men move one square straight forward, sideways or diagonally forward.",
        "checkers.sentence.men_capture.forward_diagonals": "Men capture diagonally forward.",
        "checkers.sentence.men_capture.diagonals": "Men capture diagonally forward or back.",
        "checkers.sentence.men_capture.forward_and_sides": "Men capture straight forward or sideways.",
        "checkers.sentence.men_capture.orthogonals": "Men capture straight forward, back or sideways.",
        "checkers.sentence.men_capture.forward_five": "Men capture straight forward, sideways or diagonally forward.",
        "checkers.sentence.men_capture.eight": "Men capture in any of the eight directions.",
        "checkers.sentence.kings_step.diagonals": "Kings move one square diagonally forward or back.",
        "checkers.sentence.kings_fly.diagonals": "Kings move any distance diagonally forward or back.",
        "checkers.sentence.kings_fly.orthogonals": "Kings move any distance straight forward, back or sideways.",
        "checkers.sentence.kings_step.eight": "Kings move one square in any of the eight directions.",
        "checkers.sentence.kings_fly.eight": "Kings move any distance in any of the eight directions.",
        "checkers.sentence.kings_capture.beside.diagonals": "Kings capture diagonally forward or back, jumping what stands next to them.",
        "checkers.sentence.kings_capture.behind.diagonals": "Kings capture diagonally forward or back, from any distance, landing just behind the piece.",
        "checkers.sentence.kings_capture.any.diagonals": "Kings capture diagonally forward or back, from any distance, landing on any free square behind the piece.",
        "checkers.sentence.kings_capture.any.orthogonals": "Kings capture straight forward, back or sideways, from any distance, landing on any free square behind the piece.",
        "checkers.sentence.kings_capture.beside.eight": "Kings capture in any of the eight directions, jumping what stands next to them.",
        "checkers.sentence.kings_capture.any.eight": "Kings capture in any of the eight directions, from any distance, landing on any free square behind the piece.",
        "checkers.sentence.victims": "Men cannot capture kings.",
        "checkers.sentence.obligation.optional": "Captures are optional, but declining one costs a piece.",
        "checkers.sentence.obligation.mandatory": "Captures are mandatory.",
        "checkers.sentence.choice.free": "The choice between captures is free.",
        "checkers.sentence.choice.pieces": "The capture that takes the most pieces must be chosen.",
        "checkers.sentence.choice.by_king": "A king must capture rather than a man.",
        "checkers.sentence.choice.pieces_kings": "The capture that takes the most pieces must be chosen; if equal, the capture with the most kings among the taken must be chosen.",
        "checkers.sentence.choice.pieces_by_king_kings_king_earliest": "The capture that takes the most pieces must be chosen; if equal, a king must capture rather than a man; if equal, the capture with the most kings among the taken must be chosen; if equal, the capture that meets a king first must be chosen.",
        "checkers.sentence.choice.value": "The capture that takes the highest value must be chosen (a king counts 1½ men).",
        "checkers.sentence.choice.value_by_king": "The capture that takes the highest value must be chosen (a king counts just under two men); if equal, a king must capture rather than a man.",
        "checkers.sentence.promotion.stops": "A man that reaches the far rank in the middle of a capture is crowned and stops there.",
        "checkers.sentence.promotion.as_man": "A man that only passes the far rank in the middle of a capture stays a man and goes on.",
        "checkers.sentence.promotion.king_at_once": "A man that reaches the far rank in the middle of a capture is a king at once and goes on as one.",
        "checkers.sentence.removal.end": "Captured pieces stay, and block, until the whole capture is made.",
        "checkers.sentence.removal.at_once": "Each captured piece leaves the board at once.",
        "checkers.sentence.reversal": "No half turn between two captures.",
        "checkers.sentence.king_limit": PluralTemplate(
            "limit",
            "The same king makes at most {limit} quiet move in a row while its side has men.",
            "The same king makes at most {limit} quiet moves in a row while its side has men.",
        ),
    },
)
"""What the rules of a kind of checkers say, as sentences of their own."""

COUNTS = make_messages(
    MessagePlace.PHRASE,
    {
        "checkers.draw.quiet": PluralTemplate(
            "moves",
            "{moves} move by each side without a capture or a man's move",
            "{moves} moves by each side without a capture or a man's move",
        ),
        "checkers.draw.no_step_forward": PluralTemplate(
            "moves",
            "{moves} move by each side without a capture or a man's step forward",
            "{moves} moves by each side without a capture or a man's step forward",
        ),
        "checkers.draw.three_kings": PluralTemplate(
            "moves",
            "{moves} move by each side with three kings against one",
            "{moves} moves by each side with three kings against one",
        ),
        "checkers.draw.kings": PluralTemplate(
            "moves",
            "{moves} move by each side with three kings or more against a lone king",
            "{moves} moves by each side with three kings or more against a lone king",
        ),
        "checkers.draw.one_king": PluralTemplate(
            "moves",
            "{moves} move by each side with king against king",
            "{moves} moves by each side with king against king",
        ),
        "checkers.draw.main_road": PluralTemplate(
            "moves",
            "{moves} move of a lone king that stands alone on the main road against three pieces, a king among them",
            "{moves} moves of a lone king that stands alone on the main road against three pieces, a king among them",
        ),
        "checkers.draw.four_or_five": PluralTemplate(
            "moves",
            "{moves} move by each side with four or five pieces in all, kings on both sides, without a capture or a new king",
            "{moves} moves by each side with four or five pieces in all, kings on both sides, without a capture or a new king",
        ),
        "checkers.draw.six_or_seven": PluralTemplate(
            "moves",
            "{moves} move by each side with six or seven pieces in all, kings on both sides, without a capture or a new king",
            "{moves} moves by each side with six or seven pieces in all, kings on both sides, without a capture or a new king",
        ),
        "checkers.draw.two_kings": PluralTemplate(
            "moves",
            "{moves} move by each side with two kings against one",
            "{moves} moves by each side with two kings against one",
        ),
        "checkers.draw.three_pieces": PluralTemplate(
            "moves",
            "{moves} move by each side with three pieces, a king among them, against a lone king",
            "{moves} moves by each side with three pieces, a king among them, against a lone king",
        ),
        "checkers.draw.two_pieces": PluralTemplate(
            "moves",
            "{moves} move by each side with two pieces or fewer, a king among them, against a lone king",
            "{moves} moves by each side with two pieces or fewer, a king among them, against a lone king",
        ),
    },
)
"""The counts of moves that end a game.

They say why a match has ended, and are parts of the help.
"""

FRAME = make_messages(
    MessagePlace.HELP,
    {
        "checkers.help.summary": "Capture every piece of the other side, or leave it no move. A piece captures by jumping over one of the other side onto a free square behind it, and a man that reaches the far rank becomes a king. Here {clauses}.",
        "checkers.help.summary.lose": "Lose every piece, or be left without a move: in giveaway that wins. A piece captures by jumping over one of the other side onto a free square behind it, and a man that reaches the far rank becomes a king. Here {clauses}.",
        "checkers.help.summary.crown": "Be the first to have a king, or leave the other side no piece or no move. A piece captures by jumping over one of the other side onto a free square behind it, and a man that ends its move on the far rank becomes a king, which in breakthrough wins at once. Here {clauses}.",
        "checkers.help.moving": "**Moving.** {men} {kings} A man that ends its move on the far rank becomes a king.",
        "checkers.help.capturing": "**Capturing.** A piece jumps over a piece of the other side to a free square behind it, and goes on in the same turn while it can; no piece is jumped twice. {men} {kings}",
        "checkers.help.declining": "**Declining.** You may move quietly although you could capture. It costs one piece, removed after the move: the moved piece if it could have captured, else the one that could have captured most.",
        "checkers.help.opening": "**Opening.** The match begins in {value} of the tables: the same few beginnings are known by heart, and many of them are drawn.",
        "checkers.help.opening.lot": "**Opening.** The match begins in an opening drawn by lot from the tables, never one that is lost: the same few beginnings are known by heart, and many of them are drawn.",
        "checkers.help.option": "**`{name}={value}`:** {clauses}.",
        "checkers.help.outside": "Not in the rulebook, but from the federations and other sources: {clauses}.",
        "checkers.help.ending.one": "A side without a piece or without a legal move has lost. A draw is agreed on, or comes when a position stands for the third time with the same side to move, or after {count_a}.",
        "checkers.help.ending.two": "A side without a piece or without a legal move has lost. A draw is agreed on, or comes when a position stands for the third time with the same side to move, or after {count_a}, or after {count_b}.",
        "checkers.help.ending.three": "A side without a piece or without a legal move has lost. A draw is agreed on, or comes when a position stands for the third time with the same side to move, or after {count_a}, or after {count_b}, or after {count_c}.",
        "checkers.help.ending.many": "A side without a piece or without a legal move has lost. A draw is agreed on, or comes when a position stands for the third time with the same side to move, or after one of these: {clauses}.",
        "checkers.help.ending.lose": "A side without a piece or without a legal move has won. A draw is agreed on, or comes when a position stands for the third time with the same side to move, or after one of these: {clauses}.",
        "checkers.help.ending.crown": "Whoever has the first king has won; a side without a piece or without a legal move has lost. A draw is agreed on.",
        "checkers.help.ending.crown.sideways": "Whoever has the first king has won; a side without a piece or without a legal move has lost. A draw is agreed on, or comes when a position stands for the third time with the same side to move, or after {clauses}.",
        "checkers.help.notation.algebraic": "From and to: `{quiet}`, captures `{capture}`; every landing square (`{path}`) where that is not enough. Numbers 1 to {last}, row by row from Black's end, are read too.",
        "checkers.help.notation.upper_left": "From and to: `{quiet}`, captures `{capture}`; every landing square (`{path}`) where that is not enough. Squares are numbered 1 to {last} from Black's end of the board; file and rank (`{square}`) are read too.",
        "checkers.help.notation.lower_right": "From and to: `{quiet}`, captures `{capture}`; every landing square (`{path}`) where that is not enough. Squares are numbered 1 to {last} from White's right-hand corner; file and rank (`{square}`) are read too.",
        "checkers.help.rulings.sideways": "A man's step sideways can be taken back: it does not begin the count of moves again, and a position from before it can still stand for the third time.",
        "checkers.help.rulings.decline": "What a declined capture costs is settled before the rule of the most pieces: whoever could capture at all counts, and the longest capture is the longest of all.",
        "checkers.help.rulings.goes_on": "The rulebook's “as long as possible” means that a king that captures goes on while it can, not that it must take the longest way.",
        "checkers.help.rulings.side_by_side": "With four to seven pieces two counts of moves go on side by side: the one that a man's move begins again, and the one that it does not.",
        "checkers.help.rulings.main_road": "On the main road those moves of the lone king count that it makes from one square of it to another, while that material stands and the king is alone there.",
        "checkers.help.rulings.one_king": "King against king: the federation ends it at once unless a capture is forced; two moves by each side stand for that.",
        "checkers.help.rulings.equal": "Between pieces with equally long captures the one on the lowest square number is forfeited.",
        "checkers.help.credit": "Public domain; rulebook “Checkers” by Kanare Kato, 2022.",
        "checkers.help.rulings.count": PluralTemplate(
            "moves", "The count of {moves} move for a draw.", "The count of {moves} moves for a draw."
        ),
    },
)

OUTSIDE = make_messages(
    MessagePlace.PHRASE,
    {
        "checkers.outside.crowning": "crowning in the middle of a capture",
        "checkers.outside.removal": "that captured pieces leave at once and no half turn is allowed",
        "checkers.outside.landing": "that a king may land on any free square",
        "checkers.outside.men": "the number of men",
        "checkers.outside.no_move": "that a player without a legal move loses",
        "checkers.outside.draws": "every draw that is not agreed on",
    },
)
"""What the rulebook does not say, parts of a list."""

FIGURES = make_messages(
    MessagePlace.HELP,
    {
        "checkers.help.figures.moving": "Where White's pieces could go: the man on {square} (dots), and the king on {king} (circles).",
        "checkers.help.figures.far_rank": "The man jumps to the far rank, is crowned and stops, although another piece could be jumped.",
        "checkers.help.figures.most": "White could take one piece or two: two must be taken.",
        "checkers.help.figures.passes": "The man only passes the far rank: it goes on and stays a man.",
        "checkers.help.figures.behind": "The king captures from afar, and lands just behind the piece.",
        "checkers.help.figures.as_man": "The man is crowned where it stops; a king could have gone on, but it captures as a man.",
        "checkers.help.figures.king_at_once": "The man is a king as soon as it reaches the far rank, and goes on as one.",
        "checkers.help.figures.takes_king": "Each capture takes one piece: the one that takes the king must be chosen.",
        "checkers.help.figures.not_a_king": "A man may not capture a king: it can only step aside.",
        "checkers.help.figures.king_must": "Man and king could both capture: the king must.",
        "checkers.help.figures.stays_man": "The man is crowned where it stops; it does not go on as a king.",
        "checkers.help.figures.no_turn": "The king takes one piece: it may not turn straight round for the other.",
        "checkers.help.figures.sideways": "Men capture sideways, straight ahead and diagonally forward.",
        "checkers.help.figures.forfeit": "White moves another man instead of capturing: the man that could have captured is forfeited.",
        "checkers.help.figures.straight": "Pieces also capture straight, over a piece on the next square of their colour.",
        "checkers.help.figures.value": "By the federation's rules two kings are worth more than three men: they must be taken.",
        "checkers.help.figures.turns": "The king flies, takes one piece, turns and takes another.",
    },
)

MESSAGES = (*CLAUSES, *SENTENCES, *COUNTS, *FRAME, *OUTSIDE, *FIGURES)
