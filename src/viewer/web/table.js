// Tables: sort, filter, hide columns, copy, save.

import { columnNumber, data, inFile, rowName, tableNamed, targetOf, written } from "./data.js";
import { copyButton, counted, cut, h, save } from "./dom.js";

/** The number of rows that are drawn at once. */
const DRAWN = 300;
/** The number of characters of a cell that are shown before it is opened. */
const SHORT = 240;

/** @param {string} type */
const isNumber = (type) => type === "integer" || type === "number";

/** A cell of CSV: a missing one is empty, an empty one is quoted. @param {import("./data.js").Cell} cell */
function csvCell(cell) {
  if (cell == null) return "";
  const text = Array.isArray(cell) ? JSON.stringify(cell) : String(cell);
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {string[]} names @param {import("./data.js").Cell[][]} rows */
function csv(names, rows) {
  return [names, ...rows].map((row) => `${row.map(csvCell).join(",")}\n`).join("");
}

/** @param {string[]} names @param {import("./data.js").Cell[][]} rows */
function json(names, rows) {
  const object = (/** @type {import("./data.js").Cell[]} */ row) =>
    Object.fromEntries(names.flatMap((name, at) => (row[at] == null ? [] : [[name, row[at]]])));
  return `${JSON.stringify(rows.map(object), null, 1)}\n`;
}

/**
 * Numbers by size, texts by language; missing ones last.
 * @param {import("./data.js").Cell} a
 * @param {import("./data.js").Cell} b
 */
function compare(a, b) {
  if (a == null || b == null) return a == null ? (b == null ? 0 : 1) : -1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return written(a).localeCompare(written(b), undefined, { numeric: true });
}

/** A cell of a row: if its address leads to a page of the tables, a link to that page. @param {import("./data.js").Table} table @param {import("./data.js").Cell[]} row @param {number} at */
function cellOf(table, row, at) {
  const target = targetOf(table, row, at);
  if (target === undefined || Array.isArray(row[at])) return shown(row[at]);
  const [to, what] = inFile.has(target) ? [`#page/${target}`, "Show the page"] : [`#table/pages/${encodeURIComponent(String(row[at]))}`, "The page is not in this file; find it in the table of pages"];
  return h("a", { href: to, title: what }, cut(written(row[at]), 60));
}

/**
 * What a cell shows. Only plain addresses of the web are links.
 * @param {import("./data.js").Cell} cell
 * @returns {HTMLElement}
 */
function shown(cell) {
  if (cell == null) return h("span", { class: "missing", title: "missing" }, "—");
  if (Array.isArray(cell)) return h("ul", {}, cell.map((text) => h("li", {}, shown(text))));
  const text = String(cell);
  if (text === "") return h("span", { class: "missing", title: "present and empty" }, "“”");
  if (/^https?:\/\/[^\s<>"]+$/i.test(text)) return h("a", { href: text, rel: "noopener noreferrer", target: "_blank" }, cut(text, 60));
  if (text.length <= SHORT) return h("span", { dir: "auto" }, text);
  return h("details", {}, h("summary", { dir: "auto" }, cut(text, 120)), h("span", { dir: "auto" }, text));
}

/** @param {string} name @param {string} [wanted] What the rows are filtered by at first. */
export function tableView(name, wanted = "") {
  const table = tableNamed(name) ?? data.tables[0];
  const { columns, key, rows, total } = table;
  const hidden = new Set();
  let [sorted, isDown, filter, drawn] = [-1, false, wanted, DRAWN];
  const titles = new Map((tableNamed("pages")?.rows ?? []).map((row) => [row[0], row[1]]));

  const current = () => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (/** @type {import("./data.js").Cell[]} */ row) => {
      const text = row.map(written).join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const found = words.length ? rows.filter(has) : [...rows];
    if (sorted >= 0) found.sort((a, b) => (isDown && a[sorted] != null && b[sorted] != null ? -1 : 1) * compare(a[sorted], b[sorted]));
    return found;
  };
  /** The names and cells that are shown. @returns {[string[], import("./data.js").Cell[][]]} */
  const visible = () => {
    const at = columns.map((_, at) => at).filter((at) => !hidden.has(at));
    return [at.map((at) => columns[at][0]), current().map((row) => at.map((at) => row[at]))];
  };

  const count = h("p", { class: "hint", role: "status" });
  const head = h("tr");
  const body = h("tbody");
  const more = h("button", { type: "button", class: "more", onclick: () => draw(drawn + DRAWN) }, "More rows");

  /** @param {number} [rowsDrawn] */
  function draw(rowsDrawn = DRAWN) {
    drawn = rowsDrawn;
    const found = current();
    const cell = (/** @type {import("./data.js").Cell[]} */ row) => (/** @type {[string, string]} */ [, type], /** @type {number} */ at) => {
      if (hidden.has(at)) return "";
      const isPage = at === 0 && key > 0 && inFile.has(/** @type {number} */ (row[0]));
      const address = `#page/${row[0]}/${encodeURIComponent(name)}/${key > 1 ? row[1] : 1}`;
      const content = isPage ? h("a", { href: address, title: `${written(titles.get(row[0]) ?? "")}: show it on the page` }, row[0]) : cellOf(table, row, at);
      return h("td", { class: isNumber(type) ? "number" : "" }, content);
    };
    body.replaceChildren(...found.slice(0, drawn).map((row) => h("tr", {}, columns.map(cell(row)))));
    more.hidden = found.length <= drawn;
    const some = total > rows.length ? ` The file has ${rows.length.toLocaleString("en")} of ${counted(total, "row")}: those of the pages that are shown, and the first others.` : "";
    count.textContent = `${found.length < rows.length ? `${found.length.toLocaleString("en")} of ` : ""}${counted(rows.length, "row")}.${some}`;
    const header = (/** @type {[string, string]} */ [column, type], /** @type {number} */ at) => {
      if (hidden.has(at)) return "";
      const sort = () => {
        [sorted, isDown] = [at, sorted === at && !isDown];
        draw();
        head.querySelectorAll("button").forEach((button) => button.dataset.at === String(at) && button.focus());
      };
      const order = sorted === at ? (isDown ? "descending" : "ascending") : "none";
      const arrow = sorted === at ? (isDown ? " ▾" : " ▴") : "";
      return h("th", { "aria-sort": order, scope: "col", class: isNumber(type) ? "number" : "" }, h("button", { type: "button", "data-at": at, onclick: sort }, column + arrow));
    };
    head.replaceChildren(...columns.map(header).filter((cell) => cell !== ""));
  }

  const toggle = (/** @type {number} */ at) => () => {
    if (!hidden.delete(at)) hidden.add(at);
    draw(drawn);
  };
  const choice = ([column] = ["", ""], at = 0) => h("label", {}, h("input", { type: "checkbox", checked: true, onchange: toggle(at) }), column);
  const search = (/** @type {Event} */ event) => {
    filter = /** @type {HTMLInputElement} */ (event.target).value;
    draw();
  };
  draw();
  const joined = data.joined.filter(([from]) => from === name).map(([, column, to]) =>
    h("p", { class: "hint" }, `${column} leads to a row of `, h("a", { href: `#table/${encodeURIComponent(to)}` }, to), " each."));
  const listed = (/** @type {import("./data.js").Table} */ { name: other, total }) =>
    h("li", {}, h("a", { href: `#table/${encodeURIComponent(other)}`, "aria-current": other === name ? "page" : null }, other, h("span", { class: "count" }, total.toLocaleString("en"))));
  return h(
    "main",
    { class: "tables" },
    h("nav", { class: "list", "aria-label": "Tables" }, h("ul", {}, data.tables.map(listed))),
    h(
      "section",
      {},
      h("h1", {}, name),
      count,
      joined,
      h(
        "div",
        { class: "tools" },
        h("input", { type: "search", placeholder: "Filter rows", "aria-label": "Filter rows", value: wanted, oninput: search }),
        h("details", { class: "columns" }, h("summary", {}, "Columns"), h("div", {}, columns.map(choice))),
        copyButton("Copy CSV", () => csv(...visible())),
        copyButton("Copy JSON", () => json(...visible())),
        h("button", { type: "button", id: "save-csv", onclick: () => save(`${name}.csv`, "text/csv", csv(...visible())) }, "Save CSV"),
        h("button", { type: "button", id: "save-json", onclick: () => save(`${name}.json`, "application/json", json(...visible())) }, "Save JSON"),
      ),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Table ${name}` }, h("table", {}, h("thead", {}, head), body)),
      more,
    ),
  );
}

/** A row as a list of names and values, for the side of a page. @param {import("./data.js").Table} table @param {import("./data.js").Cell[]} row @param {string} [now] */
export function rowView(table, row, now) {
  const pair = ([column] = ["", ""], at = 0) =>
    at < table.key ? [] : [h("dt", { class: column === now ? "now" : "" }, column), h("dd", {}, cellOf(table, row, at))];
  const address = `#table/${encodeURIComponent(table.name)}`;
  const title = table.key > 1 ? `${rowName(table.name)} ${row[1]} of ` : "row of ";
  return h("section", {}, h("h3", {}, title, h("a", { href: address }, table.name)), h("dl", { class: "row" }, table.columns.flatMap(pair)));
}

/** How many rows have a column, and on how many pages. @param {import("./data.js").Table} table @param {string} column */
export function filled(table, column) {
  const at = columnNumber(table, column);
  const having = table.rows.filter((row) => row[at] != null);
  return { rows: having.length, of: table.rows.length, pages: new Set(having.map((row) => row[0])).size };
}
