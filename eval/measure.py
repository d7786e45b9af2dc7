"""Runs the program on a set, scores the results, and returns figures by name. Each run is made once."""
import collections
import itertools
import json
import math
import pathlib
import re
import subprocess
import sys
import threading

import fields
import generated
import law
import liked
import metadata
import poured
import whole
from once import once
from sets import CLUSTERED, CLUSTERS, DATA, EVAL, FIGURES, MORE, OTHER, OUT, PROGRAM, SETS, STATING, pages, sites

BODY = re.compile(rb"(?is)(<body\b[^>]*>)(.*)(</body>)")
# The options that a way of measuring adds to the command.
OPTIONS = {"paper": " --method paper", "quoted": " --least 0.1"}


def figures(line):
    """Reads names that are each followed by a number. P, R, F1 and max belong to the name before (`record P .9 R .8` has record_R)."""
    found, before = {}, ""
    for name, number in re.findall(r"([A-Za-z][\w -]*?)[ =]+(-?\d*\.?\d+)(?=\s|$)", line):
        words = name.split()
        if words[-1] in ("P", "R", "F1", "max"):
            before = " ".join(words[:-1]) or before
            words = before.split() + words[-1:]
        else:
            before = " ".join(words[:-1])
        found["_".join(words).replace("-", "_")] = float(number)
    return found


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)


class Failed(Exception):
    pass


def ask(*words, right=(0, 1)):
    """The output of the program, which is empty if it found nothing."""
    done = run(PROGRAM, *words, "--quiet", "--threads", "1")
    if done.returncode not in right:
        raise Failed(f"{' '.join(map(str, words))}: exit status {done.returncode}: {done.stderr.strip()[-400:]}")
    return done.stdout


@once
def stripped(folder):
    to = OUT / "stripped" / folder.name
    if not to.exists():
        half = to.with_suffix(".part")
        run(sys.executable, EVAL / "strip.py", folder, half)
        half.rename(to)
    return to


@once
def framed(folder):
    """The pages, with one more element around the content of the body on every fifth page after the first twenty."""
    to = OUT / "framed" / folder.name
    for site in sites(folder):
        (to / site.name).mkdir(parents=True, exist_ok=True)
        for at, page in enumerate(pages(site)):
            html = page.read_bytes()
            if at >= 20 and at % 5 == 0:
                html = BODY.sub(rb"\1<div class=frame>\2</div>\3", html, count=1)
            (to / site.name / page.name).write_bytes(html)
    return to


def answers(verb, folder, way):
    """The JSON Lines that the program writes for a folder of sites."""
    count = int(re.sub(r"\D", "", way) or 1)
    if way == "mixed":
        return "".join(mixed(verb, site, pages(other)) for site, other in zip(sites(folder), others(folder)))
    if verb == "learn" and not way:
        return "".join(rows for _, _, rows in wrappers(name_of(folder)))
    if verb == "learn":
        return "".join(extracted(site, way, count) for site in sites(folder))
    if way.startswith("like"):
        return "".join(liked.rows(ask, verb, site, alone="alone" in way) for site in sites(folder))
    if way == "together":
        return ask(*verb.split(), folder, "--format", "jsonl")
    if way == "alone" or way.startswith("known"):
        return "".join(known(verb, pages(site), count) for site in sites(folder))
    return "".join(ask(*verb.split(), site, "--format", "jsonl") for site in sites(folder))


def others(folder):
    """For each site of a folder one of another set, which are taken in turn."""
    return itertools.cycle(sites(SETS[OTHER[name_of(folder)]].folder))


def name_of(folder):
    """The set in a folder."""
    return next(name for name, one in SETS.items() if one.folder == folder)


def mixed(verb, site, others):
    """The rows of a site's pages, read together with pages of another kind."""
    if verb == "learn":
        return read_by([*pages(site), *others], site)[1]
    said = ask(*verb.split(), site, *others, "--format", "jsonl").splitlines(True)
    return "".join(row for row in said if json.loads(row)["path"].startswith(f"{site}/"))


def known(verb, all_pages, count):
    """The rows of each page, read together with the next pages in order of names."""
    rows, twice = [], all_pages + all_pages
    for at, page in enumerate(all_pages):
        some = twice[at:at + min(count, len(all_pages))]
        said = ask(*verb.split(), *some, "--format", "jsonl").splitlines(True)
        rows += [row for row in said if json.loads(row)["path"].endswith(page.name)]
    return "".join(rows)


def extracted(site, way, count):
    """The rows extracted from all pages by a wrapper that is learned from all pages, the first ones, or some spread over the site."""
    some = pages(site)
    if "first" in way or "spread" in way:
        some = some[::len(some) // count if "spread" in way else 1][:count]
    return read_by(some, site)[1]


def read_by(some, pages):
    """The wrapper learned from some pages, and the rows that it extracts from pages; None and no rows if nothing can be learned."""
    wrapper = learned_from(some)
    if not wrapper.exists():
        return None, ""
    return json.loads(wrapper.read_text(encoding="utf-8")), ask("extract", "-w", wrapper, pages, "--format", "jsonl")


def learned_from(some):
    """The file of the wrapper learned from some pages, until the next one; there is none if nothing can be learned."""
    wrapper = OUT / f"wrapper-{threading.get_ident()}.json"
    wrapper.unlink(missing_ok=True)
    ask("learn", *some, "-o", wrapper, right=(0, 1, 2))  # 2: nothing can be learned from the pages.
    return wrapper


def learned(name):
    """How the templates of wrappers that are learned from generated sites of several templates agree with those of the pages."""
    job = name.removeprefix("plain-")

    def agreement(site):
        truth = {row["page"]: row["template"] for row in map(json.loads, (site / "kinds.jsonl").open(encoding="utf-8"))}
        wrapper, found = learned_from([site]), {}
        templates = json.loads(wrapper.read_text(encoding="utf-8"))["templates"] if wrapper.exists() else []
        for number, template in enumerate(templates):
            found |= dict.fromkeys((pathlib.Path(source).name for source in template["sources"]), number)
        # A page that nothing is learned from is a template of its own.
        return generated.judge().v_measure(list(truth.values()), [found.get(page, page) for page in truth])
    return {"V": generated.judge().mean([agreement(site) for draw in generated.SEEDS for site in generated.drawn(job, draw)])}


@once
def wrappers(name):
    """For each site the wrapper learned from all its pages, and the rows that it extracts from them."""
    read = [(site, *read_by(pages(site), site)) for site in sites(SETS[name].folder)]
    return [(site, wrapper, rows) for site, wrapper, rows in read if wrapper]


def uncovered(name):
    """The share of the texts of the learning pages that are neither template nor in a field, as the mean over templates."""
    shares = [template["reference"]["uncovered"] for _, wrapper, _ in wrappers(name) for template in wrapper["templates"]]
    return {"share": sum(shares) / len(shares)}


def names(name):
    """The number of fields named after properties that pages state, and the share of those that are right."""
    counts = [fields.right_names(*one) for one in wrappers(name)]
    asked, right = (sum(count) for count in zip(*counts))
    return {"fields": asked, "right": right / asked}


def items(name):
    """The share of the items of reference lists that are in one field of a wrapper learned from their page alone."""
    counts = [fields.found_items(page, attributes, read_by([site / page], site / page)[1])
              for site in sites(SETS[name].folder) for page, attributes in fields.gold(site).items()]
    asked, found = (sum(count) for count in zip(*counts))
    return {"found": found / asked}


@once
def answered(name, way):
    """The file with the results for a set."""
    one = SETS[name]
    file = OUT / f"{name}{'-' + way if way else ''}.jsonl"
    if file.exists():
        return file
    if one.job == "sites":
        return written(file, whole.predictions(ask, one.verb == "site"))
    changed = {"stripped": stripped, "framed": framed}.get(way.split("-")[0])
    folder = changed(one.folder) if changed else one.folder
    verb, _, first = one.verb.partition(" ") if one.verb.startswith("learn") else (one.verb, "", "")
    verb = verb.removesuffix(" --all-fields") if way == "telling" else verb + OPTIONS.get(way, "")
    if one.job == "wild":
        way = "together"
    return written(file, answers(verb, folder, way or first))


def written(file, text):
    half = file.with_suffix(".part")
    half.write_text(text, encoding="utf-8")
    half.rename(file)
    return file


@once
def scored(name, way):
    """The figures of a set, and those of each of its sites."""
    file, one = answered(name, way), SETS[name]
    if one.job == "wild":
        said = run(sys.executable, EVAL / "similar_gold.py", one.folder, file)
    elif one.job == "sites":
        said = run(sys.executable, EVAL / "site_score.py", one.folder, file)
        # Behind a figure is the number of things: "kind 0.588 of 1700".
        total = next(line for line in said.stdout.splitlines() if line.startswith("all: ")).partition(": ")[2]
        of_database = {"linked": whole.linked(file), "not_listed": whole.not_listed(file)} | whole.copies(file) if one.verb == "site" else {}
        return figures(re.sub(r" of \d+", "", total)) | of_database, {}
    else:
        said = run(sys.executable, EVAL / "score.py", one.job, one.folder, file, "--per-site")
    if said.returncode != 0:
        raise Failed(f"{name} {way}: {said.stderr}")
    lines = said.stdout.splitlines()
    if one.job == "blog":  # Two lines of figures; in the lines of sites a bar separates the two.
        total = {f"{part}_{key}": value for part, line in zip(("post", "comments"), lines[-2:])
                 for key, value in figures(line.partition(": ")[2]).items()}
        return total, {site: figures(line) for site, _, line in (line.partition(": ") for line in lines[:-2])}
    each = dict(line.rpartition(": ")[::2] for line in lines[:-1])
    return figures(lines[-1].partition(": ")[2] or lines[-1]), {site: figures(line) for site, line in each.items()}


def further(name):
    """The gain from the other pages of a site, compared with each page alone."""
    several = [site.name for site in sites(SETS[name].folder) if len(pages(site)) > 1]
    return gain(name, "", "alone", several)


def beside_others(name):
    """The gain from pages of another kind in the input."""
    return gain(name, "mixed", "", [site.name for site in sites(SETS[name].folder)])


def gain(name, way, other, names):
    """The main figure of sites in one way minus that in another one; for blogs the mean of post and comments."""
    main = FIGURES[SETS[name].job][:2 if SETS[name].job == "blog" else 1]
    one, two = ({site: sum(figures_[figure] for figure in main) / len(main) for site, figures_ in scored(name, each)[1].items()}
                for each in (way, other))
    return generated.gains([(one[site], two[site]) for site in names])


def named(name):
    """Whether values are right under the names of what they are: F1 over the attributes that shops state."""
    said = run(sys.executable, EVAL / "named.py", SETS[name].folder, answered(name, ""), "price=price", "sku=sku,identifier", "brand=brand")
    each = {line.partition(":")[0]: figures(line.partition(": ")[2])["F1"] for line in said.stdout.splitlines()}
    return {"F1": sum(each.values()) / len(each)} | each


def origins(name):
    """F1 of each origin, from mean precision and recall."""
    found = {}
    for origin in FIGURES["origins"]:
        of_sites = [figures_ for site, figures_ in scored(name, "")[1].items() if site.split("-")[0] == origin]
        precision, recall = (sum(one[figure] for one in of_sites) / len(of_sites) for figure in "PR")
        found[origin] = 2 * precision * recall / (precision + recall)
    return found


def templates(name):
    """The agreement of the page clusters with the sites of the pages, where the years of one site are one site: V-measure."""
    done = run(CLUSTERS, *(SETS[one].folder for one in (CLUSTERED if name == "templates" else [name])))
    if done.returncode != 0:
        raise Failed(done.stderr)
    pairs = [(re.sub(r"-20\d\d$", "", row["path"].split("/")[-2]), row["cluster"])
             for row in map(json.loads, done.stdout.splitlines())]

    return agreement(pairs)


def agreement(pairs):
    """How two groupings of the same things agree, given as the two groups of each: V-measure, and its two parts."""
    def entropy(things):
        return -sum(count / len(pairs) * math.log(count / len(pairs)) for count in collections.Counter(things).values())
    known, found = (entropy(things) for things in zip(*pairs))
    mutual = known + found - entropy(pairs)
    return {"homogeneity": mutual / known if known else 1, "completeness": mutual / found if found else 1,
            "V": 2 * mutual / (known + found) if known + found else 1}


def suggested(name):
    """The share of the sites for which the first suggestion of `overview` is right."""
    wanted = {"records": "list", "serp": "list", "forum": "thread", "news": "article", "blog": "article"}.get(SETS[name].job, "detail")
    first = [json.loads(ask("overview", site, "--format", "json") or "[]")[:1] for site in sites(SETS[name].folder)]
    return {"right": sum(rows[0]["kind"] == wanted for rows in first if rows) / len(first)}


def kinds(name):
    """The agreement of the kinds of pages with the known ones within each whole site: mean over the sites."""
    said = {page["path"]: page.get("kind") for page in map(json.loads, answered(name, "").open(encoding="utf-8"))}
    each = [agreement(whole.kinds(site, said)) for site in sites(SETS[name].folder)]
    return {figure: sum(one[figure] for one in each) / len(each) for figure in each[0]}


def quoted(name):
    """The pairs found with a tenth in common, and the share of those whose reference main texts share a tenth of the shorter one."""
    texts = known_texts(SETS[name].folder)
    pairs = [json.loads(line) for line in open(answered(name, "quoted"), encoding="utf-8")]
    pairs = [tuple("/".join(pair[side].split("/")[-3:]) for side in "ab") for pair in pairs]
    shares = [len(texts[a] & texts[b]) / min(len(texts[a]), len(texts[b])) for a, b in pairs if a in texts and b in texts]
    return {"found": len(shares), "P": sum(share >= .1 for share in shares) / max(1, len(shares))}


def known_texts(folder):
    """The strings of four words of the reference main texts of a folder of sets, by page."""
    sys.path.append(str(EVAL))
    import score
    return {f"{gold.parent.parent.name}/{gold.parent.name}/{row['page']}": set(score.shingles(row["text"]))
            for gold in folder.glob("*/*/gold.jsonl") for row in map(json.loads, open(gold, encoding="utf-8"))
            if len(score.words(row.get("text"))) >= 30}


def kept(name):
    """The number of pages left out by `--keep longest`, and of those with less than 0.8 of their reference main text in the kept page."""
    texts, of = known_texts(SETS[name].folder), lambda path: "/".join(path.split("/")[-3:])
    groups = map(json.loads, ask("similar", SETS[name].folder, "--groups", "--keep", "longest", "--format", "jsonl").splitlines())
    shares = [len(texts[of(other)] & texts.get(of(group["keep"]), set())) / len(texts[of(other)])
              for group in groups for other in group["others"] if of(other) in texts]
    return {"left_out": len(shares), "lost": sum(share < .8 for share in shares)}


@once
def poured_pages():
    poured.build(OUT / "wild", OUT / "poured")
    return OUT / "poured"


def found_poured(kind):
    """The figures for pages with an inserted text: whether they are found with the page that the text is from."""
    def found(name):
        pages, file = poured_pages() / kind, OUT / f"poured-{kind}.jsonl"
        least = ["--least", "0.3"] if kind == "cited" else []
        file.write_text(ask("similar", SETS[name].folder, pages, *least, "--format", "jsonl"), encoding="utf-8")
        return poured.score(SETS[name].folder, pages, file)[0]
    return found


def unstated(name):
    """The share of pages whose date and author are found after the stated metadata are removed, of those that show them."""
    known, asked = {}, {"date": 0, "author": 0}
    for one in STATING:
        for page in (page for site in sites(SETS[one].folder) for page in pages(site)):
            html = page.read_bytes().decode("utf-8", "replace")
            truth = metadata.truth(html, page.parent.name)
            if any(truth.values()):
                to = SETS[name].folder / f"{one}-{page.parent.name}" / page.name
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_text(metadata.without(html), encoding="utf-8")
                known[str(to)] = truth
    right = dict(asked)
    for row in map(json.loads, answers(SETS[name].verb, SETS[name].folder, "").splitlines()):
        for part, is_right in metadata.judged(known[row["path"]], row).items():
            asked[part] += 1
            right[part] += is_right
    return {"pages": len(known)} | {part: right[part] / asked[part] for part in asked}


def snapshots(name):
    """The share of the titles and authors of single articles that are right. Their days are not compared: many are those of a change."""
    asked, right = collections.Counter(), collections.Counter()
    rows = map(json.loads, answers(SETS[name].verb, SETS[name].folder, "").splitlines())
    found = {pathlib.Path(row["path"]).parent.name: row for row in rows}
    for site in sites(SETS[name].folder):
        known, row = json.loads((site / "gold.jsonl").read_text(encoding="utf-8")), found.get(site.name, {})
        judged = {"title": metadata.agree([known["title"]], row.get("title"))}
        if known["author"]:
            judged["author"] = metadata.is_author([known["author"]], row.get("author"))
        asked.update(judged.keys())
        right.update(part for part, is_right in judged.items() if is_right)
    return {"pages": len(found)} | {part: right[part] / asked[part] for part in ("title", "author")}


def authors(_):
    """For pages that state no author: the share of given authors that are right, and of shown authors that are given."""
    known = dict(metadata.judged_authors(DATA, MORE))
    files = [answered(name, "") for name in sorted({path.parent.parent.name for path in known})]
    rows = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    given = {path: row["author"] for row in rows if (path := pathlib.Path(row["path"])) in known and row["author"]}
    right = sum(metadata.is_author(known[path], author) for path, author in given.items())
    return {"pages": len(known), "right": right / max(1, len(given)), "found": right / sum(map(bool, known.values()))}


def joined(name):
    """The number of posts whose date is probably the day on which their author joined: on one page several authors have three posts or
    more, all of an author with one date, and these dates differ."""
    posts = 0
    for row in map(json.loads, answered(name, "").open(encoding="utf-8")):
        dates = collections.defaultdict(list)
        for post in row["posts"]:
            if post["author"] and post["date"]:
                dates[post["author"]].append(post["date"])
        same = [of for of in dates.values() if len(of) > 2 and len(set(of)) == 1]
        posts += sum(map(len, same)) if len({of[0] for of in same}) > 1 else 0
    return {"posts": posts}


def width(name):
    """The number of columns of the resulting tables, and the share of them whose name ends with a number; h1 to h6 are names of elements."""
    way = "telling" if "telling" in SETS[name].more.split() else ""
    file, columns = answered(name, way), set()
    for row in map(json.loads, file.open(encoding="utf-8")):
        site = pathlib.PurePath(row["path"]).parent
        columns |= {(site, column) for one in row.get("records", [row]) for column in one["fields"]}
    numbered = sum(bool(re.search(r"\d$", column) and not re.search(r"(^|\.)h[1-6]$", column)) for _, column in columns)
    return figures(run(sys.executable, EVAL / "width.py", file).stdout) | {"numbered": numbered / max(1, len(columns))}


# Rows that are not measured by scoring results.
WAYS = {"authors": authors, "kinds": kinds, "suggested": suggested, "snapshots": snapshots, "further": further, "items": items, "joined": joined, "learned": learned, "names": names, "uncovered": uncovered,
        "kept": kept, "metadata": unstated, "mixed": beside_others, "named": named, "origins": origins, "quoted": quoted, "templates": templates, "width": width,
        "poured": found_poured("whole"), **{kind: found_poured(kind) for kind in poured.KINDS[1:]}}


def measured(name, way):
    """The figures of a row."""
    if name.startswith("plain-") and way in generated.WAYS:
        return generated.WAYS[way](name.removeprefix("plain-"))
    if way in law.WAYS:
        return law.WAYS[way](ask, learned_from)
    if name in WAYS or way in WAYS:
        return WAYS[way if way in WAYS else name](name)
    found = dict(scored(name, way)[0])
    if not way and SETS[name].job != "wild":
        all_sites = sites(SETS[name].folder)
        found |= {"sites": len(all_sites), "pages": sum(len(pages(site)) for site in all_sites)}
    if way == "together":
        main = FIGURES[SETS[name].job][0]
        found["gain"] = round(found[main] - scored(name, "")[0][main], 3)
    return found
