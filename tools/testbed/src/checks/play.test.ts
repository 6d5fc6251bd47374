import { expect, test } from 'vitest';
import { named, playAll, simplyPassed as passed, type Play, type Stoppable } from './play.ts';

test('plays share what one start has made, which has stopped before the next start', async () => {
  const events: string[] = [];
  const startOf = (name: string) => (): Promise<Stoppable> => {
    events.push(`start ${name}`);
    return Promise.resolve({ stop: () => Promise.resolve(void events.push(`stop ${name}`)) });
  };
  const [one, other] = [startOf('one'), startOf('other')];
  const plays = [one, one, other].map((start) => playWith({ start, run: () => Promise.resolve(passed) }));
  await playAll(plays, () => undefined);
  expect(events).toEqual(['start one', 'stop one', 'start other', 'stop other']);
});

test('a play that breaks off has failed, and the others are played', async () => {
  const plays = [
    playWith({ run: () => Promise.reject(new Error('out of order')) }),
    playWith({ run: () => Promise.resolve({ ...passed, verdict: 'skipped' }) }),
    playWith({ run: () => Promise.resolve() }),
  ];
  const said: string[] = [];
  const outcome = await playAll(plays, (line) => said.push(line));
  expect(outcome).toMatchObject({ text: '1 passed, 1 failed, 1 skipped', exitCode: 1 });
  expect(said.join('\n')).toContain('it broke off: Error: out of order');
});

test('a start that failed is not tried again for the plays that share it', async () => {
  let starts = 0;
  const start = (): Promise<Stoppable> => {
    starts += 1;
    return Promise.reject(new Error('no room'));
  };
  const plays = [playWith({ start }), playWith({ start })];
  expect(await playAll(plays, () => undefined)).toMatchObject({ text: '0 passed, 2 failed, 0 skipped' });
  expect(starts).toBe(1);
});

test('plays are chosen by words in their names, and a word that none has is a wrong use', () => {
  const plays = ['lock', 'without lock', 'outbox'].map((name) => playWith({ name }));
  const chosen = (only?: string): string[] => named(only, plays).map(({ name }) => name);
  expect(chosen()).toHaveLength(3);
  expect(chosen('lock,nothing')).toEqual(['lock', 'without lock']);
  expect(() => chosen('nothing')).toThrow('--only is a list of words');
});

function playWith(more: Partial<Play<Stoppable>>): Play<Stoppable> {
  const start = (): Promise<Stoppable> => Promise.resolve({ stop: () => Promise.resolve() });
  return { name: 'a play', title: 'A play', start, run: () => Promise.resolve(passed), ...more };
}
