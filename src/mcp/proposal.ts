import type { Intent } from "../recorder/index.ts";
import type { Assessment, Document } from "../risk/index.ts";

interface Text {
  readonly name: string;
  readonly content: string;
}

/** What a client sends, as it comes out of the schema. */
export interface Asked {
  readonly command?: readonly string[] | undefined;
  readonly shell?: string | undefined;
  readonly tool?: string | undefined;
  readonly operation?: string | undefined;
  readonly documents?: readonly Text[] | undefined;
  readonly stdin?: string | undefined;
  readonly scope?: string | undefined;
  readonly findings?: readonly Text[] | undefined;
  readonly directory?: string | undefined;
}

export function proposalOf(asked: Asked, surroundings: Pick<Intent, "environment" | "elsewhere">): Intent {
  const { documents, findings, stdin, ...rest } = asked;
  const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...plain,
    ...(documents ? { documents: documents.map(documentOf) } : {}),
    ...(findings ? { findings: findings.map(documentOf) } : {}),
    ...(stdin === undefined ? {} : { stdin: documentOf({ name: "<stdin>", content: stdin }) }),
    ...surroundings,
  };
}

const documentOf = ({ name, content }: Text): Document => ({ name, bytes: Buffer.from(content) });

const mostTargets = 50;

export function shown(assessment: Assessment) {
  const { intentDigest: _, rules: __, targets, ...rest } = assessment;
  return { ...rest, targets: targets.slice(0, mostTargets) };
}
