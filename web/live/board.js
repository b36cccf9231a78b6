// The board of a page: shows the states that its source answers, and asks it for what is tapped. It knows no rule of any game.
export const $ = id => document.getElementById(id);
export let shown = null;
export let labels = {};

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const NEAR = 8; // pixels that a finger may slip before a tap becomes a drag
let source, busy = false, next = null, pushed = null, came = 0, roots = [], spot = null, held = null, latest = null;

export const chance = () => crypto.getRandomValues(new Uint32Array(4));
const moment = (_, seconds) => new Date(seconds * 1000).toLocaleString(document.documentElement.lang || undefined, { dateStyle: "medium", timeStyle: "short" });
export const tell = said => { $("message").textContent = (said ?? "").replaceAll("**", "").replace(/<t:(\d+):\w>/g, moment); };
export const broken = () => tell(labels.broken ?? $("message").dataset.broken);

// A browser that keeps nothing shows the board all the same.
export function recall(name, where = "sessionStorage") {
  try {
    return window[where].getItem(name);
  } catch {
    return null;
  }
}

export function remember(name, value, where = "sessionStorage") {
  try {
    window[where].setItem(name, value);
  } catch { /* until the page is closed, then */ }
}

export function element(name, given = {}, ...inner) {
  const made = Object.assign(document.createElement(name), given);
  made.append(...inner);
  return made;
}

export const option = (value, textContent) => element("option", { value, textContent });

// Ask one thing at a time; what is refused is told and changes nothing.
export async function act(request) {
  if (busy) return null;
  busy = true;
  let answer = null;
  try {
    answer = await source.ask(request);
    tell(answer.ok ? "" : answer.error);
  } catch (fault) {
    console.error(fault);
    broken();
  }
  busy = false;
  if (pushed) receive(pushed);
  return answer?.ok ? answer : null;
}

// Do what a person wants. The act has a number of its own, so that it counts once however often it is sent.
export async function go(request) {
  const number = [...chance()].map(part => part.toString(16).padStart(8, "0")).join("");
  const answer = await act({ ...request, version: shown?.version, act: number });
  if (answer && !(answer.version < shown?.version)) await show(answer);
  const square = answer && next;
  next = null;
  if (square) choose(square);
  return answer;
}

const beside = ({ clocks, ...state }) => JSON.stringify(state);

// What the source sends unasked. If only something beside the board has changed, a move that is begun stays begun.
export function receive(state) {
  pushed = busy ? state : null;
  if (busy || state.version < shown?.version) return;
  if (latest && beside(state) === beside(latest)) {
    shown.clocks = state.clocks;
    came = performance.now();
    return;
  }
  latest = state;
  const { path, choices, chosen, back, ends, picture, text, look } = shown ?? {};
  const begun = state.version === shown?.version && (path?.length || look !== undefined);
  show(begun ? { ...state, path, choices, chosen, back, ends, picture, text, look } : state);
}

export function show(state) {
  const former = shown;
  shown = state;
  came = performance.now();
  if (!state.path?.length && state.look === undefined) [roots, latest] = [state.choices, state];
  $("table").hidden = false;
  if (!former) $("board").after($("message")); // what is said below the board moves no square away from a finger
  $("title").textContent = state.title;
  $("standing").textContent = state.standing;
  $("said").textContent = state.covered ? labels.covered : state.said ?? "";
  draw(state, former);
  tellChoices(state);
  $("offers").replaceChildren(...(state.offers ?? []).map(({ label, offer }) => button(label, { do: "offer", offer })));
  $("panel").hidden = true;
  $("lines").replaceChildren(...(state.duty ? [state.duty] : []).concat(state.lines).map(line => element("li", { textContent: line })));
  $("typing").hidden = !state.asks;
  $("moves").replaceChildren(...state.moves.map(({ number, move }) => element("li", { textContent: `${number}. ${move}` })));
  $("words").textContent = state.text;
  tellSteps(state);
  tellPlayers(state);
  return source.shown?.(state, former);
}

function button(textContent, request) {
  const made = element("button", { type: "button", textContent });
  made.onclick = () => go(request);
  return made;
}

// What is on the board is tapped there; all other choices are buttons.
function tellChoices(state) {
  $("hand").textContent = state.hand ? `${labels.hand} · ${state.hand}` : "";
  $("hand").hidden = !state.hand;
  $("chosen").textContent = state.chosen.length ? `${labels.chosen} · ${state.chosen.join(" · ")}` : "";
  $("chosen").hidden = !state.chosen.length;
  const beside = state.choices.filter(choice => onBoard(choice.square) !== choice);
  $("choices").replaceChildren(...beside.map(choice => button(choice.label, { do: "choose", path: choice.path })));
  $("ends").textContent = state.ends ?? labels["button.play"];
  $("ends").hidden = !state.ends;
  $("back").hidden = !state.back;
}

function tellSteps({ moves, look, looks }) {
  const last = moves.length ? moves.at(-1).ply : 0, at = look ?? last;
  $("steps").hidden = !looks || !last;
  const to = { first: 0, before: at - 1, after: at + 1, last };
  for (const [id, number] of Object.entries(to)) {
    $(id).disabled = number === at || number < 0 || number > last;
    $(id).onclick = () => go(number === last ? { do: "show" } : { do: "look", number });
  }
}

function tellPlayers({ players, sides, turn, clocks = [] }) {
  $("players").hidden = !players;
  $("players").replaceChildren(...(players ?? []).map((name, seat) => {
    const clock = clocks.find(each => each.seat === seat);
    const time = element("span", { role: "timer", className: "time" });
    time.dataset.seat = seat;
    // What is said below goes by the sides alone.
    const who = element("div", {}, element("bdi", { textContent: name }), element("span", { className: "small", textContent: sides?.[seat] }));
    return element("div", { className: seat === turn ? "player running" : "player" }, who, ...(clock ? [time] : []));
  }));
  tick();
}

function tick() {
  for (const time of document.querySelectorAll(".time")) {
    const { seconds, running } = shown.clocks.find(({ seat }) => seat === Number(time.dataset.seat));
    const left = Math.max(0, seconds - (running ? (performance.now() - came) / 1000 : 0)), whole = Math.ceil(left);
    const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
    const ahead = hours ? [hours, String(minutes).padStart(2, "0")] : [minutes];
    time.textContent = left < 10 ? left.toFixed(1) : [...ahead, String(whole % 60).padStart(2, "0")].join(":");
    time.classList.toggle("short", left < 10);
  }
}

// The board itself: a picture below a grid of squares.
const cells = () => [...$("board").querySelectorAll("[role=row]")].map(row => [...row.children]);
const cellOf = square => $("board").querySelector(`[data-square="${CSS.escape(square)}"]`);
const onBoard = square => square && cellOf(square) ? shown.choices.find(choice => choice.square === square) : undefined;
const pieceOn = square => $("board").querySelector(`[data-at="${CSS.escape(square)}"]`);

function draw(state, former) {
  if (state.picture === former?.picture) return;
  const had = document.activeElement.matches("#board :focus-visible");
  const drawn = new DOMParser().parseFromString(state.picture, "image/svg+xml").documentElement;
  $("board").replaceChildren(drawn);
  const cell = (spot && cellOf(spot)) ?? drawn.querySelector(".tap") ?? drawn.querySelector("[role=gridcell]");
  cell?.setAttribute("tabindex", "0");
  if (had) cell?.focus({ preventScroll: true });
  if (held) carry();
  else if (former && state.moves.length > former.moves.length && state.game === former.game) slide(state.way);
}

// A piece goes the way of the last move.
function slide(way) {
  if (STILL.matches || way.length < 2) return;
  const middle = square => { const { x, y, width } = cellOf(square).getBBox(); return [x + width / 2, y + width / 2]; };
  const [x, y] = middle(way.at(-1));
  const frames = way.map(square => { const [left, top] = middle(square); return { transform: `translate(${left - x}px,${top - y}px)` }; });
  pieceOn(way.at(-1))?.animate(frames, { duration: Math.min(450, 110 + 60 * way.length), easing: "ease-out" });
}

// A square that is tapped before the one before it is answered comes after it.
function choose(square) {
  if (busy) {
    next = square === spot ? null : square;
    return null;
  }
  spot = square;
  const choice = onBoard(square) ?? roots.find(each => each.square === square);
  if (cellOf(square)?.ariaSelected === "true" && shown.back) return go({ do: "choose", path: shown.back });
  return choice && go({ do: "choose", path: choice.path });
}

const squareAt = (x, y) => document.elementFromPoint(x, y)?.closest("#board [data-square]")?.dataset.square;

// A drag is two taps: one where it begins and one where it ends.
function press({ target, pointerId, clientX: x, clientY: y, button: pressed }) {
  const cell = target.closest("[data-piece]");
  if (pressed || busy || held || !cell?.matches(".tap, [aria-selected=true]")) return;
  held = { from: cell.dataset.square, x, y, right: 0, down: 0, pointerId };
}

// A drag is no scrolling. Its square may be drawn anew meanwhile, and the finger's events still go to the former one.
function stay({ target }) {
  if (held) target.addEventListener("touchmove", event => event.preventDefault(), { passive: false });
}

function drag({ pointerId, clientX, clientY, buttons }) {
  if (held?.pointerId !== pointerId) return;
  if (!held.asked && !buttons) { // let go beside the board, where nothing is heard of it
    held = null;
    return;
  }
  [held.right, held.down] = [clientX - held.x, clientY - held.y];
  if (!held.asked) {
    if (Math.hypot(held.right, held.down) < NEAR) return;
    $("board").setPointerCapture(pointerId);
    held.asked = cellOf(held.from).ariaSelected === "true" ? Promise.resolve() : choose(held.from);
  }
  carry();
}

function carry() {
  const drawn = $("board").firstElementChild, scale = drawn.viewBox.baseVal.width / drawn.getBoundingClientRect().width;
  pieceOn(held.from)?.setAttribute("transform", `translate(${held.right * scale} ${held.down * scale})`);
}

async function drop({ pointerId, clientX, clientY, type }) {
  if (held?.pointerId !== pointerId) return;
  const { from, asked } = held, square = squareAt(clientX, clientY);
  if (asked) await asked;
  held = null;
  if (!asked) return;
  const choice = type === "pointerup" && square !== from && onBoard(square);
  if (choice) await go({ do: "choose", path: choice.path });
  pieceOn(from)?.removeAttribute("transform");
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function walk(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return; // a command of the browser's, such as back
  const rows = cells(), row = rows.findIndex(each => each.includes(event.target)), step = STEPS[event.key];
  if (row < 0 || !(step || event.key === "Enter" || event.key === " ")) return;
  event.preventDefault();
  if (!step) {
    choose(event.target.dataset.square);
    return;
  }
  const to = rows[row + step[0]]?.[Math.min(rows[row].indexOf(event.target) + step[1], (rows[row + step[0]]?.length ?? 0) - (step[0] ? 1 : 0))];
  if (!to) return;
  event.target.setAttribute("tabindex", "-1");
  to.setAttribute("tabindex", "0");
  to.focus();
  spot = to.dataset.square ?? null;
}

function paint(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

// The words of the page, and the colours of the board.
export function speak({ language, labels: given, themes, theme }) {
  labels = given;
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-label]")) node.textContent = labels[node.dataset.label];
  for (const node of document.querySelectorAll("[data-name]")) node.ariaLabel = labels[node.dataset.name];
  $("theme").append(...themes.map(each => option(each.key, each.label)));
  $("theme").value = recall("theme", "localStorage") ?? theme ?? "";
  paint($("theme").value);
}

export function begin(given) {
  source = given;
  const board = $("board");
  board.addEventListener("click", ({ target }) => {
    if (target.dataset.square) choose(target.dataset.square);
  });
  board.addEventListener("mousedown", event => event.preventDefault()); // a finger needs no ring around its square
  board.onkeydown = walk;
  board.onpointerdown = press;
  board.onpointermove = drag;
  board.onpointerup = board.onpointercancel = drop;
  board.addEventListener("touchstart", stay, { passive: false });
  $("back").onclick = () => go({ do: "choose", path: shown.back });
  $("ends").onclick = () => go({ do: "choose", path: shown.path, ends: true });
  $("typing").onsubmit = async event => {
    event.preventDefault();
    const move = $("typed").value;
    if (await go({ do: "play", move }) && $("typed").value === move) $("typed").value = ""; // what is refused may be mended
  };
  $("theme").onchange = () => {
    paint($("theme").value);
    remember("theme", $("theme").value, "localStorage");
  };
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && shown?.back) go({ do: "choose", path: shown.back });
  });
  setInterval(tick, 200);
}
