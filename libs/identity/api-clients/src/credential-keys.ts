import { statement, type Database, type Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import type { ClientIds } from './client-ids.ts';
import type { Peppers } from './peppers.ts';

/** The keys of client ids and secrets. With another key, every client would be refused as an unknown one. */
export class CredentialKeys {
  readonly #database: Database;
  readonly #peppers: Peppers;
  readonly #ids: ClientIds;
  readonly #telemetry: Pick<Telemetry, 'logger' | 'metrics'>;

  constructor(database: Database, peppers: Peppers, ids: ClientIds, telemetry: Pick<Telemetry, 'logger' | 'metrics'>) {
    this.#telemetry = telemetry;
    this.#database = database;
    this.#peppers = peppers;
    this.#ids = ids;
  }

  /** Throws if a key is missing, or is not the key that was used under its id before. Then it keeps no key as used. */
  async require(context: CallContext): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      const peppers = this.#peppers.checkValues();
      // Processes whose configurations differ in order must keep keys in one order, or each could wait for the other.
      for (const [kid, value] of [...peppers].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
        if (!(await isKept(context, sql, 'secrets', kid, value))) {
          throw new Error(
            `The pepper ${kid} of SECRET_PEPPERS is not the key that secrets were digested with under this id.`,
          );
        }
      }
      if (!(await isKept(context, sql, 'client ids', '', this.#ids.checkValue()))) {
        throw new Error('CLIENT_ID_KEY is not the key that client ids were made with.');
      }
      const needed = (await sql.query<{ kid: string }>(context, findNeeded)).map(({ kid }) => kid);
      const missing = needed.filter((kid) => !peppers.has(kid));
      if (missing.length > 0) {
        throw new Error(`SECRET_PEPPERS lacks ${missing.join(', ')}, under which there are live secrets.`);
      }
      this.#reportNeeded(needed, [...peppers.keys()]);
    });
  }

  #reportNeeded(needed: readonly string[], known: readonly string[]): void {
    this.#telemetry.logger.info({ needed: needed.join(', '), known }, 'these keys of SECRET_PEPPERS have live secrets');
    const gauge = this.#telemetry.metrics.gauge({
      name: 'secret_pepper_needed',
      help: 'Whether there were live secrets under this key of SECRET_PEPPERS at the start of the process',
      labelNames: ['key'],
    });
    known.forEach((key) => gauge.set({ key }, Number(needed.includes(key))));
  }
}

/** Whether the key is the one that was first used under its id. The first key under an id becomes that one. */
async function isKept(
  context: CallContext,
  sql: Sql,
  purpose: 'secrets' | 'client ids',
  kid: string,
  value: Buffer,
): Promise<boolean> {
  const [row] = await sql.query<{ value: Buffer }>(context, keep.with({ purpose, kid, value }));
  return row?.value.equals(value) === true;
}

// If two processes come first at once, one key is kept.
const keep = statement(
  'key_check_keep',
  `insert into control.key_check as kept (purpose, kid, value) values (:purpose, :kid, :value)
on conflict (purpose, kid) do update set value = coalesce(kept.value, excluded.value) returning value`,
);

const findNeeded = statement(
  'key_check_needed',
  `select kid from control.key_check
where purpose = 'secrets' and exists (
  select from control.api_client_secret
  where pepper_kid = key_check.kid and coalesce(expires_on > clock_timestamp(), true)
) order by kid`,
);
