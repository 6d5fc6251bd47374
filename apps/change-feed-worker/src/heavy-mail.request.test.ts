import { expect, test } from 'vitest';
import { sendHeavyMail } from './testing/heavy-mail.ts';

test('the largest page to a thousand hardly delays another tenant’s changes on their way to timelines', async () => {
  const { counts, doubled, before, meanwhile } = await sendHeavyMail(1_000);
  expect(counts).toMatchObject({ recipientCount: 1_000, sentCount: 1_000, inDoubtCount: 0 });
  expect(doubled).toBe(0);
  const [quiet, busy] = [before, meanwhile].map(
    (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0,
  );
  process.stdout.write(`p95 of a change on its way to its timeline: ${quiet} ms before, ${busy} ms meanwhile\n`);
  expect(busy).toBeLessThan(Math.max(1.5 * (quiet ?? 0), (quiet ?? 0) + 100));
}, 1_800_000);
