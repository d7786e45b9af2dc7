# %% [markdown]
# A site, from its pages to tables and plots. The cells run one by one in an editor that knows `# %%`, or all at once:
#
#     pip install ./python matplotlib polars
#     MPLBACKEND=Agg python python/examples/tour.py
#
# Pages are those of the repository; the plots are shown, and written where it runs.

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import polars as pl

import katagami

plt.rcParams.update({"figure.figsize": (7, 4), "figure.constrained_layout.use": True,
                     "axes.spines.top": False, "axes.spines.right": False})
NUMBER = r"(\d+\.\d\d)"

# %% [markdown]
# ## How many pages share a template?
# Substrings that are in the template occur once a page, all others as it happens: the frequencies of all substrings have a peak at
# the number of pages, here of thirteen courses.

# %%
spectrum = pl.DataFrame(katagami.spectrum(Path("data/syllabus/a-13")))
peak = spectrum.filter(pl.col("peak") == 1)

figure, axes = plt.subplots()
axes.loglog(spectrum["frequency"], spectrum["total"], "o", label="substrings of this frequency, all their occurrences")
axes.loglog(spectrum["frequency"], spectrum["line"], "--", color="gray", label="power law fitted to them")
axes.annotate(f"template: {peak['frequency'][0]} pages", (peak["frequency"][0], peak["total"][0]), (-12, 0),
              textcoords="offset points", ha="right", va="center")
axes.set(xlabel="frequency f of a substring", ylabel="total frequency F(f)")
axes.set_xticks([1, 2, 3, 5, 8, 13], labels=["1", "2", "3", "5", "8", "13"], minor=False)
axes.minorticks_off()
axes.legend(frameon=False, loc="lower left")
figure.savefig("spectrum.png", dpi=120)
plt.show()

# %% [markdown]
# ## What is on the list pages?
# Records and their columns come without a selector. `polars` takes them without a copy.

# %%
books = pl.DataFrame(katagami.records(Path("data/shelf/a-cards"))).with_columns(
    pl.col("price", "old-price").str.extract(NUMBER).cast(pl.Float64), pl.col("badge").fill_null("none"))
print(books.group_by("badge").agg(pl.len(), pl.col("price").median()).sort("badge"))

figure, axes = plt.subplots()
badges = books["badge"].value_counts(sort=True)["badge"].to_list()
axes.boxplot([books.filter(pl.col("badge") == badge)["price"] for badge in badges], orientation="horizontal", tick_labels=badges)
axes.invert_yaxis()
axes.set(xlabel="price, £", ylabel="badge", title=f"{books.height} books of {books['path'].n_unique()} list pages")
figure.savefig("prices.png", dpi=120)
plt.show()

# %% [markdown]
# ## What do detail pages say?
# A wrapper is learned once, and reads pages to come.

# %%
wrapper = katagami.learn(Path("data/shop/a-terms"))
details = pl.DataFrame(wrapper.extract(Path("data/shop/a-terms"))).with_columns(
    pl.col("price").str.extract(NUMBER).cast(pl.Float64), pl.col("Pages").cast(pl.Int64))

figure, axes = plt.subplots()
for binding, of in sorted(details.group_by("Binding"), key=lambda group: str(group[0])):
    axes.plot(of["Pages"], of["price"], "o", label=binding[0] or "not said")
axes.set(xlabel="pages", ylabel="price, £", title="The books of a shop")
axes.legend(frameon=False)
figure.savefig("details.png", dpi=120)
plt.show()

# %% [markdown]
# ## Does the wrapper still fit after a redesign?
# The same shop with other class names, with an element more around it, with both, and with a price elsewhere,
# another label and a field less.

# %%
redesigns = {"as learned": "a-terms", "other classes": "g-terms-renamed", "other nesting": "h-terms-wrapped", "both": "i-terms-both",
             "other fields": "j-terms-changed"}
fates = []
for name, folder in redesigns.items():
    checked = wrapper.check(Path(f"data/shop/{folder}"))
    print(f"{name}: {'fits' if checked else 'does not fit'}")
    fates.append(pl.DataFrame(checked.fields).select(pl.lit(name).alias("design"), "fate"))
fates = pl.concat(fates).group_by("design", "fate").len()

figure, axes = plt.subplots()
left = dict.fromkeys(redesigns, 0)
for fate in ("kept", "renamed", "moved", "gone"):
    lengths = {name: sum(fates.filter(design=name, fate=fate)["len"]) for name in redesigns}
    axes.barh(list(redesigns), lengths.values(), left=list(left.values()), label=fate)
    left = {name: left[name] + lengths[name] for name in redesigns}
axes.invert_yaxis()
axes.set(xlabel="fields")
axes.xaxis.get_major_locator().set_params(integer=True)
axes.legend(frameon=False, ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1))
figure.savefig("redesigns.png", dpi=120)
plt.show()

# %% [markdown]
# ## Which pages are copies?

# %%
pairs = pl.DataFrame(katagami.similar(Path("data/syllabus/g-near-copies"), least=0.05))
print(pairs.select(pl.col("a", "b").str.split("/").list.last(), "relation", "overlap").sort("overlap", descending=True))
