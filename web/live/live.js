// The running match as the source of the board: the bot answers requests, and sends what has changed.
import { $, begin, receive, show, shown, speak, tell, labels } from "./board.js";

const QUIET = 3000, SILENT = 40000; // milliseconds without a byte after which the page asks by itself: at first, and later
const LATEST = 5000; // between two tries
const pause = time => new Promise(done => setTimeout(done, time));
let token = null, heard = 0, patience = QUIET;

const inWindow = Boolean(document.documentElement.dataset.app);
// Discord's windows for other places share the tab.
const KEPT = `live${new URLSearchParams(location.search).get("instance_id") ?? ""}`;

try {
  token = sessionStorage.getItem(KEPT);
} catch { /* a browser that keeps nothing cannot reload */ }

const english = JSON.parse(document.documentElement.dataset.words);
const lost = () => tell(labels.lost ?? english.labels.lost);
const headers = () => token ? { Authorization: `Bearer ${token}` } : {};

// Send until an answer comes; whatever is repeated counts once.
async function send(path, request) {
  const body = JSON.stringify(request);
  for (let wait = 300; ; wait = Math.min(2 * wait, LATEST)) {
    try {
      const answer = await fetch(path, { method: "POST", body, headers: { ...headers(), "Content-Type": "application/json" }, signal: AbortSignal.timeout(2 * LATEST) });
      if (answer.status < 500 && answer.status !== 429) return await answer.json();
    } catch { /* the connection is gone */ }
    lost();
    await pause(wait);
  }
}

async function take(state) {
  if (state.ok === false) return tell(state.error);
  if ($("message").textContent === labels.lost) tell("");
  if (state.picture) receive(state);
}

// Server-sent events by fetch, because the session goes in a header.
async function follow() {
  for (let wait = 300; ; wait = Math.min(2 * wait, LATEST)) {
    patience = QUIET;
    try {
      const { body, status } = await fetch("live/events", { headers: { ...headers(), "Last-Event-ID": String(shown?.version ?? 0) }, cache: "no-store" });
      if (status < 500 && status !== 200 && status !== 429) return;
      let text = "";
      for (const parts = body.pipeThrough(new TextDecoderStream()).getReader(); ;) {
        const { done, value } = await parts.read();
        if (done) break;
        [heard, patience, wait] = [performance.now(), SILENT, 300];
        const events = (text + value.replaceAll("\r", "")).split("\n\n");
        text = events.pop();
        for (const event of events) {
          const data = event.split("\n").filter(line => line.startsWith("data:")).map(line => line.slice(5)).join("\n");
          if (data) await take(JSON.parse(data));
        }
      }
    } catch { /* tried again */ }
    heard = 0;
    await pause(wait);
  }
}

// Where a proxy holds events back, ask once a second.
async function poll() {
  for (;;) {
    await pause(1000);
    if (performance.now() - heard > patience) await take(await send("live/ask", { do: "show", version: shown?.version }));
  }
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
  token = state.session ?? token;
  try {
    sessionStorage.setItem(KEPT, token);
  } catch { /* as above */ }
  speak(state.words ?? english);
  begin({
    ask: request => send("live/ask", request),
    shown: ({ version }, former) => {
      if (version !== former?.version) requestAnimationFrame(() => send("live/ask", { do: "seen", version }));
    },
  });
  tell("");
  show(state);
  document.documentElement.dataset.ready = "yes";
  heard = performance.now();
  follow();
  poll();
}

start();
