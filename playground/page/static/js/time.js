/** Moments in words; relative ones keep themselves true while they are on the page. */

import { el } from "./dom.js";

const UNITS = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
  ["year", 31557600],
  ["month", 2629800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
]);
const STYLES = /** @type {Record<string, Intl.DateTimeFormatOptions>} */ ({
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
});
let ahead = 0;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/**
 * Put this page's clock ahead of the machine's, as the playground's is.
 *
 * @param {number} seconds
 */
export function turnClock(seconds) {
  ahead = seconds;
}

/** The time in the playground. */
export function now() {
  return new Date(Date.now() + ahead * 1000);
}

/**
 * Discord's `<t:…>`.
 *
 * @param {number} seconds  of the Unix clock
 * @param {string} [style]  one of t T d D f F s S R; Discord's default is f
 */
export function timestamp(seconds, style = "f") {
  const when = new Date(seconds * 1000);
  const full = format(when, "F");
  const words = style === "R" ? ago(seconds) : format(when, style);
  return el(
    "time",
    {
      class: "timestamp",
      datetime: when.toISOString(),
      title: full,
      dataset: style === "R" ? { since: seconds } : {},
    },
    words,
  );
}

/**
 * A message's own time.
 *
 * @param {Date} when
 */
export function messageTime(when) {
  const today = now();
  const clock = format(when, "t");
  const yesterday = new Date(today.getTime() - 86400000);
  const words = sameDay(when, today)
    ? clock
    : sameDay(when, yesterday)
      ? `Yesterday at ${clock}`
      : format(when, "s");
  return el("time", { datetime: when.toISOString(), title: format(when, "F") }, words);
}

/** @param {Date} when */
export function dayName(when) {
  return format(when, "D");
}

/** @param {Date} when */
export function dayAndTime(when) {
  return format(when, "F");
}

/** @param {Date} when */
export function clockTime(when) {
  return format(when, "t");
}

/**
 * @param {Date} one
 * @param {Date} other
 */
export function sameDay(one, other) {
  return one.toDateString() === other.toDateString();
}

/** Keep every relative time on the page true. */
export function keepTimesTrue() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-since]")) {
      const words = ago(Number(/** @type {HTMLElement} */ (node).dataset.since));
      if (node.textContent !== words) node.textContent = words;
    }
  }, 1000);
}

/**
 * @param {Date} when
 * @param {string} style
 */
function format(when, style) {
  return new Intl.DateTimeFormat("en-GB", STYLES[style] ?? STYLES.f).format(when);
}

/** @param {number} seconds */
function ago(seconds) {
  const away = seconds - now().getTime() / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS[UNITS.length - 1];
  return relative.format(Math.round(away / size), unit);
}
