import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { CompactRange, leafHash } from "./merkle.ts";
import { isConsistent, proveConsistency, proveInclusion, rootFromInclusion } from "./proofs.ts";
import { partialTiles, readHashesFromTiles, TileTree, tilePath, widthOf } from "./tiles.ts";

const sha256 = (...parts: Uint8Array[]) => hash("sha256", Buffer.concat(parts), "buffer");

/** The definition of RFC 6962, word for word: slow, and nothing to get wrong. */
function rootByDefinition(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return sha256();
  if (leaves.length === 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.from([1]), rootByDefinition(leaves.slice(0, split)), rootByDefinition(leaves.slice(split)));
}

const leaf = (at: number) => leafHash(Buffer.from(`entry ${at}`));

/** A tree with every root on its way and every tile that it ever had. */
function grow(size: number) {
  const tree = new TileTree();
  const tiles = new Map<string, Buffer>();
  const roots: Buffer[] = [];
  const leaves = Array.from({ length: size }, (_, at) => leaf(at));
  for (const one of leaves) {
    for (const tile of [...tree.append(one), ...tree.partial()]) {
      tiles.set(tilePath({ ...tile, width: widthOf(tile) }), tile.bytes);
    }
    roots.push(tree.root());
  }
  const tile = (place: { level: number; index: number; width: number }) =>
    tiles.get(tilePath(place)) ?? Buffer.alloc(0);
  return { leaves, roots, tiles, tile, read: (of: number) => readHashesFromTiles(of, async (place) => tile(place)) };
}

const size = 600;
const { leaves, roots, tiles, tile, read } = grow(size);
const root = (of: number) => roots[of - 1] ?? Buffer.alloc(0);

test("Roots are those of Certificate Transparency's published examples.", () => {
  const inputs = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
  const range = new CompactRange();
  assert.equal(range.root().toString("hex"), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const found = inputs.map((input) => {
    range.append(leafHash(Buffer.from(input, "hex")));
    return range.root().toString("hex");
  });
  assert.deepEqual(found, [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]);
});

test("A growing tree has the root of the definition at every size.", () => {
  const range = new CompactRange();
  for (const [at, one] of leaves.entries()) {
    range.append(one);
    assert.ok(range.root().equals(root(at + 1)), `size ${at + 1}`);
    if (at < 70 || at % 61 === 0 || at % 256 > 253 || at % 256 < 2) {
      assert.ok(root(at + 1).equals(rootByDefinition(leaves.slice(0, at + 1))), `size ${at + 1}`);
    }
  }
});

test("A tree goes on from its tiles, or from its right edge, as if it had never stopped.", () => {
  for (const from of [1, 2, 255, 256, 257, 511, 512, 513]) {
    const again = TileTree.restore(from, tile);
    const range = new CompactRange();
    for (const one of leaves.slice(0, from)) range.append(one);
    const edge = CompactRange.restore(from, range.hashes);
    for (const one of leaves.slice(from)) {
      again.append(one);
      edge.append(one);
    }
    assert.ok(again.root().equals(root(size)), `from ${from}`);
    assert.ok(edge.root().equals(root(size)), `from ${from}`);
    assert.ok(again.partial().every((one) => tile({ ...one, width: widthOf(one) }).equals(one.bytes)));
  }
});

test("A tile of the wrong length is refused.", () => {
  assert.throws(() => TileTree.restore(5, () => Buffer.alloc(4 * 32)), {
    code: "BAD_TILE",
    message: /tile\/0\/000.p\/5/,
  });
});

test("Tiles have the paths of C2SP tlog-tiles.", () => {
  assert.equal(tilePath({ level: 0, index: 1234067, width: 256 }), "tile/0/x001/x234/067");
  assert.equal(tilePath({ level: 1, index: 0, width: 17 }), "tile/1/000.p/17");
  assert.equal(tilePath({ level: 63, index: 1000, width: 256 }), "tile/63/x001/000");
  // The example of the specification: a tree of 70,000.
  assert.deepEqual(partialTiles(70_000).map(tilePath), ["tile/0/273.p/112", "tile/1/001.p/17", "tile/2/000.p/1"]);
  assert.deepEqual(partialTiles(256).map(tilePath), ["tile/1/000.p/1"]);
  assert.ok(["tile/0/000", "tile/0/001", "tile/0/002.p/88", "tile/1/000.p/2"].every((path) => tiles.has(path)));
});

const sizes = fc.integer({ min: 1, max: size });

test("Every entry is proven to be in every later tree, and in no other place.", async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async (of, number) => {
      const index = number % of;
      const proof = await proveInclusion(index, of, read(of));
      const lead = (at: number, total: number, one = leaf(index), path = proof) =>
        rootFromInclusion(one, at, total, path)?.equals(root(of)) ?? false;
      assert.ok(lead(index, of));
      assert.ok(!lead(index, of, leaf(size)));
      assert.ok(!lead(index, of, leaf(index), [...proof, leaf(0)]));
      assert.ok(!lead(of, of));
      assert.ok(!lead(-1, of));
      if (proof.length > 0) assert.ok(!lead(index, of, leaf(index), proof.slice(1)));
      if (of > 1) assert.ok(!lead((index + 1) % of, of));
      for (const [at, step] of proof.entries()) {
        const spoiled = Buffer.from(step);
        spoiled.writeUInt8(spoiled.readUInt8(at) ^ 1, at);
        assert.ok(!lead(index, of, leaf(index), proof.with(at, spoiled)));
      }
    }),
  );
});

test("Every tree is proven to be the beginning of every later one, and of no other.", async () => {
  await fc.assert(
    fc.asyncProperty(sizes, sizes, async (a, b) => {
      const [small, large] = [Math.min(a, b), Math.max(a, b)];
      const proof = await proveConsistency(small, large, read(large));
      const holds = (from: number, to: number, path = proof) =>
        isConsistent({ size: from, root: root(from) }, { size: to, root: root(to) }, path);
      assert.ok(holds(small, large));
      assert.ok(!isConsistent({ size: small, root: leaf(0) }, { size: large, root: leaf(1) }, proof));
      assert.ok(!holds(small, large, [...proof, leaf(0)]));
      if (proof.length > 0) assert.ok(!holds(small, large, proof.slice(1)));
      if (small < large)
        assert.ok(!isConsistent({ size: small, root: root(large) }, { size: large, root: root(large) }, proof));
      assert.ok(!isConsistent({ size: 0, root: sha256() }, { size: large, root: root(large) }, []));
      if (small < large) assert.ok(!holds(large, small));
    }),
  );
});

test("What is not in the tree cannot be proven.", async () => {
  await assert.rejects(proveInclusion(5, 5, read(5)), { code: "BAD_PROOF" });
  await assert.rejects(proveConsistency(0, 5, read(5)), { code: "BAD_PROOF" });
  await assert.rejects(proveConsistency(6, 5, read(5)), { code: "BAD_PROOF" });
});

test("Places beyond 32 bits are counted right.", () => {
  // A tree of 2^40 + 1 leaves: the last one stands alone beside a full tree, so that one hash is its whole proof.
  const whole = 2 ** 40;
  const proof = [leaf(0)];
  const expected = sha256(Buffer.from([1]), leaf(0), leaf(7));
  assert.ok(rootFromInclusion(leaf(7), whole, whole + 1, proof)?.equals(expected));
  assert.equal(rootFromInclusion(leaf(7), whole - 1, whole + 1, proof), undefined);
});
