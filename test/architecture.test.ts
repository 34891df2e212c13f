import assert from "node:assert/strict";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, normalize, sep } from "node:path";
import { test } from "node:test";

/** The rooms of src, top to bottom. A room may use those below it and none above. A new room gets its place here. */
const rooms = [
  "cli",
  "doctor",
  "bench",
  "agents",
  "mcp",
  "snapshot",
  "task",
  "faults",
  "checks",
  "applications",
  "behaviour",
  "audit",
  "recorder",
  "exchange",
  "redaction",
  "risk",
  "evidence",
  "sandbox",
  "cluster",
  "images",
  "toolchain",
  "kubernetes",
  "process",
  "statistics",
  "problem",
];

const longest = 400;
const files = globSync("{src,scripts,test,perf,images}/**/*.ts").map(normalize).sort();
const statement = /(?:^|\n)(?:import|export)(\s+type)?\s[^;"()=]*?\bfrom\s+"(\.[^"]+)"/g;
const bareOrLazy = /(?:^|\n)import\s+"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"/g;

interface Import {
  readonly from: string;
  readonly to: string;
  /** Gone when the program runs. */
  readonly typeOnly: boolean;
}

const imports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(from, "utf8");
  const to = (path: string) => normalize(join(dirname(from), path));
  return [
    ...[...text.matchAll(statement)].map(([, type, path = ""]) => ({
      from,
      to: to(path),
      typeOnly: type !== undefined,
    })),
    ...[...text.matchAll(bareOrLazy)].map(([, bare, lazy]) => ({ from, to: to(bare ?? lazy ?? ""), typeOnly: false })),
  ];
});

const roomOf = (file: string) => (file.startsWith(`src${sep}`) ? file.split(sep)[1] : undefined);
const show = ({ from, to }: Import) => `${from} imports ${to}`;

test("Imports are found at all, and lead to files that exist.", () => {
  assert.ok(imports.length > files.length, `${imports.length} imports in ${files.length} files`);
  assert.deepEqual(imports.filter(({ to }) => !existsSync(to)).map(show), []);
});

test("Every room has its place in the order.", () => {
  assert.deepEqual(readdirSync("src").sort(), [...rooms].sort());
});

test("No room imports from a room above it.", () => {
  const against = imports.filter(({ from, to }) => {
    const [user, used] = [roomOf(from), roomOf(to)];
    return user !== undefined && used !== undefined && rooms.indexOf(used) < rooms.indexOf(user);
  });
  assert.deepEqual(against.map(show), []);
});

test("Nothing in src imports tests, scripts or measurements.", () => {
  const outward = imports.filter(({ from, to }) => roomOf(from) !== undefined && roomOf(to) === undefined);
  assert.deepEqual(outward.map(show), []);
});

const innerRooms = [
  "cluster/existing",
  "cluster/local",
  "cluster/local/network-policy",
  "evidence/format",
  "evidence/log",
  "evidence/verify",
];
/** Rooms within rooms; other folders inside a room only sort its files. */
const doors = [...rooms, ...innerRooms].map((room) => normalize(`src/${room}`));
const isIn = (folder: string, file: string) => file.startsWith(folder + sep);

test("A room is entered by its door only.", () => {
  const past = imports.filter(({ from, to }) => {
    const entered = doors.find((folder) => isIn(folder, to) && !isIn(folder, from));
    // The command line has no door: nobody uses it but whoever starts it, and its tests. A lab is there for tests.
    if (entered === undefined || entered === normalize("src/cli")) return false;
    return to !== join(entered, "index.ts") && !(isIn("test", from) && to.endsWith(join("lab", "index.ts")));
  });
  assert.deepEqual(past.map(show), []);
});

test("No files import one another in a circle.", () => {
  // Types may refer to one another: nothing is left of that when the program runs.
  const uses = Map.groupBy(
    imports.filter(({ typeOnly }) => !typeOnly),
    ({ from }) => from,
  );
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
    if (done.has(file) || path.includes(file)) return;
    for (const { to } of uses.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  assert.deepEqual(circles, []);
});

test(`No file is longer than ${longest} lines.`, () => {
  const lines = (file: string) => readFileSync(file, "utf8").split("\n").length - 1;
  assert.deepEqual(
    files.filter((file) => lines(file) > longest).map((file) => `${file}: ${lines(file)} lines`),
    [],
  );
});

test("Only the command line writes to the terminal.", () => {
  const printing = files
    .filter((file) => roomOf(file) !== undefined && roomOf(file) !== "cli" && !file.endsWith(".test.ts"))
    .filter((file) => /\bconsole\.|process\.stderr\.write/.test(readFileSync(file, "utf8")));
  assert.deepEqual(printing, []);
});

/** What is started by name: the program, the process behind a cluster, tests and what they start, scripts, measurements. */
const entries = files.filter(
  (file) =>
    /\.test\.ts$|[/\\](fixtures|testing)[/\\]|^(scripts|perf)[/\\]/.test(file) ||
    [
      join("src", "cli", "main.ts"),
      join("src", "cli", "shell", "quick.ts"),
      join("src", "cluster", "local", "supervisor.ts"),
      join("src", "evidence", "verify", "worker.ts"),
    ].includes(file),
);

test("Every file is used by something that is started.", () => {
  const reached = new Set(entries);
  for (const file of reached) for (const { from, to } of imports) if (from === file) reached.add(to);
  assert.deepEqual(
    files.filter((file) => !reached.has(file)),
    [],
  );
});

test("Every value that a file exports is used by another file.", () => {
  const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
  const exported = /^export (?:declare |abstract |async )*(?:const|let|function\*?|class) (\w+)/gm;
  const unused = [...texts].flatMap(([file, text]) => {
    const names = [...text.matchAll(exported)].map(([, name = ""]) => name);
    const elsewhere = [...texts].filter(([other]) => other !== file).map(([, words]) => words);
    return names
      .filter((name) => !elsewhere.some((words) => new RegExp(`\\b${name}\\b`).test(words)))
      .map((name) => `${file} exports ${name}`);
  });
  assert.deepEqual(unused, []);
});

test("Every dependency is imported or run, and every import is a dependency.", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const packageOf = (path: string) =>
    path
      .split("/")
      .slice(0, path.startsWith("@") ? 2 : 1)
      .join("/");
  const used = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/(?:^|\n)import\s+(?:[^;"()]*?\bfrom\s+)?"([^."][^"]*)"/g)]
        .map(([, path = ""]) => path)
        .filter((path) => !isBuiltin(path))
        .map(packageOf),
    ),
  );
  const tools = ["@biomejs/biome", "@types/node", "typescript"];
  assert.deepEqual([...used, ...tools].sort(), Object.keys({ ...dependencies, ...devDependencies }).sort());
});
