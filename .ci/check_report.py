#!/usr/bin/env python3
"""Opens the files of `katagami report` in a browser, clicks through every view, and compares what they show with what other commands print.

    check_report.py KATAGAMI [--pictures FOLDER]      a program with the feature sqlite

The browser is the system's Chromium with its driver. Reports are made of a set of syllabuses, of result pages, of a mixed site, of a site
with links and of the databases made of it, of Japanese pages, of right-to-left pages and of hostile pages, which this program writes. In each, in a light and a dark window: nothing is written to
the console, nothing is requested, and every text has the contrast of WCAG AA; the largest has 10,000 pages. Corrections are made by clicking, and
the commands that the report shows for them are run. With --pictures, the views are also saved as PNG files.
"""
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError as error:
    sys.exit(f"{error}; install what drives the browser: python3 -m pip install selenium")

ROOT = pathlib.Path(__file__).resolve().parent.parent
SETS = {
    "syllabus": ["data/syllabus/a-13"],
    "results": ["data/results/a-edges-10"],
    "mixed": ["data/shop/a-terms", "data/shelf/a-cards", "data/blog/a-replies", "data/forum/a-boxes"],
    "bookshop": ["data/mixed/a-bookshop"],
    "database": ["bookshop.sqlite"],
    "folder": ["bookshop/"],
    "japanese": ["data/shop/f-japanese"],
    "arabic": ["arabic"],
    "hostile": ["hostile"],
    "many": ["many.jsonl"],
}
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars"]

# What a page may try, each where a title or a text of a record is.
ATTACKS = [
    "<script>parent.owned = owned = 1; document.title = 'owned'</script>", "<img src=x onerror='parent.owned = 1'>",
    "<img src='http://127.0.0.1:9/a.png'>", "<a href='javascript:parent.owned = 1'>press</a>", "<a href='http://127.0.0.1:9/' target=_top>out</a>",
    "<meta http-equiv=refresh content='0;url=http://127.0.0.1:9/'>", "<base href='http://127.0.0.1:9/' target=_top>",
    "<svg onload='parent.owned = 1'><script>parent.owned = 1</script><a xlink:href='javascript:parent.owned = 1'><text>x</text></a></svg>",
    "<math><maction actiontype='statusline#http://127.0.0.1:9/' href='javascript:parent.owned = 1'>x</maction></math>",
    "</script><script>owned = 1</script><!-- <script>", "&lt;/script&gt;&lt;script&gt;owned = 1&lt;/script&gt;",
    "<form action='http://127.0.0.1:9/'><input name=a autofocus onfocus='parent.owned = 1'><button>send</button></form>",
    "<iframe srcdoc='<script>top.owned = 1</script>' src='http://127.0.0.1:9/'></iframe>", "<object data='http://127.0.0.1:9/'></object>",
    "<style>@import 'http://127.0.0.1:9/a.css'; * { display: none; background: url(http://127.0.0.1:9/b.png) }</style>",
    "<link rel=stylesheet href='http://127.0.0.1:9/a.css'>", "<p style='background: url(http://127.0.0.1:9/c.png); position: fixed; inset: 0'>over all</p>",
    "<template><script>owned = 1</script></template><noscript><p title='</noscript><script>owned = 1</script>'></noscript>",
    "<textarea></textarea><xmp><script>owned = 1</script></xmp><plaintext><b>", "<p dir='rtl\" onclick=\"owned = 1' lang='\"><script>owned = 1</script>'>x</p>",
    "<img alt='\"><script>owned = 1</script>' src=data:,>", "<p>\u202e\u2066 turned</p>", "<b>" * 300,
]


def hostile(folder):
    """Lists whose records attack, pages about one thing that attack in every field, and a page that is too large."""
    folder.mkdir()
    for page in range(4):
        records = "".join(
            f"<div class=hit><h3><a href='javascript:owned = {number}'>Thing {page} {number}</a></h3><p>{attack}</p><p>It is the number {number * 7 + page}.</p></div>"
            for number, attack in enumerate(ATTACKS[:-4]))
        (folder / f"list{page}.html").write_text(f"<title></title></title><script>owned = 1</script></title><h1>All things {page}</h1>{records}")
    for number, attack in enumerate(ATTACKS):
        (folder / f"item{number}.html").write_text(
            f"<body onload='owned = 1'><h1 class=name>Thing {number * 17} {attack}</h1><table><tr><th>Price<td>£{number}.50<tr><th>Made of<td>brass {number} {attack}</table>")
    (folder / "large.html").write_text("<p>" + "a large page </script> " * 450_000)


def arabic(folder):
    folder.mkdir()
    names = ["كتاب البحر", "كتاب الجبل", "كتاب النهر", "كتاب الريح", "كتاب الرمل", "كتاب المطر"]
    for page in range(2):
        rows = "".join(f"<li class=book><h3>{name} {page}</h3><p class=price>{number * 3 + page}.50 ريال</p></li>" for number, name in enumerate(names))
        (folder / f"{page}.html").write_text(f"<html dir=rtl lang=ar><title>كتب {page}</title><h1>كتب {page}</h1><ul>{rows}</ul>", encoding="utf-8")


def many(file):
    """10,000 pages about one thing each, and lists of them."""
    words = ["harbour", "lantern", "winter", "orchard", "copper", "window", "meadow", "thunder"]
    name = lambda number: f"{words[number % 8]} {words[number // 8 % 8]} {number}"
    with file.open("w") as out:
        for number in range(9_500):
            page = f"<h1>{name(number)}</h1><dl><dt>Maker<dd>{name(number * 7 + 1)}<dt>Weight<dd>{number % 97 + 1} kg</dl><p class=price>£{number % 89 + 3}.50</p>"
            out.write(json.dumps({"url": f"https://many.example/thing/{number}", "html": page}) + "\n")
        for number in range(500):
            rows = "".join(f"<li><a href=/thing/{thing}>{name(thing)}</a> <i>{thing % 97 + 1} kg</i>" for thing in range(number * 19, number * 19 + 19))
            out.write(json.dumps({"url": f"https://many.example/list/{number}", "html": f"<h1>Things {number}</h1><ol>{rows}</ol>"}) + "\n")


CONTRAST = r"""
const number = (color) => color.match(/[\d.]+/g).map(Number);
const light = ([r, g, b]) => [r, g, b].map((part) => part / 255).map((part) => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
  .reduce((sum, part, at) => sum + part * [.2126, .7152, .0722][at], 0);
const behind = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const color = number(getComputedStyle(at).backgroundColor);
    if (color.length < 4 || color[3] === 1) return color;
  }
  return [255, 255, 255];
};
const poor = new Set();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest("[disabled], script, style")) continue;
  const style = getComputedStyle(element);
  const pair = [light(number(element.closest("svg") ? style.fill : style.color)), light(behind(element.closest("svg") ?? element))].sort((a, b) => b - a);
  if ((pair[0] + .05) / (pair[1] + .05) < 4.5) poor.add(`${element.tagName}.${element.getAttribute("class")} ${style.color}: ${walker.currentNode.data.slice(0, 30)}`);
}
return [...poor];
"""

# Changes the view, and waits until it is there.
GO = r"""
const [view, done] = arguments;
if (new URL(view, location.href).hash === location.hash) done();
else {
  addEventListener("hashchange", () => setTimeout(done), { once: true });
  location.hash = view;
}
"""

# The elements and attributes of what is shown in a frame.
FRAME = r"""
const { head, body } = new DOMParser().parseFromString(arguments[0], "text/html");
const all = [...body.querySelectorAll("*")];
return [[...head.children].map((element) => element.localName).join(" "), [...new Set(all.map((element) => element.localName))],
  [...new Set(all.flatMap((element) => element.getAttributeNames()))]];
"""
HARMLESS = {"class", "id", "data-n", "title", "alt", "colspan", "rowspan", "dir", "lang", "start"}
ACTIVE = {"script", "style", "link", "meta", "base", "iframe", "frame", "object", "embed", "form", "input", "button", "svg", "math", "img", "video",
          "audio", "source", "template", "noscript", "textarea", "select", "plaintext", "xmp", "title", "details", "dialog"}


class Browser:
    def __init__(self, folder, width=1500, height=950):
        self.downloads = folder / "downloads"
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for flag in [*FLAGS, f"--user-data-dir={tempfile.mkdtemp(dir=folder)}", f"--window-size={width},{height}"]:
            options.add_argument(flag)
        options.add_experimental_option("prefs", {"download.default_directory": str(self.downloads), "download.prompt_for_download": False})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.size = (width, height)
        # What the browser itself opens first.
        self.driver.get("about:blank")
        self.driver.get_log("performance")

    def scheme(self, scheme, phone=False):
        run = self.driver.execute_cdp_cmd
        run("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        width, height = (390, 844) if phone else self.size
        run("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone})

    def open(self, file, view=""):
        self.driver.get("about:blank")
        self.driver.get(file.as_uri() + view)
        self.file = file
        self.wait("main")

    def go(self, view):
        self.driver.execute_async_script(GO, view)
        self.wait("main")

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, selector):
        for _ in range(100):
            found = self.all(selector)
            if found:
                return found[0]
            time.sleep(.1)
        raise AssertionError(f"{self.file.name}: no {selector}")

    def press(self, selector, text=None):
        found = [element for element in self.all(selector) if text is None or element.text == text]
        assert found, f"{self.file.name}: no {selector} {text or ''}"
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", found[0])
        found[0].click()
        return found[0]

    def saved(self, name):
        for _ in range(100):
            if (self.downloads / name).is_file():
                return (self.downloads / name).read_text(encoding="utf-8")
            time.sleep(.1)
        raise AssertionError(f"{name} was not saved")

    def check_quiet(self):
        """Nothing on the console, no request but for the file itself, no other window."""
        messages = [entry["message"] for entry in self.driver.get_log("browser")]
        assert not messages, f"{self.file.name}: {messages}"
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] in ("Network.requestWillBeSent", "Page.frameRequestedNavigation", "Page.windowOpen"):
                address = message["params"].get("request", message["params"]).get("url", "")
                is_own = address.split("#")[0] in (self.file.as_uri(), "about:srcdoc", "about:blank") or address.startswith("blob:file:")
                assert is_own or address.startswith("blob:null"), f"{self.file.name} asks for {address}"
        assert len(self.driver.window_handles) == 1 and self.driver.current_url.split("#")[0] == self.file.as_uri()
        assert not self.driver.execute_script("return window.owned") and self.driver.title.startswith("katagami: ")

    def check_contrast(self, what):
        poor = self.driver.execute_script(CONTRAST)
        assert not poor, f"{self.file.name}, {what}: too little contrast: {poor[:6]}"

    def picture(self, folder, name):
        if folder:
            time.sleep(.5)
            self.driver.save_screenshot(str(folder / f"{name}.png"))


def run(program, arguments, folder):
    ran = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True)
    assert ran.returncode in (0, 1) and "panicked" not in ran.stderr, f"{arguments}: {ran.stderr}"
    return ran.stdout


def run_shown(program, command, folder):
    """Runs a command line that a report shows, with JSON as its result."""
    path = f"{pathlib.Path(program).parent}:{os.environ['PATH']}"
    ran = subprocess.run(["bash", "-c", f"{command} --format json"], cwd=folder, capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert ran.returncode == 0, f"{command}: {ran.stderr}"
    # `learn` and `edit` say what they did before.
    return json.loads(ran.stdout[re.search(r"^\[", ran.stdout, re.MULTILINE).start():])


def data_of(file):
    text = re.search(r'id="data">(.*?)</script>', file.read_text(encoding="utf-8"), re.DOTALL)[1]
    return json.loads(text)


def walk(browser, file, pictures):
    """Opens every view, and a page of each kind, in light and dark."""
    data = data_of(file)
    for scheme in ("light", "dark"):
        browser.scheme(scheme)
        browser.open(file)
        assert len(browser.all(".card")) == len(data["kinds"])
        check_graph(browser, data)
        browser.check_contrast("site")
        browser.picture(pictures, f"{file.stem}-site-{scheme}")
        for number in range(len(data["kinds"])):
            page = next((page for page in data["shown"] if page["kind"] == number), None)
            if not page:
                continue
            browser.go(f"#page/{page['page'] + 1}")
            for frame in browser.all("iframe"):
                assert frame.get_attribute("sandbox") == "" and frame.get_attribute("src") in (None, "")
                head, names, attributes = browser.driver.execute_script(FRAME, frame.get_attribute("srcdoc"))
                assert head == "meta style" and not ACTIVE & set(names) and set(attributes) <= HARMLESS, (head, names, attributes)
            assert browser.driver.execute_script("return document.querySelector('.source').textContent") == page["source"]
            values = browser.all(".source .rec [role=button]") or browser.all(".source [role=button]")
            if values:
                values[0].send_keys(Keys.ENTER)
                assert browser.wait(".inspect h2").text != "Evidence"
            browser.check_contrast("page")
            browser.picture(pictures, f"{file.stem}-page{number}-{scheme}")
        if data["has_pages"]:
            browser.press("header a", "Spectrum")
            check_peaks(browser, data)
        else:
            assert [link.text for link in browser.all("header a")] == ["Site", "Tables"]
        if browser.all(".charts svg"):
            before = browser.wait(".readout").text
            browser.wait(".charts").send_keys(Keys.END)
            browser.wait(".charts").send_keys(Keys.ARROW_LEFT)
            assert browser.wait(".readout").text != before or len(data["spectrum"]["rows"]) < 3
            browser.check_contrast("spectrum")
            browser.picture(pictures, f"{file.stem}-spectrum-{scheme}")
        for table in data["tables"]:
            browser.go(f"#table/{table['name']}")
            assert len(browser.all("tbody tr")) == min(len(table["rows"]), 300)
            for link in browser.all("tbody a[target]"):
                assert re.match("https?://", link.get_attribute("href")) and link.get_attribute("rel") == "noopener noreferrer"
            browser.check_contrast("table")
    browser.scheme("light", phone=True)
    pages = [f"#page/{data['shown'][0]['page'] + 1}", "#spectrum"] if data["has_pages"] else []
    for view in ["#site", *pages, f"#table/{data['tables'][-1]['name']}"]:
        browser.go(view)
        width = browser.driver.execute_script("return document.documentElement.scrollWidth")
        assert width <= 390, f"{file.name} {view}: {width} wide on a phone"
        browser.picture(pictures, f"{file.stem}-phone-{view[1:].split('/')[0]}")
    browser.scheme("light")
    browser.check_quiet()
    return data


def check_graph(browser, data):
    """The links between kinds are in the graph and in the table beside it, and a reason leads to the pages that are left out for it."""
    rows = [[cell.text for cell in row.find_elements(By.TAG_NAME, "td")] for row in browser.all(".graph tbody tr")]
    links = [(int(before.split(":")[0]) - 1, int(to.split(":")[0]) - 1, int(count.replace(",", ""))) for before, to, count, _ in rows if count]
    assert sorted(links) == sorted(map(tuple, data["links"]))
    assert len(browser.all(".graph .edge")) == len(rows) and len(browser.all(".graph .node")) == (min(len(data["kinds"]), 10) if rows else 0)
    names, pages = next([[name for name, _ in table["columns"]], table["rows"]] for table in data["tables"] if table["name"] == "pages")
    copies = sum(int(row[3] or 0) for row in rows)
    assert copies == sum(row[names.index("same_as")] is not None for row in pages)
    for link in browser.all("[href^='#table/pages/']")[:1]:
        left = [row for row in pages if row[names.index("left_out")] and f": {row[names.index('left_out')]}" in link.find_element(By.XPATH, "..").text]
        link.click()
        assert len(browser.all("tbody tr")) == len(left) == int(browser.wait(".tables .hint").text.split()[0])
        browser.go("#site")


def check_peaks(browser, data):
    """A peak that is chosen gives its strings and the pages of its group, on which the strings are tinted."""
    browser.wait(".spectrum")
    shown = {page["page"]: page for page in data["shown"]}
    for number, (button, peak) in enumerate(zip(browser.all(".peaks button"), data["spectrum"]["peaks"])):
        button.click()
        assert len(browser.all(".tinted ol li")) == len(peak["strings"]) and len(browser.all(".tinted ul li")) == min(peak["of"][1], len(peak["pages"]) + 1)
        pages = [page for page, _ in peak["pages"] if page in shown]
        assert len(browser.all(".tinted ul button")) == len(pages)
        if pages:
            tinted = browser.driver.execute_script("return [...document.querySelectorAll('.source.peak .t')].map((part) => part.textContent).join('')")
            assert tinted == "".join(part_of(shown[pages[0]]["source"], *place) for place in shown[pages[0]]["peaks"][number])
            # A string of 400 characters may be cut, bytes that are no whole character are written as `\\x..`, and of a sample of the group's
            # pages none may have all strings.
            whole = [text for text in peak["strings"] if 10 < len(text) < 400 and "\\x" not in text]
            here = [text for text in whole if text in shown[pages[0]]["source"]]
            assert whole[:1] == here[:1] or len(pages) < len(peak["pages"]), whole[0]
            for text in here:
                assert text in tinted, (text, tinted)
            assert 'class="peak"' in browser.wait(".tinted iframe").get_attribute("srcdoc")


def part_of(text, start, end):
    """A part of a text by its UTF-16 units."""
    return text.encode("utf-16-le")[2 * start:2 * end].decode("utf-16-le")


def fields_of(data, table):
    """The names of the columns of a table as commands have them."""
    marks = [mark for page in data["shown"] for mark in page["marks"] if mark.get("table") == table]
    return {mark["column"]: mark["field"] for mark in marks if "column" in mark}


def check_table(browser, program, file, data, inputs, folder):
    """The first table of a report of lists is what `records` gives, and what is saved of it can be read back."""
    name = data["kinds"][0]["tables"][0]
    table = next(table for table in data["tables"] if table["name"] == name)
    fields, names = fields_of(data, name), [column for column, _ in table["columns"]]
    rows = [{fields[column]: value for column, value in zip(names, row) if column in fields and value is not None} for row in table["rows"]]
    pages = json.loads(run(program, ["records", *inputs, "--format", "json", "-q"], folder))
    assert rows == [record["fields"] for page in pages for record in page["records"]]
    browser.go(f"#table/{name}")
    browser.press("#save-csv")
    saved = list(csv.DictReader(browser.saved(f"{name}.csv").splitlines(keepends=True)))
    text = lambda value: "" if value is None else json.dumps(value, ensure_ascii=False) if isinstance(value, list) else str(value)
    assert saved == [{column: text(value) for column, value in zip(names, row)} for row in table["rows"]]
    browser.press("#save-json")
    assert json.loads(browser.saved(f"{name}.json")) == [{column: value for column, value in zip(names, row) if value is not None} for row in table["rows"]]
    # Sorted, filtered and with a column less.
    last = len(names) - 1
    browser.press(f"thead button[data-at='{last}']")
    shown = [row.text for row in browser.all(f"tbody tr td:nth-child({last + 1})")]
    present = [cell for cell in shown if cell != "—"]
    assert shown[:len(present)] == present and len(shown) == len(rows)
    word = next(value for value in rows[3].values() if len(value) > 3)
    browser.wait("input[type=search]").send_keys(word)
    assert 0 < len(browser.all("tbody tr")) < len(rows)
    browser.press(".columns summary")
    browser.press(".columns label")
    assert len(browser.all("thead th")) == last
    browser.press("#save-csv")
    # The browser numbers a second file of a name.
    assert len(browser.saved(f"{name} (1).csv").splitlines()[0].split(",")) == last


def check_list_correction(browser, program, data, folder):
    """A record is named by a click and its field renamed by another one; the command shown gives that."""
    browser.go(f"#page/{data['shown'][0]['page'] + 1}")
    value = browser.all(".source .rec .v")[0]
    text = value.text
    value.click()
    browser.press(".inspect button", "This is in a record")
    assert "--like" in browser.wait("#command").text
    field = browser.all(".fields input")[0]
    old = field.get_attribute("value")
    field.clear()
    field.send_keys("headline")
    browser.press(".fields li:last-child button", "Hide")
    command = browser.wait("#command").text
    assert "--rename" in command and "--only" in command, command
    pages = run_shown(program, command, folder)
    records = [record["fields"] for page in pages for record in page["records"]]
    assert any(" ".join(record.get("headline", "").split()) == " ".join(text.split()) for record in records), (old, text, records[:2])
    assert len({name for record in records for name in record}) == len(browser.all(".fields li:not(.off)"))
    selector = browser.all(".inspect .buttons button")[-1].text
    browser.press(".inspect .buttons:last-of-type button", selector)
    assert f"--records {selector}" in browser.wait("#command").text
    browser.press(".correct button", "Start over")
    assert "--" not in browser.wait("#command").text


def check_evidence(browser, data):
    """A value of a detail page has its label in its evidence, a post and a comment why it is one and no field to correct, a text of
    neither a reason; all by keys."""
    label, value = "Publisher", "publisher"
    page = next(page for page in data["shown"] if any(mark.get("column") == value for mark in page["marks"]))
    browser.go(f"#page/{page['page'] + 1}")
    browser.press(f".source [title^='{value},']")
    assert label in browser.wait(".between").text, browser.wait(".between").text
    # The label is template, and so is no other text than of its kind.
    assert any(label in element.text for element in browser.all(".source .t"))
    old = browser.wait(".fields input[value=title]").get_attribute("aria-label")
    browser.press(".inspect button", "This is the title")
    names = {field.get_attribute("aria-label"): field.get_attribute("value") for field in browser.all(".fields input")}
    assert list(names.values()).count("title") == 1 and names[old] != "title", names
    browser.press(".correct button", "Start over")
    page = next(page for page in data["shown"] if data["kinds"][page["kind"]]["what"] == "thread")
    browser.go(f"#page/{page['page'] + 1}")
    assert not browser.all(".fields") and "forum" in browser.wait("#command").text
    browser.press(".source .rec .v")
    assert not [button.text for button in browser.all(".inspect button") if button.text in ("This is the title", "Hide this field")]
    assert "posts" in browser.wait(".inspect h3 ~ h3, .inspect section ~ h3").text and browser.all(".reasons tr")
    # From the value that has the focus on, each text, whatever it is.
    said = set()
    for _ in range(6):
        browser.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        browser.driver.switch_to.active_element.send_keys(Keys.ENTER)
        said.add(browser.wait(".inspect h2").text)
    assert "Left out" in said, said
    page = next(page for page in data["shown"] if any(mark.get("table") == "comments" for mark in page["marks"]))
    browser.go(f"#page/{page['page'] + 1}")
    for table in ("articles", "comments"):
        browser.press(f".source [title^='text, {table[:-1]}']")
        assert len(browser.all(".inspect .reasons")) == (table == "comments"), table


def check_links(browser, data):
    """A cell whose address is that of a page leads to it."""
    names = {table["name"]: [name for name, _ in table["columns"]] for table in data["tables"]}
    links = next(table["rows"] for table in data["tables"] if table["name"] == "links")
    shown = {page["page"] + 1 for page in data["shown"]}
    _, table, _, column, to = next(row for row in links if row[4] in shown and row[2] is not None)
    browser.go(f"#table/{table}")
    at = names[table].index(column) + 1
    assert len(browser.all(f"tbody td:nth-child({at}) a")) == len([row for row in links if row[1] == table and row[3] == column])
    browser.press(f"tbody td:nth-child({at}) a[href='#page/{to}']")
    assert browser.wait("main.page select").get_attribute("value") == str(to)


def check_motion(browser, file):
    """Who asks for less motion gets none."""
    for motion, scrolling in (("reduce", "auto"), ("no-preference", "smooth")):
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": motion}]})
        browser.open(file)
        style = "const style = getComputedStyle(document.documentElement); return [style.scrollBehavior, document.getAnimations().length]"
        assert browser.driver.execute_script(style) == [scrolling, 0]


def check_notebook(browser, file, folder):
    """In a frame such as that of a notebook the views change, and the notebook's address does not."""
    text = file.read_text(encoding="utf-8").replace("&", "&amp;").replace('"', "&quot;")
    notebook = folder / "notebook.html"
    notebook.write_text(f'<title>katagami: notebook</title><main><iframe sandbox="allow-scripts allow-downloads allow-popups" width="100%" height="800" srcdoc="{text}"></iframe></main>', encoding="utf-8")
    browser.open(notebook)
    browser.driver.switch_to.frame(0)
    browser.wait(".card h2 a").click()
    assert browser.wait("main.page .source").text and browser.all("#command")
    browser.driver.switch_to.default_content()
    browser.check_quiet()


def check_detail_correction(browser, program, data, folder):
    page = next(page for page in data["shown"] if data["kinds"][page["kind"]]["what"] == "detail")
    browser.go(f"#page/{page['page'] + 1}")
    inputs = browser.all(".fields input")
    inputs[1].clear()
    inputs[1].send_keys("new name")
    browser.press(".fields li:nth-child(1) button", "Hide")
    browser.press("#move-2")
    rows = run_shown(program, browser.wait("#command").text, folder)
    assert rows and all("new name" in row["fields"] for row in rows), rows[:1]
    shown = len(browser.all(".fields li:not(.off)"))
    assert max(len(row["fields"]) for row in rows) <= shown


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    pictures = pathlib.Path(sys.argv[3]) if sys.argv[2:3] == ["--pictures"] else None
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "data").symlink_to(ROOT / "data")
        hostile(folder / "hostile")
        arabic(folder / "arabic")
        many(folder / "many.jsonl")
        browser = Browser(folder)
        try:
            for name, inputs in SETS.items():
                file = folder / f"{name}.html"
                if name in ("database", "folder"):
                    run(program, ["site", *SETS["bookshop"], "-q", "-o", *inputs], folder)
                run(program, ["report", *inputs, "-q", "-o", file.name], folder)
                data = walk(browser, file, pictures)
                if name == "results":
                    check_table(browser, program, file, data, inputs, folder)
                    check_list_correction(browser, program, data, folder)
                if name == "mixed":
                    check_detail_correction(browser, program, data, folder)
                    check_motion(browser, file)
                if name == "bookshop":
                    check_evidence(browser, data)
                    check_links(browser, data)
                    check_notebook(browser, file, folder)
                if name == "many":
                    assert data["pages"] == 10_000 and file.stat().st_size < 20_000_000
                browser.check_quiet()
                print(f"{name}: {len(data['kinds'])} kinds, {len(data['shown'])} pages, {len(data['tables'])} tables, {file.stat().st_size // 1000} kB")
        finally:
            browser.driver.quit()


main()
