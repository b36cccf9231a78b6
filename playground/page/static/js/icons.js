/** The page's own line icons, each a few strokes on a 24×24 grid. */

import { svg } from "./dom.js";

const STROKES = {
  hash: ["M9 4 7 20", "M17 4l-2 16", "M4.5 9h16", "M3.5 15h16"],
  thread: ["M8 4 6.5 16", "M15.5 4l-.7 6", "M4 8h15", "M3.5 13H11", "M13 14h7v5h-3l-2 2v-2h-2z"],
  menu: ["M4 6h16", "M4 12h16", "M4 18h16"],
  people: [
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
    "M2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6",
    "M16 4.5a3.2 3.2 0 0 1 0 6.2",
    "M18 14.4c2.2.8 3.5 2.8 3.5 5.6",
  ],
  sun: [
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    "M12 2v2.5",
    "M12 19.5V22",
    "M2 12h2.5",
    "M19.5 12H22",
    "M5 5l1.7 1.7",
    "M17.3 17.3 19 19",
    "M5 19l1.7-1.7",
    "M17.3 6.7 19 5",
  ],
  moon: ["M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"],
  rocket: [
    "M9.5 14.5C9 9 12 4.5 19.5 4.5 19.5 12 15 15 9.5 14.5z",
    "M14.5 8.5a1 1 0 1 0 0 2 1 1 0 0 0 0-2z",
    "M10 9.5H6.5L4.5 13h4",
    "M14.5 14v3.5L11 19.5v-4",
    "M7 16l-2.5 3.5L8 17",
  ],
  split: ["M4 5h16v14H4z", "M12 5v14"],
  close: ["M6 6l12 12", "M18 6 6 18"],
  down: ["M6 9.5l6 6 6-6"],
  eye: [
    "M2 12s3.7-6.5 10-6.5S22 12 22 12s-3.7 6.5-10 6.5S2 12 2 12z",
    "M12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z",
  ],
  send: ["M4 12 3.5 4.5 21 12 3.5 19.5z", "M4 12h8"],
  link: ["M10 5H5v14h14v-5", "M14 4h6v6", "M20 4l-9 9"],
  file: ["M6 3h8l4 4v14H6z", "M14 3v4h4"],
  slash: [
    "M5 3.5h14A1.5 1.5 0 0 1 20.5 5v14a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 19V5A1.5 1.5 0 0 1 5 3.5z",
    "M15 7.5l-6 9",
  ],
  warning: ["M12 4 2.8 20h18.4z", "M12 10v4.5", "M12 17.3v.01"],
};

/**
 * @param {keyof typeof STROKES} name
 * @returns {SVGElement}
 */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
    ...STROKES[name].map((d) => svg("path", { d })),
  );
}
