"""The lab: every game in the browser, as a static site that any web host serves.

`make lab` builds it. `table` answers the page, on the unchanged rules, words and engines of the
rest of the house; it runs in the browser, by Pyodide in a web worker. `site` has the page itself,
`build` puts everything together.
"""
