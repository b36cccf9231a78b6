/** Embeds, the framed cards of classic messages. */

import { el } from "./dom.js";
import { link } from "./links.js";
import { inline, markdown } from "./markdown.js";
import { picture } from "./media.js";
import { messageTime } from "./time.js";

/**
 * @param {any} embed  Discord's embed object
 * @param {import("./people.js").Names} names
 * @param {(components: any[]) => any[]} [inside]  makes the components of a component embed
 */
export function embedNode(embed, names, inside = () => []) {
  if (embed.components) return el("div", { class: "components" }, ...inside(embed.components));
  const colour = typeof embed.color === "number" ? `#${embed.color.toString(16).padStart(6, "0")}` : null;
  const title = embed.title ? inline(embed.title, names) : null;
  return el(
    "div",
    { class: "embed", style: colour ? { "--accent": colour } : {} },
    el(
      "div",
      { class: "embed-words markdown" },
      embed.author
        ? el(
            "div",
            { class: "embed-author" },
            embed.author.url ? link(embed.author.url, [embed.author.name]) : embed.author.name,
          )
        : null,
      title ? el("div", { class: "embed-title" }, ...(embed.url ? [link(embed.url, title)] : title)) : null,
      embed.description
        ? el("div", { class: "embed-description" }, ...markdown(embed.description, names))
        : null,
      embed.fields?.length
        ? el(
            "div",
            { class: "embed-fields" },
            ...embed.fields.map((/** @type {any} */ field) => fieldNode(field, names)),
          )
        : null,
    ),
    embed.thumbnail
      ? el("div", { class: "thumbnail" }, picture(embed.thumbnail, embed.thumbnail.description))
      : null,
    embed.image ? el("div", { class: "embed-image" }, picture(embed.image, embed.image.description)) : null,
    embed.footer || embed.timestamp ? footer(embed) : null,
  );
}

/**
 * @param {any} field
 * @param {import("./people.js").Names} names
 */
function fieldNode({ name, value, inline: beside }, names) {
  return el(
    "div",
    { class: beside ? "embed-field beside" : "embed-field" },
    el("div", { class: "embed-field-name" }, ...inline(name, names)),
    ...markdown(value, names),
  );
}

/** @param {any} embed */
function footer({ footer: words, timestamp }) {
  return el(
    "div",
    { class: "embed-footer" },
    words?.text,
    words && timestamp ? " • " : null,
    timestamp ? messageTime(new Date(timestamp)) : null,
  );
}
