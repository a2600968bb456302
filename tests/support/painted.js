// Run in the page: every piece of text between white space, where its letters lie, and a way to take their paint away.
(() => {
  const BREAKS = new Set(["br", "hr", "img", "input", "select", "textarea", "button", "iframe", "video"]);
  const UNREAD = new Set(["script", "style", "noscript", "title", "template", "marquee"]); // what moves is seen at times
  const pieces = [];
  const story = []; // [number of the piece, or -1 for white space and -2 for an edge; text; number of its node]
  const ranges = [];
  let nodes = 0;

  function letters(node) {
    const text = node.nodeValue;
    const laid = node.parentElement.checkVisibility();
    const bare = !text.trim();
    nodes++;
    for (const match of text.matchAll(/\s+|\S+/g)) {
      if (/^\s/.test(match[0])) { if (laid || !bare) story.push([-1, " ", bare ? -1 : nodes]); continue; }
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const rects = [...range.getClientRects()].map((r) => [r.left + scrollX, r.top + scrollY, r.right + scrollX, r.bottom + scrollY]);
      const style = getComputedStyle(node.parentElement);
      const piece = { rects, mark: !/[\p{L}\p{N}]/u.test(match[0]), masked: (style.webkitTextSecurity || "none") !== "none" };
      story.push([pieces.length, match[0], nodes]);
      pieces.push(piece);
      ranges.push([range, node.parentElement]);
    }
  }

  function walk(node) {
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === 3) { letters(child); continue; }
      if (child.nodeType !== 1) continue;
      const tag = child.localName;
      if (UNREAD.has(tag) && !(tag === "noscript" && child.firstElementChild)) continue;
      if (BREAKS.has(tag)) { story.push([-2, "\n", -1]); if (tag !== "button") continue; }
      const { display, position } = getComputedStyle(child);
      const placed = position === "absolute" || position === "fixed";
      const breaks = !(placed || display.startsWith("inline") || display === "contents" || display === "none" || display.startsWith("ruby"));
      if (breaks) story.push([-2, "\n", -1]);
      walk(child);
      if (breaks) story.push([-2, "\n", -1]);
    }
  }

  // Letters drawn as one sign have no place of their own.
  const bare = new CSSStyleSheet();
  bare.replaceSync("*{font-variant-ligatures:none!important}::highlight(bare){color:transparent!important;-webkit-text-fill-color:transparent!important;-webkit-text-stroke-color:transparent!important}");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, bare];
  let changed = [];

  globalThis.takePaint = (numbers) => {
    CSS.highlights.clear();
    for (const [element, text] of changed) text === null ? element.removeAttribute("style") : element.setAttribute("style", text);
    changed = [];
    if (!numbers.length) return;
    CSS.highlights.set("bare", new Highlight(...numbers.map((n) => ranges[n][0])));
    const done = new Set();
    for (const n of numbers) {
      for (let element = ranges[n][1]; element && !done.has(element); element = element.parentElement) {
        done.add(element);
        const style = getComputedStyle(element);
        const drawn = element.namespaceURI.endsWith("svg");
        const cut = (style.webkitBackgroundClip || style.backgroundClip || "").includes("text");
        const shadow = style.textShadow !== "none";
        if (!(drawn || cut || shadow)) continue;
        changed.push([element, element.getAttribute("style")]);
        if (drawn) { element.style.setProperty("fill", "transparent", "important"); element.style.setProperty("stroke", "transparent", "important"); }
        if (cut) element.style.setProperty("background", "none", "important");
        if (shadow) element.style.setProperty("text-shadow", "none", "important");
      }
    }
  };

  if (document.body) walk(document.body);
  const root = document.documentElement;
  return { pieces, story, width: Math.max(root.scrollWidth, document.body ? document.body.scrollWidth : 0, 800), height: Math.max(root.scrollHeight, document.body ? document.body.scrollHeight : 0, 600) };
})()
