/**
 * The side panels: columns in a wide window, drawers over a narrow one. A button shows and hides its panel. A drawer
 * takes the focus when it opens and gives it back when it closes.
 */

import { el } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {{button: HTMLElement, panelId: string, shows: string}} Drawer */

/** @type {Drawer[]} */
const drawers = [];

/**
 * @param {Parameters<typeof icon>[0]} look
 * @param {string} label
 * @param {string} panelId  of the panel it shows; `show-<panelId>` is the body's class while it is toggled
 */
export function drawerButton(look, label, panelId) {
  const button = el(
    "button",
    {
      type: "button",
      class: `icon-button panel-button for-${panelId}`,
      "aria-label": label,
      title: label,
      "aria-controls": panelId,
    },
    icon(look),
  );
  const drawer = { button, panelId, shows: `show-${panelId}` };
  drawers.push(drawer);
  button.addEventListener("click", () => toggle(drawer));
  return button;
}

/** Put every drawer away; a column of a wide window stays as it is. */
export function closeDrawers() {
  for (const drawer of drawers) {
    if (!document.body.classList.contains(drawer.shows) || !isDrawer(panelOf(drawer))) continue;
    const within = panelOf(drawer)?.contains(document.activeElement);
    toggle(drawer);
    if (within) drawer.button.focus();
  }
}

/** @param {Drawer} drawer */
function toggle(drawer) {
  const panel = panelOf(drawer);
  const toggled = document.body.classList.toggle(drawer.shows);
  const open = toggled === isDrawer(panel);
  drawer.button.setAttribute("aria-expanded", String(open));
  if (!open || !isDrawer(panel)) return;
  const first = panel?.querySelector("[aria-current]") ?? panel?.querySelector("a, button");
  /** @type {HTMLElement | null | undefined} */ (first)?.focus();
}

/** @param {Drawer} drawer */
function panelOf({ panelId }) {
  return document.getElementById(panelId);
}

/** @param {HTMLElement | null} panel */
function isDrawer(panel) {
  return panel !== null && getComputedStyle(panel).position === "fixed";
}
