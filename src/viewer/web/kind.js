// A kind of pages: a page as rendered and as source, what was found on it, and corrections.

import { canEdit, correctionOf, correctionPanel, fieldsOf, nameField } from "./correct.js";
import { colour, data, ownTable, pagesOf, rowName, rowOf, said, tableNamed, textsOf, written } from "./data.js";
import { counted, cut, h } from "./dom.js";
import { pageFrame } from "./frame.js";
import { around, sourceView } from "./source.js";
import { filled, rowView } from "./table.js";

/** What the pages of a kind are called. */
const NAMES = /** @type {Record<string, string>} */ ({
  list: "list",
  thread: "thread",
  article: "article",
  detail: "page about one thing",
  other: "other page",
});

/** @param {import("./data.js").Kind} kind */
export function kindName({ what, pages }) {
  const name = NAMES[what];
  return pages === 1 ? `1 ${name}` : `${pages.toLocaleString("en")} ${what === "detail" ? "pages about one thing each" : `${name}s`}`;
}

/** A link to a page of a kind, or if none is in the file, to its first table. @param {number} number @param {string} name */
export function kindLink(number, name) {
  const [page] = pagesOf(number);
  const [table] = data.kinds[number].tables;
  return page || table ? h("a", { href: page ? `#page/${page.page + 1}` : `#table/${encodeURIComponent(table)}` }, name) : name;
}

/** How sure it is what the pages are. @param {import("./data.js").Kind} kind */
export function doubt({ what, probability, second, pages }) {
  const name = what === "other" ? "none of the other kinds" : `${/^[aeiou]/.test(NAMES[what]) ? "an" : "a"} ${NAMES[what]}`;
  return `${Math.round(100 * probability)}% sure that ${pages === 1 ? "it" : "each"} is ${name}${second ? `, else ${NAMES[second]}` : ""}`;
}

/** What the pages of a kind are called, with the name of their table if it says more. @param {number} number */
export function kindTitle(number) {
  const [kind, table] = [data.kinds[number], ownTable(number)?.name];
  return `${kindName(kind)}${table && table !== NAMES[kind.what] ? `: ${table}` : ""}`;
}

/**
 * @param {import("./data.js").Page} page
 * @param {string} [table]
 * @param {number} [record]
 */
export function pageView(page, table, record) {
  const kind = data.kinds[page.kind];
  const pages = pagesOf(page.kind);
  const at = pages.indexOf(page);
  const inspector = h("section", { class: "panel inspect", "aria-live": "polite", "aria-label": "What was clicked" });
  const correct = correctionPanel(page.kind);
  const rendered = pageFrame(page);
  const source = sourceView(page, pick);
  const show = (/** @type {import("./data.js").Mark} */ mark) => {
    source.show(mark);
    rendered.show(mark);
  };

  /** @param {import("./data.js").Mark | null} mark @param {string} text @param {number} place */
  function pick(mark, text, place) {
    if (mark) show(mark);
    // On a phone the evidence is below the source.
    if (matchMedia("(max-width: 760px)").matches) requestAnimationFrame(() => inspector.scrollIntoView({ block: "nearest" }));
    inspector.replaceChildren(...(mark?.role === "value" ? valueEvidence(page, mark, text) : otherEvidence(mark, text)), ...actions(mark, text, place));
  }

  /** @param {import("./data.js").Mark | null} mark @param {string} text @param {number} place */
  function actions(mark, text, place) {
    const buttons = [];
    const button = (/** @type {string} */ label, /** @type {() => void} */ change) =>
      h("button", { type: "button", onclick: () => (change(), correct.render()) }, label);
    const correction = correctionOf(page.kind);
    const isField = mark?.role === "value" && canEdit(page.kind) && mark.table === ownTable(page.kind)?.name;
    const field = isField ? fieldsOf(page.kind).find(({ column }) => column === mark.column) : undefined;
    if (field) {
      if (field.name !== "title") buttons.push(button("This is the title", () => nameField(page.kind, field, "title")));
      buttons.push(button(field.isShown ? "Hide this field" : "Show this field", () => (field.isShown = !field.isShown)));
    }
    if (kind.what === "list" && text) {
      buttons.push(button("This is in a record", () => Object.assign(correction, { like: cut(text, 80).replace("…", ""), records: "" })));
    }
    const elements = kind.what === "list" ? around(page, place).slice(0, 4) : [];
    const selectors = elements.map((selector) => button(selector, () => Object.assign(correction, { like: "", records: selector })));
    return [
      buttons.length ? h("p", { class: "buttons" }, buttons) : "",
      selectors.length ? h("p", { class: "buttons" }, h("span", { class: "hint" }, "These are the records: "), selectors) : "",
    ].filter((part) => part !== "");
  }

  const choices = page.choices.flatMap(choiceView);
  inspector.append(h("h2", {}, "Evidence"), h("p", { class: "hint" }, page.marks.length ? "Click a coloured value in the source, or a row below." : String(said(page, "left_out") ?? "Nothing was found on this page.")), ...choices);
  const choose = (/** @type {Event} */ event) => {
    location.hash = `#page/${/** @type {HTMLSelectElement} */ (event.target).value}`;
  };
  const step = (/** @type {number} */ to, /** @type {string} */ label) =>
    to >= 0 && to < pages.length ? h("a", { class: "button", href: `#page/${pages[to].page + 1}` }, label) : "";
  const picker = h("select", { "aria-label": "Page", onchange: choose }, pages.map((other) => h("option", { value: other.page + 1, selected: other === page }, other.name)));
  const hideTags = (/** @type {Event} */ event) => source.view.classList.toggle("quiet", /** @type {HTMLInputElement} */ (event.target).checked);
  const first = page.marks.find((mark) => mark.table === table && mark.record === record && mark.role === "record") ?? page.marks.find((mark) => mark.table === table && mark.record === record);
  if (table && first) {
    requestAnimationFrame(() => show(first));
    const row = rowOf(page, first);
    const of = tableNamed(table);
    if (row && of) inspector.replaceChildren(rowView(of, row), ...choicesOf(page, first));
  }
  const total = kind.pages > pages.length ? `${pages.length} of ${kind.pages.toLocaleString("en")} are in this file` : counted(pages.length, "page");
  return h(
    "main",
    { class: "page" },
    h("h1", {}, String(said(page, "title") || page.name)),
    h("p", { class: "hint" }, `${kindName(kind)}, ${doubt(kind)}. `, link(page)),
    h("div", { class: "tools" }, picker, step(at - 1, "← Previous"), step(at + 1, "Next →"), h("span", { class: "hint" }, total), h("label", {}, h("input", { type: "checkbox", onchange: hideTags }), "Hide tags")),
    legend(page),
    h(
      "div",
      { class: "panes" },
      h("section", { class: "pane" }, h("h2", {}, "Rendered"), rendered.frame),
      h("section", { class: "pane" }, h("h2", {}, "Source", h("span", { class: "hint" }, " click a text, or go with the arrow keys")), source.view),
      h("div", { class: "side" }, inspector, correct.panel),
    ),
    ...rowsOf(page, (mark) => {
      show(mark);
      const [row, of] = [rowOf(page, mark), tableNamed(mark.table)];
      if (row && of) inspector.replaceChildren(rowView(of, row), ...choicesOf(page, mark));
    }),
  );
}

/** @param {import("./data.js").Page} page */
function link({ url, name }) {
  return url && /^https?:\/\//i.test(url) ? h("a", { href: url, rel: "noopener noreferrer", target: "_blank" }, url) : name;
}

/** What the colours mean. @param {import("./data.js").Page} page */
function legend(page) {
  /** The columns of each table, in the order of the page. @type {Map<string, Map<string, import("./data.js").Mark>>} */
  const tables = new Map();
  for (const mark of page.marks) {
    if (mark.role !== "value" || !mark.table || !mark.column) continue;
    const columns = tables.get(mark.table) ?? new Map();
    tables.set(mark.table, columns.set(mark.column, mark));
  }
  const value = (/** @type {import("./data.js").Mark} */ mark) => h("span", { class: `v f${colour(mark)}` }, mark.column);
  const columns = (/** @type {[string, Map<string, import("./data.js").Mark>]} */ [table, marks]) =>
    h("li", {}, h("span", { class: "hint" }, `${table}: `), [...marks.values()].slice(0, 16).flatMap((mark) => [value(mark), " "]));
  const records = new Set(page.marks.filter((mark) => mark.role === "record").map((mark) => rowName(mark.table)));
  return h(
    "ul",
    { class: "legend", "aria-label": "Colours" },
    page.template.length ? h("li", {}, h("span", { class: "t" }, "template")) : "",
    page.marks.some((mark) => mark.role === "out") ? h("li", {}, h("span", { class: "x" }, "left out")) : "",
    [...records].map((name) => h("li", {}, h("span", { class: "r" }, name))),
    [...tables].map(columns),
  );
}

/** @param {import("./data.js").Page} page @param {import("./data.js").Mark} mark @param {string} text */
function valueEvidence(page, mark, text) {
  const table = tableNamed(mark.table);
  const row = rowOf(page, mark);
  const name = mark.column ?? "";
  const { rows, of, pages } = table ? filled(table, name) : { rows: 0, of: 0, pages: 0 };
  const [before, after] = beside(page, mark);
  return [
    h("h2", {}, h("span", { class: `v f${colour(mark)}` }, name)),
    h("p", { class: "said", dir: "auto" }, cut(text, 300)),
    h("p", {}, table && table.key > 1 ? `In ${rows.toLocaleString("en")} of ${counted(of, rowName(mark.table))}, on ${counted(pages, "page")}.` : `On ${rows.toLocaleString("en")} of ${counted(of, "page")}.`),
    before || after ? h("p", { class: "between" }, h("code", { class: "t" }, before), " ", h("span", { class: `v f${colour(mark)}` }, "…"), " ", h("code", { class: "t" }, after)) : "",
    mark.why ? h("p", {}, `Why: ${mark.why}.`) : "",
    ...(table && row ? [rowView(table, row, name)] : []),
    ...choicesOf(page, mark),
  ];
}

/**
 * The source before a value from the text before it on, such as its label, and behind it up to the next text.
 * @param {import("./data.js").Page} page
 * @param {import("./data.js").Mark} mark
 */
function beside(page, { start, end }) {
  const texts = textsOf(page);
  const isText = (/** @type {[number, number]} */ range) => page.source.slice(...range).trim() !== "";
  const before = texts.filter((range) => range[1] <= start && isText(range)).at(-1);
  const after = texts.find((range) => range[0] >= end && isText(range));
  const one = (/** @type {string} */ text) => text.replace(/\s+/g, " ").trim();
  const left = one(page.source.slice(before ? before[0] : Math.max(start - 60, 0), start));
  const right = one(page.source.slice(end, after ? after[1] : end + 60));
  return [left.length > 60 ? `…${left.slice(-60)}` : left, cut(right, 60)];
}

/** @param {import("./data.js").Mark | null} mark @param {string} text */
function otherEvidence(mark, text) {
  return [
    h("h2", {}, mark ? "Left out" : "No value"),
    h("p", { class: "said", dir: "auto" }, cut(text, 300)),
    h("p", {}, mark?.why ? `It is in no table: ${mark.why}.` : "It is in no table."),
  ];
}

/** Why the rows of the table of a mark are these elements. @param {import("./data.js").Page} page @param {import("./data.js").Mark} mark */
function choicesOf(page, mark) {
  return page.choices.filter(({ table }) => table === mark.table).flatMap(choiceView);
}

/** Why the rows of a table are these elements. @param {import("./data.js").Choice} choice */
function choiceView({ table, path, alike, frequency, documents, probability, reasons }) {
  const most = Math.max(...reasons.map(([, weight]) => Math.abs(weight)), 0.01);
  const bar = (/** @type {[string, number]} */ [name, weight]) =>
    h("tr", {}, h("th", { scope: "row" }, name.replaceAll("_", " ")), h("td", { class: "number" }, weight > 0 ? `+${weight.toFixed(2)}` : weight.toFixed(2)), h("td", {}, h("meter", { min: 0, max: most, value: Math.abs(weight), class: weight < 0 ? "minus" : "" })));
  return [
    h("h3", {}, `Why these are the ${alike ? "records" : table}`),
    h("p", {}, `${frequency.toLocaleString("en")} elements${alike ? ` alike by ${alike}` : ""}, on ${counted(documents, "page")}: probability ${Math.round(100 * probability)}%. What speaks for them (+) and against them (-), beside the next best, as parts of the logarithm of the odds:`),
    h("p", {}, h("code", { class: "path" }, path)),
    h("table", { class: "reasons" }, h("tbody", {}, reasons.map(bar))),
  ];
}

/** The rows of the page. @param {import("./data.js").Page} page @param {(mark: import("./data.js").Mark) => void} choose */
function rowsOf(page, choose) {
  const names = new Set(page.marks.flatMap((mark) => mark.table ?? []));
  const tables = data.tables.filter((table) => names.has(table.name));
  const part = (/** @type {import("./data.js").Table} */ table) => {
    const rows = table.rows.filter((row) => row[0] === page.page + 1);
    const at = table.columns.map((_, at) => at).filter((at) => at >= table.key && rows.some((row) => row[at] != null && row[at] !== "")).slice(0, 6);
    const line = (/** @type {import("./data.js").Cell[]} */ row) => {
      const record = table.key > 1 ? Number(row[1]) : 1;
      const of = page.marks.filter((mark) => mark.table === table.name && mark.record === record);
      const mark = of.find((mark) => mark.role === "record") ?? of[0];
      const go = h("button", { type: "button", disabled: !mark, "aria-label": `Show ${rowName(table.name)} ${record}`, onclick: () => mark && choose(mark) }, record);
      return h("tr", {}, h("td", {}, go), at.map((at) => h("td", { dir: "auto" }, cut(written(row[at]), 90))));
    };
    return h(
      "section",
      { class: "rows" },
      h("h2", {}, h("a", { href: `#table/${encodeURIComponent(table.name)}` }, table.name), `: ${counted(rows.length, "row")} of this page`),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Rows of ${table.name}` }, h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "#"), at.map((at) => h("th", { scope: "col" }, table.columns[at][0])))), h("tbody", {}, rows.slice(0, 200).map(line)))),
    );
  };
  return tables.map(part);
}
