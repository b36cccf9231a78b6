// The rules in a thread of their own: the project's own Python, asked by lines of JSON.
const BYTES = {bytes};
const SNAPSHOT = "{snapshot}"; // named after what it holds: of a lab that was built anew meanwhile there is no such file
const LIBRARY = "pyodide/python_stdlib.zip";

async function fetched(path) {
  const file = await fetch(path);
  if (!file.ok) throw new Error(`${path}: ${file.status}`);
  return file;
}

async function zipped(path) {
  const open = (await fetched(path)).body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(open).arrayBuffer());
}

// All that the start needs is asked for at once, not one after the other.
const memory = zipped(SNAPSHOT), scripts = import("./python.js");
memory.catch(() => {}); // whoever waits for it is told

// A translation is fetched only by whom it serves.
async function translation(wanted) {
  const known = await (await fetched("languages.json")).json();
  const found = known.find(each => each === wanted) ?? known.find(each => each.split("-")[0] === wanted.split("-")[0]);
  if (!found) return null;
  return [`words/languages/${found}.mo`, new Uint8Array(await (await fetched(`languages/${found}.mo`)).arrayBuffer())];
}

async function start(language) {
  // Where a translation cannot be had, English serves.
  const words = language.startsWith("en") ? null : translation(language).catch(() => null);
  const { put, restored } = await scripts;
  // What Python imports is in its memory already, so its library can come later.
  const python = await restored("./pyodide/", BYTES, memory, { stdLibURL: "pyodide/none.zip" });
  const found = await words;
  if (found) put(python, ...found);
  return python;
}

// What a match may need beyond what is in the memory: the computer's weights, the puzzles, what is imported seldom.
async function rest(python) {
  const [{ unpack }, bytes, library] = await Promise.all([scripts, zipped("bundle.bin"), fetched(LIBRARY)]);
  unpack(python, bytes);
  const [name] = python.FS.readdir("/lib").filter(each => each.endsWith(".zip"));
  python.FS.writeFile(`/lib/${name}`, new Uint8Array(await library.arrayBuffer()), { canOwn: true });
}

let started, brought, table;

// What did not come is asked for again by the next request.
function complete(python) {
  brought ??= rest(python).catch(fault => {
    brought = undefined;
    throw fault;
  });
  return brought;
}

self.onmessage = async ({ data: { id, request } }) => {
  try {
    started ??= start(request.language ?? "en");
    const python = await started;
    if (request.do !== "hello") await complete(python);
    table ??= python.globals.get("answer");
    self.postMessage({ id, answer: JSON.parse(table(JSON.stringify(request))) });
    complete(python).catch(() => {});
  } catch (fault) {
    self.postMessage({ id, fault: String(fault) });
  }
};
