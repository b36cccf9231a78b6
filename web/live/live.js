// The running match as the source of the board: the bot answers requests, and sends what has changed.
import { $, begin, broken, labels, recall, receive, remember, show, shown, speak, tell } from "./board.js";

const QUIET = 3000, SILENT = 40000; // milliseconds without a byte after which the page asks by itself: at first, and later
const SOON = 300, LATEST = 5000; // between two tries without a connection: at first, and later
const AGAIN = 1000, RARELY = 30000; // between two tries that the server refuses for now
const english = JSON.parse(document.documentElement.dataset.words);
const pause = time => new Promise(done => setTimeout(done, time));
const inWindow = Boolean(document.documentElement.dataset.app);
const KEPT = `live${new URLSearchParams(location.search).get("instance_id") ?? ""}`; // windows of other places share the tab
let token = recall(KEPT), heard = 0, patience = QUIET, trouble = "", closed = false;

// Try until there is an answer, more and more seldom. What is told of it goes once there is one.
async function insist(attempt) {
  for (let lost = SOON, refused = AGAIN; ;) {
    const answer = await attempt().catch(() => null);
    if (answer && isFinal(answer)) {
      if (trouble && $("message").textContent === trouble) tell("");
      return answer;
    }
    const said = await answer?.json().catch(() => null);
    tell(said?.error ?? labels.lost ?? english.labels.lost);
    trouble = $("message").textContent;
    await pause(answer ? refused : lost);
    if (answer) refused = Math.min(2 * refused, RARELY);
    else lost = Math.min(2 * lost, LATEST);
  }
}

const isFinal = ({ status }) => status < 500 && status !== 429;
const headers = more => ({ ...(token && { Authorization: `Bearer ${token}` }), ...more });

// Whatever is repeated counts once. An answer that breaks off is none.
async function send(path, request) {
  const given = { method: "POST", body: JSON.stringify(request), headers: headers({ "Content-Type": "application/json" }) };
  let said;
  await insist(async () => {
    const answer = await fetch(path, { ...given, signal: AbortSignal.timeout(2 * LATEST) });
    if (isFinal(answer)) said = await answer.json();
    closed = answer.status === 401;
    return answer;
  });
  return said;
}

function take(state) {
  if (state.ok === false) return tell(state.error);
  if (state.picture) receive(state);
}

// Server-sent events by fetch, because the session goes in a header.
async function follow() {
  for (;;) {
    const { body, ok } = await insist(() => fetch("live/events", { headers: headers({ "Last-Event-ID": String(shown.version) }) }));
    if (!ok) return;
    const parts = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = "", part; (part = await parts.read().catch(() => ({ done: true }))) && !part.done;) {
      [heard, patience] = [performance.now(), SILENT];
      const events = (text + part.value).split("\n\n");
      text = events.pop();
      for (const [, data] of events.map(event => event.match(/^data: ?(.*)$/m) ?? [])) if (data) take(JSON.parse(data));
    }
    [heard, patience] = [performance.now(), QUIET];
    await pause(300);
  }
}

// Where a proxy holds events back, ask once a second, until the session ends.
async function poll() {
  while (!closed) {
    await pause(1000);
    if (performance.now() - heard > patience) take(await send("live/ask", { do: "show", version: shown.version }));
  }
}

// The board has reached the page, which may start a clock.
function see({ version, clocks }, former) {
  if (clocks.length && version !== former?.version) requestAnimationFrame(() => send("live/ask", { do: "seen", version }));
}

async function start() {
  const key = location.hash.slice(1);
  history.replaceState(null, "", location.pathname + location.search);
  let state = token && !key ? await send("live/ask", { do: "show" }) : null;
  if (inWindow && !state?.ok) {
    token = null;
    const { enter } = await import("./window.js");
    state = await enter(code => send("live/enter", { code }));
  }
  state ??= await send("live/open", { key });
  if (!state.ok) return tell(state.error);
  remember(KEPT, token = state.session ?? token);
  speak(state.words ?? english);
  begin({ ask: request => send("live/ask", request), shown: see });
  tell("");
  show(state);
  document.documentElement.dataset.ready = "yes";
  follow();
  poll();
}

addEventListener("hashchange", () => location.reload()); // another link, in this tab
start().catch(fault => { console.error(fault); broken(); }); // Discord's window may be declined
