import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { ClusterProblem } from "../problem.ts";
import type { Cluster, ClusterProvider, ClusterSpec, CreateOptions } from "../provider.ts";
import { checkSpec } from "../spec.ts";
import { type Probed, probe } from "./capabilities.ts";
import { type Connection, open } from "./connection.ts";
import { makeIdentity } from "./identity.ts";
import { type Source, selectContext } from "./kubeconfig.ts";
import { findNamespaces, makeNamespace, refsOf, removeAll, removeNamespaces, requireRights } from "./namespaces.ts";
import { refuseUnmet } from "./unmet.ts";

export interface ExistingOptions extends Source {
  /** The only context that is touched. */
  readonly context: string | undefined;
  /** Namespaces to make for a cluster; one called `airworthy-NAME` if not said. The first is home to identities. */
  readonly namespaces?: (cluster: string) => readonly string[];
  /** Allows rights on, and changes to, what lies outside our own namespaces. */
  readonly clusterScope?: boolean;
  /** Folders for the front of PATH in commands, so that kubectl is there. */
  readonly tools?: readonly string[];
}

export interface ExistingProvider extends ClusterProvider {
  /** A handle on what an earlier `create` made; disposing it leaves the namespaces alone. */
  attach(name: string, signal?: AbortSignal): Promise<Cluster>;
}

/** Part of a cluster that somebody else runs: namespaces of our own, made, labelled and removed by us. */
export function existingProvider(options: ExistingOptions): ExistingProvider {
  const clusterScope = options.clusterScope ?? false;
  const reach = (signal?: AbortSignal) => open(selectContext(options.context, options), signal);

  return {
    async create(wanted: ClusterSpec, { report, signal }: CreateOptions) {
      const spec = checkSpec(wanted);
      const step = `make namespaces in ${options.context ?? "no context"}`;
      await using undo = new AsyncDisposableStack();
      const connection = undo.use(await reach(signal));
      const { client } = connection;
      report({ step, state: "running" });
      undo.defer(() => report({ step, state: "failed" }));
      await requireRights(client, signal);
      if ((await findNamespaces(client, spec.name, signal)).length > 0) {
        throw new ClusterProblem("NAME_IN_USE", `cluster ${spec.name}: exists already in this context`, {
          hint: `choose another name, or run: airworthy cluster down ${spec.name}`,
        });
      }
      const probed = await probe(client, { clusterScope }, signal);
      await refuseUnmet(client, spec, probed, signal);

      const names = options.namespaces?.(spec.name) ?? [`airworthy-${spec.name}`];
      const made: string[] = [];
      undo.defer(() => removeNamespaces(client, made));
      for (const name of names) {
        await makeNamespace(client, name, spec, signal, () => made.push(name));
      }
      undo.move();
      report({ step, state: "done", note: names.join(", ") });
      return handle(connection, spec.name, names, probed, () => removeAll(client, spec.name));
    },

    async attach(name, signal) {
      const connection = await reach(signal);
      const owned = await findNamespaces(connection.client, name, signal);
      if (owned.length === 0) {
        connection[Symbol.dispose]();
        throw new ClusterProblem("NO_SUCH_CLUSTER", `cluster ${name}: no namespace in this context carries its label`);
      }
      const probed = await probe(connection.client, { clusterScope }, signal);
      const names = owned.map((namespace) => namespace.metadata.name);
      return handle(connection, name, names, probed, async () => {});
    },

    async list() {
      using connection = await reach();
      return refsOf(await findNamespaces(connection.client));
    },

    async destroy(name) {
      using connection = await reach();
      await removeAll(connection.client, name);
    },
  };

  function handle(
    connection: Connection,
    name: string,
    names: readonly string[],
    probed: Probed,
    destroy: () => Promise<void>,
  ): Cluster {
    const home = names[0] ?? name;
    const kubeconfig = connection.kubeconfig(connection.user, home);
    let folder: string | undefined;
    // Only for whoever runs a program: a command that just makes the cluster must leave no credentials on disk.
    const adminFile = () => {
      const fresh = folder === undefined;
      folder ??= mkdtempSync(join(tmpdir(), "airworthy-kubeconfig-"));
      const file = join(folder, "admin.kubeconfig");
      if (fresh) writeFileSync(file, kubeconfig, { mode: 0o600 });
      return file;
    };
    return {
      name,
      provider: "existing",
      ...probed,
      client: connection.client,
      namespaces: names,
      kubeconfig,
      apiSocket: undefined,
      auditLog: undefined,
      async identify(request, signal) {
        const grounds = { client: connection.client, cluster: name, namespaces: names, home, clusterScope };
        const { user, token } = await makeIdentity(grounds, request, signal);
        return { user, kubeconfig: connection.kubeconfig({ token }, home) };
      },
      command(program, args, kubeconfigPath) {
        const path = [...(options.tools ?? []), process.env.PATH ?? ""].join(delimiter);
        return { file: program, args, env: { ...process.env, PATH: path, KUBECONFIG: kubeconfigPath ?? adminFile() } };
      },
      async [Symbol.asyncDispose]() {
        if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
        try {
          await destroy();
        } finally {
          connection[Symbol.dispose]();
        }
      },
    };
  }
}
