/** Puts the page together: one store, one socket, and the rooms that show and act. */

import { Composer } from "./composer.js";
import { el, fill } from "./dom.js";
import { faultsPanel } from "./faults.js";
import { icon } from "./icons.js";
import { MessageLog } from "./log.js";
import { memberList, openPersonMenu } from "./members.js";
import { openModal } from "./modal.js";
import { avatar, nameOf } from "./people.js";
import { sidebar } from "./sidebar.js";
import { Socket } from "./socket.js";
import { sideBySide } from "./split.js";
import { CHANNEL, Store } from "./store.js";
import { themeSwitch } from "./theme.js";
import { keepTimesTrue } from "./time.js";

const place = new URLSearchParams(location.search);
const side = place.get("side");
if (side) {
  themeSwitch();
  sideBySide(side.split(","));
} else start(place.get("member") ?? "");

/** @param {string} member */
function start(member) {
  const store = new Store();
  const socket = new Socket(member, {
    onSight(sight) {
      store.load(sight);
      followAddress();
    },
    onEvent: (event) => store.apply(event),
    onOpen(open) {
      store.connected = open;
      store.tell("connection");
    },
  });

  /**
   * Where the keyboard was when a message's control was last used.
   * @type {ReturnType<MessageLog["focusedPlace"]>}
   */
  let pressed = null;
  /**
   * @param {any} message
   * @param {string} customId
   * @param {() => Promise<unknown>} act
   */
  const onMessage = async (message, customId, act) => {
    // As at Discord, a message takes one press at a time.
    if (store.waiting.has(message.id)) return;
    pressed = log.focusedPlace();
    store.wait(message.id, customId);
    try {
      await act();
      store.wait(message.id, null);
    } catch (error) {
      store.fail(message.id, /** @type {Error} */ (error).message);
    }
  };
  /**
   * @param {MouseEvent} event
   * @param {string} userId
   */
  const personMenu = (event, userId) => {
    const user = store.members.find(({ id }) => id === userId);
    if (!user) return;
    openPersonMenu(event, user, store, async (name) => {
      try {
        await socket.act("context_menu", { name, target: userId, channel: store.currentId });
      } catch (error) {
        composer.tellTrouble(`${name}: ${/** @type {Error} */ (error).message}`);
      }
    });
  };
  const deeds = {
    store,
    personMenu,
    click: (/** @type {any} */ message, /** @type {string} */ customId) =>
      onMessage(message, customId, () => socket.act("click", { message: message.id, custom_id: customId })),
    select: (/** @type {any} */ message, /** @type {string} */ customId, /** @type {string[]} */ values) =>
      onMessage(message, customId, () =>
        socket.act("select", { message: message.id, custom_id: customId, values }),
      ),
    dismiss: (/** @type {any} */ message) => void socket.act("dismiss_message", { message: message.id }),
  };
  const composer = new Composer(store, socket);
  const log = new MessageLog(deeds, (channel) => void socket.act("read", { channel }));
  const openDm = async () => {
    location.hash = `#c${(await socket.act("open_dm")).id}`;
  };
  const right = el(
    "aside",
    { class: "right", id: "right", "aria-label": "Members and faults" },
    memberList(store, personMenu),
    faultsPanel(store, (fault, details = {}) => socket.act("fault", { fault, details })),
  );
  const offline = el("div", { class: "offline-bar", role: "status", hidden: true });

  document.body.append(
    el(
      "a",
      {
        class: "skip",
        href: "#write",
        on: {
          click: (/** @type {Event} */ event) => {
            event.preventDefault();
            composer.focus();
          },
        },
      },
      "Skip to writing",
    ),
    sidebar(store, openDm),
    el("main", { class: "main" }, header(store), offline, log.node, composer.node),
    right,
    el("button", {
      type: "button",
      class: "curtain",
      tabindex: -1,
      "aria-label": "Close the side panels",
      on: { click: closePanels },
    }),
  );
  store.on("connection bot", () => {
    offline.hidden = store.connected && store.bot.online;
    fill(
      offline,
      store.connected
        ? "The bot is offline. Commands and buttons will fail until it is back."
        : "Connecting to the playground…",
    );
  });
  store.on("modal", (modal) =>
    openModal(modal, {
      store,
      submit: (values) => socket.act("submit", { modal: modal.id, values }),
      dismiss: () => void socket.act("dismiss", { modal: modal.id }),
      closed: () => document.activeElement === document.body && log.refocus(pressed),
    }),
  );
  store.on("channels", () => {
    const news = [...store.channels.values()].reduce(
      (sum, { type, unread, mentions }) => sum + (type === CHANNEL.dm ? unread : mentions),
      0,
    );
    document.title = `${news ? `(${news}) ` : ""}${nameOf(store.me)} — ${store.guild.name}`;
  });
  addEventListener("hashchange", followAddress);
  addEventListener("keydown", (event) => event.key === "Escape" && closePanels());
  keepTimesTrue();

  /** Open what the address names: `#c<channel>` or `#c<channel>m<message>`. */
  function followAddress() {
    const [, channelId, messageId] = /^#c(\d+)(?:m(\d+))?$/.exec(location.hash) ?? [];
    if (!channelId) return;
    store.open(channelId);
    if (messageId) log.reveal(messageId);
    closePanels();
  }
}

/** @param {Store} store */
function header(store) {
  const title = el("h2", { class: "title" });
  const topic = el("p", { class: "topic" });
  store.on("current channels", () => {
    const channel = store.current;
    if (!channel) return;
    const parent = channel.parent_id ? store.channels.get(channel.parent_id) : null;
    fill(
      title,
      icon(channel.type === CHANNEL.dm ? "people" : parent ? "thread" : "hash"),
      parent ? el("a", { class: "title-parent", href: `#c${parent.id}` }, parent.name ?? "") : null,
      parent ? el("span", { class: "muted", "aria-hidden": "true" }, "›") : null,
      el("span", { class: "title-name" }, store.channelTitle(channel.id).replace(/^[#@]/, "")),
    );
    topic.textContent = channel.topic ?? "";
  });
  const channels = panelButton("menu", "Channels", "sidebar", "show-sidebar");
  store.on("channels current", () => {
    const elsewhere = [...store.channels.values()].filter(
      ({ id, type, unread, mentions }) =>
        id !== store.currentId && (mentions || (type === CHANNEL.dm && unread)),
    );
    channels.classList.toggle("marked", elsewhere.length > 0);
    channels.setAttribute("aria-label", elsewhere.length ? "Channels, something new" : "Channels");
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
      themeSwitch(),
      panelButton("people", "Members and faults", "right", "show-right"),
    ),
  );
}

/**
 * @param {"menu" | "people"} name
 * @param {string} label
 * @param {string} controls
 * @param {string} shows
 */
function panelButton(name, label, controls, shows) {
  const toggle = () => {
    document.body.classList.toggle(shows);
    document.body.classList.remove(shows === "show-right" ? "show-sidebar" : "show-right");
  };
  return el(
    "button",
    {
      type: "button",
      class: `icon-button panel-button for-${controls}`,
      "aria-label": label,
      title: label,
      "aria-controls": controls,
      on: { click: toggle },
    },
    icon(name),
  );
}

function closePanels() {
  document.body.classList.remove("show-sidebar", "show-right");
}
