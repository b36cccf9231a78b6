"""A position with thousands of moves."""

THOUSANDS = "W:WKa6,Ka2,Kh2,Kc1:Bd8,f8,b7,h7,d6,c5,f5,c4,e4,d3,g3,c2,e2,Ke1"
"""Gothic with flying kings: 20,392 moves, most between the same few squares."""
