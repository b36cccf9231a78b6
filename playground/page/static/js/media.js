/** Pictures, galleries, files, and the lightbox that shows a picture large. */

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { link, mediaUrl } from "./links.js";

/**
 * A picture that opens large. Its alt text is shown there, and read out everywhere.
 *
 * @param {{url: string, width?: number | null, height?: number | null}} media
 * @param {string | null | undefined} description  alt text
 * @param {boolean} [spoiler]
 */
export function picture(media, description, spoiler = false) {
  const alt = description || "Picture without a description";
  // Since its size is known, a picture does not move what is below it when it arrives.
  const size = media.width && media.height ? { width: media.width, height: media.height } : {};
  const image = el("img", { src: mediaUrl(media.url), alt, decoding: "async", ...size });
  if (media.width && media.height) {
    image.style.setProperty("--width", `${media.width}px`);
    image.style.setProperty("--ratio", String(media.width / media.height));
  }
  const node = el("button", { type: "button", class: "picture", title: "Open large" }, image);
  node.classList.toggle("veiled-picture", spoiler);
  node.addEventListener("click", () => {
    if (node.classList.contains("veiled-picture")) node.classList.remove("veiled-picture");
    else openLightbox(media, alt, description);
  });
  return node;
}

/** @param {{media: any, description?: string | null, spoiler?: boolean}[]} items */
export function gallery(items) {
  return el(
    "div",
    { class: `gallery of-${Math.min(items.length, 4)}` },
    ...items.map((item) => picture(item.media, item.description, item.spoiler)),
  );
}

/**
 * The files of a message without components: pictures large, anything else as a card.
 *
 * @param {any[]} attachments
 */
export function attachmentNodes(attachments) {
  const pictures = attachments.filter((one) => one.content_type?.startsWith("image/"));
  const files = attachments.filter((one) => !one.content_type?.startsWith("image/"));
  return [
    pictures.length ? gallery(pictures.map((one) => ({ media: one, description: one.description }))) : null,
    ...files.map(fileCard),
  ];
}

/** @param {{url: string, filename: string, size?: number}} file */
export function fileCard({ url, filename, size }) {
  return el(
    "div",
    { class: "file-card" },
    icon("file"),
    el(
      "div",
      {},
      link(mediaUrl(url), [filename], { href: mediaUrl(url), download: filename }),
      size === undefined ? null : el("div", { class: "muted" }, bytes(size)),
    ),
  );
}

/** @param {number} size */
function bytes(size) {
  return size < 1024
    ? `${size} bytes`
    : size < 1024 ** 2
      ? `${(size / 1024).toFixed(1)} KB`
      : `${(size / 1024 ** 2).toFixed(1)} MB`;
}

/**
 * @param {{url: string}} media
 * @param {string} alt
 * @param {string | null | undefined} description
 */
function openLightbox(media, alt, description) {
  const close = el(
    "button",
    { type: "button", class: "lightbox-close", "aria-label": "Close the picture" },
    icon("close"),
  );
  const dialog = el(
    "dialog",
    { class: "lightbox", "aria-label": "Picture" },
    el(
      "figure",
      {},
      el("img", { src: mediaUrl(media.url), alt }),
      description ? el("figcaption", {}, description) : null,
    ),
    close,
  );
  dialog.addEventListener("click", (event) => {
    if (!(/** @type {Element} */ (event.target).closest("figcaption"))) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
