/**
 * The application's own window (its Activity): its page in a frame, and Discord's end of its SDK's messages.
 *
 * Frames of messages are `[opcode, data]`. The window shakes hands and is told that it is ready; then it sends commands,
 * each with a nonce that its answer carries. A member agrees to whatever it asks for.
 */

import { el, uid } from "./dom.js";
import { icon } from "./icons.js";

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;

/**
 * @param {{address: string}} opened  the window's page at this origin
 * @param {string} memberId  whose window it is
 * @param {string} name  the application's
 */
export function openWindow({ address }, memberId, name) {
  const titleId = uid("window");
  const frame = /** @type {HTMLIFrameElement} */ (el("iframe", { src: address, title: name }));
  const close = () => dialog.close();
  const dialog = /** @type {HTMLDialogElement} */ (
    el(
      "dialog",
      { class: "window", "aria-labelledby": titleId },
      el(
        "header",
        { class: "modal-header" },
        el("h2", { id: titleId }, name),
        el("button", { type: "button", class: "icon-button", "aria-label": "Close", on: { click: close } }, icon("close")),
      ),
      frame,
    )
  );
  /** @param {MessageEvent} event */
  const hear = async ({ source, data }) => {
    if (source !== frame.contentWindow || !Array.isArray(data)) return;
    const [opcode, sent] = data;
    if (opcode === CLOSE) return close();
    if (opcode === HANDSHAKE) return tell({ cmd: "DISPATCH", nonce: null, evt: "READY", data: READY });
    if (opcode === FRAME) tell({ cmd: sent.cmd, nonce: sent.nonce, ...(await obey(sent, memberId)) });
  };
  /** @param {object} told */
  const tell = (told) => frame.contentWindow?.postMessage([FRAME, told], location.origin);
  addEventListener("message", hear);
  dialog.addEventListener("close", () => {
    removeEventListener("message", hear);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

const READY = {
  v: 1,
  config: { cdn_host: location.host, api_endpoint: "//" + location.host, environment: "production" },
};

/**
 * Carry out a command of the window.
 *
 * @param {{cmd: string}} sent
 * @param {string} memberId
 */
async function obey({ cmd }, memberId) {
  if (cmd !== "AUTHORIZE") return { evt: "ERROR", data: { code: 4002, message: "Unknown command" } };
  const answer = await fetch(`/activity-code?member=${memberId}`, { method: "POST" });
  return { evt: null, data: await answer.json() };
}
