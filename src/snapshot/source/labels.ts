/**
 * Files that hold the answer, or say how the incident was made. They are read for scoring only: never indexed, never
 * staged, not part of the digest. Rather one file too many than one too few.
 */
export function isLabel(path: string): boolean {
  const name = path.split("/").at(-1) ?? "";
  return (
    /^ground[_-]?truth.*\.(ya?ml|json)$/i.test(name) ||
    /^(scenario|assertion|status|fault|injection|handover|handback)\.(ya?ml|json)$/i.test(name) ||
    /^(data|labels?|answers?)\.jsonl?$/i.test(name) ||
    /^(agent_output|agent_response|judge_output)\.json$/i.test(name) ||
    /(^|\/)truth\//i.test(path) ||
    /^truth\.(ya?ml|json)$/i.test(name)
  );
}
