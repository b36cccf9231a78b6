/** Emoji of buttons and options: Unicode ones as they are, a server's own by name. */

import { el } from "./dom.js";

/** @param {{id?: string | null, name?: string | null} | null | undefined} emoji */
export function emojiNode(emoji) {
  if (!emoji?.name) return null;
  return el("span", { class: "emoji", "aria-hidden": "true" }, emoji.id ? `:${emoji.name}:` : emoji.name);
}
