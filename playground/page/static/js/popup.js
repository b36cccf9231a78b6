/**
 * Popups in the browser's top layer: they appear at what opened them, and Escape or a press elsewhere closes them. The
 * browser lets the button that opened one close it again; the press that opens must prevent its default.
 */

const GAP_PX = 6;

/**
 * Show `popup` beside `anchor` (below it if there is room, else above).
 *
 * @param {HTMLElement} popup  goes inside the anchor's dialog if it is in one, where all else is inert
 * @param {HTMLElement} anchor
 * @param {{at?: {x: number, y: number}, matchWidth?: boolean, above?: boolean, onClose?: () => void}} [how]
 * @returns {() => void}  closes it
 */
export function openPopup(popup, anchor, { at, matchWidth, above, onClose } = {}) {
  popup.setAttribute("popover", "auto");
  (anchor.closest("dialog") ?? document.body).append(popup);
  if (anchor instanceof HTMLButtonElement) anchor.popoverTargetElement = popup;
  popup.showPopover();
  place(popup, anchor, at, matchWidth, above);
  popup.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
    popup.remove();
    onClose?.();
  });
  return () => popup.matches(":popover-open") && popup.hidePopover();
}

/**
 * @param {HTMLElement} popup
 * @param {HTMLElement} anchor
 * @param {{x: number, y: number} | undefined} at
 * @param {boolean} [matchWidth]
 * @param {boolean} [above]
 */
function place(popup, anchor, at, matchWidth, above) {
  const box = at
    ? { left: at.x, right: at.x, top: at.y, bottom: at.y, width: 0 }
    : anchor.getBoundingClientRect();
  if (matchWidth) popup.style.setProperty("--popup-width", `${box.width}px`);
  const { width, height } = popup.getBoundingClientRect();
  const fitsBelow = box.bottom + GAP_PX + height <= innerHeight;
  const fitsAbove = box.top - GAP_PX - height >= 0;
  const top =
    (above || !fitsBelow) && fitsAbove
      ? box.top - GAP_PX - height
      : Math.min(box.bottom + GAP_PX, innerHeight - height - GAP_PX);
  const left = Math.min(box.left, innerWidth - width - GAP_PX);
  popup.style.setProperty("--popup-top", `${Math.max(GAP_PX, top)}px`);
  popup.style.setProperty("--popup-left", `${Math.max(GAP_PX, left)}px`);
}
