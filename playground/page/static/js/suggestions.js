/** The list above the composer: commands, options, values; steered by whichever input has the focus. */

import { el, fill } from "./dom.js";
import { Listbox } from "./listbox.js";

export class Suggestions {
  constructor() {
    this.node = el("div", { class: "suggestions", hidden: true });
    /** @type {Listbox | null} */
    this.list = null;
  }

  get open() {
    return !this.node.hidden;
  }

  /** The index of the active row, -1 if none. */
  get active() {
    return this.open && this.list ? this.list.active : -1;
  }

  /**
   * @param {HTMLElement} owner  the input that steers it
   * @param {{label: string, heading: Node | string, rows: HTMLElement[], active?: number,
   *   onPick: (index: number) => void}} what
   */
  show(owner, { label, heading, rows, active = 0, onPick }) {
    if (this.list?.owner !== owner) {
      this.hide();
      this.list = new Listbox({ label, owner, onPick });
    }
    this.list.onPick = onPick;
    fill(this.node, el("div", { class: "suggestions-heading" }, heading), this.list.node);
    this.node.hidden = false;
    owner.setAttribute("aria-expanded", "true");
    this.list.show(rows, active);
  }

  hide() {
    this.node.hidden = true;
    this.list?.owner.setAttribute("aria-expanded", "false");
    this.list?.owner.removeAttribute("aria-activedescendant");
    this.list = null;
  }

  /**
   * Return whether the key moved the active row.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    return (
      this.open &&
      ["ArrowDown", "ArrowUp", "PageDown", "PageUp"].includes(event.key) &&
      Boolean(this.list?.key(event))
    );
  }

  /** Take the active row, if there is one. */
  pick() {
    if (this.active < 0) return false;
    this.list?.onPick(this.active);
    return true;
  }
}
