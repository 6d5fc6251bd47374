import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallContext } from '@rapport/kernel';
import { freePorts, startKafka, type LocalServer } from '@rapport/local-servers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EventBus, TopicDefinition } from './event-bus.ts';
import { EventBusFailure } from './event-bus-failure.ts';
import { kafkaClientNames, type KafkaClientName } from './kafka-clients.ts';
import { Reader } from './testing/reader.ts';
import { keysOutOfOrder, missing, Relay } from './testing/relay.ts';
import { startProcess } from './testing/start-process.ts';

const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const topic: TopicDefinition = { name: 'test.faults', partitions: 12 };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-event-bus-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A broker of a test's own, which may die and come back at the same place. */
class Broker {
  readonly url: string;
  readonly #start: () => Promise<LocalServer>;
  #server: LocalServer | undefined;

  private constructor(url: string, start: () => Promise<LocalServer>) {
    this.url = url;
    this.#start = start;
  }

  static async prepare(): Promise<Broker> {
    const [client = 0, controller = 0] = await freePorts(2);
    const dataDir = join(folder, String(client));
    return new Broker(`kafka://127.0.0.1:${client}`, () => startKafka({ dataDir, ports: { client, controller } }));
  }

  async start(): Promise<void> {
    this.#server = await this.#start();
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#server?.exited;
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.#server?.pid ?? 0, signal);
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }
}

/** After every fault all acknowledged events have come in their order, and the same bus goes on. */
async function expectAllOf(relay: Relay, reader: Reader): Promise<void> {
  await relay.stop();
  await vi.waitFor(() => expect(missing(relay.acknowledged, reader.values)).toEqual([]), {
    timeout: 30_000,
    interval: 50,
  });
  expect(keysOutOfOrder(reader.values)).toEqual([]);
}

async function untilMore(count: () => number): Promise<void> {
  const before = count();
  await vi.waitFor(() => expect(count()).toBeGreaterThan(before + 100), { timeout: 30_000, interval: 20 });
}

/** A broker, a reader and a relay of a test's own. */
async function withBroker(
  client: KafkaClientName,
  isStarted: boolean,
  work: (broker: Broker, bus: EventBus, reader: Reader, relay: Relay) => Promise<void>,
): Promise<void> {
  const broker = await Broker.prepare();
  if (isStarted) {
    await broker.start();
  }
  const { bus } = await startProcess({ client, kafkaUrl: broker.url });
  const reader = new Reader(bus, topic);
  const relay = new Relay(context, bus, topic);
  try {
    if (isStarted) {
      await untilMore(() => reader.events.length);
    }
    await work(broker, bus, reader, relay);
    await expectAllOf(relay, reader);
  } finally {
    await broker.stop();
    await Promise.all([relay.abandon(), bus.close()]);
  }
}

async function killAndRestart(broker: Broker, bus: EventBus, reader: Reader, awayMs: number): Promise<void> {
  await broker.kill();
  await delay(awayMs);
  expect(bus.health().isConnected).toBe(false);
  await broker.start();
  await untilMore(() => reader.events.length);
  expect(bus.health()).toMatchObject({ isConnected: true, subscriptions: [{ isRunning: true }] });
}

describe.each(kafkaClientNames)('over %s', (client) => {
  test.concurrent(
    'a bus waits for brokers that are away at its start, and loses nothing when a broker is killed and comes back at once',
    { timeout: 120_000 },
    () =>
      withBroker(client, false, async (broker, bus, reader) => {
        await delay(1_000);
        expect(bus.health()).toMatchObject({ isConnected: false, subscriptions: [{ isRunning: false }] });
        await broker.start();
        await untilMore(() => reader.events.length);
        await killAndRestart(broker, bus, reader, 3_000);
      }),
  );

  test.concurrent(
    'no acknowledged event is lost when a broker is killed and away for longer than a session lasts',
    { timeout: 120_000 },
    () => withBroker(client, true, (broker, bus, reader) => killAndRestart(broker, bus, reader, 15_000)),
  );

  test.concurrent(
    'publishing to a frozen broker fails in time, and no acknowledged event is lost when the broker thaws',
    { timeout: 120_000 },
    () =>
      withBroker(client, true, async (broker, _bus, reader, relay) => {
        const frozenAt = performance.now();
        broker.signal('SIGSTOP');
        await vi.waitFor(() => expect(relay.failures).toEqual([expect.any(EventBusFailure)]), { timeout: 15_000 });
        expect(performance.now() - frozenAt).toBeLessThan(15_000);
        await delay(frozenAt + 20_000 - performance.now());
        broker.signal('SIGCONT');
        await untilMore(() => reader.events.length);
      }),
  );
});
