import { setTimeout as sleep } from 'node:timers/promises';
import { createTestCell, until, type TestCell } from '@rapport/change-feed/testing';
import { statement } from '@rapport/database';
import { createTestDatabases } from '@rapport/database/testing';
import { freePort } from '@rapport/local-servers';
import { SmtpServer } from '@rapport/mail/testing';
import { MailingTenant } from '@rapport/marketing-email/testing';
import { inject } from 'vitest';
import { diceOf, drawStall, drawTries, type Try } from './drawn-refusals.ts';
import type { DeadlyMail, Deaths } from './expect-fates.ts';
import { WorkerProcess } from './worker-process.ts';

interface Stage {
  readonly cell: TestCell;
  readonly server: SmtpServer;
  readonly tenant: MailingTenant;
  readonly seed: number;
}

interface PlannedMail {
  readonly mark: string;
  readonly tries: ReadonlyMap<string, readonly Try[]>;
}

/** One worker hands over so many recipients at a time. */
const connections = 10;

/**
 * Two workers send mails of so many recipients to a server that refuses, closes and stalls as it is drawn. Amid each mail the one that was
 * at work last is killed and started again.
 */
export async function dieAmidMails(
  python: string,
  mails: readonly number[],
  seed = Math.floor(Math.random() * 2 ** 32),
): Promise<Deaths> {
  const cell = await createTestCell(await createTestDatabases(inject('postgresAdministratorUrl')));
  const server = await SmtpServer.start(python, 'never');
  try {
    const { databases, owner } = cell;
    const tenant = await MailingTenant.create(databases, databases.connect('rapport_application_api'), owner);
    const planned = mails.map((recipients, index) => planMail(seed, recipients, index));
    const tries = planned.flatMap((mail) => [...mail.tries]);
    await server.follow({
      recipients: Object.fromEntries(tries.map(([address, of]) => [address, of.map(({ acts }) => acts)])),
    });
    return await dieOn({ cell, server, tenant, seed }, planned);
  } finally {
    await server.stop();
    await cell.databases.drop();
  }
}

/** Each fifth mail has a recipient at which the server stalls. */
function planMail(seed: number, recipients: number, index: number): PlannedMail {
  const mark = `m${index}`;
  const stallsAt = index % 5 === 0 ? Math.floor(diceOf(seed, mark)() * recipients) : -1;
  const addresses = Array.from({ length: recipients }, (_, n) => `${n}@${mark}.example`);
  return {
    mark,
    tries: new Map(
      addresses.map((address, n) => [address, n === stallsAt ? [drawStall(seed, address)] : drawTries(seed, address)]),
    ),
  };
}

async function dieOn(stage: Stage, mails: readonly PlannedMail[]): Promise<Deaths> {
  const { tenant, server, seed } = stage;
  const workers = new Map<string, WorkerProcess>();
  const startOne = async (name: string): Promise<void> => void workers.set(name, await start(stage, name));
  await Promise.all(['a.example', 'b.example'].map(startOne));
  try {
    const ids: string[] = [];
    for (const { mark, tries } of mails) {
      ids.push(await tenant.send(await tenant.campaign([...tries.keys()]), { name: mark }));
      const dice = diceOf(seed, `death ${mark}`);
      const diesAfter = dice() * tries.size;
      await until(() => triesOf(server, mark).length > diesAfter);
      await sleep(dice() * 30);
      const dying = lastAtWork(server);
      await workers.get(dying)?.kill();
      await startOne(dying);
    }
    await until(async () => (await tenant.ask(findRestless)).length === 0);
    return await whatCame(stage, mails, ids);
  } finally {
    await Promise.all(Array.from(workers.values(), (worker) => worker.kill()));
  }
}

/** A worker is known by the domain to which its mails come back. */
async function start({ cell, server }: Stage, name: string): Promise<WorkerProcess> {
  const worker = WorkerProcess.start(cell, inject('kafkaUrl'), await freePort(), {
    MARKETING_MAIL_URL: `smtp://rapport:right%20words@127.0.0.1:${server.port}?tls=off`,
    MARKETING_MAIL_BOUNCE_DOMAIN: name,
    MARKETING_MAILS_PER_SECOND: '400',
    MARKETING_MAILS_PER_SECOND_PER_TENANT: '400',
    MARKETING_MAIL_CONNECTIONS: String(connections),
  });
  await until(() => worker.isReady());
  return worker;
}

function lastAtWork({ tried }: SmtpServer): string {
  return tried.at(-1)?.by?.split('@').at(-1) ?? '';
}

async function whatCame(
  { tenant, server, seed }: Stage,
  planned: readonly PlannedMail[],
  ids: readonly string[],
): Promise<Deaths> {
  // The server tells in order, so it has told all that came by now.
  await server.follow({});
  const [tried, taken] = [
    countsOf(server.tried.map((one) => one.tried)),
    countsOf(server.taken.flatMap(({ to }) => to)),
  ];
  const mails = planned.map(async ({ tries }, index): Promise<DeadlyMail> => {
    const id = ids[index] ?? '';
    const [counts, states] = await Promise.all([tenant.read(id), tenant.states(id)]);
    const stateOf = new Map(states.map((state) => [state.address, state]));
    const fates = Array.from(tries, ([address, of]) => ({
      ...(stateOf.get(address) ?? { address, recipient: 'none', member: 'none' }),
      tries: of,
      tried: tried.get(address) ?? 0,
      taken: taken.get(address) ?? 0,
    }));
    return { counts, fates };
  });
  const suppressed = await tenant.ask<{ address: string }>(findSuppressed);
  return {
    seed,
    inFlightMax: planned.length * connections,
    mails: await Promise.all(mails),
    suppressed: suppressed.map(({ address }) => address),
  };
}

function triesOf({ tried }: SmtpServer, mark: string): object[] {
  return tried.filter((one) => one.tried.endsWith(`@${mark}.example`));
}

function countsOf(addresses: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const address of addresses) {
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
}

/** A mail rests once each recipient has an outcome, and each member is told of it. */
const findRestless = statement(
  'test_mailing_restless',
  'select mail_id from tenant.marketing_sending where due_on is not null',
);
const findSuppressed = statement('test_mailing_suppressed', 'select address from tenant.marketing_suppression');
