// Pages as a browser renders them, in frames that can do nothing: built of known elements, without any address, script or style of theirs.

import { colour, data, frameStyle, ids, parts, said } from "./data.js";
import { h } from "./dom.js";

/** Elements that only give their content a form. All others are written as `span`. */
const KNOWN = new Set(
  `a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em fieldset
  figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q rp rt ruby s samp section small strong sub
  sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(/\s+/),
);
const EMPTY = new Set(["br", "hr", "col", "wbr"]);

/** @param {string} text */
function escaped(text) {
  return text.replace(/[<>"]/g, (sign) => ({ "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);
}

/**
 * The page as HTML; what is at a mark has the mark's number as its id.
 * @param {import("./data.js").Page} page
 */
function frameHtml(page) {
  const cuts = parts(page);
  let cut = 0;
  /** @type {Set<import("./data.js").Mark>} */
  const begun = new Set();
  /** @param {import("./data.js").Mark | null} mark */
  const id = (mark) => {
    if (!mark || begun.has(mark)) return "";
    begun.add(mark);
    return ` id="${ids.get(mark)}"`;
  };
  const records = page.marks.filter((mark) => mark.role === "record");
  let record = 0;
  /** The record that begins here or before, if it is not over. @param {number} at */
  const recordAt = (at) => {
    while (record < records.length && records[record].end <= at) record++;
    return record < records.length && records[record].start <= at ? records[record] : null;
  };
  let html = "";
  /** The end tag of each open element, and the record that it is in. @type {[string, import("./data.js").Mark | null][]} */
  const open = [];
  for (const node of page.nodes) {
    if (node === 0) {
      html += open.pop()?.[0] ?? "";
    } else if (typeof node[0] === "string") {
      const [name, start, end, attributes = {}] = /** @type {[string, number, number, Record<string, string>?]} */ (node);
      const around = open.at(-1)?.[1] ?? null;
      const isWritten = end > start;
      const own = isWritten ? recordAt(start) : around;
      const tag = KNOWN.has(name) ? name : name === "body" || name === "html" ? "div" : "span";
      let given = "";
      for (const [key, value] of Object.entries(attributes)) given += ` ${key}="${escaped(value)}"`;
      const number = own && own !== around && !begun.has(own) ? ` data-n="${own.record}"${id(own)}` : "";
      html += `<${tag}${own && own !== around ? ` class="r"${number}` : ""}${given}>`;
      if (name === "img" && attributes.alt) html += `<span class="alt">${escaped(attributes.alt)}</span>`;
      open.push([EMPTY.has(tag) ? "" : `</${tag}>`, own]);
    } else {
      const [start, end] = /** @type {[number, number]} */ (node);
      while (cut > 0 && cuts[cut].start > start) cut--;
      while (cuts[cut].end <= start) cut++;
      for (let at = cut; at < cuts.length && cuts[at].start < end; at++) {
        const { mark, isTemplate } = cuts[at];
        const text = escaped(page.source.slice(Math.max(cuts[at].start, start), Math.min(cuts[at].end, end)));
        const of = recordAt(start);
        if (of && !begun.has(of)) html += `<span class="n" data-n="${of.record}"${id(of)}></span>`;
        const kind = mark?.role === "value" ? `v f${colour(mark)}` : mark ? "x" : isTemplate ? "t" : "";
        const said_ = mark?.role === "value" ? mark.column : mark?.why && `Left out: ${mark.why}`;
        const title = said_ ? ` title="${escaped(said_)}"` : "";
        html += kind ? `<span class="${kind}"${id(mark)}${title}>${text}</span>` : text;
      }
    }
  }
  const direction = /<(?:html|body)\b[^>]*?\sdir\s*=\s*["']?(rtl|ltr|auto)/i.exec(page.source)?.[1] ?? "ltr";
  const language = escaped(String(said(page, "language") ?? ""));
  return `<!DOCTYPE html><html class="${page.peaks.includes(page.template) ? "peak" : ""}" dir="${direction}" lang="${language}"><meta charset="utf-8"><style>${frameStyle}</style>${html}`;
}

/**
 * A frame that shows a page. `show` scrolls to a mark.
 * @param {import("./data.js").Page} page
 */
export function pageFrame(page) {
  const frame = /** @type {HTMLIFrameElement} */ (
    h("iframe", { sandbox: true, srcdoc: frameHtml(page), title: `The page ${page.name}, rendered without its styles and scripts` })
  );
  let isLoaded = false;
  let wanted = "";
  const scroll = () => wanted && frame.contentWindow?.location.replace(`about:srcdoc#${wanted}`);
  frame.addEventListener("load", () => {
    if (!isLoaded) scroll();
    isLoaded = true;
  });
  /** @param {import("./data.js").Mark} mark */
  const show = (mark) => {
    wanted = ids.get(mark) ?? "";
    if (isLoaded) scroll();
  };
  return { frame, show };
}

/** A small picture of a page. @param {number} kind */
export function thumbnail(kind) {
  const page = data.shown.find((page) => page.kind === kind);
  if (!page) return h("div", { class: "thumb none" }, "too large to be shown");
  const frame = h("iframe", { sandbox: true, srcdoc: frameHtml(page), tabindex: -1, "aria-hidden": true, loading: "lazy", scrolling: "no" });
  return h("div", { class: "thumb" }, frame);
}
