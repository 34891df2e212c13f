import assert from "node:assert/strict";
import { test } from "node:test";
import { readAnswer, showAnswer } from "./answer.ts";
import { score } from "./score.ts";
import { readTruth } from "./truth/index.ts";

const broken = readTruth(
  `
incident: true
groups:
  - { id: typo, kind: ConfigMap, namespace: shop, name: front-settings, root_cause: true }
  - { id: front, kind: Deployment, namespace: shop, name: front }
  - { id: front-pods, kind: Pod, namespace: shop, filter: ['front-[a-z0-9]{1,10}-[a-z0-9]{5}'] }
  - { id: cart, kind: Deployment, namespace: shop, name: cart }
aliases: [[front, front-pods]]
components: [front]
`,
  "broken.yaml",
);
const sound = readTruth("incident: false\ngroups: []\n", "sound.yaml");
const published = readTruth(
  "groups: [{ id: a, kind: Pod, namespace: shop, name: a, root_cause: true }]",
  "published.yaml",
);

const answer = (causes: readonly string[], more: object = {}) =>
  readAnswer(
    JSON.stringify({ contributing_factors: causes.map((name) => ({ name, reasoning: "", evidence: "" })), ...more }),
  );
const parts = (...names: readonly string[]) => ({ components: names.map((name) => ({ name })) });
const typo = "shop/ConfigMap/front-settings";

test("Where nothing is wrong, to name nothing is right, and to name anything is wrong.", () => {
  assert.deepEqual([sound.incident, sound.flaws], [false, []]);
  assert.equal(score(answer([]), sound).score, 1);
  assert.equal(score(answer([]), sound).exact, true);
  assert.equal(score(answer([typo]), sound).score, 0);
});

test("Whether anything is wrong is a question of its own, answered by name or by word.", () => {
  const detection = (given: ReturnType<typeof answer>, truth: typeof sound) => score(given, truth).questions.detection;
  assert.equal(detection(answer([]), sound), 1);
  assert.equal(detection(answer([]), broken), 0);
  assert.equal(detection(answer(["shop/Pod/elsewhere"]), broken), 1, "something is wrong, though not that");
  assert.equal(detection(answer([], { incident: true }), broken), 1, "it is known that, not what");
  assert.equal(detection(answer([typo], { incident: false }), broken), 0, "the word counts");
});

test("In which part it is, too: by workload, by pod or by Service, and less with every wrong one.", () => {
  const localisation = (given: object, truth = broken) => score(answer([], given), truth).questions.localisation;
  assert.equal(localisation(parts("shop/Deployment/front")), 1);
  assert.equal(localisation(parts("shop/Service/front")), 1);
  assert.equal(localisation(parts("shop/Pod/front-6494cd9c5-qvwr8")), 1);
  assert.equal(localisation(parts("shop/Deployment/front", "shop/Pod/front-6494cd9c5-qvwr8")), 1, "the same twice");
  assert.equal(localisation(parts("shop/Deployment/front", "shop/Deployment/cart")), 1 / 2);
  assert.equal(localisation(parts("shop/Deployment/cart")), 0);
  assert.equal(localisation({}), 0);
  assert.equal(localisation(parts(), sound), 1);
  assert.equal(localisation(parts("shop/Deployment/front"), sound), 0);
  assert.equal(localisation(parts("shop/Pod/a"), published), undefined, "nobody says");
});

test("An answer that is written down and read again is the same.", () => {
  const given = answer([typo], { incident: true, ...parts("shop/Deployment/front") });
  assert.deepEqual(readAnswer(showAnswer(given)), given);
});

test("A ground truth of nothing without saying so is refused, and one that contradicts itself has a flaw.", () => {
  assert.throws(() => readTruth("groups: []", "empty.yaml"), { code: "BAD_TRUTH" });
  const odd = readTruth(
    "incident: false\ngroups: [{ id: a, kind: Pod, name: a, root_cause: true }]\ncomponents: [b]",
    "odd.yaml",
  );
  assert.deepEqual(odd.flaws, [
    "nothing is wrong, and yet there is a root cause",
    'a component names the group "b", which does not exist',
  ]);
});
