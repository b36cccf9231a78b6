// Answers a conversation in the browser's Python: `node converse.mjs SITE LINES ANSWERS`, brought back as the worker does it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [, , site, lines, answers] = process.argv;
const { restored, unpack } = await import(pathToFileURL(`${site}/python.js`));
const different = new Uint8Array(gunzipSync(readFileSync(`${site}/${readdirSync(site).find(each => each.startsWith("snapshot-"))}`)));
const python = await restored(`${site}/pyodide/`, different.length, different);
unpack(python, gunzipSync(readFileSync(`${site}/bundle.bin`)));
python.globals.set("given", readFileSync(lines, "utf8"));
writeFileSync(answers, python.runPython(`
from engines.__main__ import EnginesPipe
session = EnginesPipe()
"\\n".join(json.dumps(session.answer(line.encode())) for line in given.splitlines())
`));
