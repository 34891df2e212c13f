export { kindsOfSecrets } from "./finding.ts";
export { createRedactor, type Document, type Redaction, type Redactor } from "./redactor.ts";
