import { runProgram } from './run-program.ts';
import type { Cluster } from './cluster.ts';

interface NodeObject {
  readonly status: { readonly addresses: readonly { readonly type: string; readonly address: string }[] };
}

/** A place from which callers reach a node as the world does, each with an address of its own. */
export class Outside {
  readonly #cluster: Cluster;
  readonly #prefix: readonly [string, ...string[]];
  /** The address of a node. */
  readonly node: string;
  /** Addresses from which callers may ask, three at least. */
  readonly addresses: readonly string[];

  private constructor(
    cluster: Cluster,
    prefix: readonly [string, ...string[]],
    places: Pick<Outside, 'node' | 'addresses'>,
  ) {
    this.#cluster = cluster;
    this.#prefix = prefix;
    this.node = places.node;
    this.addresses = places.addresses;
  }

  static async of(cluster: Cluster, prefix: readonly [string, ...string[]]): Promise<Outside> {
    const nodes = await cluster.list<NodeObject>('nodes');
    const node = nodes.flatMap(({ status }) => status.addresses).find(({ type }) => type === 'InternalIP');
    const [command, ...words] = prefix;
    const text = await runProgram(command, [...words, process.execPath, '--print', ownAddresses], cluster);
    const addresses = JSON.parse(text) as string[];
    if (node === undefined || addresses.length < 3) {
      throw new Error(
        `Three callers ask a node, and ${prefix.join(' ')} has these addresses: ${addresses.join(', ')}.`,
      );
    }
    return new Outside(cluster, prefix, { node: node.address, addresses });
  }

  /** The output of a program of Node that runs there. */
  run(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> {
    const [command, ...before] = this.#prefix;
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    return runProgram(command, [...before, 'env', ...variables, process.execPath, ...words], this.#cluster);
  }
}

const ownAddresses = `JSON.stringify(
  Object.values(os.networkInterfaces()).flat()
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address))`;
