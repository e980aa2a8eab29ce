"""`pagemold classify` by a collection."""

import json as json_format

from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.outcome import counted, outcome, remarks
from pagemold.cli.printable import printable
from pagemold.data import Page
from pagemold.flow import Watch
from pagemold.mold import Mold
from pagemold.sources import Pages
from pagemold.store.model import Assignment


def classify_by_mold(
    mold: str, pages: Pages, *, json: bool, jobs: int, watch: Watch | None, quiet: bool, strict: bool
) -> int:
    """Tells the template of each page, or none; nothing is stored."""
    output, seen, known = standard_output(), 0, 0
    with Mold(mold) as collection:
        names = {template.id: template.name for template in collection.templates()}
        for page, found in collection.classify(pages, jobs=jobs, watch=watch):
            seen += 1
            known += found.template is not None
            with writing("standard output"):
                if seen == 1 and not json:
                    print(f"{'score':<6}  {'template':<12}  page", file=output)
                print(_json(page, found, names) if json else _line(page, found, names), file=output)
    # Where nothing could be read, the lines about that are enough.
    if not quiet and (seen or not pages.summary.errors):
        said = f"{counted(seen, 'page')} · {known:,} of a known template" if seen else "no pages to classify"
        say(" · ".join([said, *remarks(pages.summary)]))
    return outcome(pages.summary, strict=strict, quiet=quiet)


def _line(page: Page, found: Assignment, names: dict[str, str | None]) -> str:
    template = found.template and (names.get(found.template) or found.template)
    return f"{found.score:.4f}  {printable(template or '-', limit=24):<12}  {printable(page.url or page.path or '-')}"


def _json(page: Page, found: Assignment, names: dict[str, str | None]) -> str:
    return json_format.dumps(
        {
            "url": page.url,
            "path": page.path,
            "score": round(found.score, 6),
            "group": found.template,
            "group_name": names.get(found.template or ""),
            "runner_up": found.runner_up,
            "margin": round(found.score - found.runner_up_score if found.bits is None else found.margin or 0.0, 6),
            "bits": found.bits,
            "flags": page.flags,
            "source": page.source,
            "offset": page.offset,
        }
    )
