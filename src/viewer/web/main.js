// The site, and which view is shown: `#site`, `#page/N/TABLE/RECORD`, `#spectrum`, `#table/NAME`.

import { columnNumber, data, pagesOf, said, tableNamed } from "./data.js";
import { counted, h } from "./dom.js";
import { thumbnail } from "./frame.js";
import { doubt, kindName, pageView } from "./kind.js";
import { spectrumView } from "./spectrum.js";
import { tableView } from "./table.js";

/** @param {import("./data.js").Kind} kind @param {number} number */
function card(kind, number) {
  const [page] = pagesOf(number);
  const tables = kind.tables.map(tableNamed).filter((table) => table !== undefined);
  const fields = tables.length ? tables[0].columns.slice(tables[0].key).map(([name]) => name) : [];
  const leads = data.links.filter(([from]) => from === number).map(([, to, count]) => `${counted(count, "link")} to kind ${to + 1}`);
  const table = (/** @type {import("./data.js").Table} */ { name, total }) =>
    h("li", {}, h("a", { href: `#table/${encodeURIComponent(name)}` }, name), ` ${counted(total, "row")}`);
  return h(
    "article",
    { class: "card" },
    page ? h("a", { class: "picture", href: `#page/${page.page + 1}`, tabindex: -1, "aria-hidden": true }, thumbnail(number)) : thumbnail(number),
    h("div", { class: "about" },
      h("h2", {}, page ? h("a", { href: `#page/${page.page + 1}` }, kindName(kind)) : kindName(kind)),
      h("p", { class: "example", dir: "auto" }, page ? `such as ${said(page, "title") || page.name}` : ""),
      h("p", { class: "hint" }, `Kind ${number + 1}, ${doubt(kind)}`),
      tables.length ? h("ul", { class: "names" }, tables.map(table)) : h("p", {}, "In no table."),
      fields.length ? h("p", { class: "hint" }, `Fields: ${fields.slice(0, 8).join(", ")}${fields.length > 8 ? `, ${fields.length - 8} more` : ""}`) : "",
      leads.length ? h("p", { class: "hint" }, leads.join(", ")) : "",
    ),
  );
}

function siteView() {
  const pages = tableNamed("pages");
  const copies = pages?.rows.filter((row) => row[columnNumber(pages, "same_as")] != null).length ?? 0;
  const some = data.shown.length < data.pages ? ` ${data.shown.length.toLocaleString("en")} of the pages are in this file.` : "";
  return h(
    "main",
    { class: "site" },
    h("h1", {}, `${counted(data.pages, "page")} of ${counted(data.kinds.length, "kind")}`),
    h("p", { class: "lead" }, `Pages of a kind are made by one template. In the pictures each colour is a field that was read, and grey is template. Open a kind to see where each value is from and why, and to correct it.${some}${copies ? ` ${counted(copies, "page")} with the content of another one.` : ""}`),
    h("div", { class: "cards" }, data.kinds.map(card)),
  );
}

const header = h(
  "header",
  {},
  h("strong", {}, "katagami"),
  h("nav", { "aria-label": "Views" },
    h("a", { href: "#site" }, "Site"),
    h("a", { href: "#page" }, "Pages"),
    h("a", { href: `#table/${encodeURIComponent(first())}` }, "Tables"),
    h("a", { href: "#spectrum" }, "Spectrum"),
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
  else if (view === "table" && data.tables.length) place.replaceChildren(tableView(name));
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
