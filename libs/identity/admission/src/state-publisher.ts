import { setTimeout as sleep } from 'node:timers/promises';
import { times } from '@rapport/config';
import type { CallContext } from '@rapport/kernel';
import { clientFields, leaseKeys, tenantFields, userFields, type LeasedLimiter } from '@rapport/rate-limit';
import { RedisAway } from '@rapport/redis';
import { clientLease, tenantLease, userLease, type ClientState } from './principal-state.ts';
import type { PrincipalStore } from './principal-store.ts';

/** Makes changes of control known to every replica. When a method returns, no request is admitted on the old state. */
export class StatePublisher {
  readonly #leased: LeasedLimiter;
  readonly #principals: PrincipalStore;

  constructor(leased: LeasedLimiter, principals: PrincipalStore) {
    this.#leased = leased;
    this.#principals = principals;
  }

  async publishTenant(context: CallContext, tenantId: string): Promise<void> {
    const tenant = await this.#principals.tenant(context, tenantId);
    if (tenant) {
      await this.#publish(context, [[leaseKeys.tenant(tenant.number), tenantFields(tenantLease(tenant))]]);
    }
  }

  /** The user with the clients that run as the user. */
  async publishUser(context: CallContext, tenantNumber: number, userId: string): Promise<void> {
    const [user, clients] = await Promise.all([
      this.#principals.user(context, userId),
      this.#principals.clientsOf(context, userId),
    ]);
    const userLeases: Written[] = user ? [[leaseKeys.user(tenantNumber, userId), userFields(userLease(user))]] : [];
    await this.#publish(context, [...userLeases, ...clients.map((client) => writtenClient(tenantNumber, client))]);
  }

  async publishClient(context: CallContext, tenantNumber: number, clientId: string): Promise<void> {
    const state = await this.#principals.find(context, clientId);
    await this.#publish(context, state ? [writtenClient(tenantNumber, state.client)] : []);
  }

  /** A change that Redis did not confirm is answered only when every lease of the old state has run out. */
  async #publish(context: CallContext, leases: readonly Written[]): Promise<void> {
    try {
      await Promise.all(leases.map(([key, fields]) => this.#leased.publish(context, key, fields)));
    } catch (error) {
      if (!(error instanceof RedisAway)) {
        throw error;
      }
      await sleep(times.leaseMs + times.leaseFillMs + leaseSlackMs);
    }
  }
}

/** A lease as it is written: its key and its fields. */
type Written = readonly [key: string, fields: string[]];

function writtenClient(tenantNumber: number, client: ClientState): Written {
  return [leaseKeys.client(tenantNumber, client.clientId), clientFields(clientLease(client))];
}

const leaseSlackMs = 250;
