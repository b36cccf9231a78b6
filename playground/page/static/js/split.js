/** Two members side by side: the same page twice. */

import { el } from "./dom.js";
import { icon } from "./icons.js";

/** @param {string[]} members  usernames */
export function sideBySide(members) {
  const frames = members.map((member) =>
    el("iframe", { src: `/?member=${encodeURIComponent(member)}`, title: `The playground as ${member}` }),
  );
  document.body.append(el("main", { class: "split" }, ...frames));
  document.body.append(
    el(
      "a",
      {
        class: "split-close",
        "aria-label": "Close side by side",
        title: "Close side by side",
        href: `/?member=${encodeURIComponent(members[0])}`,
      },
      icon("close"),
    ),
  );
}
