/** The left side: the server and its language, its channels with their threads, direct messages, and who you are. */

import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { languageMenu } from "./language.js";
import { avatar, nameOf } from "./people.js";
import { CHANNEL, dmName } from "./store.js";

/** @typedef {import("./store.js").Channel} Channel */

/**
 * @param {import("./store.js").Store} store
 * @param {() => void} openDm
 * @param {(whose: "me" | "server", locale: string) => Promise<unknown>} chooseLanguage
 * @param {(installed: boolean) => void} install
 */
export function sidebar(store, openDm, chooseLanguage, install) {
  const name = el("h1", { class: "server-name" });
  const channels = el("nav", { class: "channels", "aria-label": "Channels" });
  const who = el("div");
  const yourLanguage = languageMenu(store, {
    label: "Your language",
    current: () => store.me.locale,
    choose: (locale) => chooseLanguage("me", locale),
  });
  const serverLanguage = languageMenu(store, {
    label: "Server language",
    current: () => store.guild.preferred_locale,
    choose: (locale) => chooseLanguage("server", locale),
  });
  const own = el("input", {
    type: "checkbox",
    on: { change: () => install(own.checked) },
  });
  const installed = el("label", { class: "choice own-install" }, own, "I have installed Twotone for myself");
  store.on("languages", () => (own.checked = Boolean(store.me.installed)));
  const node = el(
    "aside",
    { class: "sidebar", id: "sidebar", "aria-label": "Server" },
    el("div", { class: "server" }, name),
    serverLanguage,
    channels,
    el("div", { class: "you", role: "group", "aria-label": "Who you are" }, who, installed, yourLanguage),
  );
  store.on("channels members", () => {
    const focused = /** @type {HTMLElement | null} */ (channels.querySelector(":focus"))?.dataset.channel;
    name.textContent = store.guild.name;
    fill(channels, ...lists(store, openDm));
    if (focused)
      /** @type {HTMLElement | null} */ (channels.querySelector(`[data-channel="${focused}"]`))?.focus({
        preventScroll: true,
      });
  });
  store.on("members", () => fill(who, ...identity(store)));
  return node;
}

/**
 * @param {import("./store.js").Store} store
 * @param {() => void} openDm
 */
function lists(store, openDm) {
  const all = [...store.channels.values()];
  const texts = all.filter(({ type, abroad }) => type === CHANNEL.text && !abroad);
  const dms = all.filter(({ type }) => type === CHANNEL.dm);
  const bot = store.members.find((user) => user.bot);
  return [
    el("h2", { class: "list-title" }, "Channels"),
    el("ul", {}, ...texts.map((channel) => entry(channel, store, threadsOf(channel, all, store)))),
    el("h2", { class: "list-title" }, "Direct messages"),
    el(
      "ul",
      {},
      ...dms.map((channel) => entry(channel, store)),
      !dms.length && bot
        ? el(
            "li",
            {},
            el(
              "button",
              { type: "button", class: "channel", on: { click: openDm } },
              avatar(bot),
              el("span", { class: "channel-name" }, nameOf(bot)),
            ),
          )
        : null,
    ),
    el("h2", { class: "list-title" }, "Where Twotone is no member"),
    el("ul", {}, ...all.filter(({ abroad }) => abroad).map((channel) => entry(channel, store))),
  ];
}

/**
 * Return the running threads, newest first. An archived one is among them only while it is open or unread.
 *
 * @param {Channel} channel
 * @param {Channel[]} all
 * @param {import("./store.js").Store} store
 */
function threadsOf(channel, all, store) {
  return all
    .filter(
      (one) =>
        one.parent_id === channel.id &&
        (!one.thread_metadata?.archived || one.id === store.currentId || one.unread),
    )
    .reverse();
}

/**
 * @param {Channel} channel
 * @param {import("./store.js").Store} store
 * @param {Channel[]} [threads]
 * @returns {HTMLElement}
 */
function entry(channel, store, threads = []) {
  const isDm = channel.type === CHANNEL.dm;
  const isThread = Boolean(channel.parent_id) && channel.type !== CHANNEL.text;
  const bot = store.members.find((user) => user.bot);
  const title = isDm ? dmName(channel, store) : (channel.name ?? "");
  const open = channel.id === store.currentId;
  const unread = channel.unread > 0 && !open;
  const isGroup = channel.type === CHANNEL.group;
  const count = open ? 0 : isDm ? channel.unread : channel.mentions;
  const marks = [
    isThread && "thread",
    unread && `${channel.unread} unread`,
    count && !isDm && `${count} mentions`,
  ];
  return el(
    "li",
    {},
    el(
      "a",
      {
        class: `channel${unread ? " unread" : ""}${isThread ? " thread" : ""}`,
        href: `#c${channel.id}`,
        title: title.length > 20 ? title : null,
        dataset: { channel: channel.id },
        "aria-current": open ? "page" : null,
        "aria-label": [title, ...marks].filter(Boolean).join(", "),
      },
      isDm
        ? bot
          ? avatar(bot, store.bot.online ? "online" : "offline")
          : null
        : isThread
          ? null
          : icon(isGroup ? "people" : "hash"),
      el("span", { class: "channel-name" }, title),
      count ? el("span", { class: "count", "aria-hidden": "true" }, count > 99 ? "99+" : count) : null,
    ),
    threads.length ? el("ul", { class: "threads" }, ...threads.map((thread) => entry(thread, store))) : null,
  );
}

/** @param {import("./store.js").Store} store */
function identity(store) {
  const others = store.members.filter((user) => !user.bot);
  const next = others.find((user) => user.id !== store.me.id) ?? store.me;
  return [
    el(
      "div",
      { class: "you-name" },
      el("span", { class: "muted" }, "You are "),
      el("strong", {}, nameOf(store.me)),
    ),
    el(
      "div",
      { class: "you-switch" },
      ...others.map((user) =>
        el(
          "a",
          {
            href: `/?member=${encodeURIComponent(user.username)}`,
            class: "you-choice",
            "aria-current": user.id === store.me.id ? "true" : null,
            "aria-label": `Be ${nameOf(user)}`,
            title: `Be ${nameOf(user)}`,
          },
          avatar(user),
          el("span", {}, nameOf(user)),
        ),
      ),
    ),
    window === window.top
      ? el(
          "a",
          {
            class: "side-by-side",
            href: `/?side=${encodeURIComponent(store.me.username)},${encodeURIComponent(next.username)}`,
          },
          icon("split"),
          `Side by side with ${nameOf(next)}`,
        )
      : null,
  ];
}
