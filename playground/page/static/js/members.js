/** The member list at the right: a press on a member opens what the bot offers for them. */

import { offeredHere, userMenuNames } from "./commands.js";
import { el, fill } from "./dom.js";
import { openMenu } from "./menu.js";
import { avatar, badge, nameOf } from "./people.js";

/**
 * @param {import("./store.js").Store} store
 * @param {(event: MouseEvent, userId: string) => void} personMenu
 */
export function memberList(store, personMenu) {
  const node = el("section", { class: "members", "aria-label": "Members" });
  store.on("members", () => {
    const people = store.members.filter((user) => !user.bot);
    const bots = store.members.filter((user) => user.bot);
    fill(
      node,
      ...group("Players", people, store, personMenu),
      ...group(store.bot.online ? "Applications" : "Offline", bots, store, personMenu),
    );
  });
  return node;
}

/**
 * Open a member's menu: who they are, and the bot's user commands.
 *
 * @param {MouseEvent} event
 * @param {import("./people.js").User} user
 * @param {import("./store.js").Store} store
 * @param {(command: string) => void} use
 */
export function openPersonMenu(event, user, store, use) {
  const commands = userMenuNames(offeredHere(store.commands, store));
  const heading = el(
    "span",
    { class: "menu-person" },
    avatar(user),
    el("span", {}, el("strong", {}, nameOf(user)), el("span", { class: "muted" }, user.username)),
  );
  const apps = commands.length
    ? [{ heading: "Apps" }, ...commands.map((label) => ({ label, act: () => use(label) }))]
    : [{ heading: "No application offers anything here." }];
  openMenu([{ heading }, ...apps], event, `Actions for ${nameOf(user)}`);
}

/**
 * @param {string} title
 * @param {import("./people.js").User[]} users
 * @param {import("./store.js").Store} store
 * @param {(event: MouseEvent, userId: string) => void} personMenu
 */
function group(title, users, store, personMenu) {
  return [
    el("h2", { class: "list-title" }, `${title} — ${users.length}`),
    el(
      "ul",
      {},
      ...users.map((user) => {
        const status = user.bot && !store.bot.online ? "offline" : "online";
        const open = (/** @type {Event} */ event) => personMenu(/** @type {MouseEvent} */ (event), user.id);
        return el(
          "li",
          {},
          el(
            "button",
            {
              type: "button",
              class: `member ${status}`,
              "aria-haspopup": "menu",
              on: { click: open, contextmenu: open },
            },
            avatar(user, status),
            el("span", { class: "member-name" }, nameOf(user)),
            badge(user),
            user.id === store.me.id ? el("span", { class: "muted" }, "you") : null,
          ),
        );
      }),
    ),
  ];
}
