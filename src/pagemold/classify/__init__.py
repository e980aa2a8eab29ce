"""Pages whose template is known → the template of other pages, or none.

Takes prepared pages (the rows of a measure, or tries) with the number of each one's template.
Gives for each new page the number of its template, how similar it is to that, and the runner-up; -1 is none.
Promises the same answer in any order of training pages; the more similar wins, then the smaller number.
Never forces a page into a template: what is not similar enough to any gets none.
"""

from pagemold.classify.answers import Answers
from pagemold.classify.grammar import Grammar, collect
from pagemold.classify.known import Known
from pagemold.classify.lookup import LookUp
from pagemold.classify.storage import load, save
from pagemold.classify.thresholds import Thresholds

__all__ = ["Answers", "Grammar", "Known", "LookUp", "Thresholds", "collect", "load", "save"]
