"""Alt texts, text boards, and the words painted into pictures."""

from words.message import MessagePlace, PluralTemplate, make_messages

ALT_TEXTS = make_messages(
    MessagePlace.ALT,
    {
        "alt.over": "The game is over.",
        "alt.won": "{side} wins: {reason}.",
        "alt.draw": "A draw: {reason}.",
        "alt.to_move": "{side} to move.",
        "alt.white": "White: {squares}.",
        "alt.white.men": "White: men {squares}.",
        "alt.white.kings": "White: kings {crowned}.",
        "alt.white.men_and_kings": "White: men {squares}, kings {crowned}.",
        "alt.white.none": "White: none.",
        "alt.black": "Black: {squares}.",
        "alt.black.men": "Black: men {squares}.",
        "alt.black.kings": "Black: kings {crowned}.",
        "alt.black.men_and_kings": "Black: men {squares}, kings {crowned}.",
        "alt.black.none": "Black: none.",
        "alt.digit": "{digit}: {squares}.",
        "alt.digit.none": "{digit}: none.",
        "alt.full": "Full: {lines}.",
        "alt.sums": "Sums so far: {lines}.",
        "alt.full.row": "row {row} = {total}",
        "alt.full.column": "column {column} = {total}",
        "alt.hands": "Hands: {side} {hand} · {other} {other_hand}.",
        "alt.points": "Points: {side} {points} · {other} {other_points}.",
        "alt.largest": "Largest groups: {side} {points} · {other} {other_points}.",
        "alt.home": "Pieces home: {side} {points} · {other} {other_points}.",
        "alt.hands_and_points": (
            "Hands: {side} {hand} · {other} {other_hand} — Points: {side} {points} · {other} {other_points}."
        ),
        "alt.hands_and_largest": (
            "Hands: {side} {hand} · {other} {other_hand} — Largest groups: {side} {points} · {other} {other_points}."
        ),
        "alt.groups": "{side}'s groups: {sizes}.",
        "alt.groups.squares": "{side}'s groups: {groups}.",
        "alt.territories": "{side}'s territories: {sizes}.",
        "alt.territories.squares": "{side}'s territories: {groups}.",
        "alt.group": "{count} ({squares})",
        "alt.frame": "Framed, with a rule of their own: {squares}.",
        "alt.scoring": "Counting for {side}: {squares}.",
        "alt.path": "Its way: {squares}.",
        "alt.removed": "Captured: {squares}.",
        "alt.shifted": "Moved along, now on: {squares}.",
        "alt.chosen": "Chosen: {squares}.",
        "alt.choices": "You can choose: {squares}.",
        "alt.cell": "{letter} (line {line}, column {column})",
        "alt.distances": "Distances: {distances}.",
        "alt.last_move": "Last move: {move}.",
        "alt.lot": "Who begins is drawn when the match starts.",
        "alt.end.match": "{title}: {name} against {opponent}.",
        "alt.end.player": "{name} ({side})",
        "alt.end.turned": "{move} turned it.",
        "alt.end.none": "No result: {reason}.",
        "alt.end.moves": PluralTemplate(
            "count", one="{count} move was made.", other="{count} moves were made."
        ),
        "alt.ahead.points": "{side} was ahead in points after {move}, and stayed ahead.",
        "alt.ahead.largest": "{side} had the larger group after {move}, and kept it so.",
        "alt.ahead.pieces": "{side} was ahead in pieces after {move}, and stayed ahead.",
        "alt.ahead.steps": "{side} was further on its way after {move}, and stayed ahead.",
        "alt.replay": "An animation of moves {from_number} to {to_number} of {count}. At its end:",
        "alt.replay.one": "An animation of move {to_number} of {count}. At its end:",
        # One Zero One
        "alt.program.points": "0: {zeros} points · 1: {ones} points.",
        "alt.change": "Before: {before}. After: {item}.",
        "alt.change.line": "line {line}: {cards}",
        "alt.change.empty": "empty",
        "alt.line.open": "Line {line} (open, {zeros}:{ones}): {cards}.",
        "alt.line.open.empty": "Line {line} (open, {zeros}:{ones}): empty.",
        "alt.line.closed": "Line {line} (closed, {zeros}:{ones}): {cards}.",
        "alt.line.closed.empty": "Line {line} (closed, {zeros}:{ones}): empty.",
        "alt.line.controlled": "Line {line} ({digit} controls, {zeros}:{ones}): {cards}.",
        "alt.card.left": "{card} left",
        "alt.card.right": "{card} right",
        "alt.card.up": "{card} up",
        "alt.card.down": "{card} down",
        "alt.card.saved": "{card} saved",
        "alt.card.waiting": "{card} waiting",
        "alt.card.not_counted": "{card} not counted",
        "alt.card.gap": "gap",
        "alt.deck": PluralTemplate(
            "count",
            one="{digit}'s deck: {count} card, top {card}.",
            other="{digit}'s deck: {count} cards, top {card}.",
        ),
        "alt.deck.unseen": PluralTemplate(
            "count", one="{digit}'s deck: {count} card.", other="{digit}'s deck: {count} cards."
        ),
        "alt.deck.empty": "{digit}'s deck: no cards.",
        "alt.hand": "{digit}'s hand: {cards}.",
        "alt.hand.empty": "{digit}'s hand: no cards.",
        "alt.hand.hidden": PluralTemplate(
            "count", one="{digit}'s hand: {count} card.", other="{digit}'s hand: {count} cards."
        ),
        "alt.cut_pile": "Cut pile: {cards}.",
        "alt.last_move.effects": "Last move: {move}. {effects}",
        "alt.own_hand": "Your hand: {cards}.",
        "alt.own_hand.chosen": "Your hand: {cards}. Raised: {item}.",
    },
)

TEXT_BOARDS = make_messages(
    MessagePlace.SENTENCE,
    {
        "board.pieces": "Pieces: {side} {count} · {other} {other_count}",
        "board.hands": "Hands: {side} {hand} · {other} {other_hand}",
        "board.hands.open": "Hands: {side} ({hand}) · {other} ({other_hand})",
        "board.points": "Points: {side} {points} · {other} {other_points}",
        "board.largest": "Largest groups: {side} {points} · {other} {other_points}",
        "board.twice": "{points} points to {other_points}: the largest territory counts twice",
        "board.home": "Pieces home: {side} {points} · {other} {other_points}",
        "board.hands_and_points": (
            "Hands: {side} {hand} · {other} {other_hand} — Points: {side} {points} · {other} {other_points}"
        ),
        "board.hands_and_largest": (
            "Hands: {side} {hand} · {other} {other_hand} — Largest groups: {side} {points} · {other} {other_points}"
        ),
        # One Zero One
        "board.program.points": "0: {zeros} points · 1: {ones} points",
        "board.line.closed": "shut",
        "board.deck": PluralTemplate(
            "count",
            one="deck {digit}: {count} card, top {card}",
            other="deck {digit}: {count} cards, top {card}",
        ),
        "board.deck.unseen": PluralTemplate(
            "count", one="deck {digit}: {count} card", other="deck {digit}: {count} cards"
        ),
        "board.deck.empty": "deck {digit}: no cards",
        "board.cut_pile": "cut pile: {cards}",
        "board.distances": "The number on a stone says how many squares it moves.",
        "board.territories": "The largest territory of each side counts twice.",
        "board.legend.men": "b: black man · w: white man",
        "board.legend.kings": "b, w: men · B, W: kings",
        "board.legend": "* saved  ? save waiting  ~ not counted (REM)",
        "board.hand.sideways": "{card} (left or right)",
        "board.hand.upright": "{card} (up or down)",
        "board.hand.empty": "no cards",
    },
)

PICTURES = make_messages(
    MessagePlace.PICTURE,
    {
        "picture.to_move": "{side} to move",
        "picture.to_move.in_hand": "To move · {count} in hand",
        "picture.in_hand": "{side} · {count} in hand",
        "picture.unit.pieces": "pieces",
        "picture.unit.points": "points",
        "picture.unit.largest_group": "group",
        "picture.unit.home": "home",
        "picture.wins": "{side} wins",
        "picture.wins.points": "{side} wins {points}–{other_points}",
        "picture.draw": "{side} · draw",
        "picture.end.draw": "Draw",
        "picture.turned.by": "{move} turned it",
        "picture.end.none": "No result",
        "picture.end.moves": PluralTemplate("count", one="{count} move", other="{count} moves"),
        "picture.end.last_moves": "Last moves",
        "picture.ahead": "ahead from {move} on",
        "picture.ahead.words": "ahead since {move}",
        "picture.bot": "Twotone",
        "picture.lead.points": "Lead in points",
        "picture.lead.largest": "Lead in largest group",
        "picture.lead.pieces": "Lead in pieces",
        "picture.lead.steps": "Lead in ranks advanced",
        # One Zero One
        "picture.program.wins": "wins",
        "picture.program.wins.you": "you win",
        "picture.program.draw": "draw",
        "picture.program.points": PluralTemplate("count", one="{count} point", other="{count} points"),
        "picture.preview": "preview",
        "picture.to_play": "to play",
        "picture.to_play.you": "your move",
        "picture.waits": "waits",
        "picture.waits.you": "you wait",
        "picture.cut_pile": "cut",
        "picture.no_cards": "no cards left",
    },
)

MESSAGES = (*ALT_TEXTS, *TEXT_BOARDS, *PICTURES)
