import { isScope, scopes as allScopes, type StatePublisher } from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import type { Database, Sql } from '@rapport/database';
import { AppError, newId, validationFailed, type CallContext, type TenantRef } from '@rapport/kernel';
import type { CellWork } from '@rapport/sagas';
import type { ApiClientRow, ApiClientStore } from './api-client-store.ts';
import type { ClientIds } from './client-ids.ts';
import type { ClientSecretStore, LiveSecret } from './client-secret-store.ts';

export interface ApiClientInput {
  name: string;
  runAsUserId: string;
  /** All twelve if left out. */
  scopes?: readonly string[] | undefined;
}

export interface CreatedApiClient {
  apiClientId: string;
  clientId: string;
  /** It is shown this once. */
  clientSecret: string;
}

export interface SecretRotation {
  overlapSeconds: number;
  revokeTokens: boolean;
}

export interface SecretRevocation {
  secretId: string;
  revokeTokens: boolean;
}

/** The API clients of a tenant, their scopes, RunAs users and secrets. */
export class ApiClientService {
  readonly #database: Database;
  readonly #clients: ApiClientStore;
  readonly #secrets: ClientSecretStore;
  readonly #ids: ClientIds;
  readonly #cellWork: CellWork;
  readonly #publisher: StatePublisher;

  constructor(
    database: Database,
    clients: ApiClientStore,
    secrets: ClientSecretStore,
    ids: ClientIds,
    cellWork: CellWork,
    publisher: StatePublisher,
  ) {
    this.#database = database;
    this.#clients = clients;
    this.#secrets = secrets;
    this.#ids = ids;
    this.#cellWork = cellWork;
    this.#publisher = publisher;
  }

  async create(context: ChangeContext, tenant: TenantRef, input: ApiClientInput): Promise<CreatedApiClient> {
    const scopes = requireScopes(input.scopes ?? allScopes);
    const created = { apiClientId: newId(), clientId: this.#ids.mint() };
    const clientSecret = await this.#database.control.transaction(context, async (sql) => {
      await this.#requireUser(context, sql, tenant, input.runAsUserId);
      const { apiClientId: id, clientId } = created;
      const { name, runAsUserId: runAs } = input;
      await this.#clients.insert(context, sql, { id, tenantId: tenant.id, clientId, name, runAs, scopes });
      await audit(context, sql, tenant.id, 'client.created', clientId, { runAs, scopes });
      return this.#secrets.add(context, sql, id);
    });
    return { ...created, clientSecret };
  }

  async update(
    context: ChangeContext,
    tenant: TenantRef,
    clientId: string,
    change: { scopes?: readonly string[] | undefined; runAsUserId?: string | undefined },
  ): Promise<void> {
    const workId = await this.#database.control.transaction(context, async (sql) => {
      const client = await this.#requireClient(context, sql, tenant, clientId);
      const runAs = change.runAsUserId ?? client.runAs;
      await this.#requireUser(context, sql, tenant, runAs);
      const scopes = change.scopes === undefined ? client.scopes : requireScopes(change.scopes);
      const viewNumber = client.viewNumber + (runAs === client.runAs ? 0 : 1);
      await this.#clients.update(context, sql, client.id, scopes, runAs, viewNumber);
      await audit(context, sql, tenant.id, 'client.updated', clientId, { ...change });
      return this.#cellWork.add(context, sql, tenant.id, 'client', client.id);
    });
    await this.#publisher.publishClient(context, tenant.number, clientId);
    await this.#cellWork.complete(context, workId);
  }

  /** After a disable has returned, no replica lets the client pass. Its tokens stay dead after an enable. */
  async setActive(context: ChangeContext, tenant: TenantRef, clientId: string, isActive: boolean): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      const client = await this.#requireClient(context, sql, tenant, clientId);
      if (client.isActive !== isActive) {
        await this.#clients.setActive(context, sql, client.id, isActive);
        await audit(context, sql, tenant.id, isActive ? 'client.enabled' : 'client.disabled', clientId);
      }
    });
    await this.#publisher.publishClient(context, tenant.number, clientId);
  }

  /** The newest secret lives for the overlap, an older one ends now. With `revokeTokens` all secrets and tokens end. */
  async rotateSecret(
    context: ChangeContext,
    tenant: TenantRef,
    clientId: string,
    rotation: SecretRotation,
  ): Promise<string> {
    const secret = await this.#database.control.transaction(context, async (sql) => {
      const client = await this.#requireClient(context, sql, tenant, clientId);
      await this.#secrets.endAll(context, sql, client.id, rotation.revokeTokens ? 0 : rotation.overlapSeconds);
      await this.#clients.touch(context, sql, client.id, rotation.revokeTokens);
      await audit(context, sql, tenant.id, 'secret.rotated', clientId, { ...rotation });
      return this.#secrets.add(context, sql, client.id);
    });
    await this.#publisher.publishClient(context, tenant.number, clientId);
    return secret;
  }

  /** The tenant's client with this id, or 404. */
  async require(context: CallContext, tenant: TenantRef, clientId: string): Promise<{ readonly id: string }> {
    const client = await this.#clients.find(context, this.#database.control, tenant.id, clientId);
    if (!client) {
      throw noApiClient(clientId);
    }
    return client;
  }

  /** The live secrets, newest first: at most two, without their text. */
  async secrets(context: ChangeContext, tenant: TenantRef, clientId: string): Promise<LiveSecret[]> {
    const { id } = await this.require(context, tenant, clientId);
    return this.#secrets.live(context, this.#database.control, id);
  }

  /** After a revocation has returned, no token request with the secret succeeds on any replica. */
  async revokeSecret(
    context: ChangeContext,
    tenant: TenantRef,
    clientId: string,
    { secretId, revokeTokens }: SecretRevocation,
  ): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      const client = await this.#requireClient(context, sql, tenant, clientId);
      if (!(await this.#secrets.revoke(context, sql, client.id, secretId))) {
        throw new AppError('not_found', `The API client has no live secret ${secretId}; it may have ended already.`);
      }
      await this.#clients.touch(context, sql, client.id, revokeTokens);
      await audit(context, sql, tenant.id, 'secret.revoked', clientId, { secretId, revokeTokens });
    });
    await this.#publisher.publishClient(context, tenant.number, clientId);
  }

  async #requireClient(context: ChangeContext, sql: Sql, tenant: TenantRef, clientId: string): Promise<ApiClientRow> {
    const client = await this.#clients.findForUpdate(context, sql, tenant.id, clientId);
    if (!client) {
      throw noApiClient(clientId);
    }
    return client;
  }

  async #requireUser(context: ChangeContext, sql: Sql, tenant: TenantRef, userId: string): Promise<void> {
    if (!(await this.#clients.hasUser(context, sql, tenant.id, userId))) {
      throw validationFailed({ runAsUserId: [`The tenant has no user ${userId}.`] });
    }
  }
}

function requireScopes(scopes: readonly string[]): string[] {
  const unknown = scopes.filter((scope) => !isScope(scope));
  if (unknown.length > 0 || scopes.length === 0) {
    const problem =
      scopes.length === 0
        ? 'Name at least one scope.'
        : `There is no scope ${unknown.join(', ')}; the scopes are ${allScopes.join(', ')}.`;
    throw validationFailed({ scopes: [problem] });
  }
  return [...new Set(scopes)].sort();
}

function noApiClient(clientId: string): AppError {
  return new AppError('not_found', `The tenant has no API client ${clientId}.`);
}
