// Corrections, as the command that makes them.

import { colour, data, ownTable } from "./data.js";
import { copyButton, h } from "./dom.js";

/** @typedef {{column: string, field: string, name: string, isShown: boolean}} Field */
/** @typedef {{like: string, records: string, fields: Field[] | null}} Correction */

/** The corrections of each kind. @type {Map<number, Correction>} */
const all = new Map();

/** @param {number} kind */
export function correctionOf(kind) {
  let correction = all.get(kind);
  if (!correction) all.set(kind, (correction = { like: "", records: "", fields: null }));
  return correction;
}

/**
 * The fields of a kind in their order, as commands name them: those of its own table.
 * @param {number} kind
 * @returns {Field[]}
 */
export function fieldsOf(kind) {
  const correction = correctionOf(kind);
  if (correction.fields) return correction.fields;
  const table = ownTable(kind);
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const page of data.shown.filter((page) => page.kind === kind)) {
    for (const { table: of, column, field } of page.marks) if (of === table?.name && column && field) names.set(column, field);
  }
  const columns = (table?.columns ?? []).slice(table?.key).filter(([column]) => names.has(column));
  const field = (/** @type {[string, string]} */ [column]) => {
    const field = names.get(column) ?? column;
    return { column, field, name: field, isShown: true };
  };
  return (correction.fields = columns.map(field));
}

/** Whether the fields of a kind can be named and left out: those of posts and articles are the same everywhere. @param {number} kind */
export function canEdit(kind) {
  const { what } = data.kinds[kind];
  return (what === "list" || what === "detail") && ownTable(kind) !== undefined;
}

/** Gives a field a name, and takes it from the field that had it. @param {number} kind @param {Field} field @param {string} name */
export function nameField(kind, field, name) {
  for (const other of fieldsOf(kind)) if (other !== field && other.name === name) other.name = other.field === name ? `other_${name}` : other.field;
  field.name = name;
}

/** A word for a shell. @param {string} word */
function quoted(word) {
  return /^[\w/.,:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The command for the pages of a kind, with its corrections. @param {number} kind */
export function commandOf(kind) {
  const { what, arguments: of, pages } = data.kinds[kind];
  const { like, records, fields } = correctionOf(kind);
  const input = of.input || "PAGES";
  const was = (fields ?? []).filter(({ isShown }) => isShown);
  const renames = was.filter(({ field, name }) => name && name !== field);
  const rename = renames.map(({ field, name }) => ` --rename ${quoted(`${field}=${name}`)}`).join("");
  const isOther = fields && (was.length < fields.length || fields.some(({ column }, at) => column !== initial(kind)[at]));
  const only = isOther ? ` --only ${quoted(was.map(({ field }) => field).join(","))}` : "";
  const wanted = like ? ` --like ${quoted(like)}` : records ? ` --records ${quoted(records)}` : "";
  if (what === "list" || wanted) return `${of.list}katagami records ${input}${wanted}${only}${rename}`;
  if (what === "thread") return `${of.list}katagami forum ${input}`;
  if (what === "detail" && pages > 1) {
    const edit = only || rename ? ` && katagami edit wrapper.json${only}${rename}` : "";
    return `${of.list}katagami learn ${input} -o wrapper.json${edit} && katagami extract -w wrapper.json ${input}`;
  }
  return `${of.list}katagami ${data.kinds[kind].tables.includes("comments") ? "blog" : "content"} ${input}`;
}

/** The columns as they were found. @param {number} kind */
function initial(kind) {
  const names = new Set(fieldsOf(kind).map(({ column }) => column));
  const table = ownTable(kind);
  return (table?.columns ?? []).map(([column]) => column).filter((column) => names.has(column));
}

/**
 * The panel with the fields and the command; `render` draws it anew after a change.
 * @param {number} kind
 */
export function correctionPanel(kind) {
  const panel = h("section", { class: "panel correct", "aria-label": "Correct it" });
  const correction = correctionOf(kind);
  /** @param {string} [focus] */
  const render = (focus) => {
    const fields = fieldsOf(kind);
    const { what } = data.kinds[kind];
    const isEditable = canEdit(kind) && fields.length > 0;
    const move = (/** @type {number} */ from, /** @type {number} */ to) => {
      fields.splice(to, 0, ...fields.splice(from, 1));
      render(`move-${to}`);
    };
    const row = (/** @type {Field} */ field, /** @type {number} */ at) => {
      const rename = (/** @type {Event} */ event) => {
        field.name = /** @type {HTMLInputElement} */ (event.target).value.trim();
        showCommand();
      };
      const hide = () => {
        field.isShown = !field.isShown;
        render(`hide-${at}`);
      };
      return h(
        "li",
        { class: field.isShown ? "" : "off" },
        h("span", { class: `swatch f${colour({ table: ownTable(kind)?.name, column: field.column })}` }),
        h("input", { value: field.name, "aria-label": `Name of ${field.field}`, title: field.field === field.column ? null : `${field.column} in the tables`, oninput: rename }),
        h("button", { id: `hide-${at}`, type: "button", "aria-pressed": !field.isShown, onclick: hide }, field.isShown ? "Hide" : "Show"),
        h("button", { id: `move-${at}`, type: "button", disabled: at === 0, "aria-label": `Move ${field.field} up`, onclick: () => move(at, at - 1) }, "↑"),
      );
    };
    const command = h("code", { id: "command" });
    const showCommand = () => (command.textContent = commandOf(kind));
    showCommand();
    const reset = () => {
      Object.assign(correction, { like: "", records: "", fields: null });
      render();
    };
    panel.replaceChildren(
      h("h2", {}, "Correct it"),
      h("p", { class: "hint" }, what === "list" ? "Click a text in the source that belongs to a record, or change the fields here." : isEditable ? "Change the fields here, or click a value in the source. Columns that are made of a field, such as the amount of a price, follow it." : what === "other" ? "No command reads such pages." : "There are no fields to correct. The command that reads these pages:"),
      isEditable ? h("ol", { class: "fields" }, fields.map(row)) : "",
      what === "other" ? "" : h("pre", { class: "command" }, command),
      what === "other" ? "" : h("p", { class: "buttons" }, copyButton("Copy the command", () => commandOf(kind)), isEditable || what === "list" ? h("button", { type: "button", onclick: reset }, "Start over") : ""),
    );
    if (focus) panel.querySelector(/** @type {"button"} */ (`#${focus}`))?.focus();
  };
  render();
  return { panel, render };
}
