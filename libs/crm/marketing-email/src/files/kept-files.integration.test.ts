import { statement } from '@rapport/database';
import { expect, test } from 'vitest';
import type { MarketingEmailInput } from '../marketing-email-service.ts';
import { addresses, onMailingStage, Post, reached, type MailingStage } from '../testing/mailing-stage.ts';
import { fileBytesMax, type MailingTenant } from '../testing/mailing-tenant.ts';

let stage: MailingStage;
let here: MailingTenant;

onMailingStage((...given) => ([stage, here] = given));

const half = fileBytesMax / 2;

/** A draft with a file of so many bytes. */
async function draft(bytes: number, more: MarketingEmailInput = {}): Promise<string> {
  return (await here.mails.create(here.context, { file: Buffer.alloc(bytes), ...more })).result;
}

interface KeptFile {
  readonly id: string;
  /** In how many days it goes; null where nothing says so. */
  readonly days: number | null;
}

/** The files that are there, in the order of their mails; the bytes that are counted are theirs. */
async function kept(): Promise<KeptFile[]> {
  const files = await here.ask<KeptFile & { bytes: number }>(readFiles);
  const sum = files.reduce((total, { bytes }) => total + bytes, 0);
  expect(await here.ask(readStorage)).toEqual([{ bytes: sum }]);
  return files.map(({ id, days }) => ({ id, days }));
}

test('the files of a tenant reach the bound together and do not pass it, and a refused one leaves nothing', async () => {
  await draft(half);
  await expect(draft(half + 1)).rejects.toMatchObject({ code: 'plan_limit_reached' });
  expect(await here.ask(countMails)).toEqual([{ n: 1 }]);
  await draft(half);
  await expect(draft(1)).rejects.toMatchObject({ code: 'plan_limit_reached' });
  expect(await kept()).toHaveLength(2);
  await here.mails.create(here.context, { name: 'Without a file' });
});

test('mails that are made at the same time do not pass the bound together', async () => {
  const codes = await Promise.all(
    Array.from({ length: 8 }, () =>
      draft(half).then(
        () => 'made',
        (error: unknown) => (error as { code: string }).code,
      ),
    ),
  );
  expect(codes.toSorted()).toEqual(['made', 'made', ...Array<string>(6).fill('plan_limit_reached')]);
  expect(await kept()).toHaveLength(2);
});

test('a mail that is cancelled loses its file at once, and its bytes are free', async () => {
  const id = await draft(fileBytesMax);
  await here.step(id, 'cancelled');
  expect(await kept()).toEqual([]);
  await draft(fileBytesMax);
});

test('a mail that is cancelled keeps its file for one that may still be sent and names it as template', async () => {
  const template = await draft(10);
  const draftOfIt = await draft(10, { templateId: template });
  await here.step(template, 'cancelled');
  expect(await kept()).toEqual([
    { id: template, days: 0 },
    { id: draftOfIt, days: null },
  ]);
});

test('a mail that was sent keeps its file for 90 days, and is sent from a template that is cancelled meanwhile', async () => {
  const template = await draft(0, { fileName: 'a.html', file: Buffer.from('<p>From the template</p>') });
  const campaign = await here.campaign(addresses(1));
  const own = await here.send(campaign);
  const borrowing = await here.send(campaign, { templateId: template, file: null });
  await here.step(template, 'cancelled');
  const post = new Post();
  stage.start(post);
  await reached(here, own, 'sent');
  await reached(here, borrowing, 'sent');
  expect(post.came.filter(({ text }) => text?.includes('From the template'))).toHaveLength(1);
  expect(await kept()).toEqual([
    { id: template, days: 0 },
    { id: own, days: 90 },
  ]);
});

const readFiles = statement(
  'test_read_files',
  `select mail_id as id, octet_length(content) as bytes, round(extract(epoch from kept_until - now()) / 86400)::int as days
   from tenant.marketing_file order by mail_id`,
);
const readStorage = statement('test_read_storage', 'select file_bytes as bytes from tenant.marketing_storage');
const countMails = statement('test_count_mails', 'select count(*)::int as n from tenant.marketing_email');
