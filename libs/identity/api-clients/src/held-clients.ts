import { requireWithin, rightsOfActor } from '@rapport/admission';
import type { ChangeContext } from '@rapport/audit';
import type { Sql } from '@rapport/database';
import { AppError, validationFailed, type CallContext, type TenantRef } from '@rapport/kernel';
import type { ApiClientStore, HeldApiClient } from './api-client-store.ts';

/** Finds the client of a change and looks whether the actor may make it. */
export class HeldClients {
  readonly #store: ApiClientStore;

  constructor(store: ApiClientStore) {
    this.#store = store;
  }

  /** The client by its id or its client id, which no other change touches until the transaction ends. */
  async hold(context: CallContext, sql: Sql, tenant: TenantRef, key: string): Promise<HeldApiClient> {
    const client = await this.#store.hold(context, sql, tenant.id, key);
    if (!client) {
      throw noApiClient(key);
    }
    return client;
  }

  /** The client, if its RunAs user holds nothing more than the actor. */
  async holdWithin(context: ChangeContext, sql: Sql, tenant: TenantRef, key: string): Promise<HeldApiClient> {
    const client = await this.hold(context, sql, tenant, key);
    const user = await this.#store.runAsUser(context, sql, tenant.id, client.runAsUserId);
    if (user) {
      requireWithin(await rightsOfActor(context, sql, tenant.id), user);
    }
    return client;
  }

  /** The user must have joined and be active, and hold nothing more than the actor. */
  async requireRunAs(context: ChangeContext, sql: Sql, tenant: TenantRef, userId: string): Promise<void> {
    const user = await this.#store.runAsUser(context, sql, tenant.id, userId);
    if (user?.isAvailable !== true) {
      throw validationFailed({ runAsUserId: [`The tenant has no active user ${userId} that has joined.`] });
    }
    requireWithin(await rightsOfActor(context, sql, tenant.id), user);
  }
}

export function noApiClient(key: string): AppError {
  return new AppError('not_found', `The tenant has no API client ${key}.`);
}
