"""Generates threads for fit.py from the posts under data/forum, in nine kinds of markup, with and without a list of other threads beside them, that no set has."""
import json, pathlib, random, shutil

BOARDS = pathlib.Path(__file__).resolve().parents[2] / 'data/forum'
NAMES = [f'{first} {last}' for first in 'Ann Bob Cy Dee Eve Fay Gus Hal Ida Jo'.split() for last in 'Cole Farrow Hart Yarrow Thorne Dawson'.split()]
KINDS = {  # the markup around all posts, and that of each post: author, date, paragraphs, lines
    'boxes': ('{}', '<div class=post><div class=who><a href=u>{a}</a> <i>Member</i></div><div class=when>{d}</div><div class=body>{p}</div>'
        '<div class=tools><a href=r>Reply</a> <a href=q>Quote</a></div></div>'),
    'columns': ('<table class=thread><tr><th>Author</th><th>Message</th></tr>{}</table>',
        '<tr><td><b>{a}</b><br>Member</td><td><small>{d}</small><div class=text>{p}</div></td></tr>'),
    'rows': ('<table>{}</table>', '<tr><td>{a}</td><td>{d}</td></tr><tr><td colspan=2>{l}</td></tr>'),
    'definitions': ('<dl>{}</dl>', '<dt><a href=m><b>{a}</b></a>: {d}<dd>{l}'),
    'items': ('<ol>{}</ol>', '<li><a href=u>{a}</a> <i>{d}</i><div>{p}</div></li>'),
    'behind': ('<hr>{}', '{a}<br>{d}<br>{l}<br><a href=r>Reply</a><hr>'),
    'open': ('{}', '{a}<br>{d}<br>{l}<br><a href=r>Reply</a><hr>'),
    'before': ('{}', '<hr><b>{a}</b> <i>{d}</i><br>{l}<br>'),
    'paragraphs': ('{}', '<p><b>{a}</b> <i>{d}</i><br>{l}</p>')}
TEASERS, TEASER = '<div class=beside><h4>Other threads</h4>{}</div>', '<div class=other><a href=/t/{n}>About {t} {n}</a><div>{p}</div><i>{d}</i></div>'
FRAME = ('<html><head><title>Thread {}</title></head><body><h1>The board of the village</h1><div class=nav><a href=/>Start</a> | <a href=/new>New '
    'thread</a> | <a href=/find>Search the board</a></div><hr><p>Please read the rules before you write, and be kind to one another.</p>{}'
    '<form>Answer <textarea>here</textarea></form><p>All that is written here belongs to those who wrote it.</p></body></html>')

def write(folder):
    """Writes the boards and these threads as sites with gold.jsonl."""
    folder = pathlib.Path(folder); shutil.rmtree(folder, ignore_errors=True)
    said = set()
    for board in sorted(BOARDS.glob('*/posts.jsonl')):
        site = folder / board.parent.name; site.mkdir(parents=True)
        rows = [json.loads(line) for line in board.open(encoding='utf-8')]
        for row in rows: shutil.copy(BOARDS / row['path'], site)
        gold(site, [(row['path'].split('/')[-1], [post['text'] for post in row['posts']]) for row in rows])
        texts = [post['text'].replace('\n', ' ') for row in rows for post in row['posts']]
        said.update(part.strip('. ') + '.' for text in texts if text.isascii() for part in text.split('. ') if len(part) > 20)
    said = sorted(said)
    for kind, (around, form) in KINDS.items():
        for seed in range(3):
            site, rng, pages = folder / f'{kind}-{seed}', random.Random(f'{kind}{seed}'), []
            site.mkdir()
            for number, count in enumerate((7, 4, 9) if seed < 2 else (2, 2, 2, 2)):
                posts = [[' '.join(rng.sample(said, rng.randint(1, 4))) for _ in range(rng.randint(1, 3))] for _ in range(count)]
                html = ''.join(form.format(a=rng.choice(NAMES), d=f'{rng.randint(1, 28)}.{1 + at % 12}.2020, {rng.randint(10, 23)}:{rng.randint(10, 59)}',
                    p=''.join(f'<p>{text}</p>' for text in post), l='<br>'.join(post)) for at, post in enumerate(posts))
                teasers = TEASERS.format(''.join(TEASER.format(n=at, t=' '.join(rng.sample(said[0].split(), 1)), p=rng.choice(said),
                    d=f'{rng.randint(1, 28)}.{rng.randint(1, 12)}.2020') for at in range(rng.randint(5, 8)))) if seed == 2 else ''
                (site / f'{number}.html').write_text(FRAME.format(number, around.format(html) + teasers), encoding='utf-8')
                pages.append((f'{number}.html', [' '.join(post) for post in posts]))
            gold(site, pages)

def gold(site, pages):
    (site / 'gold.jsonl').write_text(''.join(json.dumps({'page': page, 'posts': posts}) + '\n' for page, posts in pages), encoding='utf-8')
