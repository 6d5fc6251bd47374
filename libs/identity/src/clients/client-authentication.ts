import { timingSafeEqual } from 'node:crypto';
import type { CallContext } from '@rapport/kernel';
import { leasesOf, type PrincipalState } from '../admission/principal-state.ts';
import type { LeasedLimiter, LeasedStates } from '@rapport/rate-limit';
import { RedisAway, type Deadline } from '@rapport/redis';
import type { ClientDirectory, KnownClient, StoredSecret } from './client-directory.ts';
import { isSecretShaped, type Peppers } from './client-secret.ts';

export type Authentication =
  | { readonly outcome: 'authenticated'; readonly state: PrincipalState }
  | { readonly outcome: 'refused'; readonly reason: 'unknown_client' | 'bad_secret' | 'disabled' | 'runas_disabled' };

/** A client as it is known; `isLive` while Redis shows the versions that it was read at. */
export interface FoundClient {
  readonly known: KnownClient;
  readonly isLive: boolean;
}

/** Proves that a client is who it says it is, by what is true now: a disabled client or an ended secret is refused at once. */
export class ClientAuthentication {
  readonly #directory: ClientDirectory;
  readonly #leased: LeasedLimiter;
  readonly #peppers: Peppers;

  constructor(directory: ClientDirectory, leased: LeasedLimiter, peppers: Peppers) {
    this.#directory = directory;
    this.#leased = leased;
    this.#peppers = peppers;
  }

  /** The client as this process knows it, or as control has it where it does not. */
  known(context: CallContext, clientId: string): Promise<KnownClient | undefined> {
    return this.#directory.find(context, clientId);
  }

  /** The client as it is now. Without Redis it may be an older state, which `authenticate` does not trust. */
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

  async authenticate(context: CallContext, found: FoundClient | undefined, secret: string): Promise<Authentication> {
    const client = found && (await this.#upToDate(context, found));
    const isRight = this.#matches(secret, client?.secrets ?? []);
    if (!client) {
      return { outcome: 'refused', reason: 'unknown_client' };
    }
    if (!isRight) {
      return { outcome: 'refused', reason: 'bad_secret' };
    }
    if (!client.state.client.isActive) {
      return { outcome: 'refused', reason: 'disabled' };
    }
    return client.state.user.isActive
      ? { outcome: 'authenticated', state: client.state }
      : { outcome: 'refused', reason: 'runas_disabled' };
  }

  /** A client that Redis did not confirm is read anew. */
  async #upToDate(context: CallContext, { known, isLive }: FoundClient): Promise<KnownClient | undefined> {
    return isLive ? known : this.#directory.reload(context, known.state.client.clientId);
  }

  async #settle(context: CallContext, first: KnownClient, deadline: Deadline): Promise<KnownClient | undefined> {
    let known: KnownClient | undefined = first;
    let missedAt: string | undefined;
    for (let turn = 0; known && turn < turnsMax; turn += 1) {
      const { tenant, client, user } = known.state;
      const { clientId, epoch } = client;
      const versions = { tenant: tenant.version, client: client.version, user: user.version };
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

  /** Every secret is compared, and one that cannot be right costs the same, so that time tells nothing. */
  #matches(secret: string, secrets: readonly StoredSecret[]): boolean {
    const isShaped = isSecretShaped(secret);
    let isRight = false;
    for (const stored of secrets.length > 0 ? secrets : [nobodysSecret(this.#peppers.current)]) {
      const digest = this.#peppers.digest(secret, stored.pepperKid) ?? Buffer.alloc(stored.digest.length);
      const isAlive = stored.expiresAtMs === null || stored.expiresAtMs > Date.now();
      isRight = (timingSafeEqual(digest, stored.digest) && isAlive) || isRight;
    }
    return isRight && isShaped && secrets.length > 0;
  }
}

/** No state was sent: the live ones have the versions that are known. */
function isKnown({ tenant, client, user }: LeasedStates): boolean {
  return tenant === '' && client === '' && user === '';
}

function nobodysSecret(pepperKid: string): StoredSecret {
  return { digest: Buffer.alloc(32), pepperKid, expiresAtMs: null };
}

const turnsMax = 4;
