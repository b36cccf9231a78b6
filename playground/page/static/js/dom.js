/**
 * Builds the page. Elements are made here and never from HTML text, so that nothing a member or the bot writes
 * can become markup.
 *
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Props  `class`, `style` (custom properties), `dataset`, `on`, or attributes
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make one element.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = String(value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "style") setStyle(node, /** @type {Record<string, string>} */ (value));
    else if (name === "on") listen(node, /** @type {Record<string, EventListener>} */ (value));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...kept(children));
  return node;
}

/**
 * Replace everything inside a node.
 *
 * @param {Element} node
 * @param {...(Child | Child[])} children
 */
export function fill(node, ...children) {
  node.replaceChildren(...kept(children));
}

/**
 * Make an SVG element. It is decoration, so it is hidden from screen readers unless it has a label.
 *
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...SVGElement} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * Call `listener` when the focus goes elsewhere on the page. When only the window loses it, it comes back to `node`.
 *
 * @param {HTMLElement} node
 * @param {() => void} listener
 */
export function onLeaving(node, listener) {
  node.addEventListener("blur", () => document.activeElement !== node && listener());
}

let lastId = 0;

/**
 * Return a new id for `aria-labelledby` and its kind.
 *
 * @param {string} stem
 */
export function uid(stem) {
  lastId += 1;
  return `${stem}-${lastId}`;
}

/** @param {(Child | Child[])[]} children */
function kept(children) {
  return /** @type {(Node | string)[]} */ (
    children
      .flat()
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (child instanceof Node ? child : String(child)))
  );
}

/**
 * @param {HTMLElement} node
 * @param {Record<string, string>} style
 */
function setStyle(node, style) {
  for (const [name, value] of Object.entries(style)) node.style.setProperty(name, value);
}

/**
 * @param {HTMLElement} node
 * @param {Record<string, EventListener>} listeners
 */
function listen(node, listeners) {
  for (const [name, listener] of Object.entries(listeners)) node.addEventListener(name, listener);
}
