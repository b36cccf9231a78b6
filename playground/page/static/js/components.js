/**
 * Discord's message components as DOM: one small function for each type, numbered as in Discord's documentation.
 *
 * @typedef {{store: import("./store.js").Store, message: any,
 *   click: (customId: string) => void, select: (customId: string, values: string[]) => void}} Setting
 * @typedef {(component: any, setting: Setting) => Node | null} Maker
 */

import { el } from "./dom.js";
import { emojiNode } from "./emoji.js";
import { icon } from "./icons.js";
import { href } from "./links.js";
import { markdown } from "./markdown.js";
import { fileCard, gallery, picture } from "./media.js";
import { selectMenu } from "./select.js";

const BUTTON_STYLES = ["", "primary", "secondary", "success", "danger", "link", "premium"];
const LINK_STYLE = 5;

/** @type {Record<number, Maker>} */
const MAKERS = {
  1: actionRow,
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: textDisplay,
  11: thumbnail,
  12: mediaGallery,
  13: file,
  14: separator,
  17: container,
};

/**
 * @param {any[]} components
 * @param {Setting} setting
 * @returns {Node[]}
 */
export function componentNodes(components, setting) {
  return /** @type {Node[]} */ (components.map((one) => MAKERS[one.type]?.(one, setting)).filter(Boolean));
}

/** @type {Maker} */
function actionRow({ components }, setting) {
  return el("div", { class: "action-row" }, ...componentNodes(components, setting));
}

/** @type {Maker} */
function button(component, setting) {
  const { style, label, emoji, url, disabled, custom_id } = component;
  const inside = [emojiNode(emoji), label ? el("span", { class: "button-label" }, label) : null];
  // An emoji alone says nothing to a screen reader.
  const name = label ? null : (emoji?.name ?? "Button");
  if (style === LINK_STYLE) {
    const target = href(url);
    const outside = !target.startsWith("#");
    const end = outside ? icon("link") : null;
    if (disabled)
      return el(
        "span",
        { class: "button link disabled", role: "link", "aria-disabled": "true" },
        ...inside,
        end,
      );
    return el(
      "a",
      {
        class: "button link",
        href: target,
        "aria-label": name,
        target: outside ? "_blank" : null,
        rel: outside ? "noopener noreferrer" : null,
      },
      ...inside,
      end,
    );
  }
  return el(
    "button",
    {
      type: "button",
      class: `button ${BUTTON_STYLES[style] ?? "secondary"}`,
      disabled,
      "aria-label": name,
      dataset: { custom: custom_id },
      on: { click: () => setting.click(custom_id) },
    },
    ...inside,
  );
}

/** @type {Maker} */
function select(component, setting) {
  return selectMenu(component, setting.store, {
    onPick: (values) => setting.select(component.custom_id, values),
  });
}

/** @type {Maker} */
function section({ components, accessory }, setting) {
  return el(
    "div",
    { class: "section" },
    el("div", { class: "section-words" }, ...componentNodes(components, setting)),
    accessory ? el("div", { class: "section-accessory" }, ...componentNodes([accessory], setting)) : null,
  );
}

/** @type {Maker} */
function textDisplay({ content }, { store }) {
  return el("div", { class: "text-display markdown" }, ...markdown(content, store.names));
}

/** @type {Maker} */
function thumbnail({ media, description, spoiler }) {
  return el("div", { class: "thumbnail" }, picture(media, description, spoiler));
}

/** @type {Maker} */
function mediaGallery({ items }) {
  return gallery(items);
}

/** @type {Maker} */
function file({ file: media, name, size }, { message }) {
  const attachment = message.attachments.find((/** @type {any} */ one) => one.url === media.url);
  return fileCard({
    url: media.url,
    filename: name ?? attachment?.filename ?? "file",
    size: size ?? attachment?.size,
  });
}

/** @type {Maker} */
function separator({ divider = true, spacing = 1 }) {
  return divider
    ? el("hr", { class: `separator spacing-${spacing}` })
    : el("div", { class: `separator spacing-${spacing}`, "aria-hidden": "true" });
}

/** @type {Maker} */
function container({ components, accent_color, spoiler }, setting) {
  const colour = typeof accent_color === "number" ? `#${accent_color.toString(16).padStart(6, "0")}` : null;
  const node = el(
    "div",
    { class: `container${colour ? " accented" : ""}`, style: colour ? { "--accent": colour } : {} },
    ...componentNodes(components, setting),
  );
  return spoiler ? veiled(node) : node;
}

/**
 * Hide a node until its cover is pressed.
 *
 * @param {HTMLElement} hidden
 */
function veiled(hidden) {
  hidden.inert = true;
  const veil = el("button", { type: "button", class: "veil" }, "Spoiler");
  const node = el("div", { class: "veiled" }, hidden, veil);
  veil.addEventListener("click", () => {
    hidden.inert = false;
    node.classList.add("shown");
    veil.remove();
  });
  return node;
}
