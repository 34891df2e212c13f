export { type Address, type Client, type Credentials, connect } from "./client.ts";
export { type ExecPlace, execInPod } from "./exec.ts";
export { readManifests } from "./manifest.ts";
export { type KubeList, type KubeObject, pathOf } from "./object.ts";
export { ApiProblem } from "./problem.ts";
export { type WatchEvent, watch } from "./watch.ts";
