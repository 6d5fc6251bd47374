import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { advisoryLocks, statement, type Database, type Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { canSign } from './key-life.ts';
import { newKeyPair } from './key-pair.ts';
import type { PlannedKey } from './key-succession.ts';
import type { Sealing } from './sealing.ts';

/** A key as control keeps it. */
export interface KeptKey extends PlannedKey {
  readonly kid: string;
  readonly jwk: JsonWebKey;
  readonly sealed: Buffer;
}

/** The keys, and the time of PostgreSQL's clock at which they were read. */
export interface KeptKeys {
  readonly keys: readonly KeptKey[];
  readonly atMs: number;
}

export interface OpenedKey {
  readonly privateKey: KeyObject;
  /** The id of the key that sealed it. */
  readonly sealId: string;
}

export type KeyPlan = (keys: readonly PlannedKey[], atMs: number) => readonly PlannedKey[];

/** The signing keys in control; their private parts are sealed there. */
export class KeyStore {
  readonly #database: Database;
  readonly #sealing: Sealing;

  constructor(database: Database, sealing: Sealing) {
    this.#database = database;
    this.#sealing = sealing;
  }

  read(context: CallContext): Promise<KeptKeys> {
    return readKeys(context, this.#database.control);
  }

  /** Changes the keys as planned, one change at a time over all processes. Returns the keys after the change. */
  async change(
    context: CallContext,
    plan: KeyPlan,
    alongside?: (sql: Sql, changed: KeptKeys) => Promise<void>,
  ): Promise<KeptKeys> {
    return this.#database.control.transaction(context, async (sql) => {
      await sql.query(context, lockKeys);
      const before = await readKeys(context, sql);
      const planned = plan(before.keys, before.atMs);
      if (planned === before.keys) {
        return before;
      }
      await this.#make(context, sql, before, planned);
      await moveKeys(context, sql, before, planned);
      await sql.query(context, deleteLongGone);
      const changed = await readKeys(context, sql);
      await alongside?.(sql, changed);
      return changed;
    });
  }

  /** The ids of the keys that seal. */
  get sealIds(): string[] {
    return this.#sealing.keyIds;
  }

  /** Throws if the key was sealed under no key of ours. */
  open({ sealed }: KeptKey): OpenedKey {
    try {
      const { text, keyId } = this.#sealing.open(sealed);
      return { privateKey: createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' }), sealId: keyId };
    } catch (error) {
      throw new Error('A signing key cannot be opened: KEY_ENCRYPTION_KEY lacks the key it was sealed with.', {
        cause: error,
      });
    }
  }

  /** A process that cannot open the keys of control must seal none, because no other process could open that key. */
  async #make(context: CallContext, sql: Sql, before: KeptKeys, planned: readonly PlannedKey[]): Promise<void> {
    const wanted = planned.filter(({ kid }) => kid === null);
    if (wanted.length === 0) {
      return;
    }
    before.keys.filter((key) => canSign(key, before.atMs)).forEach((key) => this.open(key));
    const made = await Promise.all(wanted.map(async (key) => ({ ...key, ...(await newKeyPair(key.algorithm)) })));
    for (const { publicJwk, privateJwk, ...key } of made) {
      const sealed = this.#sealing.seal(JSON.stringify(privateJwk));
      await sql.query(context, insertKey.with({ ...key, publicJwk: JSON.stringify(publicJwk), sealed }));
    }
  }
}

async function moveKeys(
  context: CallContext,
  sql: Sql,
  before: KeptKeys,
  planned: readonly PlannedKey[],
): Promise<void> {
  const unchanged = new Set<PlannedKey>(before.keys);
  for (const key of planned) {
    if (key.kid !== null && !unchanged.has(key)) {
      await sql.query(context, moveKey.with(key));
    }
  }
}

async function readKeys(context: CallContext, sql: Sql): Promise<KeptKeys> {
  const rows = await sql.query<KeptKey & { nowMs: number }>(context, listKeys);
  const keys = rows.filter(({ kid }) => kid !== null).map(({ nowMs: _, ...key }) => key);
  return { keys, atMs: rows[0]?.nowMs ?? 0 };
}

const lockKeys = statement('signing_key_lock', `select pg_advisory_xact_lock(${advisoryLocks.signingKeys}, 1)`);

/** A row has the time even where no key is. Few keys are gone, because every change deletes those gone for long. */
const listKeys = statement(
  'signing_key_list',
  `select floor(extract(epoch from clock.now) * 1000)::float8 as "nowMs",
    kid, algorithm, public_jwk as jwk, sealed_private as sealed,
    (extract(epoch from publish_at) * 1000)::float8 as "publishAtMs",
    (extract(epoch from sign_from) * 1000)::float8 as "signFromMs",
    (extract(epoch from sign_until) * 1000)::float8 as "signUntilMs",
    (extract(epoch from gone_at) * 1000)::float8 as "goneAtMs"
  from (select clock_timestamp() as now) clock left join control.signing_key on true
  order by gone_at desc, sign_from, publish_at, kid limit 100`,
);

const insertKey = statement(
  'signing_key_insert',
  `insert into control.signing_key
    (kid, algorithm, public_jwk, sealed_private, publish_at, sign_from, sign_until, gone_at)
  values (:kid, :algorithm, :publicJwk, :sealed, to_timestamp(:publishAtMs::float8 / 1000), to_timestamp(:signFromMs::float8 / 1000),
    to_timestamp(:signUntilMs::float8 / 1000), to_timestamp(:goneAtMs::float8 / 1000))`,
);

const moveKey = statement(
  'signing_key_move',
  `update control.signing_key set sign_from = to_timestamp(:signFromMs::float8 / 1000),
    sign_until = to_timestamp(:signUntilMs::float8 / 1000), gone_at = to_timestamp(:goneAtMs::float8 / 1000)
  where kid = :kid`,
);

const deleteLongGone = statement(
  'signing_key_delete_long_gone',
  `delete from control.signing_key where gone_at < now() - interval '7 days'`,
);
