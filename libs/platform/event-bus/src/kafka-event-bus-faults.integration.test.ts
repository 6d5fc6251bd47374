import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Admin } from '@platformatic/kafka';
import type { CallContext } from '@rapport/kernel';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EventBus, OutgoingEvent, TopicDefinition } from './event-bus.ts';
import { EventBusFailure } from './event-bus-failure.ts';
import { kafkaClientNames, type KafkaClientName } from './kafka-clients.ts';
import { Broker } from './testing/broker.ts';
import { Reader } from './testing/reader.ts';
import { keysOutOfOrder, missing, Relay } from './testing/relay.ts';
import { startProcess } from './testing/start-process.ts';

const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-event-bus-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** One client's side of a broker: a bus, with a reader and a relay on a topic of its own. */
interface Side {
  readonly client: KafkaClientName;
  readonly bus: EventBus;
  readonly reader: Reader;
  readonly relay: Relay;
}

async function startSide(broker: Broker, client: KafkaClientName): Promise<Side> {
  const { bus } = await startProcess({ client, kafkaUrl: broker.url });
  const topic = { name: `test.faults.${client}`, partitions: 12 };
  return { client, bus, reader: new Reader(bus, topic, { group: client }), relay: new Relay(context, bus, topic) };
}

/** A broker of a test's own, and each client at it. */
async function withBroker(
  isStarted: boolean,
  work: (broker: Broker, sides: readonly Side[]) => Promise<void>,
): Promise<void> {
  const broker = await Broker.prepare(folder);
  if (isStarted) {
    await broker.start();
  }
  const sides = await Promise.all(kafkaClientNames.map((client) => startSide(broker, client)));
  try {
    if (isStarted) {
      await ofEach(sides, untilMore);
    }
    await work(broker, sides);
    await ofEach(sides, expectAllOf);
  } finally {
    await broker.stop();
    await ofEach(sides, async ({ relay, bus }) => void (await Promise.all([relay.abandon(), bus.close()])));
  }
}

/** A failure names the client. */
async function ofEach(sides: readonly Side[], work: (side: Side) => Promise<void> | void): Promise<void> {
  await Promise.all(
    sides.map(async (side) => {
      try {
        await work(side);
      } catch (cause) {
        throw new Error(`over ${side.client}: ${String(cause)}`, { cause });
      }
    }),
  );
}

/** After every fault all acknowledged events have come in their order, and the same bus goes on. */
async function expectAllOf({ relay, reader }: Side): Promise<void> {
  await relay.stop();
  await vi.waitFor(() => expect(missing(relay.acknowledged, reader.values)).toEqual([]), {
    timeout: 30_000,
    interval: 50,
  });
  expect(keysOutOfOrder(reader.values)).toEqual([]);
}

async function untilMore({ reader }: Side): Promise<void> {
  const before = reader.events.length;
  await vi.waitFor(() => expect(reader.events.length).toBeGreaterThan(before + 100), {
    timeout: 30_000,
    interval: 20,
  });
}

async function killAndRestart(broker: Broker, sides: readonly Side[], awayMs: number): Promise<void> {
  await broker.kill();
  await delay(awayMs);
  await ofEach(sides, ({ bus }) => expect(bus.health().isConnected).toBe(false));
  await broker.start();
  await ofEach(sides, untilMore);
  await ofEach(sides, ({ bus }) =>
    expect(bus.health()).toMatchObject({ isConnected: true, subscriptions: [{ isRunning: true }] }),
  );
}

test.concurrent(
  'a bus waits for brokers that are away at its start, and loses nothing when a broker is killed and comes back at once, or is away for longer than a session lasts',
  { timeout: 180_000 },
  () =>
    withBroker(false, async (broker, sides) => {
      await delay(1_000);
      await ofEach(sides, ({ bus }) =>
        expect(bus.health()).toMatchObject({ isConnected: false, subscriptions: [{ isRunning: false }] }),
      );
      await broker.start();
      await ofEach(sides, untilMore);
      await killAndRestart(broker, sides, 3_000);
      await killAndRestart(broker, sides, 15_000);
    }),
);

test.concurrent(
  'publishing to a frozen broker fails in time, and no acknowledged event is lost when the broker thaws',
  { timeout: 120_000 },
  () =>
    withBroker(true, async (broker, sides) => {
      const frozenAt = performance.now();
      await broker.freeze();
      await ofEach(sides, async ({ relay }) => {
        await vi.waitFor(() => expect(relay.failures).toEqual([expect.any(EventBusFailure)]), { timeout: 15_000 });
        expect(performance.now() - frozenAt).toBeLessThan(15_000);
      });
      await delay(frozenAt + 20_000 - performance.now());
      await broker.thaw();
      await ofEach(sides, untilMore);
    }),
);

test.concurrent(
  'the events of a partition without a leader come when it has one again, and those of the others are not lost',
  { timeout: 180_000 },
  () =>
    withBroker(true, async (broker, sides) => {
      const second = await broker.prepareSecond(folder);
      await second.start();
      // This client goes on sending to the other partitions.
      const { bus: publisher } = await startProcess({ client: 'kafkajs', kafkaUrl: broker.url });
      const publish = (...events: OutgoingEvent[]): Promise<void> => publisher.publish(context, spread, events);
      try {
        await makeSpread(broker);
        const readers = new Map(sides.map(({ client, bus }) => [client, new Reader(bus, spread, { group: client })]));
        const untilRead =
          (...values: string[]) =>
          ({ client }: Side): Promise<void> =>
            vi.waitFor(() => expect(missing(values, readers.get(client)?.values ?? [])).toEqual([]), inTime);
        await publish(onFirst('a1'), onSecond('b1'));
        await ofEach(sides, untilRead('a1', 'b1'));
        await publish(onSecond('b2'));
        await second.kill();
        await untilWithoutLeader(broker);
        for (const value of ['a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9']) {
          await publish(onFirst(value));
          await delay(1_000);
        }
        await ofEach(sides, async (side) => {
          if (side.client === 'kafkajs') {
            await untilRead('a9')(side);
          } else {
            // @platformatic/kafka finds no leader where one is missing, and the bus says that it does not read.
            expect(side.bus.health().subscriptions[1]).toMatchObject({ isRunning: false });
          }
        });
        await second.start();
        await vi.waitFor(() => publish(onFirst('a10'), onSecond('b3')), inTime);
        await ofEach(sides, untilRead('a2', 'a9', 'a10', 'b2', 'b3'));
      } finally {
        await second.stop();
        await publisher.close();
      }
    }),
);

/** A topic whose second partition is the second broker's. */
const spread: TopicDefinition = { name: 'test.spread', partitions: 2 };
const inTime = { timeout: 60_000, interval: 100 };
const onFirst = (value: string): OutgoingEvent => ({ key: 'a', value });
const onSecond = (value: string): OutgoingEvent => ({ key: 'd', value });

async function asAdmin<T>({ url }: Broker, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = new Admin({ clientId: 'test-administrator', bootstrapBrokers: [new URL(url).host] });
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

async function makeSpread(broker: Broker): Promise<void> {
  const assignments = [1, 2].map((node, partition) => ({ partition, brokers: [node] }));
  await asAdmin(broker, (admin) => admin.createTopics({ topics: [spread.name], assignments }));
}

async function untilWithoutLeader(broker: Broker): Promise<void> {
  const described = (): Promise<unknown> =>
    asAdmin(broker, (admin) => admin.metadata({ topics: [spread.name], forceUpdate: true, retries: 0 }));
  await vi.waitFor(() => expect(described()).rejects.toThrow('Metadata'), inTime);
}
