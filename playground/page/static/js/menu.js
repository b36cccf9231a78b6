/** Context menus: a popup with role menu, steered by the arrow keys. */

import { el } from "./dom.js";
import { openPopup } from "./popup.js";

/**
 * @typedef {{label: string, act: () => void} | {heading: Node | string}} Item
 *
 * @param {Item[]} items
 * @param {MouseEvent} event  the press that opens it
 * @param {string} label
 */
export function openMenu(items, event, label) {
  event.preventDefault();
  const anchor = /** @type {HTMLElement} */ (event.currentTarget);
  // A press of a key has no place on the screen.
  const at =
    event.type === "contextmenu" && (event.clientX || event.clientY)
      ? { x: event.clientX, y: event.clientY }
      : undefined;
  const menu = el("div", { class: "popup menu", role: "menu", "aria-label": label });
  const close = { popup: () => false };
  for (const item of items) {
    if ("heading" in item)
      menu.append(el("div", { class: "menu-heading", role: "presentation" }, item.heading));
    else {
      const act = () => {
        close.popup();
        item.act();
      };
      menu.append(
        el(
          "button",
          { type: "button", role: "menuitem", class: "menu-item", tabindex: -1, on: { click: act } },
          item.label,
        ),
      );
    }
  }
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  close.popup = /** @type {() => boolean} */ (
    openPopup(menu, anchor, { at, onClose: () => before?.focus({ preventScroll: true }) })
  );
  const choices = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll("[role=menuitem]")]);
  menu.addEventListener("keydown", (key) => steer(key, choices, close.popup));
  menu.addEventListener("contextmenu", (again) => again.preventDefault());
  choices[0]?.focus();
}

/**
 * @param {KeyboardEvent} key
 * @param {HTMLElement[]} choices
 * @param {() => boolean} close
 */
function steer(key, choices, close) {
  const at = choices.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const to = {
    ArrowDown: (at + 1) % choices.length,
    ArrowUp: (at - 1 + choices.length) % choices.length,
    Home: 0,
    End: choices.length - 1,
  }[key.key];
  if (to !== undefined) {
    key.preventDefault();
    choices[to]?.focus();
  } else if (key.key === "Tab") {
    key.preventDefault();
    close();
  }
}
