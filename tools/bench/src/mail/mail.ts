import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { SmtpSink } from '@rapport/mail/testing';
import { median, percentile, Processes, type TemporaryPlatform } from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import { ClosedLoop, type LoadRequest } from '../core/load.ts';
import { table } from '../core/table.ts';
import type { BenchOutcome, BenchWord } from '../core/word.ts';
import { MailedTenant } from './mailed-tenant.ts';

/** The pace of mails, what it does to the tenant's own writes, what a large one costs, and how fast they are found. */
export const benchMail: BenchWord = async (
  { recipients = 10_000, many = 100_000, rounds = 3, mails = 50, each = 100_000 },
  say,
) => {
  const sink = await SmtpSink.start();
  try {
    return await onPlatform(
      { say, mailUrl: sink.url, settings: { 'change-feed-worker': noRates } },
      async (platform) => {
        const tenant = await MailedTenant.create(platform);
        const sent: Round[] = [];
        for (let round = 1; round <= rounds; round += 1) {
          say(`Sending to ${recipients}, round ${round} of ${rounds}`);
          sent.push(await sendWhileWriting(platform, tenant, sink, `round${round}`, recipients));
        }
        say(`Sending to ${many}`);
        const large = await sendMany(platform, tenant, sink, many);
        say(`Searching ${mails} mails with ${each} recipients each`);
        const page = await pageTimes(platform, tenant, mails, each);
        return describe({ recipients, many, mails, each }, { sent, large, page, doubled: sink.doubled });
      },
    );
  } finally {
    sink.close();
  }
};

interface Round {
  readonly perSecond: number;
  /** The p95 of the tenant's own creates, in milliseconds. */
  readonly quiet: number;
  readonly meanwhile: number;
}

async function sendWhileWriting(
  platform: TemporaryPlatform,
  tenant: MailedTenant,
  sink: SmtpSink,
  mark: string,
  count: number,
): Promise<Round> {
  const campaign = await tenant.campaign(mark, count);
  const quiet = await writes(platform, tenant, mark, () => delay(quietMs));
  const began = performance.now();
  const meanwhile = await writes(platform, tenant, `${mark}b`, async () =>
    arrived(sink, mark, count, await tenant.send(campaign), tenant),
  );
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: count / seconds, quiet: percentile(quiet, 0.95), meanwhile: percentile(meanwhile, 0.95) };
}

/** Creates customers one after the other, in two lanes, until the work is over. */
async function writes(
  platform: TemporaryPlatform,
  tenant: MailedTenant,
  mark: string,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const request = (number: number): LoadRequest => ({
    method: 'POST',
    path: '/api/v1/customers',
    headers: { authorization: `Bearer ${tenant.bench.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Customer ${mark} ${number}` }),
  });
  const loop = new ClosedLoop({ origin: await platform.origin('public-api'), status: 201, request }, 2);
  const times: number[] = [];
  let isOver = false;
  const ending = work().finally(() => (isOver = true));
  while (!(isOver as boolean)) {
    times.push(...(await loop.run(10)).latencies);
    await delay(betweenWritesMs);
  }
  await ending;
  await loop.close();
  return times;
}

async function arrived(sink: SmtpSink, mark: string, count: number, id: string, tenant: MailedTenant): Promise<void> {
  let came = 0;
  while (came < count) {
    await delay(250);
    came = [...sink.taken.keys()].filter((address) => address.endsWith(`@${mark}.example`)).length;
  }
  await tenant.signIn();
  while ((await tenant.read(id))['status'] !== 'sent') {
    await delay(100);
  }
}

interface Large {
  readonly perSecond: number;
  /** The worker's memory in megabytes: when a tenth is sent, and at most. */
  readonly early: number;
  readonly most: number;
  readonly counts: Readonly<Record<string, unknown>>;
}

async function sendMany(
  platform: TemporaryPlatform,
  tenant: MailedTenant,
  sink: SmtpSink,
  count: number,
): Promise<Large> {
  const campaign = await tenant.campaign('many', count);
  await tenant.signIn();
  const [worker] = await new Processes(platform).of('change-feed-worker');
  const before = sink.taken.size;
  const began = performance.now();
  const id = await tenant.send(campaign);
  let early = 0;
  let most = 0;
  for (let sent = 0; sent < count; sent = sink.taken.size - before) {
    await delay(1_000);
    const held = await residentMegabytes(worker?.pid ?? 0);
    most = Math.max(most, held);
    early = sent * 10 < count ? most : early;
  }
  await arrived(sink, 'many', count, id, tenant);
  return { perSecond: (count * 1_000) / (performance.now() - began), early, most, counts: await tenant.read(id) };
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}

/** Searches of mails that were sent, each with recipients of its own. */
async function pageTimes(
  platform: TemporaryPlatform,
  tenant: MailedTenant,
  mails: number,
  each: number,
): Promise<number[]> {
  await tenant.inSchema(async (client, schema) => {
    for (let mail = 0; mail < mails; mail += 1) {
      await client.query(
        `with mail as (
           insert into ${schema}.marketing_email (id, name, status, version, created_on, last_modified_on)
           values (uuidv7(), 'Mail ' || $1, 'sent', 1, now(), now()) returning id
         ),
         sending as (
           insert into ${schema}.marketing_sending (mail_id, recipients, sent) select id, $2, $2 from mail
         )
         insert into ${schema}.marketing_recipient (mail_id, number, address, state)
         select id, n, n || '@example.com', 'sent' from mail, generate_series(1, $2::int) n`,
        [mail, each],
      );
    }
    await client.query(
      `vacuum analyze ${schema}.marketing_email, ${schema}.marketing_sending, ${schema}.marketing_recipient`,
    );
  });
  await tenant.signIn();
  const request: LoadRequest = {
    method: 'POST',
    path: '/api/v1/maktemail/search',
    headers: tenant.headers,
    body: JSON.stringify({ status: ['sent'], pageSize: 50 }),
  };
  const loop = new ClosedLoop(
    { origin: await platform.origin('application-api'), status: 200, request: () => request },
    4,
  );
  await loop.run(20);
  const { latencies } = await loop.run(searches);
  await loop.close();
  return [...latencies];
}

/** The bench measures what is possible, and not what an operator allows. */
const noRates = { MARKETING_MAILS_PER_SECOND: '10000', MARKETING_MAILS_PER_SECOND_PER_TENANT: '10000' };
const quietMs = 10_000;
const betweenWritesMs = 50;
const searches = 200;

interface Found {
  readonly sent: readonly Round[];
  readonly large: Large;
  readonly page: readonly number[];
  readonly doubled: number;
}

function describe(
  { recipients, many, mails, each }: Readonly<Record<'recipients' | 'many' | 'mails' | 'each', number>>,
  { sent, large, page, doubled }: Found,
): BenchOutcome {
  const ratio = median(sent.map(({ quiet, meanwhile }) => meanwhile / quiet));
  const p95 = percentile(page, 0.95);
  const text = [
    `Mails to ${recipients}; at least 50 in a second, goal 200. The tenant's own creates meanwhile: at most twice their p95, goal 1.5`,
    table(
      ['mails in a second', 'p95 of a create', 'while mails are sent', 'ratio'],
      sent.map(({ perSecond, quiet, meanwhile }) => [
        perSecond.toFixed(0),
        `${quiet.toFixed(1)} ms`,
        `${meanwhile.toFixed(1)} ms`,
        (meanwhile / quiet).toFixed(2),
      ]),
    ),
    `The median of the ratios is ${ratio.toFixed(2)}.`,
    '',
    `A mail to ${many}: ${large.perSecond.toFixed(0)} in a second; the worker held ${large.early.toFixed(0)} MB at a tenth, ${large.most.toFixed(0)} MB at most`,
    `Addresses to which a mail came twice: ${doubled}`,
    '',
    `A page of ${mails} sent mails with ${each} recipients each, p95 ${p95.toFixed(1)} ms; at most 250 ms`,
  ].join('\n');
  return {
    document: { recipients, many, mails, each, sent, ratio, large, doubled, page: { p50: median(page), p95 } },
    text,
  };
}
