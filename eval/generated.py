"""Plain generated sites with exact truth: figures by job, by level of each factor, and with further pages in the input.

../shared/plain writes and judges the sites. Three seeds draw levels at random; `one` has simple sites that differ in one factor each.
The figures of each site are kept in target/quality/plain/JOB-SEED.json until the program or the pages change.

  (nothing)  the means over the sites of the seeds
  one        the mean over the sites that differ in one factor, and the number of levels whose main figure is 0
  further    main figure of the first half of a site's pages with the other half in the input, minus that of the half alone
  mixed      main figure of a site with the pages of a site of another job in the input, minus that of the site alone
"""
import importlib.util
import json
import shutil
import sys

from once import once
from sets import EVAL, FIGURES, OUT, PLAIN, PROGRAM, ROOT, SETS

sys.path.append(str(ROOT / "eval/fit"))
import plain

SITES = ROOT / "target/plain"
# The options of the generator by the name of what it draws. eval/fit/plain.py has the seeds of the fits.
DRAWS = {**{str(seed): ["--seed", str(seed), "--sites", "40"] for seed in (1, 2, 3)}, "one": ["--seed", "1", "--one", "--copies", "3"]}
SEEDS = [draw for draw in DRAWS if draw != "one"]
# The job whose sites are added for `mixed`.
OTHER = {"records": "news", "serp": "forum", "fields": "records", "news": "records", "blog": "fields", "forum": "serp", "similar": "records"}
JOBS = [job.removeprefix("plain-") for job in SETS if job.startswith("plain-")]


@once
def judge():
    """The scorer, as a module."""
    spec = importlib.util.spec_from_file_location("plain_scorer", PLAIN / "plain.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@once
def scorer():
    return judge().load_score(str(EVAL / "score.py"))


@once
def drawn(job, draw):
    """The sites of a job, generated if need be."""
    folder = plain.written(PLAIN, SITES / f"{job}-{draw}", job, DRAWS[draw])
    return sorted(site for site in (folder / job).iterdir() if site.is_dir())


@once
def known(job, draw):
    """Figures and factors of each site."""
    file = OUT / "plain" / f"{job}-{draw}.json"
    if not file.exists():
        runner = judge().Runner(str(PROGRAM), scorer())
        done = [runner.site(job, str(site)) for site in drawn(job, draw)]
        file.parent.mkdir(parents=True, exist_ok=True)
        half = file.with_suffix(".part")
        half.write_text(json.dumps(done), encoding="utf-8")
        half.rename(file)
    return json.loads(file.read_text(encoding="utf-8"))


def figures(job):
    done = [site for draw in SEEDS for site in known(job, draw)]
    means = {figure: judge().mean([site[0][figure] for site in done]) for figure in FIGURES[f"plain-{job}"]}
    return {"sites": len(done)} | {figure: mean for figure, mean in means.items() if mean is not None}


def levels_at_0(job):
    """The levels of the sites that differ in one factor whose main figure is 0."""
    main, by_level = FIGURES[f"plain-{job}"][0], {}
    for figures_, factors in known(job, "one"):
        if figures_[main] is not None:
            by_level.setdefault(str(factors["varied"]), []).append(figures_[main])
    return sorted(level for level, values in by_level.items() if max(values) == 0)


def one(job):
    main = FIGURES[f"plain-{job}"][0]
    return {"mean": judge().mean([site[0][main] for site in known(job, "one")]), "levels_at_0": len(levels_at_0(job))}


def worst_levels(job):
    """For each factor its worst level: (factor, level, sites, main figure, effect). The effect is that of the level on the main figure,
    with the other levels of the same sites taken into account."""
    main, done = FIGURES[f"plain-{job}"][0], [site for draw in SEEDS for site in known(job, draw)]
    effects, found = judge().effects(done, main), {}
    for (factor, level), effect in effects.items():
        values = [site[0][main] for site in done if str(site[1].get(factor)) == level and site[0][main] is not None]
        if effect < found.get(factor, (0, 0, 0, 0, 0))[-1]:
            found[factor] = (factor, level, len(values), judge().mean(values), effect)
    return sorted(found.values(), key=lambda one: one[-1])


def main_figure(job, site, others):
    """The main figure of a site with further pages in the input."""
    scorer_ = judge()

    class WithOthers(scorer_.Runner):
        """Adds pages to each input but those of a wrapper that has been learned, and leaves out what is said about them."""

        def ask(self, *words):
            said = super().ask(*words[:2], *([] if words[0] == "extract" else others), *words[2:])
            return "".join(line for line in said.splitlines(True) if not about(line) & set(others))
    return getattr(WithOthers(str(PROGRAM), scorer()), job)(str(site))[FIGURES[f"plain-{job}"][0]]


def about(line):
    """The paths that a line of results names."""
    try:
        row = json.loads(line)
    except ValueError:
        return set()
    return {row.get(key) for key in ("path", "a", "b")} - {None} if isinstance(row, dict) else set()


def pages(site):
    return sorted(map(str, site.glob("*.html")))


def half(site):
    """A copy of the first half of a site's pages with their truth, and the other half."""
    all_pages = pages(site)
    first, others = all_pages[:len(all_pages) // 2], all_pages[len(all_pages) // 2:]
    to = SITES / "half" / site.parent.parent.name / site.name
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    names = {page.rsplit("/", 1)[-1] for page in first}
    for page in first:
        shutil.copy(page, to)
    for truth in site.glob("*.jsonl"):
        rows = truth.read_text(encoding="utf-8").splitlines(True)
        (to / truth.name).write_text("".join(row for row in rows if json.loads(row)["page"] in names), encoding="utf-8")
    return to, others


def further(job):
    pairs = [half(site) for site in drawn(job, SEEDS[0]) if len(pages(site)) > 1]
    return gains([(main_figure(job, site, others), main_figure(job, site, [])) for site, others in pairs])


def mixed(job):
    """The pages that are added are at most as many as the site's own."""
    mine, others = drawn(job, SEEDS[0]), drawn(OTHER[job], SEEDS[0])
    alone = [site[0][FIGURES[f"plain-{job}"][0]] for site in known(job, SEEDS[0])]
    with_others = [main_figure(job, site, pages(other)[:len(pages(site))]) for site, other in zip(mine, others)]
    return gains(list(zip(with_others, alone)))


def gains(pairs):
    """The mean gain, and the share of sites that lose more than 0.02."""
    gains_ = [round(more - alone, 3) for more, alone in pairs if None not in (more, alone)]
    return {"gain": sum(gains_) / len(gains_), "losing_sites": sum(gain < -.02 for gain in gains_) / len(gains_)}


WAYS = {"": figures, "one": one, "further": further, "mixed": mixed}
