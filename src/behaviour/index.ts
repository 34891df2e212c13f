export { type Conduct, conductOf } from "./conduct.ts";
export { type Coverage, coverageOf } from "./coverage.ts";
export { type Failure, type FailureKind, failureKinds, failuresOf } from "./failures/index.ts";
export { type Call, type CallClass, storyOf } from "./story.ts";
