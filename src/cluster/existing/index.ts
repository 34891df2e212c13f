export { type ExistingOptions, type ExistingProvider, existingProvider } from "./provider.ts";
export { clientFor } from "./reach.ts";
