import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { times } from '@rapport/config';
import { PrivateAuthority, type IssuedCertificate } from '@rapport/local-servers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EventBus, TopicDefinition } from './event-bus.ts';
import type { KafkaAccess, KafkaLogin } from './kafka-access.ts';
import { kafkaClientNames } from './kafka-clients.ts';
import { Reader } from './testing/reader.ts';
import { login, SecureBroker } from './testing/secure-broker.ts';
import { context, newTopic, numbered, soon, TestBuses, valuesOf, type Process } from './testing/test-buses.ts';

let folder: string;
let authority: PrivateAuthority;
let stranger: PrivateAuthority;
let broker: SecureBroker;
const known = getCACertificates();
const { kafkaPublishMs } = times;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-secure-'));
  [authority, stranger] = [await PrivateAuthority.make(), await PrivateAuthority.make()];
  broker = await SecureBroker.prepare(join(folder, 'data'));
  await broker.start(await authority.issue());
  await broker.addUser();
});
afterEach(() => {
  setDefaultCACertificates(known);
  Object.assign(times, { kafkaPublishMs });
});
afterAll(async () => {
  await broker.stop();
  await Promise.all([authority.end(), stranger.end()]);
  await rm(folder, { recursive: true, force: true });
});

describe.each(kafkaClientNames)('over %s', (client) => {
  const buses = new TestBuses(client, 'kafka://unused');
  afterEach(() => buses.close());

  function processWith(access: Partial<KafkaAccess>): Promise<Process> {
    const own = { brokers: [broker.address], isEncrypted: true, login, ...access };
    return buses.another({ access: own });
  }

  async function busWith(access: Partial<KafkaAccess>): Promise<EventBus> {
    return (await processWith(access)).bus;
  }

  test.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)(
    'events go over TLS of a private authority and a login by %s, under a prefix that metrics do not have',
    async (mechanism) => {
      setDefaultCACertificates([...known, authority.certificate]);
      const bus = await busWith({ login: { ...login, mechanism }, prefix: 'one.' });
      const topic = newTopic(2);
      const reader = new Reader(bus, topic);
      await bus.publish(context, topic, numbered(20, 4));
      await vi.waitFor(() => expect(reader.values.toSorted()).toEqual(valuesOf(numbered(20, 4)).toSorted()), soon);
      expect(bus.health().subscriptions).toMatchObject([{ group: 'readers', isRunning: true }]);
      const unprefixed = await busWith({});
      const other = new Reader(unprefixed, topic);
      await unprefixed.publish(context, topic, numbered(1));
      await vi.waitFor(() => expect(other.values).toEqual(valuesOf(numbered(1))), soon);
      expect(reader.events).toHaveLength(20);
    },
  );

  test.each<[string, Partial<KafkaAccess>, boolean]>([
    ['an authority that nobody trusts', {}, false],
    ['another password', { login: { ...login, password: 'other words' } }, true],
    ['no login', { login: undefined }, true],
    ['no TLS', { isEncrypted: false }, true],
  ])('with %s nothing is published', async (_, access, isTrusted) => {
    refuseSoon();
    setDefaultCACertificates(isTrusted ? [...known, authority.certificate] : known);
    const bus = await busWith(access);
    await expect(bus.publish(context, newTopic(1), numbered(1))).rejects.toThrow();
    expect(bus.health().isConnected).toBe(false);
  });

  test('where the login may not make the topic, the failure says the command that makes it', async () => {
    refuseSoon();
    setDefaultCACertificates([...known, authority.certificate]);
    const bus = await busWith({ login: { ...login, username: 'guest' }, prefix: 'one.' });
    const topic = newTopic(3);
    await expect(bus.publish(context, topic, numbered(1))).rejects.toMatchObject({ cause: expect.any(Error) as Error });
    expect(buses.logLines.join('')).toContain(
      `kafka-topics.sh --bootstrap-server ${broker.address} --create --topic one.${topic.name} --partitions 3`,
    );
  });

  test('a login with the rights that operators are told of makes the topic, publishes and reads', async () => {
    setDefaultCACertificates([...known, authority.certificate]);
    const topic = newTopic(2);
    await broker.allow('guest', `two.${topic.name}`, 'two.readers');
    const bus = await busWith({ login: { ...login, username: 'guest' }, prefix: 'two.' });
    const reader = new Reader(bus, topic);
    await vi.waitFor(() => bus.publish(context, topic, numbered(4)), soon);
    await vi.waitFor(() => expect(reader.values).toEqual(valuesOf(numbered(4))), soon);
  });

  const certificate = (issue: () => Promise<IssuedCertificate>) => async () => broker.use(await issue());
  const late: KafkaLogin = { mechanism: 'scram-sha-512', username: `late-${client}`, password: 'words of the late' };
  test.each<[string, string, Wrong]>([
    [
      'a certificate of another authority',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      { begin: certificate(() => stranger.issue()), end: certificate(() => authority.issue()) },
    ],
    [
      'a certificate of another name',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      {
        begin: certificate(() => authority.issue({ host: 'other.example' })),
        end: certificate(() => authority.issue()),
      },
    ],
    [
      'a certificate that has run out',
      'CERT_HAS_EXPIRED',
      { begin: certificate(() => authority.issue({ days: -1 })), end: certificate(() => authority.issue()) },
    ],
    [
      'a password that the broker does not know',
      'uthentication failed',
      {
        login: late,
        begin: ({ name }) => broker.allow(late.username, name, 'readers'),
        end: () => broker.addUser(late),
      },
    ],
  ])('%s is said once, as %s, and events go on once the broker is put right', async (_, words, wrong) => {
    refuseSoon();
    setDefaultCACertificates([...known, authority.certificate]);
    const { bus, logLines, telemetry } = await processWith({ login: wrong.login ?? login });
    const topic = newTopic(1);
    await wrong.begin(topic);
    const lines = () => logLines.filter((line) => line.includes('events were not published'));
    for (let call = 1; call <= 3; call += 1) {
      await expect(bus.publish(context, topic, numbered(1))).rejects.toThrow();
    }
    expect(lines()).toEqual([expect.stringMatching(words)]);
    expect(await telemetry.metrics.text()).toMatch(/publish_failures_total\{topic="[^"]+"\} 3/);
    Object.assign(times, { kafkaPublishMs });
    const reader = new Reader(bus, topic);
    await wrong.end();
    await vi.waitFor(() => bus.publish(context, topic, numbered(1)), soon);
    await vi.waitFor(() => expect(reader.values).not.toEqual([]), soon);
  });
});

/** Something that an operator has wrong at the broker. */
interface Wrong {
  readonly login?: KafkaLogin;
  begin(topic: TopicDefinition): Promise<void>;
  end(): Promise<void>;
}

/** A call that the broker refuses is tried for so long. */
function refuseSoon(): void {
  Object.assign(times, { kafkaPublishMs: 1_000 });
}
