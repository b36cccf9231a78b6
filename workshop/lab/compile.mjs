// Compiles our Python with the very Python that will run it: `node compile.mjs PYODIDE SOURCES COMPILED`.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , folder, sources, compiled] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/` });
python.globals.set("given", readFileSync(sources, "utf8"));
writeFileSync(compiled, python.runPython(`
import json, importlib.util, marshal
made = {}
for name, source in json.loads(given).items():
    code = compile(source, "/twotone/" + name, "exec", dont_inherit=True)
    # A file without its source beside it: no time or size is compared.
    made[name + "c"] = (importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)).hex()
json.dumps(made)
`));
