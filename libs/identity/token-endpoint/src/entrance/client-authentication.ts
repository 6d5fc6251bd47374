import { timingSafeEqual } from 'node:crypto';
import { leasesOf, versionsOf, type PrincipalState } from '@rapport/admission';
import { isWellFormedSecret, type Peppers } from '@rapport/api-clients';
import type { CallContext } from '@rapport/kernel';
import type { LeasedLimiter, LeasedStates } from '@rapport/rate-limit';
import { RedisAway, type Deadline } from '@rapport/redis';
import type { DenialReason } from '@rapport/token-audit';
import type { ClientDirectory, KnownClient, StoredSecret } from './client-directory.ts';

export type Authentication =
  | { readonly outcome: 'authenticated'; readonly state: PrincipalState; readonly secretId: string }
  | { readonly outcome: 'refused'; readonly reason: DenialReason; readonly secretId: string | undefined };

/** A client as this process knows it. It is live while Redis shows the versions with which it was read. */
export interface FoundClient {
  readonly known: KnownClient;
  readonly isLive: boolean;
}

/** Authenticates clients by secret and present state: a disabled client or an ended secret is refused at once. */
export class ClientAuthentication {
  readonly #directory: ClientDirectory;
  readonly #leased: LeasedLimiter;
  readonly #peppers: Peppers;

  constructor(directory: ClientDirectory, leased: LeasedLimiter, peppers: Peppers) {
    this.#directory = directory;
    this.#leased = leased;
    this.#peppers = peppers;
  }

  /** The client as this process knows it. Its id was checked before. */
  remembered(clientId: string): KnownClient | undefined {
    return this.#directory.remembered(clientId);
  }

  load(context: CallContext, clientId: string): Promise<KnownClient | undefined> {
    return this.#directory.reload(context, clientId);
  }

  /** The client as it is now. Without Redis the state may be an older one, which `authenticate` does not trust. */
  async confirm(context: CallContext, known: KnownClient, deadline: Deadline): Promise<FoundClient | undefined> {
    try {
      const live = await this.#settle(context, known, deadline);
      return live && { known: live, isLive: true };
    } catch (error) {
      if (!(error instanceof RedisAway)) {
        throw error;
      }
      return { known, isLive: false };
    }
  }

  /** A text that cannot be a secret costs no look-up. Any other costs the same for a client and for an unknown id. */
  async authenticate(context: CallContext, found: FoundClient | undefined, secret: string): Promise<Authentication> {
    if (!isWellFormedSecret(secret)) {
      return refused(found ? 'bad_secret' : 'unknown_client');
    }
    const client = found && (await this.#upToDate(context, found));
    const matching = this.#match(secret, client?.secrets ?? []);
    if (!client) {
      return refused('unknown_client');
    }
    if (!matching) {
      return refused('bad_secret');
    }
    if (matching.endsAtMs <= performance.now()) {
      return refused('expired_secret', matching.id);
    }
    if (!client.state.client.isActive) {
      return refused('disabled', matching.id);
    }
    return client.state.user.isActive
      ? { outcome: 'authenticated', state: client.state, secretId: matching.id }
      : refused('runas_disabled', matching.id);
  }

  /** A client that Redis did not confirm is read anew. */
  async #upToDate(context: CallContext, { known, isLive }: FoundClient): Promise<KnownClient | undefined> {
    return isLive ? known : this.#directory.reload(context, known.state.client.clientId);
  }

  async #settle(context: CallContext, first: KnownClient, deadline: Deadline): Promise<KnownClient | undefined> {
    let known: KnownClient | undefined = first;
    let missedAt: string | undefined;
    for (let attempt = 0; known && attempt < attemptsMax; attempt += 1) {
      const { tenant, client, user } = known.state;
      const { clientId, epoch } = client;
      const versions = { ...versionsOf(known.state), client: client.version };
      const request = { tenant: tenant.number, clientId, userId: user.id, epoch, units: 0, versions };
      const fill = missedAt === undefined ? undefined : { missedAt, leases: leasesOf(known.state) };
      const answer = await this.#leased.admit(context, request, deadline, fill);
      if ((answer.outcome === 'counted' || answer.outcome === 'refused') && isKnown(answer.states)) {
        return known;
      }
      missedAt = answer.outcome === 'load' ? answer.missedAt : undefined;
      known = await this.#directory.reload(context, clientId);
    }
    return known;
  }

  /** The live secrets come first. Ended secrets count only for the reason of a refusal. */
  #match(secret: string, secrets: readonly StoredSecret[]): StoredSecret | undefined {
    const digests = this.#peppers.digests(secret);
    return compare(digests, secrets, 0, liveSecretsMax) ?? compare(digests, secrets, liveSecretsMax, secretsMax);
  }
}

/** Each place is compared, even if it holds no secret, so that the time of an answer shows nothing. */
function compare(
  digests: ReadonlyMap<string, Buffer>,
  secrets: readonly StoredSecret[],
  from: number,
  to: number,
): StoredSecret | undefined {
  let matching: StoredSecret | undefined;
  for (let index = from; index < to; index += 1) {
    const stored = secrets[index] ?? noSecret;
    if (timingSafeEqual(digests.get(stored.pepperKid) ?? noDigest, stored.digest)) {
      matching = stored;
    }
  }
  return matching;
}

function refused(reason: DenialReason, secretId?: string): Authentication {
  return { outcome: 'refused', reason, secretId };
}

/** Whether the live states have the known versions; Redis then sends none. */
function isKnown({ tenant, client, user }: LeasedStates): boolean {
  return tenant === '' && client === '' && user === '';
}

const liveSecretsMax = 2;
const secretsMax = 5;
const noDigest = Buffer.alloc(32, 1);
const noSecret: StoredSecret = { id: '', digest: Buffer.alloc(32), pepperKid: '', endsAtMs: 0 };
const attemptsMax = 4;
