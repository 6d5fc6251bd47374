import { setTimeout as delay } from 'node:timers/promises';
import type { Broker, Cluster, Kafka, Logger } from 'kafkajs';
import { retryMs, type KafkaConnection } from '../brokers/kafka-client.ts';
import { EventBusFailure } from '../event-bus-failure.ts';
import { groupAssigner } from './group-assigner.ts';
import { kafkaOf } from './kafkajs-instance.ts';
import {
  metadataKey,
  metadataRequest,
  metadataVersion,
  type LocatedTopic,
  type BrokerAddress,
  type WireRequest,
} from './metadata-request.ts';

/** A broker as kafkajs has it. Its published type lacks these members, so no other file names them. */
interface OpenBroker extends Broker {
  readonly versions: Readonly<Record<number, { readonly maxVersion: number } | undefined>>;
  readonly connectionPool: { send<T>(request: WireRequest<T>): Promise<T> };
  findGroupCoordinator(options: {
    groupId: string;
    coordinatorType: number;
  }): Promise<{ readonly coordinator: BrokerAddress }>;
  createTopics(options: { topics: readonly object[] }): Promise<unknown>;
  leaveGroup(options: { groupId: string; memberId: string }): Promise<unknown>;
  listOffsets(options: {
    isolationLevel: number;
    topics: readonly { topic: string; partitions: readonly { partition: number; timestamp: number }[] }[];
  }): Promise<{ responses: { partitions: { partition: number; offset: string }[] }[] }>;
}

interface OpenCluster extends Cluster {
  readonly connectionPoolBuilder: { build(address: BrokerAddress): Promise<unknown> };
  readonly brokerPool: { createBroker(options: { connectionPool: unknown; logger: Logger }): OpenBroker };
}

/**
 * Connections of kafkajs for requests that its consumer and its administrator do not make as the bus needs them: for one
 * topic by its name, for events of some partitions, in the name of another member.
 */
export class KafkaJsBrokers {
  readonly #connection: KafkaConnection;
  readonly #kafka: Kafka;
  readonly #cluster: OpenCluster;
  readonly #brokers = new Map<string, Promise<OpenBroker>>();
  #isClosed = false;

  constructor(connection: KafkaConnection) {
    this.#connection = connection;
    this.#kafka = kafkaOf(connection);
    this.#cluster = clusterOf(this.#kafka);
  }

  /** The broker at this address, with a connection. */
  async at({ host, port }: BrokerAddress): Promise<OpenBroker> {
    if (this.#isClosed) {
      throw new EventBusFailure('The connections to the brokers are closed.');
    }
    const address = `${host}:${port}`;
    const made = this.#brokers.get(address) ?? this.#make({ host, port });
    this.#brokers.set(address, made);
    const broker = await made;
    await broker.connect();
    if (this.#isClosed) {
      broker.disconnect().catch(() => undefined);
    }
    return broker;
  }

  /** The first of the given brokers that can be reached. */
  async any(): Promise<OpenBroker> {
    const failures: unknown[] = [];
    for (const address of this.#connection.brokers) {
      const [host = '', port] = address.split(':');
      try {
        return await this.at({ host, port: Number(port) });
      } catch (error) {
        failures.push(error);
      }
    }
    throw new AggregateError(failures, 'No broker can be reached.');
  }

  /** The topic as this broker knows it, or any of them where none is given. */
  async describe(topic: string, asked?: OpenBroker): Promise<LocatedTopic | undefined> {
    const broker = asked ?? (await this.any());
    if ((broker.versions[metadataKey]?.maxVersion ?? 0) < metadataVersion) {
      throw new EventBusFailure(
        'The brokers do not tell the ids of topics, so a topic that was made again looks the same.',
      );
    }
    return broker.connectionPool.send(metadataRequest(topic));
  }

  async coordinator(group: string): Promise<OpenBroker> {
    const { coordinator } = await (await this.any()).findGroupCoordinator({ groupId: group, coordinatorType: 0 });
    return this.at(coordinator);
  }

  /** Waits for none of its brokers: a frozen one closes when it thaws. */
  close(): void {
    this.#isClosed = true;
    for (const made of this.#brokers.values()) {
      made.then((broker) => broker.disconnect()).catch(() => undefined);
    }
  }

  async #make(address: BrokerAddress): Promise<OpenBroker> {
    const connectionPool = await this.#cluster.connectionPoolBuilder.build(address);
    return this.#cluster.brokerPool.createBroker({ connectionPool, logger: this.#kafka.logger() });
  }
}

/** Tries again for a moment where the brokers say that it will be different soon, as while a group is loaded. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isPassing = error instanceof Error && 'retriable' in error && error.retriable === true;
      if (!isPassing || attempt === attemptsMax) {
        throw error;
      }
    }
    await delay(retryMs);
  }
}

const attemptsMax = 12;

/** kafkajs gives its cluster to the part that deals out partitions, and makes that part together with a consumer. */
function clusterOf(kafka: Kafka): OpenCluster {
  let found: Cluster | undefined;
  kafka.consumer({
    groupId: 'none',
    partitionAssigners: [
      ({ cluster }) => {
        found = cluster;
        return groupAssigner(cluster);
      },
    ],
  });
  return found as OpenCluster;
}
