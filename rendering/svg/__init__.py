"""Views as SVG, for the lab, whose pages run without Pillow.

The entry point is `picture.draw`. Colours are classes named after those of a theme's palettes; the style
sheet of `workshop.lab.build` defines them. Elements that can be tapped have their square in the
attribute `data-square`.
"""
