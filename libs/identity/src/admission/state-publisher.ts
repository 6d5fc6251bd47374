import { setTimeout as sleep } from 'node:timers/promises';
import { times } from '@rapport/config';
import type { CallContext } from '@rapport/kernel';
import { clientFields, leaseKeys, tenantFields, userFields, type LeasedLimiter } from '@rapport/rate-limit';
import { RedisAway } from '@rapport/redis';
import {
  clientLease,
  tenantLease,
  userLease,
  type ClientState,
  type TenantState,
  type UserState,
} from './principal-state.ts';

export interface ChangedState {
  readonly tenant?: TenantState | undefined;
  readonly clients?: readonly ClientState[];
  readonly user?: UserState | undefined;
}

/** Tells every replica of a change that is committed in control. When it returns, no request is admitted on the state before. */
export class StatePublisher {
  readonly #limiter: LeasedLimiter;

  constructor(limiter: LeasedLimiter) {
    this.#limiter = limiter;
  }

  /** A change that Redis did not confirm is answered only when every lease of the old state has run out. */
  async publish(context: CallContext, tenantNumber: number, changed: ChangedState): Promise<void> {
    try {
      await Promise.all(
        [...this.#writes(tenantNumber, changed)].map(([key, fields]) => this.#limiter.publish(context, key, fields)),
      );
    } catch (error) {
      if (!(error instanceof RedisAway)) {
        throw error;
      }
      await sleep(times.leaseMs + times.leaseFillMs + leaseSlackMs);
    }
  }

  *#writes(
    tenantNumber: number,
    { tenant, clients = [], user }: ChangedState,
  ): Generator<[key: string, fields: string[]]> {
    if (tenant) {
      yield [leaseKeys.tenant(tenantNumber), tenantFields(tenantLease(tenant))];
    }
    if (user) {
      yield [leaseKeys.user(tenantNumber, user.id), userFields(userLease(user))];
    }
    for (const client of clients) {
      yield [leaseKeys.client(tenantNumber, client.clientId), clientFields(clientLease(client))];
    }
  }
}

const leaseSlackMs = 250;
