/** Two members side by side: the same page twice. */

import { el } from "./dom.js";

/** @param {string[]} members  usernames */
export function sideBySide(members) {
  const frames = members.map((member) => el("iframe", { src: `/?member=${encodeURIComponent(member)}`, title: `The playground as ${member}` }));
  document.body.append(el("main", { class: "split" }, ...frames));
  document.body.append(el("a", { class: "split-close", href: `/?member=${encodeURIComponent(members[0])}` }, "Close side by side"));
}
