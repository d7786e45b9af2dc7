// Which kinds lead to which: kinds as circles, the links and copies between their pages as arrows, and the same as a table.

import { copies, data, kindOf } from "./data.js";
import { counted, h, svg } from "./dom.js";
import { kindLink, kindName } from "./kind.js";

const SIZE = { width: 640, height: 360 };
/** The most kinds that are drawn, those with most links; the table has all. */
const MOST_NODES = 10;

/** @typedef {{from: number, to: number, links: number, copies: number}} Edge */

/** The edges, those with most links first. @returns {Edge[]} */
function kindEdges() {
  /** @type {Map<string, Edge>} */
  const found = new Map();
  const edge = (/** @type {number} */ from, /** @type {number} */ to) => {
    const known = found.get(`${from} ${to}`) ?? { from, to, links: 0, copies: 0 };
    found.set(`${from} ${to}`, known);
    return known;
  };
  for (const [from, to, count] of data.links) edge(from, to).links = count;
  for (const pages of copies) {
    const [from, to] = pages.map((page) => kindOf.get(page));
    if (from !== undefined && to !== undefined) edge(from, to).copies++;
  }
  return [...found.values()].sort((a, b) => b.links + b.copies - a.links - a.copies);
}

/** @param {Edge} edge */
function countsOf({ links, copies }) {
  return [links ? counted(links, "link") : "", copies ? `${copies.toLocaleString("en")} ${copies === 1 ? "copy" : "copies"}` : ""].filter(Boolean).join(", ");
}

/** The graph and its table, if there is a link or a copy. */
export function graphView() {
  const all = kindEdges();
  if (!all.length) return "";
  const numbers = [...new Set([...all.flatMap(({ from, to }) => [from, to]), ...data.kinds.keys()])].slice(0, MOST_NODES).sort((a, b) => a - b);
  const most = Math.max(...numbers.map((number) => data.kinds[number].pages));
  const nodes = new Map(numbers.map((number, at) => {
    const angle = Math.PI * (1 + (2 * at) / numbers.length);
    const [x, y] = numbers.length === 1 ? [0, 0] : [Math.cos(angle) * 110, Math.sin(angle) * 120];
    return [number, { x: SIZE.width / 2 + x, y: SIZE.height / 2 + 14 + y, r: 12 + 14 * Math.sqrt(data.kinds[number].pages / most) }];
  }));
  const arrow = (/** @type {Edge} */ edge) => {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
    if (!from || !to) return [];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    // A link within a kind is a loop above it; two directions between kinds bend to different sides.
    const isLoop = edge.from === edge.to;
    const length = Math.hypot(dx, dy) || 1;
    const [cx, cy] = isLoop ? [from.x, from.y - from.r - 46] : [(from.x + to.x) / 2 - dy * 0.16, (from.y + to.y) / 2 + dx * 0.16];
    const rim = (/** @type {{x: number, y: number, r: number}} */ { x, y, r }, /** @type {number} */ side) => {
      const [vx, vy] = isLoop ? [side * 0.6, -0.8] : [(cx - x) / Math.hypot(cx - x, cy - y), (cy - y) / Math.hypot(cx - x, cy - y)];
      return [x + vx * (r + 4), y + vy * (r + 4)];
    };
    const [[x1, y1], [x2, y2]] = [rim(from, -1), rim(to, 1)];
    const path = isLoop ? `M${x1} ${y1}C${x1 - 22} ${cy} ${x2 + 22} ${cy} ${x2} ${y2}` : `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`;
    const middle = isLoop ? [cx, cy + 6] : [(x1 + 2 * cx + x2) / 4, (y1 + 2 * cy + y2) / 4 + 4];
    const width = 1.2 + Math.log10(edge.links + edge.copies);
    return [
      svg("path", { class: edge.links ? "edge" : "edge copies", d: path, "stroke-width": width, "marker-end": length > 1 || isLoop ? "url(#arrow)" : null }),
      svg("text", { class: "count", x: middle[0], y: middle[1], "text-anchor": "middle" }, countsOf(edge)),
    ];
  };
  const node = (/** @type {number} */ number) => {
    const { x, y, r } = /** @type {{x: number, y: number, r: number}} */ (nodes.get(number));
    const { what, pages } = data.kinds[number];
    return [
      svg("circle", { class: "node", cx: x, cy: y, r }),
      svg("text", { class: "number", x, y: y + 4, "text-anchor": "middle" }, number + 1),
      svg("text", x < SIZE.width / 2 - 1 ? { x: x - r - 8, y: y + 4, "text-anchor": "end" } : { x: x + r + 8, y: y + 4 }, what === "detail" ? counted(pages, "page") : kindName(data.kinds[number])),
    ];
  };
  // Without loops and with few kinds much of the height would be empty.
  const tops = [...nodes].map(([number, { y, r }]) => y - r - (all.some(({ from, to }) => from === to && from === number) ? 66 : 14));
  const bottoms = [...nodes.values()].map(({ y, r }) => y + r + 14);
  const [top, bottom] = [Math.min(...tops), Math.max(...bottoms)];
  const head = svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" }, svg("path", { class: "head", d: "M0 0L8 4L0 8z" }));
  const row = (/** @type {Edge} */ edge) =>
    h("tr", {}, ...[edge.from, edge.to].map((kind) => h("td", {}, kindLink(kind, `${kind + 1}: ${kindName(data.kinds[kind])}`))), ...[edge.links, edge.copies].map((count) => h("td", { class: "number" }, count ? count.toLocaleString("en") : "")));
  const drawn = numbers.length < data.kinds.length ? ` The ${numbers.length} with most links are drawn.` : "";
  return h(
    "section",
    { class: "graph" },
    h("h2", {}, "What leads where"),
    h("p", { class: "hint" }, `Circles are kinds with their numbers, arrows the links of their rows to other pages, and dashed ones the pages that are copies.${drawn}`),
    h(
      "div",
      {},
      h("figure", {}, svg("svg", { viewBox: `0 ${top} ${SIZE.width} ${bottom - top}`, role: "img", "aria-label": "Links between kinds; the table beside has the same" }, svg("defs", {}, head), all.map(arrow).flat(), numbers.map(node).flat())),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Links between kinds" },
        h("table", {}, h("thead", {}, h("tr", {}, ["From", "To"].map((name) => h("th", { scope: "col" }, name)), ["Links", "Copies"].map((name) => h("th", { scope: "col", class: "number" }, name)))), h("tbody", {}, all.map(row)))),
    ),
  );
}
