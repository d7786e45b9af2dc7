// A page as it is written, with its template, values, records and what was left out.

import { colour, parts, rowName, textsOf } from "./data.js";
import { h } from "./dom.js";

/** Tags that begin no line. */
const INLINE = /<\/?(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|tt|u|var)\b[^>]*>/gi;

/**
 * The source of a page. `pick` is called with what is clicked: the mark, the text and its position.
 * @param {import("./data.js").Page} page
 * @param {(mark: import("./data.js").Mark | null, text: string, at: number) => void} pick
 */
export function sourceView(page, pick) {
  const leaves = textsOf(page);
  const view = h("pre", { class: "source", tabindex: 0, "aria-label": "Source of the page" });
  /** @type {Map<import("./data.js").Mark, HTMLElement[]>} */
  const places = new Map();
  /** What can be clicked, in order. @type {HTMLElement[]} */
  const stops = [];
  /** @type {WeakMap<EventTarget, import("./data.js").Part>} */
  const clickable = new WeakMap();
  let into = view;
  /** @type {import("./data.js").Mark | null} */
  let record = null;
  let leaf = 0;
  for (const part of parts(page, leaves.flat())) {
    if (part.record !== record) {
      record = part.record;
      into = record ? h("span", { class: "rec", "data-n": `${rowName(record.table)} ${record.record}` }) : view;
      if (record) {
        view.append(into);
        if (!places.has(record)) places.set(record, [into]);
      }
    }
    while (leaf < leaves.length && leaves[leaf][1] <= part.start) leaf++;
    const isText = leaf < leaves.length && leaves[leaf][0] <= part.start;
    const text = page.source.slice(part.start, part.end);
    const { mark } = part;
    const kind = mark?.role === "value" ? `v f${colour(mark)}` : mark ? "x" : part.isTemplate ? "t" : "";
    const breaks = !isText && text.replace(INLINE, "").includes("<");
    const span = h("span", { class: `${isText ? "" : "m "}${breaks ? "brk " : ""}${kind}` }, text);
    if (mark?.why) span.title = `Left out: ${mark.why}`;
    if (mark?.column) span.title = `${mark.column}, ${rowName(mark.table)} ${mark.record}`;
    if (mark) places.set(mark, [...(places.get(mark) ?? []), span]);
    if (isText || mark) {
      clickable.set(span, part);
      if (text.trim()) stops.push(span);
      // Values are reached by the tab key, all other texts by the arrow keys.
      span.tabIndex = mark?.role === "value" ? 0 : -1;
      if (mark?.role === "value") span.setAttribute("role", "button");
    }
    into.append(span);
  }
  /** @param {Event} event */
  const choose = (event) => {
    const part = event.target && clickable.get(event.target);
    if (!part) return;
    const { start, end } = part.mark?.role === "value" ? part.mark : part;
    pick(part.mark, plain(page, start, end), start);
  };
  view.addEventListener("click", choose);
  view.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const at = stops.findIndex((stop) => stop === document.activeElement);
      stops[at < 0 ? 0 : Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
    }
    if (event.key !== "Enter" && event.key !== " ") return;
    if (event.target !== view) event.preventDefault();
    choose(event);
  });
  /** @param {import("./data.js").Mark} mark */
  const show = (mark) => {
    view.querySelectorAll(".now").forEach((element) => element.classList.remove("now"));
    const found = places.get(mark) ?? [];
    found.forEach((element) => element.classList.add("now"));
    const [place] = found;
    if (place) view.scrollTop += place.getBoundingClientRect().top - view.getBoundingClientRect().top - view.clientHeight / 3;
  };
  return { view, show };
}

/** The text of a part of a page. @param {import("./data.js").Page} page @param {number} start @param {number} end */
export function plain(page, start, end) {
  const texts = textsOf(page).filter(([from, to]) => from < end && to > start);
  const written = texts.map(([from, to]) => page.source.slice(Math.max(from, start), Math.min(to, end))).join(" ");
  // Without a `<` there is nothing to parse but references such as `&amp;`.
  const { body } = new DOMParser().parseFromString(written.replaceAll("<", "&lt;"), "text/html");
  return (body.textContent ?? "").replace(/\s+/g, " ").trim();
}

/**
 * The elements around a position, the innermost first, as selectors.
 * @param {import("./data.js").Page} page
 * @param {number} at
 */
export function around(page, at) {
  const open = [];
  for (const node of page.nodes) {
    if (node === 0) open.pop();
    else if (typeof node[0] === "string") open.push(/** @type {[string, number, number]} */ (node));
    else if (/** @type {number} */ (node[1]) > at) break;
  }
  const names = open.filter(([name, start, end]) => end > start && name !== "html" && name !== "body");
  const selector = (/** @type {[string, number, number]} */ [name, start, end]) => {
    const written = /\sclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(page.source.slice(start, end));
    const classes = (written?.[1] ?? written?.[2] ?? written?.[3] ?? "").split(/\s+/);
    return name + classes.filter((name) => /^[a-z_][\w-]*$/i.test(name)).map((name) => `.${name}`).join("");
  };
  return names.map(selector).reverse();
}
