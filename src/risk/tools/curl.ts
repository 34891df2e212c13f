import type { OperationClass, Target } from "../../evidence/index.ts";
import { classOfWrite, fileTarget } from "../files.ts";
import { type Flags, readFlags } from "../flags.ts";
import { kindOfWord } from "../kubernetes/kinds.ts";
import { objectsOf } from "../kubernetes/manifests.ts";
import { worse } from "../operation-class.ts";
import { flowOf, type Look, type Scene } from "../scene.ts";
import { isKnown } from "../words.ts";

const values = new Set(
  `request data data-raw data-binary data-ascii data-urlencode json form form-string upload-file output header user
  user-agent referer cookie cookie-jar proxy cacert cert key max-time connect-timeout retry config url write-out resolve
  connect-to interface range limit-rate unix-socket oauth2-bearer aws-sigv4 dump-header stderr trace variable method
  body-data body-file post-data post-file output-document directory-prefix input-file tries timeout`.split(/\s+/),
);
const short = {
  X: "request",
  d: "data",
  F: "form",
  T: "upload-file",
  o: "output",
  O: "remote-name",
  H: "header",
  u: "user",
  A: "user-agent",
  e: "referer",
  b: "cookie",
  c: "cookie-jar",
  x: "proxy",
  E: "cert",
  m: "max-time",
  K: "config",
  w: "write-out",
  r: "range",
  D: "dump-header",
  G: "get",
  I: "head",
  k: "insecure",
};

const bodies = ["data", "data-raw", "data-binary", "data-ascii", "data-urlencode", "json", "form", "upload-file"];

/** By method: a GET looks, a DELETE deletes; what a POST does only the server knows, unless it is an API we know. */
export const curl: Look = async (words, scene) => {
  const flags = readFlags(words.slice(1), { values, short });
  const urls = [...flags.words, ...flags.list("url")];
  const method = methodOf(flags);
  const saved = flags.list("output").map((name) => scene.path(name));
  if (flags.on("remote-name")) saved.push(...urls.map((url) => scene.path(url.split("/").at(-1) || "index.html")));
  return look("curl", method, urls, saved, flags, words, scene);
};

export const wget: Look = async (words, scene) => {
  const flags = readFlags(words.slice(1), {
    values,
    short: { O: "output-document", P: "directory-prefix", i: "input-file", T: "timeout", t: "tries" },
  });
  const method = flags.value("method") ?? (flags.all.has("post-data") || flags.all.has("post-file") ? "POST" : "GET");
  const urls = flags.words;
  const name = flags.value("output-document");
  const names =
    name === undefined ? urls.map((url) => url.split("/").at(-1) || "index.html") : name === "-" ? [] : [name];
  return look(
    "wget",
    method,
    urls,
    flags.on("spider") ? [] : names.map((file) => scene.path(file)),
    flags,
    words,
    scene,
  );
};

async function look(
  tool: string,
  method: string,
  urls: readonly string[],
  saved: readonly string[],
  flags: Flags,
  words: readonly string[],
  scene: Scene,
) {
  for (const path of saved) scene.at.session.files.set(path, undefined);
  const api = urls.map(kubernetesPath);
  const asked = classOf(method, api.every((path) => path !== undefined) && api.length > 0);
  const unsure = flags.all.has("config") || !isKnown(method) || (asked === "unknown" && method !== "");
  if (unsure) scene.unknown(`what a ${method} to ${urls[0] ?? "a server"} does only the server knows`);
  const kind = saved.reduce<OperationClass>(
    (worst, path) => worse(worst, classOfWrite(path)),
    flags.all.has("config") ? worse(asked, "unknown") : asked,
  );
  const targets: Target[] = urls.map(
    (url, at) =>
      api[at]?.(method.toLowerCase()) ?? { system: "http", kind: "url", name: withoutSecrets(url), action: method },
  );
  const body = flags.value("data") ?? flags.value("data-raw") ?? flags.value("data-binary") ?? flags.value("json");
  const isManifest = api[0] !== undefined && body !== undefined && /^(POST|PUT|PATCH)$/.test(method);
  const flow =
    !isManifest || body === undefined
      ? undefined
      : body.startsWith("@")
        ? scene.read(body.slice(1))
        : flowOf("--data", body);
  const action = method === "POST" ? "create" : method === "PUT" ? "replace" : "patch";
  const objects =
    flow === undefined
      ? []
      : (await objectsOf(flow, action, scene)).map((object) => ({ ...object, partial: method === "PATCH" }));
  const written = saved.map((path) => fileTarget(path, "write"));
  const hints = { servers: urls.map((url) => /^[a-z]+:\/\/([^/]+)/i.exec(withoutSecrets(url))?.[1] ?? "") };
  scene.add({
    tool,
    operation: method,
    class: kind,
    words,
    flags: flags.record(),
    targets: [...targets, ...written],
    objects,
    hints,
  });
  return { class: kind };
}

function methodOf(flags: Flags): string {
  const said = flags.value("request");
  if (said !== undefined) return said.toUpperCase();
  if (flags.on("head")) return "HEAD";
  if (flags.on("get")) return "GET";
  if (flags.all.has("upload-file")) return "PUT";
  return bodies.some((name) => flags.all.has(name)) ? "POST" : "GET";
}

function classOf(method: string, isKubernetes: boolean): OperationClass {
  if (/^(GET|HEAD|OPTIONS)$/.test(method)) return "read";
  if (method === "DELETE") return "destroy";
  return isKubernetes || /^(PUT|PATCH)$/.test(method) ? "mutate" : "unknown";
}

/** "/apis/apps/v1/namespaces/shop/deployments/web" of any server. */
function kubernetesPath(url: string): ((action: string) => Target) | undefined {
  const path = /^(?:[a-z]+:\/\/)?[^/]*(\/[^?#]*)/i.exec(url)?.[1] ?? "";
  const match = /\/(?:api\/v1|apis\/[^/]+\/[^/]+)(?:\/namespaces\/([^/]+))?(?:\/([^/]+))?(?:\/([^/]+))?\/?$/.exec(path);
  if (!match) return undefined;
  const [, namespace, type = "namespaces", name] = match;
  const isNamespace = match[2] === undefined && namespace !== undefined;
  const { kind, apiVersion } = kindOfWord(type);
  return (action) => ({
    system: "kubernetes",
    kind,
    name: (isNamespace ? namespace : name) ?? "*",
    ...(!isNamespace && namespace !== undefined && { namespace }),
    ...(apiVersion !== undefined && { apiVersion }),
    action,
  });
}

const withoutSecrets = (url: string) => url.replace(/\/\/[^/@]*@/, "//").split(/[?#]/)[0] ?? "";
