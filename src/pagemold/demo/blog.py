"""The journal's templates: index, post, author and tag archive."""

from html import escape

from pagemold.demo.cards import day, post_teaser, product_card
from pagemold.demo.journal import Author, Comment, Journal, Post, Section
from pagemold.demo.layout import Head, breadcrumbs, document, link, page_path, pagination

POSTS_PER_PAGE = 8


def index_page(journal: Journal, page: int, pages: int) -> str:
    posts = journal.posts[(page - 1) * POSTS_PER_PAGE : page * POSTS_PER_PAGE]
    cover = ""
    if page == 1:
        cover, posts = _cover(posts[0]), posts[1:]
    teasers = "".join(post_teaser(post) for post in posts)
    main = (
        '<header class="journal-header"><h1 class="journal-header__title">The Journal</h1><p>Walks, repairs, recipes '
        f'and the odd argument.</p></header>{cover}<div class="journal"><div class="journal__main">'
        f'<div class="teasers">{teasers}</div>{pagination("/journal", page, pages)}</div>'
        f"{_sidebar(journal)}</div>"
    )
    head = Head(
        "The Journal" if page == 1 else f"The Journal, page {page}",
        page_path("/journal", page),
        "Walks, repairs and recipes.",
        meta=(("og:type", "blog"),),
        previous=page_path("/journal", page - 1) if page > 1 else None,
        following=page_path("/journal", page + 1) if page < pages else None,
        data={"@type": "Blog", "name": "The Journal"},
    )
    return document(head, main)


def _cover(post: Post) -> str:
    return (
        f'<article class="cover"><img class="cover__image" src="/img/view-{post.number}.svg" alt="" width="1200" '
        'height="600">'
        f'<div class="cover__text"><p class="cover__kicker">Latest</p><h2 class="cover__title">'
        f"{link(f'/journal/{post.slug}', post.title)}</h2><p>{escape(post.lead)}</p></div></article>"
    )


def _sidebar(journal: Journal) -> str:
    tags = "".join(f"<li>{link(f'/journal/tag/{tag}', _tag_name(tag), 'tag')}</li>" for tag in journal.tags)
    authors = "".join(f"<li>{link(f'/journal/author/{author.slug}', author.name)}</li>" for author in journal.authors)
    return (
        f'<aside class="sidebar"><section class="sidebar__box"><h2>Topics</h2><ul class="tag-cloud">{tags}</ul>'
        f'</section><section class="sidebar__box"><h2>Who writes</h2><ul class="sidebar__authors">{authors}</ul>'
        "</section></aside>"
    )


def post_page(post: Post, newer: Post | None, older: Post | None) -> str:
    hero = ""
    if post.hero:
        hero = (
            f'<figure class="post__hero"><img src="/img/view-{post.number}.svg" alt="" width="1200" height="600">'
            "<figcaption>Picture: Adaeze Cole</figcaption></figure>"
        )
    updated = f'<p class="post__updated">Brought up to date on {day(post.updated)}.</p>' if post.updated else ""
    body = "".join(_section(post, number, section) for number, section in enumerate(post.sections, 1))
    classes = " ".join(["post", f"post-{post.number}", *(f"tag-{tag}" for tag in post.tags)])
    main = (
        f"{breadcrumbs(('/journal', 'Journal'), (f'/journal/{post.slug}', post.title))}"
        f'<article class="{classes}"><header class="post__header"><h1 class="post__title">{escape(post.title)}</h1>'
        f'<p class="post__byline">By {link(f"/journal/author/{post.author.slug}", post.author.name)} on '
        f'{day(post.day)} · {post.minutes} minutes</p>{updated}</header>{hero}<div class="post__body">'
        f'<p class="post__lead">{escape(post.lead)}</p>{_contents(post)}{body}{_dead_link(post)}</div>'
        f"{_gear(post)}{_tags(post)}{_author_box(post.author)}</article>"
        f"{_neighbours(newer, older)}{_comments(post.comments)}"
    )
    return document(_post_head(post), main)


def _post_head(post: Post) -> Head:
    meta = [
        ("og:type", "article"),
        ("og:title", post.title),
        ("article:published_time", post.day.isoformat()),
        *(("article:tag", tag) for tag in post.tags),
    ]
    if post.hero:
        meta.append(("og:image", f"/img/view-{post.number}.svg"))
    data = {
        "@type": "BlogPosting",
        "headline": post.title,
        "datePublished": post.day.isoformat(),
        "author": {"@type": "Person", "name": post.author.name},
    }
    return Head(post.title, f"/journal/{post.slug}", post.lead, meta=meta, data=data)


def _contents(post: Post) -> str:
    """A table of contents, for long posts only."""
    if len(post.sections) < 4:
        return ""
    items = "".join(
        f'<li><a href="#part-{number}">{escape(section.heading)}</a></li>'
        for number, section in enumerate(post.sections, 1)
    )
    return f'<nav class="toc" aria-label="Contents"><h2 class="toc__title">In this story</h2><ol>{items}</ol></nav>'


def _section(post: Post, number: int, section: Section) -> str:
    html = f'<h2 id="part-{number}">{escape(section.heading)}</h2>'
    html += "".join(f"<p>{escape(paragraph)}</p>" for paragraph in section.paragraphs)
    if section.items:
        html += "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in section.items) + "</ul>"
    if section.quote:
        words, source = section.quote
        html += f'<blockquote class="pull-quote"><p>{escape(words)}</p><cite>{escape(source)}</cite></blockquote>'
    if section.picture:
        html += (
            f'<figure class="post__figure"><img src="/img/view-{post.number}-{number}.svg" alt="" width="1200" '
            'height="600" loading="lazy"><figcaption>The same place, an hour later</figcaption></figure>'
        )
    return html


def _dead_link(post: Post) -> str:
    if post.dead_link is None:
        return ""
    name = post.dead_link.replace("-", " ")
    return f"<p>The one we used is the {link(f'/products/{post.dead_link}', name)}, and we would take it again.</p>"


def _gear(post: Post) -> str:
    if not post.gear:
        return ""
    cards = "".join(f"<li>{product_card(product)}</li>" for product in post.gear)
    return f'<aside class="gear"><h2 class="gear__title">In this story</h2><ul class="gear__list">{cards}</ul></aside>'


def _tags(post: Post) -> str:
    tags = "".join(f"<li>{link(f'/journal/tag/{tag}', _tag_name(tag), 'tag')}</li>" for tag in post.tags)
    return f'<footer class="post__footer"><ul class="tag-cloud">{tags}</ul></footer>'


def _author_box(author: Author) -> str:
    return (
        f'<section class="author-box"><span class="avatar" aria-hidden="true">{escape(author.name[0])}</span><div>'
        f'<h2 class="author-box__name">{link(f"/journal/author/{author.slug}", author.name)}</h2>'
        f"<p>{escape(author.about)}</p></div></section>"
    )


def _neighbours(newer: Post | None, older: Post | None) -> str:
    links = ""
    if newer:
        links += link(f"/journal/{newer.slug}", newer.title, "post-nav__link post-nav__link--newer")
    if older:
        links += link(f"/journal/{older.slug}", older.title, "post-nav__link post-nav__link--older")
    return f'<nav class="post-nav" aria-label="More stories">{links}</nav>'


def _comments(comments: tuple[Comment, ...]) -> str:
    if not comments:
        return ""
    items = "".join(_comment(number, comment) for number, comment in enumerate(comments, 1))
    noun = "comment" if len(comments) == 1 else "comments"
    return (
        f'<section class="comments" id="comments"><h2 class="comments__title">{len(comments)} {noun}</h2>'
        f'<ol class="comments__list">{items}</ol></section>'
    )


def _comment(number: int, comment: Comment) -> str:
    reply = ""
    if comment.reply:
        reply = (
            '<ol class="comment__replies"><li class="comment comment--staff"><p class="comment__meta"><b>The shop</b>'
            f'</p><div class="comment__text"><p>{escape(comment.reply)}</p></div></li></ol>'
        )
    return (
        f'<li class="comment" id="comment-{number}"><p class="comment__meta"><b>{escape(comment.name)}</b> '
        f'{day(comment.day)}</p><div class="comment__text"><p>{escape(comment.text)}</p></div>{reply}</li>'
    )


def author_page(author: Author, posts: list[Post]) -> str:
    rows = "".join(
        f'<li class="byline-list__item">{link(f"/journal/{post.slug}", post.title)}{day(post.day)}</li>'
        for post in posts
    )
    written = f'<ol class="byline-list">{rows}</ol>' if posts else "<p>No stories yet.</p>"
    main = (
        f"{breadcrumbs(('/journal', 'Journal'), (f'/journal/author/{author.slug}', author.name))}"
        f'<section class="profile"><span class="avatar avatar--large" aria-hidden="true">{escape(author.name[0])}'
        f'</span><h1 class="profile__name">{escape(author.name)}</h1><p class="profile__role">{escape(author.role)}</p>'
        f'<p class="profile__about">{escape(author.about)}</p><dl class="facts"><dt>Stories</dt><dd>{len(posts)}</dd>'
        f'</dl></section><section class="profile__posts"><h2 class="section__title">Written for the journal</h2>'
        f"{written}</section>"
    )
    data = {"@type": "Person", "name": author.name, "jobTitle": author.role}
    meta = (("og:type", "profile"), ("profile:username", author.slug))
    return document(Head(author.name, f"/journal/author/{author.slug}", author.about, meta=meta, data=data), main)


def tag_page(tag: str, posts: list[Post], tags: tuple[str, ...]) -> str:
    others = "".join(
        f"<li>{link(f'/journal/tag/{other}', _tag_name(other), 'tag')}</li>" for other in tags if other != tag
    )
    noun = "story" if len(posts) == 1 else "stories"
    main = (
        f"{breadcrumbs(('/journal', 'Journal'), (f'/journal/tag/{tag}', _tag_name(tag)))}"
        f'<header class="archive-header"><h1 class="archive-header__title">#{escape(_tag_name(tag))}</h1>'
        f'<p class="archive-header__count">{len(posts)} {noun}</p></header><div class="archive">'
        f"{''.join(post_teaser(post) for post in posts)}</div>"
        f'<nav class="archive-nav" aria-label="Topics"><h2>Other topics</h2><ul class="tag-cloud">{others}</ul></nav>'
    )
    return document(Head(f"Topic: {_tag_name(tag)}", f"/journal/tag/{tag}", f"Stories about {_tag_name(tag)}."), main)


def _tag_name(tag: str) -> str:
    return tag.replace("-", " ")
