import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { times } from '@rapport/config';
import { expect, test, vi } from 'vitest';
import { EventBusFailure } from './event-bus-failure.ts';
import { kafkaClientNames, type KafkaClientName } from './kafka-clients.ts';
import { Broker } from './testing/broker.ts';
import { Reader } from './testing/reader.ts';
import { keysOutOfOrder, missing, Relay } from './testing/relay.ts';
import { soon, startProcess } from './testing/test-buses.ts';

/** A broker of a test's own, with a bus that reads and publishes there. */
interface Scene {
  readonly broker: Broker;
  readonly relay: Relay;
  /** Waits until the bus says that it is away. */
  readonly untilAway: () => Promise<void>;
  /** Waits until more events have come, and the bus says that it runs. */
  readonly untilMore: () => Promise<void>;
}

/** After every fault all acknowledged events have come in their order. */
async function inScene(client: KafkaClientName, play: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-event-bus-'));
  const broker = await Broker.prepare(folder);
  const { bus } = await startProcess({ client, kafkaUrl: broker.url });
  const topic = { name: 'test.faults', partitions: 12 };
  const [reader, relay] = [new Reader(bus, topic), new Relay(bus, topic)];
  const untilHealth = (isConnected: boolean): Promise<void> =>
    vi.waitFor(
      () => expect(bus.health()).toMatchObject({ isConnected, subscriptions: [{ isRunning: isConnected }] }),
      soon,
    );
  const untilMore = async (): Promise<void> => {
    const before = reader.events.length;
    await vi.waitFor(() => expect(reader.events.length).toBeGreaterThan(before + 100), soon);
    await untilHealth(true);
  };
  try {
    await play({ broker, relay, untilAway: () => untilHealth(false), untilMore });
    await relay.stop();
    await vi.waitFor(() => expect(missing(relay.acknowledged, reader.values)).toEqual([]), soon);
    expect(keysOutOfOrder(reader.values)).toEqual([]);
  } finally {
    await broker.stop();
    await Promise.all([relay.stop(), bus.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

test.concurrent.each(kafkaClientNames)(
  'over %s a bus waits for a broker that is away at its start, and loses nothing when the broker is killed and comes back at once, or later than a session lasts',
  { timeout: 240_000 },
  (client) =>
    inScene(client, async ({ broker, untilAway, untilMore }) => {
      await untilAway();
      await broker.start();
      await untilMore();
      for (const awayMs of [0, times.kafkaSessionMs + 5_000]) {
        await broker.kill();
        await delay(awayMs);
        await broker.start();
        await untilMore();
      }
      await broker.kill();
      await untilAway();
      await broker.start();
      await untilMore();
    }),
);

test.concurrent.each(kafkaClientNames)(
  'over %s publishing to a frozen broker fails in time, and nothing is lost when the broker thaws after a while, or later than a consumer may make no progress',
  { timeout: 240_000 },
  (client) =>
    inScene(client, async ({ broker, relay, untilAway, untilMore }) => {
      await broker.start();
      for (const frozenMs of [20_000, times.kafkaStallMs + 10_000]) {
        await untilMore();
        const thawsAt = performance.now() + frozenMs;
        await broker.freeze();
        const known = relay.failures.length;
        await vi.waitFor(() => expect(relay.failures.length).toBeGreaterThan(known), { timeout: 15_000 });
        expect(relay.failures.at(-1)).toBeInstanceOf(EventBusFailure);
        await untilAway();
        await delay(thawsAt - performance.now());
        await broker.thaw();
      }
      await untilMore();
    }),
);
