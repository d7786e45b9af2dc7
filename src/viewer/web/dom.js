// Elements of the report. Texts become text nodes, never markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with attributes, handlers of events (`onclick`) and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes ?? {}, children);
  return element;
}

/**
 * The same for a part of a figure.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes ?? {}, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {(Child | Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  for (const child of children.flat()) {
    if (child != null && child !== false) element.append(child instanceof Node ? child : String(child));
  }
}

/** @param {number} count @param {string} noun */
export function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** @param {string} text @param {number} most */
export function cut(text, most) {
  return text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;
}

/**
 * A button that copies a text and says so.
 * @param {string} label
 * @param {() => string} text
 */
export function copyButton(label, text) {
  const button = h("button", { type: "button", onclick: copy }, label);
  async function copy() {
    let done = true;
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      done = copyBySelection(text());
    }
    button.textContent = done ? "Copied" : "Select the text and copy it";
    setTimeout(() => (button.textContent = label), 1500);
  }
  return button;
}

/** For browsers that give files no clipboard. @param {string} text */
function copyBySelection(text) {
  const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { class: "unseen" }));
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

/** Saves a text as a file. @param {string} name @param {string} type @param {string} text */
export function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
