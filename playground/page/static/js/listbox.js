/**
 * A list of options that another element steers (a select's button, the composer's input): it knows which option is
 * active, and the arrow keys move that. The focus stays on the owner, which names the option in `aria-activedescendant`.
 *
 * @typedef {{value: string, node: HTMLElement}} Option
 */

import { el, uid } from "./dom.js";

export class Listbox {
  /**
   * @param {{label: string, multiple?: boolean, owner: HTMLElement, onPick: (index: number) => void}} how
   */
  constructor({ label, multiple = false, owner, onPick }) {
    this.owner = owner;
    this.onPick = onPick;
    this.active = -1;
    /** @type {HTMLElement[]} */
    this.options = [];
    this.node = el("div", {
      role: "listbox",
      class: "listbox",
      id: uid("list"),
      "aria-label": label,
      "aria-multiselectable": multiple ? "true" : null,
    });
    owner.setAttribute("aria-controls", this.node.id);
    // A press must not take the focus from the owner.
    this.node.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /**
   * @param {HTMLElement[]} rows  what each option shows; groups' headings may stand between (role presentation)
   * @param {number} [active]
   */
  show(rows, active = 0) {
    this.node.replaceChildren(...rows);
    this.options = rows.filter((row) => row.getAttribute("role") === "option");
    this.options.forEach((row, index) => {
      row.id ||= uid("option");
      row.addEventListener("click", () => this.onPick(index));
      row.addEventListener("mousemove", () => this.move(index, false));
    });
    this.move(this.options.length ? Math.min(active, this.options.length - 1) : -1);
  }

  /**
   * @param {number} index
   * @param {boolean} [scroll]
   */
  move(index, scroll = true) {
    if (index === this.active && this.options[index]?.classList.contains("active")) return;
    this.options[this.active]?.classList.remove("active");
    this.active = index;
    const option = this.options[index];
    if (option) {
      option.classList.add("active");
      if (scroll) option.scrollIntoView({ block: "nearest" });
      this.owner.setAttribute("aria-activedescendant", option.id);
    } else this.owner.removeAttribute("aria-activedescendant");
  }

  /**
   * Return whether the key moved the active option.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    const count = this.options.length;
    const to = {
      ArrowDown: (this.active + 1) % count,
      ArrowUp: (this.active - 1 + count) % count,
      Home: 0,
      End: count - 1,
      PageDown: Math.min(this.active + 8, count - 1),
      PageUp: Math.max(this.active - 8, 0),
    }[event.key];
    if (to === undefined || !count) return false;
    this.move(to);
    event.preventDefault();
    return true;
  }
}

/**
 * One row of a listbox.
 *
 * @param {{label: string, description?: string | null, icon?: Node | null, selected?: boolean,
 *   check?: boolean}} what  `check` shows a box to tick, for lists where several can be chosen
 */
export function optionRow({ label, description, icon, selected, check }) {
  return el(
    "div",
    { role: "option", class: "option", "aria-selected": String(Boolean(selected)) },
    icon ? el("span", { class: "option-icon" }, icon) : null,
    el(
      "span",
      { class: "option-words" },
      el("span", { class: "option-label" }, label),
      description ? el("span", { class: "option-description" }, description) : null,
    ),
    check ? el("span", { class: "option-check", "aria-hidden": "true" }) : null,
  );
}
