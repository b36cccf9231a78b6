/** One message: who, when, what, and what is hung on it. */

import { slashCommands } from "./commands.js";
import { componentNodes } from "./components.js";
import { el, fill } from "./dom.js";
import { embedNode } from "./embeds.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { attachmentNodes } from "./media.js";
import { avatar, badge, nameOf } from "./people.js";
import { FLAG } from "./store.js";
import { clockTime, messageTime } from "./time.js";

const TYPE = {
  default: 0,
  threadCreated: 18,
  reply: 19,
  chatCommand: 20,
  threadStarter: 21,
  contextCommand: 23,
};

/**
 * @typedef {{store: import("./store.js").Store, click: (message: any, customId: string) => void,
 *   select: (message: any, customId: string, values: string[]) => void, dismiss: (message: any) => void,
 *   personMenu: (event: MouseEvent, userId: string, message: any) => void, home: () => void}} Deeds
 *
 * @param {any} message
 * @param {boolean} compact  whether it continues the message above (same author, soon after)
 * @param {Deeds} deeds
 */
export function messageNode(message, compact, deeds) {
  const { store } = deeds;
  if (message.type === TYPE.threadCreated || message.type === TYPE.threadStarter)
    return systemLine(message, store);
  const ephemeral = Boolean(message.flags & FLAG.ephemeral);
  const pinged = message.mentions?.some((/** @type {any} */ user) => user.id === store.me.id);
  const node = el(
    "article",
    {
      class: ["message", compact && "compact", ephemeral && "ephemeral", pinged && "pinged"]
        .filter(Boolean)
        .join(" "),
      id: `m${message.id}`,
      tabindex: -1,
      "aria-label": `${nameOf(message.author)}, ${clockTime(new Date(message.timestamp))}`,
    },
    commandLine(message, deeds) ?? replyLine(message, store),
    compact
      ? el(
          "div",
          { class: "gutter" },
          el("span", { class: "gutter-time", "aria-hidden": "true" }, clockTime(new Date(message.timestamp))),
        )
      : face(message, deeds),
    el(
      "div",
      { class: "message-main" },
      compact ? null : heading(message, deeds),
      body(message, deeds),
      threadCard(message, store),
      el("div", { class: "failure", role: "alert" }),
      ephemeral ? onlyYou(message, deeds) : null,
    ),
  );
  showWaiting(node, message.id, store);
  return node;
}

/**
 * Show whether a message's press waits for the bot or failed. It changes in place: a new node would be read out again.
 *
 * @param {HTMLElement} node
 * @param {string} messageId
 * @param {import("./store.js").Store} store
 */
export function showWaiting(node, messageId, store) {
  const pressed = store.waiting.get(messageId);
  const why = store.failures.get(messageId);
  node.classList.toggle("waiting", pressed !== undefined);
  for (const control of /** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll("[data-custom]"))) {
    const busy = control.dataset.custom === pressed;
    control.classList.toggle("busy", busy);
    if (busy) control.setAttribute("aria-busy", "true");
    else control.removeAttribute("aria-busy");
  }
  const failure = node.querySelector(".failure");
  if (failure) fill(failure, why ? icon("warning") : null, why);
}

/**
 * @param {any} message
 * @param {Deeds} deeds
 */
function face(message, deeds) {
  const node = el(
    "button",
    { type: "button", class: "face", tabindex: -1, "aria-hidden": "true" },
    avatar(message.author),
  );
  return withMenu(node, message.author.id, message, deeds);
}

/**
 * @param {any} message
 * @param {Deeds} deeds
 */
function heading(message, deeds) {
  const name = el(
    "button",
    { type: "button", class: `author${message.author.bot ? " bot" : ""}`, "aria-haspopup": "menu" },
    nameOf(message.author),
  );
  return el(
    "div",
    { class: "message-heading" },
    withMenu(name, message.author.id, message, deeds),
    badge(message.author),
    messageTime(new Date(message.timestamp)),
  );
}

/**
 * @param {HTMLElement} node
 * @param {string} userId
 * @param {any} message
 * @param {Deeds} deeds
 */
function withMenu(node, userId, message, deeds) {
  const open = (/** @type {Event} */ event) =>
    deeds.personMenu(/** @type {MouseEvent} */ (event), userId, message);
  node.addEventListener("click", open);
  node.addEventListener("contextmenu", open);
  return node;
}

/**
 * @param {any} message
 * @param {Deeds} deeds
 */
function body(message, deeds) {
  const { store } = deeds;
  if (message.flags & FLAG.loading) {
    return el("div", { class: "thinking" }, dots(), `${nameOf(message.author)} is thinking…`);
  }
  const setting = {
    store,
    message,
    click: (/** @type {string} */ customId) => deeds.click(message, customId),
    select: (/** @type {string} */ customId, /** @type {string[]} */ values) =>
      deeds.select(message, customId, values),
  };
  const edited =
    message.edited_timestamp && message.content
      ? el("span", { class: "edited", title: message.edited_timestamp }, "(edited)")
      : null;
  const inCard = message.flags & FLAG.componentsV2;
  return [
    message.content
      ? el("div", { class: "content markdown" }, ...markdown(message.content, store.names), edited)
      : null,
    ...(inCard ? [] : attachmentNodes(message.attachments ?? [])),
    ...(message.embeds ?? []).map((/** @type {any} */ embed) => embedNode(embed, store.names, (components) => componentNodes(components, setting)),
    ),
    message.components?.length
      ? el("div", { class: "components" }, ...componentNodes(message.components, setting))
      : null,
  ];
}

export function dots() {
  return el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
}

/**
 * "Ada used /play" above an answer.
 *
 * @param {any} message
 * @param {Deeds} deeds
 */
function commandLine(message, deeds) {
  const { store } = deeds;
  const asked = message.interaction_metadata;
  if (!asked || ![TYPE.chatCommand, TYPE.contextCommand].includes(message.type)) return null;
  const name = message.interaction?.name;
  const isSlash = slashCommands(store.commands).some(({ path }) => path === name);
  const who = el(
    "button",
    { type: "button", class: "author small", "aria-haspopup": "menu" },
    nameOf(asked.user),
  );
  return el(
    "div",
    { class: "reply-line" },
    avatar(asked.user),
    withMenu(who, asked.user.id, message, deeds),
    " used ",
    name ? el("span", { class: "mention" }, isSlash ? `/${name}` : name) : "a command",
  );
}

/**
 * The message that a reply answers.
 *
 * @param {any} message
 * @param {import("./store.js").Store} store
 */
function replyLine(message, store) {
  if (message.type !== TYPE.reply) return null;
  const { message_id: id } = message.message_reference ?? {};
  const answered = store.messages.get(message.channel_id)?.get(id);
  return el(
    "div",
    { class: "reply-line" },
    ...(answered
      ? [
          avatar(answered.author),
          el(
            "a",
            { href: `#c${message.channel_id}m${id}` },
            `${nameOf(answered.author)}: ${answered.content.slice(0, 80) || "a card"}`,
          ),
        ]
      : [el("em", {}, "Original message was deleted")]),
  );
}

/**
 * The thread that was made from a message.
 *
 * @param {any} message
 * @param {import("./store.js").Store} store
 */
function threadCard(message, store) {
  // A thread that was made from a message has that message's id.
  const thread = store.channels.get(message.id);
  return thread
    ? el(
        "a",
        { class: "thread-card", href: `#c${thread.id}` },
        icon("thread"),
        el("strong", {}, thread.name),
        el("span", { class: "see" }, "Open thread ›"),
      )
    : null;
}

/**
 * @param {any} message
 * @param {Deeds} deeds
 */
function onlyYou(message, deeds) {
  return el(
    "div",
    { class: "only-you" },
    icon("eye"),
    "Only you can see this • ",
    el(
      "button",
      { type: "button", class: "text-link", on: { click: () => deeds.dismiss(message) } },
      "Dismiss message",
    ),
  );
}

/**
 * @param {any} message
 * @param {import("./store.js").Store} store
 */
function systemLine(message, store) {
  const thread = store.channels.get(message.message_reference?.channel_id);
  const words = message.type === TYPE.threadStarter ? " began this thread." : " started a thread: ";
  return el(
    "article",
    { class: "message system", id: `m${message.id}`, tabindex: -1 },
    el("div", { class: "gutter" }, icon("thread")),
    el(
      "div",
      { class: "message-main" },
      el("strong", {}, nameOf(message.author)),
      words,
      message.type === TYPE.threadStarter
        ? null
        : thread
          ? el("a", { href: `#c${thread.id}` }, el("strong", {}, message.content))
          : el("strong", {}, message.content),
      " ",
      messageTime(new Date(message.timestamp)),
    ),
  );
}
