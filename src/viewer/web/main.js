// The site, and which view is shown: `#site`, `#page/N/TABLE/RECORD`, `#spectrum`, `#table/NAME/FILTER`.

import { columnNumber, copies, data, inFile, kindOf, ownTable, pagesOf, rowsOfKind, said, tableNamed } from "./data.js";
import { counted, h } from "./dom.js";
import { thumbnail } from "./frame.js";
import { graphView } from "./graph.js";
import { doubt, kindLink, kindTitle, pageView } from "./kind.js";
import { spectrumView } from "./spectrum.js";
import { tableView } from "./table.js";

/** @param {import("./data.js").Kind} kind @param {number} number */
function card(kind, number) {
  const [page] = pagesOf(number);
  const tables = kind.tables.map(tableNamed).filter((table) => table !== undefined);
  const first = ownTable(number) ?? tables[0];
  const fields = first ? first.columns.slice(first.key).map(([name]) => name) : [];
  const copied = copiesOf(number);
  const table = (/** @type {import("./data.js").Table} */ { name, total }) => {
    const own = rowsOfKind(name, number);
    return h("li", {}, h("a", { href: `#table/${encodeURIComponent(name)}` }, name), ` ${own === null || own === total ? "" : `${own.toLocaleString("en")} of `}${counted(total, "row")}`);
  };
  const picture = page ? h("a", { class: "picture", href: `#page/${page.page + 1}`, tabindex: -1, "aria-hidden": true }, thumbnail(number)) : thumbnail(number);
  return h(
    "article",
    { class: "card" },
    data.has_pages ? picture : "",
    h("div", { class: "about" },
      h("h2", {}, kindLink(number, kindTitle(number))),
      h("p", { class: "example", dir: "auto" }, `such as ${(page && said(page, "title")) || kind.example}`),
      h("p", { class: "hint" }, `Kind ${number + 1}: ${doubt(kind)}`),
      copied.length ? h("p", { class: "hint" }, copied.length === kind.pages ? (kind.pages === 1 ? ["It is a copy of ", pageLink(copies.get(copied[0]))] : "All are copies of other pages") : `${counted(copied.length, "page")} of them ${copied.length === 1 ? "is a copy" : "are copies"} of another`, ".") : "",
      tables.length ? h("ul", { class: "names", "aria-label": "Tables" }, tables.map(table)) : h("p", {}, "In no table."),
      fields.length ? h("p", { class: "hint" }, `Fields: ${fields.slice(0, 8).join(", ")}${fields.length > 8 ? `, ${fields.length - 8} more` : ""}`) : "",
    ),
  );
}

/** The pages of a kind that are copies of another page, by their numbers in the tables. @param {number} kind */
function copiesOf(kind) {
  return [...copies.keys()].filter((page) => kindOf.get(page) === kind);
}

/** The name of a page, which leads to it if it is in the file. @param {import("./data.js").Cell | undefined} number */
function pageLink(number) {
  const pages = tableNamed("pages");
  const name = String(pages?.rows.find(([page]) => page === number)?.[1] ?? number);
  return inFile.has(Number(number)) ? h("a", { href: `#page/${number}` }, name) : name;
}

/** Which pages are in no table, by reason. */
function leftOut() {
  const pages = tableNamed("pages");
  const reasons = new Map();
  for (const row of pages?.rows ?? []) {
    const why = pages && row[columnNumber(pages, "left_out")];
    if (why != null) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }
  if (!reasons.size) return "";
  const reason = (/** @type {[string, number]} */ [why, count]) => h("li", {}, h("a", { href: `#table/pages/${encodeURIComponent(why)}` }, counted(count, "page")), `: ${why}`);
  return h("section", {}, h("h2", {}, "In no table"), h("ul", { class: "names" }, [...reasons].map(reason)));
}

function siteView() {
  const some = data.shown.length < data.pages ? ` ${data.shown.length.toLocaleString("en")} of the pages are in this file to look at; the tables are of all.` : "";
  const lead = data.has_pages
    ? `Pages of a kind are made by one template. In the pictures each colour is a field that was read, and grey is template. Open a kind to see where each value is from and why, and to correct it.${some}`
    : "Pages of a kind are made by one template. This report is of a database, which has no pages: they are not shown here, nor is their spectrum. A report of the pages themselves has both: katagami report PAGES -o report.html.";
  return h(
    "main",
    { class: "site" },
    h("h1", {}, `${counted(data.pages, "page")} of ${counted(data.kinds.length, "kind")}`),
    h("p", { class: "lead" }, lead),
    h("div", { class: "cards" }, data.kinds.map(card)),
    leftOut(),
    graphView(),
  );
}

const header = h(
  "header",
  {},
  h("strong", {}, "katagami"),
  h("nav", { "aria-label": "Views" },
    h("a", { href: "#site" }, "Site"),
    data.has_pages ? h("a", { href: "#page" }, "Pages") : "",
    h("a", { href: `#table/${encodeURIComponent(first())}` }, "Tables"),
    data.has_pages ? h("a", { href: "#spectrum" }, "Spectrum") : "",
  ),
);
const place = h("div", { id: "view" });

/** The table with what was found, rather than what pages there are. */
function first() {
  return data.kinds.flatMap((kind) => kind.tables)[0] ?? data.tables[0]?.name ?? "";
}

function route() {
  const [view, name, table, record] = location.hash.slice(1).split("/").map(decodeURIComponent);
  const page = data.shown.find((page) => String(page.page + 1) === name) ?? data.shown[0];
  if (view === "page" && page) place.replaceChildren(pageView(page, table, Number(record)));
  else if (view === "table" && data.tables.length) place.replaceChildren(tableView(name, table));
  else if (view === "spectrum") place.replaceChildren(spectrumView());
  else place.replaceChildren(siteView());
  for (const link of header.querySelectorAll("a")) {
    const isHere = link.hash.split("/")[0] === `#${view || "site"}`;
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
}

document.body.append(header, place);
// In a frame of a notebook, `#site` in a link would be a place in the notebook.
addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link || !link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  location.hash = link.hash;
});
addEventListener("hashchange", route);
route();
