"""`TemplateClassifier`: learn templates from pages that have a label, and tell them on other pages, or none.

Joins the rooms for classification as `flow` does for grouping, with the habits of scikit-learn.
"""

import os
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Self, TypeAlias, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pagemold._native import GrammarPages, GrammarTemplates
from pagemold.arrow import PAGE_SCHEMA, TRIE, classified, has_structure
from pagemold.classify import Answers, Grammar, Known, LookUp, Thresholds, collect, load, save
from pagemold.data import Page
from pagemold.errors import CollectionError, SourceError, UsageError, counted
from pagemold.features import features
from pagemold.flow import Watch
from pagemold.measures import MEASURES, Rows, measure_named
from pagemold.measures.measure import NativeMeasure
from pagemold.sources import Pages

Label: TypeAlias = str | int
AnyPages: TypeAlias = Pages | Iterable[Page | str | bytes]

# Pages that are answered together: enough to pay for looking at the known ones, few enough to hold.
_PAGES_AT_ONCE = 4_096
_SHOWN = ("url", "path", "flags", "source", "offset")
_LOOK_UPS = ("fingerprint", "md5", "mdh5")

# The only one that tells the templates inside one site, and pages that have none of them.
DEFAULT_METHOD = "grammar"


class TemplateClassifier:
    """Which of k known templates a page came from, or none.

    `method` is `grammar` (the template that describes the page in fewest bits), `fingerprint` (a look-up, whatever the
    number of training pages; Hachenberg & Gottron 2013), one of that paper's baselines `rtdm`, `lcts`, `tv`, `cp`,
    `cps`, `ctss`, or the controls `md5` and `mdh5`. `jobs=0` uses all cores.

    >>> known = ["<ul><li>a</ul>", "<ul><li>a<li>b</ul>", "<h1>t</h1><p>x"]
    >>> classifier = TemplateClassifier("cp").fit(known, ["list", "list", "article"])
    >>> classifier.predict(["<ul><li>x<li>y<li>z</ul>", "<table><td>1</table>"])
    ['list', None]
    """

    def __init__(self, method: str = DEFAULT_METHOD, *, jobs: int = 0) -> None:
        self.method = method
        self.jobs = jobs
        self._model: Grammar | LookUp | Thresholds

    def __repr__(self) -> str:
        return f"TemplateClassifier(method={self.method!r})"

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The settings by name."""
        return {"method": self.method, "jobs": self.jobs}

    def set_params(self, **settings: Any) -> Self:
        """Changes settings; a change of the method wants another `fit`."""
        for name, value in settings.items():
            if name not in self.get_params():
                raise UsageError("wrong_argument", f"{name}: no such setting; there are method and jobs")
            setattr(self, name, value)
        return self

    def fit(
        self,
        pages: AnyPages,
        labels: Sequence[Label | None] | Mapping[str, Label],
        *,
        watch: Watch | None = None,
    ) -> Self:
        """Learns templates. Labels come one a page, `None` for a page to pass over, or by URL or path.

        Sets `classes_` (sorted), `trained_` (pages learnt from), `unlabelled_`, `without_structure_` (pages passed
        over) and, for labels by name, `unused_` (names that no page has).
        """
        shown: list[pa.RecordBatch] = []
        batches = _keep(self._batches(pages, watch), shown)
        known = collect(batches) if self.method == "grammar" else measure_named(self.method).prepare(batches)
        given, self.unused_ = _labels(labels, shown, len(known))
        usable = _usable(shown)
        self.unlabelled_ = sum(label is None for label in given)
        self.without_structure_ = sum(
            label is not None and not has for label, has in zip(given, usable.tolist(), strict=True)
        )
        places = [at for at, label in enumerate(given) if label is not None and usable[at]]
        if not places:
            raise _nothing_to_learn(shown, self.unused_)
        chosen = [cast(Label, given[at]) for at in places]
        self.trained_ = len(places)
        self.classes_ = sorted(set(chosen), key=lambda label: (isinstance(label, str), label))
        numbers = {label: number for number, label in enumerate(self.classes_)}
        templates = np.full(len(given), -1, np.int64)
        templates[places] = [numbers[label] for label in chosen]
        if isinstance(known, GrammarPages):
            self._model = Grammar.learn(known, templates, list(map(str, self.classes_)), jobs=self.jobs)
        else:
            self._model = self._learn(Known.of(known.take(places), templates[places]))
        return self

    def _learn(self, known: Known) -> LookUp | Thresholds:
        if self.method in _LOOK_UPS:
            return LookUp(known, one_edit=self.method == "fingerprint")
        return Thresholds.learn(self._measure(), known, len(self.classes_), jobs=self.jobs)

    def _measure(self) -> NativeMeasure:
        measure = measure_named(self.method)
        if not isinstance(measure, NativeMeasure):
            known = [name for name, one in MEASURES.items() if isinstance(one, NativeMeasure) or name in _LOOK_UPS]
            there = ", ".join(["grammar", *known])
            raise UsageError("unknown_method", f"{self.method}: cannot classify; there are {there}")
        return measure

    def predict(self, pages: AnyPages) -> list[Label | None]:
        """The label of each page; `None` where it is of no known template."""
        return [self._label(number) for _, answers in self._answers(pages) for number in answers.templates.tolist()]

    def score(self, pages: AnyPages, labels: Sequence[Label | None]) -> float:
        """The share of pages whose label is found; `None` is the right answer for a page of no known template."""
        found = self.predict(pages)
        if len(found) != len(labels):
            raise UsageError("wrong_argument", f"{len(labels)} labels for {len(found)} pages")
        return sum(one == other for one, other in zip(found, labels, strict=True)) / len(found) if found else 0.0

    def classify(self, pages: AnyPages, *, watch: Watch | None = None) -> pa.Table:
        """A row a page: url, path, group (the label, or null), group_name (null: a label is a name), score, runner_up,
        margin, bits (null but for grammar), flags, source, offset: as `pagemold classify` has them of a collection.

        The score is the similarity to the nearest training page of the template, by the measure of the method. The
        runner-up is the best other template that would have done, the margin how far it is behind; null where there is
        none.

        With `grammar` the score is the share of what the template could tell about the page that is true; bits are
        those of the page under its template, or under none; the runner-up is the next best template, or the nearest one
        where the page has none, and the margin how many bits more it takes: below 0 where the nearest takes fewer than
        none and is refused all the same.
        """
        answered = self._answers(pages, runner_up=True, watch=watch)
        tables = [self._table(shown, answers) for shown, answers in answered]
        return pa.concat_tables(tables) if tables else self._table([], _no_answers())

    def reached(self, pages: AnyPages) -> list[list[Label]]:
        """All templates that each page is similar enough to: a yes or no for every template, as the paper counts."""
        found: list[list[Label]] = []
        for _, answers in self._answers(pages, every=True):
            labels = [self.classes_[number] for number in answers.reached.tolist()]
            ends = answers.offsets.tolist()
            found += [labels[start:end] for start, end in pairwise(ends)]
        return found

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes what was learnt, without pickle; the format is described in `pagemold.classify.storage`."""
        model = self._fitted()
        if isinstance(model, Grammar):
            data = np.frombuffer(model.templates.to_bytes(), np.uint8)
            save(path, self.method, self.classes_, {"model": data, "trained": np.array([self.trained_])})
            return
        known, thresholds = model.known, model.thresholds
        arrays = dict(zip(("offsets", "values", "counts"), known.rows.buffers, strict=True))
        arrays |= {"templates": known.templates, "weights": known.weights, "thresholds": thresholds}
        save(path, self.method, self.classes_, arrays)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, jobs: int = 0) -> Self:
        """What `save` wrote, ready to classify."""
        method, classes, arrays = load(path)
        classifier = cls(method, jobs=jobs)
        if method == "grammar":
            classifier.classes_, classifier.trained_ = classes, int(arrays["trained"].sum())
            classifier._model = Grammar(_templates(path, arrays["model"].tobytes(), len(classes)))
            return classifier
        measure_named(method)
        rows = Rows(arrays["offsets"], arrays["values"], arrays["counts"])
        known = Known(rows, arrays["templates"], arrays["weights"])
        classifier.classes_ = classes
        classifier.trained_ = int(known.weights.sum())
        if method in _LOOK_UPS:
            classifier._model = LookUp(known, one_edit=method == "fingerprint")
        else:
            classifier._model = Thresholds(classifier._measure(), known, arrays["thresholds"])
        return classifier

    def _fitted(self) -> Grammar | LookUp | Thresholds:
        if not hasattr(self, "_model"):
            raise UsageError("not_fitted", "the classifier has learnt nothing yet: call fit first")
        return self._model

    def _label(self, number: int) -> Label | None:
        return self.classes_[number] if number >= 0 else None

    def _batches(self, pages: AnyPages, watch: Watch | None = None) -> Iterator[pa.RecordBatch]:
        names = TRIE if self.method == "grammar" else measure_named(self.method).features
        if not isinstance(pages, Pages):
            yield from features(pages, names, jobs=self.jobs)
            return
        with pages.batches(names, jobs=self.jobs) as reading:
            yield from watch(reading) if watch else reading

    def _answers(
        self, pages: AnyPages, *, runner_up: bool = False, every: bool = False, watch: Watch | None = None
    ) -> Iterator[tuple[list[pa.RecordBatch], Answers]]:
        """The answers for some thousand pages at a time, with what is shown of those pages."""
        model = self._fitted()
        for portion in _portions(self._batches(pages, watch)):
            shown: list[pa.RecordBatch] = []
            batches = list(_keep(portion, shown))
            if isinstance(model, Grammar):
                answers = model.answer(batches, jobs=self.jobs)
            else:
                rows = measure_named(self.method).prepare(batches)
                answers = model.answer(rows, runner_up=runner_up, every=every, jobs=self.jobs)
            yield shown, _only(_usable(shown), answers)

    def _table(self, shown: list[pa.RecordBatch], answers: Answers) -> pa.Table:
        kind = pa.large_utf8() if all(isinstance(label, str) for label in self.classes_) else pa.int64()
        pages = pa.Table.from_batches(shown, pa.schema([PAGE_SCHEMA.field(name) for name in _SHOWN]))
        known, followed = answers.templates >= 0, answers.runners_up >= 0
        margins = answers.similarities - answers.runner_up_similarities
        bits = pa.nulls(pages.num_rows, pa.float64()) if answers.bits is None else pa.array(answers.bits)
        return classified(
            pages,
            {
                "group": pa.array([self._label(number) for number in answers.templates.tolist()], kind),
                "group_name": pa.nulls(pages.num_rows, pa.large_utf8()),
                "score": pa.array(answers.similarities, mask=~known),
                "runner_up": pa.array([self._label(number) for number in answers.runners_up.tolist()], kind),
                "margin": pa.array(margins if answers.margins is None else answers.margins, mask=~followed),
                "bits": bits,
            },
        )


def _templates(path: str | os.PathLike[str], data: bytes, count: int) -> GrammarTemplates:
    """The model out of a file, or what is wrong with it."""
    try:
        templates = GrammarTemplates.from_bytes(data, os.fspath(path))
    except CollectionError as error:
        raise SourceError("bad_model", f"{path}: not a classifier: {error}") from error
    if len(templates) != count:
        raise SourceError("bad_model", f"{path}: not a classifier: {len(templates)} templates for {count} labels")
    return templates


def _portions(batches: Iterable[pa.RecordBatch]) -> Iterator[list[pa.RecordBatch]]:
    portion: list[pa.RecordBatch] = []
    for batch in batches:
        portion.append(batch)
        if sum(part.num_rows for part in portion) >= _PAGES_AT_ONCE:
            yield portion
            portion = []
    if portion:
        yield portion


def _keep(batches: Iterable[pa.RecordBatch], shown: list[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Passes batches on and keeps what an answer shows of them; their features are large."""
    for batch in batches:
        shown.append(batch.select(_SHOWN))
        yield batch


def _usable(shown: list[pa.RecordBatch]) -> NDArray[np.bool_]:
    """Which pages have structure to go by."""
    found = [np.asarray(has_structure(batch["flags"]), np.bool_) for batch in shown]
    return np.concatenate(found) if found else np.zeros(0, np.bool_)


def _only(usable: NDArray[np.bool_], answers: Answers) -> Answers:
    """No template for pages without structure."""
    lengths = np.where(usable, np.diff(answers.offsets), 0)
    return Answers(
        np.where(usable, answers.templates, -1),
        np.where(usable, answers.similarities, 0.0),
        np.where(usable, answers.runners_up, -1),
        np.where(usable, answers.runner_up_similarities, 0.0),
        np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)]),
        answers.reached[np.repeat(usable, np.diff(answers.offsets))],
        answers.bits,
        answers.margins,
    )


def _no_answers() -> Answers:
    numbers, degrees = np.empty(0, np.int64), np.empty(0)
    return Answers(numbers, degrees, numbers, degrees, np.zeros(1, np.int64), np.empty(0, np.uint32))


def _labels(
    labels: Sequence[Label | None] | Mapping[str, Label], shown: list[pa.RecordBatch], pages: int
) -> tuple[list[Label | None], list[str]]:
    """The label of each page, and the names of labels that no page has."""
    if not isinstance(labels, Mapping):
        given = [_plain(label) for label in labels]
        if len(given) != pages:
            raise UsageError("wrong_argument", f"{len(given)} labels for {pages} pages")
        return given, []
    used: set[str] = set()
    found: list[Label | None] = []
    for batch in shown:
        for names in zip(batch["url"].to_pylist(), batch["path"].to_pylist(), strict=True):
            name = next((name for name in names if name in labels), None)
            found.append(None if name is None else _plain(labels[name]))
            used |= {name} if name is not None else set()
    return found, [name for name in labels if name not in used]


def _nothing_to_learn(shown: list[pa.RecordBatch], unused: list[str]) -> UsageError:
    """The error for labels and pages that do not come together, with an example of either."""
    pages = sum(batch.num_rows for batch in shown)
    said = "no page to learn from has both a label and structure"
    if unused:
        what = f"{counted(len(unused), 'label')} that {'match' if len(unused) > 1 else 'matches'} no page"
        said += f": {what}, such as {unused[0]}"
        first = next((batch for batch in shown if batch.num_rows), None)
        name = first and (first["url"][0].as_py() or first["path"][0].as_py())
        said += f"; {counted(pages, 'page')}" + (f", such as {name}" if name else "")
    return UsageError("no_training_pages", said)


def _plain(label: Hashable) -> Label | None:
    """A label as Python's own text or number; NumPy's are as good."""
    if isinstance(label, np.generic):
        label = label.item()
    if label is not None and not isinstance(label, str | int):
        raise UsageError("wrong_argument", f"{label!r}: a label is a text or a whole number")
    return label
