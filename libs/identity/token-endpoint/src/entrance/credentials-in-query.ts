import type { ClientIds } from '@rapport/api-clients';
import type { CallContext } from '@rapport/kernel';
import type { Limiter } from '@rapport/rate-limit';
import type { TokenEvents, Caller } from '@rapport/token-audit';

/** Whether a query names client credentials, by their names in forms or in bodies of the application API. */
export function hasCredentials(query: string): boolean {
  const given = new URLSearchParams(query);
  return [...idNames, ...secretNames].some((name) => given.has(name));
}

/** Audits credentials in a query, so that the client's operator learns of them: addresses end in logs on the way. */
export class CredentialsInQuery {
  readonly #ids: ClientIds;
  readonly #limiter: Limiter;
  readonly #events: TokenEvents;

  constructor(ids: ClientIds, limiter: Limiter, events: TokenEvents) {
    this.#ids = ids;
    this.#limiter = limiter;
    this.#events = events;
  }

  /** The caller has not authenticated, so an address is noted only a few times a minute. The request is refused. */
  async note(context: CallContext, query: string, caller: Caller): Promise<void> {
    const { isTaken } = await this.#limiter.take(context, `{${caller.address}}:credentials-in-query`, notedPerMinute);
    if (isTaken) {
      const given = new URLSearchParams(query);
      const clientId = idNames.map((name) => given.get(name) ?? '').find((id) => this.#ids.isMinted(id));
      this.#events.denied(context, { caller, clientId, state: undefined }, 'credentials_in_query');
    }
  }
}

const idNames = ['client_id', 'clientId'];
const secretNames = ['client_secret', 'clientSecret'];
const notedPerMinute = 30;
