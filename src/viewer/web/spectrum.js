// The spectrum: V(f) and F(f) on logarithmic axes, with the peaks and their strings.

import { data, kindOf } from "./data.js";
import { counted, cut, h, svg } from "./dom.js";
import { kindLink, kindTitle } from "./kind.js";
import { pageFrame } from "./frame.js";
import { sourceView } from "./source.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM, TOP] = [640, 360, 62, 30, 42, 26];

/** A logarithmic axis. @param {number} least @param {number} most @param {number} from @param {number} to */
function logAxis(least, most, from, to) {
  const [low, high] = [Math.log10(least), Math.max(Math.log10(most), Math.log10(least) + 0.5)];
  const at = (/** @type {number} */ value) => from + ((Math.log10(Math.max(value, least)) - low) / (high - low)) * (to - from);
  const value = (/** @type {number} */ place) => 10 ** (low + ((place - from) / (to - from)) * (high - low));
  const ticks = [];
  for (let power = Math.ceil(low); power <= high; power++) ticks.push(10 ** power);
  if (ticks.length < 3) for (const tick of [2, 5, 20, 50]) if (tick >= least && tick <= most) ticks.push(tick);
  return { at, value, ticks };
}

/** @param {number} number */
function short(number) {
  return number >= 1e5 ? `10${String(Math.round(Math.log10(number))).replace(/./g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)])}` : number.toLocaleString("en");
}

/**
 * One of the two charts.
 * @param {import("./data.js").Spectrum} spectrum
 * @param {"distinct" | "total"} what
 * @param {string} title
 */
function chart(spectrum, what, title) {
  const { rows, law, unit } = spectrum;
  const x = logAxis(1, Math.max(...rows.map((row) => row.frequency)), LEFT, WIDTH - RIGHT);
  const y = logAxis(1, Math.max(...rows.map((row) => row[what])), HEIGHT - BOTTOM, TOP);
  const cross = svg("line", { class: "cross", y1: TOP, y2: HEIGHT - BOTTOM, x1: -9, x2: -9 });
  const dot = svg("circle", { class: "now", r: 6, cx: -9, cy: -9 });
  const grid = [
    ...x.ticks.map((tick) => svg("g", { class: "tick" }, svg("line", { x1: x.at(tick), x2: x.at(tick), y1: TOP, y2: HEIGHT - BOTTOM }), svg("text", { x: x.at(tick), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }, short(tick)))),
    ...y.ticks.map((tick) => svg("g", { class: "tick" }, svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y.at(tick), y2: y.at(tick) }), svg("text", { x: LEFT - 6, y: y.at(tick) + 4, "text-anchor": "end" }, short(tick)))),
  ];
  const line = rows.filter((row) => row.line && row.line >= 1);
  const first = line[0];
  const last = line[line.length - 1];
  const fitted = what === "distinct" && law && first ? svg("line", { class: "law", x1: x.at(first.frequency), y1: y.at(first.line ?? 1), x2: x.at(last.frequency), y2: y.at(last.line ?? 1) }) : null;
  const points = rows.map((row) =>
    what === "total" ? svg("line", { class: "stem", x1: x.at(row.frequency), x2: x.at(row.frequency), y1: HEIGHT - BOTTOM, y2: y.at(row.total) }) : svg("circle", { class: "point", r: 2.5, cx: x.at(row.frequency), cy: y.at(row.distinct) }));
  const high = rows.filter((row) => row.peak && row.peak <= 8);
  /** Peaks that are near, whose numbers would be over each other. @param {import("./data.js").SpectrumRow} row @param {number} side */
  const near = (row, side) => high.some(({ frequency }) => side * (frequency - row.frequency) > 0 && Math.abs(x.at(frequency) - x.at(row.frequency)) < 24);
  /** Where the number of a peak stands: away from one that is near. @param {import("./data.js").SpectrumRow} row */
  const anchor = (row) => (near(row, 1) ? "end" : near(row, -1) ? "start" : "middle");
  const peaks = high.map((row) =>
    svg("g", { class: "peak", "data-f": row.frequency }, svg("circle", { r: 5, cx: x.at(row.frequency), cy: y.at(row[what]) }), svg("text", { x: x.at(row.frequency), y: y.at(row[what]) - 9, "text-anchor": anchor(row) }, row.frequency)));
  const figure = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title },
    grid,
    fitted,
    points,
    cross,
    dot,
    peaks,
    svg("text", { class: "axis", x: (LEFT + WIDTH) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, `frequency f (${unit})`),
  );
  const move = (/** @type {import("./data.js").SpectrumRow} */ row) => {
    const [place, height] = [x.at(row.frequency), y.at(row[what])];
    for (const name of ["x1", "x2"]) cross.setAttribute(name, String(place));
    dot.setAttribute("cx", String(place));
    dot.setAttribute("cy", String(height));
  };
  const under = (/** @type {PointerEvent} */ event) => {
    const box = figure.getBoundingClientRect();
    return x.value(((event.clientX - box.left) / box.width) * WIDTH);
  };
  return { view: h("figure", {}, h("figcaption", {}, title), figure), figure, move, under };
}

export function spectrumView() {
  const { spectrum } = data;
  if (!spectrum || !spectrum.rows.length) return h("main", {}, h("h1", {}, "Spectrum"), h("p", {}, "The pages have no text that could be counted."));
  const { rows, peaks, law, unit, pages, symbols } = spectrum;
  let at = Math.max(rows.findIndex((row) => row.peak === 1), 0);
  const status = h("p", { class: "readout", role: "status" });
  const charts = [
    chart(spectrum, "distinct", "V(f): how many distinct strings occur f times"),
    chart(spectrum, "total", "F(f) = f · V(f): how much of the text they are"),
  ];
  const go = (/** @type {number} */ to) => {
    at = Math.min(Math.max(to, 0), rows.length - 1);
    const row = rows[at];
    status.replaceChildren(
      h("span", {}, "f ", h("b", {}, row.frequency.toLocaleString("en"))),
      h("span", {}, "V(f) ", h("b", {}, row.distinct.toLocaleString("en"))),
      h("span", {}, "F(f) ", h("b", {}, row.total.toLocaleString("en"))),
      row.peak ? h("span", { class: "is-peak" }, `peak ${row.peak}`) : "",
    );
    charts.forEach((chart) => chart.move(row));
  };
  const nearest = (/** @type {number} */ frequency) => {
    let best = 0;
    rows.forEach((row, i) => {
      if (Math.abs(Math.log(row.frequency / frequency)) < Math.abs(Math.log(rows[best].frequency / frequency))) best = i;
    });
    return best;
  };
  const strings = h("section", { class: "strings", "aria-live": "polite" });
  const buttons = peaks.map((peak, number) => {
    const choose = () => {
      buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(peaks[i] === peak)));
      charts.forEach(({ figure }) => figure.querySelectorAll(".peak").forEach((mark) => mark.classList.toggle("chosen", mark.getAttribute("data-f") === String(peak.frequency))));
      go(rows.findIndex((row) => row.frequency === peak.frequency));
      strings.replaceChildren(peakView(peak, number, unit));
    };
    return h("button", { type: "button", "aria-pressed": false, onclick: choose }, `${peak.frequency.toLocaleString("en")} ${unit}`);
  });
  for (const { figure, under } of charts) {
    figure.addEventListener("pointermove", (event) => go(nearest(under(/** @type {PointerEvent} */ (event)))));
    figure.addEventListener("click", (event) => {
      const row = rows[nearest(under(/** @type {PointerEvent} */ (event)))];
      const peak = peaks.findIndex((peak) => peak.frequency === row.frequency);
      if (peak >= 0) buttons[peak].click();
    });
  }
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -rows.length, End: rows.length };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    go(at + step);
  };
  go(at);
  buttons[0]?.click();
  const fit = law ? ` Natural text follows the line V(f) ~ f^−${law[0].toFixed(2)} (R² ${law[1].toFixed(2)}); a template stands above it.` : "";
  const some = pages < data.pages ? ` of ${data.pages.toLocaleString("en")}` : "";
  return h(
    "main",
    { class: "spectrum" },
    h("h1", {}, "Spectrum"),
    h("p", { class: "lead" }, `All strings of 1 to 10 characters of ${counted(pages, "page")}${some}, ${symbols.toLocaleString("en")} characters. What a template writes is on as many pages as the template made: there F has a peak.${fit}`),
    h("div", { class: "charts", tabindex: 0, role: "group", "aria-label": "Charts; arrow keys move along f", onkeydown: key }, charts.map(({ view }) => view)),
    status,
    peaks.length ? h("div", { class: "peaks" }, h("span", {}, "Peaks:"), buttons) : h("p", {}, "No peak: strings are shared no more often than in natural text."),
    strings,
  );
}

/**
 * The strings of a peak, the pages of its group, and one of these with the strings tinted.
 * @param {import("./data.js").Peak} peak
 * @param {number} number
 * @param {string} unit
 */
function peakView(peak, number, unit) {
  const [count, pages] = peak.of;
  const tinted = h("div", { class: "pages" });
  /** @type {HTMLElement[]} */
  const buttons = [];
  const page = (/** @type {[number, string]} */ [of, name]) => {
    const shown = data.shown.find((page) => page.page === of);
    if (!shown) return h("li", { class: "hint" }, name);
    const choose = () => {
      buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
      tinted.replaceChildren(...tintedPage(shown, number));
    };
    const button = h("button", { type: "button", "aria-pressed": false, onclick: choose }, name);
    buttons.push(button);
    return h("li", {}, button);
  };
  const more = count > peak.strings.length ? ` The longest ${peak.strings.length} of ${count.toLocaleString("en")}:` : "";
  const times = unit === "pages" ? `on ${peak.frequency.toLocaleString("en")} pages each` : `${peak.frequency.toLocaleString("en")} times each`;
  const list = h("ul", {}, peak.pages.map(page), pages > peak.pages.length ? h("li", {}, `and ${(pages - peak.pages.length).toLocaleString("en")} more`) : "");
  const view = h(
    "div",
    { class: "tinted" },
    h("div", { class: "side" },
      h("section", { class: "panel" }, h("h2", {}, `${counted(pages, "page")} of this group`), h("p", {}, ...groupKind(peak)), h("p", { class: "hint" }, `They have most of these strings in common. ${buttons.length ? "Choose one that is in this file to see the strings in it." : "None of them is in this file."}`), list),
      h("section", { class: "panel" }, h("h2", {}, counted(count, "maximal string")), h("p", { class: "hint" }, `They occur ${times}, and no longer string does that has them in it. Those of 10 characters and more are tinted.${more}`), h("ol", {}, peak.strings.map((text) => h("li", {}, h("code", { dir: "auto" }, cut(text, 400)))))),
    ),
    tinted,
  );
  buttons[0]?.click();
  return view;
}

/** What the pages of a group are: those of a kind, or of all. @param {import("./data.js").Peak} peak */
function groupKind({ pages, of: [, total] }) {
  const kinds = new Map();
  for (const [page] of pages) {
    const kind = kindOf.get(page + 1);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const [[kind, count] = [-1, 0]] = [...kinds].sort((a, b) => b[1] - a[1]);
  const known = data.kinds[kind];
  if (total === data.pages && data.kinds.length > 1) return ["All pages: what they share is the frame of the site."];
  if (!known || count < pages.length || pages.length < total) return [`Pages of ${counted(kinds.size, "kind")}.`];
  const name = `kind ${kind + 1}, ${kindTitle(kind)}`;
  return [count === known.pages ? "These are all pages of " : `These are ${count.toLocaleString("en")} pages of `, kindLink(kind, name), "."];
}

/** A page, rendered and as source, with the strings of a peak tinted. @param {import("./data.js").Page} shown @param {number} number */
function tintedPage(shown, number) {
  const page = { ...shown, template: shown.peaks[number] ?? [], marks: [] };
  const { view } = sourceView(page, () => {});
  view.classList.add("peak");
  requestAnimationFrame(() => {
    const first = view.querySelector(".t");
    if (first) view.scrollTop += first.getBoundingClientRect().top - view.getBoundingClientRect().top - view.clientHeight / 4;
  });
  return [
    h("section", { class: "pane" }, h("h2", {}, "Rendered"), pageFrame(page).frame),
    h("section", { class: "pane" }, h("h2", {}, "Source"), view),
  ];
}
