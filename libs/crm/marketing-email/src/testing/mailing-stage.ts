import { statement, type Database } from '@rapport/database';
import { createTestDatabases, type TestDatabases } from '@rapport/database/testing';
import { MailTransport, type Delivery, type OutgoingMail } from '@rapport/mail';
import { Background, startTelemetry, type Telemetry } from '@rapport/telemetry';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { MarketingMailer, type SendingHolds, type SendingRates } from '../sending/marketing-mailer.ts';
import { MailingTenant } from './mailing-tenant.ts';

/** Keeps what it is given, and answers as it is told to. */
export class Post extends MailTransport {
  readonly came: OutgoingMail[] = [];
  answer: (mail: OutgoingMail) => Delivery | Promise<Delivery> = () => ({ outcome: 'taken' });

  override async deliver(mail: OutgoingMail): Promise<Delivery> {
    this.came.push(mail);
    return this.answer(mail);
  }

  override async close(): Promise<void> {}

  addresses(): string[] {
    return this.came.map(({ to }) => to).sort();
  }

  async hasCome(count: number): Promise<void> {
    await expect.poll(() => this.came.length, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(count);
  }
}

export interface StartOptions extends Partial<SendingRates> {
  readonly holds?: SendingHolds;
  readonly database?: Database;
}

/** Databases in which mailers send the mails of tenants. */
export class MailingStage {
  readonly databases: TestDatabases;
  readonly owner: Database;
  /** The database of all mailers, so that a server has connections enough. */
  readonly workers: Database;
  readonly #people: Database;
  readonly #telemetry: Telemetry;
  #running: Background[] = [];

  private constructor(databases: TestDatabases, telemetry: Telemetry) {
    this.databases = databases;
    this.owner = databases.connect('rapport_owner', { poolSize: 4 });
    this.workers = databases.connect('rapport_change_feed_worker');
    this.#people = databases.connect('rapport_application_api');
    this.#telemetry = telemetry;
  }

  static async open(administratorUrl: string): Promise<MailingStage> {
    const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
    return new MailingStage(await createTestDatabases(administratorUrl), telemetry);
  }

  tenant(): Promise<MailingTenant> {
    return MailingTenant.create(this.databases, this.#people, this.owner);
  }

  start(post: Post, { holds, database, ...more }: StartOptions = {}): void {
    const mailer = new MarketingMailer({
      database: database ?? this.workers,
      telemetry: this.#telemetry,
      transport: post,
      links: { linkFor: ({ number }) => `https://example.com/${number}` },
      rates: { perSecond: 1_000, perSecondOfTenant: 1_000, slots: 20, ...more },
      ...(holds && { holds }),
    });
    const background = new Background(this.#telemetry);
    this.#running.push(background);
    mailer.start(background);
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((background) => background.stop()));
  }

  /** The tenants whose turns are due some time. */
  turnsOf({ tenant, context }: MailingTenant): Promise<object[]> {
    return this.owner.cell('cell').query(context, findTurns.with({ tenantNumber: tenant.number }));
  }

  close(): Promise<void> {
    return this.databases.drop();
  }
}

/** Gives each test of a file the stage of the file, and a tenant of its own. */
export function onMailingStage(give: (stage: MailingStage, here: MailingTenant) => void): void {
  let stage: MailingStage;
  beforeAll(async () => {
    stage = await MailingStage.open(inject('postgresAdministratorUrl'));
  });
  beforeEach(async () => give(stage, await stage.tenant()));
  afterEach(() => stage.stopAll());
  afterAll(() => stage.close());
}

export function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${String(n).padStart(3, '0')}@example.com`);
}

export async function reached(tenant: MailingTenant, id: string, status: string): Promise<void> {
  await expect.poll(async () => (await tenant.read(id)).status, { timeout: 20_000, interval: 20 }).toBe(status);
}

const findTurns = statement('test_mailing_turns', 'select tenant from cell.mailing_turn where tenant = :tenantNumber');
