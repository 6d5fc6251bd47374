import { StaleView } from '@rapport/records';
import { expect, test } from 'vitest';
import { underFreshView } from './fresh-view.ts';
import type { PublicContext } from './guards.ts';

test('a read under a state that stays older than the cell is answered as unavailable', async () => {
  const context = { refresh: () => Promise.resolve(context) } as PublicContext;
  const read = underFreshView(context, () => Promise.reject(new StaleView()));
  await expect(read).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '5' } });
});

test('a read goes on once the state is as new as the cell', async () => {
  let attempts = 0;
  const context = { refresh: () => Promise.resolve(context) } as PublicContext;
  const read = underFreshView(context, async () => {
    attempts += 1;
    return attempts < 4 ? Promise.reject(new StaleView()) : 'a page';
  });
  expect(await read).toBe('a page');
});
