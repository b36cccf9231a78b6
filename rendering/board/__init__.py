"""Square boards: the painter, its squares, marks and strips, and text.

`painter` draws a `BoardView` of any game; what differs between games is a fact of the view.
"""
