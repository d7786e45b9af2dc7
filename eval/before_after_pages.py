"""The cases of before_after.py: pages as a person or a publishing system writes them, with their records. All data are invented."""
import dataclasses, hashlib


@dataclasses.dataclass
class Case:
    name: str                 # the folder of the pages
    heading: str              # what is difficult
    cause: str                # why it is difficult or what goes wrong, in a sentence
    pages: list               # HTML
    records: list             # for each page its records: the texts or lists of texts of some fields
    sample: str               # the HTML of one record
    title: str = "title"      # the field by which a record is told from others
    names: dict = dataclasses.field(default_factory=dict)  # for fields whose name the case is about, the names that are right
    command: str = "records"
    options: tuple = ()       # options with which each column of the answer has the same values


def number(low, high, *key):
    """A number, always the same for a key."""
    return low + int(hashlib.sha256(repr(key).encode()).hexdigest()[:8], 16) % (high - low + 1)


def pick(values, *key): return values[number(0, len(values) - 1, *key)]


def split(items, *counts):
    """The items of each page."""
    pages, start = [], 0
    for count in counts:
        pages.append(items[start:start + count])
        start += count
    return pages


def lines(function, items, glue="\n"):
    return glue.join(map(function, items))


FIRST = "Agnes Bram Cecily Dorian Edda Fergus Greta Hollis Imke Jorah Katrin Lennart Maud Niall Odile Piers Quentin Runa Sven Thea".split()
LAST = "Aldous Brightwell Corrigan Dunmore Eastlake Fairholm Garrick Hathaway Inskip Jessop Kilbride Lockwood Merriam Northcote Oakes".split()
PLACES = "Ashcombe Brindle Carrow Dunwick Elmsford Farley Glenhope Harrow Vale Ilmere Kesby Larkhill Marlow Bay Norwood Otterby".split()
MONTHS = "January February March April May June July August September October November December".split()
SENTENCES = """The path follows the river for two miles before it turns to the hills.
Members of the council asked for a second report on the cost of repairs.
A short walk from the station takes you to the old harbour and its market.
Nobody had expected the bridge to be closed for more than a week.
The new edition adds three chapters and corrects the maps of the first one.
Bring warm clothes, since the boat leaves before sunrise.
The workshop is open to beginners and needs no tools of your own.
Most of the collection was given by families who lived near the mill.
Tickets for the evening are sold at the door until they run out.
The committee thanks all volunteers who cleaned the ponds in spring.
Its engine was rebuilt twice and still starts on the coldest mornings.
Readers who liked the first volume will find the same humour here.
The survey counted fewer swallows than last year but many more swifts.
Water was cut off in four streets while the main pipe was replaced.""".split("\n")
ADJECTIVES = "Quiet Amber Northern Hollow Silver Winding Early Broken Painted Distant Green Salted Second Narrow Hidden Copper".split()
NOUNS = "Harbour Orchard Lantern Valley Bridge Garden Signal Meadow Compass River Window Island Kettle Ladder Chapel Anchor".split()


def person(*key): return f"{pick(FIRST, 'first', *key)} {pick(LAST, 'last', *key)}"
def date(*key): return f"{number(1, 28, 'day', *key)} {pick(MONTHS, 'month', *key)} {number(2015, 2023, 'year', *key)}"
def sentence(*key): return pick(SENTENCES, "sentence", *key)
def price(*key): return f"{number(4, 180, 'price', *key)}.{pick(['00', '50', '95', '99', '25'], 'cents', *key)}"


def titles(count, key):
    """That many different titles of two words."""
    start = number(0, 255, key)
    pairs = [((start + 37 * step) % 256) for step in range(count)]
    return [f"{ADJECTIVES[pair // 16]} {NOUNS[pair % 16]}" for pair in pairs]


def shop(site, heading, body, menu=("New in", "Kitchen", "Garden", "Lighting", "Sale")):
    """A shop of today."""
    links = lines(lambda name: f'      <li class="nav-item"><a href="/c/{name.lower().replace(" ", "-")}">{name}</a></li>', menu)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>{heading} | {site}</title>
  <link rel="stylesheet" href="/assets/main.css">
</head>
<body>
  <header class="site-header">
    <a class="logo" href="/">{site}</a>
    <form class="search" action="/search"><input type="search" name="q" placeholder="Search"><button>Go</button></form>
    <nav><ul class="nav">
{links}
    </ul></nav>
  </header>
  <main id="content">
    <h1>{heading}</h1>
{body}
  </main>
  <footer>
    <ul class="footer-links"><li><a href="/about">About us</a></li><li><a href="/delivery">Delivery</a></li><li><a href="/returns">Returns</a></li><li><a href="/contact">Contact</a></li></ul>
    <p>&copy; 2023 {site}. All prices include tax.</p>
  </footer>
</body>
</html>
"""


def old_site(site, heading, body, menu=("Home", "News", "Catalogue", "Links", "Guest book")):
    """A site of the nineties: tables for the layout, no classes."""
    links = lines(lambda name: f'<a href="{name.split()[0].lower()}.html">{name}</a><br>', menu)
    return f"""<html>
<head><title>{site} - {heading}</title></head>
<body bgcolor="#ffffff" link="#003399">
<table width="760" border="0" cellpadding="4"><tr>
<td width="150" valign="top" bgcolor="#eeeecc">
<b>{site}</b><br><br>
{links}
</td>
<td valign="top">
<h2>{heading}</h2>
{body}
<hr>
<font size="1">Last updated 12 March 2004. Send comments to <a href="mailto:web@example.org">the webmaster</a>.</font>
</td>
</tr></table>
</body>
</html>
"""


def weblog(site, heading, body):
    """A site made with a publishing system, with a side bar."""
    return f"""<!DOCTYPE html>
<html lang="en-GB">
<head><meta charset="UTF-8"><title>{heading} &#8211; {site}</title></head>
<body class="archive category wp-embed">
<div id="page" class="hfeed site">
<header id="masthead"><p class="site-title"><a href="/">{site}</a></p><p class="site-description">News from the valley since 1998</p>
<div class="menu-main-container"><ul id="menu-main" class="menu"><li class="menu-item"><a href="/">Home</a></li><li class="menu-item"><a href="/events/">Events</a></li><li class="menu-item"><a href="/people/">People</a></li><li class="menu-item"><a href="/contact/">Contact</a></li></ul></div></header>
<div id="primary" class="content-area"><main id="main">
<header class="page-header"><h1 class="page-title">{heading}</h1></header>
{body}
</main></div>
<aside id="secondary" class="widget-area">
<section class="widget widget_recent_entries"><h2 class="widget-title">Recent posts</h2><ul><li><a href="/2021/03/spring-fair/">Spring fair moves to the green</a></li><li><a href="/2021/02/ferry/">Ferry times for Easter</a></li><li><a href="/2021/02/library/">Library opens on Sundays</a></li></ul></section>
<section class="widget widget_archive"><h2 class="widget-title">Archives</h2><ul><li><a href="/2021/03/">March 2021</a></li><li><a href="/2021/02/">February 2021</a></li><li><a href="/2021/01/">January 2021</a></li><li><a href="/2020/12/">December 2020</a></li></ul></section>
</aside>
<footer id="colophon"><div class="site-info">Proudly made by the parish council</div></footer>
</div>
</body>
</html>
"""


CASES = []


def case(builder):
    CASES.append(builder())
    return builder


@case
def grid():
    """A table for the layout of a shop: four products a row."""
    goods = [dict(title=f"{name} mug", price=f"$ {price('grid', name)}") for name in titles(31, "grid")]
    pages = split(goods, 12, 12, 7)

    def cell(item):
        slug = item["title"].lower().replace(" ", "-")
        return f'''    <td width="25%" align="center" valign="top">
      <a href="{slug}.html"><img src="img/{slug}.jpg" width="120" height="120" border="0"></a><br>
      <a href="{slug}.html">{item["title"]}</a><br>
      <font color="#990000"><b>{item["price"]}</b></font>
    </td>'''

    def body(items):
        rows = [items[start:start + 4] for start in range(0, len(items), 4)]
        return '<table width="100%" cellspacing="8">\n' + lines(lambda row: "  <tr>\n" + lines(cell, row) + "\n  </tr>", rows) + "\n</table>"
    return Case("grid", "items of a grid, four a row of a table", "Rows and cells both repeat, and the rows are taken for the items.",
                [old_site("Potter's Yard", f"Mugs, page {number}", body(items)) for number, items in enumerate(pages, 1)], pages, cell(goods[0]))


@case
def columns():
    """A grid of `div`: three cards a row."""
    goods = [dict(title=f"{name} lamp", price=f"€{price('columns', name)}") for name in titles(25, "columns")]
    pages = split(goods, 9, 9, 7)

    def card(item):
        slug = item["title"].lower().replace(" ", "-")
        return f'''        <div class="col-sm-4">
          <a class="thumb" href="/p/{slug}"><img src="/img/{slug}.jpg" alt=""></a>
          <h3><a href="/p/{slug}">{item["title"]}</a></h3>
          <p class="small">{sentence("columns", item["title"])}</p>
          <span class="price">{item["price"]}</span>
        </div>'''

    def body(items):
        rows = [items[start:start + 3] for start in range(0, len(items), 3)]
        return lines(lambda row: '      <div class="row">\n' + lines(card, row) + "\n      </div>", rows)
    return Case("columns", "cards of a grid, three in each `div.row`", "Rows and cards both repeat, and the rows are taken for the items.",
                [shop("Lumen & Oak", "Lighting" + f" – page {number}" * (number > 1), body(items)) for number, items in enumerate(pages, 1)],
                pages, card(goods[0]))


@case
def two_rows():
    """Links with a second row of facts, as on sites where readers send links."""
    links = [dict(title=f"{name}: {sentence('two', name)[:-1]}", by=f"{pick(FIRST, 'two', name).lower()}{number(1, 99, 'two', name)}")
             for name in titles(45, "two rows")]
    pages = split(links, 15, 15, 15)

    def two(at, item):
        host = pick(["valleynews.example", "oldmaps.example", "brook.example", "mills.example"], item["title"])
        return f'''<tr><td align="right" valign="top">{at}.</td><td><a href="https://{host}/{number(100, 999, item["title"])}">{item["title"]}</a> <small>({host})</small></td></tr>
<tr><td></td><td><small>{number(3, 320, item["title"])} points by <a href="user?id={item["by"]}">{item["by"]}</a> {number(2, 22, item["title"])} hours ago | <a href="item?id={number(1000, 9999, item["title"])}">{number(2, 150, "c", item["title"])} comments</a></small></td></tr>'''

    def body(page, items):
        return "<table border=0>\n" + "\n".join(two(15 * page + at, item) for at, item in enumerate(items, 1)) + f'\n<tr><td></td><td><a href="?p={page + 2}">More</a></td></tr>\n</table>'
    return Case("two-rows", "records of two table rows", "No element encloses the two rows of a link, so each is easily taken for a record.",
                [old_site("Linkyard", "New links", body(page, items)) for page, items in enumerate(pages)], pages, two(1, links[0]))


@case
def terms():
    """Events in a definition list, with one or two descriptions each."""
    events = [dict(title=f"{name} evening", place=pick(PLACES, "terms", name)) for name in titles(24, "terms")]
    pages = split(events, 10, 8, 6)

    def event(item):
        extra = f"\n<dd>Tickets: {price(item['title'])} at the door</dd>" if number(0, 2, item["title"]) == 0 else ""
        return f'''<dt><a href="/events/{number(100, 999, item["title"])}">{item["title"]}</a></dt>
<dd class="where">{item["place"]}</dd>
<dd>{date(item["title"])}. {sentence(item["title"])}</dd>{extra}'''
    return Case("terms", "a definition list with several `dd` for each `dt`", "The number of `dd` varies, and a `dt` is put with a `dd` before it.",
                [weblog("Valley Diary", f"Events in {month}", '<dl class="events">\n' + lines(event, items) + "\n</dl>")
                 for month, items in zip(("May", "June", "July"), pages)], pages, event(events[0]))


@case
def three_rows():
    """The holdings of a library: title, author and shelf in a table row each, a fourth row if there is a note."""
    books = [dict(title=f"The {name}", author=person("three", name), shelf=f"{number(100, 999, 'shelf', name)}.{number(1, 9, name)} {pick(LAST, 's', name)[:3].upper()}")
             for name in titles(24, "three rows")]
    pages = split(books, 8, 8, 8)

    def rows(item):
        return f'''<tr bgcolor="#dde6ee"><td colspan="2"><b><a href="show?id={number(10000, 99999, item["title"])}">{item["title"]}</a></b></td></tr>
<tr><td width="90">Author</td><td>{item["author"]}</td></tr>
<tr><td>Shelf</td><td>{item["shelf"]}</td></tr>'''
    return Case("three-rows", "records of three table rows", "No element encloses the three rows of a book, so each is easily taken for a record.",
                [old_site("Dunwick Town Library", f"Titles {8 * page + 1} to {8 * page + 8} of 24", '<table width="100%" border="0">\n' + lines(rows, items) + "\n</table>")
                 for page, items in enumerate(pages)], pages, rows(books[0]))


@case
def few_hits():
    """A search with few hits beside a long menu."""
    found = [dict(title=f"{name} walk", text=f"{sentence('few', name)} {sentence('more', name)}") for name in titles(9, "few")]
    pages = split(found, 3, 4, 2)
    menu = [f"{place} and around" for place in PLACES] + ["Maps", "Guides", "Transport", "Weather", "Accessible walks", "Walks with dogs"]

    def hit(item):
        return f'''    <div class="result">
      <h2><a href="/walks/{number(100, 999, item["title"])}">{item["title"]}</a></h2>
      <p>{item["text"]}</p>
      <p class="meta">{number(3, 18, item["title"])} km, {pick(["easy", "moderate", "hard"], item["title"])}</p>
    </div>'''
    return Case("few-hits", "a search with two to four hits beside a menu of twenty links", "The menu is taken for the list.",
                [shop("Footpaths", f"Search: {query}", f'    <p>{len(items)} walks found</p>\n' + lines(hit, items), menu)
                 for query, items in zip(("mill", "coast", "forest with lake"), pages)], pages, hit(found[0]))


@case
def form():
    """A register with a form of six rows above few results."""
    permits = [dict(number=f"{number(2015, 2023, name)}/{number(1000, 9999, name):04}/FUL", title=f"{pick(['Extension', 'Garage', 'Loft conversion', 'Change of use', 'New windows'], name)} at {number(1, 90, name)} {name} Road")
               for name in titles(13, "form")]
    pages = split(permits, 4, 5, 4)

    def row(item):
        return f'''<tr>
  <td><a href="detail.aspx?ref={item["number"]}">{item["number"]}</a></td>
  <td>{item["title"]}</td>
  <td>{date(item["number"])}</td>
  <td>{pick(["Granted", "Refused", "Pending"], item["number"])}</td>
</tr>'''

    def field(name):
        if name in ("Ward", "Decision", "Type"):
            options = "".join(f"<option>{value}</option>" for value in (["Any"] + {"Ward": PLACES[:6], "Decision": ["Granted", "Refused", "Pending"], "Type": ["House", "Shop", "Land"]}[name]))
            return f'<tr><td class="label">{name}</td><td><select name="{name.lower()}">{options}</select></td><td class="help"><a href="help.aspx#{name.lower()}">What is this?</a></td></tr>'
        return f'<tr><td class="label">{name}</td><td><input type="text" name="{name.split()[0].lower()}"></td><td class="help"><a href="help.aspx#{name.split()[0].lower()}">What is this?</a></td></tr>'
    search = '<form action="search.aspx">\n<table class="search">\n' + lines(field, ["Reference", "Ward", "Street", "Received from", "Decision", "Type", "Agent"]) + '\n</table>\n<input type="submit" value="Search">\n</form>\n'
    return Case("form", "few results below a search form with seven rows", "The rows of the form are taken for records.",
                [old_site("Elmsford Borough Council", "Planning applications", search + '<table class="results">\n' + lines(row, items) + "\n</table>") for items in pages],
                pages, row(permits[0]), title="number")


@case
def highlight():
    """Hits whose title has the words of the query in bold."""
    queries = ["river", "stone bridge", "old mill"]
    forms = ["The {} in winter", "Walking along the {}", "{}s of the north: a short history", "How we saved the {}", "A {} and its keepers", "Why every {} needs a friend", "{}, rain and railways"]
    pages = [[dict(title=(form.format(query))[0].upper() + form.format(query)[1:], url=f"www.{pick(PLACES, query, form).split()[0].lower()}.example/{number(10, 99, query, form)}") for form in forms] for query in queries]

    def marked(text, query):
        for word in query.split(): text = text.replace(word, f"<b>{word}</b>").replace(word.capitalize(), f"<b>{word.capitalize()}</b>")
        return text

    def hit(query):
        return lambda item: f'''    <li class="hit">
      <h3><a href="https://{item["url"]}">{marked(item["title"], query)}</a></h3>
      <cite>{item["url"]}</cite>
      <p>{sentence(item["title"])} The <b>{query.split()[0]}</b> is {number(2, 90, item["title"])} miles long. {sentence("b", item["title"])}</p>
    </li>'''
    return Case("highlight", "titles with the words of the search in `<b>`", "The title is cut at each highlighted word, and the whole title is in no column.",
                [shop("Findwell", query, '    <ol class="hits">\n' + lines(hit(query), items) + "\n    </ol>", ("Web", "Images", "News")) for query, items in zip(queries, pages)],
                pages, hit("river")(pages[0][0]))


@case
def cents():
    """Prices whose cents are in `sup`."""
    goods = [dict(title=f"{name} chair", price=f"${number(9, 190, 'cents', name)}.{pick(['97', '50', '99', '25'], name)}") for name in titles(20, "cents")]
    pages = split(goods, 8, 6, 6)

    def item(good):
        whole, part = good["price"][1:].split(".")
        return f'''      <li class="product-card">
        <a href="/item/{number(1000, 9999, good["title"])}"><img src="/i/{number(1000, 9999, good["title"])}.webp" alt="{good["title"]}"></a>
        <a class="name" href="/item/{number(1000, 9999, good["title"])}">{good["title"]}</a>
        <span class="price">$<span class="whole">{whole}</span><sup>{part}</sup></span>
        <span class="stock">{pick(["In stock", "Only 3 left", "Ships in a week"], good["title"])}</span>
      </li>'''
    return Case("cents", "prices with the cents in `sup`", "Dollars and cents are two elements with no point between them, so that the price is in two columns, or 70.99 becomes 7099.",
                [shop("Timber Room", "Chairs" + f", page {page}" * (page > 1), '    <ul class="grid">\n' + lines(item, items) + "\n    </ul>") for page, items in enumerate(pages, 1)],
                pages, item(goods[0]))


@case
def captions():
    """A table whose second column is plain text on the first page and a link in a `span` on others."""
    works = [dict(title=f"{name}, {pick(['oil on canvas', 'etching', 'woodcut', 'pencil'], name)}", caption=f"View of {pick(PLACES, name)} in {pick(MONTHS, name)}", year=str(number(1805, 1938, name))) for name in titles(30, "captions")]
    pages = split(works, 10, 10, 10)

    def row(page):
        def of(item):
            caption = item["caption"] if page == 0 else f'<span class="cap"><a href="/view/{number(100, 999, item["title"])}">{item["caption"]}</a></span>'
            return f'''<tr>
<td><a href="/work/{number(1000, 9999, item["title"])}">{item["title"]}</a></td>
<td>{caption}</td>
<td>{item["year"]}</td>
</tr>'''
        return of
    return Case("captions", "a cell that is plain text on one page and a link in a `span` on the others", "What is one column for a reader is in two, depending on the page.",
                [weblog("Harbour Museum", f"Works on paper, page {page + 1}", "<table>\n" + lines(row(page), items) + "\n</table>") for page, items in enumerate(pages)],
                pages, row(0)(works[0]) + "\n<!-- the second cell on the other pages: -->\n" + row(1)(works[10]).split("\n")[2])


@case
def tags():
    """Questions with one to four tags."""
    words = "boilers pipes wiring paint plaster roofs tiles doors locks gardens fences drains".split()
    asked = []
    for name in titles(24, "tags"):
        mine = list(dict.fromkeys(pick(words, at, name) for at in range(number(1, 4, "tags", name))))
        asked.append(dict(title=f"{pick(['How do I repair', 'What is wrong with', 'Can I move', 'Who made'], name)} a {name.lower()}?", tags=mine, user=person("tags", name)))
    pages = split(asked, 8, 8, 8)

    def question(item):
        links = " ".join(f'<a href="/questions/tagged/{tag}" class="post-tag" rel="tag">{tag}</a>' for tag in item["tags"])
        return f'''      <div class="question-summary">
        <div class="votes"><span>{number(0, 30, item["title"])}</span> votes</div>
        <div class="summary">
          <h3><a href="/questions/{number(10000, 99999, item["title"])}" class="question-hyperlink">{item["title"]}</a></h3>
          <div class="excerpt">{sentence(item["title"])}</div>
          <div class="tags">{links}</div>
          <div class="started">asked {date(item["title"])} by <a href="/users/{number(10, 999, item["title"])}">{item["user"]}</a></div>
        </div>
      </div>'''
    return Case("tags", "one to four tags for each record", "The tags are in as many columns as the longest list has tags, `post-tag` to `post-tag4`.",
                [shop("House Questions", f"Newest questions, page {page}", lines(question, items), ("Questions", "Tags", "Users", "Ask")) for page, items in enumerate(pages, 1)],
                pages, question(max(asked[:8], key=lambda item: len(item["tags"]))))


@case
def siblings():
    """News as headings and paragraphs without an element around each."""
    news = [dict(title=f"{name} reopens in {pick(PLACES, name)}", date=date(name)) for name in titles(19, "siblings")]
    pages = split(news, 7, 6, 6)

    def entry(item):
        more = f"\n<p>{sentence('c', item['title'])}</p>" if number(0, 1, "more", item["title"]) else ""
        return f'''<h3><a href="/news/{number(100, 999, item["title"])}/">{item["title"]}</a></h3>
<p><em>{item["date"]}</em></p>
<p>{sentence(item["title"])} {sentence("b", item["title"])}</p>{more}'''
    return Case("siblings", "a heading and paragraphs for each record, without an element around them", "No element encloses the heading and the paragraphs of an entry, so its parts are taken for records.",
                [weblog("Valley Diary", f"News of {year}", lines(entry, items)) for year, items in zip((2021, 2020, 2019), pages)], pages, entry(news[0]))


@case
def advertisement():
    """Rows of a table with an advertisement after every third."""
    jobs = [dict(title=f"{pick(['Junior', 'Senior', 'Part-time', 'Lead'], name)} {pick(['gardener', 'baker', 'printer', 'welder', 'carpenter', 'nurse'], name)}, {name} {pick(['Ltd', 'Works', 'House'], name)}", place=pick(PLACES, "ad", name)) for name in titles(27, "jobs")]
    pages = split(jobs, 10, 9, 8)

    def job(item):
        return f'''      <div class="listing">
        <div class="listing-head"><a href="/job/{number(1000, 9999, item["title"])}">{item["title"]}</a></div>
        <div class="listing-place">{item["place"]}</div>
        <div class="listing-text">{sentence(item["title"])}</div>
        <div class="listing-foot">Posted {date(item["title"])}</div>
      </div>'''

    def body(page, items):
        parts = []
        for at, item in enumerate(items, 1):
            parts.append(job(item))
            if at % 3 == 0 and at < len(items):
                parts.append(f'''      <div class="listing sponsored">
        <div class="listing-head"><a href="https://ads.example/c?{page}{at}">{pick(["Train as a driver", "Your CV in an hour", "Insurance for the self-employed", "Learn bookkeeping at home"], page, at)}</a></div>
        <div class="listing-text">{pick(["Start any month. Places are limited.", "From 9 a month, cancel at any time."], page, at)}</div>
        <div class="ad-mark">Advertisement</div>
      </div>''')
        return "\n".join(parts)
    return Case("advertisement", "an advertisement in the markup of a record after every third", "The advertisements have the classes of a record and are taken for some.",
                [shop("Valley Jobs", f"Jobs, page {page}", body(page, items), ("Jobs", "Employers", "Post a job")) for page, items in enumerate(pages, 1)],
                pages, job(jobs[0]) + "\n" + body(1, jobs[:4]).split("\n      </div>\n")[3] + "\n      </div>")


@case
def banner():
    """Rows of a table with a row for a banner in the middle, and one for each letter."""
    firms = sorted((dict(title=f"{name} {pick(['Motors', 'Bakery', 'Joinery', 'Florists', 'Cycles'], name)}", phone=f"0{number(1200, 1999, name)} {number(100000, 999999, name)}") for name in titles(26, "banner")), key=lambda firm: firm["title"])
    pages = split(firms, 13, 13)

    def row(item):
        return f'''<tr><td><a href="firm.php?id={number(100, 999, item["title"])}">{item["title"]}</a></td><td>{pick(PLACES, item["title"])}</td><td>{item["phone"]}</td></tr>'''

    def body(items):
        parts, letter = [], ""
        for at, item in enumerate(items):
            if item["title"][0] != letter:
                letter = item["title"][0]
                parts.append(f'<tr><td colspan="3" bgcolor="#ccccff"><b>{letter}</b></td></tr>')
            parts.append(row(item))
            if at == 5: parts.append('<tr><td colspan="3" align="center"><a href="https://ads.example/77"><img src="banner.gif" width="468" height="60"></a></td></tr>')
        return '<table width="100%" border="1">\n<tr><th>Name</th><th>Town</th><th>Telephone</th></tr>\n' + "\n".join(parts) + "\n</table>"
    return Case("banner", "a table with a row for each letter and a banner between its rows", "The rows of letters and the banner are taken for records.",
                [old_site("Trade Directory", f"Firms, part {page}", body(items)) for page, items in enumerate(pages, 1)], pages, row(firms[0]),
                names=dict(phone=["Telephone", "telephone", "phone"]))


@case
def categories():
    """The menu of a restaurant: a list for each course."""
    words = {"Starters": ["Leek soup", "Smoked trout", "Beetroot salad", "Potted shrimps"], "Mains": ["Lamb shank", "Mushroom pie", "Grilled plaice", "Roast squash", "Beef stew"],
             "Puddings": ["Plum crumble", "Lemon posset", "Cheese board"], "Drinks": ["Cider", "Elderflower water", "Pot of tea"]}
    pages, bodies, sample = [], [], ""

    def dish(item):
        return f'''<li>
  <span class="dish">{item["title"]}</span>
  <span class="dots"></span>
  <span class="cost">{item["price"]}</span>
  <em>{sentence("dish", item["title"]).split(",")[0]}</em>
</li>'''
    for place in ("Riverside", "Market Hall"):
        items = {course: [dict(title=f"{name} {place[0]}{at}" if course == "Drinks" else name, price=f"£{price(place, name)}") for at, name in enumerate(names, 1)] for course, names in words.items()}
        pages.append([item for group in items.values() for item in group])
        bodies.append("\n".join(f'<h2>{course}</h2>\n<ul class="menu-list">\n{lines(dish, group)}\n</ul>' for course, group in items.items()))
        sample = sample or f"<h2>Starters</h2>\n<ul class=\"menu-list\">\n{dish(pages[0][0])}"
    return Case("categories", "a list for each category, below its heading", "The categories are taken for records, or only the longest list is read.",
                [weblog("The Mill Inn", f"Menu, {place}", body) for place, body in zip(("Riverside", "Market Hall"), bodies)], pages, sample)


@case
def all_fields():
    """Houses with a line of facts, some of which few have."""
    houses = [dict(title=f"{number(1, 80, name)} {name} Lane", price=f"£{number(120, 690, name)},000") for name in titles(24, "houses")]
    pages = split(houses, 8, 8, 8)

    def house(item):
        key = item["title"]
        garage = '\n          <li class="garage">Garage</li>' if number(0, 4, "garage", key) == 0 else ""
        garden = f'\n          <li class="garden">Garden, {pick(["south", "west", "east"], key)} facing</li>' if number(0, 2, "garden", key) else ""
        note = f'\n        <p class="note">{pick(["Reduced", "New build", "No chain"], key)}</p>' if number(0, 3, "note", key) == 0 else ""
        return f'''      <article class="house">
        <h2><a href="/house/{number(1000, 9999, key)}">{item["title"]}</a></h2>
        <p class="price">{item["price"]}</p>{note}
        <ul class="facts">
          <li>{number(1, 5, key)} bedrooms</li>
          <li>{number(1, 3, "bath", key)} baths</li>{garden}{garage}
        </ul>
        <p class="agent">For sale by <a href="/agents/{number(1, 5, "agent", key)}">{["Hale & Son", "Keys of Brindle", "Brook Homes", "Northcote Lettings", "Oakes Estates"][number(1, 5, "agent", key) - 1]}</a></p>
      </article>'''
    return Case("all-fields", "columns with and without `--all-fields`", "A column of the default answer has other values with `--all-fields`, which should only add columns.",
                [shop("Homes in the Valley", f"Houses for sale, page {page}", lines(house, items), ("Buy", "Rent", "Sell")) for page, items in enumerate(pages, 1)],
                pages, house(houses[0]), options=("--all-fields",))


@case
def cast():
    """Films of one actor a page, with the directors and actors as links."""
    stars = ["Ava Lorne", "Tobias Renn"]
    pages = []
    for star in stars:
        films = []
        for name in titles(11, star):
            others = list(dict.fromkeys(person(at, name) for at in range(number(1, 3, "cast", name))))
            films.append(dict(title=f"The {name}", director=person("director", pick(range(5), name)), cast=[star, *others]))
        pages.append(films)

    def film(item):
        links = ", ".join(f'<a href="/name/{number(1000, 9999, name)}/">{name}</a>' for name in item["cast"])
        return f'''<div class="lister-item">
<h3><a href="/title/{number(10000, 99999, item["title"])}/">{item["title"]}</a> <span class="year">({number(1988, 2022, item["title"])})</span></h3>
<p class="text-muted">{sentence(item["title"])}</p>
<p>Director: <a href="/name/{number(1000, 9999, item["director"])}/">{item["director"]}</a> | Stars: {links}</p>
</div>'''
    return Case("cast", "films of one actor: names as links, one of them in each record", "A column is called after a value of the page, the actor's name, and the actors shift between columns.",
                [shop("Screen Lists", f"Films with {star}", lines(film, items), ("Films", "Series", "People")) for star, items in zip(stars, pages)], pages, film(pages[0][0]),
                names=dict(director=["Director", "director", "directors"], cast=["Stars", "stars", "cast", "actors"]))


@case
def headers():
    """A table of stations with header cells, some over an empty or a linked cell."""
    stations = [dict(title=f"{pick(PLACES, name)} {name.split()[1]}", Depth=f"{number(1, 40, name) / 10}", Flow=f"{number(10, 900, name)}", Updated=f"{number(0, 23, name):02}:{number(0, 59, name):02}") for name in titles(28, "stations")]
    pages = split(stations, 10, 9, 9)

    def row(item):
        return f'''<tr>
<td><a href="/station/{number(1000, 9999, item["title"])}">{item["title"]}</a></td>
<td>{item["Depth"]}</td>
<td>{item["Flow"]}</td>
<td>{item["Updated"]}</td>
</tr>'''
    head = "<tr>\n<td><b>Station</b></td>\n<td><b>Depth</b></td>\n<td><b>Flow</b></td>\n<td><b>Updated</b></td>\n</tr>\n"
    return Case("headers", "header cells in bold, as `td`", "The header cells are `td` with bold text, and do not name the columns.",
                [old_site("River Levels", f"Region {page}", '<table border="1">\n' + head + lines(row, items) + "\n</table>") for page, items in enumerate(pages, 1)], pages,
                head + row(stations[0]), names={"title": ["Station", "station", "title"], "Depth": ["Depth"], "Flow": ["Flow"], "Updated": ["Updated"]})


@case
def head_group():
    """A table with `thead`, whose first column is a number and which has a column that is empty in most rows."""
    clubs = [dict(title=f"{place} {pick(['Rovers', 'Town', 'United', 'Athletic'], place)}", Played=str(number(18, 22, place)), Points=str(60 - 3 * at)) for at, place in enumerate(PLACES[:14])]
    others = [dict(title=f"{place} {pick(['Ladies', 'Juniors', 'Reserves'], place)}", Played=str(number(12, 16, "b", place)), Points=str(44 - 3 * at)) for at, place in enumerate(PLACES[2:14])]
    pages = [clubs, others]

    def row(at, item):
        return f'''    <tr>
      <td>{at}</td>
      <td><a href="/club/{number(10, 99, item["title"])}">{item["title"]}</a></td>
      <td>{item["Played"]}</td>
      <td>{item["Points"]}</td>
      <td>{pick(["", "", "", "P", "R"], item["title"])}</td>
    </tr>'''
    head = "  <thead>\n    <tr><th>Pos</th><th>Club</th><th>Played</th><th>Points</th><th></th></tr>\n  </thead>"
    return Case("head-group", "a league table with `thead`", "A numbered column where a header cell names it.",
                [weblog("Valley League", f"Table, {name}", '<table class="league">\n' + head + "\n  <tbody>\n" + "\n".join(row(at, item) for at, item in enumerate(items, 1)) + "\n  </tbody>\n</table>")
                 for name, items in zip(("first division", "second division"), pages)], pages, head + "\n" + row(1, clubs[0]),
                names={"title": ["Club", "title"], "Played": ["Played"], "Points": ["Points"]})


@case
def two_prices():
    """A shop system with old and new price, and a badge that is called `title`."""
    goods = []
    for name in titles(22, "two prices"):
        now = number(10, 90, "now", name)
        goods.append(dict(title=f"{name} blanket", price=f"£{now}.00", old=f"£{now + number(2, 20, name)}.00" if number(0, 1, "sale", name) else ""))
    pages = split(goods, 8, 8, 6)

    def item(good):
        old = f'<del><span class="amount"><bdi><span class="currency">£</span>{good["old"][1:]}</bdi></span></del> ' if good["old"] else ""
        now = f'<span class="amount"><bdi><span class="currency">£</span>{good["price"][1:]}</bdi></span>'
        return f'''<li class="product type-product">
<span class="title">{pick(["Wool", "Cotton", "Linen"], good["title"])}</span>
<a href="/product/{number(100, 999, good["title"])}/" class="product-link"><h2 class="product__name">{good["title"]}</h2></a>
<span class="price">{old}{f"<ins>{now}</ins>" if old else now}</span>
<a href="?add-to-cart={number(100, 999, good["title"])}" class="button">Add to basket</a>
</li>'''
    return Case("two-prices", "an old price in `del` beside the new one in `ins`, and a class `title` on a label", "The paid price is in two columns, or the label is called `title`.",
                [shop("Fleece & Thread", "Blankets" + f", page {page}" * (page > 1), '<ul class="products">\n' + lines(item, items) + "\n</ul>") for page, items in enumerate(pages, 1)], pages,
                item(max(goods[:8], key=lambda good: good["old"] > "")), names=dict(title=["title"], price=["price"]))


@case
def breaks():
    """Addresses in one cell, separated by rules."""
    members = [dict(title=person("breaks", at, "x"), phone=f"0{number(1200, 1999, at, 'p')} {number(100000, 999999, at, 'p')}") for at in range(40)]
    members = list({member["title"]: member for member in members}.values())[:21]
    pages = split(members, 7, 7, 7)

    def member(item):
        return f'''<b>{item["title"]}</b><br>
{number(1, 90, item["title"])} {pick(NOUNS, item["title"])} Street, {pick(PLACES, item["title"])}<br>
Tel. {item["phone"]}<br>
<a href="mailto:{item["title"].split()[1].lower()}@example.org">{item["title"].split()[1].lower()}@example.org</a>
<hr>'''
    return Case("breaks", "addresses with line breaks only, with a rule after each", "There is no element around a record or around its lines.",
                [old_site("Society of Bell Ringers", f"Members, {part}", lines(member, items)) for part, items in zip(("A to F", "G to M", "N to Z"), pages)], pages, member(members[0]))


@case
def answers():
    """A question with answers, whose posts have links to share and edit, a card of the user and comments."""
    pages, bodies, sample = [], [], ""
    for name, count in zip(titles(3, "answers"), (4, 3, 5)):
        posts = [dict(author=person("answer", name, at), text=" ".join(dict.fromkeys(sentence("answer", name, at, part) for part in range(6)))) for at in range(count)]
        pages.append(posts)

        def post(at, item):
            half = len(item["text"].split(". ")) // 2
            parts = item["text"].split(". ")
            first, second = ". ".join(parts[:half]) + ".", ". ".join(parts[half:])
            kind = "answer" if at else "question"
            comments = "".join(f'''
    <li class="comment"><span class="comment-copy">{pick(["Thank you, that was it.", "Which model do you have?", "This did not work for me.", "Please add a picture."], name, at, each)}</span> &ndash; <a class="comment-user" href="/users/{number(1, 99, each)}">{person("comment", name, at, each)}</a> <span class="comment-date">{date("comment", name, at, each)}</span></li>''' for each in range(number(0, 2, name, at)))
            return f'''<div id="{kind}-{number(1000, 9999, name, at)}" class="{kind}">
  <div class="votecell"><a class="vote-up" title="This is useful">up</a><span class="vote-count">{number(0, 60, name, at)}</span><a class="vote-down">down</a></div>
  <div class="postcell">
    <div class="post-text"><p>{first}</p>
<p>{second}</p></div>
    <div class="post-menu"><a href="/q/{number(1000, 9999, name, at)}">share</a> <a href="/posts/{number(1000, 9999, name, at)}/edit">edit</a> <a href="#">flag</a></div>
    <div class="user-info"><div class="user-action-time">{"answered" if at else "asked"} <span title="2019">{date("post", name, at)}</span></div>
      <div class="user-details"><a href="/users/{number(10, 999, name, at)}">{item["author"]}</a><span class="reputation">{number(1, 9000, name, at)}</span></div></div>
    <ul class="comments">{comments}
    </ul>
  </div>
</div>'''
        bodies.append((name, "\n".join(post(at, item) for at, item in enumerate(posts))))
        sample = sample or post(1, posts[1])
    return Case("answers", "questions with answers, whose posts have links to share and edit and comments", "The links, the user's card and the comments are in the text of the post.",
                [shop("House Questions", f"What is wrong with my {name.lower()}?", body, ("Questions", "Tags", "Users", "Ask")) for name, body in bodies], pages, sample, command="forum")


@case
def gallery():
    """Pictures in one row of a table and their names in the next."""
    pictures = [dict(title=f"{name}, {number(1880, 1935, name)}") for name in titles(24, "gallery")]
    pages = split(pictures, 12, 12)

    def image(item): return f'<td align="center"><a href="p{number(100, 999, item["title"])}.html"><img src="t{number(100, 999, item["title"])}.jpg" width="100" border="1"></a></td>'
    def name(item): return f'<td align="center"><font size="2">{item["title"]}</font></td>'

    def body(items):
        rows = [items[start:start + 4] for start in range(0, len(items), 4)]
        return "<table>\n" + lines(lambda row: f"<tr>\n{lines(image, row)}\n</tr>\n<tr>\n{lines(name, row)}\n</tr>", rows) + "\n</table>"
    return Case("gallery", "a row of four pictures above a row of their four names", "A record is a column of two rows; the rows are taken for records.",
                [old_site("Old Postcards", f"Album {page}", body(items)) for page, items in enumerate(pages, 1)], pages, "<tr>\n" + image(pictures[0]) + "\n...\n</tr>\n<tr>\n" + name(pictures[0]) + "\n...\n</tr>")


@case
def nested():
    """A grid of tables: each cell of the outer table holds a table of its own."""
    goods = [dict(title=f"{name} seeds", price=f"${price('nested', name)}") for name in titles(32, "nested")]
    pages = split(goods, 12, 10, 10)

    def cell(item):
        return f'''<td width="50%" valign="top"><table width="100%"><tr>
<td rowspan="3"><img src="pic/{number(100, 999, item["title"])}.gif"></td>
<td><b><a href="item.asp?id={number(100, 999, item["title"])}">{item["title"]}</a></b></td></tr>
<tr><td><font size="1">{sentence("nested", item["title"])}</font></td></tr>
<tr><td>Price: {item["price"]}</td></tr>
</table></td>'''

    def body(items):
        return '<table width="100%">\n' + lines(lambda row: f"<tr>\n{lines(cell, row)}\n</tr>", [items[start:start + 2] for start in range(0, len(items), 2)]) + "\n</table>"
    return Case("nested", "two products a row, each in a table of its own", "The rows of the outer table, its cells and the rows of the inner tables all repeat, and the outer rows are taken for the items.",
                [old_site("Garden Post", f"Seeds, page {page}", body(items)) for page, items in enumerate(pages, 1)], pages, cell(goods[0]))


@case
def spacer():
    """Two rows a record with an empty row after each, with classes."""
    links = [dict(title=f"{name} {pick(['explained', 'considered harmful', 'in 500 lines', 'ten years later', 'for beginners'], name)}") for name in titles(60, "spacer")]
    pages = split(links, 30, 30)

    def rows(at, item):
        code = number(100000, 999999, item["title"])
        return f'''      <tr class="entry" id="{code}"><td class="rank">{at}.</td><td class="vote"><a id="up_{code}" href="vote?id={code}"><div class="arrow" title="upvote"></div></a></td><td class="headline"><span class="line"><a href="https://{pick(PLACES, code).split()[0].lower()}.example/{code}">{item["title"]}</a><span class="site"> (<a href="from?site=x">{pick(PLACES, code).split()[0].lower()}.example</a>)</span></span></td></tr>
      <tr><td colspan="2"></td><td class="below"><span class="score">{number(2, 400, code)} points</span> by <a href="user?id={pick(FIRST, code).lower()}">{pick(FIRST, code).lower()}</a> <span class="age"><a href="item?id={code}">{number(1, 20, code)} hours ago</a></span> | <a href="hide?id={code}">hide</a> | <a href="item?id={code}">{number(2, 99, code)}&nbsp;comments</a></td></tr>
      <tr class="space" style="height:5px"></tr>'''
    return Case("spacer", "records of two rows with an empty row between them", "Each of the two rows is taken for a record.",
                [old_site("Tinker News", "Top", '<table class="list">\n' + "\n".join(rows(30 * page + at, item) for at, item in enumerate(items, 1)) + '\n      <tr class="more"><td colspan="2"></td><td><a href="?p=2">More</a></td></tr>\n</table>')
                 for page, items in enumerate(pages)], pages, rows(1, links[0]))


@case
def emphasis():
    """An old search engine: hits as paragraphs, the words of the query in `<b>`, nothing has a class."""
    queries = ["canal", "steam engine"]
    forms = ["{} society", "The {} at Kesby", "Restoring the last {}", "{}", "Pictures of a {} (1911)", "North {} trust: home page", "{} timetable 2003", "My {} diary", "What is a {}?", "Friends of the {}"]
    pages = [[dict(title=form.format(query.title() if form.startswith("{") else query)) for form in forms[:10 - 2 * at]] for at, query in enumerate(queries)]

    def marked(text, query):
        for word in query.split():
            for each in (word, word.title()): text = text.replace(each, f"<b>{each}</b>")
        return text

    def hit(query):
        return lambda item: f'''<p><a href="http://www.{number(100, 999, item["title"])}.example/">{marked(item["title"], query)}</a><br>
<font size="-1">... {sentence(item["title"])} A <b>{query.split()[-1]}</b> for visitors. ... {sentence("e", item["title"])}<br>
<font color="#008000">www.{number(100, 999, item["title"])}.example/ - {number(2, 60, item["title"])}k</font> - <a href="/cache?{number(100, 999, item["title"])}">Cached</a></font></p>'''
    return Case("emphasis", "an old search engine: hits without classes, the words of the search in `<b>`", "The title is cut at each highlighted word.",
                [old_site("Lookup", f"Results for {query}", lines(hit(query), items)) for query, items in zip(queries, pages)], pages, hit("canal")(pages[0][1]))


@case
def small_cents():
    """A supermarket: `2<small>.99</small>`, and a price for a kilogram."""
    goods = [dict(title=f"{name} {pick(['cheese', 'bread', 'apples', 'coffee', 'butter', 'pears'], name)}", price=f"{number(1, 12, 'small', name)}.{pick(['99', '49', '79', '29'], name)}") for name in titles(30, "small cents")]
    pages = split(goods, 10, 10, 10)

    def item(good):
        whole, part = good["price"].split(".")
        offer = f'<div class="flag">{pick(["Offer", "New", "Organic"], good["title"])}</div>' if number(0, 2, "flag", good["title"]) == 0 else ""
        return f'''<div class="tile">{offer}
  <a href="/p/{number(1000, 9999, good["title"])}" title="{good["title"]}"><img data-src="/img/{number(1000, 9999, good["title"])}.jpg"></a>
  <div class="tile-name"><a href="/p/{number(1000, 9999, good["title"])}">{good["title"]}</a></div>
  <div class="tile-price">{whole}<small>.{part}</small></div>
  <div class="tile-unit">{number(2, 30, good["title"])}.{number(10, 99, good["title"])} per kg</div>
</div>'''
    return Case("small-cents", "prices as `2<small>.99</small>` beside a price for a kilogram", "The price is in two columns.",
                [shop("Green Basket", f"This week, page {page}", '<div class="tiles">\n' + lines(item, items) + "\n</div>", ("Fruit", "Dairy", "Bakery", "Drinks")) for page, items in enumerate(pages, 1)],
                pages, item(goods[0]), names=dict(price=["price", "tile-price"]))


@case
def filed():
    """A weblog: posts with the categories and tags that they are filed under."""
    subjects = ["Walks", "Birds", "History", "Food", "Weather", "Boats"]
    posts = []
    for name in titles(18, "filed"):
        mine = list(dict.fromkeys(pick(subjects, at, name) for at in range(number(1, 4, "filed", name))))
        posts.append(dict(title=f"{name} {pick(['again', 'in spring', 'at last', 'revisited'], name)}", filed=mine, date=date("filed", name)))
    pages = split(posts, 6, 6, 6)

    def post(item):
        links = ", ".join(f'<a href="/category/{subject.lower()}/" rel="category tag">{subject}</a>' for subject in item["filed"])
        return f'''<article class="post type-post hentry">
<header class="entry-header"><h2 class="entry-title"><a href="/{number(100, 999, item["title"])}/" rel="bookmark">{item["title"]}</a></h2>
<div class="entry-meta"><time class="entry-date">{item["date"]}</time></div></header>
<div class="entry-summary"><p>{sentence(item["title"])} {sentence("f", item["title"])}</p></div>
<footer class="entry-footer"><span class="cat-links">Posted in {links}</span> <span class="comments-link"><a href="/{number(100, 999, item["title"])}/#respond">{pick(["Leave a comment", "2 comments", "1 comment"], item["title"])}</a></span></footer>
</article>'''
    return Case("filed", "posts with one to four categories after `Posted in`", "Each category has a column of its own.",
                [weblog("Valley Diary", f"Year {year}", lines(post, items)) for year, items in zip((2021, 2020, 2019), pages)], pages, post(posts[0]))


@case
def facets():
    """A library search with few hits beside filters with counts."""
    books = [dict(title=f"{name}: {pick(['a guide', 'a novel', 'letters', 'collected essays'], name)}", author=f"{pick(LAST, 'facets', name)}, {pick(FIRST, 'facets', name)}") for name in titles(12, "facets")]
    pages = split(books, 5, 3, 4)

    def facet(heading, values, key):
        return f'''      <h4>{heading}</h4>
      <ul class="facet">
''' + lines(lambda value: f'        <li><a href="?f={value.lower().replace(" ", "+")}">{value}</a> <span class="count">({number(1, 9, key, value)})</span></li>', values) + "\n      </ul>"

    def book(item):
        key = item["title"]
        return f'''      <tr class="hit"><td class="check"><input type="checkbox" name="r{number(1000, 9999, key)}"></td>
        <td class="info"><a class="record-link" href="/rec/{number(1000, 9999, key)}">{key}</a>
          <div>by <span class="creator">{item["author"]}</span></div>
          <div>{pick(PLACES, key)}: {pick(LAST, "publisher", key)} Press, {number(1950, 2020, key)}</div>
          <div class="avail">{pick(["Available", "On loan", "Reading room only"], key)} at {pick(PLACES, "at", key)}</div></td></tr>'''

    def body(page, items):
        facets = "\n".join([facet("Library", PLACES[:8], page), facet("Subject", NOUNS[:9], page), facet("Language", ["English", "Welsh", "French", "German"], page), facet("Decade", [f"{year}s" for year in range(1950, 2020, 10)], page)])
        return f'    <div class="sidebar">\n{facets}\n    </div>\n    <form action="/mark"><table class="hits">\n{lines(book, items)}\n    </table></form>'
    return Case("facets", "three to five hits beside four lists of filters with counts", "A list of filters is taken for the hits.",
                [shop("County Libraries", f"{len(items)} results", body(page, items), ("Search", "My account", "Opening hours", "Ask us")) for page, items in enumerate(pages)], pages, book(books[0]))


@case
def row_headers():
    """A table with `th` for the first cell of each row, and two rows of header cells."""
    places = [dict(title=f"{place} {kind}", Adult=f"{number(4, 19, place, kind)}.50", Child=f"{number(2, 9, place, kind)}.00", Opens=f"{number(8, 11, place, kind)}:00") for place in PLACES[:12] for kind in ("Castle", "Museum")]
    pages = split(places, 12, 12)

    def row(item):
        return f'''<tr><th scope="row"><a href="/visit/{number(100, 999, item["title"])}/">{item["title"]}</a></th><td>{item["Adult"]}</td><td>{item["Child"]}</td><td>{item["Opens"]}</td><td>{pick(["17:00", "18:00", "dusk"], item["title"])}</td></tr>'''
    head = '<tr><th rowspan="2">Place</th><th colspan="2">Entry</th><th colspan="2">Hours</th></tr>\n<tr><th>Adult</th><th>Child</th><th>Opens</th><th>Closes</th></tr>'
    return Case("row-headers", "a table with two rows of header cells and a header cell in each row", "Columns have numbers where header cells name them.",
                [weblog("Visit the Valley", f"Places to visit, part {page}", f"<table>\n{head}\n{lines(row, items)}\n</table>") for page, items in enumerate(pages, 1)], pages, head + "\n" + row(places[0]),
                names={"title": ["Place", "title"], "Adult": ["Adult", "Entry Adult", "Entry/Adult"], "Child": ["Child", "Entry Child", "Entry/Child"], "Opens": ["Opens", "Hours Opens", "Hours/Opens"]})


@case
def labels():
    """Records as lines with a label in bold each, in one cell, some lines missing."""
    reports = [dict(title=f"Report on the {name}", Author=person("labels", name), Pages=str(number(12, 320, name)), Series=f"Papers {number(1, 60, name)}" if number(0, 2, "series", name) else "") for name in titles(21, "labels")]
    pages = split(reports, 7, 7, 7)

    def report(item):
        series = f'\n<b>Series:</b> {item["Series"]}<br>' if item["Series"] else ""
        return f'''<li><a href="doc{number(100, 999, item["title"])}.pdf">{item["title"]}</a><br>
<b>Author:</b> {item["Author"]}<br>{series}
<b>Pages:</b> {item["Pages"]}</li>'''
    return Case("labels", "lines with a label in bold, some of which are missing", "The columns have numbers, or values of two labels are mixed.",
                [old_site("Institute of Waterways", f"Reports {2010 + page}", "<ol>\n" + lines(report, items) + "\n</ol>") for page, items in enumerate(pages)], pages, report(reports[0]),
                names={field: [field, field.lower()] for field in ("Author", "Pages", "Series")})


@case
def bodies():
    """A table with a `tbody` of three rows for each train, and a hidden row of details."""
    trains = [dict(title=f"{pick(PLACES, 'from', at)} to {pick(PLACES, 'to', at)}, {6 + at // 2:02}:{30 * (at % 2) + number(0, 25, at):02}", price=f"{number(5, 60, 'fare', at)}.{pick(['00', '50', '90'], at)} EUR") for at in range(24)]
    pages = split(trains, 8, 8, 8)

    def train(item):
        key = item["title"]
        return f'''<tbody>
<tr><td rowspan="2"><input type="radio" name="t" value="{number(1000, 9999, key)}"></td><td colspan="2"><strong>{key}</strong></td></tr>
<tr><td>{number(1, 5, key)} h {number(0, 59, key)} min, {pick(["direct", "1 change", "2 changes"], key)}</td><td>{item["price"]}</td></tr>
<tr class="hidden" style="display:none"><td></td><td colspan="2">{pick(["Bicycles carried", "Quiet coach", "Seats must be reserved", "Restaurant car"], key)}; platform {number(1, 12, key)}</td></tr>
</tbody>'''
    return Case("bodies", "a `tbody` of three rows for each record", "The rows are taken for records.",
                [shop("Valley Rail", f"Trains, part {page}", "<table>\n" + lines(train, items) + "\n</table>", ("Tickets", "Timetables", "Stations")) for page, items in enumerate(pages, 1)], pages, train(trains[0]))


@case
def half_tables():
    """Two tables for each record: one for the head, one for the text."""
    letters = [dict(title=f"On the {name}", author=person("half", name)) for name in titles(20, "half tables")]
    pages = split(letters, 7, 7, 6)

    def letter(item):
        return f'''<table width="100%" bgcolor="#99aacc"><tr><td><b>{item["title"]}</b></td><td align="right">{date(item["title"])}</td></tr></table>
<table width="100%"><tr><td>{sentence("h", item["title"])} {sentence("i", item["title"])}<br><i>{item["author"]}</i>, {pick(PLACES, item["title"])}</td></tr></table>
<br>'''
    return Case("half-tables", "two tables for each record, one with the head and one with the text", "No element encloses the two tables of a letter, and its author is in italics at the end of the text.",
                [old_site("Valley Courier", f"Letters, {month}", lines(letter, items)) for month, items in zip(("May", "June", "July"), pages)], pages, letter(letters[0]))


@case
def sections():
    """Shops of a town by street: blocks of links with a heading, in two columns of the page."""
    pages, bodies, sample = [], [], ""
    for place in PLACES[:2]:
        streets = [(f"{name.split()[1]} Street", [dict(title=f"{pick(LAST, place, name, at)} {pick(['Books', 'Cycles', 'Shoes', 'Bakery', 'Hardware'], place, name, at)} {at}", phone=f"{number(200, 999, place, name, at)} {number(1000, 9999, place, name, at)}")
                                                  for at in range(1, 1 + number(2, 6, place, name))]) for name in titles(6, place + "sections")]

        def entry(item): return f'      <div class="entry"><a href="/shop/{number(100, 999, item["title"])}">{item["title"]}</a> <span class="tel">{item["phone"]}</span></div>'

        def section(street): return f'    <section>\n      <h3>{street[0]}</h3>\n{lines(entry, street[1])}\n      <a class="all" href="/street/{street[0].split()[0].lower()}">All of {street[0]}</a>\n    </section>'
        pages.append([item for _, items in streets for item in items])
        bodies.append(f'    <div class="left">\n{lines(section, streets[:3])}\n    </div>\n    <div class="right">\n{lines(section, streets[3:])}\n    </div>')
        sample = sample or section(streets[0])
    return Case("sections", "entries in sections, three sections in each of two columns", "The sections are taken for records, or the entries of one are all.",
                [shop("Shops Around", f"Shops in {place}", body, ("Towns", "Streets", "Trades")) for place, body in zip(PLACES, bodies)], pages, sample)


@case
def old_board():
    """A thread of an old board: the author on the left, signature and edit note below the text."""
    pages, bodies, sample = [], [], ""
    members = {f"{pick(FIRST, 'board', at).lower()}{number(10, 99, at)}": sentence("signature", at) for at in range(7)}
    for name in titles(3, "board"):
        posts, parts = [], []
        for at in range(number(5, 8, name)):
            member = pick(sorted(members), "board", name, at)
            text = " ".join(dict.fromkeys(sentence("board", name, at, part) for part in range(number(2, 4, "b", name, at)) if sentence("board", name, at, part) != members[member]))
            edited = f'<br><br><font size="1"><i>Last edited by {member} on {date("edit", name, at)}; edited {number(1, 3, name, at)} times</i></font>' if number(0, 2, "edit", name, at) == 0 else ""
            posts.append(dict(author=member, text=text))
            parts.append(f'''<tr>
<td width="150" valign="top"><a name="{number(1000, 9999, name, at)}"></a><b>{member}</b><br><font size="1">{pick(["Member", "Regular", "Moderator"], member)}<br>Joined: {date("joined", member)}<br>Posts: {number(10, 900, member)}</font></td>
<td valign="top"><font size="1">Posted: {date("board", name, at)}&nbsp;&nbsp;Post subject: {"Re: " * (at > 0)}{name}</font> <a href="posting.php?mode=quote&amp;p={number(1000, 9999, name, at)}">quote</a><hr>
{text}<br>_________________<br>{members[member]}{edited}</td>
</tr>
<tr><td><a href="#top">Back to top</a></td><td><a href="profile.php?u={number(1, 99, member)}">profile</a> <a href="privmsg.php?u={number(1, 99, member)}">pm</a></td></tr>''')
        pages.append(posts)
        bodies.append((name, '<table width="100%" border="1">\n<tr><th>Author</th><th>Message</th></tr>\n' + "\n".join(parts) + "\n</table>"))
        sample = sample or parts[1]
    return Case("old-board", "posts of an old board with signatures, edit notes and links to quote", "Signatures, notes and links are in the text of the post.",
                [old_site("Narrow Boat Owners", name, body, ("Home", "Forum", "Search", "Members")) for name, body in bodies], pages, sample, command="forum")


@case
def browse():
    """A book shop whose cards have the name of a department as `title`, and a link to questions before the price."""
    books = [dict(title=f"The {name}", price=f"${price('browse', name)}") for name in titles(24, "browse")]
    pages = split(books, 8, 8, 8)

    def book(item):
        key = item["title"]
        stars = f'<span class="stars" title="{number(3, 5, key)} of 5"></span>' if number(0, 1, "stars", key) else ""
        return f'''<div class="box">
  <div class="title">BROWSE for {pick(["Fiction", "History", "Travel"], "shelf", key)}</div>
  <a href="/b/{number(1000, 9999, key)}"><img src="/covers/{number(1000, 9999, key)}.jpg" width="90"></a>
  <div class="box-text"><h1><a href="/b/{number(1000, 9999, key)}">{key}</a></h1>
    <p>{person("browse", key)}</p>{stars}
    <a href="/b/{number(1000, 9999, key)}#qa">Q &amp; A</a> <span>{item["price"]}</span>
  </div>
</div>'''
    return Case("browse", "a department in the class `title`, and a link `Q & A` before the price", "The class `title` belongs to the department, and the words before the price are another link, so that both columns get wrong names.",
                [shop("Paper Boat Books", f"Shelf {page}", '<div class="boxes">\n' + lines(book, items) + "\n</div>", ("Fiction", "History", "Travel")) for page, items in enumerate(pages, 1)],
                pages, book(books[0]), names=dict(title=["title"], price=["price"]))


@case
def rules():
    """Notices as paragraphs with a rule after each, the title in bold."""
    notices = [dict(title=f"{name} {pick(['lost', 'found', 'for sale', 'wanted'], name)}", phone=f"{number(200, 999, name)} {number(1000, 9999, name)}") for name in titles(20, "rules")]
    pages = split(notices, 7, 7, 6)

    def notice(item):
        key = item["title"]
        middle = "".join(f"\n<p>{sentence(part, key)}</p>" for part in range(number(1, 3, key)))
        return f'''<p><b>{key}</b></p>{middle}
<p>Call <font color="red">{item["phone"]}</font>, {pick(["evenings", "any time", "not on Sundays"], key)}</p>
<hr width="50%">'''
    return Case("rules", "paragraphs with a rule after each record", "Each paragraph is taken for a record, since nothing encloses those of one record.",
                [old_site("Village Notices", f"Notices, {month}", lines(notice, items)) for month, items in zip(("May", "June", "July"), pages)], pages, notice(max(notices[:7], key=lambda item: number(1, 3, item["title"]))))


@case
def form_inside():
    """A search form and its few results in one table."""
    courses = [dict(title=f"{name} for {pick(['beginners', 'teachers', 'families', 'adults'], name)}", fee=f"{number(10, 90, name)}.00") for name in titles(13, "form inside")]
    pages = split(courses, 5, 4, 4)

    def course(item):
        return f'''<tr><td><a href="course.php?id={number(100, 999, item["title"])}">{item["title"]}</a></td><td>{pick(["Monday", "Tuesday", "Friday"], item["title"])}</td><td>{item["fee"]}</td></tr>'''
    form = "\n".join(f'<tr><td>{name}</td><td colspan="2">{field}</td></tr>' for name, field in (
        ("Subject", '<input name="s">'), ("Day", '<select name="d"><option>any</option><option>Monday</option><option>Tuesday</option><option>Friday</option></select>'),
        ("Place", '<input name="p">'), ("Highest fee", '<input name="f" size="4">'), ("Teacher", '<input name="t">'), ("", '<input type="submit" value="Find">')))
    return Case("form-inside", "a search form and its few results as rows of one table", "Form and results are rows of one table, whose header cells stand between them.",
                [old_site("Evening Classes", f"Courses found: {len(items)}", f'<form action="find.php"><table>\n{form}\n<tr><th>Course</th><th>Day</th><th>Fee</th></tr>\n{lines(course, items)}\n</table></form>') for items in pages], pages, course(courses[0]),
                names=dict(fee=["Fee", "fee", "price"]))


@case
def italics():
    """References with a part in italics in some titles, and a species name in others."""
    papers = []
    for name in titles(24, "italics"):
        form = pick(["Growth of <i>{} minor</i> in ponds", "On the {} problem", "A note on <i>{}</i>", "<i>{}</i>, reviewed", "{} and H<sub>2</sub>O"], name)
        markup = form.format(name.split()[1])
        papers.append(dict(title=f"{name.split()[0]} studies: " + markup.replace("<i>", "").replace("</i>", "").replace("<sub>", "").replace("</sub>", ""), markup=f"{name.split()[0]} studies: {markup}", author=person("italics", name)))
    shown = [dict(title=paper["title"], author=paper["author"]) for paper in papers]
    pages = split(shown, 8, 8, 8)

    def paper(item):
        key = item["title"]
        return f'''<li class="paper">
<span class="authors">{item["author"]}</span> ({number(1960, 2020, key)}).
<a href="/doi/{number(1000, 9999, key)}">{item["markup"]}</a>.
<em>{pick(["Valley Journal of Botany", "Pond Letters", "Annals of the Mill"], key)}</em> {number(1, 60, key)}, {number(1, 200, key)}.
<a class="cite" href="/cite/{number(1000, 9999, key)}">Cite</a>
</li>'''
    return Case("italics", "titles with words in `<i>` or `<sub>`", "The title is cut at the words in italics.",
                [weblog("Pond Research", f"Papers, page {page}", '<ul class="papers">\n' + lines(paper, items) + "\n</ul>") for page, items in enumerate(split(papers, 8, 8, 8), 1)], pages, paper(next(item for item in papers if "<i>" in item["markup"])))


@case
def day_month():
    """Events whose date is in three elements."""
    events = [dict(title=f"{name} concert", date=f"{number(1, 28, name):02} {pick(MONTHS, name)[:3]} 2022") for name in titles(21, "day month")]
    pages = split(events, 7, 7, 7)

    def event(item):
        day, month, year = item["date"].split()
        return f'''<div class="event">
<div class="cal"><span class="d">{day}</span><span class="m">{month}</span><span class="y">{year}</span></div>
<div class="event-body"><h4><a href="/event/{number(100, 999, item["title"])}">{item["title"]}</a></h4>
<p class="venue">{pick(PLACES, item["title"])} {pick(["Hall", "Church", "Arms"], item["title"])}</p>
<p>{sentence(item["title"])}</p></div>
</div>'''
    return Case("day-month", "dates with day, month and year in an element each", "The date is in three columns, and in none as a whole.",
                [weblog("Valley Music", f"Concerts, page {page}", lines(event, items)) for page, items in enumerate(pages, 1)], pages, event(events[0]))


@case
def striped():
    """Two rows a record; the colour of the rows changes with each record."""
    files = [dict(title=f"{name.lower().replace(' ', '-')}-{number(1, 9, name)}.{number(0, 20, name)}.zip", size=f"{number(10, 990, name)} kB") for name in titles(30, "striped")]
    pages = split(files, 12, 10, 8)

    def two(at, item):
        key, colour = item["title"], "even" if at % 2 else "odd"
        return f'''<tr class="{colour}"><td><a href="/get/{key}">{key}</a></td><td>{item["size"]}</td><td>{date(key)}</td></tr>
<tr class="{colour}"><td colspan="3">{sentence(key)} <a href="/readme/{number(100, 999, key)}.txt">readme</a></td></tr>'''
    return Case("striped", "records of two rows whose colour changes with each record, below header cells", "Two rows with the same class are one file, but no element encloses them, so each is easily taken for a record.",
                [old_site("Program Attic", f"Files, page {page}", '<table width="100%">\n<tr><th>File</th><th>Size</th><th>Date</th></tr>\n' + "\n".join(two(at, item) for at, item in enumerate(items)) + "\n</table>") for page, items in enumerate(pages, 1)],
                pages, two(0, files[0]), names=dict(size=["Size", "size"]))


@case
def board():
    """A board of today: posts with the member's box, quote and report links, and likes."""
    pages, bodies, sample = [], [], ""
    members = [f"{pick(FIRST, 'member', at)}{pick(NOUNS, 'member', at)}" for at in range(8)]
    for name in titles(3, "new board"):
        posts, parts = [], []
        for at in range(number(5, 9, name)):
            member = pick(members, "by", name, at)
            text = " ".join(dict.fromkeys(sentence("new", name, at, part) for part in range(number(2, 5, "n", name, at))))
            likes = f'\n    <div class="likes">{pick(members, "like", name, at)} and {number(2, 9, name, at)} others like this</div>' if number(0, 1, "likes", name, at) else ""
            posts.append(dict(author=member, text=text))
            parts.append(f'''<article class="message" id="post-{number(1000, 9999, name, at)}">
  <div class="message-user"><h4><a class="username" href="/members/{number(1, 99, member)}/">{member}</a></h4>
    <h5>{pick(["Well-known member", "New member", "Skipper"], member)}</h5>
    <dl><dt>Joined</dt><dd>{date("joined", member)}</dd></dl><dl><dt>Messages</dt><dd>{number(10, 2000, member)}</dd></dl></div>
  <div class="message-main">
    <header><a href="/posts/{number(1000, 9999, name, at)}/"><time datetime="2022-0{number(1, 9, name, at)}-11T10:00:00">{date("new", name, at)}</time></a> <a href="#">#{at + 1}</a></header>
    <div class="message-body">{text}</div>{likes}
    <footer><a href="/report">Report</a> <a href="/quote">+ Quote</a> <a href="/reply">Reply</a></footer>
    <aside class="signature">{sentence("signature", member)} {pick(PLACES, member)} 2014</aside>
  </div>
</article>''')
        pages.append(posts)
        bodies.append((name, "\n".join(parts)))
        sample = sample or parts[0]
    return Case("board", "posts of a board with the member's box, likes, signatures and links", "Likes, signatures and links are in the text of the post.",
                [shop("Boat Owners", name, body, ("Forums", "Members", "Search")) for name, body in bodies], pages, sample, command="forum")


# The cases below were written after the old program had read those above.
FIRST_ROUND = len(CASES)  # the old program had read none of these when they were written


@case
def album():
    """Photographs in three columns of a table, with a caption and a year."""
    photos = [dict(title=f"{name} from the {pick(['north', 'church', 'boat', 'hill'], name)}", year=str(number(1961, 1999, name))) for name in titles(31, "album")]
    pages = split(photos, 12, 11, 8)

    def cell(item):
        return f'''  <td align="center"><a href="photo.php?id={number(100, 999, item["title"])}"><img src="thumb/{number(100, 999, item["title"])}.jpg"></a>
    <p>{item["title"]}</p><p><i>{item["year"]}</i></p></td>'''

    def body(items):
        rows = [items[start:start + 3] for start in range(0, len(items), 3)]
        return '<table class="album">\n' + lines(lambda row: "<tr>\n" + lines(cell, row) + "\n</tr>", rows) + "\n</table>"
    return Case("album", "photographs, three a row of a table, the last row not full", "Rows and cells both repeat, and the rows are taken for the items where most of them are full.",
                [weblog("Harbour Museum", f"Photographs, page {page}", body(items)) for page, items in enumerate(pages, 1)], pages, cell(photos[0]))


@case
def auction():
    """Lots of an auction: a row with number, name and estimate, and a row with the description."""
    lots = [dict(title=f"{name} {pick(['clock', 'chest', 'vase', 'print', 'brooch'], name)}", estimate=f"{number(2, 90, name)}0 GBP") for name in titles(27, "auction")]
    pages = split(lots, 10, 9, 8)

    def lot(at, item):
        key = item["title"]
        return f'''<tr>
  <td class="lot">{at}</td>
  <td class="what"><a href="/lot/{number(1000, 9999, key)}">{key}</a></td>
  <td class="est">{item["estimate"]}</td>
</tr>
<tr>
  <td></td>
  <td colspan="2" class="descr">{sentence(key)} {sentence("lot", key)}</td>
</tr>'''
    return Case("auction", "a row with the lot and a row with its description", "No element encloses the two rows of a lot, so each is easily taken for a record.",
                [shop("Merriam & Sons", f"Sale {page}", "<table>\n" + "\n".join(lot(at, item) for at, item in enumerate(items, 100 * page + 1)) + "\n</table>", ("Sales", "Results", "Sell", "Visit")) for page, items in enumerate(pages, 1)], pages, lot(101, lots[0]))


@case
def staff():
    """Members of a department: name, post and room in a row each, with a rule between."""
    people = list({person("staff", at): None for at in range(30)})[:20]
    people = [dict(title=f"Dr {name}", post=pick(["Lecturer", "Reader", "Professor of Rivers", "Research fellow", "Secretary"], name)) for name in people]
    pages = split(people, 7, 7, 6)

    def member(item):
        key = item["title"]
        return f'''<tr><td rowspan="3"><img src="{key.split()[2].lower()}.jpg" width="60"></td><td><a href="~{key.split()[2].lower()}/">{key}</a></td></tr>
<tr><td>{item["post"]}</td></tr>
<tr><td>Room {number(1, 4, key)}.{number(10, 40, key)}, extension {number(1000, 9999, key)}</td></tr>
<tr><td colspan="2"><hr></td></tr>'''
    return Case("staff", "three rows for each person, with a row for a rule between them", "Each row is taken for a record, or a person is cut in two.",
                [old_site("Department of Rivers", f"Staff, floor {page}", "<table>\n" + lines(member, items) + "\n</table>") for page, items in enumerate(pages, 1)], pages, member(people[0]))


@case
def guests():
    """A guest book: two tables an entry."""
    entries = [dict(title=f"{person('guests', at)}, {pick(PLACES, at)}", text=f"{sentence('guest', at)} {sentence('book', at, 1)}") for at in range(21)]
    pages = split(entries, 8, 7, 6)

    def entry(item):
        return f'''<table width="90%" cellpadding="2"><tr bgcolor="#ccddcc"><td><b>{item["title"]}</b></td><td align="right"><font size="1">{date(item["title"])}</font></td></tr></table>
<table width="90%" cellpadding="2"><tr><td>{item["text"]}</td></tr></table>
<br>'''
    return Case("guests", "a guest book with two tables for each entry", "No element encloses the two tables of an entry, so each is easily taken for a record.",
                [old_site("Mill Cottage", f"Guest book, page {page}", lines(entry, items)) for page, items in enumerate(pages, 1)], pages, entry(entries[0]))


@case
def pairs():
    """A glossary: one `dd` for each `dt`."""
    words = [dict(title=name.lower(), text=f"{sentence('pairs', name)} {sentence('gloss', name)}") for name in titles(24, "pairs")]
    pages = split(words, 9, 8, 7)

    def word(item): return f'<dt><a name="{item["title"].replace(" ", "-")}">{item["title"]}</a></dt>\n<dd>{item["text"]}</dd>'
    return Case("pairs", "a glossary with one `dd` for each `dt`", "Each element of the list is a record of its own.",
                [weblog("River Words", f"Glossary, {part}", "<dl>\n" + lines(word, items) + "\n</dl>") for part, items in zip(("A to H", "I to P", "Q to Z"), pages)], pages, word(words[0]))


@case
def pictures():
    """Posts in the text of a page: heading, picture and one or two paragraphs."""
    walks = [dict(title=f"{at}. {name} loop") for at, name in enumerate(titles(18, "pictures"), 1)]
    pages = split(walks, 6, 6, 6)

    def walk(item):
        key = item["title"]
        more = f"\n<p>{sentence('more', key)}</p>" if number(0, 1, "more", key) else ""
        return f'''<h2>{key}</h2>
<p><img class="alignnone size-large" src="/uploads/{number(1000, 9999, key)}.jpg" alt="" width="640"></p>
<p>{sentence(key)} {sentence("w", key)}</p>{more}
<p><strong>Distance:</strong> {number(2, 19, key)} km</p>'''
    return Case("pictures", "a heading, a picture and paragraphs for each record in the text of a post", "No element encloses the parts of a walk, and their number varies, so the paragraphs are taken for records.",
                [weblog("Valley Diary", f"The best walks, part {page}", f'<div class="entry-content">\n{lines(walk, items)}\n</div>') for page, items in enumerate(pages, 1)], pages, walk(walks[0]))


@case
def sold():
    """Cards whose name is in a `span` and whose price follows a button."""
    goods = [dict(title=f"{name} {pick(['bicycle', 'trailer', 'helmet', 'saddle'], name)}", price=f"£{price('sold', name)}") for name in titles(26, "sold")]
    pages = split(goods, 9, 9, 8)

    def item(good):
        key = good["title"]
        return f'''<div class="c-card">
  <a class="c-card__media" href="/used/{number(1000, 9999, key)}"><img src="/m/{number(1000, 9999, key)}.jpg" alt=""></a>
  <div class="c-card__info">
    <a href="/used/{number(1000, 9999, key)}"><span class="t-3">{key}</span></a>
    <div class="c-card__row"><button>Buy now</button> <span class="t-4">{good["price"]}</span></div>
    <div class="c-card__row">{pick(PLACES, key)}, <b>{pick(["ME", "CA", "OR"], key)}</b> <span>{number(1, 28, key)} days left</span></div>
  </div>
</div>'''
    return Case("sold", "names and prices in classes without a meaning, the price after a button", "No class says which text is the name and which the price, and the words before the price are a button.",
                [shop("Second Saddle", f"Used, page {page}", '<div class="c-grid">\n' + lines(item, items) + "\n</div>", ("New", "Used", "Repairs")) for page, items in enumerate(pages, 1)],
                pages, item(goods[0]), names=dict(title=["title"], price=["price"]))


@case
def specs():
    """A heading and a table of facts for each record."""
    boats = [dict(title=f"{name} {number(18, 60, name)}", length=f"{number(5, 20, name)}.{number(1, 9, name)} m") for name in titles(18, "specs")]
    pages = split(boats, 6, 6, 6)

    def boat(item):
        key = item["title"]
        extra = f'\n<tr><td>Mooring</td><td>{pick(PLACES, key)}</td></tr>' if number(0, 1, "mooring", key) else ""
        return f'''<h3><a href="boat.asp?n={number(100, 999, key)}">{key}</a></h3>
<table border="1">
<tr><td>Built</td><td>{number(1950, 2005, key)}</td></tr>
<tr><td>Length</td><td>{item["length"]}</td></tr>{extra}
<tr><td>Engine</td><td>{pick(["Lister", "Gardner", "Kelvin", "Bolinder"], key)} {number(8, 60, key)} hp</td></tr>
</table>'''
    return Case("specs", "a heading and a table of facts for each record", "Each table, or each row of the tables, is taken for a record without its heading.",
                [old_site("Narrow Boat Brokers", f"Boats, page {page}", lines(boat, items)) for page, items in enumerate(pages, 1)], pages, boat(boats[0]), names=dict(length=["Length", "length"]))
