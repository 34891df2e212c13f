import type { Limits } from "../limits.ts";
import { SnapshotProblem } from "../problem.ts";
import { readAlertDocument, readAlertLines } from "../rows/alerts.ts";
import { readEvents } from "../rows/events.ts";
import { readLogs } from "../rows/logs.ts";
import { readSamples } from "../rows/metrics.ts";
import type { AlertRow, Lacking, ObservationRow, SampleRow } from "../rows/model.ts";
import { readObjects } from "../rows/objects.ts";
import { record } from "../rows/text.ts";
import { readSpans } from "../rows/traces.ts";
import type { RoledFile } from "../source/index.ts";
import { linksOf, selectorsOf, textsOf } from "./links.ts";
import { hole, Patterns } from "./patterns.ts";
import { Revisions } from "./revisions.ts";
import type { Writer } from "./writer.ts";

/** Brings the rows of a snapshot's files into the tables. */
export class Loading {
  readonly #writer: Writer;
  readonly #limits: Limits;
  readonly #patterns = new Patterns();
  readonly #revisions: Revisions;
  readonly #series = new Map<string, number>();
  readonly #lacking = new Map<string, { count: number; first: number }>();

  constructor(writer: Writer, limits: Limits) {
    this.#writer = writer;
    this.#limits = limits;
    this.#revisions = new Revisions(limits);
  }

  /** How many rows there were. */
  async load(file: number, roled: RoledFile): Promise<number> {
    const path = roled.file.path;
    const lacking: Lacking = (what, row) => {
      const before = this.#lacking.get(`${path}: without ${what}`);
      if (before) before.count += 1;
      else this.#lacking.set(`${path}: without ${what}`, { count: 1, first: row });
    };
    let rows = 0;
    const each = async <R extends { time: number | undefined; row: number }>(
      batches: AsyncIterable<readonly R[]>,
      take: (row: R) => void,
    ) => {
      for await (const batch of batches) {
        for (const row of batch) {
          if (row.time === undefined) lacking("a time that can be read", row.row);
          take(row);
        }
        rows += batch.length;
      }
    };
    const { recordBytes } = this.#limits;
    const writer = this.#writer;
    if (roled.role === "alerts" && roled.form === "json") {
      await each(asBatches(readAlertDocument(roled.file, lacking)), (row) => this.#alert(file, row));
    } else if (roled.role === "alerts") {
      await each(readAlertLines(roled.file, recordBytes, lacking), (row) => this.#alert(file, row));
    } else if (roled.role === "events") {
      await each(readEvents(roled, recordBytes, lacking), ({ firstTime, ...row }) =>
        writer.add("events", { ...row, first_time: firstTime, file }),
      );
    } else if (roled.role === "objects") {
      await each(readObjects(roled, recordBytes, lacking), (row) => this.#object(file, row));
    } else if (roled.role === "logs") {
      await each(readLogs(roled, recordBytes), (row) => {
        const { isOpen, ...patterned } = this.#patterns.of(row.body);
        writer.add("logs", { ...row, ...patterned, is_open: isOpen, file });
      });
    } else if (roled.role === "traces") {
      await each(readSpans(roled, recordBytes, lacking), ({ durationNs, isError, ...row }) =>
        writer.add("raw_spans", { ...row, duration_ns: durationNs, is_error: isError, file }),
      );
    } else {
      await each(readSamples(roled, recordBytes, lacking), (row) => this.#sample(file, row));
    }
    return rows;
  }

  finish(): void {
    for (const [text, id] of this.#patterns.entries()) this.#writer.add("patterns", { id, text });
    for (const [key, known] of this.#revisions.entries()) {
      const { kind, namespace, name, created, first, last, observations, deleted } = known;
      const seen = { first_seen: first, last_seen: last, observations, deleted };
      this.#writer.add("objects", { key, namespace, kind, name, created, ...seen });
    }
  }

  /** What was missing in rows, with the first row each. */
  notes(): readonly string[] {
    return [...this.#lacking].map(([what, { count, first }]) => `${what}: ${count} rows, the first is row ${first}`);
  }

  #alert(file: number, { activeAt, ...row }: AlertRow): void {
    this.#writer.add("alerts", { ...row, active_at: activeAt, file });
  }

  #object(file: number, row: ObservationRow): void {
    const revision = this.#revisions.observe(row);
    if (revision === undefined) return;
    const { kind, namespace, object, time, row: number } = row;
    const { key, change } = revision;
    const { managedFields: _, ...metadata } = record(object.metadata);
    const body = JSON.stringify({ ...object, metadata });
    this.#writer.add("revisions", { key, number: revision.number, time, change, body, file, row: number });
    if (change === "status" || change === "deleted") return;
    for (const link of linksOf(key, kind, namespace, object)) {
      this.#writer.add("links", { subject: key, ...link, time, file, row: number });
    }
    for (const { relation, namespace: where, labels } of selectorsOf(kind, namespace, object)) {
      const count = Object.keys(labels).length;
      for (const [name, value] of Object.entries(labels)) {
        const label = `${name}=${value}`;
        this.#writer.add("selectors", {
          key,
          relation,
          namespace: where,
          labels: count,
          label,
          time,
          file,
          row: number,
        });
      }
    }
    const template = record(record(record(object.spec).template).metadata).labels;
    const labels = kind === "Pod" ? metadata.labels : template;
    for (const [name, value] of Object.entries(textsOf(labels))) {
      this.#writer.add("label_sets", { key, namespace, label: `${name}=${value}` });
    }
  }

  #sample(file: number, row: SampleRow): void {
    const { metric, objectKind, object, namespace, type, labels } = row;
    const key = [file, metric, objectKind, object, namespace, type, labels].join(hole);
    let id = this.#series.get(key);
    if (id === undefined) {
      id = this.#series.size;
      if (id >= this.#limits.series) {
        throw new SnapshotProblem("TOO_LARGE", `expected at most ${this.#limits.series} series of metrics, found more`);
      }
      this.#series.set(key, id);
      this.#writer.add("series", { id, metric, object_kind: objectKind, object, namespace, type, labels, file });
    }
    this.#writer.add("samples", { series: id, time: row.time, value: row.value, row: row.row });
  }
}

async function* asBatches<R>(rows: Promise<readonly R[]>): AsyncGenerator<readonly R[]> {
  yield await rows;
}
