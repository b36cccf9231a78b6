/**
 * What the member sees. The playground's events keep it up to date. Parts of the page listen to topics:
 * `channels`, `current` (another channel was opened, or all was loaded again), `messages` (of the open channel),
 * `waiting` (a press on a message begins, is answered or fails), `members`, `commands`, `bot`, `modal`, `faults`,
 * `languages` (the member's or the server's), `connection`, `clock` (it was turned).
 *
 * @typedef {import("./people.js").User} User
 * @typedef {{id: string, type: number, name?: string, parent_id?: string | null, topic?: string, recipients?: User[],
 *   unread: number, mentions: number, joined: boolean, abroad?: boolean, thread_metadata?: {archived: boolean, locked: boolean}}} Channel
 * @typedef {any} Message  Discord's message object
 */

import { el } from "./dom.js";
import { nameOf } from "./people.js";
import { turnClock } from "./time.js";

export const CHANNEL = { text: 0, dm: 1, group: 3, publicThread: 11, privateThread: 12 };
export const FLAG = { ephemeral: 1 << 6, loading: 1 << 7, componentsV2: 1 << 15 };

export class Store {
  constructor() {
    /** @type {Map<string, Set<(detail?: any) => void>>} */
    this.listeners = new Map();
    /** @type {User & {locale?: string, installed?: boolean}} */
    this.me = { id: "", username: "" };
    /** @type {{id: string, name: string, preferred_locale?: string, roles?: {id: string, name: string}[]}} */
    this.guild = { id: "", name: "" };
    /** @type {{value: string, label: string}[]} */
    this.languages = [];
    /** @type {Map<string, Channel>} */
    this.channels = new Map();
    /** @type {Map<string, Map<string, Message>>} */
    this.messages = new Map();
    /** @type {User[]} */
    this.members = [];
    /** @type {any[]} */
    this.commands = [];
    this.activity = false;
    /**
     * `returns`: how often it came back while this page was open.
     * @type {{online: boolean, returns: number, user?: User}}
     */
    this.bot = { online: false, returns: 0 };
    /** @type {any} */
    this.faults = {};
    this.currentId = "";
    this.connected = false;
    /**
     * Message id -> why the last press on it failed.
     * @type {Map<string, string>}
     */
    this.failures = new Map();
    /**
     * Message id -> the custom_id waiting for the bot.
     * @type {Map<string, string>}
     */
    this.waiting = new Map();
    /** @type {import("./people.js").Names} */
    this.names = {
      member: (id) => nameOf(this.members.find((user) => user.id === id) ?? { id, username: "unknown-user" }),
      channelLink: (target) => {
        const [channel, message] = target.slice(2).split("m");
        return el(
          "a",
          { class: "mention", href: target },
          this.channelTitle(channel),
          message ? " › message" : null,
        );
      },
    };
  }

  /**
   * @param {string} topics  separated by spaces
   * @param {(detail?: any) => void} listener
   */
  on(topics, listener) {
    for (const topic of topics.split(" ")) {
      if (!this.listeners.has(topic)) this.listeners.set(topic, new Set());
      this.listeners.get(topic)?.add(listener);
    }
  }

  /**
   * @param {string} topic
   * @param {any} [detail]
   */
  emit(topic, detail) {
    for (const listener of this.listeners.get(topic) ?? []) listener(detail);
  }

  /** @returns {Channel | undefined} */
  get current() {
    return this.channels.get(this.currentId);
  }

  /**
   * Return the open channel's messages, oldest first.
   *
   * @returns {Message[]}
   */
  get shown() {
    return [...(this.messages.get(this.currentId)?.values() ?? [])];
  }

  /** The channels and threads of the server that is open: of two servers, each has its own. */
  get channelsHere() {
    return [...this.channels.values()].filter(({ abroad }) => !abroad === !this.current?.abroad);
  }

  /** @param {string} id */
  channelTitle(id) {
    const channel = this.channels.get(id);
    if (!channel) return "#unknown";
    if (channel.type === CHANNEL.dm) return `@${dmName(channel, this)}`;
    if (channel.type === CHANNEL.group) return channel.name ?? "";
    return channel.type === CHANNEL.text ? `#${channel.name}` : (channel.name ?? "");
  }

  /**
   * Load all again: when connecting, and after every lost connection.
   *
   * @param {any} sight  as `World.sight` gives it
   */
  load(sight) {
    this.me = sight.me;
    this.guild = sight.guild;
    this.members = sight.guild.members;
    this.languages = sight.languages;
    this.channels.clear();
    this.messages.clear();
    for (const { messages, ...channel } of [...sight.channels, ...sight.threads, ...sight.dms, ...sight.abroad]) {
      this.channels.set(channel.id, channel);
      for (const message of messages) this.keep(message);
    }
    this.commands = sight.commands;
    this.activity = sight.activity;
    this.bot = { ...this.bot, ...sight.bot };
    this.faults = sight.faults;
    turnClock(sight.ahead);
    this.waiting.clear();
    if (!this.channels.has(this.currentId)) this.currentId = [...this.channels.keys()][0] ?? "";
    const topics = ["channels", "members", "commands", "bot", "faults", "languages", "clock", "current"];
    for (const topic of topics) this.emit(topic);
  }

  /** @param {any} event  as playground/page/page.py passes it on */
  apply(event) {
    APPLY[event.type]?.(this, event);
  }

  /** @param {string} channelId */
  open(channelId) {
    if (channelId === this.currentId || !this.channels.has(channelId)) return;
    this.currentId = channelId;
    this.emit("current");
    this.emit("channels");
  }

  /** @param {Message} message */
  keep(message) {
    const channel = this.messages.get(message.channel_id) ?? new Map();
    channel.set(message.id, message);
    this.messages.set(message.channel_id, channel);
  }

  /**
   * Record that a press on a message begins (`customId`) or was answered (null).
   *
   * @param {string} messageId
   * @param {string | null} customId
   */
  wait(messageId, customId) {
    if (customId === null) this.waiting.delete(messageId);
    else {
      this.waiting.set(messageId, customId);
      this.failures.delete(messageId);
    }
    this.emit("waiting", messageId);
  }

  /**
   * @param {string} messageId
   * @param {string} why
   */
  fail(messageId, why) {
    this.waiting.delete(messageId);
    this.failures.set(messageId, why);
    this.emit("waiting", messageId);
  }
}

/**
 * @param {Channel} channel
 * @param {Store} store
 */
export function dmName(channel, store) {
  const other = store.members.find((user) => user.bot) ?? channel.recipients?.[0];
  return other ? nameOf(other) : "Direct message";
}

/** @type {Record<string, (store: Store, event: any) => void>} */
const APPLY = {
  message_create: keepMessage,
  message_update: keepMessage,
  message_delete(store, { id, channel_id }) {
    store.messages.get(channel_id)?.delete(id);
    if (channel_id === store.currentId) store.emit("messages");
  },
  channel_create: (store, { channel }) => keepChannel(store, channel),
  thread_create: (store, { thread }) => keepChannel(store, thread),
  thread_update: (store, { thread }) => keepChannel(store, thread),
  channel_delete(store, { channel_id }) {
    store.channels.delete(channel_id);
    store.messages.delete(channel_id);
    if (store.currentId === channel_id) store.open([...store.channels.keys()][0]);
    store.emit("channels");
  },
  unread(store, { channel_id, unread, mentions }) {
    const channel = store.channels.get(channel_id);
    if (channel) keepChannel(store, { ...channel, unread, mentions });
  },
  commands(store, { commands, activity, languages }) {
    store.commands = commands;
    store.activity = activity;
    store.languages = languages;
    store.emit("languages");
    store.emit("commands");
  },
  bot(store, { online }) {
    const { bot } = store;
    store.bot = { ...bot, online, returns: bot.returns + (online ? 1 : 0) };
    store.emit("bot");
    store.emit("members");
  },
  faults(store, { faults }) {
    store.faults = faults;
    store.emit("faults");
  },
  clock(store, { ahead }) {
    turnClock(ahead);
    store.emit("clock");
    store.emit("messages");
  },
  me(store, { me }) {
    store.me = me;
    store.emit("languages");
    store.emit("commands");
  },
  guild(store, { guild }) {
    store.guild = { ...store.guild, ...guild };
    store.emit("languages");
  },
  modal: (store, { modal }) => store.emit("modal", modal),
  window: (store, { window }) => store.emit("window", window),
};

/**
 * @param {Store} store
 * @param {any} event
 */
function keepMessage(store, { message }) {
  store.keep(message);
  store.waiting.delete(message.id);
  store.failures.delete(message.id);
  if (message.channel_id === store.currentId) store.emit("messages");
}

/**
 * @param {Store} store
 * @param {Channel} channel
 */
function keepChannel(store, channel) {
  store.channels.set(channel.id, channel);
  store.emit("channels");
}
