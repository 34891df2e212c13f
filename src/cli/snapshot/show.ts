import { openSnapshot } from "../../snapshot/index.ts";
import { command } from "../shell/command.ts";

export default command({
  summary: "What a snapshot holds, and how its files were read",
  usage: "SNAPSHOT",
  options: {},
  examples: ["snapshot show sre/Scenario-9", "snapshot show incident.tar.zst --json"],
  details: "The first time its index is built, which takes a while for a large one. Labels are not looked at.",
  async run({ arguments: [path = ""], terminal, signal, report }) {
    using store = await openSnapshot(path, { environment: terminal.env, signal, report });
    const { digest, layout, because, notes, incomplete } = store;
    const files = await store.rows("SELECT path, role, bytes, rows, sha256 FROM files ORDER BY role, path");
    const tables = ["alerts", "events", "objects", "revisions", "logs", "spans", "series", "samples", "edges"];
    const counts = await store.rows(
      tables.map((name) => `SELECT '${name}' AS name, count(*) AS rows FROM ${name}`).join(" UNION ALL "),
    );
    return {
      data: { digest, layout, because, incomplete, notes, files, counts },
      text: [
        `content sha256:${digest}`,
        ...because,
        ...counts.map(({ name, rows }) => `${String(rows).padStart(10)}  ${name}`),
        ...notes.map((note) => `note: ${note}`),
      ].join("\n"),
    };
  },
});
