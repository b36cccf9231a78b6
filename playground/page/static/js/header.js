/** The bar above the messages: the open channel's name, and the switches of the page. */

import { el, fill } from "./dom.js";
import { drawerButton } from "./drawers.js";
import { icon } from "./icons.js";
import { avatar, nameOf } from "./people.js";
import { CHANNEL } from "./store.js";
import { themeSwitch } from "./theme.js";

/**
 * @param {import("./store.js").Store} store
 * @param {() => void} launch  opens the application's own window
 */
export function header(store, launch) {
  const title = el("h2", { class: "title" });
  const topic = el("p", { class: "topic" });
  store.on("current channels", () => {
    const channel = store.current;
    if (!channel) return;
    const parent = channel.parent_id ? store.channels.get(channel.parent_id) : null;
    fill(
      title,
      icon(channel.type === CHANNEL.dm || channel.type === CHANNEL.group ? "people" : parent ? "thread" : "hash"),
      parent ? el("a", { class: "title-parent", href: `#c${parent.id}` }, parent.name ?? "") : null,
      parent ? el("span", { class: "muted", "aria-hidden": "true" }, "›") : null,
      el("span", { class: "title-name" }, store.channelTitle(channel.id).replace(/^[#@]/, "")),
    );
    topic.textContent = channel.topic ?? "";
  });
  const channels = drawerButton("menu", "Channels", "sidebar");
  store.on("channels current", () => {
    const elsewhere = [...store.channels.values()].filter(
      ({ id, type, unread, mentions }) =>
        id !== store.currentId && (mentions || ((type === CHANNEL.dm || type === CHANNEL.group) && unread)),
    );
    channels.classList.toggle("marked", elsewhere.length > 0);
    channels.setAttribute("aria-label", elsewhere.length ? "Channels, something new" : "Channels");
  });
  const label = "Activities";
  const activities = el(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click: launch } },
    icon("rocket"),
  );
  store.on("commands", () => {
    activities.hidden = !store.activity;
  });
  const me = el("span", { class: "me" });
  store.on("members", () => fill(me, avatar(store.me), nameOf(store.me)));
  return el(
    "header",
    { class: "header" },
    channels,
    title,
    topic,
    el(
      "div",
      { class: "header-tools" },
      me,
      activities,
      themeSwitch(),
      drawerButton("people", "Members, clock and faults", "right"),
    ),
  );
}
