"""`pagemold classify` by a collection."""

import json as json_format
from collections.abc import Mapping

from pagemold.cli.guard import say, standard_output, writing
from pagemold.cli.outcome import outcome, remarks
from pagemold.cli.printable import printable
from pagemold.cli.shortened import padded
from pagemold.data import Page
from pagemold.errors import CollectionError, counted
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
        templates = collection.templates()
        if not templates:
            there = "has no page with a template" if len(collection) else "is empty"
            message = f"{mold}: {there}, so there is nothing to classify by; pagemold add puts pages into it"
            raise CollectionError("collection_empty", message)
        names = {it.id: it.name for it in templates}
        heading, shown = ("", {}) if json else _columns({it.id: it.called or it.id for it in templates})
        for page, found in collection.classify(pages, jobs=jobs, watch=watch):
            seen += 1
            known += found.template is not None
            with writing("standard output"):
                if seen == 1 and not json:
                    print(f"score   {heading}  page", file=output)
                print(_json(page, found, names) if json else _line(page, found, shown), file=output)
    # Where nothing could be read, the lines about that are enough.
    if not quiet and (seen or not pages.summary.errors):
        said = f"{counted(seen, 'page')} · {known:,} of a known template" if seen else "no pages to classify"
        say(" · ".join([said, *remarks(pages.summary)]))
    return outcome(pages.summary, strict=strict, quiet=quiet)


def _columns(names: Mapping[str, str]) -> tuple[str, dict[str | None, str]]:
    """The heading of the column of templates, and what stands in it for each of them and for none."""
    heading, none, *columns = padded(["template", "-", *names.values()])
    return heading, dict(zip([None, *names], [none, *columns], strict=True))


def _line(page: Page, found: Assignment, shown: Mapping[str | None, str]) -> str:
    score = f"{found.score:.4f}" if found.template else "-     "
    template = shown.get(found.template, found.template)
    return f"{score}  {template}  {printable(page.url or page.path or '-')}"


def _json(page: Page, found: Assignment, names: dict[str, str | None]) -> str:
    return json_format.dumps(
        {
            "url": page.url,
            "path": page.path,
            "group": found.template,
            "group_name": names.get(found.template or ""),
            "score": round(found.score, 6) if found.template else None,
            "runner_up": found.runner_up,
            "margin": _margin(found),
            "bits": None if found.bits is None else round(found.bits, 6),
            "flags": page.flags,
            "source": page.source,
            "offset": page.offset,
        }
    )


def _margin(found: Assignment) -> float | None:
    """How far the runner-up is behind, in bits where the model counts them; nothing where there is no runner-up."""
    if found.bits is not None:
        return None if found.margin is None else round(found.margin, 6)
    is_followed = found.template is not None and found.runner_up is not None
    return round(found.score - found.runner_up_score, 6) if is_followed else None
