import { expect, test } from 'vitest';
import { Failure } from '../../api/failure.ts';
import { Once } from './once.ts';

type Outcome = 'made' | 'lost on its way' | 'made, answer lost' | 'refused';

/** Keeps what it made by key, as the platform does. */
function platform(outcomes: Outcome[]) {
  const made = new Map<string, string>();
  const once = new Once(async (body: string, key: string) => {
    const known = made.get(key);
    const outcome = outcomes.shift() ?? 'made';
    if (outcome === 'lost on its way') {
      throw new Failure(0, undefined);
    }
    if (known !== undefined && known !== body) {
      throw new Failure(409, { errorCode: 'idempotency_key_reused' });
    }
    if (outcome === 'refused') {
      throw new Failure(400, { errorCode: 'validation_failed' });
    }
    made.set(key, body);
    if (outcome === 'made, answer lost') {
      throw new Failure(503, undefined);
    }
    return key;
  });
  const press = (body: string) => once.send(body).catch((error: unknown) => error);
  return { made, press };
}

test.each<[string, Outcome[], string[], string[]]>([
  ['a repetition after a lost answer makes nothing more', ['made, answer lost'], ['a', 'a'], ['a']],
  ['a repetition after a lost request makes it', ['lost on its way'], ['a', 'a'], ['a']],
  ['a body that was corrected after a refusal is made', ['refused'], ['a', 'b'], ['b']],
  ['another body after a lost answer brings the first one again', ['made, answer lost'], ['a', 'b'], ['a']],
  ['another body after a lost request settles the first one', ['lost on its way'], ['a', 'b'], ['a']],
  ['another body is made where the first one is refused in the end', ['lost on its way', 'refused'], ['a', 'b'], ['b']],
  ['while no answer comes, nothing else is begun', Array(4).fill('lost on its way'), ['a', 'b', 'c', 'a'], []],
  ['a body after an answer is a new one', [], ['a', 'a'], ['a', 'a']],
])('%s', async (_, outcomes, pressed, expected) => {
  const { made, press } = platform(outcomes);
  for (const body of pressed) {
    await press(body);
  }
  expect([...made.values()]).toEqual(expected);
});

test('the answer says which body took effect', async () => {
  const { press } = platform(['made, answer lost']);
  await press('a');
  expect(await press('b')).toMatchObject({ body: 'a' });
});
