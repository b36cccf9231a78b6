// The lab: a board whose source is the worker, and what one sets up there.
import { $, act, begin, broken, chance, element, go, labels, option, recall, remember, shown, speak, tell } from "./board.js";

const worker = new Worker("worker.js", { type: "module" });
const waiting = new Map();
let last = 0, games = new Map();

worker.onmessage = ({ data: { id, answer, fault } }) => {
  const { done, failed } = waiting.get(id);
  waiting.delete(id);
  fault === undefined ? done(answer) : failed(new Error(fault));
};
worker.onerror = () => broken();

function ask(request) {
  return new Promise((done, failed) => {
    waiting.set(++last, { done, failed });
    worker.postMessage({ id: last, request });
  });
}

// What the lab has beside the board.
async function tellMore(state) {
  $("setup").hidden = true;
  $("new").hidden = false;
  const past = state.look !== undefined;
  const there = {
    uncover: state.covered, undo: state.undo && !state.thinks && !past, next: Boolean(state.puzzle?.solved),
    link: !state.thinks && !past, under: state.under && !state.thinks && !past,
  };
  for (const [id, is] of Object.entries(there)) $(id).hidden = !is;
  if (past) return;
  keepAddress(state);
  if (!state.thinks) return;
  tell(labels.thinks);
  const [seed] = chance();
  await go({ do: "think", seed });
}

// The address is always that of the position, so that a reload goes on with it.
function keepAddress(state) {
  const address = state.link && !state.puzzle ? `#${state.link}` : location.pathname;
  history.replaceState(null, "", address);
  remember("opponent", JSON.stringify([state.computer, state.level]));
}

function opponent() {
  const [computer, level] = JSON.parse(recall("opponent") ?? "[]");
  return { computer, level };
}

function setUp() {
  const game = games.get($("game").value);
  $("options").replaceChildren(...game.options.flatMap(each => {
    const id = `option-${each.name}`;
    const select = element("select", { id }, ...each.choices.map((choice, at) => option(at, choice.label)));
    select.selectedIndex = Math.max(0, each.choices.findIndex(choice => choice.value === each.default));
    return [element("label", { htmlFor: id, textContent: each.label }), select];
  }));
  const levels = Array.from({ length: game.levels }, (_, at) => option(at + 1, `${labels["opponent.computer"]} ${at + 1}`));
  const kept = $("opponent").selectedIndex;
  $("opponent").replaceChildren(option(0, labels["opponent.two"]), ...levels);
  $("opponent").selectedIndex = kept < 0 ? Math.min(1, levels.length) : Math.min(kept, levels.length);
  $("side").replaceChildren(...game.sides.map((side, at) => option(at, side)));
  $("sides").hidden = $("opponent").value === "0";
  $("solve").hidden = !game.puzzles;
}

function open() {
  const game = games.get($("game").value), level = Number($("opponent").value), options = {};
  for (const each of game.options) {
    const { value } = each.choices[$(`option-${each.name}`).selectedIndex];
    if (value !== each.default) options[each.name] = value;
  }
  const against = level ? { computer: 1 - Number($("side").value), level } : { computer: null };
  return go({ do: "open", game: game.key, options, seed: chance().join("-"), ...against });
}

function address(link) {
  return new URL(`#${link}`, location.href.split("#")[0]).href;
}

function closing() {
  const close = element("button", { type: "button", textContent: labels["button.close"] });
  close.onclick = () => { $("panel").hidden = true; };
  return close;
}

function link() {
  $("panel").hidden = false;
  if (!shown.link) return $("panel").replaceChildren(element("p", { textContent: labels["link.none"] }), closing());
  const field = element("input", { readOnly: true, value: address(shown.link), ariaLabel: labels.address });
  const copy = element("button", { type: "button", className: "main", textContent: labels["button.copy"] });
  copy.onclick = async () => {
    field.select();
    await navigator.clipboard?.writeText(field.value).catch(() => document.execCommand("copy"));
  };
  $("panel").replaceChildren(
    element("h2", { textContent: labels.link }), element("p", { className: "small", textContent: labels["link.about"] }),
    field, element("div", { className: "row" }, copy, closing()),
  );
}

async function under() {
  const answer = await act({ do: "under" });
  if (!answer) return;
  $("panel").hidden = false;
  $("panel").replaceChildren(element("p", { className: "small", textContent: labels["under.about"] }), ...answer.groups.flatMap(group => [
    element("div", {}, ...group.games.map(game => element("a", { href: address(game.link), textContent: game.title }))),
    element("p", { textContent: group.moves.join(" · ") }),
  ]), closing());
}

function choose() {
  history.replaceState(null, "", location.pathname);
  $("table").hidden = $("new").hidden = true;
  $("setup").hidden = false;
  $("title").textContent = labels.title;
  tell("");
  $("game").focus();
}

// An address says a position, or a game with those of its options that are not the usual ones.
async function fromAddress() {
  const said = location.hash.slice(1), [key, given] = said.split("?"), game = games.get(key);
  if (!game) return said && go({ do: "link", text: said, ...opponent() });
  choose();
  $("game").value = key;
  setUp();
  if (!given) return;
  const answer = await act({ do: "read", game: key, options: Object.fromEntries([...new URLSearchParams(given)].map(meant)) });
  const wanted = game.options.flatMap(({ name, choices }) => {
    const found = answer?.options[name];
    if (!found) return [];
    const at = choices.findIndex(({ value }) => JSON.stringify(value) === JSON.stringify(found.value));
    return [[name, at < 0 ? choices.push(found) - 1 : at]]; // openings and decks are too many to list
  });
  setUp();
  for (const [name, at] of wanted) $(`option-${name}`).selectedIndex = at;
}

function meant([name, value]) {
  try {
    return [name, JSON.parse(value)];
  } catch {
    return [name, value];
  }
}

$("game").onchange = setUp;
$("opponent").onchange = () => { $("sides").hidden = $("opponent").value === "0"; };
$("setup").onsubmit = event => { event.preventDefault(); open(); };
$("solve").onclick = () => go({ do: "puzzle", game: $("game").value, number: chance()[0] % 1000 });
$("next").onclick = () => go({ do: "puzzle", game: shown.game, number: shown.puzzle.number + 1 });
$("new").onclick = choose;
$("undo").onclick = () => go({ do: "undo" });
$("uncover").onclick = () => go({ do: "uncover" });
$("link").onclick = link;
$("under").onclick = under;
addEventListener("hashchange", fromAddress);

async function start() {
  begin({ ask, shown: tellMore });
  const hello = await act({ do: "hello", language: navigator.language });
  if (!hello) return;
  speak(hello);
  tell("");
  for (const family of hello.families) {
    $("game").append(element("optgroup", { label: family.title }, ...family.games.map(game => option(game.key, game.title))));
    for (const game of family.games) games.set(game.key, game);
  }
  $("game").value = "american";
  setUp();
  $("setup").hidden = false;
  await fromAddress();
  document.documentElement.dataset.ready = "yes";
  await keep();
}

// Only once there is something to play, so that it does not wait for what is kept for later.
async function keep() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("service-worker.js", { scope: "./" });
  await navigator.serviceWorker.ready;
  $("offline").hidden = false;
}

start();
