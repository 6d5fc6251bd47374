import { changePrincipals, type StatePublisher } from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import type { Database, Sql } from '@rapport/database';
import { onceInControl, type Creation, type Made, type RequestKey } from '@rapport/idempotency';
import { AppError, newId, type CallContext, type TenantRef } from '@rapport/kernel';
import { scopes as allScopes } from '@rapport/kinds';
import type { CellWork } from '@rapport/sagas';
import type { ApiClient, ApiClientChange, ApiClientInput, CreatedApiClient, RepeatedApiClient } from './api-client.ts';
import type { ApiClientStore } from './api-client-store.ts';
import type { ClientIds } from './client-ids.ts';
import type { ClientSecretStore } from './client-secret-store.ts';
import { noApiClient, type HeldClients } from './held-clients.ts';

/**
 * The API clients of a tenant, their scopes and RunAs users. A client is named by its id or its client id. A change holds
 * on every replica when it returns.
 */
export class ApiClientService {
  readonly #database: Database;
  readonly #clients: ApiClientStore;
  readonly #held: HeldClients;
  readonly #secrets: ClientSecretStore;
  readonly #ids: ClientIds;
  readonly #cellWork: CellWork;
  readonly #publisher: StatePublisher;

  constructor(
    database: Database,
    clients: ApiClientStore,
    held: HeldClients,
    secrets: ClientSecretStore,
    ids: ClientIds,
    cellWork: CellWork,
    publisher: StatePublisher,
  ) {
    this.#database = database;
    this.#clients = clients;
    this.#held = held;
    this.#secrets = secrets;
    this.#ids = ids;
    this.#cellWork = cellWork;
    this.#publisher = publisher;
  }

  async create(context: ChangeContext, tenant: TenantRef, input: ApiClientInput): Promise<CreatedApiClient> {
    const scopes = inOrder(input.scopes ?? allScopes);
    const { made } = await changePrincipals(context, this.#database, tenant, (sql) =>
      this.#insert(context, sql, tenant, { ...input, scopes }),
    );
    return made;
  }

  /** The secret of a client that was made before, under the same key, is not answered again. */
  async createOnce(
    context: ChangeContext,
    tenant: TenantRef,
    input: ApiClientInput,
    key: RequestKey | undefined,
  ): Promise<Creation<CreatedApiClient | RepeatedApiClient>> {
    const scopes = inOrder(input.scopes ?? allScopes);
    return changePrincipals(context, this.#database, tenant, (sql) =>
      onceInControl<CreatedApiClient | RepeatedApiClient, Omit<RepeatedApiClient, 'clientSecret'>>(context, sql, key, {
        make: () => this.#insert(context, sql, tenant, { ...input, scopes }),
        keep: ({ apiClientId, clientId }) => ({ apiClientId, clientId }),
        replay: (kept) => ({ ...kept, clientSecret: null }),
      }),
    );
  }

  /** The client, or 404. */
  async get(context: CallContext, tenant: TenantRef, key: string): Promise<ApiClient> {
    const client = await this.#clients.find(context, this.#database.control, tenant.id, key);
    if (!client) {
      throw noApiClient(key);
    }
    return client;
  }

  /** `seen` is the version that the caller saw. Gives the new one. */
  async update(
    context: ChangeContext,
    tenant: TenantRef,
    key: string,
    change: ApiClientChange,
    seen?: string,
  ): Promise<string> {
    const { client, version, workId } = await changePrincipals(context, this.#database, tenant, async (sql) => {
      const client = await this.#held.holdWithin(context, sql, tenant, key);
      if (seen !== undefined && seen !== client.lastModifiedOnUtc) {
        throw new AppError('concurrency_conflict', 'The client was changed since it was read; read it again.');
      }
      const { name = client.name, runAsUserId: runAs = client.runAsUserId } = change;
      if (runAs !== client.runAsUserId) {
        await this.#held.requireRunAs(context, sql, tenant, runAs);
      }
      const scopes = change.scopes === undefined ? client.scopes : inOrder(change.scopes);
      const isChanged = name !== client.name || runAs !== client.runAsUserId || scopes.join() !== client.scopes.join();
      let version = client.lastModifiedOnUtc;
      if (isChanged) {
        const viewNumber = client.viewNumber + (runAs === client.runAsUserId ? 0 : 1);
        version = await this.#clients.update(context, sql, { id: client.id, name, runAs, scopes, viewNumber });
        await audit(context, sql, tenant.id, 'client.updated', client.clientId, { name, runAs, scopes });
      }
      return { client, version, workId: await this.#cellWork.add(context, sql, tenant.id, 'client', client.id) };
    });
    await this.#publisher.publishClient(context, tenant.number, client.clientId);
    await this.#cellWork.complete(context, workId);
    return version;
  }

  /**
   * After a disable has returned, no replica lets the client pass. Its tokens stay dead after an enable. Each caller that
   * manages clients may disable all of them.
   */
  async setActive(context: ChangeContext, tenant: TenantRef, key: string, isActive: boolean): Promise<void> {
    const client = await changePrincipals(context, this.#database, tenant, async (sql) => {
      const client = isActive
        ? await this.#held.holdWithin(context, sql, tenant, key)
        : await this.#held.hold(context, sql, tenant, key);
      if (client.isActive !== isActive) {
        await this.#clients.setActive(context, sql, client.id, isActive);
        await audit(context, sql, tenant.id, isActive ? 'client.enabled' : 'client.disabled', client.clientId);
      }
      return client;
    });
    await this.#publisher.publishClient(context, tenant.number, client.clientId);
  }

  async #insert(
    context: ChangeContext,
    sql: Sql,
    tenant: TenantRef,
    { name, runAsUserId: runAs, scopes }: ApiClientInput & { readonly scopes: readonly string[] },
  ): Promise<Made<CreatedApiClient>> {
    await this.#held.requireRunAs(context, sql, tenant, runAs);
    const [id, clientId] = [newId(), this.#ids.mint()];
    const client = { id, tenantId: tenant.id, clientId, name, runAs, scopes };
    const lastModifiedOnUtc = await this.#clients.insert(context, sql, client);
    await audit(context, sql, tenant.id, 'client.created', clientId, { runAs, scopes });
    const clientSecret = await this.#secrets.add(context, sql, id);
    return { made: { apiClientId: id, clientId, clientSecret }, lastModifiedOnUtc };
  }
}

/** Each scope once, always in the same order. */
function inOrder(scopes: readonly string[]): string[] {
  return [...new Set(scopes)].sort();
}
