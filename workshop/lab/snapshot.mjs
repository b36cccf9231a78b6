// Keeps what the memory of the browser's Python holds once ours is imported: `node snapshot.mjs SITE SNAPSHOT`.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [, , site, snapshot] = process.argv;
const { differing, unpack, watched } = await import(pathToFileURL(`${site}/python.js`));
const { loadPyodide } = await import(pathToFileURL(`${site}/pyodide/pyodide.mjs`));
const seen = watched(0);
const python = await loadPyodide({ indexURL: `${site}/pyodide/`, env: { PYTHONHASHSEED: "0" }, _makeSnapshot: true });
unpack(python, gunzipSync(readFileSync(`${site}/bundle.bin`)));
python.runPython(`
import gc, json, sys
sys.path.insert(0, "/twotone")
from workshop.lab.lab_table import LabTable
from rules.catalogue import GAMES
from words.telling import languages

def answer(line):
    return json.dumps(table.answer(line.encode()))

# What is worked out once is kept with the rest: the boards of all games, and how many puzzles they have.
table = LabTable()
for request in ({"do": "hello", "language": "en"}, *({"do": "open", "game": key, "seed": ""} for key in GAMES)):
    assert json.loads(answer(json.dumps(request)))["ok"], request
table = LabTable()
languages.cache_clear()  # the reader's is not here yet
gc.collect()
`);
writeFileSync(snapshot, differing(python.makeMemorySnapshot(), seen.before));
