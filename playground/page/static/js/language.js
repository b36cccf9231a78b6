/** The menus of languages: a member's own and the server's. */

import { el, fill } from "./dom.js";
import { selectMenu } from "./select.js";

/**
 * A labelled menu that shows the locale in use and follows the store.
 *
 * @param {import("./store.js").Store} store
 * @param {{label: string, current: () => string | undefined, choose: (locale: string) => Promise<unknown>}} how
 *   `choose` rejects if the playground refuses; the menu then shows the former language again
 */
export function languageMenu(store, { label, current, choose }) {
  const node = el("div", { class: "language" });
  /** @type {string | undefined} */
  let shown;
  /** @type {typeof store.languages | undefined} */
  let offered;
  /** @param {string} locale */
  const pick = async (locale) => {
    shown = locale;
    try {
      await choose(locale);
    } catch {
      shown = undefined;
      show();
    }
  };
  const show = () => {
    const locale = current();
    if (!locale || (locale === shown && store.languages === offered)) return;
    shown = locale;
    offered = store.languages;
    const focused = node.contains(document.activeElement);
    const options = store.languages.map((one) => ({ ...one, default: one.value === locale }));
    const menu = selectMenu({ options }, store, { label, onPick: ([value]) => void pick(value) });
    fill(node, el("span", { class: "language-label", "aria-hidden": "true" }, label), menu);
    if (focused) menu.focus();
  };
  store.on("languages", show);
  return node;
}
