/**
 * The one connection of a member's view: it sends acts and receives sights and events (see playground/page/page.py).
 *
 * @typedef {{onSight: (sight: any) => void, onEvent: (event: any) => void, onOpen: (open: boolean) => void}} Ears
 */

const FIRST_RETRY_MS = 400;
const LONGEST_RETRY_MS = 5000;

/** An act that the playground refused. Its message is a sentence for the member. */
class Refused extends Error {}

export class Socket {
  /**
   * @param {string} memberId
   * @param {Ears} ears
   */
  constructor(memberId, ears) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.memberId = memberId;
    this.address = `${scheme}://${location.host}/ws?member=${encodeURIComponent(memberId)}`;
    this.ears = ears;
    this.lastId = 0;
    this.retryMs = FIRST_RETRY_MS;
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.ws = this.connect();
  }

  /**
   * Ask the playground to do something as this member.
   *
   * @param {string} act  an act named in playground/page/page.py
   * @param {Record<string, unknown>} [details]
   * @returns {Promise<any>}  its answer; rejects with `Refused`
   */
  act(act, details = {}) {
    return new Promise((resolve, reject) => {
      if (this.ws.readyState !== WebSocket.OPEN) {
        reject(new Refused("The playground is not reachable just now."));
        return;
      }
      this.lastId += 1;
      this.waiting.set(this.lastId, { resolve, reject });
      this.ws.send(JSON.stringify({ id: this.lastId, act, ...details }));
    });
  }

  /**
   * Hold a file ready for a command.
   *
   * @param {string} channel
   * @param {File} file
   * @returns {Promise<{id: string, filename: string, size: number}>}  rejects with `Refused`
   */
  async attach(channel, file) {
    const body = new FormData();
    body.append("files[0]", file);
    const query = new URLSearchParams({ member: this.memberId, channel });
    const told = await fetch(`/attach?${query}`, { method: "POST", body })
      .then((answer) => answer.json())
      .catch(() => ({ error: "The playground is not reachable just now." }));
    if (!told.ok) throw new Refused(told.error);
    return told.value;
  }

  connect() {
    const ws = new WebSocket(this.address);
    ws.addEventListener("open", () => this.ears.onOpen(true));
    ws.addEventListener("message", (frame) => this.hear(JSON.parse(frame.data)));
    ws.addEventListener("close", () => this.lost());
    return ws;
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "sight") {
      this.retryMs = FIRST_RETRY_MS;
      this.ears.onSight(message.sight);
    } else if (message.type === "event") this.ears.onEvent(message.event);
    else if (message.type === "answer") {
      const asked = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.ok) asked?.resolve(message.value);
      else asked?.reject(new Refused(message.error));
    }
  }

  lost() {
    for (const { reject } of this.waiting.values()) reject(new Refused("The connection was lost."));
    this.waiting.clear();
    this.ears.onOpen(false);
    setTimeout(() => (this.ws = this.connect()), this.retryMs);
    this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
  }
}
