import { done, type RunningPlatform } from '@rapport/testbed';
import pg from 'pg';
import { newPerson } from '../core/bench-person.ts';
import { createTenants, type BenchTenant } from '../core/bench-tenants.ts';

const from = 'news@bench.example';

/** A tenant whose administrator sends mails to campaigns of any size. */
export class MailedTenant {
  readonly bench: BenchTenant;
  readonly #platform: RunningPlatform;
  #token = '';
  readonly #origin: string;

  private constructor(platform: RunningPlatform, bench: BenchTenant, origin: string) {
    this.#platform = platform;
    this.bench = bench;
    this.#origin = origin;
  }

  static async create(platform: RunningPlatform): Promise<MailedTenant> {
    const [bench] = await createTenants(platform, 1);
    if (!bench) {
      throw new Error('There is no tenant that sends mails.');
    }
    done(await platform.operator.addSender({ params: { tenantId: bench.tenant.id }, body: { address: from } }), 200);
    const made = new MailedTenant(platform, bench, await platform.origin('application-api'));
    await made.signIn();
    return made;
  }

  /** Lets another administrator go on, because a token is good for minutes and a large mail takes longer. */
  async signIn(): Promise<void> {
    const { accessToken } = await newPerson(this.#platform, { tenantId: this.bench.tenant.id, role: 'administrator' });
    this.#token = accessToken;
  }

  /** A campaign with so many contacts, whose addresses bear the mark. */
  async campaign(mark: string, count: number): Promise<string> {
    return this.inSchema(async (client, schema) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into ${schema}.campaign (id, name, version, created_on, last_modified_on)
         values (uuidv7(), $1, 1, now(), now()) returning id`,
        [mark],
      );
      const [campaign] = rows;
      await client.query(
        `with person as (select uuidv7() as id, n from generate_series(1, $2::int) n),
         contacts as (
           insert into ${schema}.contact (id, first_name, last_name, email, email_key, version, created_on, last_modified_on)
           select id, 'Ada', 'Byron ' || n, address, address, 1, now(), now()
           from person, lateral (select n || '@' || $1 || '.example' as address) own
         )
         insert into ${schema}.campaign_member (id, campaign_id, contact_id, version, created_on, last_modified_on)
         select uuidv7(), $3, id, 1, now(), now() from person order by n`,
        [mark, count, campaign?.id],
      );
      await client.query(`analyze ${schema}.contact, ${schema}.campaign_member`);
      return campaign?.id ?? '';
    });
  }

  /** A mail to the campaign that is due at once. */
  async send(segmentId: string): Promise<string> {
    const query = new URLSearchParams({
      ...{ Name: 'Bench', Subject: 'News for {{lastName}}', From: from, Supplier: 'smtp', SendType: 'immediate' },
      ...{ SegmentId: segmentId, Status: 'scheduled' },
    });
    const form = new FormData();
    const page = `<p>Dear {{firstName}} {{lastName}},</p>${'<p>There is news.</p>'.repeat(200)}`;
    form.set('file', new File([page], 'news.html'));
    return this.#ask<string>(`maktemail/create?${query.toString().replaceAll('+', '%20')}`, {
      method: 'POST',
      body: form,
    });
  }

  async read(id: string): Promise<Readonly<Record<string, unknown>>> {
    return this.#ask(`maktemail/get/${id}`, {});
  }

  /** The headers of a request by the administrator. */
  get headers(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
  }

  async inSchema<T>(work: (client: pg.Client, schema: string) => Promise<T>): Promise<T> {
    const client = await this.#platform.connect('administrator');
    try {
      return await work(client, pg.escapeIdentifier(this.bench.schema));
    } finally {
      await client.end();
    }
  }

  async #ask<T>(path: string, init: RequestInit): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const answer = await fetch(`${this.#origin}/api/v1/${path}`, { ...init, headers });
    const { data, message } = (await answer.json()) as { data: T; message: string | null };
    if (!answer.ok) {
      throw new Error(`${path} was answered with ${answer.status}: ${message}`);
    }
    return data;
  }
}
