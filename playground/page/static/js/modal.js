/** Modals: a form the bot opens on the member's screen, checked as Discord's client checks it. */

import { el, fill, uid } from "./dom.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { dots } from "./message.js";
import { avatar } from "./people.js";
import { selectMenu } from "./select.js";

const PARAGRAPH = 2;
const CHECKBOX = 23;

/**
 * One field: its node, its value, and why it cannot be sent (null if it can) once it is ready.
 *
 * @typedef {{customId: string, node: HTMLElement, control: HTMLElement, value: () => unknown,
 *   wrong: () => string | null, ready?: () => Promise<void>}} Field
 */

/**
 * Show a modal until it is submitted or closed.
 *
 * @param {any} modal  `id`, `title`, `components` as `World` gives them
 * @param {{store: import("./store.js").Store, submit: (values: Record<string, unknown>) => Promise<unknown>,
 *   attach: (file: File) => Promise<{id: string}>, dismiss: () => void, closed: () => void}} how  `attach`: hold a
 *   file ready; `dismiss`: closed without sending; `closed`: gone, sent or not
 */
export function openModal(modal, { store, submit, attach, dismiss, closed }) {
  /** @type {Field[]} */
  const fields = [];
  const titleId = uid("modal");
  const trouble = el("p", { class: "modal-trouble", role: "alert" });
  const sendButton = el("button", { type: "submit", class: "button primary" }, "Submit");
  const bot = store.bot.user;
  const form = el(
    "form",
    { method: "dialog", novalidate: true },
    el(
      "header",
      { class: "modal-header" },
      bot ? avatar(bot) : null,
      el("h2", { id: titleId }, modal.title),
      el(
        "button",
        { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => dialog.close() } },
        icon("close"),
      ),
    ),
    el(
      "div",
      { class: "modal-body" },
      ...modal.components.map((/** @type {any} */ one) => row(one, store, fields, attach)),
      trouble,
    ),
    el(
      "footer",
      { class: "modal-footer" },
      el(
        "button",
        { type: "button", class: "button secondary", on: { click: () => dialog.close() } },
        "Cancel",
      ),
      sendButton,
    ),
  );
  const dialog = el("dialog", { class: "modal", "aria-labelledby": titleId }, form);
  let sent = false;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await Promise.all(fields.map((field) => field.ready?.()));
    const first = fields.filter((field) => !accept(field))[0];
    if (first) {
      first.control.focus();
      return;
    }
    fill(trouble);
    sendButton.disabled = true;
    fill(sendButton, dots());
    try {
      await submit(Object.fromEntries(fields.map((field) => [field.customId, field.value()])));
      sent = true;
      dialog.close();
    } catch (error) {
      fill(trouble, icon("warning"), `Something went wrong: ${/** @type {Error} */ (error).message}`);
      sendButton.disabled = false;
      fill(sendButton, "Submit");
    }
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (!sent) dismiss();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.control.focus();
}

/**
 * Show or clear what is wrong with a field.
 *
 * @param {Field} field
 */
function accept(field) {
  const why = field.wrong();
  const words = /** @type {HTMLElement} */ (field.node.querySelector(".field-wrong"));
  words.textContent = why ?? "";
  field.control.toggleAttribute("data-wrong", Boolean(why));
  if (why) field.control.setAttribute("aria-invalid", "true");
  else field.control.removeAttribute("aria-invalid");
  return !why;
}

/**
 * @param {any} component
 * @param {import("./store.js").Store} store
 * @param {Field[]} fields
 * @param {(file: File) => Promise<{id: string}>} attach
 * @returns {Node}
 */
function row(component, store, fields, attach) {
  if (component.type === 10)
    return el("div", { class: "markdown" }, ...markdown(component.content, store.names));
  // The older form, without labels: action rows of one text input that has its own label.
  const inner = component.component ?? component.components[0];
  const label = component.label ?? inner.label ?? inner.placeholder ?? "";
  const field = FIELDS[inner.type](inner, label, store, attach);
  const labelId = uid("label");
  field.control.setAttribute(
    "aria-labelledby",
    `${labelId} ${field.control.getAttribute("aria-labelledby") ?? ""}`.trim(),
  );
  const wrongId = uid("wrong");
  field.control.setAttribute("aria-describedby", wrongId);
  const labelled = el(
    "div",
    { class: inner.type === CHECKBOX ? "field ticked" : "field" },
    el(
      "label",
      { id: labelId, for: field.control.id || null },
      label,
      inner.type !== CHECKBOX && (inner.required ?? true) ? el("span", { class: "required", "aria-hidden": "true" }, " *") : null,
    ),
    component.description ? el("div", { class: "field-description" }, component.description) : null,
    field.node,
    el("div", { class: "field-wrong", id: wrongId, role: "alert" }),
  );
  fields.push({ ...field, node: labelled });
  return labelled;
}

/**
 * @type {Record<number, (component: any, label: string, store: import("./store.js").Store,
 *   attach: (file: File) => Promise<{id: string}>) => Field>}
 */
const FIELDS = {
  3: selectField,
  4: textField,
  5: selectField,
  6: selectField,
  7: selectField,
  8: selectField,
  19: uploadField,
  21: choiceField,
  22: choiceField,
  23: checkboxField,
};

/**
 * @param {any} component
 * @returns {Field}
 */
function textField(component) {
  const {
    custom_id,
    style,
    placeholder,
    value,
    min_length: least = 0,
    max_length: most,
    required = true,
  } = component;
  const control =
    style === PARAGRAPH
      ? el("textarea", { id: uid("text"), rows: 4 })
      : el("input", { id: uid("text"), type: "text", autocomplete: "off" });
  control.placeholder = placeholder ?? "";
  control.value = value ?? "";
  if (most) control.maxLength = most;
  const left = el("span", { class: "field-count", "aria-hidden": "true" });
  const count = () =>
    (left.textContent = most && most - control.value.length < 50 ? String(most - control.value.length) : "");
  control.addEventListener("input", count);
  count();
  return {
    customId: custom_id,
    node: el("div", { class: "field-text" }, control, left),
    control,
    value: () => control.value,
    wrong() {
      const { length } = control.value.trim();
      if (required && !length) return "This field is required.";
      if (length && control.value.length < least) return `Must be at least ${least} characters.`;
      return most && control.value.length > most ? `Must be at most ${most} characters.` : null;
    },
  };
}

/**
 * @param {any} component
 * @param {string} label
 * @param {import("./store.js").Store} store
 * @returns {Field}
 */
function selectField(component, label, store) {
  const given =
    component.default_values?.map((/** @type {any} */ one) => one.id) ??
    (component.options ?? [])
      .filter((/** @type {any} */ one) => one.default)
      .map((/** @type {any} */ one) => one.value);
  let chosen = /** @type {string[]} */ (given);
  const control = selectMenu(component, store, { label, onPick: (values) => (chosen = values) });
  control.id = uid("select");
  return {
    customId: component.custom_id,
    node: control,
    control,
    value: () => chosen,
    wrong: () => ((component.required ?? true) && !chosen.length ? "Choose something." : null),
  };
}

/**
 * Radio buttons, or checkboxes where several can be ticked.
 *
 * @param {any} component
 * @returns {Field}
 */
function choiceField(component) {
  const { custom_id, options, required = true, min_values, max_values } = component;
  const many = component.type === 22;
  const least = required ? (min_values ?? 1) : 0;
  const most = many ? (max_values ?? options.length) : 1;
  const name = uid("choice");
  const inputs = options.map((/** @type {any} */ one) =>
    el("input", { type: many ? "checkbox" : "radio", name, value: one.value, checked: one.default }),
  );
  const chosen = () =>
    inputs
      .filter((/** @type {HTMLInputElement} */ one) => one.checked)
      .map((/** @type {HTMLInputElement} */ one) => one.value);
  const node = el(
    "div",
    { class: "choices", role: many ? "group" : "radiogroup", tabindex: -1 },
    ...options.map((/** @type {any} */ one, /** @type {number} */ index) =>
      el(
        "label",
        { class: "choice" },
        inputs[index],
        el("span", {}, one.label, one.description ? el("span", { class: "muted" }, one.description) : null),
      ),
    ),
  );
  node.addEventListener("focus", () =>
    (inputs.find((/** @type {HTMLInputElement} */ one) => one.checked) ?? inputs[0]).focus(),
  );
  return {
    customId: custom_id,
    node,
    control: node,
    value: () => (many ? chosen() : (chosen()[0] ?? null)),
    wrong() {
      const { length } = chosen();
      return length < least
        ? `Choose ${least === 1 ? "one" : `at least ${least}`}.`
        : length > most
          ? `Choose at most ${most}.`
          : null;
    },
  };
}

/**
 * A file of the member's device, held ready by the playground as soon as it is chosen.
 *
 * @param {any} component
 * @param {string} label
 * @param {import("./store.js").Store} store
 * @param {(file: File) => Promise<{id: string}>} attach
 * @returns {Field}
 */
function uploadField(component, label, store, attach) {
  const { custom_id, required = true, file_types = [] } = component;
  const control = el("input", { id: uid("file"), type: "file", accept: file_types.join(",") || null });
  /** @type {string | null} */
  let held = null;
  /** @type {string | null} */
  let trouble = null;
  let sending = Promise.resolve();
  /** @param {File} file */
  const send = async (file) => {
    try {
      const { id } = await attach(file);
      if (control.files?.[0] === file) held = id;
    } catch (error) {
      trouble = /** @type {Error} */ (error).message;
    }
  };
  control.addEventListener("change", () => {
    const file = control.files?.[0];
    held = trouble = null;
    if (file) sending = send(file);
  });
  return {
    customId: custom_id,
    node: el("div", { class: "field-text" }, control),
    control,
    value: () => (held ? [held] : []),
    wrong: () => trouble ?? (required && !held ? "Choose a file." : null),
    ready: () => sending,
  };
}

/**
 * @param {any} component
 * @param {string} label
 * @returns {Field}
 */
function checkboxField(component, label) {
  const control = el("input", {
    type: "checkbox",
    id: uid("check"),
    checked: component.default,
    "aria-label": label,
  });
  return {
    customId: component.custom_id,
    node: el("div", { class: "choice" }, control),
    control,
    value: () => control.checked,
    wrong: () => null,
  };
}
