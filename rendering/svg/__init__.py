"""Views as SVG, for the live board and the lab, which runs without Pillow.

The entry point is `picture.draw`. Colours are classes named after those of a theme's palettes; the style
sheet of `colours` defines them.
"""
