import { isClientToken, KeyRing, TokenVerifier, type ClientToken } from '@rapport/access-tokens';
import { Admission, PrincipalStore, type Admitted, type PrincipalState } from '@rapport/admission';
import { seedClient } from '@rapport/admission/testing';
import { newSecret } from '@rapport/api-clients';
import { statement, type Database, type Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import { LeasedLimiter, Limiter } from '@rapport/rate-limit';
import { Redis } from '@rapport/redis';
import { Metrics } from '@rapport/telemetry';
import { silent } from '@rapport/telemetry/testing';
import type { Container } from 'inversify';
import { TokenIntrospection, type Introspection } from '../token-introspection.ts';
import { TokenIssuer } from '../token-issuer.ts';
import { TokenRevocation } from '../token-revocation.ts';
import { ids, peppers, tokenContainer, verification } from './token-container.ts';

/** One process of the token service and one of the public API, as far as tokens go, with connections of their own. */
export class TokenReplica {
  readonly redis: Redis;
  readonly #container: Container;
  readonly #verifier: TokenVerifier<ClientToken>;
  readonly #admission: Admission;
  /** The address of its callers, at which failures are counted: each replica has its own. */
  readonly #caller = { address: `2001:db8:${newId()}`, userAgent: undefined };

  /** The store is the public API's; a test may give another one. */
  constructor(databases: ReplicaDatabases, redisUrl: string, store = new PrincipalStore(databases.publicApi)) {
    const metrics = new Metrics();
    this.redis = new Redis({ url: redisUrl, logger: silent, metrics });
    this.#container = tokenContainer(databases.tokenService, this.redis, metrics);
    this.#verifier = new TokenVerifier(new KeyRing(databases.publicApi), { ...verification, takes: isClientToken });
    this.#admission = new Admission(new LeasedLimiter(this.redis), new Limiter(this.redis, metrics), store);
  }

  async issue(context: CallContext, client: SeededCredentials): Promise<string> {
    const form = this.#formOf(client, { grant_type: 'client_credentials' });
    return (await this.#container.get(TokenIssuer).issue(context, form)).token.access_token;
  }

  revoke(context: CallContext, client: SeededCredentials, token: string): Promise<Record<string, string>> {
    return this.#container.get(TokenRevocation).revoke(context, this.#formOf(client, { token }));
  }

  async introspect(context: CallContext, client: SeededCredentials, token: string): Promise<Introspection> {
    const form = this.#formOf(client, { token });
    return (await this.#container.get(TokenIntrospection).introspect(context, form)).answer;
  }

  /** Admits a request with the token as the public API does. */
  async admit(context: CallContext, token: string): Promise<Admitted<PrincipalState>> {
    const claimant = await this.#verifier.verify(context, token);
    return this.#admission.admit(context, claimant, 1, this.redis.deadline());
  }

  #formOf({ clientId, secret }: SeededCredentials, fields: Readonly<Record<string, string>>) {
    const form = Object.entries({ ...fields, client_id: clientId, client_secret: secret });
    return { caller: this.#caller, form, query: '', authorization: undefined };
  }
}

export interface ReplicaDatabases {
  readonly tokenService: Database;
  readonly publicApi: Database;
}

export type SeededCredentials = Awaited<ReturnType<typeof seedCredentials>>;

/** A client that can get tokens. */
export async function seedCredentials(context: CallContext, sql: Sql) {
  const client = await seedClient(context, sql, ids.mint());
  const secret = newSecret();
  const digest = peppers.digest(secret, peppers.current);
  await sql.query(context, insertSecret.with({ id: newId(), apiClientId: client.id, digest }));
  return { ...client, secret };
}

const insertSecret = statement(
  'seed_secret',
  `insert into control.api_client_secret (id, api_client_id, digest, pepper_kid, hint) values (:id, :apiClientId, :digest, 'p', '')`,
);
