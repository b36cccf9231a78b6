/** Links: Discord's own addresses stay inside the page, all others open outside. */

import { el } from "./dom.js";

const CHANNEL_LINK =
  /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;
const UPLOADED = /^https?:\/\/[^/]+(\/attachments\/.*)$/;

/**
 * Return the page's own address of what `url` names.
 *
 * @param {string} url
 * @returns {string}  `#c<channel>` or `#c<channel>m<message>` inside Discord, else the address itself
 */
export function href(url) {
  const inside = CHANNEL_LINK.exec(url);
  if (inside) return `#c${inside[1]}${inside[2] ? `m${inside[2]}` : ""}`;
  return /^https?:\/\//i.test(url) ? url : "#";
}

/**
 * Return the address of an uploaded file at the page's own origin, whatever host its address names.
 *
 * @param {string} url  as in the attachment or the media item
 */
export function mediaUrl(url) {
  const uploaded = UPLOADED.exec(url);
  return uploaded ? uploaded[1] : url;
}

/**
 * @param {string} url
 * @param {(Node | string)[]} label
 * @param {Record<string, unknown>} [props]
 */
export function link(url, label, props = {}) {
  const target = href(url);
  const outside = target.startsWith("#") ? {} : { target: "_blank", rel: "noopener noreferrer" };
  return el("a", { href: target, ...outside, ...props }, ...label);
}
