import { statement, utcText, type Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import type { LiveSecret } from '@rapport/kinds';
import { hintOf, newSecret } from './client-secret.ts';
import type { Peppers } from './peppers.ts';

/** A secret as it is compared with what a client sends; it may have ended. */
export interface SecretDigest {
  id: string;
  digest: Buffer;
  pepperKid: string;
  /** By PostgreSQL's clock, which is the same for every replica; null for a secret without an end. */
  endsInMs: number | null;
}

/** The statements of clients' secrets, each in the transaction of its caller. */
export class ClientSecretStore {
  readonly #peppers: Peppers;

  constructor(peppers: Peppers) {
    this.#peppers = peppers;
  }

  /** Makes a secret under the current pepper. The text that it returns is in no database. */
  async add(context: CallContext, sql: Sql, apiClientId: string): Promise<string> {
    const secret = newSecret();
    const { current: pepperKid } = this.#peppers;
    const digest = this.#peppers.digest(secret, pepperKid);
    await sql.query(context, insertSecret.with({ id: newId(), apiClientId, digest, pepperKid, hint: hintOf(secret) }));
    return secret;
  }

  /** Ends the newest live secret after the overlap and all older ones now. The newest one's end, or null without one. */
  async endAll(context: CallContext, sql: Sql, apiClientId: string, overlapSeconds: number): Promise<string | null> {
    const [row] = await sql.query<{ lastEnd: string | null }>(
      context,
      endSecrets.with({ apiClientId, overlapSeconds }),
    );
    return row?.lastEnd ?? null;
  }

  /** False if the client has no live secret with this id. */
  async revoke(context: CallContext, sql: Sql, apiClientId: string, id: string): Promise<boolean> {
    return (await sql.query(context, revokeSecret.with({ apiClientId, id }))).length > 0;
  }

  async live(context: CallContext, sql: Sql, apiClientId: string): Promise<LiveSecret[]> {
    return sql.query<LiveSecret>(context, listLive.with({ apiClientId }));
  }

  /** The live ones first, then the last ones that ended. */
  async digests(context: CallContext, sql: Sql, apiClientId: string): Promise<SecretDigest[]> {
    return sql.query<SecretDigest>(context, listDigests.with({ apiClientId }));
  }
}

const isLive = `coalesce(expires_on > clock_timestamp(), true)`;

const insertSecret = statement(
  'client_secret_insert',
  `insert into control.api_client_secret (id, api_client_id, digest, pepper_kid, hint) values (:id, :apiClientId, :digest, :pepperKid, :hint)`,
);

// The caller has locked the client, so no other secret comes in between.
const endSecrets = statement(
  'client_secret_end_all',
  `with ended as (
update control.api_client_secret
set expires_on = least(
  coalesce(expires_on, 'infinity'),
  clock_timestamp() + case when newest.id = api_client_secret.id then :overlapSeconds::int else 0 end * interval '1 second')
from (select id from control.api_client_secret where api_client_id = :apiClientId and ${isLive}
  order by created_on desc, id desc limit 1) newest
where api_client_id = :apiClientId and ${isLive}
returning expires_on)
select ${utcText('max(expires_on)')} as "lastEnd" from ended`,
);

const revokeSecret = statement(
  'client_secret_revoke',
  `update control.api_client_secret set expires_on = clock_timestamp() where api_client_id = :apiClientId and id = :id
    and ${isLive} returning id`,
);

const listLive = statement(
  'client_secret_live',
  `select id, hint, ${utcText('created_on')} as "createdOnUtc", ${utcText('expires_on')} as "expiresOnUtc",
    ${utcText('last_used_on')} as "lastUsedOnUtc"
from control.api_client_secret where api_client_id = :apiClientId and ${isLive} order by created_on desc, id desc limit 2`,
);

const listDigests = statement(
  'client_secret_digests',
  `select id, digest, pepper_kid as "pepperKid",
    floor(extract(epoch from expires_on - clock_timestamp()) * 1000)::bigint as "endsInMs"
from control.api_client_secret where api_client_id = :apiClientId order by ${isLive} desc, created_on desc, id desc limit 5`,
);
