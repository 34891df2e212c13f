import { localProvider } from "../../src/cluster/index.ts";
import { clusterContract } from "./contract.ts";
import { leftovers } from "./leftovers.ts";

clusterContract("local", () => localProvider(), { leftovers });
