/**
 * How members look: names, avatars drawn from initials, the APP badge.
 *
 * @typedef {{id: string, username: string, global_name?: string | null, bot?: boolean}} User
 * @typedef {{member: (id: string) => string, channelLink: (target: string) => Node}} Names  what mentions are called;
 *   a link to a channel or message is made from its place in the page, `#c1` or `#c1m2`
 */

import { el, svg } from "./dom.js";

const COLOURS = ["#5865f2", "#a84a9b", "#1f7f5c", "#b0472e", "#8a6414", "#2f6f9f", "#7451c4", "#b03060"];

/** @param {User} user */
export function nameOf(user) {
  return user.global_name || user.username;
}

/**
 * @param {User} user
 * @param {string} [status]  "online" or "offline" adds a dot
 */
export function avatar(user, status) {
  const name = nameOf(user);
  const node = el("span", { class: "avatar", "aria-hidden": "true", style: { "--avatar": colourOf(user) } });
  node.append(user.bot ? twoTone() : el("span", {}, initials(name)));
  if (status) node.append(el("span", { class: `status ${status}` }));
  return node;
}

/** @param {User} user */
export function badge(user) {
  return user.bot ? el("span", { class: "badge", title: "Application" }, "APP") : null;
}

/** @param {string} name */
function initials(name) {
  return name
    .split(/\s+/)
    .map((word) => [...word][0])
    .slice(0, 2)
    .join("")
    .toUpperCase();
}

/** @param {User} user */
function colourOf(user) {
  const sum = [...user.username].reduce((total, char) => total + char.charCodeAt(0), 0);
  return COLOURS[sum % COLOURS.length];
}

function twoTone() {
  return svg(
    "svg",
    { viewBox: "0 0 32 32" },
    svg("path", { d: "M16 6a10 10 0 0 0 0 20z", fill: "#fff" }),
    svg("path", { d: "M16 6a10 10 0 0 1 0 20z", fill: "#23252b" }),
  );
}
