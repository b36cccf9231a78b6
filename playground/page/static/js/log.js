/**
 * The open channel's messages. They follow the store node by node, so that what has not changed is neither drawn nor
 * read out again. The newest stays in sight while the reader is at the end, and the focus survives an update.
 */

import { isHome, offeredHere } from "./commands.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { messageNode, showWaiting } from "./message.js";
import { avatar, nameOf } from "./people.js";
import { CHANNEL, dmName } from "./store.js";
import { dayName, sameDay } from "./time.js";

const SHOWN_AT_MOST = 150;
const SAME_BREATH_MS = 7 * 60 * 1000;
const NEAR_END_PX = 60;
const FOCUSABLE = "button:not(:disabled):not([tabindex='-1']), a[href]";

export class MessageLog {
  /**
   * @param {import("./message.js").Deeds} deeds
   * @param {(channelId: string) => void} onRead
   */
  constructor(deeds, onRead) {
    this.deeds = deeds;
    this.store = deeds.store;
    this.onRead = onRead;
    this.atEnd = true;
    /** @type {Map<string, {node: HTMLElement, drawnFrom: string, message: any}>} */
    this.drawn = new Map();
    this.lastTop = 0;
    this.lastHeight = 0;
    /** @type {HTMLElement | undefined} */
    this.intro = undefined;
    this.list = el("div", {
      class: "log-content",
      role: "log",
      "aria-live": "polite",
      "aria-label": "Messages",
    });
    this.frame = el(
      "div",
      { class: "log", tabindex: 0, role: "group", "aria-label": "Scroll the messages" },
      this.list,
    );
    this.jump = el(
      "button",
      { type: "button", class: "jump", hidden: true, on: { click: () => this.toEnd() } },
      "Jump to the newest",
      icon("down"),
    );
    this.node = el("div", { class: "log-frame" }, this.frame, this.jump);
    this.frame.addEventListener("scroll", () => this.scrolled());
    // What grows later (a picture, the line of a failure) must not push the newest message out of sight.
    const grown = new ResizeObserver(() => this.atEnd && this.toEnd());
    grown.observe(this.list);
    grown.observe(this.frame);
    document.addEventListener("visibilitychange", () => this.read());
    this.store.on("current", () => this.begin());
    this.store.on("messages channels members commands", () => this.draw());
    this.store.on("waiting", (messageId) => {
      const drawn = this.drawn.get(messageId);
      if (drawn) showWaiting(drawn.node, messageId, this.store);
    });
  }

  /** Another channel: draw all anew, at its end. */
  begin() {
    this.drawn.clear();
    this.list.replaceChildren();
    this.list.setAttribute("aria-label", `Messages in ${this.store.channelTitle(this.store.currentId)}`);
    this.atEnd = true;
    this.draw();
  }

  draw() {
    const channel = this.store.current;
    if (!channel) return;
    const focus = this.focusedPlace();
    /** @type {HTMLElement[]} */
    const nodes = [this.introduction(channel)];
    const kept = new Map();
    let above = null;
    for (const message of this.store.shown.slice(-SHOWN_AT_MOST)) {
      const when = new Date(message.timestamp);
      if (!above || !sameDay(new Date(above.timestamp), when))
        nodes.push(el("div", { class: "day", role: "separator" }, dayName(when)));
      const compact = continues(above, message);
      const drawnFrom = this.mark(message, compact);
      const before = this.drawn.get(message.id);
      const unchanged = before && before.message === message && before.drawnFrom === drawnFrom;
      const node = unchanged ? before.node : messageNode(message, compact, this.deeds);
      kept.set(message.id, { node, drawnFrom, message });
      nodes.push(node);
      above = message;
    }
    this.drawn = kept;
    reconcile(this.list, nodes);
    this.refocus(focus);
    if (this.atEnd) this.toEnd();
    this.read();
  }

  /**
   * Scroll one message to the middle and give it the focus.
   *
   * @param {string} messageId
   */
  reveal(messageId) {
    const node = this.drawn.get(messageId)?.node;
    if (!node) return;
    this.atEnd = false;
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.add("revealed");
    node.addEventListener("animationend", () => node.classList.remove("revealed"), { once: true });
  }

  toEnd() {
    this.frame.scrollTop = this.frame.scrollHeight;
    this.lastTop = this.frame.scrollTop;
    this.lastHeight = this.frame.scrollHeight;
    this.atEnd = true;
    this.jump.hidden = true;
  }

  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.frame;
    // Only the reader leaves the end, by scrolling up; messages that grow or shrink do not.
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) this.atEnd = true;
    else if (scrollTop < this.lastTop && scrollHeight === this.lastHeight) this.atEnd = false;
    this.lastTop = scrollTop;
    this.lastHeight = scrollHeight;
    this.jump.hidden = this.atEnd;
    if (this.atEnd) this.read();
  }

  read() {
    const channel = this.store.current;
    if (channel?.unread && this.atEnd && document.visibilityState === "visible") this.onRead(channel.id);
  }

  /**
   * Return what else, besides the message itself, decides how it looks.
   *
   * @param {any} message
   * @param {boolean} compact
   */
  mark(message, compact) {
    return `${compact}|${this.store.channels.get(message.id)?.name ?? ""}`;
  }

  /** @param {import("./store.js").Channel} channel */
  introduction(channel) {
    const isDm = channel.type === CHANNEL.dm;
    const title = isDm ? dmName(channel, this.store) : channel.name;
    const { members, me } = this.store;
    const others = members.filter((user) => !user.bot && user.id !== me.id);
    const words = isDm
      ? `Your direct messages with ${title}. Only you two can see them.`
      : channel.parent_id
        ? `A thread of ${this.store.channelTitle(channel.parent_id)}.`
        : channel.abroad
          ? "Twotone is no member here: it can do nothing but answer. Whoever has installed it for themselves (the switch is in the side panel) types /play; everybody can press its buttons."
          : `Play Twotone itself, or challenge ${nameOf(others[0] ?? me)}: then become them with one press, and accept. The clock beside the members turns forward. When the playground ends, it forgets everything.`;
    const home = !channel.parent_id && offeredHere(this.store.commands, this.store).some(isHome);
    const key = [channel.id, title, home, ...[me, ...others].map(nameOf)].join("|");
    if (this.intro?.dataset.key === key) return this.intro;
    this.intro = el(
      "div",
      { class: "introduction", dataset: { key } },
      el(
        "div",
        { class: "introduction-icon" },
        icon(isDm || channel.type === CHANNEL.group ? "people" : channel.parent_id ? "thread" : "hash"),
      ),
      el("h2", {}, title),
      el("p", { class: "muted" }, "You are ", el("strong", {}, nameOf(me)), `. ${words}`),
      el(
        "div",
        { class: "introduction-ways" },
        home
          ? el(
              "button",
              { type: "button", class: "button success", on: { click: () => this.deeds.home() } },
              el("span", { class: "button-label" }, "Open the home card"),
            )
          : null,
        ...(isDm ? [] : others).map((user) =>
          el(
            "a",
            { class: "button secondary", href: `/?member=${encodeURIComponent(user.username)}` },
            avatar(user),
            el("span", { class: "button-label" }, `Become ${nameOf(user)}`),
          ),
        ),
      ),
    );
    return this.intro;
  }

  /** Where the keyboard is: which message, and which control of it. */
  focusedPlace() {
    const control = /** @type {HTMLElement | null} */ (document.activeElement);
    const message = control?.closest?.(".message");
    if (!control || !message || !this.list.contains(message)) return null;
    return {
      messageId: message.id.slice(1),
      custom: control.dataset.custom,
      onControl: control !== message,
      node: message,
    };
  }

  /** @param {ReturnType<MessageLog["focusedPlace"]>} place */
  refocus(place) {
    if (!place || this.list.contains(place.node)) return;
    const node = this.drawn.get(place.messageId)?.node;
    if (!node) {
      this.frame.focus({ preventScroll: true });
      return;
    }
    const controls = /** @type {HTMLElement[]} */ ([
      ...node.querySelectorAll(`.components :is(${FOCUSABLE})`),
    ]);
    const same = controls.find((control) => place.custom && control.dataset.custom === place.custom);
    const next = place.onControl
      ? (same ?? controls.find((control) => control.dataset.custom) ?? node)
      : node;
    next.focus({ preventScroll: true });
  }
}

/**
 * Put these children into the list. Touch only those that are not in their place.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement[]} nodes
 */
function reconcile(list, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...list.children]) if (!wanted.has(/** @type {HTMLElement} */ (child))) child.remove();
  nodes.forEach((node, index) => {
    if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
  });
}

/**
 * @param {any} above
 * @param {any} message
 */
function continues(above, message) {
  return Boolean(
    above &&
    message.type === 0 &&
    above.author.id === message.author.id &&
    nameOf(above.author) === nameOf(message.author) &&
    (above.flags & 64) === (message.flags & 64) &&
    new Date(message.timestamp).getTime() - new Date(above.timestamp).getTime() < SAME_BREATH_MS,
  );
}
