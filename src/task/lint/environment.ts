import { parseAllDocuments } from "yaml";
import type { LintFinding } from "./finding.ts";

const writing = new Set(["create", "update", "patch", "delete", "deletecollection", "*"]);

/** Images without a version, and rights that name the one object to change, in everything below environment/. */
export function environmentFindings(files: ReadonlyMap<string, Uint8Array>): LintFinding[] {
  return [...files].flatMap(([file, bytes]) => {
    if (!file.startsWith("environment/")) return [];
    const text = Buffer.from(bytes).toString("utf8");
    if (/(^|\/)Dockerfile[^/]*$/.test(file)) return unpinned(file, text, /^FROM\s+(?:--\S+\s+)*(\S+)/i);
    if (!/\.ya?ml$/.test(file)) return [];
    return [
      ...unpinned(file, text, /^\s*(?:-\s*|\{\s*)?(?:.*[{,]\s*)?image:\s*["']?([^\s"',}]+)/),
      ...pointing(file, text),
    ];
  });
}

function unpinned(file: string, text: string, image: RegExp): LintFinding[] {
  const stages = new Set([...text.matchAll(/^FROM\s.*\sAS\s+(\S+)/gim)].map(([, name]) => name));
  return text.split("\n").flatMap((line, at): LintFinding[] => {
    const [, name] = image.exec(line) ?? [];
    if (name === undefined || isPinned(name) || stages.has(name)) return [];
    const what = `${name}: expected a version or digest, found none`;
    return [{ rule: "image-unpinned", file, line: at + 1, what, how: "what it is today it need not be tomorrow" }];
  });
}

/** Our own images are built with the harness and have its version. */
function isPinned(name: string): boolean {
  if (name.startsWith("airworthy.local/") || name.includes("$") || name === "scratch") return true;
  return /@sha256:/.test(name) || /:(?!latest$)[^/]+$/.test(name);
}

function pointing(file: string, text: string): LintFinding[] {
  const documents = parseAllDocuments(text);
  return (Array.isArray(documents) ? documents : []).flatMap((document): LintFinding[] => {
    if (document.errors.length > 0) return [];
    const object = document.toJS();
    if (!/^(Cluster)?Role$/.test(object?.kind ?? "") || !Array.isArray(object.rules)) return [];
    return object.rules.flatMap((rule: { verbs?: string[]; resourceNames?: string[] }): LintFinding[] => {
      const names = rule?.resourceNames ?? [];
      if (names.length === 0 || !rule.verbs?.some((verb) => writing.has(verb))) return [];
      const what = `${object.kind} ${object.metadata?.name} lets somebody change ${names.join(", ")} and nothing else`;
      const line = text.slice(0, document.range[0]).split("\n").length;
      return [{ rule: "rights-point", file, line, what, how: "grant the kind, so that rights do not name the answer" }];
    });
  });
}
