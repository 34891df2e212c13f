import type { Journey } from "../../applications/index.ts";
import { words } from "./shell.ts";

/** What all scripts of an exported task share: how a call is made from a pod, and how a job is tried. */
export const library = `pod_at() {
  kubectl -n "$1" get pods -l "$2" --field-selector=status.phase=Running -o jsonpath='{.items[0].metadata.name}'
}

# call NAMESPACE SELECTOR WORDS…: the answer, and its status in the last line
call() {
  namespace=$1 selector=$2
  shift 2
  pod=$(pod_at "$namespace" "$selector") || return 99
  [ -n "$pod" ] || return 99
  kubectl -n "$namespace" exec "$pod" -- curl -sS -m 3 -w '\\n%{http_code}' "$@" 2>&1
}

# answers STATUS NAMESPACE SELECTOR WORDS…: whether it is answered so
answers() {
  status=$1
  shift
  answer=$(call "$@") || { echo "no answer: $answer"; return 1; }
  [ "$(printf '%s\\n' "$answer" | tail -n 1)" = "$status" ] || { echo "expected $status, found: $answer"; return 1; }
}

has() {
  case $answer in *"$1"*) ;; *) echo "expected $1, found: $answer"; return 1 ;; esac
}

# blocked NAMESPACE SELECTOR WORDS…: whether nobody is reached
blocked() {
  code=0
  call "$@" > /dev/null || code=$?
  case $code in 5 | 6 | 7 | 28) ;; *) echo "expected no connection, found curl's code $code"; return 1 ;; esac
}

# works NAMESPACE CRONJOB: does its work once, now
works() {
  job="$2-check-$$-$(date +%s)"
  kubectl -n "$1" create job --from="cronjob/$2" "$job" > /dev/null || return 1
  well=$(kubectl -n "$1" wait "job/$job" --for=condition=Complete --timeout=25s 2>&1) || well=
  kubectl -n "$1" delete job "$job" --wait=false > /dev/null
  [ -n "$well" ] || { echo "$2 did not do its work"; return 1; }
}
`;

/** A function for sh that is true when the journey goes as it should. */
export function journeyFunction(name: string, journey: Journey): string {
  return `# ${journey.name}\n${name}() {\n  ${steps(journey).join(" &&\n    ")}\n}\n`;
}

function steps({ from, url, method, body, at, trust, expect, job }: Journey): string[] {
  if (job !== undefined) return [words("works", from.namespace, job)];
  const selector = Object.entries(from.labels).map((pair) => pair.join("="));
  const given = [
    ...["-X", method, ...(body === undefined ? [] : ["--data-binary", body])],
    ...(at === undefined ? [] : ["--connect-to", `::${at}`]),
    ...(trust === undefined ? [] : ["--cacert", trust]),
    url,
  ];
  const place = [from.namespace, selector.join(",")];
  if (expect === "blocked") return [words("blocked", ...place, ...given)];
  const texts = [expect.contains ?? []].flat();
  return [words("answers", String(expect.status), ...place, ...given), ...texts.map((text) => words("has", text))];
}
