// Python as the build has left it: what its memory held with all of our own imported is brought back, which saves its start.
import "./pyodide/pyodide.asm.mjs"; // which Pyodide asks for only later
import { loadPyodide } from "./pyodide/pyodide.mjs";

const ROOT = "/twotone";
const PAGE = 65536;

// Notes what the memory holds before anything has run, the same everywhere since it stands in the program, and has it grow
// to so many bytes then.
export function watched(bytes) {
  const seen = {};
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const real = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await real(...given);
      const { memory } = (made.instance ?? made).exports;
      if (memory && !seen.before) {
        seen.before = memory.buffer.slice(0);
        memory.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / PAGE)));
      }
      return made;
    };
  }
  return seen;
}

// Turns a snapshot into what is different in it from the memory before anything has run, and back.
export function differing(snapshot, before) {
  const words = new Uint32Array(snapshot.buffer), then = new Uint32Array(before);
  const begins = words[1] / 4;
  for (let at = 0; at < then.length; at++) words[begins + at] ^= then[at];
  return snapshot;
}

// Brings Python back from what is different; `bytes`, how many those are, is known before they have come.
export function restored(indexURL, bytes, different, given = {}) {
  const snapshot = new Uint8Array(bytes), seen = watched(bytes);
  const filled = async () => {
    snapshot.set(await different);
    differing(snapshot, seen.before);
  };
  return loadPyodide({ indexURL, fullStdLib: false, ...given, _loadSnapshot: snapshot, fsInit: filled });
}

// A file of files: the number of bytes of the index, on a line; the index, a list of [path, bytes]; then all of them.
export function unpack(python, bytes) {
  const line = bytes.indexOf(10);
  const text = new TextDecoder();
  let at = line + 1 + Number(text.decode(bytes.subarray(0, line)));
  for (const [path, size] of JSON.parse(text.decode(bytes.subarray(line + 1, at)))) {
    put(python, path, bytes.slice(at, at + size));
    at += size;
  }
}

export function put(python, path, bytes) {
  const whole = `${ROOT}/${path}`;
  python.FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
  python.FS.writeFile(whole, bytes, { canOwn: true });
}
