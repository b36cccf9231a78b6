/**
 * Discord's markdown as DOM nodes: first the blocks, then what is inside a line.
 *
 * @typedef {import("./people.js").Names} Names
 */

import { el } from "./dom.js";
import { href, link } from "./links.js";
import { timestamp } from "./time.js";

/**
 * @param {string} text
 * @param {Names} names  who and what the mentions in it are called
 * @returns {Node[]}
 */
export function markdown(text, names) {
  return blocks(text.replace(/\r\n?/g, "\n"), names);
}

/**
 * Only what can be inside a line (titles, labels).
 *
 * @param {string} text
 * @param {Names} names
 * @returns {Node[]}
 */
export function inline(text, names) {
  return spans(text, names);
}

const FENCE = /^```(?:([\w+#.-]+)\n)?\n?([\s\S]*?)\n?```/;
const BLOCKS = [
  { starts: /^(#{1,3}) +(.+)(?:\n|$)/, make: heading },
  { starts: /^-# +(.+)(?:\n|$)/, make: small },
  { starts: /^>>> ([\s\S]+)$/, make: restQuoted },
  { starts: /^(?:> ?[^\n]*(?:\n|$))+/, make: quoted, only: /^> / },
  { starts: /^(?: *(?:[-*]|\d+\.) +[^\n]+(?:\n|$)(?: {2,}[^\n]+(?:\n|$))*)+/, make: list },
];

/**
 * @param {string} text
 * @param {Names} names
 * @returns {Node[]}
 */
function blocks(text, names) {
  const out = [];
  let plain = "";
  const flush = () => {
    if (plain.trim()) out.push(el("p", {}, ...spans(plain.replace(/^\n|\n$/g, ""), names)));
    plain = "";
  };
  while (text) {
    const fence = FENCE.exec(text);
    if (fence) {
      flush();
      out.push(el("pre", { tabindex: 0 }, el("code", {}, fence[2])));
      text = text.slice(fence[0].length).replace(/^\n/, "");
      continue;
    }
    const block = BLOCKS.find(({ starts, only }) => starts.test(text) && (!only || only.test(text)));
    if (block) {
      flush();
      const match = /** @type {RegExpExecArray} */ (block.starts.exec(text));
      out.push(block.make(match, names));
      text = text.slice(match[0].length);
      continue;
    }
    const lineEnd = endOfLine(text);
    plain += text.slice(0, lineEnd);
    text = text.slice(lineEnd);
  }
  flush();
  return out;
}

/**
 * Return the end of the first line, or the place where a code fence opens in it.
 *
 * @param {string} text
 */
function endOfLine(text) {
  const newline = text.indexOf("\n");
  const end = newline < 0 ? text.length : newline + 1;
  const fence = text.indexOf("```", 1);
  return fence > 0 && fence < end && FENCE.test(text.slice(fence)) ? fence : end;
}

/**
 * @param {RegExpExecArray} match
 * @param {Names} names
 */
function heading([, marks, title], names) {
  // The page's own headings are h1 and h2; a message's begin below them.
  const tag = /** @type {"h3" | "h4" | "h5"} */ (`h${marks.length + 2}`);
  return el(tag, { class: `md-h${marks.length}` }, ...spans(title, names));
}

/**
 * @param {RegExpExecArray} match
 * @param {Names} names
 */
function small([, words], names) {
  return el("small", { class: "md-small" }, ...spans(words, names));
}

/**
 * @param {RegExpExecArray} match
 * @param {Names} names
 */
function restQuoted([, words], names) {
  return el("blockquote", {}, ...blocks(words, names));
}

/**
 * @param {RegExpExecArray} match
 * @param {Names} names
 */
function quoted([lines], names) {
  return el("blockquote", {}, ...blocks(lines.replace(/^> ?/gm, "").replace(/\n$/, ""), names));
}

/**
 * @param {RegExpExecArray} match
 * @param {Names} names
 */
function list([lines], names) {
  const nodes = document.createDocumentFragment();
  nodes.append(...lists(lines.replace(/\n$/, "").split("\n"), names));
  return nodes;
}

const ITEM = /^( *)(?:[-*]|(\d+)\.) +/;

/**
 * One list after another: bullets and numbers do not mix.
 *
 * @param {string[]} lines
 * @param {Names} names
 */
function lists(lines, names) {
  const depth = indent(lines[0]);
  /** @type {HTMLElement[]} */
  const out = [];
  for (let at = 0; at < lines.length;) {
    const number = ITEM.exec(lines[at])?.[2];
    const kind = number ? "OL" : "UL";
    let node = out[out.length - 1];
    if (node?.tagName !== kind) {
      node = number ? el("ol", { start: number }) : el("ul");
      out.push(node);
    }
    let end = at + 1;
    while (end < lines.length && indent(lines[end]) > depth) end += 1;
    const inner = lines.slice(at + 1, end);
    const rest =
      inner.length && ITEM.test(inner[0])
        ? lists(inner, names)
        : inner.flatMap((line) => [el("br"), ...spans(line.trim(), names)]);
    node.append(el("li", {}, ...spans(lines[at].replace(ITEM, ""), names), ...rest));
    at = end;
  }
  return out;
}

/** @param {string} line */
function indent(line) {
  return line.length - line.trimStart().length;
}

/** @type {{match: RegExp, make: (match: RegExpExecArray, names: Names) => Node}[]} */
const SPANS = [
  { match: /^\\([^a-zA-Z0-9\s])/, make: ([, char]) => document.createTextNode(char) },
  {
    match: /^(`+)([\s\S]*?[^`])\1(?!`)/,
    make: ([, , code]) => el("code", {}, code.replace(/^ (.*) $/, "$1")),
  },
  { match: /^<@!?(\d+)>/, make: ([, id], names) => mention(`@${names.member(id)}`, id) },
  { match: /^<@&(\d+)>/, make: () => mention("@role") },
  { match: /^<#(\d+)>/, make: ([, id], names) => names.channelLink(`#c${id}`) },
  { match: /^<\/([^:>]+):\d+>/, make: ([, command]) => slashCommand(command) },
  {
    match: /^<t:(-?\d+)(?::([tTdDfFRsS]))?>/,
    make: ([, seconds, style]) => timestamp(Number(seconds), style),
  },
  { match: /^<a?(:\w+:)\d+>/, make: ([, name]) => document.createTextNode(name) },
  { match: /^<(https?:\/\/[^\s>]+)>/, make: ([, url]) => link(url, [url]) },
  {
    match: /^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/,
    make: ([, label, url], names) => link(url, spans(label, names)),
  },
  { match: /^https?:\/\/[^\s<]*[^\s<.,:;"')\]*_~|]/, make: ([url], names) => bareLink(url, names) },
  { match: /^@(everyone|here)\b/, make: ([all]) => mention(all) },
  {
    match: /^\*\*\*([\s\S]+?)\*\*\*(?!\*)/,
    make: ([, words], names) => el("strong", {}, el("em", {}, ...spans(words, names))),
  },
  {
    match: /^\*\*([\s\S]+?)\*\*(?!\*)/,
    make: ([, words], names) => el("strong", {}, ...spans(words, names)),
  },
  { match: /^__([\s\S]+?)__(?!_)/, make: ([, words], names) => el("u", {}, ...spans(words, names)) },
  {
    match: /^\*(?=\S)((?:\*\*|[^*])+?\S?)\*(?!\*)/,
    make: ([, words], names) => el("em", {}, ...spans(words, names)),
  },
  { match: /^_((?:__|[^_])+?)_(?!\w)/, make: ([, words], names) => el("em", {}, ...spans(words, names)) },
  { match: /^~~([\s\S]+?)~~/, make: ([, words], names) => el("s", {}, ...spans(words, names)) },
  { match: /^\|\|([\s\S]+?)\|\|/, make: ([, words], names) => spoiler(spans(words, names)) },
];
const MARKS = /[\\`<[*_~|@h]/;

/**
 * @param {string} text
 * @param {Names} names
 * @returns {Node[]}
 */
function spans(text, names) {
  const out = [];
  let plain = "";
  let before = "";
  while (text) {
    const found = MARKS.test(text[0]) && !(/\w/.test(before) && /[_h@]/.test(text[0])) && firstSpan(text);
    if (found) {
      if (plain) out.push(document.createTextNode(plain));
      plain = "";
      out.push(found.span.make(found.match, names));
      before = "";
      text = text.slice(found.match[0].length);
    } else {
      before = text[0];
      plain += before;
      text = text.slice(1);
    }
  }
  if (plain) out.push(document.createTextNode(plain));
  return out;
}

/** @param {string} text */
function firstSpan(text) {
  for (const span of SPANS) {
    const match = span.match.exec(text);
    if (match) return { span, match };
  }
  return null;
}

/**
 * An address in the text. One of a channel or message is shown as that channel's name.
 *
 * @param {string} url
 * @param {Names} names
 */
function bareLink(url, names) {
  const target = href(url);
  return target.startsWith("#c") ? names.channelLink(target) : link(url, [url]);
}

/**
 * @param {string} words
 * @param {string} [memberId]
 */
function mention(words, memberId) {
  return el("span", { class: "mention", dataset: memberId ? { member: memberId } : {} }, words);
}

/**
 * A command that can be pressed: the composer begins it.
 *
 * @param {string} path
 */
function slashCommand(path) {
  const begin = () => document.dispatchEvent(new CustomEvent("slash-command", { detail: path }));
  return el("button", { type: "button", class: "mention", on: { click: begin } }, `/${path}`);
}

/** @param {Node[]} hidden */
function spoiler(hidden) {
  const node = el(
    "button",
    { type: "button", class: "spoiler", "aria-label": "Spoiler, press to show" },
    el("span", {}, ...hidden),
  );
  node.addEventListener("click", () => {
    node.classList.add("shown");
    node.removeAttribute("aria-label");
  });
  return node;
}
