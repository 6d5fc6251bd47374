import type { ClientToken } from '@rapport/access-tokens';
import type { PrincipalState, StatePublisher } from '@rapport/admission';
import { statement, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { PersonRevocation } from '@rapport/sign-in';
import type { TokenEvents } from '@rapport/token-audit';
import { clientKindOf, type ClientKind } from './client-kind.ts';
import { readConnectForm, requireField, type ConnectForm, type ConnectRequest } from './connect-form.ts';
import type { PresentedTokens } from './presented-tokens.ts';

/** The headers of the answer. */
type Revocation = (context: CallContext, request: ConnectRequest, form: ConnectForm) => Promise<Record<string, string>>;

/** Ends a token at its client's request (RFC 7009). */
export class TokenRevocation {
  readonly #presented: PresentedTokens;
  readonly #database: Database;
  readonly #publisher: StatePublisher;
  readonly #events: TokenEvents;
  readonly #people: PersonRevocation;
  readonly #revocations: Readonly<Record<ClientKind, Revocation>> = {
    api: (context, request) => this.#ofClient(context, request),
    console: (context, request, form) => this.#ofPerson(context, request, form),
  };

  constructor(
    presented: PresentedTokens,
    database: Database,
    publisher: StatePublisher,
    events: TokenEvents,
    people: PersonRevocation,
  ) {
    this.#presented = presented;
    this.#database = database;
    this.#publisher = publisher;
    this.#events = events;
    this.#people = people;
  }

  /** After it has returned, no replica ever lets a request with the token pass. */
  async revoke(context: CallContext, request: ConnectRequest): Promise<Record<string, string>> {
    const form = readConnectForm(request);
    return this.#revocations[clientKindOf(form.credentials.clientId)](context, request, form);
  }

  async #ofPerson(context: CallContext, { caller }: ConnectRequest, form: ConnectForm) {
    const token = requireField(form, 'token', 'an access token or a refresh token');
    return this.#people.revoke(context, { caller, hasSecret: form.hasSecret, token });
  }

  async #ofClient(context: CallContext, request: ConnectRequest) {
    const { headers } = await this.#presented.receive(context, request, async ({ token, state, requester }) => {
      if (token && (await this.#end(context, token, state))) {
        this.#events.revoked(context, requester, { jti: token.tokenId });
      }
    });
    return headers;
  }

  /** Whether the token was alive. The end is published in any case: an earlier request may still wait for that. */
  async #end(context: CallContext, token: ClientToken, { tenant, client }: PrincipalState): Promise<boolean> {
    const wasAlive = token.epoch === client.epoch && (await this.#write(context, token, client.id));
    await this.#publisher.publishClient(context, tenant.number, client.clientId);
    return wasAlive;
  }

  /** Writes the row and the version and purges old rows, in one transaction. False if there is a row already. */
  #write(context: CallContext, token: ClientToken, apiClientId: string): Promise<boolean> {
    const expiresAt = new Date(token.expiresAtMs + clockSlackMs).toISOString();
    return this.#database.control.transaction(context, async (sql) => {
      const [row] = await sql.query(context, insertRevoked.with({ ...token, apiClientId, expiresAt }));
      if (!row) {
        return false;
      }
      await sql.query(context, raiseVersion.with({ apiClientId }));
      await sql.query(context, purgeRevoked);
      return true;
    });
  }
}

/** A row outlives its token by more than any clock of ours is behind. */
const clockSlackMs = 300_000;

// No row if the token was revoked before.
const insertRevoked = statement(
  'revoked_token_insert',
  `insert into control.revoked_tokens (jti, client, expires_at) values (:tokenId, :apiClientId, :expiresAt) on conflict (jti) do nothing
    returning jti`,
);

// A state of this version or a later one knows the token.
const raiseVersion = statement(
  'revoked_token_client',
  `update control.api_client set version = control.next_version(version) where id = :apiClientId`,
);

// Each revocation writes one row and removes up to a hundred old ones, so the table stays as small as it can.
const purgeRevoked = statement(
  'revoked_token_purge',
  `delete from control.revoked_tokens where jti = any(array(
  select jti from control.revoked_tokens where expires_at <= clock_timestamp() order by expires_at
    limit 100 for update skip locked))`,
);
