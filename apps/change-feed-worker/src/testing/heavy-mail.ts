import { setTimeout as sleep } from 'node:timers/promises';
import { createTestCell, until, type TestCell, type TestTenant } from '@rapport/change-feed/testing';
import { statement } from '@rapport/database';
import { createTestDatabases } from '@rapport/database/testing';
import { freePort } from '@rapport/local-servers';
import { SmtpSink } from '@rapport/mail/testing';
import { MailingTenant, type MailCounts } from '@rapport/marketing-email/testing';
import { inject } from 'vitest';
import { RecordWriter } from './timeline/record-writer.ts';
import { WorkerProcess } from './worker-process.ts';

export interface HeavyMail {
  readonly counts: MailCounts;
  /** A mail came to so many addresses, and to so many of them more than once. */
  readonly came: number;
  readonly doubled: number;
  /** Another tenant's changes took so many milliseconds to their timelines: before the mail, and while it was sent. */
  readonly before: readonly number[];
  readonly meanwhile: readonly number[];
}

/** A worker with the heap of the chart sends the largest page to so many recipients. It ends at once where the worker dies. */
export async function sendHeavyMail(recipients: number): Promise<HeavyMail> {
  const cell = await createTestCell(await createTestDatabases(inject('postgresAdministratorUrl')));
  const sink = await SmtpSink.start();
  const worker = WorkerProcess.start(cell, inject('kafkaUrl'), await freePort(), {
    MARKETING_MAIL_URL: sink.url,
    NODE_OPTIONS: '--max-old-space-size=256',
  });
  const died = worker.exited().then(() => {
    throw new Error('the worker died');
  });
  try {
    await until(() => worker.isReady());
    return await Promise.race([sendOn(cell, sink, recipients), died]);
  } finally {
    died.catch(() => undefined);
    await worker.kill();
    sink.close();
    await cell.databases.drop();
  }
}

async function sendOn(cell: TestCell, sink: SmtpSink, recipients: number): Promise<HeavyMail> {
  const sender = await MailingTenant.create(
    cell.databases,
    cell.databases.connect('rapport_application_api'),
    cell.owner,
  );
  const other = await cell.tenant();
  const writer = new RecordWriter(cell.databases, other.caller);
  const before = await latencies(other, writer, () => false);
  const addresses = Array.from({ length: recipients }, (_, n) => `${n}@heavy.example`);
  const campaign = await sender.campaign(addresses, '€'.repeat(190));
  const id = await sender.send(campaign, { file: largestPage() });
  await until(() => sink.taken.size > 0);
  const meanwhile = await latencies(other, writer, () => sink.taken.size >= recipients);
  await until(async () => (await sender.read(id)).status === 'sent');
  return { counts: await sender.read(id), came: sink.taken.size, doubled: sink.doubled, before, meanwhile };
}

/** Creates customers one after the other, and waits for the item of each. */
async function latencies(tenant: TestTenant, writer: RecordWriter, isOver: () => boolean): Promise<number[]> {
  const found: number[] = [];
  while (found.length < changesMax && !isOver()) {
    const began = performance.now();
    const id = await writer.make('public', 'customers', { name: 'Ada' });
    for (let items = 0; items === 0;) {
      await sleep(2);
      items = (await tenant.owner.query(tenant.caller, findItem.with({ customerId: id }))).length;
    }
    found.push(performance.now() - began);
  }
  return found;
}

/** A thousand placeholders, and text to a megabyte. */
function largestPage(): Buffer {
  const slots = '<p>{{companyName}}</p>'.repeat(1_000);
  const line = '<p>A line of a long page, of which nobody reads the end.</p>\n';
  return Buffer.from(slots + line.repeat(Math.floor((1_048_576 - slots.length) / line.length)));
}

const changesMax = 200;

const findItem = statement('test_heavy_item', 'select from tenant.timeline where customer_id = :customerId');
