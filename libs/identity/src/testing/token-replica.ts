import { Database, statement, type Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import { LeasedLimiter, Limiter } from '@rapport/rate-limit';
import { Redis } from '@rapport/redis';
import { Logger, Metrics } from '@rapport/telemetry';
import { Container } from 'inversify';
import { Admission, type Admitted } from '../admission/admission.ts';
import { PrincipalStore } from '../admission/principal-store.ts';
import { ClientEntrance } from '../clients/client-entrance.ts';
import { ClientIds } from '../clients/client-id.ts';
import { newSecret, Peppers } from '../clients/client-secret.ts';
import { admissionModule, keysModule, tokensModule } from '../module.ts';
import { TokenEvents } from '../token-events.ts';
import { publicApiAudience } from '../tokens/access-token.ts';
import { KeyRing } from '../tokens/key-ring.ts';
import { KeyStore } from '../tokens/key-store.ts';
import { PresentedTokens } from '../tokens/presented-tokens.ts';
import { Sealing } from '../tokens/sealing.ts';
import { SigningKeys } from '../tokens/signing-keys.ts';
import { TokenIntrospection, type Introspection } from '../tokens/token-introspection.ts';
import { TokenIssuer } from '../tokens/token-issuer.ts';
import { TokenRevocation } from '../tokens/token-revocation.ts';
import { TokenVerifier } from '../tokens/token-verifier.ts';
import { seedClient, type SeededClient } from './seed-client.ts';

export interface SeededCredentials extends SeededClient {
  readonly secret: string;
}

/** One process of the token service and one of the public API, as far as tokens go, with connections of their own. */
export class TokenReplica {
  readonly redis: Redis;
  readonly #container = new Container();
  readonly #verifier: TokenVerifier;
  readonly #admission: Admission;

  /** The store of the public API, where a test wants another one. */
  constructor(databases: ReplicaDatabases, redisUrl: string, store = new PrincipalStore(databases.publicApi)) {
    const container = this.#container;
    const metrics = new Metrics();
    this.redis = new Redis({ url: redisUrl, logger: silent, metrics });
    container.bind(Database).toConstantValue(databases.tokenService);
    container.bind(Redis).toConstantValue(this.redis);
    container.bind(Logger).toConstantValue(silent);
    container.bind(Metrics).toConstantValue(metrics);
    container.bind(ClientIds).toConstantValue(ids);
    container.bind(Peppers).toConstantValue(peppers);
    container.bind(Sealing).toConstantValue(new Sealing(Buffer.alloc(32, 3)));
    container.load(admissionModule, keysModule, tokensModule);
    container
      .bind(TokenVerifier)
      .toResolvedValue((ring) => new TokenVerifier(ring, verification), [KeyRing])
      .inSingletonScope();
    container
      .bind(SigningKeys)
      .toResolvedValue((keys) => new SigningKeys({ store: keys, periodMs, logger: silent, metrics }), [KeyStore])
      .inSingletonScope();
    this.#verifier = new TokenVerifier(new KeyRing(databases.publicApi), verification);
    this.#admission = new Admission(new LeasedLimiter(this.redis), new Limiter(this.redis, metrics), store);
  }

  async issue(context: CallContext, client: SeededCredentials): Promise<string> {
    const { entrance, keys, events } = this.#parts();
    const issuer = new TokenIssuer({ entrance, keys, events, issuer: verification.issuer });
    return (await issuer.issue(context, formOf(client, { grant_type: 'client_credentials' }), visit)).token
      .access_token;
  }

  revoke(context: CallContext, client: SeededCredentials, token: string): Promise<Record<string, string>> {
    return this.#container.get(TokenRevocation).revoke(context, formOf(client, { token }), visit);
  }

  async introspect(context: CallContext, client: SeededCredentials, token: string): Promise<Introspection> {
    const { presented, principals, events } = this.#parts();
    const introspection = new TokenIntrospection({ presented, principals, events, issuer: verification.issuer });
    return (await introspection.introspect(context, formOf(client, { token }), visit)).answer;
  }

  /** What the public API does with a request that carries the token. */
  async admit(context: CallContext, token: string): Promise<Admitted> {
    const claimant = await this.#verifier.verify(context, token);
    return this.#admission.admit(context, claimant, 1, this.redis.deadline());
  }

  #parts() {
    const container = this.#container;
    return {
      entrance: container.get(ClientEntrance),
      keys: container.get(SigningKeys),
      events: container.get(TokenEvents),
      presented: container.get(PresentedTokens),
      principals: container.get(PrincipalStore),
    };
  }
}

export interface ReplicaDatabases {
  readonly tokenService: Database;
  readonly publicApi: Database;
}

/** A client that can get tokens. */
export async function seedCredentials(sql: Sql, context: CallContext): Promise<SeededCredentials> {
  const client = await seedClient(sql, context, ids.mint());
  const secret = newSecret();
  await sql.query(context, insertSecret, [newId(), client.id, peppers.digest(secret, peppers.current)]);
  return { ...client, secret };
}

function formOf({ clientId, secret }: SeededCredentials, fields: Readonly<Record<string, string>>) {
  const form = Object.entries({ ...fields, client_id: clientId, client_secret: secret });
  return { form, query: '', authorization: undefined };
}

const silent: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const ids = new ClientIds(Buffer.alloc(32, 1));
const peppers = new Peppers(new Map([['p', Buffer.alloc(32, 2)]]));
const visit = { address: '192.0.2.1', userAgent: undefined };
const periodMs = 90 * 86_400_000;
const verification = { issuer: 'http://localhost', audience: publicApiAudience };

function ignore(): void {
  // What is told here, nobody asks for.
}

const insertSecret = statement(
  'seed_secret',
  `insert into control.api_client_secret (id, api_client_id, digest, pepper_kid, hint) values ($1, $2, $3, 'p', '')`,
);
