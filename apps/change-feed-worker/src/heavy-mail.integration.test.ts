import { expect, test } from 'vitest';
import { sendHeavyMail } from './testing/heavy-mail.ts';

test('the largest page brings no worker down and leaves nobody in doubt, and another tenant’s changes reach their timelines meanwhile', async () => {
  const { counts, came, doubled, meanwhile } = await sendHeavyMail(100);
  expect(counts).toMatchObject({ recipientCount: 100, sentCount: 100, inDoubtCount: 0 });
  expect([came, doubled]).toEqual([100, 0]);
  expect(meanwhile.length).toBeGreaterThan(5);
}, 300_000);
