import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database, statement } from '@rapport/database';
import { inject } from 'vitest';

const { stateFolder } = inject('platform');
const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };

/** The database of control, for tests that let time pass or look at what is kept. */
export class Control {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async connect(): Promise<Control> {
    const file = join(stateFolder, 'data', 'secrets', 'subscription-service', 'CONTROL_DATABASE_URL');
    return new Control(new Database({ controlUrl: await readFile(file, 'utf8'), cells: {}, poolSize: 1 }));
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** Lets a time pass for all that a user got: its codes, sessions, refresh tokens and browsers. */
  async pass(userId: string, interval: string): Promise<void> {
    for (const age of ages) {
      await this.#database.control.query(context, age.with({ userId, interval }));
    }
  }

  async setState(tenantId: string, state: string): Promise<void> {
    await this.#database.control.query(context, setState.with({ tenantId, state }));
  }

  async expireLinks(userId: string): Promise<void> {
    await this.#database.control.query(context, expireLinks.with({ userId }));
  }

  /** The audit says so often that a person was refused for this reason. */
  async refusals(reason: string): Promise<number> {
    const [row] = await this.#database.control.query<{ count: number }>(context, countRefusals.with({ reason }));
    return row?.count ?? 0;
  }
}

const setState = statement('set_tenant_state', 'update control.tenant set state = :state where id = :tenantId');

const expireLinks = statement(
  'expire_links',
  'update control.password_link set expires_on = clock_timestamp() where user_id = :userId',
);

const browsersOf = `(select browser_sign_in.id from control.browser_sign_in join control.membership using (identity_id) where membership.id = :userId)`;

const ages = [
  statement(
    'age_sessions',
    `update control.session set created_on = created_on - :interval::interval, used_on = used_on - :interval::interval,
  refresh_given_on = refresh_given_on - :interval::interval, spent_on = spent_on - :interval::interval
where user_id = :userId`,
  ),
  statement(
    'age_codes',
    `update control.authorization_code set created_on = created_on - :interval::interval where user_id = :userId`,
  ),
  statement(
    'age_browsers',
    `update control.browser_sign_in set created_on = created_on - :interval::interval, used_on = used_on - :interval::interval
where id in ${browsersOf}`,
  ),
];

const countRefusals = statement(
  'count_refusals',
  `select coalesce(sum(count), 0)::int as count from control.token_audit where reason = :reason`,
);
