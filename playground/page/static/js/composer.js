/** The field for writing: plain messages, and slash commands after a first `/`. */

import { matching, offeredHere, slashCommands } from "./commands.js";
import { el, fill, onLeaving } from "./dom.js";
import { CommandDraft } from "./draft.js";
import { icon } from "./icons.js";
import { optionRow } from "./listbox.js";
import { dots } from "./message.js";
import { Suggestions } from "./suggestions.js";

const LONGEST = 2000;

export class Composer {
  /**
   * @param {import("./store.js").Store} store
   * @param {import("./socket.js").Socket} socket
   * @param {() => void} onSent  called when the member sends something: the answer comes at the end
   */
  constructor(store, socket, onSent) {
    this.store = store;
    this.socket = socket;
    this.onSent = onSent;
    this.suggestions = new Suggestions();
    /** @type {CommandDraft | null} */
    this.draft = null;
    this.channelId = "";
    this.text = el("textarea", {
      class: "composer-text",
      rows: 1,
      maxlength: LONGEST,
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      enterkeyhint: "send",
      autocomplete: "off",
    });
    this.field = el("div", { class: "composer-field" }, this.text);
    this.notice = el("div", { class: "notice", role: "alert", hidden: true });
    this.sending = el("div", { class: "sending", role: "status" });
    const slash = el(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": "Use a command",
        title: "Use a command (/)",
        on: { click: () => this.beginSlash() },
      },
      icon("slash"),
    );
    const send = el(
      "button",
      { type: "submit", class: "icon-button send", "aria-label": "Send" },
      icon("send"),
    );
    this.node = el(
      "form",
      { class: "composer", "aria-label": "Write" },
      this.suggestions.node,
      this.notice,
      this.sending,
      el("div", { class: "composer-bar" }, slash, this.field, send),
    );
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.draft) this.draft.submit();
      else this.say();
    });
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("keydown", (event) => this.textKey(event));
    onLeaving(this.text, () => this.suggestions.list?.owner === this.text && this.suggestions.hide());
    document.addEventListener("slash-command", (event) => {
      // The command that was pressed last is meant, as in Discord.
      if (this.draft) this.showText("");
      this.beginSlash(`/${/** @type {CustomEvent<string>} */ (event).detail} `);
    });
    store.on("current", () => this.changedChannel());
    // What is offered may change while the list is open: somebody installs the bot for themselves.
    store.on("languages", () => this.suggestions.list?.owner === this.text && this.typed());
    store.on("connection", () => this.node.classList.toggle("offline", !store.connected));
  }

  focus() {
    if (this.draft) this.draft.focus();
    else this.text.focus();
  }

  changedChannel() {
    const { current, currentId } = this.store;
    // The view also loads again after a lost connection; what is being written stays.
    if (this.channelId !== currentId && this.draft) this.showText("");
    this.channelId = currentId;
    const title = this.store.channelTitle(this.store.currentId);
    this.text.placeholder = `Message ${title}`;
    this.text.setAttribute("aria-label", `Message ${title}. Type / for commands`);
    this.text.disabled = Boolean(current?.thread_metadata?.locked);
    this.showTrouble("");
  }

  beginSlash(typed = "/") {
    if (this.draft) return;
    this.text.value = typed;
    this.text.focus();
    this.typed();
  }

  // Plain text

  typed() {
    this.text.style.setProperty("--lines", String(Math.min(8, this.text.value.split("\n").length)));
    const typed = /^\/([\w -]*)$/.exec(this.text.value);
    if (!typed) {
      this.suggestions.hide();
      return;
    }
    const commands = slashCommands(offeredHere(this.store.commands, this.store));
    const exact = commands.find(({ path }) => `/${path} ` === this.text.value.toLowerCase());
    if (exact) {
      this.beginCommand(exact);
      return;
    }
    const found = matching(commands, typed[1]);
    this.suggestions.show(this.text, {
      label: "Commands",
      heading: found.length ? "Commands" : commands.length ? "No command fits" : this.noCommands(),
      rows: found.map(({ path, description }) => optionRow({ label: `/${path}`, description })),
      onPick: (index) => this.beginCommand(found[index]),
    });
  }

  noCommands() {
    const { current, me } = this.store;
    return current?.abroad && !me.installed
      ? "Twotone is no member here, and you have not installed it. You can still press its buttons."
      : "No command fits";
  }

  /** @param {KeyboardEvent} event */
  textKey(event) {
    if (event.isComposing || this.suggestions.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!this.suggestions.pick()) this.say();
    } else if (event.key === "Tab" && this.suggestions.pick()) event.preventDefault();
    else if (event.key === "Escape") this.suggestions.hide();
  }

  async say() {
    const text = this.text.value.trim();
    if (!text) return;
    this.showText("");
    this.onSent();
    try {
      await this.socket.act("say", { channel: this.store.currentId, text });
      this.showTrouble("");
    } catch (error) {
      this.showText(text);
      this.showTrouble(/** @type {Error} */ (error).message);
    }
  }

  // Commands

  /** @param {import("./commands.js").Command} command */
  beginCommand(command) {
    const channel = this.store.currentId;
    this.suggestions.hide();
    this.showTrouble("");
    this.draft = new CommandDraft(command, {
      store: this.store,
      suggestions: this.suggestions,
      complete: (options, focused) =>
        this.socket.act("complete", { channel, command: command.path, options, focused }),
      attach: (file) => this.socket.attach(channel, file),
      send: (options) => this.sendCommand(channel, command.path, options),
      cancel: () => this.showText(`/${command.path}`),
    });
    fill(this.field, this.draft.node);
    this.draft.focus();
  }

  /**
   * @param {string} channel
   * @param {string} name
   * @param {Record<string, unknown>} options
   */
  async sendCommand(channel, name, options) {
    this.showText("");
    this.onSent();
    fill(this.sending, dots(), `Sending /${name}…`);
    try {
      await this.socket.act("slash", { channel, name, options });
    } catch (error) {
      this.showTrouble(`/${name}: ${/** @type {Error} */ (error).message}`);
    } finally {
      fill(this.sending);
    }
  }

  /** @param {string} text */
  showText(text) {
    this.draft = null;
    this.suggestions.hide();
    this.text.value = text;
    fill(this.field, this.text);
    this.text.style.setProperty("--lines", String(Math.min(8, text.split("\n").length)));
    if (matchMedia("(pointer: fine)").matches || text) this.text.focus();
  }

  /**
   * Show a sentence above the composer until the next act; an empty one removes it.
   *
   * @param {string} words
   */
  showTrouble(words) {
    this.notice.hidden = !words;
    fill(
      this.notice,
      icon("warning"),
      el("span", {}, words),
      el(
        "button",
        {
          type: "button",
          class: "icon-button",
          "aria-label": "Dismiss",
          on: { click: () => this.showTrouble("") },
        },
        icon("close"),
      ),
    );
  }
}
