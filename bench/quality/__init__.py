"""How well each method finds the templates of the public pages, and how firmly.

Takes samples of the corpus (10, 25, 50 or 200 pages a label, or sizes from 5 to 200), pages with their classes stripped
or renamed, and pages of no template mixed in. Gives B-cubed F1 and adjusted Rand of every method side by side, of the
two halves of the packages, of each package, and what was confused with what.
"""
