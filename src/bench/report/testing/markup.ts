/** What a page is made of: strict, so that whatever slipped through as markup is found. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-z][a-z0-9-]*(?:="[^"<>]*")?)*)(\/?)>/iy;
const childless = new Set(["meta", "input"]);

/** All tags in order. Throws at a sign that belongs to no tag, and where tags do not close as they were opened. */
export function tagsOf(markup: string): Tag[] {
  const tags: Tag[] = [];
  const open: string[] = [];
  const page = markup.replace(/^<!doctype html>\n/, "");
  for (let at = nextSign(page, 0); at < page.length; at = nextSign(page, at)) {
    tag.lastIndex = at;
    const [all, closing, name = "", attributes = "", empty] = tag.exec(page) ?? [];
    if (all === undefined) throw new Error(`no tag of ours: ${JSON.stringify(page.slice(at, at + 80))}`);
    at += all.length;
    if (closing) {
      const expected = open.pop();
      if (expected !== name) throw new Error(`expected </${expected}>, found </${name}>`);
      continue;
    }
    tags.push({ name, attributes: attributesOf(attributes) });
    if (empty || childless.has(name)) continue;
    open.push(name);
    if (name === "style" || name === "script") at = page.indexOf(`</${name}>`, at);
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(", ")}`);
  return tags;
}

function nextSign(page: string, from: number): number {
  const sign = /[<>]/g;
  sign.lastIndex = from;
  return sign.exec(page)?.index ?? page.length;
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/ ([a-z][a-z0-9-]*)(?:="([^"]*)")?/gi)];
  return Object.fromEntries(found.map(([, name = "", value = ""]) => [name, value]));
}

/** What a reader sees of escaped text. */
export function readable(markup: string): string {
  return markup.replace(/<[^>]*>/g, "").replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
