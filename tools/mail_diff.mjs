// Reads mail with the parsers of Node that are installed; one JSON object a line for each file named on stdin.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const require = createRequire(process.argv[2] + "/");
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);
const people = (list) => (list || []).flatMap((a) => (a.group ? a.group : [a])).map((a) => a.address || "").filter(Boolean);

async function load(name) {
  try {
    return await import(pathToFileURL(require.resolve(name)).href);
  } catch {
    return null;
  }
}

const postal = await load("postal-mime");
const nodemailer = await load("mailparser");

// Stalwart's mail-parser (Rust) built for the web: it takes text, so only mail that is UTF-8 is given to it.
async function loadRust() {
  let folder;
  try {
    folder = require.resolve("mail-parser-wasm/package.json").replace(/package\.json$/, "");
  } catch {
    return null;
  }
  const glue = await import(pathToFileURL(`${folder}mail_parser_wasm_bg.js`).href);
  const bytes = readFileSync(`${folder}mail_parser_wasm_bg.wasm`);
  const built = await WebAssembly.instantiate(bytes, { "./mail_parser_wasm_bg.js": glue });
  glue.__wbg_set_wasm(built.instance.exports);
  built.instance.exports.__wbindgen_start();
  return glue;
}

const rust = await loadRust();
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const readers = {
  "mail-parser": rust && (async (raw) => {
    const m = rust.parse_message(utf8.decode(raw));
    return {
      subject: m.subject || "", text: m.text || "", html: m.body_html || "",
      files: m.attachments.map((a) => [a.filename || null, a.content.length, hash(Buffer.from(a.content))]),
    };
  }),
  "postal-mime": postal && (async (raw) => {
    const m = await (postal.default.default || postal.default).parse(raw);
    return {
      subject: m.subject || "", from: people(m.from ? [m.from] : []), to: people(m.to), text: m.text || "", html: m.html || "",
      files: m.attachments.map((a) => { const c = Buffer.from(a.content); return [a.filename || null, c.length, hash(c)]; }),
    };
  }),
  mailparser: nodemailer && (async (raw) => {
    const m = await nodemailer.simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, skipTextLinks: true });
    const list = (field) => people([].concat(field || []).flatMap((one) => one.value));
    return {
      subject: m.subject || "", from: list(m.from), to: list(m.to), text: m.text || "", html: m.html || "",
      files: m.attachments.map((a) => [a.filename || null, a.content.length, hash(a.content)]),
    };
  }),
};

console.log(JSON.stringify(Object.keys(readers).filter((name) => readers[name])));
for await (const path of createInterface({ input: process.stdin })) {
  const raw = readFileSync(path);
  const found = {};
  for (const [name, reader] of Object.entries(readers)) {
    if (!reader) continue;
    try {
      found[name] = await reader(raw);
    } catch (error) {
      found[name] = { error: String(error).slice(0, 200) };
    }
  }
  console.log(JSON.stringify(found));
}
