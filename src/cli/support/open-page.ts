import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";

/** Some of these programs end at once, others stay for as long as the browser does. */
const patienceMs = 3_000;

/** Whether the system took the page to show it. */
export async function openPage(path: string): Promise<boolean> {
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, pathToFileURL(path).href], { detached: true, stdio: "ignore" });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), patienceMs);
  child.once("error", () => resolve(false));
  child.once("exit", (code) => resolve(code === 0));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.unref();
  }
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Whether there is a screen on which a browser could show something. */
export function hasDesktop(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): boolean {
  return platform in openers || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
