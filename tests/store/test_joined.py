"""A stored page has the template it is in, whatever the model has learnt since it joined."""

from pathlib import Path

import pytest

import pagemold as pm
from pagemold.features import features
from pagemold.mold import create_mold, regroup
from pagemold.store.grammar_model import GrammarModel
from pagemold.store.joined import note_joined
from pagemold.store.model import Assignment
from pagemold.store.writer import Writer
from tests.groups.test_grammar import shop
from tests.store.test_grammar_model import OTHER, write

# One that joins its template by what the model says, and is no copy of any that it was learnt from.
JOINING = shop("item", 1)[0].replace("<img class=photo>", "")


@pytest.fixture
def folder(tmp_path: Path) -> str:
    mold = tmp_path / "shop.mold"
    create_mold(mold, pm.read(write(tmp_path / "pages", shop("list", 12) + shop("item", 12))))
    return str(mold)


def templates_of(folder: str, *pages: str) -> list[str | None]:
    with pm.open(folder) as mold:
        return [answer.template for _, answer in mold.classify(pages)]


def noted(folder: str) -> int:
    with pm.open(folder) as mold:
        return int(mold._connection.execute("SELECT count(*) FROM joined").fetchone()[0])


def test_a_page_has_the_template_it_was_given_however_strange_it_is(folder: str) -> None:
    (known,) = templates_of(folder, JOINING)
    assert known is not None
    assert templates_of(folder, OTHER) == [None]
    batch = next(features([OTHER, ""], GrammarModel.features))
    with Writer(folder, "test") as writer:
        note_joined(writer, batch, [Assignment(known), Assignment()])
        writer.commit()
    assert templates_of(folder, OTHER, "", JOINING) == [known, None, known]


def test_what_joins_is_noted_once_and_forgotten_when_it_is_learnt(folder: str, tmp_path: Path) -> None:
    with pm.open(folder) as mold:
        assert mold.add(pm.read(write(tmp_path / "more", [JOINING, JOINING, OTHER]))).assigned == 2
    assert noted(folder) == 1
    with pm.open(folder) as mold:
        assert mold.add(pm.read(write(tmp_path / "much", [OTHER]))).assigned == 1
    assert noted(folder) == 2
    regroup(folder)
    assert noted(folder) == 0
