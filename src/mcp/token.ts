import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, open, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { McpProblem } from "./problem.ts";

const shortest = 16;

/** The token in a file that only its owner can read, made if there is none. */
export async function tokenIn(path: string): Promise<string> {
  try {
    return await make(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const { mode } = await stat(path);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    const found = (mode & 0o777).toString(8);
    throw new McpProblem("NO_TOKEN", `${path}: expected a token that only its owner can read, found mode ${found}`, {
      hint: `chmod 600 ${path}, and a new token if others may have read it`,
    });
  }
  return checked((await readFile(path, "utf8")).trim(), path);
}

export function checked(token: string, where: string): string {
  if (token.length >= shortest && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new McpProblem("NO_TOKEN", `${where}: expected at least ${shortest} visible ASCII characters without blanks`, {
    hint: "openssl rand -base64 32 makes one",
  });
}

/** Whether a header carries the token; as fast for a wrong one as for a right one. */
export function carries(header: string | undefined, token: string): boolean {
  const [, given = ""] = /^Bearer +(\S+)$/i.exec(header ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string) => Buffer.from(hash("sha256", text, "hex"), "hex");

async function make(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await using file = await open(path, "wx", 0o600);
  const token = randomBytes(32).toString("base64url");
  await file.writeFile(`${token}\n`);
  await file.sync();
  return token;
}
