import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HashQueue, HashQueueFull, type Hasher } from './hash-queue.ts';

/** Hashes that go on until they are told to end, and the order in which they began. */
class Work {
  readonly queue = new HashQueue();
  readonly began: string[] = [];
  readonly #running: (() => void)[] = [];

  /** Whether it runs or waits; false where it found no place. */
  async begin(name: string, hasher: Hasher): Promise<boolean> {
    const done = this.queue.inTurn(hasher, async () => {
      this.began.push(name);
      const ended = Promise.withResolvers<void>();
      this.#running.push(ended.resolve);
      await ended.promise;
    });
    const refused = done.then(
      () => undefined,
      (error: unknown) => error,
    );
    const outcome = await Promise.race([refused, nextTurn('under way')]);
    if (outcome instanceof HashQueueFull) {
      expect(outcome).toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '1' } });
      return false;
    }
    return true;
  }

  /** The taken ones of so many, each of another person. */
  async beginMany(count: number, address: string): Promise<number> {
    let taken = 0;
    for (let person = 0; person < count; person += 1) {
      taken += Number(await this.begin(address, of(address, `${address}-${person}`)));
    }
    return taken;
  }

  async end(): Promise<void> {
    this.#running.shift()?.();
    await nextTurn();
  }
}

test('two hashes run at a time, and one that is done gives its place to the next', async () => {
  const work = new Work();
  expect(await work.beginMany(3, 'a')).toBe(3);
  expect([work.began.length, work.queue.waiting]).toEqual([2, 1]);
  await work.end();
  expect([work.began.length, work.queue.waiting]).toEqual([3, 0]);
});

test('four hashes of an address wait, two of a person, and a hash that was done makes room', async () => {
  const work = new Work();
  expect(await work.beginMany(40, 'a')).toBe(6);
  await work.end();
  expect(await work.beginMany(40, 'a')).toBe(1);
  const taken = [];
  for (const [address, email] of [...['b', 'c', 'd'].map((one) => [one, 'Person']), ['e', 'pERSON']] as const) {
    taken.push(await work.begin(address ?? '', of(address ?? '', email ?? '')));
  }
  expect(taken).toEqual([true, true, false, false]);
  expect(() => work.queue.requireRoom(of('e', 'another'))).not.toThrow();
  expect(() => work.queue.requireRoom(of('e', 'person'))).toThrow(HashQueueFull);
  expect(() => work.queue.requireRoom(of('a', 'another'))).toThrow(HashQueueFull);
});

test('another address waits for one hash of each address before it, however many those need', async () => {
  const work = new Work();
  await work.beginMany(40, 'a');
  await work.beginMany(40, 'b');
  await work.begin('bystander', of('c', 'bystander'));
  for (let done = 0; done < 6; done += 1) {
    await work.end();
    await work.beginMany(40, 'a');
  }
  expect(work.began.slice(2)).toEqual(['a', 'b', 'bystander', 'a', 'b', 'a']);
});

test('sixty-four hashes wait in all; operators have a turn like an address, and no bound but that', async () => {
  const work = new Work();
  await work.beginMany(3, 'a');
  for (let made = 0; made < 60; made += 1) {
    expect(await work.begin('operators', 'operators')).toBe(true);
  }
  expect(await work.beginMany(40, 'b')).toBe(3);
  expect(work.queue.waiting).toBe(64);
  expect(await work.begin('operators', 'operators')).toBe(false);
  for (let done = 0; done < 4; done += 1) {
    await work.end();
  }
  expect(work.began.slice(2)).toEqual(['a', 'operators', 'b', 'operators']);
});

test('a hash that fails leaves its place to the next', async () => {
  const queue = new HashQueue();
  const all = Array.from({ length: 4 }, (_, person) =>
    queue.inTurn(of('a', `${person}`), () => Promise.reject(new Error('no memory'))),
  );
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(await queue.inTurn(of('a', 'x'), async () => 'done')).toBe('done');
});

function of(address: string, person: string): Hasher {
  return { address, email: `${person}@example.test` };
}
