/** Dark or light: as the system asks, until the member chooses. */

import { el, fill } from "./dom.js";
import { icon } from "./icons.js";

const KEY = "theme";
const asksForLight = matchMedia("(prefers-color-scheme: light)");

/** The switch in the corner. */
export function themeSwitch() {
  const node = el("button", { type: "button", class: "icon-button" });
  const show = () => {
    const theme = localStorage.getItem(KEY) ?? (asksForLight.matches ? "light" : "dark");
    document.documentElement.dataset.theme = theme;
    const other = theme === "dark" ? "light" : "dark";
    node.setAttribute("aria-label", `Switch to ${other} colours`);
    node.title = `Switch to ${other} colours`;
    fill(node, icon(theme === "dark" ? "sun" : "moon"));
  };
  node.addEventListener("click", () => {
    localStorage.setItem(KEY, document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    show();
  });
  asksForLight.addEventListener("change", show);
  // The other pane of the side-by-side view may have switched.
  addEventListener("storage", show);
  show();
  return node;
}
