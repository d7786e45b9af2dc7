// The data of the report, as `src/viewer` writes it, and look-ups in it.

/** @typedef {null | string | string[] | number} Cell */
/** @typedef {{name: string, key: number, columns: [string, string][], total: number, rows: Cell[][]}} Table */
/** @typedef {{start: number, end: number, role: "record" | "value" | "out", table?: string, record?: number, column?: string,
 *   field?: string, why?: string}} Mark */
/** Why these are the rows of a table. @typedef {{table: string, path: string, alike: string | null, frequency: number, documents: number,
 *   probability: number, reasons: [string, number][]}} Choice */
/** An element that begins, a text, or 0 where an element ends. @typedef {[string, number, number, Record<string, string>?] | [number, number] | 0} PageNode */
/** @typedef {{kind: number, page: number, name: string, url: string | null, source: string, nodes: PageNode[],
 *   template: [number, number][], peaks: [number, number][][], marks: Mark[], choices: Choice[]}} Page */
/** @typedef {{what: string, probability: number, second: string | null, pages: number, example: string, tables: string[],
 *   arguments: {list: string, input: string}}} Kind */
/** @typedef {{frequency: number, distinct: number, total: number, line: number | null, peak: number | null}} SpectrumRow */
/** @typedef {{frequency: number, strings: string[], pages: [number, string][], of: [number, number]}} Peak */
/** @typedef {{pages: number, symbols: number, unit: string, rows: SpectrumRow[], law: [number, number] | null,
 *   peaks: Peak[]}} Spectrum */
/** @typedef {{pages: number, has_pages: boolean, kinds: Kind[], tables: Table[], shown: Page[], joined: [string, string, string][],
 *   links: [number, number, number][], spectrum: Spectrum | null}} Data */

/** @param {string} id */
function read(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/** @type {Data} */
export const data = read("data");
/** @type {string} */
export const frameStyle = read("frame-style");

/** @param {string | undefined} name */
export function tableNamed(name) {
  return data.tables.find((table) => table.name === name);
}

/** @param {Table} table @param {string} name */
export function columnNumber(table, name) {
  return table.columns.findIndex(([column]) => column === name);
}

/** The pages of a kind that are in the file. @param {number} kind */
export function pagesOf(kind) {
  return data.shown.filter((page) => page.kind === kind);
}

/** What `pages` says of a page. @param {Page} page @param {string} column */
export function said(page, column) {
  const table = tableNamed("pages");
  const row = table?.rows.find((row) => row[0] === page.page + 1);
  return table && row ? row[columnNumber(table, column)] : null;
}

/** The row of a mark. @param {Page} page @param {Mark} mark */
export function rowOf(page, mark) {
  const table = tableNamed(mark.table);
  if (!table) return undefined;
  const isIt = (/** @type {Cell[]} */ row) => row[0] === page.page + 1 && (table.key < 2 || row[1] === mark.record);
  return table.rows.find(isIt);
}

/** The tables whose columns are the same for all sites, so that no field of them can be another one. */
const FIXED = new Set(["articles", "comments", "posts"]);

/** The table whose fields the template of a kind has, if there is one. @param {number} kind */
export function ownTable(kind) {
  return data.kinds[kind].tables.map(tableNamed).find((table) => table && !FIXED.has(table.name));
}

/** The number of the kind of each page, by the number of the page in the tables. @type {Map<Cell, number>} */
export const kindOf = new Map(rowsOfPages(["kind"]).map(([page, kind]) => [page, Number(kind) - 1]));

/** The pages that are copies, each with the page that it is a copy of, by their numbers in the tables. @type {Map<Cell, Cell>} */
export const copies = new Map(/** @type {[Cell, Cell][]} */ (rowsOfPages(["same_as"]).filter(([, of]) => of != null)));

/** How many rows of a table are of the pages of a kind; null if not all rows are in the file. @param {string} name @param {number} kind */
export function rowsOfKind(name, kind) {
  const table = tableNamed(name);
  return table && table.rows.length === table.total ? table.rows.filter(([page]) => kindOf.get(page) === kind).length : null;
}

/** The number of each page, and some of what the tables say of it. @param {string[]} columns @returns {Cell[][]} */
function rowsOfPages(columns) {
  const table = tableNamed("pages");
  return (table?.rows ?? []).map((row) => [row[0], ...columns.map((name) => (table ? row[columnNumber(table, name)] : null))]);
}

/** The texts of a page, by their places. @param {Page} page */
export function textsOf(page) {
  const texts = page.nodes.filter((node) => node !== 0 && typeof node[0] === "number");
  return /** @type {[number, number][]} */ (texts).sort((a, b) => a[0] - b[0]);
}

/** What a link in a cell leads to, by table, page, record and column. @type {Map<string, number>} */
const targets = new Map((tableNamed("links")?.rows ?? []).map((row) => [JSON.stringify(row.slice(0, 4)), Number(row[4])]));

/** The page that the link of a cell leads to, by its number in the tables. @param {Table} table @param {Cell[]} row @param {number} at */
export function targetOf(table, row, at) {
  return targets.get(JSON.stringify([row[0], table.name, table.key > 1 ? row[1] : null, table.columns[at][0]]));
}

/** The pages that are in this file, by their number in the tables. */
export const inFile = new Set(data.shown.map(({ page }) => page + 1));

/** The number of the colour of a column. @param {{table?: string, column?: string}} mark */
export function colour(mark) {
  const table = tableNamed(mark.table);
  const at = table && mark.column ? columnNumber(table, mark.column) - table.key : 0;
  return Math.max(at, 0) % 8;
}

/** What is a row of a table called. @param {string | undefined} table */
export function rowName(table) {
  return table && FIXED.has(table) ? table.slice(0, -1) : "record";
}

/** How a cell is written. @param {Cell} cell */
export function written(cell) {
  return cell == null ? "" : Array.isArray(cell) ? cell.join(" · ") : String(cell);
}

/** The columns that say who wrote a text and when. */
const SIGNED = ["author", "date"];

/**
 * Marks authors and dates, of which the data has no places: their texts within the post or comment, or for an article where the page has
 * them once.
 * @param {Page} page
 */
function markSigned(page) {
  const texts = textsOf(page);
  for (const table of ["posts", "comments", "articles"].map(tableNamed)) {
    for (const row of table?.rows.filter((row) => row[0] === page.page + 1) ?? []) {
      const record = table && table.key > 1 ? Number(row[1]) : 1;
      const around = page.marks.find((mark) => mark.role === "record" && mark.table === table?.name && mark.record === record);
      if (!table || (table.key > 1 && !around)) continue;
      const [from, to] = around ? [around.start, around.end] : [0, page.source.length];
      for (const column of SIGNED) {
        const text = row[columnNumber(table, column)];
        if (typeof text !== "string" || text === "") continue;
        const places = texts.filter(([start, end]) => start >= from && end <= to && page.source.slice(start, end).includes(text));
        if (places.length !== 1 && !(around && places.length)) continue;
        const start = page.source.indexOf(text, places[0][0]);
        page.marks.push({ start, end: start + text.length, role: "value", table: table.name, record, column, field: column });
      }
    }
  }
  page.marks.sort((a, b) => a.start - b.start || b.end - a.end);
}
data.shown.forEach(markSigned);

/**
 * Makes the records whose bounds are those of their values as large as the innermost element around them that has no other record.
 * @param {Page} page
 */
function widenRecords(page) {
  /** @type {{start: number, end: number}[]} */
  const elements = [];
  /** @type {{start: number, end: number}[]} */
  const open = [];
  for (const node of page.nodes) {
    if (node === 0) {
      const { end } = open.pop() ?? { end: 0 };
      const around = open.at(-1);
      if (around) around.end = Math.max(around.end, end);
      continue;
    }
    const [start, end] = /** @type {[number, number]} */ (node.filter((part) => typeof part === "number"));
    if (typeof node[0] === "string") {
      const element = { start, end };
      if (end > start) elements.push(element);
      open.push(element);
    } else {
      const around = open.at(-1);
      if (around) around.end = Math.max(around.end, end);
    }
  }
  const records = page.marks.filter((mark) => mark.role === "record" && page.source[mark.start] !== "<");
  for (const mark of records) {
    const around = elements.findLast(({ start, end }) => start <= mark.start && end >= mark.end);
    const isAlone = around && records.every((other) => other === mark || other.table !== mark.table || other.end <= around.start || other.start >= around.end);
    if (around && isAlone) Object.assign(mark, around);
  }
  page.marks.sort((a, b) => a.start - b.start || b.end - a.end);
}
data.shown.forEach(widenRecords);

/** What the places of marks are called in frames. @type {Map<Mark, string>} */
export const ids = new Map(data.shown.flatMap((page) => page.marks.map((mark, at) => /** @type {[Mark, string]} */ ([mark, `m${at}`]))));

/** @typedef {{start: number, end: number, isTemplate: boolean, record: Mark | null, mark: Mark | null}} Part */

/**
 * The page cut where a mark or a part of the template begins or ends, or where `cuts` says.
 * @param {Page} page
 * @param {number[]} [cuts]
 * @returns {Part[]}
 */
export function parts(page, cuts = []) {
  const ends = page.marks.flatMap((mark) => [mark.start, mark.end]).concat(page.template.flat(), cuts);
  const at = [...new Set([0, page.source.length, ...ends])].sort((a, b) => a - b);
  /** @type {Mark[]} */
  let open = [];
  let [nextMark, nextTemplate] = [0, 0];
  /** @type {Part[]} */
  const found = [];
  const isCut = new Set(cuts);
  for (let i = 0; i + 1 < at.length; i++) {
    const [start, end] = [at[i], at[i + 1]];
    open = open.filter((mark) => mark.end > start);
    while (nextMark < page.marks.length && page.marks[nextMark].start <= start) open.push(page.marks[nextMark++]);
    while (nextTemplate < page.template.length && page.template[nextTemplate][1] <= start) nextTemplate++;
    const isTemplate = nextTemplate < page.template.length && page.template[nextTemplate][0] <= start;
    const record = open.find((mark) => mark.role === "record") ?? null;
    // A value counts before what is left out around it, the innermost first; what is left out around a record is not left out in it.
    const isWithin = (/** @type {Mark} */ mark) => !record || mark.start > record.start || mark.end < record.end;
    const mark = open.findLast((mark) => mark.role === "value") ?? open.findLast((mark) => mark.role === "out" && isWithin(mark)) ?? null;
    const last = found.at(-1);
    if (mark && last?.mark === mark && last.record === record && !isCut.has(start)) last.end = end;
    else found.push({ start, end, isTemplate, record, mark });
  }
  return found;
}
