import type { Database, Sql } from '@rapport/database';
import { AppError, newId, validationFailed, type TenantRef } from '@rapport/kernel';
import type { PrincipalStore } from '../admission/principal-store.ts';
import type { StatePublisher } from '../admission/state-publisher.ts';
import { audit } from '../audit.ts';
import type { CellWork } from '../cell-work/cell-work.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isScope, scopes as allScopes } from '../permissions.ts';
import { apiClientStore, type ApiClientRow } from './api-client-store.ts';
import type { ClientIds } from './client-id.ts';
import { hintOf, newSecret, type Peppers } from './client-secret.ts';
import { noApiClient, requireApiClient } from './require-api-client.ts';
import { clientSecretStore, type LiveSecret } from './client-secret-store.ts';

export interface ApiClientInput {
  name: string;
  runAsUserId: string;
  /** All twelve when left out. */
  scopes?: readonly string[] | undefined;
}

export interface CreatedApiClient {
  apiClientId: string;
  clientId: string;
  /** Shown this once. */
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
  readonly #ids: ClientIds;
  readonly #peppers: Peppers;
  readonly #cellWork: CellWork;
  readonly #publisher: StatePublisher;
  readonly #principals: PrincipalStore;

  constructor(
    database: Database,
    ids: ClientIds,
    peppers: Peppers,
    cellWork: CellWork,
    publisher: StatePublisher,
    principals: PrincipalStore,
  ) {
    this.#database = database;
    this.#ids = ids;
    this.#peppers = peppers;
    this.#cellWork = cellWork;
    this.#publisher = publisher;
    this.#principals = principals;
  }

  async create(context: OperatorContext, tenant: TenantRef, input: ApiClientInput): Promise<CreatedApiClient> {
    const scopes = requireScopes(input.scopes ?? allScopes);
    const created = { apiClientId: newId(), clientId: this.#ids.mint() };
    const clientSecret = await this.#database.control.transaction(context, async (sql) => {
      await requireUser(sql, context, tenant, input.runAsUserId);
      const { apiClientId: id, clientId } = created;
      await apiClientStore.insert(sql, context, {
        id,
        tenantId: tenant.id,
        clientId,
        name: input.name,
        runAs: input.runAsUserId,
        scopes,
      });
      await audit(sql, context, tenant.id, 'client.created', clientId, { runAs: input.runAsUserId, scopes });
      return this.#addSecret(sql, context, id);
    });
    return { ...created, clientSecret };
  }

  async update(
    context: OperatorContext,
    tenant: TenantRef,
    clientId: string,
    change: { scopes?: readonly string[] | undefined; runAsUserId?: string | undefined },
  ): Promise<void> {
    const workId = await this.#database.control.transaction(context, async (sql) => {
      const client = await this.#requireClient(sql, context, tenant, clientId);
      const runAs = change.runAsUserId ?? client.runAs;
      await requireUser(sql, context, tenant, runAs);
      const scopes = change.scopes === undefined ? client.scopes : requireScopes(change.scopes);
      const viewNumber = client.viewNumber + (runAs === client.runAs ? 0 : 1);
      await apiClientStore.update(sql, context, client.id, scopes, runAs, viewNumber);
      await audit(sql, context, tenant.id, 'client.updated', clientId, { ...change });
      return this.#cellWork.add(sql, context, tenant.id, 'client', client.id);
    });
    await this.#publish(context, tenant, clientId);
    await this.#cellWork.complete(context, workId);
  }

  /** When it returns no request of the client passes any more, on any replica; its tokens stay dead after an enable. */
  async setActive(context: OperatorContext, tenant: TenantRef, clientId: string, isActive: boolean): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      const client = await this.#requireClient(sql, context, tenant, clientId);
      if (client.isActive !== isActive) {
        await apiClientStore.setActive(sql, context, client.id, isActive);
        await audit(sql, context, tenant.id, isActive ? 'client.enabled' : 'client.disabled', clientId);
      }
    });
    await this.#publish(context, tenant, clientId);
  }

  /** The secret before lives on for the overlap, an older one ends now; to revoke the tokens ends all of them and every token at once. */
  async rotateSecret(
    context: OperatorContext,
    tenant: TenantRef,
    clientId: string,
    rotation: SecretRotation,
  ): Promise<string> {
    const secret = await this.#database.control.transaction(context, async (sql) => {
      const client = await this.#requireClient(sql, context, tenant, clientId);
      await clientSecretStore.endAll(sql, context, client.id, rotation.revokeTokens ? 0 : rotation.overlapSeconds);
      await apiClientStore.touch(sql, context, client.id, rotation.revokeTokens);
      await audit(sql, context, tenant.id, 'secret.rotated', clientId, { ...rotation });
      return this.#addSecret(sql, context, client.id);
    });
    await this.#publish(context, tenant, clientId);
    return secret;
  }

  /** The live secrets, newest first; at most two, and never their text. */
  async secrets(context: OperatorContext, tenant: TenantRef, clientId: string): Promise<LiveSecret[]> {
    const { control } = this.#database;
    const { id } = await requireApiClient(control, context, tenant, clientId);
    return clientSecretStore.live(control, context, id);
  }

  /** When it returns no token request with the secret succeeds any more, on any replica. */
  async revokeSecret(
    context: OperatorContext,
    tenant: TenantRef,
    clientId: string,
    { secretId, revokeTokens }: SecretRevocation,
  ): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      const client = await this.#requireClient(sql, context, tenant, clientId);
      if (!(await clientSecretStore.revoke(sql, context, client.id, secretId))) {
        throw new AppError('not_found', `The API client has no live secret ${secretId}; it may have ended already.`);
      }
      await apiClientStore.touch(sql, context, client.id, revokeTokens);
      await audit(sql, context, tenant.id, 'secret.revoked', clientId, { secretId, revokeTokens });
    });
    await this.#publish(context, tenant, clientId);
  }

  async #addSecret(sql: Sql, context: OperatorContext, apiClientId: string): Promise<string> {
    const secret = newSecret();
    const digest = this.#peppers.digest(secret, this.#peppers.current);
    if (!digest) {
      throw new Error('The current pepper is missing.');
    }
    await clientSecretStore.insert(sql, context, {
      id: newId(),
      apiClientId,
      digest,
      pepperKid: this.#peppers.current,
      hint: hintOf(secret),
    });
    return secret;
  }

  async #requireClient(sql: Sql, context: OperatorContext, tenant: TenantRef, clientId: string): Promise<ApiClientRow> {
    const client = await apiClientStore.findForUpdate(sql, context, tenant.id, clientId);
    if (!client) {
      throw noApiClient(clientId);
    }
    return client;
  }

  async #publish(context: OperatorContext, tenant: TenantRef, clientId: string): Promise<void> {
    const state = await this.#principals.find(context, clientId);
    await this.#publisher.publish(context, tenant.number, { clients: state ? [state.client] : [] });
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

async function requireUser(sql: Sql, context: OperatorContext, tenant: TenantRef, userId: string): Promise<void> {
  if (!(await apiClientStore.hasUser(sql, context, tenant.id, userId))) {
    throw validationFailed({ runAsUserId: [`The tenant has no user ${userId}.`] });
  }
}
