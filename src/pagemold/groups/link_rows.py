"""The links method on rows of pages: which link led to each, its group, and the groups as a person sees them."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from pagemold.arrow import has_structure
from pagemold.clustering import Group, Grouped
from pagemold.errors import counted
from pagemold.groups.identity import addresses, content_id
from pagemold.groups.links import LinkGroups, LinkSettings, Look, Numbers, link_groups

_TEXT = pa.large_utf8()


class PathCensus:
    """The leaf paths of pages, each distinct set kept once: pages of one template often have the same."""

    def __init__(self) -> None:
        self._known: dict[bytes, int] = {}
        self._numbers: list[int] = []

    def count(self, leaf_paths: pa.Array) -> None:
        """Takes a column of leaf paths."""
        values, offsets = leaf_paths.flatten().to_numpy(), leaf_paths.offsets.to_numpy()
        offsets = offsets - offsets[0]
        for start, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
            self._numbers.append(self._known.setdefault(values[start:end].tobytes(), len(self._known)))

    def look(self, rows: Sequence[int]) -> list[Numbers]:
        """The sets of these rows."""
        sets = list(self._known)
        return [np.frombuffer(sets[self._numbers[row]], np.uint64).astype(np.int64) for row in rows]


def group_link_rows(
    rows: pa.Table,
    names: list[str | None],
    discovered: Mapping[str, tuple[str, str]],
    look: Look,
    settings: LinkSettings,
) -> Grouped:
    """Rows with their group and the XPath of the link that led to them.

    `names` is what pages are called in `discovered`, which knows the site and the XPath. A page without structure
    belongs to no group.
    """
    usable = _usable(rows)
    places = [discovered.get(name or "") if fit else None for name, fit in zip(names, usable, strict=True)]
    sites = [place[0] if place else "" for place in places]
    xpaths = [place[1] if place else None for place in places]
    found = link_groups(sites, [name or "" for name in names], xpaths, look, settings)
    labels = np.where(usable, found.labels, -1)
    groups, ids = _groups(rows, found, labels)
    spelled = pa.DictionaryArray.from_arrays(pa.array(labels, pa.int32(), mask=labels < 0), pa.array(ids, _TEXT))
    rows = rows.append_column("group", spelled)
    rows = rows.append_column("xpath", pa.array(xpaths, _TEXT).dictionary_encode())
    left_out = int(usable.sum() - (labels >= 0).sum())
    return Grouped(rows, groups, left_out, _notes(found))


def _usable(rows: pa.Table) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    return np.asarray(has_structure(rows["flags"]))


def _groups(rows: pa.Table, found: LinkGroups, labels: Numbers) -> tuple[tuple[Group, ...], list[str]]:
    """The groups, largest first, and the id of each by its number."""
    sizes = np.bincount(labels[labels >= 0], minlength=len(found.places)).tolist()
    ids = _ids(rows, found, labels)
    first = {number: row for row, number in reversed(list(enumerate(labels.tolist())))}
    numbers = [number for number, size in enumerate(sizes) if size]
    examples = addresses(rows, [first[number] for number in numbers])
    groups = [
        Group(ids[number], sizes[number], sizes[number] / rows.num_rows, example, None, found.places[number][0])
        for number, example in zip(numbers, examples, strict=True)
    ]
    return tuple(sorted(groups, key=lambda group: (-group.size, group.id))), ids


def _ids(rows: pa.Table, found: LinkGroups, labels: Numbers) -> list[str]:
    """An id for each group from the place that leads to it; folded places may lead to several, then from a page too."""
    ids = [content_id("l", places[0].encode()) for places in found.places]
    times = Counter(ids)
    shared = {number for number, id in enumerate(ids) if times[id] > 1}
    if shared:
        least: dict[int, str] = {}
        of_shared = [(row, number) for row, number in enumerate(labels.tolist()) if number in shared]
        for name, (_, number) in zip(addresses(rows, [row for row, _ in of_shared]), of_shared, strict=True):
            least[number] = min(name or "", least.get(number, name or ""))
        for number, name in least.items():
            ids[number] = content_id("l", f"{found.places[number][0]}\n{name}".encode())
    return ids


def _notes(found: LinkGroups) -> tuple[str, ...]:
    """What was left out, and why."""
    notes = []
    if found.dropped_pages:
        places = f"{counted(found.dropped_places, 'place')} {'leads' if found.dropped_places == 1 else 'lead'}"
        fewer = f"fewer than {counted(found.cut_off, 'page')}, {found.dropped_pages:,} in all"
        notes.append(f"{places} to {fewer}")
    if found.unlinked_pages:
        notes.append(f"no link leads to {counted(found.unlinked_pages, 'page')}")
    if found.assigned_pages:
        notes.append(f"{found.assigned_pages:,} of these given to the nearest group")
    return tuple(notes)
