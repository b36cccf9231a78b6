/** The panel of faults: causes what sometimes goes wrong at Discord. */

import { el, fill } from "./dom.js";
import { nameOf } from "./people.js";

const AGE_SECONDS = 3601;

/**
 * @param {import("./store.js").Store} store
 * @param {(fault: string, details?: Record<string, unknown>) => Promise<unknown>} cause
 */
export function faultsPanel(store, cause) {
  const status = el("p", { class: "bot-status", role: "status" });
  const summary = el("p", { class: "muted faults-summary", role: "status" });
  const people = el("div", { class: "fault-people" });
  const hiddenFrom = el("div", { class: "fault-people" });
  const said = el("p", { class: "fault-said", role: "status" });

  /**
   * @param {string} what
   * @param {string} fault
   * @param {Record<string, unknown>} [details]
   */
  const run = async (what, fault, details) => {
    try {
      await cause(fault, details);
      said.textContent = what;
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    }
  };
  /**
   * @param {string} label
   * @param {() => void} act
   */
  const button = (label, act) =>
    el("button", { type: "button", class: "button secondary small", on: { click: act } }, label);
  const delayCount = number("Answers to delay", 3, 1, 1000);
  const delaySeconds = number("Seconds", 2, 0, 60, 0.5);
  const failCount = number("Answers to fail", 1, 1, 1000);
  const failStatus = el(
    "select",
    { "aria-label": "Status" },
    ...["500", "502", "503", "429"].map((code) => el("option", { value: code }, code)),
  );

  const node = el(
    "details",
    { class: "faults" },
    el("summary", {}, "Faults"),
    status,
    el(
      "div",
      { class: "fault-row" },
      button("Restart the bot", () => run("The bot restarts.", "restart_bot")),
      button("Drop the gateway", () => run("The gateway was dropped.", "drop_gateway")),
    ),
    el(
      "div",
      { class: "fault-row" },
      button("Age newest message by 1 h", () => {
        const newest = store.shown.filter((message) => !(message.flags & 64)).pop();
        run("The newest message here is an hour older.", "age", {
          message_id: newest?.id ?? "",
          seconds: AGE_SECONDS,
        });
      }),
    ),
    fieldset(
      "Delay the next answers",
      delayCount.node,
      "by",
      delaySeconds.node,
      "s",
      button("Delay", () =>
        run("They will be late.", "delay_next", { count: delayCount.value(), seconds: delaySeconds.value() }),
      ),
    ),
    fieldset(
      "Fail the next answers",
      failCount.node,
      "with",
      failStatus,
      button("Fail", () => {
        const code = Number(failStatus.value);
        run("They will fail.", "fail_next", {
          count: failCount.value(),
          status: code,
          retry_after: code === 429 ? 1 : 0,
        });
      }),
    ),
    fieldset("Direct messages closed", people),
    fieldset("May not use external apps elsewhere", hiddenFrom),
    summary,
    said,
  );

  store.on("bot", () => {
    const { online, returns } = store.bot;
    const back = returns ? `, came back ${returns === 1 ? "once" : `${returns} times`}` : "";
    fill(
      status,
      el("span", { class: `status-dot ${online ? "online" : "offline"}`, "aria-hidden": "true" }),
      `The bot is ${online ? "online" : "offline"}${back}.`,
    );
  });
  store.on("faults members", () => {
    const { closed_dms: closed = [], hidden = [], delayed = 0, failing = 0 } = store.faults;
    summary.textContent = delayed || failing ? `${delayed} to be delayed, ${failing} to fail.` : "";
    const boxes = (/** @type {string} */ fault, /** @type {string} */ key, /** @type {string[]} */ marked) =>
      store.members
        .filter((user) => !user.bot)
        .map((user) =>
          el(
            "label",
            { class: "choice" },
            el("input", {
              type: "checkbox",
              checked: marked.includes(user.id),
              on: {
                change: (/** @type {Event} */ event) =>
                  run("", fault, {
                    member_id: user.id,
                    [key]: /** @type {HTMLInputElement} */ (event.target).checked,
                  }),
              },
            }),
            nameOf(user),
          ),
        );
    fill(people, ...boxes("close_dms", "closed", closed));
    fill(hiddenFrom, ...boxes("hide_answers", "hidden", hidden));
  });
  return node;
}

/**
 * @param {string} legend
 * @param {...(Node | string)} inside
 */
function fieldset(legend, ...inside) {
  return el("fieldset", {}, el("legend", {}, legend), el("div", { class: "fault-row" }, ...inside));
}

/**
 * @param {string} label
 * @param {number} value
 * @param {number} least
 * @param {number} most
 * @param {number} [step]
 */
function number(label, value, least, most, step = 1) {
  const node = el("input", { type: "number", "aria-label": label, value, min: least, max: most, step });
  return { node, value: () => Number(node.value) };
}
