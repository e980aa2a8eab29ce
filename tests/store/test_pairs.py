"""Which templates are one by their tags: small cases against all pairs, large ones by what they must find."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.store.candidates import Side
from pagemold.store.pairs import pairs_by_tags
from pagemold.store.templates import Template
from pagemold.store.usual_paths import Paths


def template(id: str, pages: int = 1, called: str | None = None) -> Template:
    return Template(id, None, pages, False, None, None, None, called)


def side(templates: Sequence[Template], near: Sequence[Template], paths: Mapping[str, Paths] | None = None) -> Side:
    """Templates that are all as near to the others."""
    equally = frozenset(it.id for it in near)
    return Side({it.id: it for it in templates}, paths or {}, {it.id: [equally] for it in templates})


def paired(old: Sequence[Template], new: Sequence[Template]) -> dict[str, str]:
    return pairs_by_tags(side(old, new), side(new, old))


def ids(letter: str, count: int) -> list[str]:
    return [f"{letter}{number:04}" for number in range(count)]


@st.composite
def sides(draw: st.DrawFn) -> tuple[Side, Side]:
    """Few templates, each with some pages that are near to some of the others."""

    def one(own: Sequence[str], others: Sequence[str]) -> Side:
        pages, names = st.integers(1, 3), st.sampled_from(["list", "item", None])
        near = st.lists(st.frozensets(st.sampled_from(others)), min_size=1, max_size=3)
        usual = st.dictionaries(st.integers(1, 4), st.just(1), min_size=1)
        return Side(
            {id: template(id, draw(pages), draw(names)) for id in own},
            {id: Paths.of(1, draw(usual)) for id in own if draw(st.booleans())},
            {id: draw(near) for id in own},
        )

    old, new = ids("o", draw(st.integers(1, 6))), ids("n", draw(st.integers(1, 6)))
    return one(old, new), one(new, old)


def best_of_all_pairs(old: Side, new: Side) -> dict[str, str]:
    ranked = []
    for one, was in old.templates.items():
        for other, now in new.templates.items():
            forth = sum(other in it for it in old.near[one]) / len(old.near[one])
            back = sum(one in it for it in new.near[other]) / len(new.near[other])
            known = one in old.paths and other in new.paths
            alike = old.paths[one].alike(new.paths[other]) if known else 0.0
            if forth >= 0.5 and back >= 0.5:
                signs = (-forth - back, -alike, was.called != now.called, abs(was.pages - now.pages))
                ranked.append((signs, one, other))
    pairs: dict[str, str] = {}
    for _, one, other in sorted(ranked):
        if one not in pairs and other not in pairs.values():
            pairs[one] = other
    return pairs


@given(sides())
def test_of_few_all_pairs_are_weighed(both: tuple[Side, Side]) -> None:
    assert pairs_by_tags(*both) == best_of_all_pairs(*both)


def test_of_many_those_of_the_same_name_find_each_other() -> None:
    old, new = ids("o", 200), ids("n", 200)[::-1]
    pairs = paired(
        [template(id, called=id[1:]) for id in old], [template(id, called=f"{199 - int(id[1:]):04}") for id in new]
    )
    assert pairs == dict(zip(old, new, strict=True))


@pytest.mark.parametrize("count", [32, 33, 100, 300])
def test_many_that_nothing_tells_apart_are_paired_in_order(count: int) -> None:
    old, new = ids("o", count), ids("n", count)
    assert paired([*map(template, old)], [*map(template, new)]) == dict(zip(old, new, strict=True))


def with_pages(ids: Sequence[str], pages: Sequence[int]) -> list[Template]:
    return [template(id, number) for id, number in zip(ids, pages, strict=True)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ([1] * 200 + [2] * 100, [1] * 180 + [2] * 120),
        (range(1, 301), range(1_001, 1_301)),
        ([1] * 300, range(1, 301)),
        ([1, 2] * 150, [5] * 300),
    ],
)
def test_all_of_many_are_paired_however_their_pages_grew(old: Sequence[int], new: Sequence[int]) -> None:
    pairs = paired(with_pages(ids("o", 300), old), with_pages(ids("n", 300), new))
    assert len(pairs) == len(set(pairs.values())) == 300


def test_of_many_those_of_as_many_pages_are_paired() -> None:
    old = with_pages(ids("o", 100), range(201, 301))
    new = with_pages(ids("n", 300), range(400, 100, -1))
    by_pages = {it.pages: it.id for it in new}
    assert paired(old, new) == {it.id: by_pages[it.pages] for it in old}


FRAME = dict.fromkeys(range(10), 1)


def with_own_paths(ids: Sequence[str]) -> dict[str, Paths]:
    """Paths that all have, and two that only the one has, and its counterpart."""
    return {id: Paths.of(1, FRAME | {100 + 2 * number: 1, 101 + 2 * number: 1}) for number, id in enumerate(ids)}


def test_of_many_those_that_share_a_rare_path_find_each_other() -> None:
    old, new = ids("o", 200), ids("n", 200)[::-1]
    before, after = [*map(template, old)], [*map(template, new)]
    pairs = pairs_by_tags(side(before, after, with_own_paths(old)), side(after, before, with_own_paths(new)))
    assert pairs == dict(zip(old, new, strict=True))


def weighed(count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many pairs are weighed of so many templates whose classes were all renamed."""
    asked = []
    alike = Paths.alike

    def counted(self: Paths, other: Paths) -> float:
        asked.append(other)
        return alike(self, other)

    old, new = ids("o", count), ids("n", count)
    there = {id: Paths.of(1, FRAME | {-1 - number: 1}) for number, id in enumerate(new)}
    before, after = [*map(template, old)], [*map(template, new)]
    with monkeypatch.context() as patch:
        patch.setattr(Paths, "alike", counted)
        found = pairs_by_tags(side(before, after, with_own_paths(old)), side(after, before, there))
    assert len(found) == count
    return len(asked)


def test_pairs_that_are_weighed_grow_in_proportion(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = weighed(100, monkeypatch), weighed(1_000, monkeypatch)
    assert many <= 10 * few
    assert many <= 32 * 1_000
