import type { OperationClass, Target } from "../../evidence/index.ts";
import { type Flags, readFlags } from "../flags.ts";
import { askLabels } from "../kubernetes/labels.ts";
import { objectsOf, targetOf } from "../kubernetes/manifests.ts";
import { type Place, placeOf } from "../kubernetes/place.ts";
import { mayChange } from "../operation-class.ts";
import type { Flow, Look, Scene } from "../scene.ts";
import { hole, isKnown } from "../words.ts";

const values = new Set(
  `namespace kube-context kubeconfig kube-apiserver kube-as-group kube-as-user kube-ca-file kube-tls-server-name kube-token
  values set set-string set-file set-json set-literal version repo timeout description output post-renderer
  post-renderer-args name-template history-max username password ca-file cert-file key-file keyring revision api-versions
  kube-version show-only output-dir release-name max filter selector registry-config repository-cache repository-config
  burst-limit qps cascade labels destination untardir offset color columns`.split(/\s+/),
);
const short = {
  n: "namespace",
  f: "values",
  i: "install",
  g: "generate-name",
  o: "output",
  a: "api-versions",
  A: "all-namespaces",
  s: "show-only",
  l: "selector",
  h: "help",
};

const reads = new Set(
  "list ls status history hist get show inspect search version env lint verify completion help template dependency-list repo-list plugin-list".split(
    " ",
  ),
);
const changes: Readonly<Record<string, OperationClass>> = {
  install: "mutate",
  upgrade: "mutate",
  rollback: "mutate",
  test: "mutate",
  uninstall: "destroy",
  delete: "destroy",
  del: "destroy",
  un: "destroy",
  diff: "plan",
  repo: "mutate",
  dependency: "mutate",
  dep: "mutate",
  pull: "mutate",
  fetch: "mutate",
  push: "mutate",
  package: "mutate",
  create: "mutate",
  registry: "mutate",
  plugin: "mutate",
};
/** Those that work on a release in a cluster; the others are about charts on this machine. */
const onRelease = new Set(["install", "upgrade", "rollback", "test", "uninstall", "delete", "del", "un", "template"]);

export const helm: Look = async (words, scene) => {
  const flags = readFlags(words.slice(words[1] === "--" ? 2 : 1), { values, short });
  // `helm secrets upgrade …` passes the rest on.
  const [verb = "", ...rest] = flags.words[0] === "secrets" ? flags.words.slice(1) : flags.words;
  const place = placeOf(flags, scene, {
    context: "kube-context",
    variables: { context: "HELM_KUBECONTEXT", namespace: "HELM_NAMESPACE" },
  });
  const kind = classOf(verb, rest, flags, scene);
  const rendered = ["install", "upgrade", "template"].includes(verb)
    ? render(verb, rest, flags, place, scene)
    : undefined;
  const action = mayChange(kind) ? "apply" : "read";
  const objects = rendered ? await objectsOf(rendered, action, scene) : [];
  const targets: Target[] = onRelease.has(verb) ? releases(verb, rest, flags, place) : [];
  for (const object of objects) targets.push(targetOf(object, place.namespace, verb));
  if (kind === "destroy") scene.unknown("which objects the release holds is known only when it is removed");
  if (verb === "rollback")
    scene.unknown("which objects the earlier revision holds is known only when it is rolled back");
  const hints = { ...place.hints, paths: flags.list("values") };
  scene.add({ tool: "helm", operation: verb, class: kind, words, flags: flags.record(), targets, objects, hints });
  if (mayChange(kind) && onRelease.has(verb)) askLabels(targets, place, scene);
  return { class: kind, output: verb === "template" ? () => rendered : undefined };
};

function classOf(verb: string, rest: readonly string[], flags: Flags, scene: Scene): OperationClass {
  if (verb === "" || reads.has(verb) || reads.has(`${verb}-${rest[0]}`)) return "read";
  const kind = Object.hasOwn(changes, verb) ? changes[verb] : undefined;
  if (kind === undefined) {
    scene.unknown(`helm ${verb}: neither a verb known here nor one that is certain to be harmless`);
    return "unknown";
  }
  const dry = flags.all.get("dry-run")?.at(-1);
  const isDry = dry === true || dry === "client" || dry === "server" || dry === "true";
  if (isDry && onRelease.has(verb)) return "plan";
  return verb === "upgrade" && flags.on("force") ? "destroy" : kind;
}

function releases(verb: string, rest: readonly string[], flags: Flags, place: Place): Target[] {
  const many = ["uninstall", "delete", "del", "un"].includes(verb);
  const unnamed = (verb === "install" || verb === "template") && (flags.on("generate-name") || rest.length < 2);
  const names = unnamed ? ["*"] : many ? rest : rest.slice(0, 1);
  const { namespace } = place;
  return (names.length === 0 ? ["*"] : names).map((name) => ({
    system: "helm",
    kind: "release",
    name,
    ...(namespace !== undefined && { namespace }),
    action: verb,
  }));
}

/** The chart with the same values, where both are here. */
function render(verb: string, rest: readonly string[], flags: Flags, place: Place, scene: Scene): Flow | undefined {
  const [first = hole, second] = rest;
  const [name, chart] = second === undefined ? ["release-name", first] : [first, second];
  if (flags.all.has("post-renderer"))
    scene.unknown("what the post-renderer makes of the chart is known only when it runs");
  const files = flags.list("values");
  const elsewhere = [...files, ...flags.list("set-file")].find((file) =>
    /^[a-z][a-z0-9+-]+:\/\//.test(file.split("=").at(-1) ?? ""),
  );
  if (!isLocal(chart, flags, scene) || elsewhere !== undefined) {
    scene.unknown(`${elsewhere ?? chart}: it is fetched when the command runs`);
    return undefined;
  }
  const passed = ["set", "set-string", "set-file", "set-json", "set-literal", "api-versions", "kube-version"].flatMap(
    (flag) => (flags.all.get(flag) ?? []).flatMap((value) => (value === true ? [] : [`--${flag}`, value])),
  );
  return scene.render([
    "helm",
    "template",
    isKnown(name) ? name : "release-name",
    scene.path(chart),
    ...(place.namespace !== undefined && isKnown(place.namespace) ? ["--namespace", place.namespace] : []),
    ...files.flatMap((file) => ["--values", scene.path(file)]),
    ...passed,
    ...(verb === "upgrade" ? ["--is-upgrade"] : []),
    ...(flags.on("skip-crds") ? ["--skip-crds"] : ["--include-crds"]),
  ]);
}

function isLocal(chart: string, flags: Flags, scene: Scene): boolean {
  if (flags.all.has("repo") || /^[a-z]+:\/\//.test(chart)) return false;
  if (/^[./~]/.test(chart) || chart.endsWith(".tgz")) return true;
  const answer = scene.see({ ask: "file", path: scene.path(`${chart}/Chart.yaml`) });
  return (answer?.documents?.length ?? 0) > 0;
}
