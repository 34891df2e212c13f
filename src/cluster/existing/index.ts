export { type ExistingOptions, type ExistingProvider, existingProvider } from "./provider.ts";
