import type { OperationClass, Target } from "../evidence/index.ts";
import { isKnown } from "./words.ts";

/** Places that hold nothing worth keeping. */
export const isScratch = (path: string) =>
  /^\/(tmp|var\/tmp|dev\/shm)\/(?!.*\.\.)/.test(path) || /^\/dev\/(null|zero|stdout|stderr|tty|fd\/\d+)$/.test(path);

export function fileTarget(path: string, action: string): Target {
  return { system: "files", kind: /^\/dev\//.test(path) ? "device" : "file", name: path, action };
}

/** What writing to a file comes to: a device loses all it holds. */
export function classOfWrite(path: string): OperationClass {
  if (isKnown(path) && isScratch(path)) return "read";
  return /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|dm-|md|mapper\/|disk\/|mem|kmem|port)/.test(path) ? "destroy" : "mutate";
}
