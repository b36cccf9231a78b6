/**
 * Select menus (string, member and channel selects) as an accessible listbox: a button that opens a popup of options.
 */

import { el } from "./dom.js";
import { emojiNode } from "./emoji.js";
import { icon } from "./icons.js";
import { Listbox, optionRow } from "./listbox.js";
import { avatar, nameOf } from "./people.js";
import { openPopup } from "./popup.js";

const USER_SELECT = 5;
const CHANNEL_SELECT = 8;
const TEXT_CHANNEL = 0;
const TYPE_AHEAD_MS = 700;

/**
 * @typedef {{value: string, label: string, description?: string, icon?: Node | null}} Choice
 *
 * @param {any} component  Discord's select
 * @param {import("./store.js").Store} store
 * @param {{label?: string, onPick: (values: string[]) => void}} how  `onPick` gets the chosen values
 *   once the popup has closed (one value: at once)
 */
export function selectMenu(component, store, { label, onPick }) {
  const choices = choicesOf(component, store);
  const least = component.min_values ?? 1;
  const most = component.max_values ?? 1;
  const given =
    component.default_values?.map((/** @type {any} */ one) => one.id) ??
    component.options
      ?.filter((/** @type {any} */ one) => one.default)
      .map((/** @type {any} */ one) => one.value) ??
    [];
  let chosen = new Set(given);
  const placeholder = component.placeholder || "Make a selection";
  const words = el("span", { class: "select-words" });
  const opener = el(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      disabled: component.disabled,
      dataset: { custom: component.custom_id },
    },
    words,
    icon("down"),
  );
  const show = () => {
    const labels = choices.filter(({ value }) => chosen.has(value)).map((one) => one.label);
    words.textContent = labels.join(", ") || placeholder;
    words.classList.toggle("placeholder", !labels.length);
    opener.setAttribute(
      "aria-label",
      `${label ?? placeholder}${labels.length ? `: ${labels.join(", ")}` : ""}`,
    );
  };
  show();
  opener.addEventListener("click", (event) => {
    if (opener.getAttribute("aria-expanded") === "true") return;
    event.preventDefault();
    open();
  });

  function open() {
    const before = new Set(chosen);
    let picked = false;
    const list = new Listbox({
      label: label ?? placeholder,
      multiple: most > 1,
      owner: opener,
      onPick: pick,
    });
    const popup = el("div", { class: "popup select-popup" });
    if (most > 1) popup.append(el("div", { class: "popup-hint" }, countHint(least, most)));
    popup.append(list.node);
    const rows = () =>
      choices.map((one) => optionRow({ ...one, selected: chosen.has(one.value), check: most > 1 }));
    list.show(
      rows(),
      Math.max(
        0,
        choices.findIndex(({ value }) => chosen.has(value)),
      ),
    );
    opener.setAttribute("aria-expanded", "true");
    const close = openPopup(popup, opener, { matchWidth: true, onClose: closed });
    const steer = typeAhead(choices, list);
    opener.addEventListener("keydown", onKey);

    /** @param {number} index */
    function pick(index) {
      const { value } = choices[index];
      picked = true;
      if (most === 1) {
        chosen = new Set([value]);
        close();
        return;
      }
      if (chosen.has(value)) chosen.delete(value);
      else if (chosen.size < most) chosen.add(value);
      list.show(rows(), index);
      show();
    }

    function closed() {
      opener.setAttribute("aria-expanded", "false");
      opener.removeAttribute("aria-activedescendant");
      opener.removeEventListener("keydown", onKey);
      if (picked && chosen.size >= least) onPick([...chosen]);
      else chosen = before;
      show();
    }

    /** @param {KeyboardEvent} event */
    function onKey(event) {
      if (list.key(event)) return;
      if (event.key === "Tab") close();
      else if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        pick(list.active);
      } else steer(event);
    }
  }
  opener.addEventListener("keydown", (event) => {
    if (opener.getAttribute("aria-expanded") === "true" || !["ArrowDown", "ArrowUp"].includes(event.key))
      return;
    event.preventDefault();
    open();
  });
  return opener;
}

/**
 * @param {any} component
 * @param {import("./store.js").Store} store
 * @returns {Choice[]}
 */
function choicesOf(component, store) {
  if (component.type === USER_SELECT) {
    return store.members.map((user) => ({
      value: user.id,
      label: nameOf(user),
      description: user.username,
      icon: avatar(user),
    }));
  }
  if (component.type === CHANNEL_SELECT) {
    return store.channelsHere
      .filter(({ type }) => type === TEXT_CHANNEL)
      .map(({ id, name }) => ({ value: id, label: `# ${name}` }));
  }
  return (component.options ?? []).map((/** @type {any} */ one) => ({ ...one, icon: emojiNode(one.emoji) }));
}

/**
 * @param {number} least
 * @param {number} most
 */
function countHint(least, most) {
  return least === most ? `Choose ${most}` : least ? `Choose ${least} to ${most}` : `Choose up to ${most}`;
}

/**
 * Let typed letters jump to the option that begins with them.
 *
 * @param {Choice[]} choices
 * @param {Listbox} list
 */
function typeAhead(choices, list) {
  let typed = "";
  let last = 0;
  return (/** @type {KeyboardEvent} */ event) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    typed = event.timeStamp - last > TYPE_AHEAD_MS ? event.key : typed + event.key;
    last = event.timeStamp;
    const found = choices.findIndex(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()));
    if (found >= 0) list.move(found);
  };
}
