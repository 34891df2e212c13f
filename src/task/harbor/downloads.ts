import type { Refusal } from "./model.ts";

const installs =
  /(?:^|[\s;&|(])(?:apt-get|apt|apk|pip3?|npm|yarn|uv|cargo|gem|go)\s+(?:-\S+\s+)*(?:install|add|pip|tool|i|ci)\b|(?:^|[\s;&|(])uvx\s/;
const fetches = /\b(?:curl|wget|git\s+clone)\b.*?\bhttps?:\/\/([\w.-]+)/;

/** Lines of scripts that want something from the internet, which a trial does not have. */
export function downloads(files: ReadonlyMap<string, Uint8Array>): Refusal[] {
  return [...files].flatMap(([file, bytes]) => {
    const text = Buffer.from(bytes).toString("utf8");
    if (!isScript(file, text)) return [];
    return text.split("\n").flatMap((line, at): Refusal[] => {
      if (/^\s*#/.test(line)) return [];
      const host = fetches.exec(line)?.[1];
      if (!installs.test(line) && !(host !== undefined && isOutside(host))) return [];
      return [
        { file, line: at + 1, what: `"${line.trim().slice(0, 80)}" needs the internet, which a trial does not have` },
      ];
    });
  });
}

function isScript(file: string, text: string): boolean {
  return (
    /^(tests|solution|steps)\/|^environment\/.*scripts?\//.test(file) && (/\.sh$/.test(file) || text.startsWith("#!"))
  );
}

/** Names without a dot, addresses and names of the cluster are within reach. */
function isOutside(host: string): boolean {
  return (
    host.includes(".") &&
    !/^[\d.]+$/.test(host) &&
    !/\.(svc|local|localhost|internal|test|example)$|\.svc\./.test(host) &&
    !/^localhost\b/.test(host)
  );
}
