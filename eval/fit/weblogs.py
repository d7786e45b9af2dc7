"""Generated weblogs as a crawl finds them, for eval/fit/fit_kinds.py: posts on pages of their own, and again, whole or in part, on the pages of months,
of categories and of the site. The words are made up; the same seed gives the same pages.

In: an empty folder. Out: SITE/PAGE.html and SITE/kinds.jsonl with the kind of each page, for SITES weblogs that differ in markup, in the length of their
posts, in what lists show of them and in their addresses."""
import json, pathlib, random, shutil

SITES = 40

def write(folder):
    shutil.rmtree(folder, ignore_errors=True)
    for number in range(SITES): weblog(pathlib.Path(folder) / f'w{number:02}', random.Random(number))

def weblog(folder, draw):
    words = [''.join(draw.choice('bdfgklmnprst') + draw.choice('aeiou') for _ in range(draw.choice((1, 2, 2, 3)))) for _ in range(400)]
    said = lambda least, most: ' '.join(draw.choice(words) for _ in range(draw.randint(least, most))).capitalize() + '.'
    short, name, signs, comments = draw.random() < .4, said(2, 3)[:-1], draw.choice(('p', 'div', 'span')), draw.random() < .4
    whole, named, deep = draw.random() < .6, draw.random() < .6, draw.random() < .6
    entry, title, body = draw.choice((('div', 'h2', 'div'), ('article', 'h2', 'section'), ('div', 'h3', 'div'), ('li', 'h3', 'div'), ('article', 'h1', 'div')))
    of = lambda part: f' class="{part}"' if named else ''
    posts = [dict(title=said(2, 7)[:-1], texts=[said(6, 20) if short else said(20, 70) for _ in range(draw.randint(1, 3) if short else draw.randint(2, 8))], month=at // 4, topic=draw.randrange(4)) for at in range(draw.randint(10, 28))]
    for at, post in enumerate(posts): post['path'] = f'{2000 + post["month"] // 12}/{post["month"] % 12 + 1:02}/{"-".join(post["title"].lower().split())}/index.html' if deep else f'{at:03}.html'
    menu = ''.join(f'<li><a href="/{page}">{said(1, 1)[:-1]}</a></li>' for page in ('index.html', 'about.html', 'links.html'))
    recent = ''.join(f'<li><a href="/{post["path"]}">{post["title"]}</a></li>' for post in posts[-5:]) if draw.random() < .5 else ''
    def page(path, head, inside, kind):
        file = folder / path; file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'<html><head><title>{head} - {name}</title></head><body><div{of("top")}><h4><a href="/index.html">{name}</a></h4><ul>{menu}</ul></div><div{of("main")}>{inside}</div><div{of("side")}><ul>{recent}</ul>{said(3, 3)}</div></body></html>', encoding='utf-8')
        kinds.append({'page': str(path), 'kind': kind})
    def shown(post, linked, whole=True):
        texts = ''.join(f'<p>{text}</p>' for text in (post['texts'] if whole else post['texts'][:1])); date = f'<{signs}{of("date")}>2001-{post["month"] % 12 + 1:02}-{len(post["title"]) % 28 + 1:02}</{signs}>'
        head = f'<a href="/{post["path"]}">{post["title"]}</a>' if linked or draw_linked else post['title']
        return f'<{entry}{of("entry")}><{title}>{head}</{title}>{date}<{body}{of("body")}>{texts}</{body}>' + (f'<p><a href="/{post["path"]}">{more}</a></p>' if linked else '') + f'</{entry}>'
    draw_linked, more, kinds = draw.random() < .3, said(2, 2)[:-1], []
    for post in posts:
        below = ''.join(f'<div{of("comment")}><b>{said(1, 1)[:-1]}</b><p>{said(5, 30)}</p></div>' for _ in range(draw.randint(0, 3))) if comments else ''
        page(post['path'], post['title'], shown(post, False) + below, 'article')
    lists = [('index.html', said(1, 2), posts[-6:])] + [(f'{"archive/" if deep else "m"}{month}{"/index" if deep else ""}.html', said(1, 2), [post for post in posts if post['month'] == month]) for month in range(posts[-1]['month'] + 1)]
    lists += [(f'{"topic/" if deep else "t"}{topic}{"/index" if deep else ""}.html', said(1, 2), [post for post in posts if post['topic'] == topic]) for topic in range(4)]
    for path, head, of_list in lists:
        if of_list: page(path, head[:-1], ''.join(shown(post, True, whole) for post in of_list), 'list')
    (folder / 'kinds.jsonl').write_text(''.join(json.dumps(row) + '\n' for row in kinds), encoding='utf-8')
