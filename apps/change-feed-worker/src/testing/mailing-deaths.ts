import { setTimeout as sleep } from 'node:timers/promises';
import { createTestCell, until, type TestCell } from '@rapport/change-feed/testing';
import { freePort } from '@rapport/local-servers';
import { SmtpServer } from '@rapport/mail/testing';
import { MailingTenant, type MailCounts } from '@rapport/marketing-email/testing';
import { expect, inject } from 'vitest';
import { WorkerProcess } from './worker-process.ts';

export interface MailingDeath {
  readonly recipients: number;
  readonly counts: MailCounts;
  /** The addresses at which the mail came, each as often as it came there. */
  readonly came: readonly string[];
}

interface Stage {
  readonly cell: TestCell;
  readonly server: SmtpServer;
}

/** One worker hands over so many recipients at a time. */
const connections = 10;

/** Two workers send mails of so many recipients, and one of the two is killed amid each mail and started again. */
export async function dieAmidMails(python: string, mails: readonly number[]): Promise<MailingDeath[]> {
  const cell = await createTestCell(inject('postgresAdministratorUrl'));
  const server = await SmtpServer.start(python, 'never');
  try {
    return await dieOn({ cell, server }, mails);
  } finally {
    await server.stop();
    await cell.drop();
  }
}

/** Each address got the mail once, or it is in doubt, as only what a killed worker had in flight may be. */
export function expectOnce(deaths: readonly MailingDeath[]): void {
  for (const { recipients, counts, came } of deaths) {
    const { recipientCount, sentCount, bouncedCount, inDoubtCount } = counts;
    expect(new Set(came).size).toBe(came.length);
    expect([recipientCount, sentCount + bouncedCount + inDoubtCount]).toEqual([recipients, recipients]);
    expect(came.length).toBeGreaterThanOrEqual(sentCount);
    expect(came.length).toBeLessThanOrEqual(sentCount + inDoubtCount);
    // A mail is under way when the worker of the next one is killed.
    expect(inDoubtCount).toBeLessThanOrEqual(2 * connections);
  }
}

async function dieOn({ cell, server }: Stage, mails: readonly number[]): Promise<MailingDeath[]> {
  const { databases, owner } = cell;
  const tenant = await MailingTenant.create(databases, databases.connect('rapport_application_api'), owner);
  const start = async (): Promise<WorkerProcess> => {
    const worker = WorkerProcess.start(cell, inject('kafkaUrl'), await freePort(), {
      MARKETING_MAIL_URL: `smtp://rapport:right%20words@127.0.0.1:${server.port}?tls=off`,
      MARKETING_MAILS_PER_SECOND: '400',
      MARKETING_MAILS_PER_SECOND_PER_TENANT: '400',
      MARKETING_MAIL_CONNECTIONS: String(connections),
    });
    await until(() => worker.isReady());
    return worker;
  };
  const workers = await Promise.all([start(), start()]);
  try {
    const ids: string[] = [];
    for (const [index, recipients] of mails.entries()) {
      const mark = `m${index}`;
      const addresses = Array.from({ length: recipients }, (_, n) => `${n}@${mark}.example`);
      ids.push(await tenant.send(await tenant.campaign(addresses), { name: mark }));
      const diesAfter = Math.random() * recipients;
      await until(() => cameTo(server, mark).length >= diesAfter);
      await sleep(Math.random() * 30);
      const [dying] = workers.splice(index % 2, 1);
      await dying?.kill();
      workers.push(await start());
    }
    await until(async () =>
      (await Promise.all(ids.map((id) => tenant.read(id)))).every(({ status }) => status === 'sent'),
    );
    const counts = await Promise.all(ids.map((id) => tenant.read(id)));
    return counts.map((of, index) => ({
      recipients: mails[index] ?? 0,
      counts: of,
      came: cameTo(server, `m${index}`),
    }));
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
  }
}

function cameTo({ taken }: SmtpServer, mark: string): string[] {
  return taken.flatMap(({ to }) => to).filter((address) => address.endsWith(`@${mark}.example`));
}
