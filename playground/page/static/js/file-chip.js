/** The chip of an option that takes a file of the member's device. */

import { el, uid } from "./dom.js";

/**
 * An option in use. `trouble` is why what was chosen cannot be sent.
 *
 * @typedef {{option: import("./commands.js").CommandOption, node: HTMLElement, input: HTMLInputElement,
 *   value: string | number | null, trouble?: string}} Chip
 */

/**
 * @param {import("./commands.js").CommandOption} option
 * @param {(file: File) => Promise<{id: string}>} attach
 * @param {(chip: Chip) => void} done  called when a file is held ready, and when it cannot be
 * @returns {Chip}
 */
export function fileChip(option, attach, done) {
  const id = uid("chip");
  const input = el("input", { id, type: "file", "aria-description": option.description });
  const node = el("span", { class: "chip" }, el("label", { for: id }, option.name), input);
  /** @type {Chip} */
  const chip = { option, node, input, value: null };
  // What is chosen is no text that could still be settled.
  input.dataset.taken = "yes";
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    chip.value = null;
    chip.trouble = file ? "is on its way" : undefined;
    node.classList.remove("wrong");
    if (!file) return;
    try {
      const { id: held } = await attach(file);
      if (input.files?.[0] !== file) return;
      chip.value = held;
      chip.trouble = undefined;
    } catch (error) {
      chip.trouble = `cannot be sent: ${/** @type {Error} */ (error).message}`;
    }
    done(chip);
  });
  return chip;
}
