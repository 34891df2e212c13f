export { type Facts, objects, type Profile } from "./objects.ts";
export { kwokArguments, kwokConfiguration, simulatedNode } from "./simulated.ts";
