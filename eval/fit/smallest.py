"""The smallest pages of each kind, for eval/fit/fit_kinds.py: a handful of records, posts, labelled values or paragraphs, and no more than a heading around
them, as in an example, a test or the first page that a person writes. The words are made up; the same seed gives the same pages.

In: an empty folder. Out: KIND-NUMBER/PAGE.html, SITES folders of each kind with one to five pages."""
import pathlib, random, shutil

SITES = 40

def write(folder):
    shutil.rmtree(folder, ignore_errors=True)
    for kind, body in BODIES.items():
        for number in range(SITES): site(pathlib.Path(folder) / f'{kind}-{number:02}', random.Random(f'{kind} {number}'), body)

class Words:
    """Texts of one site."""
    def __init__(self, draw):
        self.draw = draw; self.words = [''.join(draw.choice('bdfgklmnprst') + draw.choice('aeiou') for _ in range(draw.choice((1, 2, 2, 3)))) for _ in range(300)]
    def some(self, least, most): return ' '.join(self.draw.choice(self.words) for _ in range(self.draw.randint(least, most))).capitalize()
    def price(self): return f'{self.draw.choice("$€£")}{self.draw.randint(1, 99)}.{self.draw.randint(0, 99):02}'
    def date(self): return f'{self.draw.randint(2001, 2025)}-{self.draw.randint(1, 12):02}-{self.draw.randint(1, 28):02}'
    def number(self): return str(self.draw.randint(1, 9999))

def site(folder, draw, body):
    folder.mkdir(parents=True); words = Words(draw); inside = body(draw, words)
    title = draw.choice(('<h1>{}</h1>', '<h2>{}</h2>', '<title>{}</title>', '')); name = words.some(1, 3)
    for page in range(draw.choice((1, 2, 2, 3, 4, 5))):
        of = name if draw.random() < .5 else words.some(1, 3)
        (folder / f'{page}.html').write_text(draw_frame(draw, title.format(of), inside(page)), encoding='utf-8')

def draw_frame(draw, head, inside): return f'<html><body>{head}{inside}</body></html>' if draw.random() < .7 else head + inside

def few(draw, least, most): return range(draw.randint(least, most))

def records(draw, words):
    around, of, field, title = draw.choice((('ul', 'li', 'span', 'b'), ('ol', 'li', 'i', 'a'), ('div', 'div', 'p', 'h3'), ('div', 'p', 'span', 'a'), ('table', 'tr', 'td', 'td'), ('section', 'article', 'p', 'h2'), ('dl', 'dd', 'span', 'b')))
    fields = draw.sample((words.price, words.date, words.number, lambda: words.some(1, 2), lambda: words.some(4, 9)), draw.choice((0, 1, 1, 2, 3))); size = draw.choice(((2, 3), (2, 6), (3, 8)))
    named = draw.choice(('', ' class="item"', ' class="c1"'))
    link = lambda at: f'<a href="{at}.html">{words.some(1, 4)}</a>'
    shown = (lambda at: f'<{title}>{link(at)}</{title}>' if title != 'a' else link(at)) if title == 'a' or draw.random() < .4 else lambda at: f'<{title}>{words.some(1, 4)}</{title}>'
    return lambda page: f'<{around}>' + ''.join(f'<{of}{named}>{shown(f"{page}-{at}")}' + ''.join(f'<{field}>{value()}</{field}>' for value in fields) + f'</{of}>' for at in few(draw, *size)) + f'</{around}>'

def posts(draw, words):
    of, field, text = draw.choice((('div', 'span', 'p'), ('li', 'b', 'div'), ('article', 'p', 'div'), ('tr', 'td', 'td'), ('div', 'b', 'p')))
    people = [words.some(1, 1) for _ in range(4)]; dated = draw.random() < .7; size = draw.choice(((2, 3), (2, 6), (3, 6))); long = draw.choice(((5, 12), (10, 40)))
    date = lambda: f'<{field}>{words.date()}</{field}>' if dated else ''
    around = 'table' if of == 'tr' else 'ul' if of == 'li' else 'div'
    return lambda page: f'<{around}>' + ''.join(f'<{of}><{field}>{draw.choice(people)}</{field}>{date()}<{text}>{words.some(*long)}.</{text}></{of}>' for _ in few(draw, *size)) + f'</{around}>'

def values(draw, words):
    around, shape = draw.choice((('table', '<tr><th>{}</th><td>{}</td></tr>'), ('table', '<tr><td>{}</td><td>{}</td></tr>'), ('dl', '<dt>{}</dt><dd>{}</dd>'), ('div', '<p><b>{}:</b> {}</p>'), ('ul', '<li>{}: {}</li>'), ('div', '<p>{}: {}</p>')))
    labels = [words.some(1, 2) for _ in few(draw, 2, 6)]; of = [draw.choice((words.price, words.date, words.number, lambda: words.some(1, 3))) for _ in labels]; told = draw.random() < .4
    return lambda page: f'<h1>{words.some(1, 4)}</h1><{around}>' + ''.join(shape.format(label, value()) for label, value in zip(labels, of)) + f'</{around}>' + (f'<p>{words.some(5, 20)}.</p>' if told else '')

def paragraphs(draw, words):
    signed, size, long = draw.random() < .5, draw.choice(((1, 2), (2, 4), (3, 6))), draw.choice(((12, 20), (15, 50))); title = draw.choice(('h1', 'h2'))
    byline = lambda: draw.choice(('<p>{} {}</p>', '<div><span>{}</span> <span>{}</span></div>')).format(words.some(2, 2), words.date()) if signed else ''
    return lambda page: f'<{title}>{words.some(3, 7)}</{title}>{byline()}' + ''.join(f'<p>{words.some(*long)}.</p>' for _ in few(draw, *size))

BODIES = {'list': records, 'thread': posts, 'detail': values, 'article': paragraphs}
