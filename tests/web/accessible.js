// What WCAG 2.2 (AA) asks of such pages, as far as a program finds it: names, words, order, contrast, size, width.
() => {
  const found = [];
  const say = (what, node) => found.push(`${what}: ${node.outerHTML.slice(0, 120)}`);
  const all = selector => [...document.querySelectorAll(selector)];
  if (!document.documentElement.lang) found.push("no language");
  if (!document.title.trim()) found.push("no title");
  for (const landmark of ["main", "header", "footer", "h1"])
    if (all(landmark).length !== 1) found.push(`${all(landmark).length} of ${landmark}`);
  let level = 1;
  for (const heading of all("h1, h2, h3, h4, h5, h6")) {
    const own = Number(heading.tagName[1]);
    if (own > level + 1) say("a heading left out", heading);
    level = own;
  }
  const named = node => (node.getAttribute("aria-label") || node.textContent || "").trim();
  for (const link of all("a[href], button, summary")) if (!named(link)) say("no name", link);
  for (const nav of all("nav")) if (!nav.getAttribute("aria-label")) say("no name", nav);
  for (const picture of all("img")) if (!(picture.getAttribute("alt") || "").trim()) say("no words", picture);
  for (const node of all("[aria-labelledby]"))
    if (!document.getElementById(node.getAttribute("aria-labelledby"))) say("no label", node);
  const ids = all("[id]").map(node => node.id);
  for (const id of new Set(ids)) if (ids.filter(each => each === id).length > 1) found.push(`twice: ${id}`);
  for (const cell of all("th")) if (!cell.getAttribute("scope")) say("no scope", cell);
  const rgb = colour => colour.match(/[\d.]+/g).map(Number);
  const light = colour => {
    const [r, g, b] = rgb(colour).slice(0, 3).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = node => {
    for (let at = node; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (rgb(colour)[3] !== 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  for (const node of all("body *")) {
    const own = [...node.childNodes].some(child => child.nodeType === 3 && child.textContent.trim());
    if (!own || node.closest("[aria-hidden=true]") || node.matches(".skip")) continue;
    const [one, other] = [light(getComputedStyle(node).color), light(ground(node))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < 4.5) say(`contrast ${ratio.toFixed(2)}`, node);
  }
  for (const link of all("nav a, ol.moves a, a.button")) {
    const box = link.getBoundingClientRect();
    if (box.height < 24 || box.width < 24) say(`small ${box.width}x${box.height}`, link);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`wider than the phone: ${document.documentElement.scrollWidth}`);
  return found;
}
