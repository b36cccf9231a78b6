/** The playground's clock, which its members turn forward. */

import { el } from "./dom.js";
import { dayAndTime, now } from "./time.js";

const STEPS = { "1 hour": 3600, "1 day": 86400, "1 week": 604800 };

/**
 * @param {import("./store.js").Store} store
 * @param {(seconds: number) => void} turn
 */
export function clockPanel(store, turn) {
  const time = el("p", { class: "muted", role: "status" });
  const show = () => (time.textContent = dayAndTime(now()));
  store.on("clock", show);
  setInterval(show, 10000);
  return el(
    "section",
    { class: "clock", "aria-label": "Clock" },
    el("h2", { class: "list-title" }, "Turn the clock forward"),
    el(
      "div",
      { class: "fault-row" },
      ...Object.entries(STEPS).map(([label, seconds]) =>
        el(
          "button",
          { type: "button", class: "button secondary small", on: { click: () => turn(seconds) } },
          label,
        ),
      ),
    ),
    time,
  );
}
