// Brings the tables of docs/risk.md up to date: `node src/risk/detectors/testing/write-docs.ts`.
import { readFileSync, writeFileSync } from "node:fs";
import { withTables } from "./tables.ts";

writeFileSync("docs/risk.md", withTables(readFileSync("docs/risk.md", "utf8")));
