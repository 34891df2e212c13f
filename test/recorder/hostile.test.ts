import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { test } from "node:test";
import { connect } from "../../src/recorder/index.ts";
import { clientOf, ground, isRoot, rawSocket, startRecorder, stop, users } from "./post.ts";

/** One recorder for all of them: each must leave it in good health for the next. */
const post = await startRecorder(ground());

/** An honest client: nothing that others do may keep it from recording. */
async function honest(): Promise<void> {
  await using one = await connect({ channel: "library", socket: post.socket });
  const { id } = await one.prescribe({ command: ["true"] });
  await one.report({ prescription: id, verdict: "success", exitCode: 0 });
}

const frame = (text: string | Buffer, length = Buffer.byteLength(text)) => {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(length);
  return Buffer.concat([header, Buffer.from(text)]);
};

/** What comes back until the other side hangs up. */
async function replies(socket: Socket): Promise<{ problem?: { code: string; message: string }; answer?: unknown }[]> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket) bytes = Buffer.concat([bytes, chunk as Buffer]);
  const found = [];
  while (bytes.length >= 4) {
    const length = bytes.readUInt32BE();
    found.push(JSON.parse(bytes.subarray(4, 4 + length).toString()));
    bytes = bytes.subarray(4 + length);
  }
  return found;
}

const hello = JSON.stringify({ ask: "hello", protocol: 1, channel: "cli" });
const actor = { kind: "agent", id: "x" };
const materials = { version: 1, directory: "/", documents: [], findings: [], answers: [], command: ["true"] };

/** What no honest client sends, and what the recorder says to it. */
const nonsense: readonly [what: string, bytes: Buffer, code: string][] = [
  ["text that is no frame", Buffer.from("GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n"), "TOO_LARGE"],
  ["a frame that announces four gigabytes", frame("x", 0xffffffff), "TOO_LARGE"],
  ["a frame that is no JSON", frame("{nonsense"), "BAD_MESSAGE"],
  ["a frame of bytes that are no text", frame(Buffer.from([0xff, 0xfe, 0x00])), "BAD_MESSAGE"],
  ["an empty frame", frame(""), "BAD_MESSAGE"],
  ["JSON that asks nothing", frame("[]"), "BAD_MESSAGE"],
  ["a question before the greeting", frame(JSON.stringify({ ask: "close-lost" })), "BAD_MESSAGE"],
  ["another protocol", frame(JSON.stringify({ ask: "hello", protocol: 2, channel: "cli" })), "BAD_MESSAGE"],
  [
    "a greeting with a peer of its own",
    frame(JSON.stringify({ ask: "hello", protocol: 1, channel: "cli", peer: { uid: 0, gid: 0, pid: 1 } })),
    "BAD_MESSAGE",
  ],
  [
    "a greeting in the recorder's own name",
    frame(JSON.stringify({ ask: "hello", protocol: 1, channel: "recorder" })),
    "BAD_MESSAGE",
  ],
  [
    "a prescription that brings its own risk",
    Buffer.concat([
      frame(hello),
      frame(JSON.stringify({ ask: "prescribe", materials, details: { actor, risk: { level: "low" } } })),
    ]),
    "BAD_MESSAGE",
  ],
  [
    "a prescription that brings its own custody",
    Buffer.concat([
      frame(hello),
      frame(JSON.stringify({ ask: "prescribe", materials, details: { actor }, custody: "separate" })),
    ]),
    "BAD_MESSAGE",
  ],
  [
    "materials of another shape",
    Buffer.concat([
      frame(hello),
      frame(
        JSON.stringify({ ask: "prescribe", materials: { ...materials, answers: [{ want: 7 }] }, details: { actor } }),
      ),
    ]),
    "BAD_MESSAGE",
  ],
  [
    "an approval of something else",
    Buffer.concat([
      frame(hello),
      frame(
        JSON.stringify({
          ask: "prescribe",
          materials,
          details: { actor, approval: { by: "root", intentDigest: "0".repeat(64) } },
        }),
      ),
    ]),
    "INVALID_INPUT",
  ],
];

for (const [what, bytes, code] of nonsense) {
  test(`The answer to ${what} is ${code}; nothing is written, and others are served.`, async () => {
    const written = (await post.place.entries()).length;
    const socket = await rawSocket(post.socket);
    socket.end(bytes);
    const last = (await replies(socket)).at(-1);
    assert.equal(last?.problem?.code, code, JSON.stringify(last));
    assert.equal((await post.place.entries()).length, written);
    await honest();
  });
}

test("Who sends a byte now and then holds up nobody.", async () => {
  const slow = await Promise.all(Array.from({ length: 20 }, () => rawSocket(post.socket)));
  // Larger than what is always read: they take every place that there is for such frames.
  for (const socket of slow) socket.write(frame("{", 8 * 1024 * 1024));
  for (const socket of slow) socket.write(" ");
  await honest();
  if (isRoot) {
    // Others have their own places, also for what is large.
    const bob = await clientOf(post.socket, users.bob);
    await bob.ask("prescribe", { command: ["echo", "x".repeat(1_000_000)] });
    await bob.end();
  }
  const gone = Promise.all(slow.map((socket) => once(socket, "close")));
  for (const socket of slow) socket.destroy();
  await gone;
});

test("Who is killed in the middle of a frame has said nothing, and holds up nobody.", async () => {
  const written = (await post.place.entries()).length;
  const one = await clientOf(post.socket, isRoot ? users.ada : undefined);
  const socket = await rawSocket(post.socket);
  socket.write(Buffer.concat([frame(hello), frame(JSON.stringify({ ask: "prescribe" }), 5_000)]));
  one.process.kill("SIGKILL");
  socket.destroy();
  await honest();
  assert.equal((await post.place.entries()).length, written + 2);
});

test("Who does not read the answers gets no more of them, and holds up nobody.", async () => {
  const socket = await rawSocket(post.socket);
  socket.pause();
  const question = frame(JSON.stringify({ ask: "entries", selection: { limit: 1000 } }));
  socket.write(Buffer.concat([frame(hello), ...Array.from({ length: 2_000 }, () => question)]));
  await honest();
  socket.destroy();
  await honest();
});

test("One user cannot take all connections.", async () => {
  const sockets = await Promise.all(Array.from({ length: 70 }, () => rawSocket(post.socket)));
  const outcomes = await Promise.all(
    sockets.map(async (socket) => {
      socket.write(frame(hello));
      const [bytes] = (await once(socket, "data")) as [Buffer];
      return JSON.parse(bytes.subarray(4).toString()).problem?.code ?? "served";
    }),
  );
  assert.equal(outcomes.filter((outcome) => outcome === "served").length, 64);
  assert.equal(outcomes.filter((outcome) => outcome === "NOT_ALLOWED").length, 6);
  if (isRoot) await (await clientOf(post.socket, users.bob)).ask("prescribe", { command: ["true"] });
  for (const socket of sockets) socket.destroy();
});

test("Fifty clients at once all get their answers, and the log is whole.", async () => {
  const sockets = await Promise.all(Array.from({ length: 50 }, () => rawSocket(post.socket)));
  const written = (await post.place.entries("prescription")).length;
  const ask = frame(JSON.stringify({ ask: "prescribe", materials, details: { actor } }));
  const answers = await Promise.all(
    sockets.map(async (socket) => {
      socket.end(Buffer.concat([frame(hello), ask, ask]));
      return (await replies(socket)).filter(({ answer }) => answer).length;
    }),
  );
  assert.deepEqual(new Set(answers), new Set([3]));
  assert.equal((await post.place.entries("prescription")).length, written + 100);
});

test("After all that it is still the same recorder, and it can stop as it should.", async () => {
  assert.equal(post.process.exitCode, null, post.said());
  assert.equal(await stop(post, "SIGTERM"), 0);
});
