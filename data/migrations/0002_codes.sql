-- The store keeps codes, never sentences. The first version kept the English of why a match ended and of the side that
-- a challenger asked for; these patterns are its sentences, and never change. What is none of them stays as it is.
-- Whatever else the sentence needs follows from the match's record.

ALTER TABLE preference ADD COLUMN language TEXT;

UPDATE match SET reason = CASE
    WHEN reason LIKE 'ended by a moderator' THEN 'ended.moderator'
    WHEN reason LIKE 'by agreement' THEN 'agreement'
    WHEN reason LIKE '% resigned' THEN 'resignation'
    WHEN reason LIKE 'row % and column % are both full and both even' THEN 'binar.both.even'
    WHEN reason LIKE 'row % and column % are both full and both odd' THEN 'binar.both.odd'
    WHEN reason LIKE 'every line completed (row % and column %) is even' THEN 'binar.mover.both.even'
    WHEN reason LIKE 'every line completed (row % and column %) is odd' THEN 'binar.mover.both.odd'
    WHEN reason LIKE 'every line completed (row %) is even' THEN 'binar.mover.row.even'
    WHEN reason LIKE 'every line completed (row %) is odd' THEN 'binar.mover.row.odd'
    WHEN reason LIKE 'every line completed (column %) is even' THEN 'binar.mover.column.even'
    WHEN reason LIKE 'every line completed (column %) is odd' THEN 'binar.mover.column.odd'
    WHEN reason LIKE 'a line completed has the other player''s parity: row % even and column % even' THEN 'binar.opponent.row_even_column_even'
    WHEN reason LIKE 'a line completed has the other player''s parity: row % even and column % odd' THEN 'binar.opponent.row_even_column_odd'
    WHEN reason LIKE 'a line completed has the other player''s parity: row % odd and column % even' THEN 'binar.opponent.row_odd_column_even'
    WHEN reason LIKE 'a line completed has the other player''s parity: row % odd and column % odd' THEN 'binar.opponent.row_odd_column_odd'
    WHEN reason LIKE 'a line completed has the other player''s parity: row % even' THEN 'binar.opponent.row_even'
    WHEN reason LIKE 'a line completed has the other player''s parity: row % odd' THEN 'binar.opponent.row_odd'
    WHEN reason LIKE 'a line completed has the other player''s parity: column % even' THEN 'binar.opponent.column_even'
    WHEN reason LIKE 'a line completed has the other player''s parity: column % odd' THEN 'binar.opponent.column_odd'
    WHEN reason LIKE 'the board is full and nobody has won' THEN 'binar.full'
    WHEN reason LIKE '% points against %' THEN 'binary.more'
    WHEN reason LIKE 'both score %, and territory number %' THEN 'binary.tie'
    WHEN reason LIKE 'both score %, and all territories are equal in size' THEN 'binary.equal'
    WHEN reason LIKE 'the largest group has %' THEN 'zong_heng.larger'
    WHEN reason LIKE 'the largest groups are equal, and so on down to number %' THEN 'zong_heng.later'
    WHEN reason LIKE 'all groups are equal in size, one by one' THEN 'zong_heng.equal'
    WHEN reason LIKE 'no stone can move, and % stones stand on squares of their own colour' THEN 'yin_yang.more_own'
    WHEN reason LIKE 'no stone can move, and % stones stand on squares of the other colour' THEN 'yin_yang.more_other'
    WHEN reason LIKE 'no stone can move, % and a tie goes to the second player' THEN 'yin_yang.tie'
    WHEN reason LIKE 'every piece stands on the last three ranks' THEN 'incorrect_checkers.home'
    WHEN reason LIKE '% moves have been made, both sides counted' THEN 'incorrect_checkers.limit'
    WHEN reason LIKE 'line 50 is full and the program runs: nobody controls a line' THEN 'one_zero_one.run.draw'
    WHEN reason LIKE 'line 50 is full and the program runs: % decides' THEN 'one_zero_one.run.tie'
    WHEN reason LIKE 'line 50 is full and the program runs, % points to %' THEN 'one_zero_one.run.points'
    WHEN reason LIKE '% cannot draw back to three cards: nobody controls a line' THEN 'one_zero_one.load.draw'
    WHEN reason LIKE '% cannot draw back to three cards: % decides' THEN 'one_zero_one.load.tie'
    WHEN reason LIKE '% cannot draw back to three cards, % points to %' THEN 'one_zero_one.load.points'
    WHEN reason LIKE '% has no piece left' THEN 'checkers.no_piece'
    WHEN reason LIKE '% has no legal move' THEN 'checkers.no_move'
    WHEN reason LIKE 'the same position stood % times with the same side to move' THEN 'checkers.repetition'
    WHEN reason LIKE '% moves by each side without a capture or a man''s move' THEN 'checkers.draw.quiet'
    WHEN reason LIKE '% moves by each side with two kings against one' THEN 'checkers.draw.two_kings'
    WHEN reason LIKE '% moves by each side with three kings against one' THEN 'checkers.draw.three_kings'
    WHEN reason LIKE '% moves by each side with two pieces%, a king among them, against a lone king' THEN 'checkers.draw.two_pieces'
    WHEN reason LIKE '% moves by each side with three pieces%, a king among them, against a lone king' THEN 'checkers.draw.three_pieces'
    ELSE reason
END
WHERE reason IS NOT NULL;

UPDATE challenge SET side = 'side.' || lower(side)
WHERE side IN ('Black', 'White', 'Even', 'Odd', 'First', 'Second');
