/** Puts the page together: one store, one socket, and the parts that show and act. */

import { clockPanel } from "./clock.js";
import { HOME } from "./commands.js";
import { Composer } from "./composer.js";
import { el, fill } from "./dom.js";
import { closeDrawers } from "./drawers.js";
import { faultsPanel } from "./faults.js";
import { header } from "./header.js";
import { MessageLog } from "./log.js";
import { memberList, openPersonMenu } from "./members.js";
import { openModal } from "./modal.js";
import { nameOf } from "./people.js";
import { sidebar } from "./sidebar.js";
import { Socket } from "./socket.js";
import { sideBySide } from "./split.js";
import { CHANNEL, Store } from "./store.js";
import { themeSwitch } from "./theme.js";
import { keepTimesTrue } from "./time.js";
import { openWindow } from "./window.js";

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
      store.emit("connection");
    },
  });

  /**
   * Where the focus was when a message's control was last used.
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
        composer.showTrouble(`${name}: ${/** @type {Error} */ (error).message}`);
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
    home: () => void composer.sendCommand(store.currentId, HOME, {}),
    dismiss: (/** @type {any} */ message) => void socket.act("dismiss_message", { message: message.id }),
  };
  const launch = async () => {
    try {
      await socket.act("launch", { channel: store.currentId });
    } catch (error) {
      composer.showTrouble(/** @type {Error} */ (error).message);
    }
  };
  const log = new MessageLog(deeds, (channel) => void socket.act("read", { channel }));
  const composer = new Composer(store, socket, () => log.toEnd());
  const openDm = async () => {
    location.hash = `#c${(await socket.act("open_dm")).id}`;
  };
  /**
   * @param {"me" | "server"} whose
   * @param {string} locale
   */
  const chooseLanguage = async (whose, locale) => {
    try {
      await socket.act(whose === "me" ? "choose_language" : "choose_server_language", { locale });
    } catch (error) {
      composer.showTrouble(/** @type {Error} */ (error).message);
      throw error;
    }
  };
  const right = el(
    "aside",
    { class: "right", id: "right", "aria-label": "Members, clock and faults" },
    memberList(store, personMenu),
    clockPanel(store, (seconds) => void socket.act("turn_clock", { seconds })),
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
    sidebar(store, openDm, chooseLanguage, (installed) => void socket.act("install", { installed })),
    el("main", { class: "main" }, header(store, launch), offline, log.node, composer.node),
    right,
    el("button", {
      type: "button",
      class: "curtain",
      tabindex: -1,
      "aria-label": "Close the side panels",
      on: { click: closeDrawers },
    }),
  );
  store.on("connection bot", () => {
    // Before the first sight the page knows nothing about the bot.
    offline.hidden = store.connected && (store.bot.online || !store.me.id);
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
      attach: (file) => socket.attach(modal.channel_id, file),
      dismiss: () => void socket.act("dismiss", { modal: modal.id }),
      closed: () => document.activeElement === document.body && log.refocus(pressed),
    }),
  );
  store.on("window", (opened) => openWindow(opened, store.me.id, store.bot.user?.username ?? "App"));
  store.on("channels", () => {
    const news = [...store.channels.values()].reduce(
      (sum, { type, unread, mentions }) => sum + (type === CHANNEL.dm ? unread : mentions),
      0,
    );
    document.title = `${news ? `(${news}) ` : ""}${nameOf(store.me)} — ${store.guild.name}`;
  });
  addEventListener("hashchange", followAddress);
  // The address stays the same where the open channel is chosen again.
  document.querySelector(".channels")?.addEventListener("click", (event) => {
    if (/** @type {HTMLElement} */ (event.target).closest("[aria-current]")) closeDrawers();
  });
  addEventListener("keydown", (event) => {
    // Escape closes one thing at a time; the browser closes what lies above a drawer.
    if (event.key === "Escape" && !document.querySelector(":popover-open, dialog[open]")) closeDrawers();
  });
  keepTimesTrue();

  /** Open what the address names: `#c<channel>` or `#c<channel>m<message>`. */
  function followAddress() {
    const [, channelId, messageId] = /^#c(\d+)(?:m(\d+))?$/.exec(location.hash) ?? [];
    if (!channelId) return;
    store.open(channelId);
    if (messageId) log.reveal(messageId);
    closeDrawers();
  }
}
