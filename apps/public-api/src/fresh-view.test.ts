import type { PublicContext } from './guards.ts';
import { StaleView } from '@rapport/records';
import { expect, test } from 'vitest';
import { underFreshView } from './fresh-view.ts';

test('a state that stays older than the cell is unavailable, not a fault', async () => {
  const context = { refresh: () => Promise.resolve(context) } as PublicContext;
  const read = underFreshView(context, () => Promise.reject(new StaleView()));
  await expect(read).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '5' } });
});

test('one that is as new as the cell after a while is read under', async () => {
  let turns = 0;
  const context = { refresh: () => Promise.resolve(context) } as PublicContext;
  const read = underFreshView(context, async () => {
    turns += 1;
    return turns < 4 ? Promise.reject(new StaleView()) : 'a page';
  });
  expect(await read).toBe('a page');
});
