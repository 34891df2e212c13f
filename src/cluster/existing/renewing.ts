import { ApiProblem, type Client } from "../../kubernetes/index.ts";

/**
 * A client whose credentials expire while it is used: tokens of cloud plugins last minutes. At the first refusal it is
 * made anew, once for all calls that were refused, and each of them is repeated; the server did none of them.
 */
export function renewing(first: Client, renew: () => Promise<Client>): Client {
  // Old ones stay open to the end: calls that were not refused may still be under way on them.
  const clients = [first];
  let renewal: Promise<Client> | undefined;
  const renewed = (): Promise<Client> => {
    renewal ??= renew()
      .then((client) => {
        clients.unshift(client);
        return client;
      })
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };
  const call = async <T>(use: (client: Client) => Promise<T>): Promise<T> => {
    const used = clients[0] ?? first;
    try {
      return await use(used);
    } catch (thrown) {
      if (!(thrown instanceof ApiProblem) || thrown.status !== 401) throw thrown;
      const newest = clients[0] ?? first;
      return await use(newest === used ? await renewed() : newest);
    }
  };
  return {
    request: (method, path, options) => call((client) => client.request(method, path, options)),
    get: (path, signal) => call((client) => client.get(path, signal)),
    find: (path, signal) => call((client) => client.find(path, signal)),
    list: (path, signal) => call((client) => client.list(path, signal)),
    apply: (path, object, signal) => call((client) => client.apply(path, object, signal)),
    create: (path, object, signal) => call((client) => client.create(path, object, signal)),
    remove: (path, signal) => call((client) => client.remove(path, signal)),
    stream: (path, signal) => call((client) => client.stream(path, signal)),
    upgrade: (path, headers, signal) => call((client) => client.upgrade(path, headers, signal)),
    [Symbol.dispose]: () => {
      for (const client of clients) client[Symbol.dispose]();
    },
  };
}
